//===- Synthesis.h - Expressions over what has been evaluated ---------------------------------===//
//
// What a function of the library does to an element is an expression that stands nowhere: clang
// makes it, with the conversions, overloads and instances of templates that C++ asks for.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_FRONTEND_BODY_SYNTHESIS_H
#define VKMORPH_FRONTEND_BODY_SYNTHESIS_H

#include "frontend/body/Body.h"

#include "clang/Sema/Ownership.h"

namespace vkmorph::frontend {

/// Makes expressions for one use. What is null as operand, or cannot be made, gives null; clang has
/// said why then.
class Synthesis {
public:
  Synthesis(Body &body, const clang::Expr *use);

  /// An object that lies in a place.
  clang::Expr *place(clang::QualType type, mlir::Value ref);
  clang::Expr *value(clang::QualType type, mlir::Value value);
  /// The place or value that an expression of these stands for.
  mlir::Value valueOf(const clang::Expr *made) const;
  clang::Expr *closure(clang::QualType type, std::shared_ptr<const Closure> closure);

  clang::Expr *unary(clang::UnaryOperatorKind kind, clang::Expr *operand);
  clang::Expr *binary(clang::BinaryOperatorKind kind, clang::Expr *lhs, clang::Expr *rhs);
  /// `function(arguments)`, where the function is an object or a pointer as well.
  clang::Expr *call(clang::Expr *function, llvm::ArrayRef<clang::Expr *> arguments);
  /// As the condition of an `if`.
  clang::Expr *condition(clang::Expr *expression);
  clang::Expr *convert(clang::Expr *expression, clang::QualType type);
  /// `type(arguments)`
  clang::Expr *construct(clang::QualType type, llvm::ArrayRef<clang::Expr *> arguments);

private:
  clang::Expr *make(llvm::function_ref<clang::ExprResult(clang::Sema &)> act);

  Body &m_body;
  clang::SourceLocation m_location;
};

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_BODY_SYNTHESIS_H
