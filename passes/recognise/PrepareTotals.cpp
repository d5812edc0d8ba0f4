//===- PrepareTotals.cpp - Statements that change running totals get forms that are known -----===//

#include "passes/recognise/PrepareTotals.h"

#include "analysis/patterns/RunningSteps.h"
#include "analysis/values/Expressions.h"
#include "device/Combining.h"
#include "ir/EffectLedger.h"
#include "ir/VkmAttributes.h"
#include "passes/recognise/HoldTotals.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace {
/// Works on one grid.
class TotalPreparer {
public:
  explicit TotalPreparer(GridOp grid) : grid(grid) {}
  void readTotals();
  void startFromFirst();
  void splitChoices();

private:
  bool isFirstIteration(IfOp branch, Region *region);
  void splitChoice(AssignOp assign);

  GridOp grid;
};
} // namespace

/// What the first step of a total behind a copy of it reads of the copy, it reads of the total.
static void readTotal(VarOp copy, LoadOp load, Operation *from) {
  PlacePath path = getPlacePath(load.getRef());
  auto changes = [&](Operation *op) {
    EffectSet effects = getEffects(op);
    return effects.ordered || effects.writesAny(path.root);
  };
  while (from && !changes(from))
    from = from->getNextNode();
  if (auto branch = dyn_cast_or_null<IfOp>(from))
    for (Region &region : branch->getRegions())
      if (!region.empty() && !region.front().empty())
        readTotal(copy, load, &region.front().front());
  if (isa_and_nonnull<AssignOp, UpdateOp>(from) && getPlacePath(from->getOperand(0)) == path)
    for (LoadOp read : MultipleOf(getPlacePath(copy.getRef())).findReads(from->getOperand(1)))
      read.getRefMutable().assign(load.getRef());
}

/// `const float old = y; y = c * old + x;` is `y = c * y + x`.
void TotalPreparer::readTotals() {
  SmallVector<VarOp> copies;
  grid.walk([&](VarOp var) {
    auto load = var.getInit() ? var.getInit().getDefiningOp<LoadOp>() : LoadOp();
    PlacePath path = load ? getPlacePath(load.getRef()) : PlacePath();
    if (path.root.symbol && path.isExact() && keepsInitialValue(var))
      copies.push_back(var);
  });
  for (VarOp copy : copies)
    readTotal(copy, copy.getInit().getDefiningOp<LoadOp>(), copy->getNextNode());
  eraseDeadExpressions(grid.getBody());
  for (VarOp copy : copies)
    if (copy->use_empty())
      copy.erase();
}

/// Whether a branch runs a region in the first iteration, and the other one in all others:
/// `if (i == 0)`, `if (first < i) ... else`.
bool TotalPreparer::isFirstIteration(IfOp branch, Region *region) {
  auto condition = branch.getCondition().getDefiningOp<CmpOp>();
  if (grid.getNumDims() != 1 || !condition || branch->getParentOp() != grid)
    return false;
  Value counter = grid.getBody().getArgument(0), lower = grid.getLower()[0];
  CmpKind kind = condition.getKind();
  bool isTurned = condition.getRhs() == counter;
  if (isTurned)
    kind = swapOperands(kind);
  Value own = isTurned ? condition.getRhs() : condition.getLhs();
  Value other = isTurned ? condition.getLhs() : condition.getRhs();
  if (own != counter || !isSameExpression(other, lower))
    return false;
  bool isThen = region == &branch.getThenRegion();
  return isThen ? kind == CmpKind::Eq : kind == CmpKind::Gt || kind == CmpKind::Ne;
}

