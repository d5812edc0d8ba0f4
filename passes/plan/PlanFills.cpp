//===- PlanFills.cpp - Which loops that store one number are commands -------------------------===//

#include "analysis/accesses/MemoryAccesses.h"
#include "analysis/patterns/Callables.h"
#include "passes/Diagnostics.h"
#include "passes/plan/Planning.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// Costs are tenths of a dispatch. A fill takes less time than the dispatch that it replaces, and
/// no pipeline (docs/Rationale.md, Commands and barriers).
static PlanChoice chooseFill(ArrayRef<Fill> fills, std::string obstacle, StringRef asked) {
  PlanChoice choice("fills");
  choice.add({"commands", 4 * int64_t(fills.size()),
              "a transfer stores one number, without a shader", std::move(obstacle), "auto"});
  choice.add({"kernels", 10, "one dispatch takes less time than several transfers", {}, "never"});
  choice.choose(asked);
  return choice;
}

void vkmorph::vkm::planFills(KernelOp kernel, const Planning &planning) {
  llvm::StringSet<> written = getFieldsWrittenByKernels(kernel->getParentOfType<ClassOp>());
  for (GridOp grid : kernel.getBody().front().getOps<GridOp>()) {
    std::optional<SmallVector<Fill>> fills = matchFills(grid);
    if (!fills)
      continue;
    PlanChoice choice = chooseFill(*fills, findFillObstacle(grid, *fills, written), planning.fills);
    note(grid, choice);
    if (choice.getChosen().value != "commands")
      continue;
    grid.setByFill(true);
    SmallVector<std::string> names;
    for (const Fill &fill : *fills)
      names.push_back(("'" + FieldOp(fill.field).getSymName() + "'").str());
    report(grid.getLoc(), diag::PlanFill,
           {kernel.getSymName().str(), llvm::join(names, " and "), choice.getReason()});
  }
}
