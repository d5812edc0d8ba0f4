//===- HostCode.h - Output and clocks in control functions -----------------------------------===//

#ifndef VKMORPH_FRONTEND_HOST_HOSTCODE_H
#define VKMORPH_FRONTEND_HOST_HOSTCODE_H

#include "frontend/body/Emitter.h"

#include "mlir/IR/Value.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/SetVector.h"

#include <string>
#include <vector>

namespace vkmorph::frontend {

/// C++ with operands, as `vkm.host` has it.
struct HostText {
  std::vector<std::string> pieces = {""}; ///< one more than operands
  llvm::SmallVector<mlir::Value> operands;
  llvm::SetVector<llvm::StringRef> headers;
  bool timing = false;

  void add(llvm::StringRef text) { pieces.back() += text; }
  void add(mlir::Value operand) {
    operands.push_back(operand);
    pieces.emplace_back();
  }
  void add(const HostText &other) {
    add(other.pieces.front());
    pieces.insert(pieces.end(), other.pieces.begin() + 1, other.pieces.end());
    operands.append(other.operands.begin(), other.operands.end());
    headers.insert(other.headers.begin(), other.headers.end());
    timing |= other.timing;
  }
};

/// Whether a call prints, or asks a clock.
bool isHostCall(const clang::CallExpr *call);
/// `std::string`.
bool isString(clang::QualType type);
/// A point in time, a duration or a clock of `std::chrono`.
bool isClockType(clang::QualType type);

class HostEmitter : public Emitter {
public:
  using Emitter::Emitter;

  /// A call that only the host can make, in a control function; none for others.
  std::optional<CallResult> emitHostCall(const clang::CallExpr *call);
  std::optional<CallResult> emitHostFunction(const clang::CallExpr *call,
                                             const clang::FunctionDecl *callee,
                                             ClosurePtr part = nullptr);
  void emitHostVariable(const clang::VarDecl *variable);
  /// A throw that is a statement of a control function.
  void emitThrow(const clang::CXXThrowExpr *statement);
  /// `assert(condition)`, whose condition has no side effects. False where it is not one of numbers
  /// alone, which is left out.
  bool emitAssertion(const clang::Expr *assertion, const clang::Expr *condition);

  // Of a function whose statements stand in a control function:

  /// In front of a statement, whether it is a loop or switch that holds a return; behind it, leaves
  /// what is around it as well.
  bool beginLeft(const clang::Stmt *statement);
  void endLeft(mlir::Location where);
  /// A return inside of such a statement.
  void emitReturnInside(const clang::ReturnStmt *statement);

private:
  void emitReturned(const clang::ReturnStmt *statement, mlir::Value result);
  void emitLeft(const clang::Stmt *statement, llvm::ArrayRef<const clang::Stmt *> rest,
                mlir::Value result);
  void emitHostBody(llvm::ArrayRef<const clang::Stmt *> statements, mlir::Value result);
  bool bindHostParameter(Body &inner, const clang::ParmVarDecl *parameter,
                         const clang::Expr *argument, bool changes);
  mlir::Value negate(mlir::Value condition, mlir::Location where);
  vkm::HostOp makeHostOp(const HostText &text, mlir::Type result, mlir::Location where);
  // Each writes a part of the text; false after an error.
  bool emitHostText(const clang::Expr *expression, HostText &text);
  bool emitHostNumber(const clang::Expr *e, HostText &text);
  bool emitHostEnumerator(const clang::Expr *e, const clang::EnumDecl *enumeration, HostText &text);
  bool emitHostArguments(llvm::ArrayRef<const clang::Expr *> arguments, HostText &text);
  bool emitHostCallee(const clang::CallExpr *call, HostText &text);
  bool emitHostCallText(const clang::CallExpr *call, HostText &text);
  bool emitHostOperator(const clang::CXXOperatorCallExpr *call, HostText &text);
  bool emitHostName(const clang::DeclRefExpr *reference, HostText &text);
  bool canMakeObject(const clang::CXXConstructExpr *construct, HostText &text);
  std::string spellOnHost(clang::QualType type) const;
  bool emitHostCast(const clang::ExplicitCastExpr *cast, HostText &text);
  bool emitHostConstruct(const clang::CXXConstructExpr *construct, bool isNamed, HostText &text);
};

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_HOST_HOSTCODE_H
