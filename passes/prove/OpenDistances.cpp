//===- OpenDistances.cpp - How far apart iterations are where parameters decide --------------===//

#include "passes/prove/OpenDistances.h"

#include "passes/IterationDistance.h"

using namespace mlir;
using namespace vkmorph::vkm;

std::string vkmorph::vkm::findOpenDistance(AffineAnalysis &analysis, GridOp grid,
                                           EquationSymbols &symbols, ArrayRef<DistanceCase> cases,
                                           const ElementAccess &first,
                                           const ElementAccess &second) {
  if (grid.getNumDims() < 2)
    return "";
  if (cases.empty())
    return spellSymbols(analysis,
                        Equations(analysis, grid, symbols, first, second).findOpenDistance());
  std::string text;
  for (const DistanceCase &bounds : cases)
    for (auto [later, earlier] : {std::pair(&first, &second), std::pair(&second, &first)}) {
      Equations equations(analysis, grid, symbols, *later, *earlier);
      equations.assume(bounds);
      if (text.empty())
        text = spellSymbols(analysis, equations.findOpenDistance());
    }
  return text;
}
