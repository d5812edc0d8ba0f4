//===- PlanDispatches.cpp - Decides how calls of virtual methods are done ---------------------===//
//
//   vkm.call @Drop(%surface, %x, %y)
//
//   =>
//
//   vkm.call @Drop(%surface, %x, %y) {vkm.dispatch = "sort"}
//
// `switch`: each iteration takes the way of its object. `workgroup`: the iterations of one way run
// side by side in each workgroup, `sort`: in the whole grid. `callable`, on the grid as well: each
// call runs a shader. Decides only; RegroupDispatches, SortDispatches and LowerCallables follow.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/accesses/MemoryAccesses.h"
#include "analysis/patterns/Appends.h"
#include "analysis/patterns/Callables.h"
#include "analysis/patterns/Rounds.h"
#include "analysis/values/Expressions.h"
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
// out of it, and its share of one more dispatch for each way. Measured with bench/dispatches.h
// (bench/results/README.md): a way of 1100 instructions takes about 20 microseconds for 2^20
// iterations of all ways, sorting 33 and 2.5 for each way.
static constexpr int64_t kQueueCost = 1800;
static constexpr int64_t kCostOfWay = 140;
// The same of a workgroup that sorts its iterations, about: where 31 light ways besides its own
// cost an iteration a little less, it is as fast as a switch.
static constexpr int64_t kRegroupCost = 700;
// The same of threads that run calls for one another, in each round: where all objects differ they
// gain from about 2000 on, but where neighbours have one object a switch is up to 1.8 times as
// fast, unless the ways are more code than caches hold. Nobody knows which it is, so that rounds
// are taken where they were faster either way: 31 ways of 1100 (bench/marches.h).
static constexpr int64_t kRoundCost = 20000;

namespace {
struct PlanDispatchesPass : vkm::impl::PlanDispatchesBase<PlanDispatchesPass> {
  using PlanDispatchesBase::PlanDispatchesBase;
  void runOnOperation() override;

private:
  /// A choice, and why its iterations cannot be sorted all together.
  struct Candidate {
    Dispatch dispatch;
    std::optional<DispatchObstacle> obstacle;
    /// Why workgroups cannot sort them.
    std::optional<DispatchObstacle> regroupObstacle;
    ClassOp parent;
    GridOp grid; ///< whose iterations come to it; none where only functions do, or loops in grids
    /// The call in the grid that comes to it through functions; null where it stands there itself.
    CallOp outer;
    /// Why workgroups cannot sort the iterations by one that rounds may run: it stands in a loop, a
    /// branch or a function, or threads work together behind it. `regroupObstacle` is about rounds.
    std::string where = "";

    /// What says what is planned.
    Operation *getMarked() { return outer ? outer.getOperation() : dispatch.op; }
    bool isLeftToRounds() const { return !where.empty() && (!grid || obstacle); }
  };

  /// What the iterations of a grid come to, wherever it stands, for threads to run for one another.
  struct Rounds {
    struct Call {
      std::string name;
      Location loc;
      SmallVector<int64_t> costs;
      std::optional<DispatchObstacle> obstacle;
      /// Iterations that the first call has sorted do not go one way here: its object is another.
      bool isOther;
    };
    GridOp grid;
    std::vector<Call> calls;
    bool isPossible() const {
      return llvm::any_of(calls, [](const Call &call) { return !call.obstacle; });
    }
    /// Whether rounds run more than sorted iterations do: a call of another object, and the first
    /// one as well.
    bool goBeyondSorting() const {
      return !calls.empty() && !calls.front().obstacle &&
             llvm::any_of(calls, [](const Call &call) { return !call.obstacle && call.isOther; });
    }
    const Call *findDear() const;
  };

