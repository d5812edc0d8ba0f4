//===- Body.h - What is known of a function while its body is emitted
//--------------------------===//
//
// Expressions yield values, lvalues yield places (`!vkm.ref`). Where C++ leaves the order of
// evaluation open it is from left to right. What emits is in classes over this state: Emitter.h.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_FRONTEND_BODY_BODY_H
#define VKMORPH_FRONTEND_BODY_BODY_H

#include "frontend/body/Values.h"
#include "frontend/module/ModuleImporter.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/StmtCXX.h"

namespace vkmorph::frontend {

struct HostText;

struct Body {
  /// `context` is what the text belongs to where that is not the function's definition.
  Body(ModuleImporter &importer, const clang::FunctionDecl *definition,
       const ImportedFunction &function, bool isControl, const clang::Decl *context = nullptr);
  /// The body of a function whose statements become a part of another one's.
  Body(Body &inliner, const clang::FunctionDecl *definition, const ImportedFunction &function,
       const clang::Decl *context = nullptr);

  /// Whether a function's statements become a part of this body, or of one that it becomes a part
  /// of.
  bool isBeingInlined(const clang::FunctionDecl *other) const;

  ModuleImporter &importer;
  const clang::FunctionDecl *definition;
  const ImportedFunction &function;
  const bool isControl;
  ParsedSource &source;
  clang::ASTContext &ast;
  mlir::OpBuilder builder;
  mlir::Block *entry = nullptr;
  Body *inliner = nullptr;                  ///< the body that this one becomes a part of
  const clang::VarDecl *constant = nullptr; ///< the constant whose initial value this one emits

  llvm::DenseMap<const clang::ValueDecl *, Binding> bindings;
  std::optional<Binding> self; ///< the object of a method of a struct
  /// What `this` is where that is no struct: the object of the class, or a part of it.
  const ObjectPart *part;
  /// Strings that functions which print are given.
  llvm::DenseMap<const clang::ValueDecl *, std::shared_ptr<const HostText>> hostTexts;
  unsigned hostWays = 0; ///< to the end of such a function, beside the first
  /// In a loop or switch of such a function that holds a return: where that puts its value, and the
  /// variable that says so; and how many such loops and switches are around.
  struct HostReturn {
    mlir::Value result; ///< null where nobody takes it
    mlir::Value done;   ///< null where nothing follows
    unsigned depth = 0;
  };
  std::optional<HostReturn> hostReturn;
  /// The arrays that pointers which loops set may point into, by their elements' type.
  llvm::MapVector<mlir::Type, llvm::SmallVector<mlir::Value>> picked;
  /// The variables for the numbers of elements of pointers that are declared before they are set.
  llvm::DenseSet<mlir::Operation *> pointerNumbers;
  const clang::CallExpr *discarded = nullptr; ///< the last call whose result nobody takes
  const clang::Expr *bound = nullptr;         ///< the call whose place a reference is bound to
  /// What parts of an expression that are evaluated once stand for.
  llvm::DenseMap<const clang::OpaqueValueExpr *, mlir::Value> opaqueValues;
  llvm::DenseMap<const clang::OpaqueValueExpr *, ClosurePtr> opaqueClosures;
  /// Structured bindings whose object is declared, so that their names can be.
  llvm::DenseSet<const clang::DecompositionDecl *> decomposed;
  /// Functions whose statements stand in this one, since they give a closure.
  llvm::SmallVector<const clang::FunctionDecl *> inlined;
  /// A comment for the next statement: that of the label before it.
  std::string pendingComment;
  /// What `continue` has to do first in the loops around, innermost last; null where nothing.
  llvm::SmallVector<const clang::Expr *> continueSteps;
};

/// Fills a function's only block, whose arguments are its parameters.
void buildBody(Body &body, mlir::Block *block);

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_BODY_BODY_H
