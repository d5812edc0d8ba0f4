//===- DecidingSlice.cpp - What of an iteration decides on what it gives ----------------------===//

#include "transforms/DecidingSlice.h"

#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

// On the copies of operations that read what the same iteration may have changed before.
static constexpr llvm::StringLiteral kLateAttr = "vkm.late";

/// Memory that others than this iteration see. What a reference parameter names is the caller's to
/// judge.
static bool isOutside(const Root &root) {
  return root.symbol || (root.value && isa<PtrType>(root.value.getType()));
}

bool vkmorph::vkm::writesOutside(const EffectSet &effects) {
  return llvm::any_of(effects.writes, isOutside);
}

/// The statements that write a variable or a part of it; nothing where something else uses it.
static std::optional<SmallVector<Operation *>> findOnlyWrites(Value place) {
  SmallVector<Operation *> writes;
  for (OpOperand &use : place.getUses()) {
    Operation *user = use.getOwner();
    bool isTarget = isa<AssignOp, UpdateOp>(user) && use.getOperandNumber() == 0;
    if (isTarget) {
      writes.push_back(user);
    } else if (isa<MemberOp, ElementOp>(user) && use.getOperandNumber() == 0) {
      auto inner = findOnlyWrites(user->getResult(0));
      if (!inner)
        return std::nullopt;
      writes.append(*inner);
    } else {
      return std::nullopt;
    }
  }
  return writes;
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

/// One round of `prune`; whether anything went.
static bool pruneOnce(Region &region) {
  bool changed = false;
  SmallVector<Operation *> dead;
  region.walk([&](Operation *op) {
    if (auto var = dyn_cast<VarOp>(op)) {
      if (std::optional<SmallVector<Operation *>> writes = findOnlyWrites(var.getRef())) {
        llvm::append_range(dead, *writes);
        if (var->use_empty())
          dead.push_back(var);
      }
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

/// Erases what has no effect and what only leads to it.
static void prune(Region &region) {
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

void vkmorph::vkm::keepDeciding(Region &region) {
  eraseOutsideWrites(region);
  prune(region);
}
