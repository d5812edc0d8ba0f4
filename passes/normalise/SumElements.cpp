//===- SumElements.cpp - Sums into an element that does not change in a loop ------------------===//
//
//                                              float xSum = 0;
//   for (int j = 0; j < i; j++)                for (int j = 0; j < i; j++)
//     x[i] -= l[i * n + j] * x[j];     ->        xSum -= l[i * n + j] * x[j];
//                                              if (0 < i)
//                                                x[i] += xSum;
//
// The variable is a reduction of the loop's iterations. The loop does nothing else with the
// element, and is proved not to read it by another index.
//
//===------------------------------------------------------------------------------------------===//

#include "passes/normalise/SumElements.h"

#include "analysis/values/CountedLoops.h"
#include "analysis/values/Expressions.h"
#include "ir/EffectLedger.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace {

/// An element that a loop adds to, with all statements that do.
struct Sum {
  Root root;
  DerefOp element;
  SmallVector<UpdateOp> updates;
};

} // namespace

/// The element of a buffer that a place is; null for parts of elements and other places.
static DerefOp getElementOf(Value place) { return place.getDefiningOp<DerefOp>(); }

/// The counted loop whose counter a value is, which grows; none where it is no such counter.
static std::optional<CountedLoop> matchCounter(Value value, ForOp &loop) {
  auto load = value.getDefiningOp<LoadOp>();
  auto argument = load ? dyn_cast<BlockArgument>(load.getRef()) : BlockArgument();
  loop = argument ? dyn_cast<ForOp>(argument.getOwner()->getParentOp()) : ForOp();
  std::optional<CountedLoop> counted = loop ? matchCountedLoop(loop) : std::nullopt;
  return counted && !counted->subtracted ? counted : std::nullopt;
}

/// Whether an index is a number minus counters that are not negative and constants, something of
/// which is above 0: `x[i - k - 1]`.
static bool isBehind(Value index, Value number) {
  bool isApart = false;
  while (!isSameExpression(index, number)) {
    auto difference = index.getDefiningOp<BinaryOp>();
    if (!difference || difference.getKind() != BinaryKind::Sub ||
        !difference.getType().isSignedInteger())
      return false;
    ForOp loop;
    std::optional<int64_t> least = getConstantInt(difference.getRhs());
    std::optional<CountedLoop> counted = matchCounter(difference.getRhs(), loop);
    if (counted && (counted->predicate == CmpKind::Lt || counted->predicate == CmpKind::Le))
      least = getConstantInt(loop.getInit());
    if (!least || *least < 0)
      return false;
    isApart |= *least > 0;
    index = difference.getLhs();
  }
  return isApart;
}

/// Whether an index is the counter of a loop that ends before a number, or starts behind it.
static bool isCounterBeside(Value index, Value number) {
  if (isBehind(index, number))
    return true;
  ForOp loop;
  std::optional<CountedLoop> counted = matchCounter(index, loop);
  if (!counted)
    return false;
  if (counted->predicate == CmpKind::Lt && isSameExpression(counted->bound, number))
    return true;
  auto first = loop.getInit().getDefiningOp<BinaryOp>();
  return first && first.getKind() == BinaryKind::Add && getConstantInt(first.getRhs()) == 1 &&
         isSameExpression(first.getLhs(), number);
}

