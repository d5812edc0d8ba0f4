//===- Variants.h - std::variants as records --------------------------------------------------===//

#ifndef VKMORPH_FRONTEND_LIBRARY_VARIANTS_H
#define VKMORPH_FRONTEND_LIBRARY_VARIANTS_H

#include "frontend/body/Emitter.h"

namespace vkmorph::frontend {

class VariantEmitter : public Emitter {
public:
  using Emitter::Emitter;

  /// The number of the alternative that a variant holds, 1 for the first: of its place or value.
  mlir::Value emitNumber(mlir::Value variant, mlir::Location where);
  /// The place or value of an alternative; null for one without data.
  mlir::Value emitAlternative(mlir::Value variant, unsigned index, mlir::Location where);
  /// Whether an alternative has data: a place of its own.
  bool hasData(mlir::Value variant, unsigned index) const;
  /// Whether a variant holds an alternative.
  mlir::Value emitHolds(mlir::Value variant, unsigned index, mlir::Location where);
  /// What std::get_if gives is null where the variant holds another alternative: of the place that
  /// it points to; null for other places. Of an alternative without data, what is taken for the
  /// place is the answer.
  mlir::Value emitIsHeld(mlir::Value place, mlir::Location where);
  /// A constant with what emitIsHeld says where a pointer is bound to a name: later, the variant
  /// may hold something else. Null for places that are no alternatives.
  mlir::Value keepIsHeld(mlir::Value place, const clang::VarDecl *pointer);
  /// What such a constant says. Where nothing was written since, it is the comparison itself.
  mlir::Value emitWasHeld(mlir::Value constant, mlir::Location where);
  /// Removes the constants that nobody asks.
  static void finishHeld(mlir::ModuleOp module);
  /// A variant that holds one alternative.
  mlir::Value emitHolding(mlir::Type variant, unsigned index, mlir::Value value,
                          mlir::Location where);
  mlir::Value emitConstruct(const clang::CXXConstructExpr *construct);
  /// Which alternative has a type; none where several or none have it.
  std::optional<unsigned> findAlternative(clang::QualType variant, clang::QualType type) const;
};

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_LIBRARY_VARIANTS_H
