//===- PlanCoarsening.cpp - Which threads take several iterations ----------------------------===//
//
// A device takes time to start a workgroup, in which one that adds two numbers in each thread would
// have been done. Where a grid has far more workgroups than run at once, fewer of them take several
// iterations in each thread: thread coarsening. Where neighbouring iterations read the same
// elements, a thread takes them together and reads these once: unroll and jam.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/patterns/BodyCost.h"
#include "analysis/patterns/Images.h"
#include "analysis/values/Affine.h"
#include "analysis/values/GridShape.h"
#include "ir/Places.h"
#include "ir/VkmAttributes.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "passes/loops/UnrollAndJam.h"
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
};
} // namespace

// Measured on one large GPU (bench/results/tries.md) against 1, 2, 8 and 16.
static constexpr int64_t kCoarsening = 4;
// Where an iteration costs more, a workgroup runs far longer than it takes to start.
static constexpr int64_t kMostCost = 1024;

// More variables than that, of 32 bits, leave a thread too few registers for the rest.
static constexpr int64_t kMostWords = 32;
// Fewer are not worth it.
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

/// How many neighbouring iterations a thread should take together, which read the same; 1 where
/// they share nothing, or cannot be taken together.
static int64_t chooseJam(GridOp grid) {
  int64_t operations = 0;
  grid.walk([&](Operation *) { ++operations; });
  if (operations > kMostOperations || !findJamObstacle(grid).empty())
    return 1;
  unsigned slowest = getPlannedDim(grid, 0);
  JammedBody body(grid.getBody(), grid.getBody().getArgument(slowest));
  std::optional<int64_t> words = body.countWords();
  if (!words || kFewestJammed * *words > kMostWords)
    return 1;
  SmallVector<Value> others(grid.getBody().getArguments());
  others.erase(others.begin() + slowest);
  if (!body.sharesReads(others) && !Neighbours(grid, body).shareReads())
    return 1;
  return kCoarsening * *words <= kMostWords ? kCoarsening : kFewestJammed;
}

void PlanCoarseningPass::runOnOperation() {
  if (coarsening != "auto" && coarsening != "never") {
    report(getOperation().getLoc(), diag::OptionUnknown, {"coarsening", coarsening, "auto, never"});
    return signalPassFailure();
  }
  if (getPhase(getOperation()) != Phase::Planned || coarsening == "never")
    return;
  Builder builder(&getContext());
  for (ClassOp op : getOperation().getOps<ClassOp>())
    if (auto conversion = op->getAttrOfType<DictionaryAttr>(kImageConversionAttr)) {
      NamedAttrList keys(conversion);
      keys.set("coarsening", builder.getI64IntegerAttr(kCoarsening));
      op->setAttr(kImageConversionAttr, keys.getDictionary(&getContext()));
    }
  getOperation().walk([&](GridOp grid) {
    if (int64_t factor = chooseJam(grid); factor > 1) {
      grid.setCoarseningAttr(builder.getI64IntegerAttr(factor));
      grid.setJammed(true);
    } else if (findCoarseningObstacle(grid).empty() && estimateCost(grid.getBody()) <= kMostCost) {
      grid.setCoarseningAttr(builder.getI64IntegerAttr(kCoarsening));
    }
  });
}
