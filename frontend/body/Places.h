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
  mlir::Value findDerived(mlir::Value base, const clang::CastExpr *cast);
  /// Whether a glvalue names no place of the dialect but a value: parts of temporaries and of
  /// parameters.
  bool isValueLike(const clang::Expr *glvalue) const;
  bool isRefused(const clang::ValueDecl *decl) const;
  /// Whether a glvalue names a place that emitPlace gives.
  bool hasPlace(const clang::Expr *glvalue) const;

private:
  mlir::Value emitMemberPlace(const clang::MemberExpr *member);
};

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_BODY_PLACES_H
