//===- OrderIterations.cpp - When iterations run that need each other's results --------------===//
//
//   a[y][x] += a[y - 1][x]                   each thread runs through y (NestDimensions.h)
//   a[y][x] = a[y - 1][x - 1] * 2            one launch for each y: steps [0]
//     + a[y - 1][x + 1]
//   a[y][x] = max(a[y - 1][x], a[y][x - 1])  one launch for each diagonal: steps [1, 1]
//   a[i] += a[i - k]                         each thread runs through what is k apart: runs_apart
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
// The first that leaves the most dimensions to run at once is taken. In one dimension, iterations
// may need each other only where they are multiples of one value apart (IterationDistance.h), and a
// thread has those. SplitSteps and RunApart make loops of the attributes. Where something but the
// order is in the way, CheckIndependence says so.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/accesses/LaunchFacts.h"
#include "analysis/accesses/MemoryAccesses.h"
#include "analysis/values/GridShape.h"
#include "ir/Constants.h"
#include "ir/Recognisers.h"
#include "ir/VkmAttributes.h"
#include "passes/Diagnostics.h"
#include "passes/IterationDistance.h"
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
  /// `inSource` are those of the source's grid, whose iterations may be in nobody's way.
  IterationOrderer(GridOp grid, SmallVector<Conflict> conflicts, ArrayRef<Conflict> inSource)
      : grid(grid), dims(grid.getNumDims()), conflicts(std::move(conflicts)),
        isNeeded(llvm::any_of(inSource, [](const Conflict &c) { return c.isCertain; })) {}
  /// False, and nothing has changed, where no time is right.
  bool run();

private:
  Verdict judge(ArrayRef<DistanceCase> cases);
  bool solves(ArrayRef<DistanceCase> cases) { return judge(cases) == Verdict::Right; }
  llvm::SmallBitVector findApart();
  SmallVector<int32_t> findSteps(unsigned atOnce);
  std::string findObstacle(ArrayRef<int32_t> steps);
  bool fillsLaunches(ArrayRef<int32_t> steps);
  bool haveOneType(unsigned first);
  std::string spellCounters(unsigned first, unsigned end);
  std::string spellSteps(ArrayRef<int32_t> steps);
  void tell(const DiagInfo &message, const std::string &how);
  const DiagInfo &chooseMessage() {
    return isNeeded ? diag::IterationsOrdered : diag::IterationsOrderedSafely;
  }
  void nest(const llvm::SmallBitVector &kept);
  bool setSteps(ArrayRef<int32_t> steps, bool isPartly);

  GridOp grid;
  unsigned dims;
  SmallVector<Conflict> conflicts; ///< of iterations that run at any time
  bool isNeeded;                   ///< the order, for certain
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

/// The steps that leave so many dimensions to run at once; none where none do. Those by weights are
/// the smallest.
SmallVector<int32_t> IterationOrderer::findSteps(unsigned atOnce) {
  static const SmallVector<int32_t, 3> kPlane[] = {{1, 1}, {2, 1}, {3, 1}},
                                       kSpace[] = {{1, 1, 1}, {2, 1, 1}, {2, 2, 1}, {4, 2, 1}};
  SmallVector<int32_t> steps(dims - atOnce, 0);
  if (solves(getUnorderedCases(grid, steps)))
    return steps;
  for (ArrayRef<int32_t> weights : atOnce == 1 ? ArrayRef(kPlane) : ArrayRef(kSpace)) {
    steps.assign(dims - atOnce - 1, 0);
    steps.append(weights.begin(), weights.end());
    if (solves(getUnorderedCases(grid, steps)))
      return steps;
  }
  return {};
}

//===------------------------------------------------------------------------------------------===//
// Grids
//===------------------------------------------------------------------------------------------===//

/// What is against loops of the host that make these steps; empty where nothing is.
std::string IterationOrderer::findObstacle(ArrayRef<int32_t> steps) {
  auto kernel = grid->getParentOfType<KernelOp>();
  llvm::StringSet<> written = getFieldsWrittenByKernels(grid->getParentOfType<ClassOp>());
  unsigned sequential = steps.take_while([](int32_t step) { return step == 0; }).size();
  if (getLaunches(kernel).empty())
    return "no control function calls the kernel";
  if (findOnlyGrid(kernel) != grid)
    return "the kernel does something beside these loops: let another kernel do that";
  if (isDeviceBound(grid, written))
    return "a bound of these loops is a member that kernels or control functions set: give the "
           "kernel a parameter";
  if (!grid.getDynamicSteps().empty())
    return "a step of these loops is no constant";
  if (sequential < steps.size() && !haveOneType(sequential))
    return "their counters and bounds are not of one type of 32 or 64 bits";
  return fillsLaunches(steps) ? "" : "a launch would have a few iterations only";
}

