//===- PlanCoarsening.cpp - Which threads take several iterations ----------------------------===//
//
// A device takes time to start a workgroup, in which one that adds two numbers in each thread would
// have been done. Where a grid has far more workgroups than run at once, fewer of them take several
// iterations in each thread: thread coarsening. Where neighbouring iterations read the same
// elements, a thread takes them together and reads these once: unroll and jam.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/patterns/BodyCost.h"
#include "analysis/patterns/Dispatches.h"
#include "analysis/patterns/Images.h"
#include "analysis/values/Affine.h"
#include "analysis/values/GridShape.h"
#include "ir/Places.h"
#include "ir/VkmAttributes.h"
#include "passes/Passes.h"
#include "passes/loops/UnrollAndJam.h"
#include "passes/plan/Choice.h"
#include "passes/plan/PlanRules.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_PLANCOARSENING
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct PlanCoarseningPass : vkm::impl::PlanCoarseningBase<PlanCoarseningPass> {
  using PlanCoarseningBase::PlanCoarseningBase;
  void runOnOperation() override;
  void planGrid(GridOp grid);
};
} // namespace

// Measured on one large GPU (bench/results/tries.md) against 1, 2, 8 and 16.
static constexpr int64_t kCoarsening = 4;
// Where an iteration costs more, a workgroup runs far longer than it takes to start.
static constexpr int64_t kMostCost = 1024;

// More variables than that, of 32 bits, leave a thread too few registers for the rest.
static constexpr int64_t kMostWords = 32;
// Rows that a thread takes together, at least.
static constexpr int64_t kFewestJammed = 2;
// Loops that compilers of devices write out.
static constexpr int64_t kMostWrittenOut = 16;
// Beyond this the text of a body is too long to stand in the shader twice.
static constexpr int64_t kMostOperations = 256;

namespace {
/// Finds reads of one element by neighbouring iterations of a grid's outermost loop: by two places
/// of the body, or by one place in two iterations of a short loop, as in the windows of filters.
class Neighbours {
public:
  Neighbours(GridOp grid, const JammedBody &body)
      : analysis(grid->getParentOfType<KernelOp>()), grid(grid), body(body) {
    analysis.decide({}, /*withinBounds=*/true);
    counter = analysis.getCounter(grid, getPlannedDim(grid, 0));
  }
  bool shareReads();

private:
  bool isGuarded(LoadOp load) const;
  std::optional<Polynomial> getIndex(LoadOp load);
  bool isShifted(const Polynomial &index, const Polynomial &other) const;
  bool isShiftedByLoop(LoadOp load, const Polynomial &index);

  AffineAnalysis analysis;
  GridOp grid;
  const JammedBody &body;
  const Counter *counter;
};
} // namespace

/// The index of an element that is a number of at least 32 bits, in memory that the grid leaves
/// alone. Of clamped numbers it is what is clamped: at the edges fewer elements are shared.
std::optional<Polynomial> Neighbours::getIndex(LoadOp load) {
  auto deref = load.getRef().getDefiningOp<DerefOp>();
  bool isNumber = isa<IntegerType, FloatType, VecType>(load.getType()) &&
                  getComponentType(load.getType()).getIntOrFloatBitWidth() >= 32;
  if (!deref || !isNumber || !isInBuffer(load.getRef()))
    return std::nullopt;
  std::optional<Polynomial> index = analysis.evaluate(deref.getIndex());
  if (!index)
    return std::nullopt;
  Polynomial inside = *index;
  for (const auto &[monomial, coefficient] : index->getTerms())
    for (Symbol symbol : monomial)
      if (const Bounded *bounded = analysis.getBounded(symbol))
        for (const std::optional<Polynomial> &operand : bounded->operands)
          if (operand && operand->contains(counter->symbol))
            inside = inside.substitute(symbol, *operand);
  return inside.contains(counter->symbol) ? std::optional(inside) : std::nullopt;
}

