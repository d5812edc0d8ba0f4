//===- HoldTotals.h - Conditions on totals become bounds of them ------------------------------===//

#ifndef VKMORPH_PASSES_RECOGNISE_HOLDTOTALS_H
#define VKMORPH_PASSES_RECOGNISE_HOLDTOTALS_H

#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// Makes minima and maxima of the conditions on its own value by which a grid changes an integer of
/// the class data, where these are the same for all values that it has. Places that have few of
/// them (ReachedStates.h) are left alone.
void holdTotals(GridOp grid);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_RECOGNISE_HOLDTOTALS_H
