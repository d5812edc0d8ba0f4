//===- ShiftCounters.h - Loops that compare their counter with something added ----------------===//

#ifndef VKMORPH_PASSES_RECOGNISE_SHIFTCOUNTERS_H
#define VKMORPH_PASSES_RECOGNISE_SHIFTCOUNTERS_H

#include "analysis/values/Expressions.h"
#include "ir/Effects.h"

namespace vkmorph::vkm {

/// Makes a loop that compares `counter + c` with its bound, and whose body only reads the counter,
/// one that counts that sum. `c` may read what `isInvariant` accepts; other loops stay.
void shiftCounter(ForOp loop, llvm::function_ref<bool(const Root &)> isInvariant);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_RECOGNISE_SHIFTCOUNTERS_H
