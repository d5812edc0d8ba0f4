//===- Appends.cpp - How many elements kernels append at most ---------------------------------===//

#include "analysis/patterns/Appends.h"

#include "analysis/values/CountedLoops.h"
#include "analysis/values/Expressions.h"
#include "ir/Exchange.h"
#include "ir/TargetFacts.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace vkmorph::vkm;

static void walkReached(Operation *op, llvm::SmallPtrSetImpl<Operation *> &seen,
                        llvm::function_ref<void(Operation *)> visit) {
  op->walk([&](Operation *inner) {
    visit(inner);
    if (auto call = dyn_cast<CallOp>(inner))
      if (FunctionOpInterface callee = lookupCallee(call); callee && seen.insert(callee).second)
        walkReached(callee, seen, visit);
  });
}

void vkmorph::vkm::walkReached(Operation *op, llvm::function_ref<void(Operation *)> visit) {
  llvm::SmallPtrSet<Operation *, 8> seen;
  ::walkReached(op, seen, visit);
}

namespace {
/// Counts along the structure of a body.
class Counter {
public:
  AppendCounts count(Operation *op);
  AppendCounts count(Region &region);

private:
  static void add(AppendCounts &to, const AppendCounts &from);
  static AppendCounts largest(const AppendCounts &a, const AppendCounts &b);
  static AppendCounts multiply(AppendCounts counts, std::optional<int64_t> times);

  /// Of the functions that were met; the input language has no recursion.
  llvm::DenseMap<Operation *, AppendCounts> functions;
};
} // namespace

using Count = std::optional<int64_t>;

static Count combine(Count a, Count b, llvm::function_ref<Count(int64_t, int64_t)> how) {
  return a && b ? how(*a, *b) : std::nullopt;
}

static Count addCounts(int64_t a, int64_t b) {
  int64_t sum = 0;
  return llvm::AddOverflow(a, b, sum) ? Count() : sum;
}

static Count multiplyCounts(int64_t a, int64_t b) {
  int64_t product = 0;
  return llvm::MulOverflow(a, b, product) ? Count() : product;
}

static Count largerCount(int64_t a, int64_t b) { return std::max(a, b); }

void Counter::add(AppendCounts &to, const AppendCounts &from) {
  for (const auto &[vector, count] : from) {
    auto [known, isNew] = to.insert({vector, count});
    if (!isNew)
      known->second = combine(known->second, count, addCounts);
  }
}

AppendCounts Counter::largest(const AppendCounts &a, const AppendCounts &b) {
  AppendCounts result = a;
  for (const auto &[vector, count] : b) {
    auto [known, isNew] = result.insert({vector, count});
    if (!isNew)
      known->second = combine(known->second, count, largerCount);
  }
  return result;
}

AppendCounts Counter::multiply(AppendCounts counts, std::optional<int64_t> times) {
  for (auto &[vector, count] : counts)
    count = combine(count, times, multiplyCounts);
  return counts;
}

AppendCounts Counter::count(Region &region) {
  AppendCounts result;
  for (Block &block : region)
    for (Operation &op : block)
      add(result, count(&op));
  return result;
}

AppendCounts Counter::count(Operation *op) {
  if (auto append = dyn_cast<AppendOp>(op)) {
    AppendCounts one;
    one.insert({append.getFieldAttr().getAttr(), 1});
    return one;
  }
  if (auto call = dyn_cast<CallOp>(op)) {
    FunctionOpInterface callee = lookupCallee(call);
    if (!callee || callee.getFunctionBody().empty())
      return {};
    auto known = functions.find(callee);
    if (known != functions.end())
      return known->second;
    AppendCounts inner = count(callee.getFunctionBody());
    return functions[callee] = inner;
  }
  if (auto branch = dyn_cast<IfOp>(op))
    return largest(count(branch.getThenRegion()), count(branch.getElseRegion()));
  AppendCounts result;
  for (Region &region : op->getRegions())
    add(result, count(region));
  if (result.empty())
    return result;
  if (auto loop = dyn_cast<ForOp>(op))
    return multiply(std::move(result), getTrips(loop));
  return isa<LoopOpInterface>(op) ? multiply(std::move(result), std::nullopt) : result;
}

