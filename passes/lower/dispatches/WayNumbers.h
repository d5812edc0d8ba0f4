//===- WayNumbers.h - Which way an iteration takes, as a number -------------------------------===//
//
//   vkm.call @Drop(%surface)   =>   min(surface.type - 1, 1)   // of two ways
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_PASSES_LOWER_DISPATCHES_WAYNUMBERS_H
#define VKMORPH_PASSES_LOWER_DISPATCHES_WAYNUMBERS_H

#include "analysis/patterns/Dispatches.h"

namespace vkmorph::vkm {

/// The number of the way that a choice takes for an iteration, from 0, as the choice makes it: of
/// type ui32, made where the builder stands, which is in front of the choice.
mlir::Value buildWayNumber(mlir::OpBuilder &at, Dispatch dispatch);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_LOWER_DISPATCHES_WAYNUMBERS_H
