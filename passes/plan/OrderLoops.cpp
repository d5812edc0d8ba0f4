//===- OrderLoops.cpp - Which loop of a grid varies fastest -----------------------------------===//
//
// Neighbouring threads take neighbouring iterations of a grid's innermost dimension, so that this
// has to be the one along which most accesses go through memory element by element:
//
//     vkm.grid (%x, %y) { b[y * w + x] = a[y * w + x] }
//  => vkm.grid (%x, %y) attributes {vkm.loop_order = array<i32: 1, 0>} { ... }
//
// The iterations of a grid are independent. Which of them comes first matters to what combines
// values in order, to what is appended in order, and to which of several equal extremes is found:
// such grids stay as they are. Pixels of images have no order in memory, and do not count.
//
// Decides only; InterchangeLoops follows.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/accesses/Accesses.h"
#include "analysis/values/GridShape.h"
#include "ir/Places.h"
#include "ir/VkmAttributes.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "passes/plan/Choice.h"
#include "passes/plan/PlanRules.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

#include <numeric>
#include <tuple>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_ORDERLOOPS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

// Costs are sectors of memory that a row of as many neighbours touches at a time.
static constexpr int64_t kNeighbours = 32;
static constexpr int64_t kSectorBytes = 32;
// What a loop inside of the grid repeats costs that many times as much, if its length is unknown.
static constexpr int64_t kRepetitions = 8;
// Another order has to save an eighth; below that the estimate decides nothing.
static constexpr int64_t kLeastGain = 8;

namespace {

/// How far apart in memory what neighbouring iterations access lies.
struct Stride {
  int64_t bytes = 0;   ///< where that is a constant
  unsigned degree = 0; ///< how many sizes are multiplied, where it is none
  bool isKnown = true;

  Stride &operator+=(const Stride &other) {
    bytes += other.bytes;
    degree = std::max(degree, other.degree);
    isKnown &= other.isKnown;
    return *this;
  }
};

/// The cost of one access along each dimension of a grid.
struct AccessCost {
  std::string name; ///< of what is accessed
  SmallVector<int64_t, 3> along;
};

class GridOrder {
public:
  GridOrder(AffineAnalysis &analysis, GridOp grid) : analysis(analysis), grid(grid) {}
  /// Estimates what accesses cost along each dimension; false where the counters are not
  /// understood.
  bool measure();
  /// Which dimension varies fastest, by its name: the innermost one is "source". Costs are eighths
  /// of sectors, and another order than that of the source costs an eighth more. `obstacle` stands
  /// against all others.
  PlanChoice choose(StringRef asked, const std::string &obstacle) const;
  SmallVector<unsigned, 3> sort(unsigned fastest) const;

private:
  /// Why a dimension is better as the fastest than the innermost one of the source.
  std::string explain(unsigned fastest) const;
  Stride measure(const Polynomial &value, Symbol counter) const;
  Stride measure(const ElementAccess &access, Symbol counter) const;
  bool isAlike(const ElementAccess &a, const ElementAccess &b) const;
  bool isOfImage(const ElementAccess &access) const;
  int64_t getRepetitions(const ElementAccess &access) const;
  void addCost(const ElementAccess &access);
  std::optional<int64_t> getTrips(unsigned dim);
  unsigned getInnermost() const { return GridOp(grid).getNumDims() - 1; }

  AffineAnalysis &analysis;
  GridOp grid;
  SmallVector<const Counter *, 3> counters;
  std::vector<AccessCost> costs;
  SmallVector<int64_t, 3> sums, asFastest; ///< of all accesses, by dimension
};

struct OrderLoopsPass : vkm::impl::OrderLoopsBase<OrderLoopsPass> {
  using OrderLoopsBase::OrderLoopsBase;
  void runOnOperation() override;
  void order(AffineAnalysis &analysis, GridOp grid);
};

} // namespace

//===------------------------------------------------------------------------------------------===//
// Strides
//===------------------------------------------------------------------------------------------===//