/// Whether an iteration decides by itself that it reads: then a compiler does not read once for
/// several.
bool Neighbours::isGuarded(LoadOp load) const {
  for (Operation *op = load->getParentOp(); op != grid; op = op->getParentOp())
    if (!isa<LoopOpInterface, ScopeOp>(op) && op->getNumOperands() > 0 &&
        !body.isAlike(op->getOperand(0)))
      return true;
  return false;
}

/// Whether one index becomes the other one when the counter goes on by a few iterations.
bool Neighbours::isShifted(const Polynomial &index, const Polynomial &other) const {
  Polynomial stride = index.getCoefficient(counter->symbol);
  Polynomial difference = other - index;
  for (int64_t turns = 1; turns < kCoarsening; ++turns)
    if (difference == stride * turns || difference == stride * -turns)
      return true;
  return false;
}

/// Whether the next iteration of a loop that is written out reads what the next iteration of the
/// grid reads.
bool Neighbours::isShiftedByLoop(LoadOp load, const Polynomial &index) {
  Polynomial stride = index.getCoefficient(counter->symbol);
  for (Operation *op = load->getParentOp(); op != grid; op = op->getParentOp()) {
    auto loop = dyn_cast<ForOp>(op);
    std::optional<int64_t> trips = loop ? getTrips(loop) : std::nullopt;
    const Counter *inner = trips && *trips > 1 && *trips <= kMostWrittenOut
                               ? analysis.getCounter(loop, nullptr)
                               : nullptr;
    if (!inner)
      continue;
    Polynomial step = index.getCoefficient(inner->symbol);
    if (step == stride || step == -stride)
      return true;
  }
  return false;
}

bool Neighbours::shareReads() {
  if (!counter)
    return false;
  EffectSet effects = getEffects(grid.getBody());
  SmallVector<std::pair<Root, Polynomial>> reads;
  bool areShared = false;
  grid.walk([&](LoadOp load) {
    Root root = getRoot(load.getRef());
    if (areShared || effects.writesAny(root) || isGuarded(load))
      return;
    std::optional<Polynomial> index = getIndex(load);
    if (!index)
      return;
    areShared = isShiftedByLoop(load, *index) || llvm::any_of(reads, [&](const auto &read) {
                  return read.first == root && isShifted(read.second, *index);
                });
    reads.push_back({root, *index});
  });
  return areShared;
}

namespace {
/// How many neighbouring iterations a thread should take together, which read the same; 1 where
/// that cannot be, or gives nothing, and why.
struct Jam {
  int64_t factor = 1;
  std::string obstacle;
};
} // namespace

static Jam chooseJam(GridOp grid) {
  int64_t operations = 0;
  grid.walk([&](Operation *) { ++operations; });
  if (operations > kMostOperations)
    return {1, "its body is too long to stand in the shader twice"};
  if (std::string obstacle = findJamObstacle(grid); !obstacle.empty())
    return {1, obstacle};
  unsigned slowest = getPlannedDim(grid, 0);
  JammedBody body(grid.getBody(), grid.getBody().getArgument(slowest));
  std::optional<int64_t> words = body.countWords();
  if (!words)
    return {1, "what its iterations keep across loops would not stay in registers"};
  if (kFewestJammed * *words > kMostWords)
    return {1, "its iterations keep " + std::to_string(*words) + " words each across loops"};
  SmallVector<Value> others(grid.getBody().getArguments());
  others.erase(others.begin() + slowest);
  if (!body.sharesReads(others) && !Neighbours(grid, body).shareReads())
    return {1, "neighbouring iterations read nothing in common"};
  return {kCoarsening * *words <= kMostWords ? kCoarsening : kFewestJammed, ""};
}

