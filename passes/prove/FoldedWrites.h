//===- FoldedWrites.h - Elements that iterations meet in by a remainder or a quotient --------===//

#ifndef VKMORPH_PASSES_PROVE_FOLDEDWRITES_H
#define VKMORPH_PASSES_PROVE_FOLDEDWRITES_H

#include "passes/prove/GridValues.h"

namespace vkmorph::vkm {

/// What many numbers have in common that choose one element.
enum class FoldedBy { Remainder, Quotient };

/// Whether the index of an element is made of data only by remainders, masks and quotients of them:
/// `a[k[i] % 64]`, `a[(k[i] & 63) ^ 5]`, but not `a[k[i] / 9][k[i] % 9]`, where a number keeps what
/// it is. Of quotients only where the grid's counters have no part in what is divided.
std::optional<FoldedBy> findFoldOfData(AffineAnalysis &analysis, GridValues &values,
                                       const ElementAccess &access);

/// The same of a counter of the grid, where two iterations certainly meet if the grid has as many
/// as that takes: `a[i % 8]`, `a[i / 2]`. None where conditions may keep them apart.
std::optional<FoldedBy> findFoldOfCounter(AffineAnalysis &analysis, GridOp grid, GridValues &values,
                                          const ElementAccess &access);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_PROVE_FOLDEDWRITES_H
