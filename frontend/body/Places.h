//===- Places.h - Places: what lvalues name ---------------------------------------------------===//

#ifndef VKMORPH_FRONTEND_BODY_PLACES_H
#define VKMORPH_FRONTEND_BODY_PLACES_H

#include "frontend/body/Emitter.h"

namespace vkmorph::frontend {

class PlaceEmitter : public Emitter {
public:
  using Emitter::Emitter;

  /// Reads what a glvalue names.
  mlir::Value emitRead(const clang::Expr *glvalue);
  mlir::Value emitPlace(const clang::Expr *glvalue);
  mlir::Value emitMemberOf(mlir::Value base, const clang::FieldDecl *field, mlir::Location where);
  mlir::Value emitBaseOf(mlir::Value base, const clang::CastExpr *cast);
  mlir::Value emitObjectOf(const clang::MemberExpr *member);
  mlir::Value findDerived(mlir::Value base, const clang::CastExpr *cast);
  /// Whether a glvalue names no place of the dialect but a value: parts of temporaries and of
  /// parameters.
  bool isValueLike(const clang::Expr *glvalue) const;
  /// Whether it names a part of such a value, which nothing changes: a parameter that nothing
  /// writes, or a temporary. What functions give references to may change by another name.
  bool isPartOfValue(const clang::Expr *glvalue) const;
  bool isRefused(const clang::ValueDecl *decl) const;
  /// Whether a glvalue names a place that emitPlace gives.
  bool hasPlace(const clang::Expr *glvalue) const;

private:
  mlir::Value readAssigned(const clang::BinaryOperator *assignment);
  mlir::Value placeOfValue(mlir::Value value, mlir::Location where);
  mlir::Value placeOfName(const clang::DeclRefExpr *e);
  mlir::Value placeOfBinding(const clang::DeclRefExpr *e, const Binding &binding);
  mlir::Value placeOfElement(const clang::ArraySubscriptExpr *e);
  std::optional<mlir::Value> placeOfOperator(const clang::Expr *e);
  mlir::Value placeOfDereference(const clang::UnaryOperator *e);
  mlir::Value placeOfCall(const clang::CallExpr *call);
  mlir::Value placeOfCast(const clang::CastExpr *cast);
  mlir::Value emitMemberPlace(const clang::MemberExpr *member);
};

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_BODY_PLACES_H
