//===- VectorExpressions.h - Vectors and matrices: members, operators, functions --------------===//

#ifndef VKMORPH_FRONTEND_LIBRARY_VECTOREXPRESSIONS_H
#define VKMORPH_FRONTEND_LIBRARY_VECTOREXPRESSIONS_H

#include "frontend/body/Emitter.h"

namespace vkmorph::frontend {

struct Callee;

/// What a place holds, or a value's own type.
mlir::Type heldType(mlir::Value placeOrValue);
/// A value with components of another type.
mlir::Value withComponents(mlir::OpBuilder &builder, mlir::Value value, mlir::Type component,
                           mlir::Location where);

/// A call of a library of vector maths; none where it is to be treated like any other.
std::optional<CallResult> emitVectorCall(Body &body, const clang::CallExpr *call,
                                         const Callee &callee);

class VectorEmitter : public Emitter {
public:
  using Emitter::Emitter;

  /// `v.x`: its place, or its value; none where the member is not of a vector.
  std::optional<mlir::Value> emitVectorMember(const clang::MemberExpr *member, bool asPlace);
  mlir::Value emitVectorConstruct(const clang::CXXConstructExpr *construct, mlir::Type type);
  mlir::Value emitVectorList(const clang::InitListExpr *list, mlir::Type type);
  mlir::Value emitVectorDefault(mlir::Type type, mlir::Location where);
  mlir::Value emitVectorConstant(const clang::APValue &value, mlir::Type type,
                                 mlir::Location where);
  mlir::Value emitSplat(double number, mlir::Type type, mlir::Location where);

  /// A vector or matrix: its place where it has one, else its value.
  mlir::Value emitVectorObject(const clang::Expr *object, bool isArrow);
  /// An element of a place or value; null where a literal index is beyond them.
  mlir::Value emitVectorElement(mlir::Value whole, mlir::Value index, const clang::Expr *use);
  mlir::Value emitVectorElement(mlir::Value whole, int64_t index, const clang::Expr *use);
  mlir::Value emitVectorRead(mlir::Value placeOrValue, mlir::Location where);
  /// The value of an operator; null where it does not give that type.
  mlir::Value emitVectorBinary(vkm::BinaryKind kind, mlir::Value lhs, mlir::Value rhs,
                               mlir::Type type, mlir::Location where);
  /// A vector or matrix made of these, as the library's constructors make it; null where they do
  /// not.
  mlir::Value makeVector(mlir::Type type, llvm::ArrayRef<mlir::Value> parts, bool fills,
                         bool byRows, mlir::Location where);

private:
  void collectListParts(const clang::Expr *init, mlir::Type type,
                        llvm::SmallVectorImpl<mlir::Value> &parts);
};

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_LIBRARY_VECTOREXPRESSIONS_H
