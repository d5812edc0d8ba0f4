//===- PlanDispatches.cpp - Decides how calls of virtual methods are done ---------------------===//
//
//   vkm.call @Drop(%surface, %x, %y)   ->   vkm.call @Drop(%surface, %x, %y) {vkm.dispatch =
//   "sort"}
//
// `switch`: each iteration takes the way of its object. `sort`: the iterations of one way run side
// by side. Decides only; SortDispatches follows.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/accesses/MemoryAccesses.h"
#include "analysis/patterns/Dispatches.h"
#include "ir/HostCode.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "passes/plan/Choice.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <numeric>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_PLANDISPATCHES
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

// What it costs an iteration to be put into a queue and to be taken out of it, as estimateCost
// counts: an atomic operation for each subgroup, two accesses to memory, and its share of two more
// dispatches and barriers for each way.
static constexpr int64_t kQueueCost = 200;
static constexpr int64_t kCostOfWay = 100;

namespace {
struct PlanDispatchesPass : vkm::impl::PlanDispatchesBase<PlanDispatchesPass> {
  using PlanDispatchesBase::PlanDispatchesBase;
  void runOnOperation() override;

private:
  /// A choice, and why its iterations cannot be sorted.
  struct Candidate {
    Dispatch dispatch;
    std::optional<DispatchObstacle> obstacle;
    ClassOp owner; ///< of the kernels that make it
  };

  void noteWays(const Candidate &one, StringRef chosen, const std::string &why);
  void planBySwitch(Candidate &one, const std::string &why);
  void planSorted(Candidate &one, const std::string &why);
  void planFor(Candidate &one);
  LogicalResult sortAll(MutableArrayRef<Candidate> candidates);
};
} // namespace

/// Why sorting does not pay, empty where it does: threads of a subgroup whose objects are of any
/// classes run all ways one after another, and sorted ones their own.
static std::string findWhyNot(ArrayRef<int64_t> costs) {
  int64_t all = std::accumulate(costs.begin(), costs.end(), int64_t(0));
  int64_t largest = *llvm::max_element(costs);
  int64_t overhead = kQueueCost + kCostOfWay * int64_t(costs.size());
  if (all - largest > overhead)
    return "";
  return "its " + std::to_string(costs.size()) + " ways cost about " + std::to_string(all) +
         " instructions together, the dearest " + std::to_string(largest) + ", and sorting about " +
         std::to_string(overhead);
}

/// Keeps the choice for the report. Costs are instructions of an iteration.
void PlanDispatchesPass::noteWays(const Candidate &one, StringRef chosen, const std::string &why) {
  if (!keepsChoices(one.dispatch.op))
    return;
  Dispatch ways = one.dispatch;
  SmallVector<int64_t> costs = estimateWays(ways);
  int64_t all = std::accumulate(costs.begin(), costs.end(), int64_t(0));
  int64_t overhead = kQueueCost + kCostOfWay * int64_t(costs.size());
  std::string obstacle = one.obstacle ? one.obstacle->why : "";
  // Another one of its grid may be sorted in its place.
  if (dispatch == "sort" && chosen == "switch")
    obstacle = why;
  PlanChoice choice("virtual", ("'" + ways.getName() + "'").str());
  choice.add({"switch", all, why, {}, {}});
  choice.add({"sort", *llvm::max_element(costs) + overhead, why, obstacle, {}});
  choice.choose(dispatch);
  // The call itself is gone where iterations are sorted.
  Operation *kernel = ways.op->getParentOfType<KernelOp>();
  note(kernel ? kernel : ClassOp(one.owner).getOperation(), choice);
}

void PlanDispatchesPass::planBySwitch(Candidate &one, const std::string &why) {
  noteWays(one, "switch", why);
  one.dispatch.op->setAttr(kDispatchAttr, StringAttr::get(&getContext(), "switch"));
  (void)report(one.dispatch.op->getLoc(), diag::PlanSwitch, {one.dispatch.getName().str(), why});
}

void PlanDispatchesPass::planSorted(Candidate &one, const std::string &why) {
  noteWays(one, "sort", why);
  one.dispatch.op->setAttr(kDispatchAttr, StringAttr::get(&getContext(), "sort"));
  (void)report(one.dispatch.op->getLoc(), diag::PlanSorted, {one.dispatch.getName().str(), why});
}

/// By the costs.
void PlanDispatchesPass::planFor(Candidate &one) {
  if (one.obstacle)
    return planBySwitch(one, one.obstacle->why);
  SmallVector<int64_t> costs = estimateWays(one.dispatch);
  if (std::string whyNot = findWhyNot(costs); !whyNot.empty())
    return planBySwitch(one, whyNot);
  int64_t all = std::accumulate(costs.begin(), costs.end(), int64_t(0));
  planSorted(one, "threads of a subgroup would take " + std::to_string(costs.size()) +
                      " ways one after another, about " + std::to_string(all) +
                      " instructions together");
}

/// One choice of a grid sorts its iterations. The others, and those of functions that they call,
/// stay what they are; where a grid has none, that is an error.
LogicalResult PlanDispatchesPass::sortAll(MutableArrayRef<Candidate> candidates) {
  llvm::DenseSet<Operation *> sorted;
  for (Candidate &one : candidates)
    if (!one.obstacle && sorted.insert(one.dispatch.op->getParentOp()).second)
      planSorted(one, "as the option says");
  LogicalResult result = success();
  for (Candidate &one : candidates) {
    if (one.dispatch.op->hasAttr(kDispatchAttr))
      continue;
    auto grid = one.dispatch.op->getParentOfType<GridOp>();
    if (!one.obstacle)
      planBySwitch(one, "another choice sorts the iterations");
    else if (grid ? sorted.contains(grid) : !sorted.empty())
      planBySwitch(one, one.obstacle->why);
    else
      result = report(one.obstacle->loc, diag::SortImpossible,
                      {one.dispatch.getName().str(), one.obstacle->why});
  }
  return result;
}

void PlanDispatchesPass::runOnOperation() {
  ModuleOp module = getOperation();
  if (getPhase(module) != Phase::Recognised)
    return;
  if (failed(checkDecision(module.getLoc(), "virtual", dispatch)))
    return signalPassFailure();
  SmallVector<Candidate> candidates;
  for (ClassOp parent : module.getOps<ClassOp>()) {
    llvm::StringSet<> written = getFieldsWrittenByKernels(parent);
    module.walk([&](Operation *op) {
      if (std::optional<Dispatch> found = matchDispatch(op))
        candidates.push_back({*found, findSortObstacle(*found, written, inOrder), parent});
    });
  }
  if (dispatch == "sort" && failed(sortAll(candidates)))
    return signalPassFailure();
  for (Candidate &one : candidates) {
    if (dispatch == "switch")
      planBySwitch(one, "as the option says");
    else if (dispatch == "auto")
      planFor(one);
  }
}
