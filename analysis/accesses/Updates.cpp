//===- Updates.cpp - Elements that an iteration reads and writes back ------------------------===//

#include "analysis/accesses/Updates.h"

#include "analysis/values/Expressions.h"

using namespace mlir;
using namespace vkmorph::vkm;

namespace {

/// What a Comparer answers where expressions are spelled alike and nothing proves that they have
/// one value: what they read may change in between, or they are too large to compare.
enum class Doubt { IsSame, IsDifferent };

/// Tells whether two places are the same element in one iteration: whether they are spelled alike
/// and, where doubt is no answer, nothing that the one reads is written before the other does.
class Comparer {
public:
  Comparer(AffineAnalysis &analysis, Doubt doubt) : analysis(analysis), doubt(doubt) {}
  bool isSame(Located a, Located b);

private:
  bool isSame(Region &a, const Frame *aFrame, Region &b, const Frame *bFrame);

  AffineAnalysis &analysis;
  Doubt doubt;
  /// Comparisons that are still allowed.
  unsigned budget = 4096;
};

} // namespace

Located vkmorph::vkm::resolve(AffineAnalysis &analysis, Located what) {
  while (true) {
    auto argument = dyn_cast<BlockArgument>(what.value);
    if (argument) {
      bool isParameter = isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
      if (!isParameter || !what.frame)
        return what;
      what = {what.frame->call->getOperand(argument.getArgNumber()), what.frame->parent};
      continue;
    }
    Operation *op = what.value.getDefiningOp();
    auto load = dyn_cast<LoadOp>(op);
    auto var = load ? load.getRef().getDefiningOp<VarOp>() : VarOp();
    if (var && var.getInit() && keepsInitialValue(var)) {
      what.value = var.getInit();
      continue;
    }
    auto call = dyn_cast<CallOp>(op);
    const Frame *inner = call ? analysis.enter(call, what.frame) : nullptr;
    if (inner) {
      Block &body = lookupCallee(call).getFunctionBody().front();
      if (auto result = dyn_cast<ReturnOp>(body.back());
          result && result.getValue() && llvm::all_of(body, [](Operation &op) {
            return isa<ReturnOp>(op) || isWithoutEffect(&op);
          })) {
        what = {result.getValue(), inner};
        continue;
      }
    }
    return what;
  }
}

/// The operations of one call that two operations stand for, being of that call or of one in it.
static std::tuple<Operation *, Operation *, const Frame *>
findInCommonCall(Operation *a, const Frame *aFrame, Operation *b, const Frame *bFrame) {
  for (;; a = aFrame->call, aFrame = aFrame->parent) {
    Operation *other = b;
    for (const Frame *frame = bFrame;; other = frame->call, frame = frame->parent) {
      if (frame == aFrame)
        return {a, other, frame};
      if (!frame)
        break;
    }
  }
}

/// What the root of a place in a call is in a call around it; none for variables of the inner one.
static std::optional<Root> getRootIn(const Frame *outer, Root root, const Frame *frame) {
  for (; frame != outer && root.value; frame = frame->parent) {
    auto argument = dyn_cast<BlockArgument>(root.value);
    if (!argument || !isa<FunctionOpInterface>(argument.getOwner()->getParentOp()))
      return std::nullopt;
    root = getRoot(frame->call->getOperand(argument.getArgNumber()));
  }
  return root;
}

/// Whether something in front of `last` and not in front of `first`, or the other way round, writes
/// what has this root.
static bool isWrittenBetween(Operation *first, Operation *last, const Root &root) {
  while (!first->getBlock()->findAncestorOpInBlock(*last))
    first = first->getParentOp();
  last = first->getBlock()->findAncestorOpInBlock(*last);
  if (last->isBeforeInBlock(first))
    std::swap(first, last);
  for (Operation *op = first;; op = op->getNextNode()) {
    if (getEffects(op).writesAny(root))
      return true;
    if (op == last)
      return false;
  }
}

/// Whether two expressions that are alike read the same: neither changes memory, and nothing in
/// between changes what they read.
static bool readSame(Located a, Located b) {
  Operation *left = a.value.getDefiningOp(), *right = b.value.getDefiningOp();
  if (!isWithoutEffect(left))
    return false;
  auto [first, last, frame] = findInCommonCall(left, a.frame, right, b.frame);
  for (const Root &read : getEffects(left).reads) {
    std::optional<Root> root = getRootIn(frame, read, a.frame);
    if (!root || isWrittenBetween(first, last, *root))
      return false;
  }
  return true;
}