/// Whether launches of what runs at once may be worth it: constants do not say that these have a
/// few iterations only, and are not known to be few themselves.
bool IterationOrderer::fillsLaunches(ArrayRef<int32_t> steps) {
  constexpr int64_t kFewest = 8, kFewLaunches = 1024;
  AffineAnalysis analysis(grid->getParentOfType<KernelOp>());
  unsigned sequential = steps.take_while([](int32_t step) { return step == 0; }).size();
  int64_t launches = 1, atOnce = 1, most = 1;
  for (unsigned dim = 0; dim < dims; ++dim) {
    const Counter *counter = analysis.getCounter(grid, dim);
    std::optional<int64_t> span = counter->span.getConstant(),
                           magnitude = counter->magnitude.getConstant();
    bool isKnown = span && magnitude && *magnitude > 0 && *span >= 0;
    int64_t count = isKnown ? std::min(*span / *magnitude + 1, kFewLaunches) : kFewLaunches;
    (dim < sequential ? launches : atOnce) *= count;
    if (dim >= sequential)
      most = std::max(most, count);
  }
  // Of those with one sum, the largest counter follows from the others.
  if (sequential < steps.size()) {
    launches *= most;
    atOnce /= most;
  }
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
            getCounterInSource(grid, dim).str() + "'";
  return text;
}

/// "each 't' and diagonal of 'y' and 'x'"
std::string IterationOrderer::spellSteps(ArrayRef<int32_t> steps) {
  unsigned sequential = steps.take_while([](int32_t step) { return step == 0; }).size();
  if (sequential == steps.size())
    return "each " + spellCounters(0, sequential);
  return "each " + (sequential > 0 ? spellCounters(0, sequential) + " and " : "") + "diagonal of " +
         spellCounters(sequential, dims);
}

void IterationOrderer::tell(const DiagInfo &message, const std::string &how) {
  report(grid.getLoc(), message,
         {grid->getParentOfType<KernelOp>().getSymName().str(),
          getRootName(conflicts.front().root).str(), how});
}

void IterationOrderer::nest(const llvm::SmallBitVector &kept) {
  std::string loops;
  for (unsigned dim = 0; dim < dims; ++dim)
    if (!kept.test(dim))
      loops += (loops.empty() ? "'" : " and '") + getCounterInSource(grid, dim).str() + "'";
  tell(chooseMessage(), "each thread counts " + loops);
  nestDimensions(grid, kept);
}

bool IterationOrderer::setSteps(ArrayRef<int32_t> steps, bool isPartly) {
  std::string how = spellSteps(steps);
  std::string obstacle = findObstacle(steps);
  if (!obstacle.empty()) {
    std::string text = "it could be launched for " + how + ", but " + obstacle;
    if (!grid->hasAttr(kNoOrderAttr))
      grid->setAttr(kNoOrderAttr, StringAttr::get(grid.getContext(), text));
    return false;
  }
  // What is left has a message of its own.
  tell(isPartly ? diag::IterationsOrdered : chooseMessage(), "it is launched for " + how);
  grid->setAttr(kStepsAttr, DenseI32ArrayAttr::get(grid.getContext(), steps));
  return true;
}

bool IterationOrderer::run() {
  llvm::SmallBitVector apart = findApart();
  for (unsigned atOnce = dims - 1; atOnce > 0; --atOnce) {
    if (apart.count() == atOnce) {
      nest(apart);
      return true;
    }
    SmallVector<int32_t> steps = findSteps(atOnce);
    if (!steps.empty() && setSteps(steps, /*isPartly=*/false))
      return true;
  }
  // Whatever data decide, what the host steps through has the order of the source.
  for (unsigned sequential = 1; sequential < dims; ++sequential) {
    SmallVector<int32_t> steps(sequential, 0);
    if (judge(getUnorderedCases(grid, steps)) == Verdict::Better &&
        setSteps(steps, /*isPartly=*/true))
      return true;
  }
  return false;
}

/// What is against pieces of a loop that the host counts; empty where nothing is.
static std::string findPiecesObstacle(GridOp grid, AffineAnalysis &analysis,
                                      const IterationDistances &distances) {
  auto kernel = grid->getParentOfType<KernelOp>();
  llvm::StringSet<> written = getFieldsWrittenByKernels(grid->getParentOfType<ClassOp>());
  bool isOfDevice = llvm::any_of(distances.all, [&](const Polynomial &distance) {
    return distance.containsAny([&](Symbol symbol) {
      const Unknown &unknown = analysis.getUnknown(symbol);
      return unknown.kind == Unknown::Expression || unknown.kind == Unknown::Field;
    });
  });
  if (getLaunches(kernel).empty())
    return "no control function calls the kernel";
  if (findOnlyGrid(kernel) != grid)
    return "the kernel does something beside this loop: let another kernel do that";
  if (isDeviceBound(grid, written) || isOfDevice)
    return "the host has to know the loop's bounds and the distances: give the kernel parameters";
  return "";
}

