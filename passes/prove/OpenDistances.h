//===- OpenDistances.h - How far apart iterations are where parameters decide ----------------===//

#ifndef VKMORPH_PASSES_PROVE_OPENDISTANCES_H
#define VKMORPH_PASSES_PROVE_OPENDISTANCES_H

#include "analysis/accesses/Dependence.h"
#include "passes/SharedRoots.h"

namespace vkmorph::vkm {

/// The names of what decides how far apart two iterations are of which one has one access and
/// another one the other access of the same element, as "'k' and 'm'" for
/// `a[y * w + x] += a[(y - k) * w + x - m]`. With cases, of iterations that are so far apart. Empty
/// where no such distance is found, or what is known says that there is none. Only grids of several
/// dimensions are looked at.
std::string findOpenDistance(AffineAnalysis &analysis, GridOp grid, EquationSymbols &symbols,
                             llvm::ArrayRef<DistanceCase> cases, const ElementAccess &first,
                             const ElementAccess &second);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_PROVE_OPENDISTANCES_H