bool Comparer::isSame(Region &a, const Frame *aFrame, Region &b, const Frame *bFrame) {
  if (a.empty() || b.empty())
    return a.empty() == b.empty();
  auto first = dyn_cast<YieldOp>(a.front().back()), second = dyn_cast<YieldOp>(b.front().back());
  return first && second && first.getValue() && second.getValue() &&
         isSame({first.getValue(), aFrame}, {second.getValue(), bFrame});
}

bool Comparer::isSame(Located a, Located b) {
  if (budget == 0)
    return doubt == Doubt::IsSame;
  --budget;
  a = resolve(analysis, a);
  b = resolve(analysis, b);
  if (a == b)
    return true;
  Operation *left = a.value.getDefiningOp(), *right = b.value.getDefiningOp();
  if (!left || !right || isa<VarOp>(left) || left->getName() != right->getName() ||
      left->getNumOperands() != right->getNumOperands() ||
      left->getNumRegions() != right->getNumRegions() || a.value.getType() != b.value.getType() ||
      left->getPropertiesAsAttribute() != right->getPropertiesAsAttribute())
    return false;
  for (auto [mine, theirs] : llvm::zip(left->getOperands(), right->getOperands()))
    if (!isSame({mine, a.frame}, {theirs, b.frame}))
      return false;
  for (auto [mine, theirs] : llvm::zip(left->getRegions(), right->getRegions()))
    if (!isSame(mine, a.frame, theirs, b.frame))
      return false;
  return doubt == Doubt::IsSame || !isa<LoadOp, CallOp>(left) || readSame(a, b);
}

/// The number of steps up to the first element whose number is not understood, this one included;
/// all of them where each iteration has the same element; nothing for others.
static std::optional<size_t> getDepth(const AffineAnalysis &analysis, const ElementAccess &access) {
  bool isOne = true;
  for (auto [number, step] : llvm::enumerate(access.path)) {
    if (!step.member && (!step.index || analysis.isRounded(*step.index)))
      return number + 1;
    isOne &= step.member || step.index->getConstant().has_value();
  }
  return isOne ? std::optional(access.path.size()) : std::nullopt;
}

/// The place that an access reaches after `depth` steps.
static Located getPlaceAt(const ElementAccess &access, size_t depth) {
  Located place{getAccessedPlace(access.op), access.frame};
  for (size_t rest = access.path.size() - depth; rest > 0;) {
    if (auto argument = dyn_cast<BlockArgument>(place.value)) {
      place = {place.frame->call->getOperand(argument.getArgNumber()), place.frame->parent};
      continue;
    }
    place.value = place.value.getDefiningOp()->getOperand(0);
    --rest;
  }
  return place;
}

static bool reachSame(AffineAnalysis &analysis, const ElementAccess &a, const ElementAccess &b,
                      Doubt doubt) {
  if (!getAccessedPlace(a.op) || !getAccessedPlace(b.op))
    return false;
  size_t common = std::min(a.path.size(), b.path.size());
  return Comparer(analysis, doubt).isSame(getPlaceAt(a, common), getPlaceAt(b, common));
}

bool vkmorph::vkm::isSameInIteration(AffineAnalysis &analysis, Located a, Located b) {
  return Comparer(analysis, Doubt::IsDifferent).isSame(a, b);
}

bool vkmorph::vkm::reachSameElement(AffineAnalysis &analysis, const ElementAccess &a,
                                    const ElementAccess &b) {
  return reachSame(analysis, a, b, Doubt::IsDifferent);
}

namespace {

/// Writes of the element that an access reads, and whether one of them runs in any case.
class WritesBefore {
public:
  WritesBefore(AffineAnalysis &analysis, ArrayRef<ElementAccess> accesses,
               const ElementAccess &read)
      : analysis(analysis) {
    for (const ElementAccess &access : accesses)
      if (&access < &read && access.writes && access.root == read.root &&
          reachSameElement(analysis, access, read))
        writes.insert({access.op, access.frame});
  }
  /// Whether one of them runs on all ways to this operation.
  bool leadTo(Operation *op, const Frame *frame);

private:
  bool runIn(Operation *op, const Frame *frame);
  bool runIn(Region &region, const Frame *frame);

  AffineAnalysis &analysis;
  llvm::DenseSet<std::pair<Operation *, const Frame *>> writes;
};

} // namespace

/// A region that jumps comes to nothing that stands behind its statement, either.
bool WritesBefore::runIn(Region &region, const Frame *frame) {
  if (region.empty() || region.front().empty())
    return false;
  return isa<BreakOp, ContinueOp>(region.front().back()) ||
         llvm::any_of(region.front(), [&](Operation &op) { return runIn(&op, frame); });
}

