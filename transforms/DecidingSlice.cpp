//===- DecidingSlice.cpp - What of an iteration decides on what it gives ----------------------===//

#include "transforms/DecidingSlice.h"

#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

// On the copies of operations that read what the same iteration may have changed before.
static constexpr llvm::StringLiteral kLateAttr = "vkm.late";

bool vkmorph::vkm::isOutside(const Root &root) {
  return root.symbol || (root.value && isa<PtrType>(root.value.getType()));
}

bool vkmorph::vkm::writesOutside(const EffectSet &effects) {
  return llvm::any_of(effects.writes, isOutside);
}

namespace {
/// Finds the variables of a region that something with an effect depends on: by what it computes,
/// or by the conditions under which it runs. Variables that only decide on each other are none.
class LiveVariables {
public:
  explicit LiveVariables(Region &region) : region(region) {
    do {
      isChanged = false;
      visit(region);
    } while (isChanged);
  }
  bool contains(VarOp variable) const { return live.contains(variable); }
  /// The variable that a statement writes, or a part of it; null where it writes none.
  VarOp getTarget(Operation *op) const;

private:
  bool visit(Region &inner);
  bool visit(Operation &op);
  void use(Value value);
  void useConditions(Operation &op);

  Region &region;
  llvm::SmallDenseSet<Operation *> live;
  bool isChanged = false;
};
} // namespace

VarOp LiveVariables::getTarget(Operation *op) const {
  if (!isa<AssignOp, UpdateOp>(op))
    return {};
  Root root = getRoot(op->getOperand(0));
  auto variable = root.value ? root.value.getDefiningOp<VarOp>() : VarOp();
  return variable && region.isAncestor(variable->getParentRegion()) ? variable : VarOp();
}

/// What a value is computed from is live.
void LiveVariables::use(Value value) {
  SmallVector<Operation *> open;
  llvm::SmallDenseSet<Operation *> seen;
  auto push = [&](Value next) {
    Operation *op = next.getDefiningOp();
    if (op && region.isAncestor(op->getParentRegion()) && seen.insert(op).second)
      open.push_back(op);
  };
  push(value);
  while (!open.empty()) {
    Operation *op = open.pop_back_val();
    if (isa<VarOp>(op))
      isChanged |= live.insert(op).second;
    op->walk([&](Operation *inner) { llvm::for_each(inner->getOperands(), push); });
  }
}

/// What an operation with an effect inside goes by is live.
void LiveVariables::useConditions(Operation &op) {
  llvm::for_each(op.getOperands(), [&](Value operand) { use(operand); });
  if (auto loop = dyn_cast<ForOp>(op))
    for (Region *inner : {&loop.getCond(), &loop.getStep()})
      inner->walk([&](Operation *part) {
        llvm::for_each(part->getOperands(), [&](Value operand) { use(operand); });
      });
}

/// Whether an operation has an effect, of its own or inside.
bool LiveVariables::visit(Operation &op) {
  if (isa<VarOp>(op) || op.hasTrait<VkmExpression>())
    return false;
  if (isa<IfOp, ScopeOp, SwitchOp, ForOp>(op)) {
    bool hasEffect = false;
    auto loop = dyn_cast<ForOp>(op);
    for (Region &inner : op.getRegions())
      if (!loop || &inner == &loop.getBody())
        hasEffect |= visit(inner);
    if (hasEffect)
      useConditions(op);
    return hasEffect;
  }
  if (isa<BreakOp>(op) && isa<SwitchOp>(op.getParentOp()))
    return false;
  if (VarOp target = getTarget(&op); target && !contains(target))
    return false;
  if (isa<CallOp>(op) && op.use_empty()) {
    EffectSet effects = getEffects(&op);
    if (effects.writes.empty() && !effects.ordered)
      return false;
  }
  op.walk([&](Operation *inner) {
    llvm::for_each(inner->getOperands(), [&](Value operand) { use(operand); });
  });
  return true;
}

bool LiveVariables::visit(Region &inner) {
  bool hasEffect = false;
  for (Block &block : inner)
    for (Operation &op : block)
      hasEffect |= visit(op);
  return hasEffect;
}

static bool isEmpty(Operation *op) {
  if (isa<IfOp, ScopeOp>(op))
    return llvm::all_of(op->getRegions(),
                        [](Region &region) { return region.empty() || region.front().empty(); });
  if (isa<SwitchOp>(op))
    return llvm::all_of(op->getRegions(), [](Region &region) {
      return region.empty() || region.front().empty() || isa<BreakOp>(region.front().front());
    });
  auto loop = dyn_cast<ForOp>(op);
  return loop && loop.getBody().front().empty();
}