StringAttr vkmorph::vkm::getVectorOfElements(Value pointer) {
  if (auto data = pointer.getDefiningOp<VectorDataOp>())
    return data.getFieldAttr().getAttr();
  auto argument = dyn_cast<BlockArgument>(pointer);
  auto function =
      argument ? dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp()) : nullptr;
  return function ? function.getArgAttrOfType<StringAttr>(argument.getArgNumber(), kElementsOfAttr)
                  : StringAttr();
}

void vkmorph::vkm::addExchanged(const ExchangedPairs &pairs, llvm::DenseSet<StringAttr> &vectors) {
  for (bool isNew = true; std::exchange(isNew, false);)
    for (auto [first, second] : pairs)
      if (vectors.contains(first) || vectors.contains(second))
        for (StringAttr vector : {first, second})
          isNew |= vectors.insert(vector).second;
}

ExchangedPairs vkmorph::vkm::findExchangedSizes(ClassOp op) {
  ExchangedPairs pairs;
  op.walk([&](ExchangeSizesOp exchange) {
    pairs.push_back({exchange.getFirstAttr().getAttr(), exchange.getSecondAttr().getAttr()});
  });
  return pairs;
}

AppendCounts vkmorph::vkm::countAppends(Operation *op) {
  Counter counter;
  AppendCounts result;
  for (Region &region : op->getRegions())
    for (auto &[vector, count] : counter.count(region))
      result.insert({vector, count});
  return result;
}

static int64_t countSubgroups(GridOp grid, int64_t threads) {
  return std::max<int64_t>(threads / getTargetMinSubgroupSize(grid), 1);
}

/// What a workgroup that appends in order shares beside the vectors': a sum for each thread, and
/// how many threads each subgroup has (passes/lower/appends/OrderedAppends.cpp).
static int64_t getOrderBytes(GridOp grid, int64_t threads) {
  return 4 * (threads + countSubgroups(grid, threads));
}

int64_t vkmorph::vkm::getAppendBytes(GridOp grid, AppendStrategy by, int64_t threads) {
  int64_t vectors = countAppends(grid).size();
  int64_t ofOrder = vectors && by == AppendStrategy::Stable ? getOrderBytes(grid, threads) : 0;
  return vectors * AppendOp::getSharedBytes(by, countSubgroups(grid, threads)) + ofOrder;
}

int64_t vkmorph::vkm::getAppendBytes(GridOp grid, int64_t threads) {
  llvm::SmallDenseSet<StringRef> vectors;
  int64_t bytes = 0;
  bool isInOrder = false;
  grid.walk([&](AppendOp append) {
    if (vectors.insert(append.getField()).second)
      bytes += append.getSharedBytes(countSubgroups(grid, threads), grid.getNumDims());
    isInOrder |= append.getStrategy() == AppendStrategy::Stable;
  });
  return bytes + (isInOrder ? getOrderBytes(grid, threads) : 0);
}

StringAttr vkmorph::vkm::getVectorOfSize(Value bound) {
  while (Operation *op = bound.getDefiningOp()) {
    if (auto cast = dyn_cast<CastOp>(op)) {
      bound = cast.getOperand();
      continue;
    }
    if (auto narrow = dyn_cast<NarrowOp>(op)) {
      bound = narrow.getValue();
      continue;
    }
    auto load = dyn_cast<LoadOp>(op);
    if (!load)
      return {};
    if (auto var = load.getRef().getDefiningOp<VarOp>(); var && keepsInitialValue(var)) {
      bound = var.getInit();
      continue;
    }
    auto place = load.getRef().getDefiningOp<FieldRefOp>();
    auto parent = op->getParentOfType<ClassOp>();
    FieldOp field = place && parent ? parent.lookupField(place.getField()) : FieldOp();
    return field && field.getSizeOf() ? field.getSizeOfAttr().getAttr() : StringAttr();
  }
  return {};
}
