//===- OpenDistances.cpp - How far apart iterations are where parameters decide --------------===//

#include "passes/prove/OpenDistances.h"

#include "ir/Places.h"

using namespace mlir;
using namespace vkmorph::vkm;

/// What the source calls an invariant: a parameter or a member; empty for all else.
static StringRef getName(const Unknown &unknown) {
  if (auto argument = dyn_cast_or_null<BlockArgument>(unknown.value))
    if (auto kernel = dyn_cast<KernelOp>(argument.getOwner()->getParentOp()))
      return kernel.getArgName(argument.getArgNumber());
  auto load = unknown.value ? unknown.value.getDefiningOp<LoadOp>() : LoadOp();
  return load ? getRootName(getRoot(load.getRef())) : StringRef();
}

/// "'k' and 'm'"; empty where one has no name.
static std::string spell(const AffineAnalysis &analysis, ArrayRef<Polynomial> distance) {
  SmallVector<StringRef> names;
  bool areNamed = true;
  for (const Polynomial &component : distance)
    component.containsAny([&](Symbol symbol) {
      StringRef name = getName(analysis.getUnknown(symbol));
      areNamed &= !name.empty();
      if (!llvm::is_contained(names, name))
        names.push_back(name);
      return false;
    });
  std::string text;
  for (auto [index, name] : llvm::enumerate(names))
    text += (index == 0 ? "'" : index + 1 == names.size() ? " and '" : ", '") + name.str() + "'";
  return areNamed ? text : "";
}

std::string vkmorph::vkm::findOpenDistance(AffineAnalysis &analysis, GridOp grid,
                                           EquationSymbols &symbols, ArrayRef<DistanceCase> cases,
                                           const ElementAccess &first,
                                           const ElementAccess &second) {
  if (grid.getNumDims() < 2)
    return "";
  if (cases.empty())
    return spell(analysis, Equations(analysis, grid, symbols, first, second).findOpenDistance());
  std::string text;
  for (const DistanceCase &bounds : cases)
    for (auto [later, earlier] : {std::pair(&first, &second), std::pair(&second, &first)}) {
      Equations equations(analysis, grid, symbols, *later, *earlier);
      equations.assume(bounds);
      if (text.empty())
        text = spell(analysis, equations.findOpenDistance());
    }
  return text;
}
