//===- OldElements.h - Reads of elements that only later iterations write --------------------===//
//
//   for (i < n - 1) a[i] = a[i + 1];       a[i + 1] is what the array held before the loop
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_PASSES_PROVE_OLDELEMENTS_H
#define VKMORPH_PASSES_PROVE_OLDELEMENTS_H

#include "analysis/accesses/Dependence.h"

namespace vkmorph::vkm {

/// Whether an access is said to read what its element held before the grid (`vkm.reads_old`).
bool readsOldElement(const ElementAccess &access);

/// Whether that is proved for reads and writes of one array, all of each for the same equations: no
/// iteration that is earlier in the source writes an element that is read, nor does the iteration
/// itself before it reads. Accesses lie in program order as in memory.
bool findOldElements(AffineAnalysis &analysis, GridOp grid, EquationSymbols &symbols,
                     llvm::ArrayRef<const ElementAccess *> reads,
                     llvm::ArrayRef<const ElementAccess *> writes);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_PROVE_OLDELEMENTS_H