bool WritesBefore::runIn(Operation *op, const Frame *frame) {
  if (writes.contains({op, frame}))
    return true;
  if (isa<IfOp, ScopeOp>(op))
    return llvm::all_of(op->getRegions(), [&](Region &region) { return runIn(region, frame); });
  auto call = dyn_cast<CallOp>(op);
  const Frame *inner = call ? analysis.enter(call, frame) : nullptr;
  if (!inner)
    return false;
  for (Operation &statement : lookupCallee(call).getFunctionBody().front()) {
    if (runIn(&statement, inner))
      return true;
    if (statement.walk([](ReturnOp) { return WalkResult::interrupt(); }).wasInterrupted())
      return false;
  }
  return false;
}

bool WritesBefore::leadTo(Operation *op, const Frame *frame) {
  if (writes.empty())
    return false;
  while (true) {
    for (Operation *before = op->getPrevNode(); before; before = before->getPrevNode())
      if (runIn(before, frame))
        return true;
    op = op->getParentOp();
    if (!isa<FunctionOpInterface, GridOp>(op))
      continue;
    if (!frame || isa<GridOp>(op))
      return false;
    op = frame->call;
    frame = frame->parent;
  }
}

bool vkmorph::vkm::isSetBefore(AffineAnalysis &analysis, ArrayRef<ElementAccess> accesses,
                               const ElementAccess &read) {
  return WritesBefore(analysis, accesses, read).leadTo(read.op, read.frame);
}

/// Whether an index is a sum of which a part is understood and another one in each iteration of the
/// grid.
static bool hasOwnPart(AffineAnalysis &analysis, GridOp grid, Located index) {
  index = resolve(analysis, index);
  Operation *op = index.value.getDefiningOp();
  auto binary = dyn_cast_or_null<BinaryOp>(op);
  bool isSum =
      binary && (binary.getKind() == BinaryKind::Add || binary.getKind() == BinaryKind::Sub);
  if (isSum || isa_and_nonnull<CastOp>(op))
    return llvm::any_of(op->getOperands(), [&](Value operand) {
      return hasOwnPart(analysis, grid, {operand, index.frame});
    });
  std::optional<Polynomial> polynomial = analysis.evaluate(index.value, index.frame);
  if (!polynomial || analysis.isRounded(*polynomial))
    return false;
  for (unsigned dim = 0; dim < grid.getNumDims(); ++dim)
    if (const Counter *counter = analysis.getCounter(grid, dim);
        counter && polynomial->containsAny([&](Symbol s) { return s == counter->symbol; }))
      return true;
  return false;
}

bool vkmorph::vkm::isScattered(AffineAnalysis &analysis, GridOp grid, const ElementAccess &access) {
  for (size_t depth = 1; depth <= access.path.size(); ++depth) {
    const Step &step = access.path[depth - 1];
    if (step.member || (step.index && !analysis.isRounded(*step.index)))
      continue;
    Located place = getPlaceAt(access, depth);
    Operation *op = place.value.getDefiningOp();
    if (!op || op->getNumOperands() != 2 ||
        !hasOwnPart(analysis, grid, {op->getOperand(1), place.frame}))
      return true;
  }
  return false;
}

SmallVector<Located> vkmorph::vkm::getIndices(const ElementAccess &access) {
  SmallVector<Located> indices;
  for (size_t depth = 1; depth <= access.path.size(); ++depth) {
    Located place = getPlaceAt(access, depth);
    Operation *op = place.value.getDefiningOp();
    if (!access.path[depth - 1].member && op && op->getNumOperands() == 2)
      indices.push_back({op->getOperand(1), place.frame});
  }
  return indices;
}

SmallVector<const ElementAccess *> vkmorph::vkm::findUpdates(AffineAnalysis &analysis,
                                                             ArrayRef<ElementAccess> accesses,
                                                             const Root &root) {
  SmallVector<const ElementAccess *> reads, updates;
  for (const ElementAccess &access : accesses) {
    if (access.root != root || !getAccessedPlace(access.op))
      continue;
    std::optional<size_t> depth = getDepth(analysis, access);
    if (!depth)
      continue;
    auto readsSame = [&](const ElementAccess *read) {
      // An update that is taken for one costs the user an option, a lost one costs a result.
      return getDepth(analysis, *read) == depth &&
             reachSame(analysis, *read, access, Doubt::IsSame);
    };
    if (access.writes && (access.reads || llvm::any_of(reads, readsSame)))
      updates.push_back(&access);
    if (access.reads)
      reads.push_back(&access);
  }
  return updates;
}
