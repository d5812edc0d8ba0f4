//===- SortedIterations.h - Iterations that are cut in front of a choice ----------------------===//

#ifndef VKMORPH_PASSES_LOWER_DISPATCHES_SORTEDITERATIONS_H
#define VKMORPH_PASSES_LOWER_DISPATCHES_SORTEDITERATIONS_H

#include "analysis/patterns/Dispatches.h"

namespace vkmorph::vkm {

/// The number of the way that a choice takes for an iteration, from 0, as the choice makes it: of
/// type ui32, made where the builder stands, which is in front of the choice.
///
///   vkm.call @Drop(%surface)   =>   min(surface.type - 1, 1)   // of two ways
mlir::Value buildWayNumber(mlir::OpBuilder &at, Dispatch dispatch);

/// What the part behind the cut uses of the one in front of it, made of the value that was kept of
/// it: a value of the same type, or a variable that begins with it.
mlir::Value buildUsed(mlir::OpBuilder &at, mlir::Location loc, mlir::Value used, mlir::Value kept);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_LOWER_DISPATCHES_SORTEDITERATIONS_H
