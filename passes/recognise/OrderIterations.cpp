//===- OrderIterations.cpp - When iterations run that need each other's results --------------===//
//
//   a[y][x] += a[y - 1][x]                          each thread runs the loop over y:
//   NestDimensions a[y][x] = a[y - 1][x - 1] + a[y - 1][x + 1]     one launch for each y steps [0]
//   a[y][x] = max(a[y - 1][x], a[y][x - 1])         one launch for each diagonal          steps [1,
//   1]
//
// Iterations are given a time, so that each runs after those that it needs or overwrites the
// elements of. In the order of the source an iteration is later by a distance d whose first
// component that is not 0 is positive. A time is right where no two iterations that are in each
// other's way have such a distance and the later one has no later time, which the equations of
// their accesses have to contradict (the hyperplane method: L. Lamport, The Parallel Execution of
// DO Loops, 1974). Times are, in this order:
//
// - the loops of some dimensions run inside of an iteration, where no distance leaves the others;
// - the first dimensions are stepped through by the host;
// - the sum of the numbers of the iterations of the others, with weights, is.
//
// The first that leaves the most dimensions to run at once is taken. SplitSteps makes loops of the
// host of the attribute.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/accesses/LaunchFacts.h"
#include "analysis/accesses/MemoryAccesses.h"
#include "analysis/values/GridShape.h"
#include "ir/Constants.h"
#include "ir/Recognisers.h"
#include "ir/VkmAttributes.h"
#include "passes/Diagnostics.h"
#include "passes/IterationSteps.h"
#include "passes/Passes.h"
#include "transforms/FuseKernels.h"
#include "transforms/NestDimensions.h"
#include "transforms/SymbolNames.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_ORDERITERATIONS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct OrderIterationsPass : vkm::impl::OrderIterationsBase<OrderIterationsPass> {
  using OrderIterationsBase::OrderIterationsBase;
  void runOnOperation() override;
};

enum class Verdict {
  Wrong,
  Better, ///< than any order: what was not certain is left, and less of it
  Right,
};

/// Looks for the times of one grid's iterations.
class IterationOrderer {
public:
  IterationOrderer(GridOp grid, SmallVector<Conflict> conflicts)
      : grid(grid), dims(grid.getNumDims()), conflicts(std::move(conflicts)) {}
  /// False, and nothing has changed, where no time is right.
  bool run();

private:
  Verdict judge(ArrayRef<DistanceCase> cases);
  bool solves(ArrayRef<DistanceCase> cases) { return judge(cases) == Verdict::Right; }
  llvm::SmallBitVector findApart();
  SmallVector<int32_t> findWeights(unsigned sequential);
  bool mayBeStepped();
  bool fillsLaunches(unsigned sequential, bool bySum);
  bool haveOneType(unsigned first);
  std::string spellCounters(unsigned first, unsigned end);
  void tell(const std::string &how);
  bool setSteps(ArrayRef<int32_t> steps, const std::string &how);

  GridOp grid;
  unsigned dims;
  SmallVector<Conflict> conflicts; ///< of iterations that run at any time
  bool isPartly = false;           ///< some are left
};
} // namespace

//===------------------------------------------------------------------------------------------===//
// Times
//===------------------------------------------------------------------------------------------===//

/// How good a time is for which none of these cases may come.
Verdict IterationOrderer::judge(ArrayRef<DistanceCase> cases) {
  SmallVector<Conflict> left = findConflicts(grid, cases);
  if (llvm::any_of(left, [](const Conflict &now) { return now.isCertain; }))
    return Verdict::Wrong;
  EffectSet effects = getEffects(grid);
  Verdict verdict = Verdict::Wrong;
  for (const Conflict &before : conflicts) {
    // Elements that are only written, or updated, may be different ones, as whoever writes such a
    // loop means.
    if (!before.isCertain && (before.pairs == 0 || !effects.readsAny(before.root)))
      continue;
    auto *now = llvm::find_if(left, [&](const Conflict &c) { return c.root == before.root; });
    if (now == left.end())
      verdict = verdict == Verdict::Wrong ? Verdict::Right : verdict;
    else if (before.isCertain)
      return Verdict::Wrong;
    else if (now->pairs < before.pairs)
      verdict = Verdict::Better;
    else
      return Verdict::Wrong;
  }
  return verdict;
}