/// By how much a number grows with the counter: minima and maxima as much as the operand that grows
/// most, which is the one that counts away from the edges.
Stride GridOrder::measure(const Polynomial &value, Symbol counter) const {
  Stride stride;
  stride.isKnown = value.isValid();
  for (const auto &[monomial, coefficient] : value.getTerms()) {
    unsigned others = monomial.size() - 1;
    if (llvm::is_contained(monomial, counter)) {
      stride.bytes += others ? 0 : coefficient;
      stride.degree = std::max(stride.degree, others);
      continue;
    }
    for (Symbol symbol : monomial) {
      SmallVector<Stride, 2> within;
      int64_t divisor = 1;
      if (const Bounded *bounded = analysis.getBounded(symbol)) {
        for (const std::optional<Polynomial> &operand : bounded->operands) {
          within.emplace_back();
          if (operand)
            within.back() = measure(*operand, counter);
          else
            within.back().isKnown = false;
        }
      } else if (const Remainder *remainder = analysis.getRemainder(symbol)) {
        within.push_back(measure(remainder->dividend, counter));
      } else if (const auto *rounded = analysis.getRounded(symbol)) {
        within.push_back(measure(rounded->first, counter));
        divisor = rounded->second;
      } else if (analysis.getUnknown(symbol).kind == Unknown::Varying) {
        within.emplace_back().isKnown = false;
      }
      Stride most;
      for (const Stride &one : within) {
        most.bytes = std::max(most.bytes, std::abs(one.bytes));
        most.degree = std::max(most.degree, one.degree);
        most.isKnown &= one.isKnown;
      }
      if (most.degree || (most.bytes && others))
        stride.degree = std::max(stride.degree, most.degree + others);
      else
        stride.bytes += coefficient * llvm::divideCeil(most.bytes, divisor);
      stride.isKnown &= most.isKnown;
    }
  }
  return stride;
}

/// The type that the first step of an access leads into.
static Type getRootType(GridOp grid, const Root &root) {
  if (root.value)
    return root.value.getType();
  return grid->getParentOfType<ClassOp>().lookupField(root.symbol.getValue()).getType();
}

Stride GridOrder::measure(const ElementAccess &access, Symbol counter) const {
  Type type = getRootType(grid, access.root);
  FieldOp field = access.root.symbol
                      ? grid->getParentOfType<ClassOp>().lookupField(access.root.symbol.getValue())
                      : FieldOp();
  Stride stride;
  for (auto [number, step] : llvm::enumerate(access.path)) {
    if (step.member) {
      type = getPartType(grid, type, step.member);
      continue;
    }
    if (auto pointer = dyn_cast<PtrType>(type))
      type = pointer.getPointee();
    else if (number == 0 && field && field.getVectorElement())
      type = field.getVectorElement();
    else
      type = vkm::getElementType(type);
    if (!step.index) {
      stride.isKnown = false;
      return stride;
    }
    Stride own = measure(*step.index, counter);
    own.bytes *= getLayout(grid, type).size;
    stride += own;
  }
  return stride;
}

/// Whether two accesses are so many elements apart, in all iterations: they share what is read.
bool GridOrder::isAlike(const ElementAccess &a, const ElementAccess &b) const {
  if (!(a.root == b.root) || a.path.size() != b.path.size() || a.loops != b.loops)
    return false;
  return llvm::all_of(llvm::zip(a.path, b.path), [](auto steps) {
    const auto &[mine, theirs] = steps;
    if (mine.member || theirs.member)
      return bool(mine.member) == bool(theirs.member);
    return mine.index && theirs.index && (*mine.index - *theirs.index).getConstant();
  });
}

bool GridOrder::isOfImage(const ElementAccess &access) const {
  if (access.root.value)
    return isImage(access.root.value);
  FieldOp field = grid->getParentOfType<ClassOp>().lookupField(access.root.symbol.getValue());
  return field && field->hasAttr(kImageAttr);
}

int64_t GridOrder::getRepetitions(const ElementAccess &access) const {
  int64_t times = 1;
  for (const Counter *loop : access.loops) {
    std::optional<int64_t> span = loop->span.getConstant(),
                           magnitude = loop->magnitude.getConstant();
    bool isKnown = span && magnitude && *magnitude > 0 && *span >= 0;
    times *= isKnown ? std::min(kRepetitions, *span / *magnitude + 1) : kRepetitions;
  }
  return times;
}

void GridOrder::addCost(const ElementAccess &access) {
  AccessCost cost{spellAccess(access), {}};
  int64_t times = getRepetitions(access);
  for (const Counter *counter : counters) {
    Stride stride = measure(access, counter->symbol);
    int64_t along = stride.degree
                        ? kNeighbours * stride.degree
                        : std::clamp<int64_t>(kNeighbours * std::abs(stride.bytes) / kSectorBytes,
                                              1, kNeighbours);
    // What is not understood may be made for the source's order, and for no other one.
    if (!stride.isKnown)
      along = counter == counters.back() ? 1 : kNeighbours;
    cost.along.push_back(times * along);
  }
  if (!llvm::all_equal(cost.along))
    costs.push_back(std::move(cost));
}

//===------------------------------------------------------------------------------------------===//
// The choice
//===------------------------------------------------------------------------------------------===//

/// How often a loop runs, if that is a constant.
std::optional<int64_t> GridOrder::getTrips(unsigned dim) {
  std::optional<int64_t> span = counters[dim]->span.getConstant(),
                         magnitude = counters[dim]->magnitude.getConstant();
  if (!span || !magnitude || *span < 0 || *magnitude < 1)
    return std::nullopt;
  return *span / *magnitude + 1;
}

