//===- SetEqualValues.cpp - What is set only where it differs is set always -------------------===//
//
//   if (a[i] != last) {                     const int old = last;
//     out[k++] = a[i] - last;         =>    last = a[i];
//     last = a[i];                          if (a[i] != old)
//   }                                         out[k++] = a[i] - old;
//
// Where the branch is not taken, the variable has that value already. What it holds is then what
// the iteration before has computed (RecomputePrevious.cpp), and no total decides on itself.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/values/Expressions.h"
#include "ir/HostCode.h"
#include "ir/Recognisers.h"
#include "passes/Passes.h"
#include "passes/recognise/RunningCandidates.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_SETEQUALVALUES
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct SetEqualValuesPass : vkm::impl::SetEqualValuesBase<SetEqualValuesPass> {
  void runOnOperation() override;
};

/// Works on one grid.
class EqualValueFinder {
public:
  explicit EqualValueFinder(GridOp grid) : grid(grid), parent(grid->getParentOfType<ClassOp>()) {}
  void run();

private:
  std::optional<bool> findOutcomeWithout(IfOp branch, AssignOp assign);
  bool isReadOnlyCompared(const PlacePath &path);
  bool isOnlyCopied(const Root &root);
  bool isUnchanged(Value value);
  Value findEqual(IfOp branch, AssignOp assign);
  void setAlways(IfOp branch, AssignOp assign, Value value);

  GridOp grid;
  ClassOp parent;
};
} // namespace

/// The value that a condition has compared with a place and found to be equal to it, for certain,
/// where the condition has an outcome; null where there is none.
static Value findComparedEqual(Value condition, bool outcome, const PlacePath &path) {
  Operation *op = condition.getDefiningOp();
  if (auto negation = dyn_cast_or_null<UnaryOp>(op);
      negation && negation.getKind() == UnaryKind::Not)
    return findComparedEqual(negation.getOperand(), !outcome, path);
  if (isa_and_nonnull<AndOp, OrOp>(op)) {
    // All parts of a conjunction that holds do, and none of a disjunction that does not.
    if (isa<AndOp>(op) != outcome)
      return {};
    if (Value found = findComparedEqual(op->getOperand(0), outcome, path))
      return found;
    return findComparedEqual(getYielded(op->getRegion(0)), outcome, path);
  }
  auto compare = dyn_cast_or_null<CmpOp>(op);
  if (!compare || compare.getKind() != (outcome ? CmpKind::Eq : CmpKind::Ne))
    return {};
  for (auto [own, other] : {std::pair(compare.getLhs(), compare.getRhs()),
                            std::pair(compare.getRhs(), compare.getLhs())})
    if (auto load = own.getDefiningOp<LoadOp>(); load && getPlacePath(load.getRef()) == path)
      return other;
  return {};
}

/// Which outcome of a branch goes past an assignment in it or behind it; none where both
/// may come to it, or it may be jumped over otherwise.
std::optional<bool> EqualValueFinder::findOutcomeWithout(IfOp branch, AssignOp assign) {
  auto isStraight = [&](Operation *from) {
    for (Operation *op = from; op != assign; op = op->getNextNode())
      if (op->walk([](Operation *inner) {
              return isa<ContinueOp, BreakOp, ReturnOp>(inner) ? WalkResult::interrupt()
                                                               : WalkResult::advance();
            }).wasInterrupted())
        return false;
    return true;
  };
  for (bool outcome : {true, false}) {
    Region &region = outcome ? branch.getThenRegion() : branch.getElseRegion();
    if (region.empty())
      continue;
    Block &block = region.front();
    if (assign->getBlock() == &block)
      return isStraight(&block.front()) ? std::optional(!outcome) : std::nullopt;
    // `if (a[i] == last) continue; last = a[i];`
    bool isLeft = !block.empty() && isa<ContinueOp>(block.back());
    if (isLeft && assign->getBlock() == branch->getBlock() && branch->isBeforeInBlock(assign))
      return isStraight(branch->getNextNode()) ? std::optional(outcome) : std::nullopt;
  }
  return std::nullopt;
}

/// Whether all that a field is read for are comparisons, in which 0 is as good as -0.
bool EqualValueFinder::isReadOnlyCompared(const PlacePath &path) {
  if (!parent.lookupField(path.root.symbol.getValue()).getTemporary())
    return false;
  return llvm::all_of(
      findLvalues(grid->getParentOfType<KernelOp>(), path, /*overlaps=*/false), [&](Value lvalue) {
        return llvm::all_of(lvalue.getUsers(), [&](Operation *user) {
          return isa<AssignOp>(user) ||
                 (isa<LoadOp>(user) && grid->isAncestor(user) &&
                  llvm::all_of(user->getUsers(), [](Operation *op) { return isa<CmpOp>(op); }));
        });
      });
}

