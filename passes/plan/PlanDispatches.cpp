//===- PlanDispatches.cpp - Decides how calls of virtual methods are done ---------------------===//
//
//   vkm.call @Drop(%surface, %x, %y)   ->   vkm.call @Drop(%surface, %x, %y) {vkm.dispatch =
//   "sort"}
//
// `switch`: each iteration takes the way of its object. `sort`: the iterations of one way run side
// by side. `callable`, on the grid as well: each call runs a shader. Decides only; SortDispatches
// and LowerCallables follow.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/accesses/MemoryAccesses.h"
#include "analysis/patterns/Callables.h"
#include "analysis/patterns/Dispatches.h"
#include "ir/HostCode.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "passes/plan/Choice.h"
#include "passes/plan/Target.h"
#include "transforms/InlineDispatches.h"

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

// What sorting costs an iteration, as estimateCost counts: to be put into a queue and to be taken
// out of it, and its share of one more dispatch and barrier for each way. Measured with
// bench/dispatches.h (bench/results/README.md): a way of 1100 instructions takes about 20
// microseconds for 2^20 iterations of all ways, sorting 40 and 5.5 for each way.
static constexpr int64_t kQueueCost = 2200;
static constexpr int64_t kCostOfWay = 300;

namespace {
struct PlanDispatchesPass : vkm::impl::PlanDispatchesBase<PlanDispatchesPass> {
  using PlanDispatchesBase::PlanDispatchesBase;
  void runOnOperation() override;

private:
  /// A choice, and why its iterations cannot be sorted.
  struct Candidate {
    Dispatch dispatch;
    std::optional<DispatchObstacle> obstacle;
    ClassOp parent;
    GridOp grid; ///< whose iterations come to it; none where only functions do, or loops in grids
    /// The call in the grid that comes to it through functions; null where it stands there itself.
    CallOp outer;

    /// What says what is planned.
    Operation *getMarked() { return outer ? outer.getOperation() : dispatch.op; }
  };

