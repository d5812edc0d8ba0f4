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
#include "analysis/values/CountedLoops.h"
#include "analysis/values/Expressions.h"
#include "ir/ClassSymbols.h"
#include "ir/Recognisers.h"
#include "ir/VkmAttributes.h"
#include "passes/Diagnostics.h"
#include "passes/IterationDistance.h"
#include "passes/IterationSteps.h"
#include "passes/Passes.h"
#include "passes/SharedRoots.h"
#include "passes/loops/UnrollAndJam.h"
#include "passes/plan/Choice.h"
#include "passes/plan/PlanRules.h"
#include "passes/plan/Target.h"
#include "transforms/EndLast.h"
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
  void plan(ArrayRef<LaunchOp> launches, SmallVectorImpl<FusedLaunch> &trials);
  bool plan(LaunchOp first, LaunchOp second, std::optional<FusedLaunch> &fused);

  size_t getMostBuffers();

  std::optional<size_t> m_mostBuffers;   ///< once it was asked for
  llvm::DenseSet<Operation *> m_members; ///< launches that are to be one, and the trials of these
};
} // namespace

static KernelOp getKernel(LaunchOp launch) {
  return lookupInClass<KernelOp>(launch, launch.getKernel());
}

static std::string quote(KernelOp kernel) { return "'" + kernel.getDisplayName().str() + "'"; }

//===------------------------------------------------------------------------------------------===//
// What is against it
//===------------------------------------------------------------------------------------------===//

namespace {
/// What loops iterations have.
enum class InnerLoops {
  None,
  Short, ///< constants say how often they run, which is not often
  Long,
};
} // namespace

static InnerLoops findInnerLoops(GridOp grid) {
  constexpr int64_t kMostShort = 64;
  InnerLoops found = InnerLoops::None;
  grid->walk([&](LoopOpInterface loop) {
    int64_t trips = 1;
    for (Operation *op = loop; op != grid; op = op->getParentOp())
      if (isa<LoopOpInterface>(op)) {
        auto counted = dyn_cast<ForOp>(op);
        std::optional<int64_t> own = counted ? getTrips(counted) : std::nullopt;
        trips = own && trips <= kMostShort ? trips * *own : kMostShort + 1;
      }
    found = std::max(found, trips <= kMostShort ? InnerLoops::Short : InnerLoops::Long);
  });
  return found;
}

static bool reduces(GridOp grid) {
  return grid->walk([](ReduceOp) { return WalkResult::interrupt(); }).wasInterrupted();
}

/// What loops inside of iterations have against a kernel of both.
static std::string findLoopObstacle(KernelOp first, KernelOp second) {
  GridOp grids[] = {findOnlyGrid(first), findOnlyGrid(second, /*mayRunOnce=*/true)};
  InnerLoops loops[] = {findInnerLoops(grids[0]), findInnerLoops(grids[1])};
  bool isLong = loops[0] == InnerLoops::Long || loops[1] == InnerLoops::Long;
  if (isLong && loops[0] != InnerLoops::None && loops[1] != InnerLoops::None)
    return "both have loops, of which some are long, beside which a dispatch costs little";
  // Long loops may be shared by a workgroup, where nothing else is combined.
  return isLong && reduces(grids[1])
             ? quote(second) + " reduces, beside which no workgroup shares the loop of an iteration"
             : "";
}

