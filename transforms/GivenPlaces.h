//===- GivenPlaces.h - Functions for the places that they are called with --------------------===//
//
//   void Scale(Hit &hit, float s)                void Scale(uint hitIndex, float s)
//     { hit.charge *= s; }                 =>      { hits[hitIndex].charge *= s; }
//   Scale(hits[t], 2)                            Scale(t, 2)
//
// A place that a call gives is described by what it begins with (a field, a buffer) and the steps
// from there. Calls that give places of one description share a copy of the function; what differs
// between them, the buffer's pointer and the indices, the copy takes as parameters.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_TRANSFORMS_GIVENPLACES_H
#define VKMORPH_TRANSFORMS_GIVENPLACES_H

#include "ir/VkmDialect.h"

#include "mlir/IR/Builders.h"

#include <string>

namespace vkmorph::vkm {

/// Which indices are parts of a description; all others are given.
enum class DescribedIndices { None, Constants };

struct GivenPlace {
  mlir::Value pointer; ///< the buffer that it is in; null for fields
  /// The operations from the field, or from the buffer, to the place; none of a pointer itself.
  llvm::SmallVector<mlir::Operation *> steps;
  llvm::SmallVector<mlir::Value> indices; ///< those that are given, in the order of the steps

  /// Whether it begins with a field or a buffer.
  explicit operator bool() const { return pointer || !steps.empty(); }
  /// The steps, with the types of indices that are given.
  std::string describe() const;
  /// Builds the place elsewhere.
  mlir::Value build(mlir::OpBuilder &builder, mlir::Value givenPointer,
                    llvm::ArrayRef<mlir::Value> givenIndices) const;

  DescribedIndices described = DescribedIndices::None;

private:
  friend GivenPlace getGivenPlace(mlir::Value, DescribedIndices);
  bool isGiven(mlir::Value index) const;
};

/// Describes an argument of a call, a place or a pointer; none for values, and for places in local
/// variables and in what the caller was given itself.
GivenPlace getGivenPlace(mlir::Value argument, DescribedIndices described);

} // namespace vkmorph::vkm

#endif // VKMORPH_TRANSFORMS_GIVENPLACES_H