  std::string findTargetObstacle();
  LogicalResult callAll(ClassOp parent, MutableArrayRef<Candidate> candidates);
  LogicalResult planCallables(GridOp grid, const llvm::StringSet<> &written);
  void noteWays(const Candidate &one, StringRef chosen, const std::string &why);
  std::string findCallableRefusal(const Candidate &one);
  void planBySwitch(Candidate &one, const std::string &why);
  void planSorted(Candidate &one, const std::string &why);
  void planFor(Candidate &one);
  void planQueue(Dispatch queue, const llvm::StringSet<> &written, const OrderDemands &demands);
  void planQueues(ClassOp parent, const OrderDemands &demands);
  LogicalResult sortAll(MutableArrayRef<Candidate> candidates);
  void collect(ClassOp parent, const OrderDemands &demands, SmallVectorImpl<Candidate> &candidates);
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
  // What they cost has not been measured: no less than the others, as long as nobody asks.
  int64_t most = std::max(all, *llvm::max_element(costs) + overhead);
  choice.add({"callable", most + 1, why, findCallableRefusal(one), {}});
  choice.choose(dispatch == "callable" ? chosen : StringRef(dispatch));
  // The call itself is gone where iterations are sorted.
  GridOp grid = one.grid ? one.grid : ways.op->getParentOfType<GridOp>();
  note(grid ? grid->getParentOfType<KernelOp>().getOperation() : ClassOp(one.parent).getOperation(),
       choice);
}

void PlanDispatchesPass::planBySwitch(Candidate &one, const std::string &why) {
  noteWays(one, "switch", why);
  one.dispatch.op->setAttr(kDispatchAttr, StringAttr::get(&getContext(), "switch"));
  (void)report(one.dispatch.op->getLoc(), diag::PlanSwitch, {one.dispatch.getName().str(), why});
}

void PlanDispatchesPass::planSorted(Candidate &one, const std::string &why) {
  noteWays(one, "sort", why);
  one.getMarked()->setAttr(kDispatchAttr, StringAttr::get(&getContext(), "sort"));
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
    if (!one.obstacle && sorted.insert(one.grid).second)
      planSorted(one, "as the option says");
  LogicalResult result = success();
  for (Candidate &one : candidates) {
    if (one.getMarked()->hasAttr(kDispatchAttr))
      continue;
    GridOp grid = one.grid ? one.grid : one.dispatch.op->getParentOfType<GridOp>();
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

/// Why the iterations of a grid cannot be sorted by what they come to behind a call: asks a copy of
/// the grid in which functions are written out as SortDispatches does.
static std::optional<DispatchObstacle> findObstacleBehind(GridOp grid, CallOp call,
                                                          const llvm::StringSet<> &written,
                                                          const OrderDemands &demands) {
  auto copy = cast<GridOp>(OpBuilder(grid).clone(*grid));
  auto number = std::distance(grid.getBody().front().begin(), Block::iterator(call));
  auto inner = cast<CallOp>(*std::next(copy.getBody().front().begin(), number));
  std::optional<DispatchObstacle> obstacle =
      findSortObstacle(inlineToDispatch(inner), written, demands);
  copy.erase();
  return obstacle;
}

//===------------------------------------------------------------------------------------------===//
// Callable shaders
//===------------------------------------------------------------------------------------------===//

/// Why the target cannot run callable shaders; empty where it can. One that cannot be loaded is
/// reported where the other decisions are made.
std::string PlanDispatchesPass::findTargetObstacle() {
  llvm::Expected<Target> device = loadTarget(target);
  if (!device) {
    llvm::consumeError(device.takeError());
    return "";
  }
  for (const std::string &key : missing)
    device->drop(key);
  std::string name = device->name + (language.empty() ? "" : " in " + language);
  return device->rayTracingPipeline ? ""
                                    : "target '" + name +
                                          "' has no ray-tracing pipelines, whose "
                                          "shaders alone call others";
}

/// The same of one choice, for the report.
std::string PlanDispatchesPass::findCallableRefusal(const Candidate &one) {
  if (!one.dispatch.dispatcher)
    return "its ways are statements of the iteration, and no methods";
  GridOp grid = one.grid ? one.grid : one.dispatch.op->getParentOfType<GridOp>();
  if (!grid)
    return "it does not stand in the loop of a kernel";
  std::string why = findTargetObstacle();
  llvm::StringSet<> written = getFieldsWrittenByKernels(one.parent);
  std::optional<DispatchObstacle> obstacle;
  if (why.empty())
    obstacle = findCallableObstacle(grid, written);
  return obstacle ? obstacle->why : why;
}

/// All virtual calls of a grid, wherever they stand, or none.
LogicalResult PlanDispatchesPass::planCallables(GridOp grid, const llvm::StringSet<> &written) {
  SmallVector<CallOp> calls = collectVirtualCalls(grid);
  if (calls.empty())
    return success();
  std::string first = matchDispatch(calls.front())->getName().str();
  if (std::string why = findTargetObstacle(); !why.empty())
    return report(calls.front().getLoc(), diag::CallableImpossible, {first, why});
  if (std::optional<DispatchObstacle> obstacle = findCallableObstacle(grid, written))
    return report(obstacle->loc, diag::CallableImpossible, {first, obstacle->why});
  auto how = StringAttr::get(&getContext(), "callable");
  grid->setAttr(kDispatchAttr, how);
  for (CallOp call : calls) {
    call->setAttr(kDispatchAttr, how);
    (void)report(call.getLoc(), diag::PlanCallable,
                 {matchDispatch(call)->getName().str(),
                  grid->getParentOfType<KernelOp>().getSymName().str(), "as the option says"});
  }
  return success();
}

/// What stands in no grid, and visits of variants, whose ways are statements, remain switches.
LogicalResult PlanDispatchesPass::callAll(ClassOp parent, MutableArrayRef<Candidate> candidates) {
  llvm::StringSet<> written = getFieldsWrittenByKernels(parent);
  bool isRefused = false, isAny = false;
  parent.walk([&](GridOp grid) {
    isRefused |= failed(planCallables(grid, written));
    isAny |= runsCallables(grid);
  });
  if (isRefused)
    return failure();
  for (Candidate &one : candidates) {
    auto how = one.dispatch.op->getAttrOfType<StringAttr>(kDispatchAttr);
    if (how) {
      noteWays(one, "callable", "as the option says");
      continue;
    }
    std::string why = one.dispatch.dispatcher
                          ? "it runs once, and not in the loop of a kernel"
                          : "its ways are statements of the iteration, and no methods";
    if (!isAny)
      return report(one.dispatch.op->getLoc(), diag::CallableImpossible,
                    {one.dispatch.getName().str(), why});
    planBySwitch(one, why);
  }
  return success();
}

/// Choices that stand in a grid, or that its iterations come to through functions; those that are
/// left stand in functions, loops and branches.
void PlanDispatchesPass::collect(ClassOp parent, const OrderDemands &demands,
                                 SmallVectorImpl<Candidate> &candidates) {
  llvm::StringSet<> written = getFieldsWrittenByKernels(parent);
  llvm::DenseSet<Operation *> reached;
  parent.walk([&](GridOp grid) {
    for (auto call : llvm::make_early_inc_range(grid.getBody().front().getOps<CallOp>()))
      // Others behind it are of the iterations that the first one sorts.
      if (std::optional<Dispatch> behind = findDispatchBehind(call)) {
        reached.insert(behind->op);
        candidates.push_back(
            {*behind, findObstacleBehind(grid, call, written, demands), parent, grid, call});
      }
  });
  parent->getParentOfType<ModuleOp>().walk([&](Operation *op) {
    std::optional<Dispatch> found = matchDispatch(op);
    if (found && !reached.contains(op))
      candidates.push_back({*found, findSortObstacle(*found, written, demands), parent,
                            dyn_cast<GridOp>(op->getParentOp()), CallOp()});
  });
}

/// Threads that go on are queued: that was decided with the kernels. What stands against it shows
/// here, where it is known what the kernel's patterns are.
void PlanDispatchesPass::planQueue(Dispatch queue, const llvm::StringSet<> &written,
                                   const OrderDemands &demands) {
  // Iterations that are sorted behind the branch are those that go on.
  bool isSortedBehind = llvm::any_of(*queue.op->getBlock(), [](Operation &op) {
    auto how = op.getAttrOfType<StringAttr>(kDispatchAttr);
    return how && how.getValue() == "sort";
  });
  std::optional<DispatchObstacle> obstacle;
  auto grid = dyn_cast<GridOp>(queue.op->getParentOp());
  if (grid && runsCallables(grid))
    obstacle = DispatchObstacle{"its virtual calls run callable shaders", queue.op->getLoc()};
  else if (!isSortedBehind)
    obstacle = findSortObstacle(queue, written, demands);
  if (!isSortedBehind && !obstacle) {
    queue.op->setAttr(kDispatchAttr, StringAttr::get(&getContext(), "sort"));
    return;
  }
  if (obstacle)
    (void)report(obstacle->loc, diag::ThreadsNotQueued, {queue.getName().str(), obstacle->why});
  queue.op->removeAttr(kQueuesAttr);
}

void PlanDispatchesPass::planQueues(ClassOp parent, const OrderDemands &demands) {
  llvm::StringSet<> written = getFieldsWrittenByKernels(parent);
  SmallVector<Dispatch> queues;
  parent.walk([&](IfOp branch) {
    if (std::optional<Dispatch> found = matchQueue(branch))
      queues.push_back(*found);
  });
  for (Dispatch queue : queues)
    planQueue(queue, written, demands);
}

void PlanDispatchesPass::runOnOperation() {
  ModuleOp module = getOperation();
  if (getPhase(module) != Phase::Recognised)
    return;
  if (failed(checkDecision(module.getLoc(), "virtual", dispatch)))
    return signalPassFailure();
  const OrderDemands demands = {deterministic, appendsInOrder};
  SmallVector<Candidate> candidates;
  for (ClassOp parent : module.getOps<ClassOp>())
    collect(parent, demands, candidates);
  if (dispatch == "sort" && failed(sortAll(candidates)))
    return signalPassFailure();
  if (dispatch == "callable")
    for (ClassOp parent : module.getOps<ClassOp>())
      if (failed(callAll(parent, candidates)))
        return signalPassFailure();
  for (Candidate &one : candidates) {
    if (dispatch == "switch")
      planBySwitch(one, "as the option says");
    else if (dispatch == "auto")
      planFor(one);
  }
  // After these, of which one may leave out who takes no part.
  for (ClassOp parent : module.getOps<ClassOp>())
    planQueues(parent, demands);
}
