//===- PlanFusion.cpp - Decides which launches become one dispatch ----------------------------===//
//
//   launch @Scale(in, out, n)            launch @Scale(in, out, n)
//   launch @Shift(out, soft, n)    ->    launch @Shift(out, soft, n) {vkm.fused}
//
// Two launches that follow each other, over the same iterations, where an iteration of the second
// needs only what the same one of the first has done: then an iteration can do both in turn, and
// the barrier between them goes. That is so where the iterations of a kernel that does both are
// proved to be independent, so that kernel is made, asked, and removed. Decides only; FuseLaunches
// follows.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/accesses/Dependence.h"
#include "analysis/accesses/LaunchFacts.h"
#include "analysis/patterns/Callables.h"
#include "analysis/patterns/Dispatches.h"
#include "analysis/values/Expressions.h"
#include "ir/ClassSymbols.h"
#include "ir/Recognisers.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "passes/SharedRoots.h"
#include "passes/plan/Choice.h"
#include "passes/plan/PlanRules.h"
#include "transforms/FuseKernels.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_PLANFUSION
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct PlanFusionPass : vkm::impl::PlanFusionBase<PlanFusionPass> {
  using PlanFusionBase::PlanFusionBase;
  void runOnOperation() override;

private:
  void plan(Block &block);
  bool plan(LaunchOp first, LaunchOp second, std::optional<FusedLaunch> &fused);
};
} // namespace

static KernelOp getKernel(LaunchOp launch) {
  return lookupInClass<KernelOp>(launch, launch.getKernel());
}

static std::string quote(KernelOp kernel) { return "'" + kernel.getDisplayName().str() + "'"; }

//===------------------------------------------------------------------------------------------===//
// What is against it
//===------------------------------------------------------------------------------------------===//

