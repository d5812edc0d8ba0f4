//===- RowLoops.cpp - Loops inside of a grid that a workgroup can take together --------------===//

#include "analysis/patterns/RowLoops.h"

#include "analysis/patterns/ReductionForms.h"
#include "analysis/values/Expressions.h"
#include "ir/Places.h"

#include "ir/NeverNan.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

// A counter may run past the end of its loop by as many steps as there are threads.
static constexpr int64_t kMaxStep = 16;

/// Whether a value is made of the iteration's number, as far as can be seen.
static bool dependsOn(Value value, Value counter) {
  if (value == counter)
    return true;
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  return llvm::any_of(op->getOperands(),
                      [&](Value operand) { return dependsOn(operand, counter); });
}

/// A local variable that is declared before an operation, in its block or around it.
static VarOp getVariableBefore(const Root &root, Operation *op) {
  auto variable = root.value ? root.value.getDefiningOp<VarOp>() : VarOp();
  Operation *around = variable ? variable->getBlock()->findAncestorOpInBlock(*op) : nullptr;
  return around && variable->isBeforeInBlock(around) ? variable : VarOp();
}

/// Whether a value is made of the number of the grid's iteration, or of variables that are set in
/// it.
static bool dependsOnRow(Value value, GridOp grid, ForOp loop) {
  if (value == grid.getBody().getArgument(0))
    return true;
  if (auto load = value.getDefiningOp<LoadOp>())
    if (VarOp variable = getVariableBefore(getRoot(load.getRef()), loop))
      return !variable.getInit() || dependsOnRow(variable.getInit(), grid, loop);
  Operation *op = value.getDefiningOp();
  return op && llvm::any_of(op->getOperands(),
                            [&](Value operand) { return dependsOnRow(operand, grid, loop); });
}

/// An index that grows by one with the variable of a loop.
static bool hasUnitStride(Value index, Value variable) {
  if (auto cast = index.getDefiningOp<CastOp>())
    return hasUnitStride(cast.getOperand(), variable);
  if (auto load = index.getDefiningOp<LoadOp>())
    return load.getRef() == variable;
  auto sum = index.getDefiningOp<BinaryOp>();
  if (!sum || sum.getKind() != BinaryKind::Add)
    return false;
  for (unsigned side : {0u, 1u})
    if (hasUnitStride(sum->getOperand(side), variable) &&
        !dependsOn(sum->getOperand(1 - side), variable))
      return true;
  return false;
}

/// Whether all that a loop writes are variables of its own; collects the places of others.
static bool collectTargets(ForOp loop, SmallVectorImpl<std::pair<Operation *, Target>> &targets) {
  auto isOwn = [&](Root root) {
    if (!root.value)
      return false;
    // Counters of loops inside, but not the loop's own.
    Operation *declared = root.value.getDefiningOp();
    return loop->isProperAncestor(declared ? declared : root.value.getParentBlock()->getParentOp());
  };
  WalkResult result = loop.getBody().walk([&](Operation *op) {
    if (isa<CallOp, PatternOpInterface, AtomicOp>(op)) {
      EffectSet effects = getEffects(op);
      return WalkResult(success(!effects.ordered && llvm::all_of(effects.writes, isOwn)));
    }
    if (!isa<AssignOp, UpdateOp>(op))
      return WalkResult::advance();
    Target target{op->getOperand(0), getPlacePath(op->getOperand(0))};
    if (isOwn(target.path.root))
      return WalkResult::advance();
    targets.push_back({op, target});
    return WalkResult(success(getVariableBefore(target.path.root, loop) != VarOp()));
  });
  return !result.wasInterrupted();
}

static bool isAccumulated(Type type) {
  Type component = getComponentType(type);
  if (!isa<IntegerType, FloatType, VecType>(type))
    return false;
  return component.isInteger(1) || component.getIntOrFloatBitWidth() >= 32;
}

/// The accumulators of a loop that writes `targets`; nothing if one of them is written otherwise.
static std::optional<SmallVector<RowAccumulator, 2>>
matchAccumulators(ForOp loop, ArrayRef<std::pair<Operation *, Target>> targets) {
  llvm::MapVector<Operation *, SmallVector<Match>> matches;
  for (const auto &[op, target] : targets) {
    auto update = dyn_cast<UpdateOp>(op);
    std::optional<Match> match =
        update ? matchUpdate(update) : matchAssign(cast<AssignOp>(op), target);
    VarOp variable = getVariableBefore(target.path.root, loop);
    if (!match || !target.path.path.empty() || !variable.getInit() ||
        !isAccumulated(cast<RefType>(target.place.getType()).getPointee()))
      return std::nullopt;
    // What the loop does to a NaN depends on its order in these forms.
    bool mayTakeNan = match->takesNan && !llvm::all_of(match->terms, [](const Term &term) {
                        return isNeverNan(term.value);
                      });
    if (match->isOfFloats() &&
        (mayTakeNan || (match->replacesNan && !isNeverNan(variable.getInit()))))
      return std::nullopt;
    matches[variable].push_back(*match);
  }
  SmallVector<RowAccumulator, 2> accumulators;
  for (auto &[op, forms] : matches) {
    ReduceKind kind = forms.front().kind;
    bool isSame = llvm::all_of(forms, [&](const Match &match) { return match.kind == kind; });
    auto variable = cast<VarOp>(op);
    if (!isSame || findOtherAccess(loop, getPlacePath(variable.getRef()), forms))
      return std::nullopt;
    accumulators.push_back({variable, kind});
  }
  return accumulators;
}