/// One round of `eraseWithoutEffect`; whether anything went.
static bool pruneOnce(Region &region) {
  bool changed = false;
  SmallVector<Operation *> dead;
  LiveVariables live(region);
  region.walk([&](Operation *op) {
    if (isa<VarOp>(op)) {
      if (op->use_empty())
        dead.push_back(op);
    } else if (VarOp target = live.getTarget(op)) {
      if (!live.contains(target))
        dead.push_back(op);
    } else if (auto call = dyn_cast<CallOp>(op)) {
      EffectSet effects = getEffects(op);
      if (op->use_empty() && effects.writes.empty() && !effects.ordered)
        dead.push_back(op);
    } else if (isEmpty(op)) {
      dead.push_back(op);
    }
  });
  for (Operation *op : dead) {
    changed = true;
    op->erase();
  }
  return changed;
}

void vkmorph::vkm::eraseWithoutEffect(Region &region) {
  do
    eraseDeadExpressions(region);
  while (pruneOnce(region));
}

/// Erases what others would see.
static void eraseOutsideWrites(Region &region) {
  SmallVector<Operation *> erased;
  region.walk([&](Operation *op) {
    if (isa<ReductionOpInterface, AppendOp, ReserveOp, ScatterOp>(op))
      erased.push_back(op);
    else if (isa<AssignOp, UpdateOp>(op) && isOutside(getRoot(op->getOperand(0))))
      erased.push_back(op);
  });
  for (Operation *op : erased)
    op->erase();
}

static void markLate(Region &region, EffectSet &before,
                     const llvm::DenseSet<StringAttr> &appended) {
  for (Block &block : region)
    for (Operation &op : block) {
      bool isLoop = isa<LoopOpInterface>(op);
      if (isLoop)
        before.add(getEffects(&op));
      if (isa<LoadOp, CallOp>(op)) {
        EffectSet effects = getEffects(&op);
        // The order of reads and writes inside of a function is unknown here.
        bool isLate = llvm::any_of(effects.reads, [&](const Root &root) {
          return isOutside(root) && !appended.contains(root.symbol) &&
                 (before.writesAny(root) || effects.writesAny(root));
        });
        if (isLate)
          op.setAttr(kLateAttr, UnitAttr::get(op.getContext()));
      }
      // What one branch of an `if` writes the other one does not read behind it.
      EffectSet beforeBoth = isa<IfOp>(op) ? before : EffectSet();
      for (Region &inner : op.getRegions()) {
        EffectSet own = beforeBoth;
        markLate(inner, isa<IfOp>(op) ? own : before, appended);
        before.add(own);
      }
      if (!op.getNumRegions())
        before.add(getEffects(&op));
    }
}

void vkmorph::vkm::markLate(Region &region, const llvm::DenseSet<StringAttr> &unread) {
  EffectSet before;
  ::markLate(region, before, unread);
}

bool vkmorph::vkm::takeLateMark(Operation *op) { return op->removeAttr(kLateAttr) != nullptr; }

/// Whether a statement changes variables of its iteration alone; jumps in it lead nowhere where it
/// is the last one.
static bool changesVariablesAlone(Region &iteration, Operation &statement) {
  return !statement
              .walk([&](Operation *op) {
                if (isa<AssignOp, UpdateOp>(op)) {
                  Value root = getRoot(op->getOperand(0)).value;
                  bool isVariable = root && root.getDefiningOp<VarOp>() &&
                                    iteration.isAncestor(root.getParentRegion());
                  return isVariable ? WalkResult::advance() : WalkResult::interrupt();
                }
                if (isa<CallOp>(op)) {
                  EffectSet effects = getEffects(op);
                  bool isPure = effects.writes.empty() && !effects.ordered;
                  return isPure ? WalkResult::advance() : WalkResult::interrupt();
                }
                bool isKnown =
                    op->hasTrait<VkmExpression>() ||
                    isa<VarOp, IfOp, SwitchOp, ForOp, ScopeOp, YieldOp, BreakOp, ContinueOp>(op);
                return isKnown ? WalkResult::advance() : WalkResult::interrupt();
              })
              .wasInterrupted();
}

void vkmorph::vkm::eraseLastWithoutEffect(Region &iteration) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(iteration.front()))) {
    if (isa<VarOp>(op) || op.hasTrait<VkmExpression>())
      continue;
    if (!changesVariablesAlone(iteration, op))
      break;
    op.erase();
  }
  eraseDeadExpressions(iteration);
  eraseUnreadVariables(iteration);
}

void vkmorph::vkm::keepDeciding(Region &region) {
  eraseOutsideWrites(region);
  eraseWithoutEffect(region);
}
