//===- PlanCounting.cpp - Which kernels count the workgroups of others ------------------------===//
//
// Decides for each grid whose bounds the device knows: by kernels that are the last to change what
// these read, or by a dispatch of one thread in front of it (CountedGroups.h).
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/patterns/Appends.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "passes/plan/Choice.h"
#include "passes/plan/CountedGroups.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_PLANCOUNTING
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct PlanCountingPass : vkm::impl::PlanCountingBase<PlanCountingPass> {
  using PlanCountingBase::PlanCountingBase;
  void runOnOperation() override;
};
} // namespace

/// Costs are tenths of a dispatch of one thread and its barrier.
static PlanChoice chooseCounting(const CountedGrid &counted, StringRef asked) {
  PlanChoice choice("counting");
  choice.add({"by other kernels", int64_t(counted.counters.size()),
              "those that change the bounds last compute it", counted.obstacle, "auto"});
  choice.add({"in front", 10, "a dispatch of one thread computes it", {}, "never"});
  choice.choose(asked);
  return choice;
}

/// Adds a kernel to those whose workgroups an operation counts.
static void addCounted(Operation *counter, KernelOp kernel) {
  auto add = [&](auto op) {
    SmallVector<Attribute> names;
    if (ArrayAttr known = op.getCountsAttr())
      llvm::append_range(names, known);
    names.push_back(FlatSymbolRefAttr::get(kernel.getSymNameAttr()));
    op.setCountsAttr(ArrayAttr::get(op.getContext(), names));
  };
  if (auto once = dyn_cast<OnceOp>(counter))
    add(once);
  else
    add(cast<GridOp>(counter));
}

void PlanCountingPass::runOnOperation() {
  if (failed(checkDecision(getOperation().getLoc(), "counting", counting)))
    return signalPassFailure();
  if (getPhase(getOperation()) != Phase::Planned)
    return;
  for (ClassOp op : getOperation().getOps<ClassOp>())
    for (CountedGrid &counted : findCountedGrids(op)) {
      PlanChoice choice = chooseCounting(counted, counting);
      note(counted.grid, choice);
      if (choice.getIndex() != 0)
        continue;
      auto kernel = counted.grid->getParentOfType<KernelOp>();
      counted.grid.setCounted(true);
      SmallVector<std::string> names;
      for (Operation *counter : counted.counters) {
        addCounted(counter, kernel);
        std::string name = "'" + counter->getParentOfType<KernelOp>().getSymName().str() + "'";
        if (!llvm::is_contained(names, name))
          names.push_back(std::move(name));
      }
      report(counted.grid.getLoc(), diag::PlanCounting,
             {kernel.getSymName().str(), llvm::join(names, " and ")});
    }
}