  void collectRounds(GridOp grid, const OrderDemands &demands);
  void planRounds(const Rounds &rounds, const std::string &why);
  const Rounds::Call *findRound(Operation *op);
  bool runsInRounds(const Candidate &one);
  bool isBetterInRounds(const Candidate &one);
  std::string findTargetObstacle();
  LogicalResult callAll(ClassOp parent, MutableArrayRef<Candidate> candidates);
  LogicalResult planCallables(GridOp grid, const llvm::StringSet<> &written);
  void noteWays(const Candidate &one, StringRef chosen, const std::string &why);
  std::string findCallableRefusal(const Candidate &one);
  void planBySwitch(Candidate &one, const std::string &why);
  void planSorted(Candidate &one, const std::string &why);
  void planRegrouped(Candidate &one, const std::string &why);
  void planInRounds(Candidate &one, const std::string &why);
  void planDeep(Candidate &one);
  void planByCost(MutableArrayRef<Candidate> candidates);
  void planFor(Candidate &one, llvm::DenseSet<Operation *> &sorted);
  void planQueue(Dispatch queue, const llvm::StringSet<> &written, const OrderDemands &demands);
  void planQueues(ClassOp parent, const OrderDemands &demands);
  LogicalResult sortAll(MutableArrayRef<Candidate> candidates);
  void collect(ClassOp parent, const OrderDemands &demands, SmallVectorImpl<Candidate> &candidates);

  std::vector<Rounds> m_rounds;
};
} // namespace

/// The instructions that threads of a subgroup whose objects are of any classes run beside those of
/// their own way: they run all ways one after another.
static int64_t countOthers(ArrayRef<int64_t> costs) {
  return std::accumulate(costs.begin(), costs.end(), int64_t(0)) - *llvm::max_element(costs);
}

static int64_t getSortCost(ArrayRef<int64_t> costs) {
  return kQueueCost + kCostOfWay * int64_t(costs.size());
}

static std::string describeCosts(ArrayRef<int64_t> costs) {
  int64_t all = std::accumulate(costs.begin(), costs.end(), int64_t(0));
  return "its " + std::to_string(costs.size()) + " ways cost about " + std::to_string(all) +
         " instructions together, the dearest " + std::to_string(*llvm::max_element(costs));
}

static std::string describeGain(ArrayRef<int64_t> costs) {
  return "threads of a subgroup would take several ways one after another: " + describeCosts(costs);
}