/// Whether a loop does nothing with an element but adding to it.
static bool isOnlySummed(ForOp loop, Sum sum) {
  Value number = sum.element.getIndex();
  auto walk = loop->walk([&](Operation *op) {
    if (isa<CallOp, HostOp, VirtualCallOp>(op)) {
      EffectSet effects = getEffects(op);
      bool touches = effects.readsAny(sum.root) || effects.writesAny(sum.root);
      return touches ? WalkResult::interrupt() : WalkResult::advance();
    }
    Value place = getAccessedPlace(op);
    if (!place || !mayAlias(getRoot(place), sum.root) || llvm::is_contained(sum.updates, op))
      return WalkResult::advance();
    DerefOp element = getElementOf(place);
    bool isOther = element && isa<LoadOp>(op) && getRoot(place) == sum.root &&
                   isCounterBeside(element.getIndex(), number);
    return isOther ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !walk.wasInterrupted();
}

/// The elements that do not change in a loop, and that it adds to.
static SmallVector<Sum> findSums(ForOp loop) {
  SmallVector<Sum> sums;
  EffectSet effects = getEffects(loop);
  loop->walk([&](UpdateOp update) {
    DerefOp element = getElementOf(update.getRef());
    bool isSum = update.getKind() == BinaryKind::Add || update.getKind() == BinaryKind::Sub;
    Type type = update.getValue().getType();
    bool isNumber =
        isa<FloatType>(type) || (isa<IntegerType>(type) && type.getIntOrFloatBitWidth() >= 32);
    if (!element || !isSum || !isNumber ||
        update.getValue().getType() != cast<RefType>(update.getRef().getType()).getPointee() ||
        !isInvariant(element.getIndex(), loop, effects))
      return;
    Root root = getRoot(element.getRef());
    auto known = llvm::find_if(sums, [&](const Sum &sum) { return sum.root == root; });
    if (known == sums.end())
      sums.push_back({root, element, {update}});
    else if (isSameExpression(known->element.getIndex(), element.getIndex()))
      known->updates.push_back(update);
  });
  llvm::erase_if(sums, [&](const Sum &sum) { return !isOnlySummed(loop, sum); });
  return sums;
}

/// The condition under which a loop runs at all; null where its header does not say so.
static Value buildRuns(OpBuilder &builder, ForOp loop) {
  std::optional<CountedLoop> counted = matchCountedLoop(loop);
  EffectSet effects = getEffects(loop);
  if (!counted || !isInvariant(counted->bound, loop, effects))
    return {};
  IRMapping mapping;
  Value bound = cloneExpression(builder, counted->bound, mapping), init = loop.getInit();
  if (init.getType() != bound.getType())
    init = builder.create<CastOp>(loop.getLoc(), bound.getType(), init);
  return builder.create<CmpOp>(loop.getLoc(), builder.getI1Type(), counted->predicate, init, bound);
}

static Value buildZero(OpBuilder &builder, Location where, Type type) {
  return builder.create<ConstantOp>(where, type, cast<TypedAttr>(builder.getZeroAttr(type)));
}

static void sumInVariable(ForOp loop, Sum sum) {
  UpdateOp first = sum.updates.front();
  Location where = first.getLoc();
  Type type = first.getValue().getType();
  std::string name = (getRootName(sum.root) + "Sum").str();
  OpBuilder builder(loop);
  auto var = builder.create<VarOp>(where, RefType::get(type), name, buildZero(builder, where, type),
                                   /*constant=*/false);
  builder.setInsertionPointAfter(loop);
  // Statements that all iterations come to are reached where the loop runs.
  bool isAlways = llvm::any_of(sum.updates, [&](UpdateOp update) {
    return update->getBlock() == &loop.getBody().front() && getExits(loop).empty() &&
           !loop->walk([](ContinueOp) { return WalkResult::interrupt(); }).wasInterrupted();
  });
  Value runs = isAlways ? buildRuns(builder, loop) : Value();
  VarOp touched;
  if (!runs) {
    builder.setInsertionPoint(loop);
    Type number = builder.getIntegerType(32, /*isSigned=*/true);
    touched = builder.create<VarOp>(where, RefType::get(number),
                                    (getRootName(sum.root) + "Changes").str(),
                                    buildZero(builder, where, number), /*constant=*/false);
    builder.setInsertionPointAfter(loop);
    runs = builder.create<CmpOp>(where, builder.getI1Type(), CmpKind::Ne,
                                 buildLoad(builder, where, touched.getRef()),
                                 buildZero(builder, where, number));
  }
  auto guard = builder.create<IfOp>(where, runs);
  builder.setInsertionPointToEnd(&guard.getThenRegion().front());
  IRMapping mapping;
  Value place = cloneExpression(builder, sum.element.getRef(), mapping);
  auto added = builder.create<UpdateOp>(where, BinaryKind::Add, place,
                                        buildLoad(builder, where, var.getRef()));
  for (UpdateOp update : sum.updates) {
    settleEffects(added, update);
    builder.setInsertionPoint(update);
    if (touched) {
      Type number = touched.getRef().getType().getPointee();
      Value one = builder.create<ConstantOp>(where, number, builder.getIntegerAttr(number, 1));
      builder.create<UpdateOp>(update.getLoc(), BinaryKind::Or, touched.getRef(), one);
    }
    update.getRefMutable().assign(var.getRef());
  }
}

void vkmorph::vkm::sumElements(KernelOp kernel) {
  // One thread runs the loops that become no grid, and adds to the element itself.
  unsigned depth = getGridDepth(kernel);
  SmallVector<ForOp> loops;
  kernel.walk([&](ForOp loop) {
    Operation *around = loop->getParentOp();
    while (isa<ScopeOp>(around))
      around = around->getParentOp();
    if (around == kernel && getLoopDepth(loop) >= depth)
      loops.push_back(loop);
  });
  bool changed = false;
  for (ForOp loop : loops)
    for (const Sum &sum : findSums(loop)) {
      sumInVariable(loop, sum);
      changed = true;
    }
  if (changed)
    eraseDeadExpressions(kernel.getBody());
}