/// Statements before the loop that write memory, which one thread runs, must not be seen by those
/// that all threads run.
static bool isSeparable(RowLoop &row, Block &body) {
  auto writesMemory = [](const EffectSet &effects) {
    return llvm::any_of(effects.writes, [&](const Root &root) {
      return !root.value || !root.value.getDefiningOp<VarOp>();
    });
  };
  EffectSet shared = getEffects(row.loop), written;
  SmallVector<Operation *> before;
  for (Block *block : {&body, row.loop->getBlock()})
    for (Operation &op : *block) {
      if (&op == row.guard || &op == row.loop)
        break;
      before.push_back(&op);
    }
  for (Operation *op : before) {
    EffectSet effects = getEffects(op);
    if (!writesMemory(effects)) {
      shared.add(effects);
      continue;
    }
    if (effects.ordered || !isa<AssignOp, UpdateOp>(op))
      return false;
    row.writesBefore = true;
    written.add(effects);
  }
  return llvm::none_of(written.writes, [&](const Root &root) { return shared.readsAny(root); });
}

/// The only loop of a branch that asks whether the loop runs at all: `if (n > 0)`.
static ForOp getGuardedLoop(IfOp branch) {
  auto cmp = branch.getCondition().getDefiningOp<CmpOp>();
  ForOp loop;
  for (Operation &op : branch.getThenRegion().front()) {
    auto counted = dyn_cast<ForOp>(op);
    if (isa<LoopOpInterface>(op) && (loop || !counted))
      return {};
    if (counted)
      loop = counted;
  }
  std::optional<CountedLoop> header = loop ? matchCountedLoop(loop) : std::nullopt;
  if (!cmp || !header || !branch.getElseRegion().empty())
    return {};
  auto isFirst = [&](Value value) {
    std::optional<int64_t> constant = getConstantInt(value);
    return (constant && constant == getConstantInt(loop.getInit())) ||
           isSameExpression(value, loop.getInit());
  };
  auto matches = [&](CmpKind kind, Value first, Value bound) {
    return kind == header->predicate && isFirst(first) && isSameExpression(bound, header->bound);
  };
  bool asks = matches(cmp.getKind(), cmp.getLhs(), cmp.getRhs()) ||
              matches(swapOperands(cmp.getKind()), cmp.getRhs(), cmp.getLhs());
  return asks ? loop : ForOp();
}

std::optional<RowLoop> vkmorph::vkm::matchRowLoop(GridOp grid) {
  if (grid.getNumDims() != 1)
    return std::nullopt;
  Block &body = grid.getBody().front();
  EffectSet effects = getEffects(grid);
  RowLoop row;
  for (Operation &op : body) {
    auto branch = dyn_cast<IfOp>(op);
    ForOp guarded = branch ? getGuardedLoop(branch) : ForOp();
    auto loop = guarded ? guarded : dyn_cast<ForOp>(op);
    if ((isa<LoopOpInterface>(op) && !isa<ForOp>(op)) || (loop && row.loop))
      return std::nullopt;
    if (!loop)
      continue;
    row.loop = loop;
    row.guard = guarded ? branch : IfOp();
  }
  bool leaves = grid.walk([&](Operation *op) {
                      bool isPattern = isa<PatternOpInterface, AtomicOp, ReturnOp>(op);
                      bool isJump = isa<ContinueOp, BreakOp>(op) && getJumpTarget(op) == grid;
                      return WalkResult(success(!isPattern && !isJump));
                    })
                    .wasInterrupted();
  if (!row.loop || leaves || !getExits(row.loop).empty())
    return std::nullopt;
  std::optional<CountedLoop> header = matchCountedLoop(row.loop);
  auto type = dyn_cast<IntegerType>(row.loop.getInit().getType());
  if (!header || header->subtracted || !type || type.getWidth() != 32 ||
      (header->predicate != CmpKind::Lt && header->predicate != CmpKind::Le) ||
      header->bound.getType() != type)
    return std::nullopt;
  std::optional<int64_t> step = getConstantInt(header->amount);
  if (!step || *step < 1 || *step > kMaxStep || !isInvariant(header->bound, grid, effects) ||
      !isInvariant(row.loop.getInit(), grid, effects))
    return std::nullopt;
  row.header = *header;

  SmallVector<std::pair<Operation *, Target>> targets;
  if (!collectTargets(row.loop, targets) || targets.empty() || !isSeparable(row, body))
    return std::nullopt;
  std::optional<SmallVector<RowAccumulator, 2>> accumulators = matchAccumulators(row.loop, targets);
  if (!accumulators)
    return std::nullopt;
  row.accumulators = std::move(*accumulators);
  row.loop.getBody().walk([&](DerefOp deref) {
    row.readsRows |= *step == 1 && hasUnitStride(deref.getIndex(), row.loop.getBodyVar()) &&
                     dependsOnRow(deref.getIndex(), grid, row.loop);
  });
  return row;
}