/// Whether all that the loop does with an array is to read the elements at its counter and to copy
/// them to others: what is at the counter is the same all through the iteration.
bool EqualValueFinder::isOnlyCopied(const Root &root) {
  Value counter = grid.getBody().getArgument(0);
  auto isOwn = [&](Value place) {
    auto element = place.getDefiningOp<DerefOp>();
    return element && getRoot(place) == root && element.getIndex() == counter;
  };
  auto isAllowed = [&](Operation *op) {
    Value place = getAccessedPlace(op);
    bool accesses = place ? mayAlias(getRoot(place), root)
                          : op->getNumRegions() == 0 && getEffects(op).writesAny(root);
    if (!accesses || (isa<LoadOp>(op) && isOwn(place)))
      return true;
    auto copy = dyn_cast<AssignOp>(op);
    auto from = copy ? lookThroughVariables(copy.getValue()).getDefiningOp<LoadOp>() : LoadOp();
    return from && isOwn(from.getRef()) && getRoot(place) == root &&
           isa_and_nonnull<DerefOp>(place.getDefiningOp());
  };
  return !grid.walk([&](Operation *op) {
                return isAllowed(op) ? WalkResult::advance() : WalkResult::interrupt();
              })
              .wasInterrupted();
}

/// Whether a value is the same wherever the iteration computes it.
bool EqualValueFinder::isUnchanged(Value value) {
  EffectSet written;
  grid.walk([&](Operation *op) {
    if (op->getNumRegions() == 0)
      written.add(getEffects(op));
  });
  return !findRead(
      value, [&](const Root &root) { return !written.writesAny(root) || isOnlyCopied(root); });
}

/// The value that an assignment sets where a branch has found that the place has another one; null
/// where it is none.
Value EqualValueFinder::findEqual(IfOp branch, AssignOp assign) {
  PlacePath path = getPlacePath(assign.getRef());
  std::optional<bool> outcome = findOutcomeWithout(branch, assign);
  Value value = outcome ? findComparedEqual(branch.getCondition(), *outcome, path) : Value();
  if (!value || value.getType() != assign.getValue().getType() ||
      !isSameExpression(lookThroughVariables(value), lookThroughVariables(assign.getValue())) ||
      !findReadsBeside(grid, assign) ||
      (isa<FloatType>(value.getType()) && !isReadOnlyCompared(path)))
    return {};
  return isUnchanged(value) && isUnchanged(assign.getValue()) ? value : Value();
}

void EqualValueFinder::setAlways(IfOp branch, AssignOp assign, Value value) {
  PlacePath path = getPlacePath(assign.getRef());
  FieldOp field = parent.lookupField(path.root.symbol.getValue());
  SmallVector<LoadOp> reads = *findReadsBeside(grid, assign);
  OpBuilder at(branch);
  Location loc = assign.getLoc();
  IRMapping mapping;
  Value place = buildFieldPlace(at, loc, field, path.path);
  Value old = buildLoad(at, loc, place);
  Value kept = cloneExpression(at, value, mapping);
  auto always = at.create<AssignOp>(loc, place, kept);
  always->setDiscardableAttrs(assign->getDiscardableAttrDictionary());
  // In front of the assignment the branch sees what there was, behind it and beside it the value.
  Block *block = assign->getBlock();
  auto isInFront = [&](LoadOp load) {
    Operation *own = block->findAncestorOpInBlock(*load);
    return own && own != branch && own->isBeforeInBlock(assign) &&
           (block != branch->getBlock() || branch->isBeforeInBlock(own));
  };
  for (LoadOp load : reads)
    if (isInFront(load)) {
      load.getResult().replaceAllUsesWith(old);
      load.erase();
    }
  assign.erase();
  eraseDeadExpressions(grid.getBody());
}

void EqualValueFinder::run() {
  SmallVector<IfOp> branches;
  grid.walk([&](IfOp branch) { branches.push_back(branch); });
  for (IfOp branch : branches) {
    SmallVector<AssignOp> assigns;
    for (Region &region : branch->getRegions())
      if (!region.empty())
        llvm::append_range(assigns, region.getOps<AssignOp>());
    for (Operation *op = branch->getNextNode(); op; op = op->getNextNode())
      if (auto assign = dyn_cast<AssignOp>(op))
        assigns.push_back(assign);
    for (AssignOp assign : assigns)
      if (Value value = findEqual(branch, assign))
        setAlways(branch, assign, value);
  }
}

void SetEqualValuesPass::runOnOperation() {
  if (!beginRecogniser(getOperation(), getArgument()))
    return;
  forEachOpenGrid(getOperation(), [](GridOp grid) { EqualValueFinder(grid).run(); });
}