/// Lets iterations of a grid run that need each other where they are values apart: a thread runs
/// through those that are multiples of one apart, or the host counts pieces of the loop, or, where
/// it cannot, one thread has them all. False where iterations need each other otherwise, and where
/// constants leave few of them at once.
static bool runApart(GridOp grid, const Root &root) {
  constexpr int64_t kFewestThreads = 8, kShortestPiece = 64;
  AffineAnalysis analysis(grid->getParentOfType<KernelOp>());
  std::optional<IterationDistances> distances = findIterationDistances(analysis, grid);
  if (!distances)
    return false;
  auto tell = [&](const DiagInfo &message, const std::string &how) {
    report(grid.getLoc(), message,
           {grid->getParentOfType<KernelOp>().getSymName().str(), getRootName(root).str(), how});
    grid->setAttr(kRunsApartAttr, UnitAttr::get(grid.getContext()));
    return true;
  };
  auto runAlone = [&](const std::string &why) {
    return tell(diag::IterationsOrderedSafely, "one thread runs through all of them (" + why + ")");
  };
  std::optional<int64_t> common = distances->common ? distances->common->getConstant() : 0;
  bool isShort = llvm::any_of(distances->all, [&](const Polynomial &distance) {
    return std::abs(distance.getConstant().value_or(kShortestPiece)) < kShortestPiece;
  });
  bool isApart = !common || *common >= kFewestThreads;
  if (!isApart && isShort)
    return false;
  if (!distances->areKnown)
    return runAlone("it needs distances that are parameters, and a counter of 32 bits or more that "
                    "counts up or has a sign");
  std::string names = spellSymbols(analysis, distances->all);
  if (names.empty())
    names = "the subscripts";
  if (isApart)
    return tell(diag::IterationsOrdered, "those that a thread runs through are " +
                                             (common ? std::to_string(*common) + " apart"
                                                     : "as far apart as " + names + " say"));
  std::string how = "launched for each piece of the loop, as long as " +
                    (*common > 0 ? "the smallest distance" : names + " say");
  std::string obstacle = findPiecesObstacle(grid, analysis, *distances);
  if (!obstacle.empty())
    return runAlone("it could be " + how + ", but " + obstacle);
  grid->setAttr(kStepsAttr, DenseI32ArrayAttr::get(grid.getContext(), {0}));
  return tell(diag::IterationsOrdered, "it is " + how);
}

/// Whether elements of one array are written in two places by a grid of one dimension, and nothing
/// is read that is written: `a[i] = x; a[i + k] = y;`
static bool writesTwice(GridOp grid) {
  SmallVector<Root> roots;
  return grid.getNumDims() == 1 && grid.walk([&](AssignOp assign) {
                                         Root root = getRoot(assign.getRef());
                                         bool isElement =
                                             assign.getRef().getDefiningOp<DerefOp>() != nullptr;
                                         if (isElement && llvm::is_contained(roots, root))
                                           return WalkResult::interrupt();
                                         if (isElement)
                                           roots.push_back(root);
                                         return WalkResult::advance();
                                       })
                                       .wasInterrupted();
}

/// Finds a time for the iterations of a grid, if need be together with those of the loop inside.
static void orderIterations(GridOp grid) {
  SmallVector<Conflict> conflicts = findConflicts(grid);
  // What is only written is most likely in nobody's way, unless the distance says so.
  if (!readsWhatItWrites(grid)) {
    if (!conflicts.empty())
      runApart(grid, conflicts.front().root);
    return;
  }
  if (conflicts.empty() ||
      (grid.getNumDims() > 1 && IterationOrderer(grid, conflicts, conflicts).run()) ||
      runApart(grid, conflicts.front().root))
    return;
  // What messages show are the loops of the source.
  Operation *source = grid->clone();
  GridOp joined = unnestLoop(grid);
  if (!joined || IterationOrderer(joined, findConflicts(joined), conflicts).run()) {
    source->destroy();
    return;
  }
  if (Attribute why = joined->getAttr(kNoOrderAttr))
    source->setAttr(kNoOrderAttr, why);
  OpBuilder(joined).insert(source);
  joined.erase();
}

void OrderIterationsPass::runOnOperation() {
  if (!beginRecogniser(getOperation(), getArgument()))
    return;
  SmallVector<GridOp> grids;
  forEachOpenGrid(getOperation(), [&](GridOp grid) {
    bool isAssumed = isAssumedIndependent(grid->getParentOfType<KernelOp>(), *assumeIndependent);
    if (!isAssumed && (readsWhatItWrites(grid) || writesTwice(grid)) && hasPlainResults(grid))
      grids.push_back(grid);
  });
  for (GridOp grid : grids)
    orderIterations(grid);
}
