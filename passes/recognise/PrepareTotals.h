//===- PrepareTotals.h - Statements that change running totals get forms that are known -------===//

#ifndef VKMORPH_PASSES_RECOGNISE_PREPARETOTALS_H
#define VKMORPH_PASSES_RECOGNISE_PREPARETOTALS_H

#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// Rewrites what a grid does to running totals so that each statement is a step of one
/// (analysis/patterns/RunningSteps.h), where it is one in another form: what reads a copy of the
/// total reads the total, a local variable that the first iteration sets begins with the value that
/// changes nothing, and a statement that takes one of two values becomes two, in branches. Nothing
/// happens where that has been done.
void prepareTotals(GridOp grid);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_RECOGNISE_PREPARETOTALS_H