/// The dimensions in which iterations that are in each other's way are never apart.
llvm::SmallBitVector IterationOrderer::findApart() {
  llvm::SmallBitVector result(dims);
  for (unsigned dim = 0; dim < dims; ++dim)
    if (solves(getApartCases(grid, dim)))
      result.set(dim);
  return result;
}

/// Steps through the first dimensions, and then by the smallest weights that do; none where there
/// are none.
SmallVector<int32_t> IterationOrderer::findWeights(unsigned sequential) {
  static const SmallVector<int32_t, 3> kPlane[] = {{1, 1}, {2, 1}, {3, 1}},
                                       kSpace[] = {{1, 1, 1}, {2, 1, 1}, {2, 2, 1}, {4, 2, 1}};
  if (haveOneType(sequential) && fillsLaunches(sequential, /*bySum=*/true))
    for (ArrayRef<int32_t> weights : dims - sequential == 2 ? ArrayRef(kPlane) : ArrayRef(kSpace)) {
      SmallVector<int32_t> steps(sequential, 0);
      steps.append(weights.begin(), weights.end());
      if (solves(getUnorderedCases(grid, steps)))
        return steps;
    }
  return {};
}

//===------------------------------------------------------------------------------------------===//
// Grids
//===------------------------------------------------------------------------------------------===//

/// Whether the host can run through the grid's loops: it knows their bounds, and nothing else of
/// the kernel would run several times.
bool IterationOrderer::mayBeStepped() {
  auto kernel = grid->getParentOfType<KernelOp>();
  llvm::StringSet<> written = getFieldsWrittenByKernels(grid->getParentOfType<ClassOp>());
  return findOnlyGrid(kernel) == grid && !isDeviceBound(grid, written) &&
         !getLaunches(kernel).empty() && grid.getDynamicSteps().empty();
}

/// Whether launches of what runs at once may be worth it: constants do not say that these have a
/// few iterations only, and are not known to be few themselves.
bool IterationOrderer::fillsLaunches(unsigned sequential, bool bySum) {
  constexpr int64_t kFewest = 8, kFewLaunches = 1024;
  AffineAnalysis analysis(grid->getParentOfType<KernelOp>());
  SmallVector<int64_t> counts;
  for (unsigned dim = 0; dim < dims; ++dim) {
    const Counter *counter = analysis.getCounter(grid, dim);
    std::optional<int64_t> span = counter->span.getConstant(),
                           magnitude = counter->magnitude.getConstant();
    bool isKnown = span && magnitude && *magnitude > 0 && *span >= 0;
    counts.push_back(isKnown ? std::min(*span / *magnitude + 1, kFewLaunches) : kFewLaunches);
  }
  int64_t launches = 1, atOnce = 1;
  for (int64_t count : ArrayRef(counts).take_front(sequential))
    launches *= count;
  SmallVector<int64_t> rest(llvm::drop_begin(counts, sequential));
  llvm::sort(rest);
  // Of those with one sum, the largest counter follows from the others.
  for (int64_t count : ArrayRef(rest).drop_back(bySum ? 1 : 0))
    atOnce *= count;
  if (bySum)
    launches *= rest.back();
  return atOnce >= kFewest || launches < kFewLaunches;
}

/// Sums of numbers have the type of the counters, which is one, and large enough. Bounds of another
/// type are compared in theirs, where a counter that is negative is a large number.
bool IterationOrderer::haveOneType(unsigned first) {
  Type type = grid.getBody().getArgument(first).getType();
  for (unsigned dim = first; dim < dims; ++dim) {
    bool isCompared =
        grid.getUpper()[dim].getType() == type ||
        (grid.getSteps()[dim] > 0 && getConstantInt(grid.getLower()[dim]).value_or(-1) >= 0);
    if (grid.getBody().getArgument(dim).getType() != type || !isCompared)
      return false;
  }
  return type.getIntOrFloatBitWidth() >= 32;
}

/// "'y' and 'x'"
std::string IterationOrderer::spellCounters(unsigned first, unsigned end) {
  std::string text;
  for (unsigned dim = first; dim < end; ++dim)
    text += (dim == first     ? "'"
             : dim + 1 == end ? " and '"
                              : ", '") +
            grid.getCounterName(dim).str() + "'";
  return text;
}