/// Keeps the choice for the report. Costs are instructions of an iteration.
void PlanDispatchesPass::noteWays(const Candidate &one, StringRef chosen, const std::string &why) {
  if (!keepsChoices(one.dispatch.op))
    return;
  Dispatch ways = one.dispatch;
  SmallVector<int64_t> costs = estimateWays(ways);
  int64_t largest = *llvm::max_element(costs), all = largest + countOthers(costs);
  std::string obstacle = one.obstacle ? one.obstacle->why : "";
  std::string regroupObstacle = one.regroupObstacle ? one.regroupObstacle->why : "";
  // Another one of its grid may be sorted in its place.
  if (dispatch == "sort" && chosen == "switch")
    obstacle = why;
  if (dispatch == "workgroup" && chosen == "switch")
    regroupObstacle = why;
  PlanChoice choice("virtual", ("'" + ways.getName() + "'").str());
  choice.add({"switch", all, why, {}, {}});
  int64_t together = one.where.empty() ? kRegroupCost : kRoundCost;
  choice.add({"workgroup", largest + together, why, regroupObstacle, {}});
  choice.add({"sort", largest + getSortCost(costs), why, obstacle, {}});
  // They were never the fastest: dearer than the others, as long as nobody asks.
  int64_t most = std::max(all, largest + getSortCost(costs));
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

void PlanDispatchesPass::planRegrouped(Candidate &one, const std::string &why) {
  noteWays(one, "workgroup", why);
  one.getMarked()->setAttr(kDispatchAttr, StringAttr::get(&getContext(), "workgroup"));
  (void)report(one.dispatch.op->getLoc(), diag::PlanRegrouped, {one.dispatch.getName().str(), why});
}

/// The call that the source has, which others may come to as well: those that are run in rounds are
/// written out of it, and marked when that is done.
void PlanDispatchesPass::planInRounds(Candidate &one, const std::string &why) {
  noteWays(one, "workgroup", why);
  one.dispatch.op->setAttr(kDispatchAttr, StringAttr::get(&getContext(), "switch"));
}

/// What stands in the way of one where another call of it can be run in rounds is said with it.
void PlanDispatchesPass::planRounds(const Rounds &rounds, const std::string &why) {
  auto grid = GridOp(rounds.grid);
  grid->setAttr(kDispatchAttr, StringAttr::get(&getContext(), "rounds"));
  walkReached(grid, [&](Operation *op) {
    if (isLeftByRounds(op, {deterministic, appendsInOrder}))
      op->setAttr(kLeftAttr, UnitAttr::get(&getContext()));
  });
  llvm::DenseSet<std::pair<Attribute, unsigned>> said;
  for (const Rounds::Call &call : rounds.calls) {
    if (!said.insert({LocationAttr(call.loc), call.obstacle ? 1u : 0u}).second)
      continue;
    if (call.obstacle)
      (void)report(call.loc, diag::PlanSwitch, {call.name, call.obstacle->why});
    else
      (void)report(call.loc, diag::PlanRounds, {call.name, why});
  }
}

/// By the costs. Of several choices of a grid the first one that pays sorts its iterations.
void PlanDispatchesPass::planFor(Candidate &one, llvm::DenseSet<Operation *> &sorted) {
  if (one.obstacle && one.regroupObstacle)
    return planBySwitch(one, one.regroupObstacle->why);
  SmallVector<int64_t> costs = estimateWays(one.dispatch);
  bool isByWorkgroup = one.where.empty() && !one.regroupObstacle;
  int64_t cost = isByWorkgroup ? kRegroupCost : getSortCost(costs);
  if (countOthers(costs) <= cost)
    return planBySwitch(one, describeCosts(costs) + ", and sorting about " + std::to_string(cost));
  if (!sorted.insert(one.grid).second)
    return planBySwitch(one, "another choice sorts the iterations");
  std::string why = describeGain(costs);
  isByWorkgroup ? planRegrouped(one, why) : planSorted(one, why);
}

/// Of a choice that rounds alone may run, when it is known which grids do so.
void PlanDispatchesPass::planDeep(Candidate &one) {
  SmallVector<int64_t> costs = estimateWays(one.dispatch);
  if (runsInRounds(one))
    return planInRounds(one, describeGain(costs));
  bool isLight = !one.regroupObstacle && countOthers(costs) <= kRoundCost;
  planBySwitch(one, isLight
                        ? describeCosts(costs) + ", and a round about " + std::to_string(kRoundCost)
                        : one.where);
}

/// A call that is dearer than what rounds cost; null where there is none.
const PlanDispatchesPass::Rounds::Call *PlanDispatchesPass::Rounds::findDear() const {
  auto dear = llvm::find_if(calls, [](const Call &call) {
    return !call.obstacle && countOthers(call.costs) > kRoundCost;
  });
  return dear == calls.end() ? nullptr : &*dear;
}

/// Rounds pay where one of the calls is dearer than what they cost, and where the first call could
/// sort the iterations, where they do more than that.
void PlanDispatchesPass::planByCost(MutableArrayRef<Candidate> candidates) {
  llvm::DenseSet<Operation *> sorted;
  auto planDear = [&](llvm::function_ref<bool(const Rounds &)> isMeant) {
    for (const Rounds &rounds : m_rounds)
      if (const Rounds::Call *dear = rounds.findDear();
          dear && isMeant(rounds) && sorted.insert(rounds.grid).second)
        planRounds(rounds, describeGain(dear->costs));
  };
  planDear([](const Rounds &rounds) { return rounds.goBeyondSorting(); });
  SmallVector<Candidate *> left;
  for (Candidate &one : candidates) {
    if (one.isLeftToRounds() || runsInRounds(one))
      left.push_back(&one);
    else
      planFor(one, sorted);
  }
  planDear([](const Rounds &) { return true; });
  for (Candidate *one : left)
    planDeep(*one);
}

/// One choice of a grid sorts its iterations, as the option says. The others, and those of
/// functions that they call, stay what they are; where a grid has none, that is an error.
LogicalResult PlanDispatchesPass::sortAll(MutableArrayRef<Candidate> candidates) {
  bool isByWorkgroup = dispatch == "workgroup";
  auto findObstacle = [&](Candidate &one) -> std::optional<DispatchObstacle> & {
    return isByWorkgroup ? one.regroupObstacle : one.obstacle;
  };
  llvm::DenseSet<Operation *> sorted;
  for (Candidate &one : candidates) {
    if ((isByWorkgroup && (!one.where.empty() || isBetterInRounds(one))) || findObstacle(one) ||
        !sorted.insert(one.grid).second)
      continue;
    if (isByWorkgroup)
      planRegrouped(one, "as the option says");
    else
      planSorted(one, "as the option says");
  }
  if (isByWorkgroup)
    for (const Rounds &rounds : m_rounds)
      if (rounds.isPossible() && sorted.insert(rounds.grid).second)
        planRounds(rounds, "as the option says");
  LogicalResult result = success();
  for (Candidate &one : candidates) {
    if (one.getMarked()->hasAttr(kDispatchAttr))
      continue;
    GridOp grid = one.grid ? one.grid : one.dispatch.op->getParentOfType<GridOp>();
    std::optional<DispatchObstacle> &obstacle = findObstacle(one);
    if (isByWorkgroup && !obstacle && runsInRounds(one))
      planInRounds(one, "as the option says");
    else if (isByWorkgroup && !obstacle && !one.where.empty())
      planBySwitch(one, one.where);
    else if (!obstacle)
      planBySwitch(one, "another choice sorts the iterations");
    else if (grid ? sorted.contains(grid) : !sorted.empty())
      planBySwitch(one, obstacle->why);
    else
      result = report(obstacle->loc, diag::SortImpossible,
                      {one.dispatch.getName().str(), obstacle->why});
  }
  return result;
}

/// Asks a copy of a grid in which the functions of a call are written out, as SortDispatches does,
/// what is against sorting its iterations by what they come to behind the call.
static std::optional<DispatchObstacle>
findObstacleBehind(GridOp grid, CallOp call,
                   llvm::function_ref<std::optional<DispatchObstacle>(Dispatch)> find) {
  auto copy = cast<GridOp>(OpBuilder(grid).clone(*grid));
  auto number = std::distance(grid.getBody().front().begin(), Block::iterator(call));
  auto inner = cast<CallOp>(*std::next(copy.getBody().front().begin(), number));
  std::optional<DispatchObstacle> obstacle = find(inlineToDispatch(inner));
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
  PatternCut cut = cutCallables(grid);
  for (Operation *op : cut.getLeft())
    op->setAttr(kLeftAttr, UnitAttr::get(&getContext()));
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
    if (one.dispatch.op->hasAttr(kDispatchAttr)) {
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

//===------------------------------------------------------------------------------------------===//
// Choices that rounds may run
//===------------------------------------------------------------------------------------------===//

/// Asks a copy of a grid in which the functions are written out, as SortDispatches does, which of
/// its choices can be run in rounds.
void PlanDispatchesPass::collectRounds(GridOp grid, const OrderDemands &demands) {
  bool comes = false;
  walkReached(grid, [&](Operation *op) { comes |= matchDispatch(op).has_value(); });
  if (!comes)
    return;
  auto copy = cast<GridOp>(OpBuilder(grid).clone(*grid));
  inlineDispatches(copy);
  llvm::StringSet<> written = getFieldsWrittenByKernels(grid->getParentOfType<ClassOp>());
  PatternCut cut = cutRounds(copy, demands);
  std::optional<DispatchObstacle> obstacle = findRoundsObstacle(copy, cut, written, demands);
  Rounds rounds = {grid, {}};
  SmallVector<Dispatch> found = collectDispatches(copy);
  for (Dispatch one : found) {
    std::optional<DispatchObstacle> own = obstacle ? obstacle : findRoundObstacle(one, copy);
    if (!own && cut.isInTail(one.op))
      own = DispatchObstacle{"it stands behind a running total", one.op->getLoc()};
    bool isOther = !isSameExpression(getChoosing(one), getChoosing(found.front()));
    rounds.calls.push_back(
        {one.getName().str(), one.op->getLoc(), estimateWays(one), own, isOther});
  }
  copy.erase();
  m_rounds.push_back(std::move(rounds));
}

/// What is known of a call where it is written out; null where no grid comes to it.
const PlanDispatchesPass::Rounds::Call *PlanDispatchesPass::findRound(Operation *op) {
  const Rounds::Call *found = nullptr;
  for (const Rounds &rounds : m_rounds)
    for (const Rounds::Call &call : rounds.calls)
      if (call.loc == op->getLoc() && (!found || (found->obstacle && !call.obstacle)))
        found = &call;
  return found;
}

/// Whether a grid that is planned to run rounds comes to it.
bool PlanDispatchesPass::runsInRounds(const Candidate &one) {
  return llvm::any_of(m_rounds, [&](const Rounds &rounds) {
    return runsRounds(rounds.grid) && llvm::any_of(rounds.calls, [&](const Rounds::Call &call) {
             return call.loc == one.dispatch.op->getLoc() && !call.obstacle;
           });
  });
}

/// Whether rounds of its grid do more than iterations that it sorts.
bool PlanDispatchesPass::isBetterInRounds(const Candidate &one) {
  return llvm::any_of(m_rounds, [&](const Rounds &rounds) {
    return rounds.grid == one.grid && rounds.goBeyondSorting();
  });
}

/// Choices that stand in a grid, or that its iterations come to through functions; those that are
/// left stand in functions, loops and branches.
void PlanDispatchesPass::collect(ClassOp parent, const OrderDemands &demands,
                                 SmallVectorImpl<Candidate> &candidates) {
  llvm::StringSet<> written = getFieldsWrittenByKernels(parent);
  auto findSort = [&](Dispatch found) { return findSortObstacle(found, written, demands); };
  llvm::DenseSet<Operation *> reached;
  parent.walk([&](GridOp grid) {
    for (auto call : llvm::make_early_inc_range(grid.getBody().front().getOps<CallOp>()))
      // Others behind it are of the iterations that the first one sorts.
      if (std::optional<Dispatch> behind = findDispatchBehind(call)) {
        reached.insert(behind->op);
        candidates.push_back({*behind, findObstacleBehind(grid, call, findSort),
                              findObstacleBehind(grid, call, findRegroupObstacle), parent, grid,
                              call});
      }
  });
  parent->getParentOfType<ModuleOp>().walk([&](Operation *op) {
    std::optional<Dispatch> found = matchDispatch(op);
    if (found && !reached.contains(op))
      candidates.push_back({*found, findSort(*found), findRegroupObstacle(*found), parent,
                            dyn_cast<GridOp>(op->getParentOp()), CallOp()});
  });
  // A copy of each grid is asked, which the other ways to dispatch need not.
  if (dispatch == "auto" || dispatch == "workgroup" || keepsChoices(parent))
    parent.walk([&](GridOp grid) { collectRounds(grid, demands); });
  for (Candidate &one : candidates) {
    const Rounds::Call *call = one.regroupObstacle ? findRound(one.dispatch.op) : nullptr;
    // What is said of one in the grid itself is what is in the way of sorting.
    if (!call || (one.grid && call->obstacle))
      continue;
    one.where = one.regroupObstacle->why;
    one.regroupObstacle = call->obstacle;
  }
}

/// Threads that go on are queued: that was decided with the kernels. What stands against it shows
/// here, where it is known what the kernel's patterns are.
void PlanDispatchesPass::planQueue(Dispatch queue, const llvm::StringSet<> &written,
                                   const OrderDemands &demands) {
  // Iterations that are sorted behind the branch are those that go on.
  bool isSortedBehind = llvm::any_of(*queue.op->getBlock(),
                                     [](Operation &op) { return isDispatchedBy(&op, "sort"); });
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
  if ((dispatch == "sort" || dispatch == "workgroup") && failed(sortAll(candidates)))
    return signalPassFailure();
  if (dispatch == "callable")
    for (ClassOp parent : module.getOps<ClassOp>())
      if (failed(callAll(parent, candidates)))
        return signalPassFailure();
  if (dispatch == "switch")
    for (Candidate &one : candidates)
      planBySwitch(one, "as the option says");
  if (dispatch == "auto")
    planByCost(candidates);
  // After these, of which one may leave out who takes no part.
  for (ClassOp parent : module.getOps<ClassOp>())
    planQueues(parent, demands);
}