/// How many iterations each thread of a workgroup takes that sorts them, at most.
static int64_t countTurns(GridOp grid, Dispatch regrouped) {
  auto target = grid->getParentOfType<ModuleOp>()->getAttrOfType<DictionaryAttr>(kTargetAttr);
  auto shared = target ? target.getAs<IntegerAttr>("shared_memory_bytes") : IntegerAttr();
  int64_t turns = kRegroupTurns, threads = getWorkgroupThreads(grid);
  while (turns > 1 && shared && getRegroupBytes(regrouped, threads, turns) > shared.getInt())
    turns /= 2;
  return turns;
}

/// The same as a choice.
static PlanChoice chooseTurns(GridOp grid, int64_t turns, StringRef asked) {
  std::string obstacle = findCoarseningObstacle(grid);
  if (obstacle.empty() && turns == 1)
    obstacle = "shared memory has no room for more";
  PlanChoice choice("coarsening");
  choice.add({"up to " + std::to_string(std::max(turns, kFewestJammed)), 1,
              "workgroups that sort more iterations have more of each way", obstacle, "auto"});
  choice.add({"never", 2, obstacle, {}, {}});
  choice.choose(asked);
  return choice;
}

/// How many iterations a thread takes. Costs are workgroups, for a hundred that take one each.
static PlanChoice chooseCoarsening(GridOp grid, const Jam &jam, StringRef asked) {
  constexpr int64_t kWorkgroups = 100;
  std::string obstacle = findCoarseningObstacle(grid);
  if (int64_t cost = obstacle.empty() ? estimateCost(grid.getBody()) : 0; cost > kMostCost)
    obstacle = "an iteration costs about " + std::to_string(cost) +
               " operations, so that a workgroup runs far longer than it takes to start";
  PlanChoice choice("coarsening");
  // Reads that are shared count beside the workgroups.
  choice.add({"blocks of " + std::to_string(std::max(jam.factor, kFewestJammed)),
              kWorkgroups / kCoarsening / 2,
              "neighbouring iterations read the same, and a thread reads it once for them",
              jam.obstacle, "auto"});
  choice.add({"up to " + std::to_string(kCoarsening), kWorkgroups / kCoarsening,
              "starting a workgroup takes longer than so short iterations", obstacle, "auto"});
  choice.add({"never", kWorkgroups, obstacle, {}, {}});
  choice.choose(asked);
  return choice;
}

void PlanCoarseningPass::planGrid(GridOp grid) {
  if (std::optional<Dispatch> regrouped = findRegrouped(grid)) {
    int64_t turns = countTurns(grid, *regrouped);
    PlanChoice choice = chooseTurns(grid, turns, coarsening);
    note(grid, choice);
    if (choice.getChosen().value != "never")
      grid.setCoarseningAttr(Builder(&getContext()).getI64IntegerAttr(turns));
    return;
  }
  Jam jam = chooseJam(grid);
  PlanChoice choice = chooseCoarsening(grid, jam, coarsening);
  note(grid, choice);
  if (choice.getChosen().value == "never")
    return;
  bool isJammed = choice.getIndex() == 0;
  grid.setCoarseningAttr(
      Builder(&getContext()).getI64IntegerAttr(isJammed ? jam.factor : kCoarsening));
  grid.setJammed(isJammed);
}

void PlanCoarseningPass::runOnOperation() {
  if (failed(checkDecision(getOperation().getLoc(), "coarsening", coarsening)))
    return signalPassFailure();
  if (getPhase(getOperation()) != Phase::Planned)
    return;
  Builder builder(&getContext());
  for (ClassOp op : getOperation().getOps<ClassOp>())
    if (auto conversion = op->getAttrOfType<DictionaryAttr>(kImageConversionAttr);
        conversion && coarsening == "auto") {
      NamedAttrList keys(conversion);
      keys.set("coarsening", builder.getI64IntegerAttr(kCoarsening));
      op->setAttr(kImageConversionAttr, keys.getDictionary(&getContext()));
    }
  if (coarsening == "auto" || keepsChoices(getOperation()))
    getOperation().walk([&](GridOp grid) { planGrid(grid); });
}
