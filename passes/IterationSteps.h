//===- IterationSteps.h - When the iterations of a grid run ----------------------------------===//

#ifndef VKMORPH_PASSES_ITERATIONSTEPS_H
#define VKMORPH_PASSES_ITERATIONSTEPS_H

#include "passes/SharedRoots.h"

namespace vkmorph::vkm {

/// On a grid whose iterations need each other's results, until vkm-split-steps: when they run, a
/// number for each dimension from the outermost in. 0 says that the host counts the dimension, and
/// launches the others for each of its iterations. What follows are weights: the host counts the
/// sums of the numbers of these dimensions' iterations, and launches all with one sum at once.
/// Where none follow, all iterations of the other dimensions run at once.
inline constexpr llvm::StringLiteral kStepsAttr = "vkm.steps";

/// That attribute; null where iterations run in any order.
inline mlir::DenseI32ArrayAttr getIterationSteps(GridOp grid) {
  return grid->getAttrOfType<mlir::DenseI32ArrayAttr>(kStepsAttr);
}

/// Which iterations of the grid must not be in each other's way where they run so (findConflicts):
/// those that are later in the source and do not run later. None where `steps` is empty.
llvm::SmallVector<DistanceCase> getUnorderedCases(GridOp grid, llvm::ArrayRef<int32_t> steps);

/// Those of which the first comes later in the source.
llvm::SmallVector<DistanceCase> getLaterCases(GridOp grid);

/// Those of which the first comes later in the last dimension but one and earlier in the last one,
/// and the same in the others.
DistanceCase getCrossingCase(GridOp grid);

/// Those that are apart in a dimension.
llvm::SmallVector<DistanceCase> getApartCases(GridOp grid, unsigned dim);

/// Whether iterations may need each other's results, as far as effects say: most grids read nothing
/// that they write.
bool readsWhatItWrites(GridOp grid);

/// Whether the results of a grid do not depend on when its iterations run, but for what they need
/// of each other's elements.
bool hasPlainResults(GridOp grid);

/// Whether loads of a grid are said to find what their elements held before it (`vkm.reads_old`).
bool readsOldElements(GridOp grid);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_ITERATIONSTEPS_H
