//===- Swaps.h - Three assignments that are std::swap ----------------------------------------===//

#ifndef VKMORPH_BACKENDS_HOST_VULKAN_RAISE_SWAPS_H
#define VKMORPH_BACKENDS_HOST_VULKAN_RAISE_SWAPS_H

#include "mlir/IR/Operation.h"

namespace vkmorph::host {

/// Gives the assignment in the middle kSwapAttr and takes the others out, once values have their
/// names:
///
///     const uint32_t aOld = a;
///     a = b;                         ->   std::swap(a, b);
///     b = aOld;
void joinSwaps(mlir::Operation *body);

} // namespace vkmorph::host

#endif // VKMORPH_BACKENDS_HOST_VULKAN_RAISE_SWAPS_H