/// Whether iterations end before their last statement.
static bool endsEarly(GridOp grid) {
  return grid
      ->walk([&](Operation *op) {
        bool ends =
            isa<ReturnOp>(op) || (isa<ContinueOp>(op) && !op->getParentOfType<LoopOpInterface>());
        return ends ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Why a kernel cannot do its work together with that of another one, or should not; empty where it
/// can.
static std::string findKernelObstacle(KernelOp kernel, bool isFirst) {
  GridOp grid = findOnlyGrid(kernel, /*mayRunOnce=*/!isFirst);
  if (!grid)
    return quote(kernel) + " does something before, behind or between its loops";
  if (kernel.getPerThread())
    return quote(kernel) + " runs once per thread";
  if (grid.getUnproven() || grid->hasAttr(kWritesAlikeAttr))
    return "iterations of " + quote(kernel) + " are not proved to have elements of their own";
  if (isFirst && endsEarly(grid))
    return "an iteration of " + quote(kernel) + " may end early";
  std::string why;
  grid->walk([&](Operation *op) {
    if (isa<ReduceOp>(op) && !isFirst)
      return WalkResult::advance();
    if (auto pattern = dyn_cast<PatternOpInterface>(op))
      why = quote(kernel) + " " + pattern.describeWork().str();
    else if (isa<AppendOp, ReserveOp>(op))
      why = quote(kernel) + " appends elements";
    else if (isa<LoopOpInterface>(op))
      why = quote(kernel) + " has loops, beside which a dispatch costs little";
    else if (matchDispatch(op) || matchQueue(op))
      why = "iterations of " + quote(kernel) + " may be sorted by what they call";
    return why.empty() ? WalkResult::advance() : WalkResult::interrupt();
  });
  if (why.empty() && !collectVirtualCalls(grid).empty())
    why = "iterations of " + quote(kernel) + " may be sorted by what they call";
  return why;
}

/// Whether an operation between two launches may as well be in front of both.
static bool mayComeBefore(Operation *op, const EffectSet &first) {
  auto variable = dyn_cast<VarOp>(op);
  if (isa<HostOp>(op) || !(variable ? keepsInitialValue(variable) : isWithoutEffect(op)))
    return false;
  return llvm::none_of(getEffects(op).reads,
                       [&](const Root &root) { return root.symbol && first.writesAny(root); });
}

static std::string findObstacleBetween(LaunchOp first, LaunchOp second) {
  EffectSet effects = getEffects(getKernel(first).getBody());
  for (Operation *op = first->getNextNode(); op != second; op = op->getNextNode())
    if (!mayComeBefore(op, effects))
      return "the control function does something between them";
  return "";
}

/// Whether two grids count alike, but for their bounds.
static bool countAlike(GridOp a, GridOp b) {
  return a.getSteps() == b.getSteps() && a.getPredicates() == b.getPredicates() &&
         a.getDynamicSteps().empty() && b.getDynamicSteps().empty() &&
         a.getBody().getArgumentTypes() == b.getBody().getArgumentTypes() &&
         ValueRange(a.getUpper()).getTypes() == ValueRange(b.getUpper()).getTypes();
}

/// A vector of the class that one kernel is given and the other one uses by its name.
static std::string findTwoNames(LaunchOp given, LaunchOp other) {
  EffectSet effects = getEffects(getKernel(other).getBody());
  for (Value operand : given.getOperands()) {
    auto data = operand.getDefiningOp<VectorDataOp>();
    if (isa<PtrType>(operand.getType()) && !data && !isa<BlockArgument>(operand))
      return "an array of " + quote(getKernel(given)) + " is one of several";
    Root root = data ? Root{data.getFieldAttr().getAttr(), {}} : Root();
    if (root && (effects.readsAny(root) || effects.writesAny(root)))
      return quote(getKernel(given)) + " is given '" + root.symbol.str() + "', and " +
             quote(getKernel(other)) + " uses it by its name";
  }
  return "";
}

/// The arrays of a launch, and members; what is written comes first.
static void collectMemory(LaunchOp launch, llvm::SetVector<Root> &written,
                          llvm::SetVector<Root> &used) {
  KernelOp kernel = getKernel(launch);
  EffectSet effects = getEffects(kernel.getBody());
  auto translate = [&](const Root &root) -> Root {
    auto argument = dyn_cast_or_null<BlockArgument>(root.value);
    if (!argument || argument.getOwner() != &kernel.getBody().front())
      return root.symbol ? root : Root();
    Value operand = launch.getOperands()[argument.getArgNumber()];
    if (auto data = operand.getDefiningOp<VectorDataOp>())
      return {data.getFieldAttr().getAttr(), {}};
    return {{}, operand};
  };
  for (const Root &root : effects.writes)
    if (Root known = translate(root)) {
      written.insert(known);
      used.insert(known);
    }
  for (const Root &root : effects.reads)
    if (Root known = translate(root))
      used.insert(known);
}

/// What fusing would not gain, or need too much for.
static std::string findCostObstacle(LaunchOp first, LaunchOp second) {
  llvm::SetVector<Root> written[2], used[2];
  collectMemory(first, written[0], used[0]);
  collectMemory(second, written[1], used[1]);
  auto meet = [](const llvm::SetVector<Root> &one, const llvm::SetVector<Root> &other) {
    return llvm::any_of(one, [&](const Root &root) { return other.contains(root); });
  };
  if (!meet(written[0], used[1]) && !meet(used[0], written[1]))
    return "no barrier is between them, so that they run side by side";
  auto theClass = first->getParentOfType<ClassOp>();
  llvm::SetVector<Root> all = used[0];
  all.insert(used[1].begin(), used[1].end());
  // Workgroups leave what they have reduced in one more.
  bool reduces =
      getKernel(second)->walk([](ReduceOp) { return WalkResult::interrupt(); }).wasInterrupted();
  size_t buffers = countBuffers(theClass, all) + reduces;
  if (buffers > std::max({kBuffersOfAnyDevice, countBuffers(theClass, used[0]),
                          countBuffers(theClass, used[1]) + reduces}))
    return "together they use " + std::to_string(buffers) +
           " buffers, which not every device takes";
  return "";
}

/// What shows before the kernel of both is made; empty where nothing is against it.
static std::string findObstacle(LaunchOp first, LaunchOp second) {
  KernelOp kernels[] = {getKernel(first), getKernel(second)};
  if (std::string why = findObstacleBetween(first, second); !why.empty())
    return why;
  for (bool isFirst : {true, false})
    if (std::string why = findKernelObstacle(kernels[!isFirst], isFirst); !why.empty())
      return why;
  GridOp grids[] = {findOnlyGrid(kernels[0]), findOnlyGrid(kernels[1], /*mayRunOnce=*/true)};
  if (grids[0].getNumDims() != grids[1].getNumDims() || !countAlike(grids[0], grids[1]))
    return "they have other loops";
  for (auto [given, other] : {std::pair(first, second), std::pair(second, first)})
    if (std::string why = findTwoNames(given, other); !why.empty())
      return why;
  return findCostObstacle(first, second);
}

/// Whether what the second kernel does before its grid, bounds included, may as well be done before
/// the first one's iterations.
static bool mayBegin(FusedLaunch &fused) {
  GridOp grid = findOnlyGrid(fused.kernel, /*mayRunOnce=*/true);
  EffectSet first;
  for (Operation &op : grid.getBody().front()) {
    if (&op == fused.second)
      break;
    first.add(getEffects(&op));
  }
  SmallVector<Operation *> head;
  for (Operation *op = grid->getPrevNode(); op; op = op->getPrevNode())
    if (!isa<ExtentOp>(op))
      head.push_back(op);
  // Expressions in front of the grid are computed where it needs them, behind what runs once.
  for (Operation *op : head)
    if (!isa<OnceOp>(op))
      first.add(getEffects(op));
  return llvm::none_of(head, [&](Operation *op) { return getEffects(op).conflictsWith(first); });
}

/// Whether a bound loses bits on its way, which polynomials do not show: two bounds that differ
/// by that may be alike in one of them.
static bool losesBits(Value value, FusedLaunch &fused) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    bool isOfKernel = argument.getOwner() == &fused.kernel.getBody().front();
    return isOfKernel && losesBits(fused.launch.getOperands()[argument.getArgNumber()], fused);
  }
  Operation *op = value.getDefiningOp();
  if (auto cast = dyn_cast<CastOp>(op)) {
    auto from = dyn_cast<IntegerType>(cast.getOperand().getType()),
         to = dyn_cast<IntegerType>(cast.getType());
    if (from && to && from.getWidth() > to.getWidth())
      return true;
  }
  if (auto load = dyn_cast<LoadOp>(op))
    if (auto variable = load.getRef().getDefiningOp<VarOp>())
      return variable.getInit() && losesBits(variable.getInit(), fused);
  return llvm::any_of(op->getOperands(), [&](Value operand) { return losesBits(operand, fused); });
}

/// What the kernel of both shows.
static std::string findObstacle(FusedLaunch &fused, LaunchOp first, LaunchOp second) {
  if (!fused.sizesAgree)
    return "they state different sizes of an array";
  if (!mayBegin(fused))
    return quote(getKernel(second)) + " begins with what " + quote(getKernel(first)) +
           " changes or still needs";
  std::unique_ptr<AffineAnalysis> analysis;
  for (auto [mine, theirs] : fused.bounds) {
    if (isSameExpression(mine, theirs))
      continue;
    if (!analysis)
      analysis = makeAnalysisAtLaunch(fused.launch);
    std::optional<Polynomial> a = analysis->evaluate(mine), b = analysis->evaluate(theirs);
    if (!a || !b || *a != *b || losesBits(mine, fused) || losesBits(theirs, fused))
      return "they are not known to have as many iterations";
  }
  if (!hasIndependentGrids(fused.kernel))
    return "an iteration of " + quote(getKernel(second)) +
           " may need more of what another one of " + quote(getKernel(first)) + " reads or writes";
  return "";
}

//===------------------------------------------------------------------------------------------===//
// The pass
//===------------------------------------------------------------------------------------------===//

/// Decides on two launches; `fused` is what they become.
bool PlanFusionPass::plan(LaunchOp first, LaunchOp second, std::optional<FusedLaunch> &fused) {
  std::string obstacle = images == "buffers"
                             ? findObstacle(first, second)
                             : "arrays that one kernel reads and writes are no images";
  if (obstacle.empty()) {
    fused = fuseLaunches(first, second);
    obstacle = findObstacle(*fused, first, second);
  }
  std::string names[] = {quote(getKernel(first)), quote(getKernel(second))};
  auto control = first->getParentOfType<ControlOp>();
  PlanChoice choice("fusion",
                    names[0] + " and " + names[1] + " in '" + control.getSymName().str() + "'");
  choice.add({"one dispatch", 1,
              "an iteration of the second needs only what the same one of the "
              "first has done, so that a dispatch and a barrier are saved",
              obstacle, "auto"});
  choice.add({"two dispatches", 2, obstacle, {}, "never"});
  bool isFused = choice.choose(fusion).value == "one dispatch";
  note(first->getParentOfType<ClassOp>(), choice);
  if (isFused)
    report(second.getLoc(), diag::PlanFused,
           {getKernel(first).getDisplayName().str(), getKernel(second).getDisplayName().str(),
            control.getSymName().str()});
  return isFused;
}

/// Plans a sequence of launches; what has become one is asked whether the next one can join it.
void PlanFusionPass::plan(Block &block) {
  LaunchOp before;
  SmallVector<FusedLaunch> trials;
  for (LaunchOp launch : llvm::to_vector(block.getOps<LaunchOp>())) {
    std::optional<FusedLaunch> fused;
    // What the compiler made of statements of control functions is no kernel to decide on.
    if (getKernel(launch)->hasAttr(kOutlinedAttr)) {
      before = {};
      continue;
    }
    if (before && plan(before, launch, fused)) {
      launch->setAttr(kFusedAttr, UnitAttr::get(&getContext()));
      trials.push_back(*fused);
      before = fused->launch;
      continue;
    }
    if (fused)
      fused->erase();
    before = launch;
  }
  for (FusedLaunch &trial : llvm::reverse(trials))
    trial.erase();
}

void PlanFusionPass::runOnOperation() {
  if (!beginRecogniser(getOperation(), getArgument()))
    return;
  if (failed(checkDecision(getOperation().getLoc(), "fusion", fusion)))
    return signalPassFailure();
  if (fusion == "never" && !keepsChoices(getOperation()))
    return;
  getOperation().walk([&](ControlOp control) {
    SmallVector<Block *> blocks;
    control.walk([&](Block *block) { blocks.push_back(block); });
    for (Block *block : blocks)
      plan(*block);
  });
}