/// Why a kernel cannot do its work together with that of another one, or should not; empty where it
/// can.
static std::string findKernelObstacle(KernelOp kernel, bool isFirst) {
  GridOp grid = findOnlyGrid(kernel, /*mayRunOnce=*/!isFirst);
  if (!grid)
    return quote(kernel) + " does something before, behind or between its loops";
  if (kernel.getPerThread())
    return quote(kernel) + " runs once per thread";
  if (getIterationSteps(grid) || grid->hasAttr(kRunsApartAttr))
    return "iterations of " + quote(kernel) + " need each other's results";
  if (readsOldElements(grid))
    return "iterations of " + quote(kernel) + " read what later ones replace";
  if (grid.getUnproven() || grid->hasAttr(kWritesAlikeAttr) || grid->hasAttr(kLastOfElementAttr))
    return "iterations of " + quote(kernel) + " are not proved to have elements of their own";
  if (isFirst && !canEndLast(grid.getBody().front()))
    return "an iteration of " + quote(kernel) + " may end early, inside of another statement";
  std::string why;
  grid->walk([&](Operation *op) {
    if (isa<ReduceOp>(op) && !isFirst)
      return WalkResult::advance();
    if (auto pattern = dyn_cast<PatternOpInterface>(op))
      why = quote(kernel) + " " + pattern.describeWork().str();
    else if (isa<AppendOp, ReserveOp>(op))
      why = quote(kernel) + " appends elements";
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

/// What stands between two launches; of those that have become one, what stands between these, too.
static std::string findObstacleBetween(LaunchOp first, LaunchOp second,
                                       const llvm::DenseSet<Operation *> &fused) {
  EffectSet effects = getEffects(getKernel(first).getBody());
  for (Operation *op = first->getNextNode(); op != second; op = op->getNextNode())
    if (!fused.contains(op) && !mayComeBefore(op, effects))
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
static std::string findCostObstacle(LaunchOp first, LaunchOp second,
                                    llvm::function_ref<size_t()> getMostBuffers) {
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
  bool leavesResults = reduces(findOnlyGrid(getKernel(second), /*mayRunOnce=*/true));
  size_t buffers = countBuffers(theClass, all) + leavesResults;
  size_t most = std::max(kBuffersOfAnyDevice, countBuffers(theClass, used[1]) + leavesResults);
  // What some kernel of the class needs, its devices have.
  for (auto kernel : theClass.getBody().front().getOps<KernelOp>())
    if (!kernel->hasAttr(kFusesAttr))
      most = std::max(most, countBuffers(kernel));
  if (buffers > most && buffers > getMostBuffers())
    return "together they use " + std::to_string(buffers) +
           " buffers, and a shader of the target takes " + std::to_string(getMostBuffers());
  return "";
}

/// What shows before the kernel of both is made; empty where nothing is against it.
static std::string findObstacle(LaunchOp first, LaunchOp second,
                                const llvm::DenseSet<Operation *> &members,
                                llvm::function_ref<size_t()> getMostBuffers) {
  KernelOp kernels[] = {getKernel(first), getKernel(second)};
  if (std::string why = findObstacleBetween(first, second, members); !why.empty())
    return why;
  for (bool isFirst : {true, false})
    if (std::string why = findKernelObstacle(kernels[!isFirst], isFirst); !why.empty())
      return why;
  if (std::string why = findLoopObstacle(kernels[0], kernels[1]); !why.empty())
    return why;
  GridOp grids[] = {findOnlyGrid(kernels[0]), findOnlyGrid(kernels[1], /*mayRunOnce=*/true)};
  if (grids[0].getNumDims() != grids[1].getNumDims() || !countAlike(grids[0], grids[1]))
    return "they have other loops";
  for (auto [given, other] : {std::pair(first, second), std::pair(second, first)})
    if (std::string why = findTwoNames(given, other); !why.empty())
      return why;
  return findCostObstacle(first, second, getMostBuffers);
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

/// Whether threads may take neighbouring iterations of a grid together, which read the same.
static bool canJam(GridOp grid) {
  return grid.getNumDims() > 1 &&
         JammedBody(grid.getBody(), grid.getBody().getArgument(0)).getObstacle().empty();
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
  GridOp grids[] = {findOnlyGrid(getKernel(first)),
                    findOnlyGrid(getKernel(second), /*mayRunOnce=*/true)};
  for (GridOp grid : grids)
    if (findInnerLoops(grid) != InnerLoops::None && canJam(grid) &&
        !canJam(findOnlyGrid(fused.kernel, /*mayRunOnce=*/true)))
      return "threads could no longer take neighbouring iterations together, which read the same";
  if (!hasIndependentGrids(fused.kernel))
    return "an iteration of " + quote(getKernel(second)) +
           " may need more of what another one of " + quote(getKernel(first)) + " reads or writes";
  return "";
}

//===------------------------------------------------------------------------------------------===//
// The pass
//===------------------------------------------------------------------------------------------===//

/// How many buffers a shader of the target takes. What is wrong with a description of a target
/// `vkm-plan` says, which needs it always.
size_t PlanFusionPass::getMostBuffers() {
  if (!m_mostBuffers) {
    m_mostBuffers = kBuffersOfAnyDevice;
    if (llvm::Expected<Target> device = loadTarget(target))
      m_mostBuffers = device->storageBuffers;
    else
      llvm::consumeError(device.takeError());
  }
  return *m_mostBuffers;
}

/// Decides on two launches; `fused` is what they become.
bool PlanFusionPass::plan(LaunchOp first, LaunchOp second, std::optional<FusedLaunch> &fused) {
  std::string obstacle =
      images == "buffers" ? findObstacle(first, second, m_members, [&] { return getMostBuffers(); })
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

namespace {
/// A launch, or several that are to be one: the trial of them, and the first one of the source.
struct Group {
  LaunchOp launch, first;
};
} // namespace

/// Plans a sequence of launches. What has become one is asked whether the next one can join it, and
/// then whether it can join what stands in front of it: a copy and a fill have nothing to do with
/// each other, until a third kernel needs both.
void PlanFusionPass::plan(ArrayRef<LaunchOp> launches, SmallVectorImpl<FusedLaunch> &trials) {
  SmallVector<Group> groups;
  for (LaunchOp launch : launches) {
    groups.push_back({launch, launch});
    while (groups.size() > 1) {
      Group before = groups[groups.size() - 2], last = groups.back();
      std::optional<FusedLaunch> fused;
      if (!plan(before.launch, last.launch, fused)) {
        if (fused)
          fused->erase();
        break;
      }
      last.first->setAttr(kFusedAttr, UnitAttr::get(&getContext()));
      trials.push_back(*fused);
      for (Operation *member : {before.launch, last.launch, fused->launch})
        m_members.insert(member);
      groups.truncate(groups.size() - 2);
      groups.push_back({fused->launch, before.first});
    }
  }
}

void PlanFusionPass::plan(Block &block) {
  SmallVector<LaunchOp> launches;
  SmallVector<FusedLaunch> trials;
  for (LaunchOp launch : llvm::to_vector(block.getOps<LaunchOp>())) {
    // What the compiler made of statements of control functions is no kernel to decide on.
    if (!getKernel(launch)->hasAttr(kOutlinedAttr)) {
      launches.push_back(launch);
      continue;
    }
    plan(launches, trials);
    launches.clear();
  }
  plan(launches, trials);
  for (FusedLaunch &trial : llvm::reverse(trials))
    trial.erase();
  m_members.clear();
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
