//===- ValuesBefore.cpp - What places hold when a grid begins ---------------------------------===//

#include "passes/recognise/ValuesBefore.h"

#include "analysis/values/Expressions.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

void vkmorph::vkm::walkExpression(Value value, llvm::function_ref<void(Operation *)> visit) {
  llvm::SmallPtrSet<Operation *, 16> seen;
  SmallVector<Value> open = {value};
  while (!open.empty()) {
    if (Operation *op = open.pop_back_val().getDefiningOp())
      op->walk([&](Operation *inner) {
        if (!seen.insert(inner).second)
          return;
        visit(inner);
        llvm::append_range(open, inner->getOperands());
      });
  }
}

bool vkmorph::vkm::keepsUntil(GridOp grid, Value value, bool isInside) {
  bool isCalled = findRead(value, [](const Root &) { return true; });
  Operation *kernel = grid->getParentOp();
  auto isKept = [&](LoadOp load) {
    Root root = getRoot(load.getRef());
    if (!kernel->isAncestor(load) || grid->isAncestor(load))
      return false;
    EffectSet effects;
    if (isInside)
      effects.add(getEffects(grid.getBody()));
    Operation *own = load;
    for (; own->getParentOp() != kernel; own = own->getParentOp())
      for (Operation *op = own->getNextNode(); op; op = op->getNextNode())
        effects.add(getEffects(op));
    for (Operation *op = own->getNextNode(); op && op != grid; op = op->getNextNode())
      effects.add(getEffects(op));
    return !effects.writesAny(root);
  };
  bool areKept = true;
  walkExpression(value, [&](Operation *op) {
    auto load = dyn_cast<LoadOp>(op);
    areKept &= !load || isKept(load);
  });
  return !isCalled && areKept;
}

Value vkmorph::vkm::buildLower(OpBuilder &at, GridOp grid) {
  IRMapping none;
  Value lower = cloneExpression(at, grid.getLower()[0], none);
  Type type = grid.getBody().getArgument(0).getType();
  return lower.getType() == type ? lower : at.create<CastOp>(grid.getLoc(), type, lower);
}

bool vkmorph::vkm::endsBefore(GridOp grid, Operation *statement) {
  auto ends = [&](Operation *op) {
    return isa<ReturnOp>(op) || (isa<ContinueOp, BreakOp>(op) && getJumpTarget(op) == grid);
  };
  for (Operation *op = statement->getPrevNode(); op; op = op->getPrevNode()) {
    bool isLeft = op->walk([&](Operation *inner) {
                      return ends(inner) ? WalkResult::interrupt() : WalkResult::advance();
                    }).wasInterrupted();
    if (isLeft)
      return true;
  }
  return false;
}

bool vkmorph::vkm::countsUp(GridOp grid) {
  return grid.getNumDims() == 1 && !grid.hasDynamicStep(0) && grid.getSteps()[0] >= 1 &&
         (grid.getPredicate(0) == CmpKind::Lt || grid.getPredicate(0) == CmpKind::Le);
}

OnceOp vkmorph::vkm::getOnceBeside(GridOp grid, bool isBehind) {
  if (auto once = dyn_cast_or_null<OnceOp>(isBehind ? grid->getNextNode() : grid->getPrevNode()))
    return once;
  OpBuilder beside(grid);
  if (isBehind)
    beside.setInsertionPointAfter(grid);
  return beside.create<OnceOp>(grid.getLoc());
}

/// Whether a condition asks whether a grid has iterations.
static bool asksForIterations(Value condition, GridOp grid) {
  auto compare = condition.getDefiningOp<CmpOp>();
  Value lower = grid.getLower()[0], upper = grid.getUpper()[0];
  return compare &&
         ((compare.getKind() == grid.getPredicate(0) && isSameExpression(compare.getLhs(), lower) &&
           isSameExpression(compare.getRhs(), upper)) ||
          (swapOperands(compare.getKind()) == grid.getPredicate(0) &&
           isSameExpression(compare.getRhs(), lower) && isSameExpression(compare.getLhs(), upper)));
}

/// The assignment that a statement is, or, for iterations alone, that it makes where there are any.
static AssignOp findAssign(Operation &statement, GridOp grid, bool forIterations) {
  auto branch = dyn_cast<IfOp>(statement);
  if (!forIterations || !branch || !branch.getElseRegion().empty() || grid.getNumDims() != 1 ||
      !asksForIterations(branch.getCondition(), grid))
    return dyn_cast<AssignOp>(statement);
  Block &block = branch.getThenRegion().front();
  SmallVector<AssignOp> assigns(block.getOps<AssignOp>());
  bool isOnly = assigns.size() == 1 && llvm::all_of(block, [](Operation &op) {
                  return isa<AssignOp>(op) || op.hasTrait<VkmExpression>();
                });
  return isOnly ? assigns.front() : AssignOp();
}

static Value findValue(GridOp grid, const PlacePath &place, bool forIterations) {
  for (Operation *op = grid->getPrevNode(); op; op = op->getPrevNode()) {
    // Loops that other totals of this one needed (SplitTotals.cpp).
    bool isOther = isa<GridOp>(op) && !getEffects(op).writesAny(place.root);
    if (op->hasTrait<VkmExpression>() || isOther)
      continue;
    auto once = dyn_cast<OnceOp>(op);
    if (!once)
      return {};
    Value value;
    bool isKnown = true;
    for (Operation &statement : once.getBody().front()) {
      AssignOp assign = findAssign(statement, grid, forIterations);
      if (!getEffects(&statement).writesAny(place.root) ||
          (assign && !getPlacePath(assign.getRef()).overlaps(place)))
        continue;
      bool isWhole = assign && getPlacePath(assign.getRef()) == place;
      bool isReplaced = isWhole && (isKnown || forIterations);
      value = isReplaced ? assign.getValue() : Value();
      isKnown = value != nullptr;
    }
    if (value || !isKnown)
      return value;
  }
  return {};
}

Value vkmorph::vkm::findValueBefore(GridOp grid, const PlacePath &place) {
  return findValue(grid, place, /*forIterations=*/false);
}

Value vkmorph::vkm::findValueOfFirst(GridOp grid, const PlacePath &place) {
  return findValue(grid, place, /*forIterations=*/true);
}

IfOp vkmorph::vkm::buildIfIterates(GridOp grid, bool isBehind, Value &counter) {
  Location loc = grid.getLoc();
  Block &block = getOnceBeside(grid, isBehind).getBody().front();
  OpBuilder at = isBehind ? OpBuilder::atBlockBegin(&block) : OpBuilder::atBlockEnd(&block);
  IRMapping mapping;
  Value lower = cloneExpression(at, grid.getLower()[0], mapping);
  Value upper = cloneExpression(at, grid.getUpper()[0], mapping);
  Value compared = lower;
  if (compared.getType() != upper.getType())
    compared = at.create<CastOp>(loc, upper.getType(), compared);
  auto branch = at.create<IfOp>(loc, at.create<CmpOp>(loc, grid.getPredicate(0), compared, upper));
  counter = lower;
  if (isBehind) {
    OpBuilder inner = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
    Value last = inner.createOrFold<CastOp>(loc, lower.getType(), upper);
    if (grid.getPredicate(0) == CmpKind::Lt)
      last = inner.create<BinaryOp>(
          loc, last.getType(), BinaryKind::Sub, last,
          inner.create<ConstantOp>(loc, inner.getIntegerAttr(last.getType(), 1)));
    counter = last;
  }
  return branch;
}