/// Whether statements of the kernel outside of a grid read a field.
static bool isReadBeside(GridOp grid, const Root &root) {
  return grid->getParentOfType<KernelOp>()
      .walk<WalkOrder::PreOrder>([&](Operation *op) {
        if (op == grid)
          return WalkResult::skip();
        bool reads = isa<LoadOp, UpdateOp>(op) && getRoot(op->getOperand(0)) == root;
        return reads || isa<CallOp>(op) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// A local variable that the first iteration sets, and all others combine with a value, begins with
/// the value that changes nothing, and the first iteration combines as well:
///
///   if (i == 0) low = a[i];                    low = largest number;      in front of the grid
///   else low = std::min(low, a[i]);     =>     if (i == 0) low = std::min(low, a[i]);
///                                              else low = std::min(low, a[i]);
void TotalPreparer::startFromFirst() {
  auto parent = grid->getParentOfType<ClassOp>();
  SmallVector<AssignOp> firsts;
  grid.walk([&](AssignOp assign) {
    auto branch = dyn_cast<IfOp>(assign->getParentOp());
    if (branch && isFirstIteration(branch, assign->getParentRegion()))
      firsts.push_back(assign);
  });
  for (AssignOp first : firsts) {
    PlacePath path = getPlacePath(first.getRef());
    FieldOp field = path.root.symbol ? parent.lookupField(path.root.symbol.getValue()) : FieldOp();
    if (!field || !field.getTemporary() || !path.path.empty() ||
        !isa<IntegerType, FloatType>(field.getType()) || field.getType().isInteger(1) ||
        isReadBeside(grid, path.root))
      continue;
    std::optional<Match> match;
    bool isOnly = true;
    grid.walk([&](Operation *op) {
      if (!isa<AssignOp, UpdateOp>(op) || op == first || getRoot(op->getOperand(0)) != path.root)
        return;
      isOnly &= !match;
      match = matchForm(op, {op->getOperand(0), path});
      isOnly &=
          match && !match->function && match->statement->getParentOp() == first->getParentOp();
    });
    if (!match || !isOnly)
      continue;
    auto once = dyn_cast_or_null<OnceOp>(grid->getPrevNode());
    if (!once)
      once = OpBuilder(grid).create<OnceOp>(first.getLoc());
    OpBuilder before = OpBuilder::atBlockEnd(&once.getBody().front());
    before.create<AssignOp>(first.getLoc(), buildFieldPlace(before, first.getLoc(), field, {}),
                            makeIdentity(before, first.getLoc(), match->kind, field.getType()));
    OpBuilder at(first);
    combineInto(at, first.getLoc(), match->kind, first.getRef(), first.getValue(),
                Operands::MayBeNan);
    first.erase();
  }
}

/// A statement that takes one of two values, of which at least one is made of the place, becomes
/// two in branches where these are steps of a running total:
///
///   run = c ? run + 1 : 1;     =>     if (c) run = run + 1; else run = 1;
void TotalPreparer::splitChoice(AssignOp assign) {
  auto select = assign.getValue().getDefiningOp<SelectOp>();
  PlacePath path = getPlacePath(assign.getRef());
  Location loc = assign.getLoc();
  OpBuilder builder(assign);
  Region *arms[] = {&select.getWhenTrue(), &select.getWhenFalse()};
  auto isKept = [&](Region *arm) { // `c ? t : x` leaves it as it is
    auto load = cast<YieldOp>(arm->front().back()).getValue().getDefiningOp<LoadOp>();
    return load && getPlacePath(load.getRef()) == path;
  };
  Value condition = select.getCondition();
  if (isKept(arms[0])) {
    condition = buildNot(builder, loc, condition);
    std::swap(arms[0], arms[1]);
  }
  auto branch = builder.create<IfOp>(loc, condition);
  branch->setDiscardableAttrs(assign->getDiscardableAttrDictionary());
  bool areSteps = true;
  for (unsigned index = 0; index < (isKept(arms[1]) ? 1 : 2); ++index) {
    Region &region = index == 0 ? branch.getThenRegion() : branch.getElseRegion();
    if (region.empty())
      region.emplaceBlock();
    IRMapping mapping;
    builder.setInsertionPointToEnd(&region.front());
    for (Operation &op : arms[index]->front().without_terminator())
      builder.clone(op, mapping);
    Value value = mapping.lookupOrDefault(cast<YieldOp>(arms[index]->front().back()).getValue());
    IRMapping ofPlace;
    Value place = cloneExpression(builder, assign.getRef(), ofPlace);
    auto own = builder.create<AssignOp>(loc, place, value);
    areSteps &= matchRunningStep(own, {place, path}).has_value();
  }
  if (areSteps)
    settleEffects(branch, assign);
  (areSteps ? assign.getOperation() : branch.getOperation())->erase();
}

/// Whether a region yields what is made of a place, and not the place itself.
static bool isCombinedIn(MultipleOf &multiple, Region &region) {
  Value value = getYielded(region);
  return !value.getDefiningOp<LoadOp>() && !multiple.findReads(value).empty();
}

void TotalPreparer::splitChoices() {
  SmallVector<AssignOp> choices;
  grid.walk([&](AssignOp assign) {
    auto select = assign.getValue().getDefiningOp<SelectOp>();
    PlacePath path = getPlacePath(assign.getRef());
    if (!select || !select->hasOneUse() || !path.root.symbol || !path.isExact())
      return;
    MultipleOf multiple(path);
    // What the place decides is a step where it is combined as well, unless that is a minimum or a
    // maximum.
    bool isDecided = !multiple.findReads(select.getCondition()).empty();
    bool isCombined = isDecided && (isCombinedIn(multiple, select.getWhenTrue()) ||
                                    isCombinedIn(multiple, select.getWhenFalse()));
    if (!multiple.findReads(select).empty() && !matchForm(assign, {assign.getRef(), path}) &&
        (!isDecided || (isCombined && !matchRunningStep(assign, {assign.getRef(), path}))))
      choices.push_back(assign);
  });
  for (AssignOp assign : choices)
    splitChoice(assign);
  if (!choices.empty())
    eraseDeadExpressions(grid.getBody());
}

void vkmorph::vkm::prepareTotals(GridOp grid) {
  TotalPreparer preparer(grid);
  preparer.readTotals();
  preparer.startFromFirst();
  preparer.splitChoices();
  holdTotals(grid);
}
