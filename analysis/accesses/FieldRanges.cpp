//===- FieldRanges.cpp - Between which numbers kernels leave a member ------------------------===//
//
//   m_best = 0;                                    0
//   for (int i = 1; i < n; i++)
//     if (a[i] > a[m_best]) m_best = i;            1 to n - 1
//
// Behind this kernel the member is at least 0 and at most the larger of 0 and n - 1, however the
// elements compare.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/accesses/FieldRanges.h"

#include "analysis/accesses/LaunchConditions.h"
#include "analysis/accesses/LaunchFacts.h"
#include "analysis/accesses/LaunchTranslation.h"
#include "analysis/accesses/MemoryAccesses.h"

using namespace mlir;
using namespace vkmorph::vkm;

namespace {

class RangeFinder {
public:
  RangeFinder(ControlFacts &facts, Root root) : facts(facts), root(root) {}
  bool addKernel(LaunchOp launch);
  std::optional<FieldRange> get() const;
  /// Whether the last kernel sets the member whatever is in it.
  bool sets = false;

private:
  bool addValue(KernelAtLaunch &kernel, LaunchOp launch, Operation *statement, Value value);
  std::optional<Polynomial> getBound(AffineAnalysis &analysis, Polynomial value, Operation *op,
                                     bool isMost);
  bool addBound(KernelAtLaunch &kernel, LaunchOp launch, const Polynomial &bound,
                SmallVectorImpl<Polynomial> &bounds);

  ControlFacts &facts;
  Root root;
  SmallVector<Polynomial> least, most;
};

} // namespace

/// The smallest or largest value over all iterations of the grid around an operation, if it has
/// any.
std::optional<Polynomial> RangeFinder::getBound(AffineAnalysis &analysis, Polynomial value,
                                                Operation *op, bool isMost) {
  auto grid = op->getParentOfType<GridOp>();
  for (unsigned dim = 0; grid && dim < grid.getNumDims(); ++dim) {
    const Counter *counter = analysis.getCounter(grid, dim);
    if (!counter)
      return std::nullopt;
    std::optional<int64_t> factor = value.getCoefficient(counter->symbol).getConstant();
    if (!factor)
      return std::nullopt;
    bool isLast = (*factor > 0) == isMost;
    value = analysis.substitute(value, counter->symbol,
                                isLast ? analysis.getLastIteration(*counter) : Polynomial(0));
  }
  bool varies = value.containsAny([&](Symbol symbol) { return analysis.isCounter(symbol); });
  return varies ? std::nullopt : std::optional(value);
}

bool RangeFinder::addBound(KernelAtLaunch &kernel, LaunchOp launch, const Polynomial &bound,
                           SmallVectorImpl<Polynomial> &bounds) {
  AffineAnalysis &analysis = facts.getAnalysis();
  Translation translation(*kernel.analysis, analysis, launch, kernel.meanings);
  std::optional<Reach> known = translation.translate(Reach{{}, bound, {}}, analysis.getFacts(), {});
  if (!known || !isKnownAtCall(analysis, known->count))
    return false;
  if (!llvm::is_contained(bounds, known->count))
    bounds.push_back(known->count);
  return true;
}

bool RangeFinder::addValue(KernelAtLaunch &kernel, LaunchOp launch, Operation *statement,
                           Value value) {
  std::optional<Polynomial> polynomial = kernel.analysis->evaluate(value);
  if (!polynomial)
    return false;
  std::optional<Polynomial> low = getBound(*kernel.analysis, *polynomial, statement, false),
                            high = getBound(*kernel.analysis, *polynomial, statement, true);
  return low && high && addBound(kernel, launch, *low, least) &&
         addBound(kernel, launch, *high, most);
}

/// The value of an iteration that a member holds behind the grid, unless it keeps its own; null
/// where it is computed of several.
static Value getChosen(Operation *reduction) {
  if (auto carry = dyn_cast<CarryOp>(reduction))
    return carry.getValue();
  if (auto last = dyn_cast<LastOp>(reduction))
    return last.getValue();
  auto reduce = dyn_cast<ReduceOp>(reduction);
  bool isExtreme =
      reduce && (reduce.getKind() == ReduceKind::Min || reduce.getKind() == ReduceKind::Max);
  return isExtreme ? reduce.getValue() : Value();
}

/// False where the kernel may give the member something else.
bool RangeFinder::addKernel(LaunchOp launch) {
  KernelOp op = lookupKernel(launch);
  KernelAtLaunch kernel = analyseAtLaunch(facts, launch);
  sets = false;
  for (const MemoryAccess &access : getAccesses(op)) {
    if (!access.isWrite || access.path.root != root)
      continue;
    auto assign = dyn_cast<AssignOp>(access.op);
    if (!assign || !addValue(kernel, launch, assign, assign.getValue()))
      return false;
    Operation *parent = assign->getParentOp();
    sets |= parent == op || (isa<OnceOp>(parent) && parent->getParentOp() == op);
  }
  // Statements behind a return need not run.
  op.walk([&](ReturnOp jump) { sets &= jump->getParentOp() == op; });
  auto visit = [&](ReductionOpInterface reduction) {
    if (reduction.getFieldAttr().getAttr() != root.symbol)
      return WalkResult::advance();
    Value value = getChosen(reduction);
    return value && addValue(kernel, launch, reduction, value) ? WalkResult::advance()
                                                               : WalkResult::interrupt();
  };
  return !op.walk(visit).wasInterrupted();
}

std::optional<FieldRange> RangeFinder::get() const {
  std::optional<FieldRange> range;
  for (const Polynomial &bound : least) {
    std::optional<int64_t> constant = bound.getConstant();
    if (!constant && !facts.getAnalysis().getFacts().isNonNegative(bound))
      return std::nullopt;
    int64_t number = constant.value_or(0);
    range = FieldRange{range ? std::min(range->least, number) : number, {}};
  }
  if (range)
    range->most = most;
  return range;
}

std::optional<FieldRange> vkmorph::vkm::findFieldRange(ControlFacts &facts, LaunchOp launch,
                                                       FieldRefOp field) {
  Root root{field.getFieldAttr().getAttr(), {}};
  RangeFinder finder(facts, root);
  bool isSet = false;
  bool isKnown =
      !facts.getControl()
           .walk([&](Operation *op) {
             auto writer = dyn_cast<LaunchOp>(op);
             bool writes = writer ? getEffects(lookupKernel(writer).getBody()).writesAny(root)
                                  : op->getNumRegions() == 0 && getEffects(op).writesAny(root);
             if (!writes)
               return WalkResult::advance();
             if (!writer || !finder.addKernel(writer))
               return WalkResult::interrupt();
             Operation *after = op->getBlock()->findAncestorOpInBlock(*launch.getOperation());
             isSet |= finder.sets && after && op->isBeforeInBlock(after);
             return WalkResult::advance();
           })
           .wasInterrupted();
  return isKnown && isSet ? finder.get() : std::nullopt;
}