void IterationOrderer::tell(const std::string &how) {
  bool isSilent =
      isPartly || llvm::any_of(conflicts, [](const Conflict &c) { return c.isCertain; });
  report(grid.getLoc(), isSilent ? diag::IterationsOrdered : diag::IterationsOrderedSafely,
         {grid->getParentOfType<KernelOp>().getSymName().str(),
          getRootName(conflicts.front().root).str(), how});
}

bool IterationOrderer::setSteps(ArrayRef<int32_t> steps, const std::string &how) {
  tell(how);
  grid->setAttr(kStepsAttr, DenseI32ArrayAttr::get(grid.getContext(), steps));
  return true;
}

bool IterationOrderer::run() {
  llvm::SmallBitVector apart = findApart();
  bool isStepped = mayBeStepped();
  for (unsigned atOnce = dims - 1; atOnce > 0; --atOnce) {
    unsigned sequential = dims - atOnce;
    if (apart.count() == atOnce) {
      llvm::SmallBitVector inside = apart;
      inside.flip();
      std::string loops;
      for (unsigned dim : inside.set_bits())
        loops += (loops.empty() ? "'" : " and '") + grid.getCounterName(dim).str() + "'";
      tell("each thread counts " + loops);
      nestDimensions(grid, apart);
      return true;
    }
    if (!isStepped)
      continue;
    SmallVector<int32_t> steps(sequential, 0);
    if (fillsLaunches(sequential, /*bySum=*/false) && solves(getUnorderedCases(grid, steps)))
      return setSteps(steps, "it is launched for each " + spellCounters(0, sequential));
    steps = findWeights(sequential - 1);
    if (!steps.empty())
      return setSteps(steps,
                      "it is launched for each " +
                          (sequential > 1 ? spellCounters(0, sequential - 1) + " and " : "") +
                          "diagonal of " + spellCounters(sequential - 1, dims));
  }
  // Whatever data decide, what the host steps through has the order of the source.
  for (unsigned sequential = 1; isStepped && sequential < dims; ++sequential) {
    SmallVector<int32_t> steps(sequential, 0);
    isPartly = judge(getUnorderedCases(grid, steps)) == Verdict::Better;
    if (isPartly) // what is left has a message of its own
      return setSteps(steps, "it is launched for each " + spellCounters(0, sequential));
  }
  return false;
}

/// Finds a time for the iterations of a grid, if need be together with those of the loop inside.
static void orderIterations(GridOp grid) {
  SmallVector<Conflict> conflicts = findConflicts(grid);
  if (conflicts.empty() || (grid.getNumDims() > 1 && IterationOrderer(grid, conflicts).run()))
    return;
  // What messages show are the loops of the source.
  Operation *source = grid->clone();
  GridOp joined = unnestLoop(grid);
  if (joined && IterationOrderer(joined, conflicts).run()) {
    source->destroy();
    return;
  }
  if (joined) {
    OpBuilder(joined).insert(source);
    joined.erase();
  } else {
    source->destroy();
  }
}

/// Whether the results of a grid do not depend on when its iterations run, but for what they need
/// of each other's elements.
static bool hasPlainResults(GridOp grid) {
  return !grid.walk([](Operation *op) {
                return isa<PatternOpInterface>(op) && !isa<ReduceOp>(op) ? WalkResult::interrupt()
                                                                         : WalkResult::advance();
              })
              .wasInterrupted();
}

/// Whether iterations may need each other's results, as far as effects say: most grids read nothing
/// that they write.
static bool readsWhatItWrites(GridOp grid) {
  EffectSet effects = getEffects(grid);
  return llvm::any_of(effects.writes,
                      [&](const Root &root) { return llvm::is_contained(effects.reads, root); });
}

void OrderIterationsPass::runOnOperation() {
  if (!beginRecogniser(getOperation(), getArgument()))
    return;
  SmallVector<GridOp> grids;
  forEachOpenGrid(getOperation(), [&](GridOp grid) {
    bool isAssumed = isAssumedIndependent(grid->getParentOfType<KernelOp>(), *assumeIndependent);
    if (!isAssumed && readsWhatItWrites(grid) && hasPlainResults(grid))
      grids.push_back(grid);
  });
  for (GridOp grid : grids)
    orderIterations(grid);
}
