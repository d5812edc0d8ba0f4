//===- SumElements.h - Sums into an element that does not change in a loop --------------------===//

#ifndef VKMORPH_PASSES_NORMALISE_SUMELEMENTS_H
#define VKMORPH_PASSES_NORMALISE_SUMELEMENTS_H

#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// Lets loops that will be grids of a kernel sum in a variable what they add to one element of an
/// array, and adds the variable to the element behind them.
void sumElements(KernelOp kernel);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_NORMALISE_SUMELEMENTS_H
