//===- VectorArguments.cpp - Kernels that are given elements of a vector of the class --------===//

#include "passes/prove/VectorArguments.h"

#include "ir/Effects.h"
#include "ir/Places.h"
#include "passes/Diagnostics.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

LogicalResult vkmorph::vkm::checkVectorArguments(LaunchOp launch) {
  KernelOp kernel = lookupKernel(launch);
  EffectSet effects = getEffects(kernel.getBody());
  auto isWritten = [&](const Root &root) { return llvm::is_contained(effects.writes, root); };
  auto isUsed = [&](const Root &root) {
    return isWritten(root) || llvm::is_contained(effects.reads, root);
  };
  // The vector, and what the kernel calls it.
  SmallVector<std::pair<StringAttr, Root>> ways;
  for (auto [argument, operand] : llvm::zip(kernel.getArguments(), launch.getOperands())) {
    auto data = operand.getDefiningOp<VectorDataOp>();
    if (!data)
      continue;
    StringAttr vector = data.getFieldAttr().getAttr();
    ways.push_back({vector, {{}, argument}});
    ways.push_back({vector, {vector, {}}});
  }
  auto spell = [&](const Root &root) {
    auto argument = dyn_cast_or_null<BlockArgument>(root.value);
    return argument ? kernel.getArgName(argument.getArgNumber()).str() : root.symbol.str();
  };
  for (auto [index, first] : llvm::enumerate(ways))
    for (const auto &second : llvm::drop_begin(ways, index + 1)) {
      if (first.first != second.first || first.second == second.second || !isUsed(first.second) ||
          !isUsed(second.second) || !(isWritten(first.second) || isWritten(second.second)))
        continue;
      // Behind a swap the buffer is another one's.
      StringAttr name = first.first;
      for (const Root &root : {first.second, second.second})
        if (StringAttr own = root.value ? getVectorOfElements(root.value) : StringAttr())
          name = own;
      return report(
          launch.getLoc(), diag::VectorTwice,
          {kernel.getDisplayName().str(), name.str(), spell(first.second), spell(second.second)});
    }
  return success();
}