bool GridOrder::measure() {
  for (unsigned dim = 0; dim < grid.getNumDims(); ++dim)
    counters.push_back(analysis.getCounter(grid, dim));
  if (llvm::is_contained(counters, nullptr))
    return false;
  std::vector<ElementAccess> counted;
  for (const ElementAccess &access :
       collectAccessCases(analysis, grid, [](const ElementAccess &) { return true; }))
    if (access.reduction.empty() && !isOfImage(access) &&
        llvm::none_of(counted,
                      [&](const ElementAccess &other) { return isAlike(access, other); })) {
      counted.push_back(access);
      addCost(access);
    }
  for (unsigned dim = 0; dim < grid.getNumDims(); ++dim) {
    int64_t sum = 0;
    for (const AccessCost &cost : costs)
      sum += cost.along[dim];
    sums.push_back(sum);
    // A row of neighbours is not filled by fewer iterations.
    std::optional<int64_t> trips = getTrips(dim);
    asFastest.push_back(trips && *trips < kNeighbours ? sum * kNeighbours / *trips : sum);
  }
  return true;
}

PlanChoice GridOrder::choose(StringRef asked, const std::string &obstacle) const {
  PlanChoice choice("loop-order");
  unsigned inner = getInnermost();
  for (unsigned dim = 0; dim < inner; ++dim) {
    int64_t cost = kLeastGain * asFastest[dim] + asFastest[inner];
    choice.add({getCounterInSource(grid, dim).str(),
                asFastest[dim] == asFastest[inner] ? cost + 1 : cost, explain(dim), obstacle,
                "auto"});
  }
  choice.add({"source",
              kLeastGain * asFastest[inner],
              "another order would save less than an eighth of the accesses",
              {},
              {}});
  choice.choose(asked);
  return choice;
}

/// The dimensions from the slowest to the fastest. Those that cost alike stay as they are.
SmallVector<unsigned, 3> GridOrder::sort(unsigned fastest) const {
  SmallVector<unsigned, 3> order(GridOp(grid).getNumDims());
  std::iota(order.begin(), order.end(), 0);
  llvm::sort(order, [&](unsigned a, unsigned b) {
    return std::tuple(a == fastest, -sums[a], a) < std::tuple(b == fastest, -sums[b], b);
  });
  return order;
}

std::string GridOrder::explain(unsigned fastest) const {
  constexpr size_t kMostNames = 3;
  llvm::SetVector<StringRef> names;
  for (const AccessCost &cost : costs)
    if (cost.along[fastest] < cost.along[getInnermost()])
      names.insert(cost.name);
  StringRef inner = getCounterInSource(grid, getInnermost());
  if (names.empty())
    return ("that over '" + inner + "' has too few iterations for a row of threads").str();
  SmallVector<std::string> spelled;
  for (StringRef name : names.getArrayRef().take_front(kMostNames))
    spelled.push_back(("'" + name + "'").str());
  return llvm::join(spelled, ", ") + (names.size() > kMostNames ? " and others" : "") +
         (names.size() == 1 ? " has" : " have") +
         " neighbouring elements along it, and not along that over '" + inner.str() + "'";
}

void OrderLoopsPass::order(AffineAnalysis &analysis, GridOp grid) {
  GridOrder order(analysis, grid);
  if (!order.measure())
    return;
  std::string obstacle = findOrderObstacle(grid, inOrder);
  PlanChoice choice = order.choose(loopOrder, obstacle);
  note(grid, choice);
  if (loopOrder == "source")
    return;
  // What would be taken if nothing were against it.
  unsigned dim = order.choose(loopOrder, "").getIndex();
  if (dim == grid.getNumDims() - 1)
    return;
  std::string kernel = grid->getParentOfType<KernelOp>().getSymName().str();
  std::string fastest = getCounterInSource(grid, dim).str();
  if (!obstacle.empty()) {
    report(grid.getLoc(), diag::PlanOrderKept, {kernel, fastest, obstacle});
    return;
  }
  SmallVector<int32_t> dims(llvm::map_range(order.sort(dim), [](unsigned one) { return one; }));
  grid->setAttr(kLoopOrderAttr, Builder(&getContext()).getDenseI32ArrayAttr(dims));
  report(grid.getLoc(), diag::PlanOrder, {kernel, fastest, choice.getChosen().reason});
}

void OrderLoopsPass::runOnOperation() {
  if (failed(checkDecision(getOperation().getLoc(), "loop-order", loopOrder)))
    return signalPassFailure();
  if (getPhase(getOperation()) != Phase::Recognised ||
      (loopOrder == "source" && !keepsChoices(getOperation())))
    return;
  getOperation().walk([&](KernelOp kernel) {
    auto isPlane = [](GridOp grid) { return grid.getNumDims() > 1; };
    SmallVector<GridOp> grids(
        llvm::make_filter_range(kernel.getBody().front().getOps<GridOp>(), isPlane));
    for (GridOp grid : grids) {
      AffineAnalysis analysis(kernel);
      analysis.followRounding();
      order(analysis, grid);
    }
  });
}
