//===- RowLoops.cpp - Loops inside of a grid that a workgroup can take together --------------===//

#include "analysis/patterns/RowLoops.h"

#include "analysis/patterns/ReductionForms.h"
#include "analysis/patterns/TiledLoops.h"
#include "analysis/values/Expressions.h"
#include "ir/Places.h"

#include "ir/NeverNan.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

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

/// Finds the variables into which a loop that writes `targets` combines values; false if one of
/// them is written otherwise.
static bool findVariables(RowLoop &row, ArrayRef<std::pair<Operation *, Target>> targets) {
  llvm::MapVector<Operation *, SmallVector<Match>> matches;
  for (const auto &[op, target] : targets) {
    std::optional<Match> match = matchForm(op, target);
    VarOp variable = getVariableBefore(target.path.root, row.loop);
    if (!match || !target.path.path.empty() || !variable.getInit() ||
        !isAccumulated(cast<RefType>(target.place.getType()).getPointee()))
      return false;
    // What the loop does to a NaN depends on its order in these forms.
    bool mayTakeNan = match->takesNan() && !llvm::all_of(match->terms, [](const Term &term) {
                        return isNeverNan(term.value);
                      });
    if (match->isOfFloats() &&
        (mayTakeNan || (match->replacesNan() && !isNeverNan(variable.getInit()))))
      return false;
    matches[variable].push_back(*match);
  }
  for (auto &[op, forms] : matches) {
    ReduceKind kind = forms.front().kind;
    bool isSame = llvm::all_of(forms, [&](const Match &match) { return match.kind == kind; });
    auto variable = cast<VarOp>(op);
    if (!isSame || findOtherAccess(row.loop, getPlacePath(variable.getRef()), forms))
      return false;
    row.variables.push_back(variable);
    row.kinds.push_back(kind);
  }
  return true;
}

/// The loop's vkm.row, or the loop where there is none yet.
static Operation *getOuter(ForOp loop) {
  return isa<RowOp>(loop->getParentOp()) ? loop->getParentOp() : loop.getOperation();
}

/// What an iteration of the grid does before the loop that `outer` holds, and before the branch
/// around that one.
static SmallVector<Operation *> getBefore(GridOp grid, Operation *outer) {
  SmallVector<Operation *> before;
  for (Operation *last : {grid.getBody().front().findAncestorOpInBlock(*outer), outer})
    for (Operation *op = &last->getBlock()->front(); op != last; op = op->getNextNode())
      if (!llvm::is_contained(before, op))
        before.push_back(op);
  return before;
}

static bool writesMemory(const EffectSet &effects) {
  return llvm::any_of(effects.writes, [&](const Root &root) {
    return !root.value || !root.value.getDefiningOp<VarOp>();
  });
}

/// Statements before the loop that write memory, which one thread runs, must not be seen by those
/// that all threads run.
static bool isSeparable(GridOp grid, ForOp loop) {
  EffectSet shared = getEffects(loop), written;
  for (Operation *op : getBefore(grid, getOuter(loop))) {
    EffectSet effects = getEffects(op);
    if (!writesMemory(effects)) {
      shared.add(effects);
      continue;
    }
    if (effects.ordered || !isa<AssignOp, UpdateOp>(op))
      return false;
    written.add(effects);
  }
  return llvm::none_of(written.writes, [&](const Root &root) { return shared.readsAny(root); });
}

/// A statement that is a loop, or holds one that is a row.
static ForOp getLoop(Operation &statement) {
  auto row = dyn_cast<RowOp>(statement);
  return row ? row.getLoop() : dyn_cast<ForOp>(statement);
}

/// The only loop of a branch that asks whether the loop runs at all: `if (n > 0)`.
static ForOp getGuardedLoop(IfOp branch) {
  auto cmp = branch.getCondition().getDefiningOp<CmpOp>();
  ForOp loop;
  for (Operation &op : branch.getThenRegion().front()) {
    ForOp counted = getLoop(op);
    if ((counted && loop) || (isa<LoopOpInterface>(op) && !counted))
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

/// The only loop of the iterations of a grid; null where there are several, or one of another kind.
static ForOp findLoop(GridOp grid) {
  ForOp found;
  for (Operation &op : grid.getBody().front()) {
    auto branch = dyn_cast<IfOp>(op);
    ForOp guarded = branch ? getGuardedLoop(branch) : ForOp();
    ForOp loop = guarded ? guarded : getLoop(op);
    if ((isa<LoopOpInterface>(op) && !loop) || (loop && found))
      return {};
    if (loop)
      found = loop;
  }
  return found;
}

std::optional<RowLoop> vkmorph::vkm::matchRowLoop(GridOp grid) {
  if (grid.getNumDims() != 1)
    return std::nullopt;
  RowLoop row;
  row.loop = findLoop(grid);
  bool leaves = grid.walk([&](Operation *op) {
                      bool isPattern =
                          isa<FieldPatternOpInterface, ScatterOp, AtomicOp, ReturnOp>(op);
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
  if (!step || *step < 1 || *step > RowOp::kMaxStep ||
      !isInvariant(header->bound, row.loop, getEffects(row.loop)))
    return std::nullopt;
  row.step = *step;
  SmallVector<std::pair<Operation *, Target>> targets;
  if (!collectTargets(row.loop, targets) || targets.empty() || !isSeparable(grid, row.loop) ||
      !findVariables(row, targets))
    return std::nullopt;
  return row;
}

bool vkmorph::vkm::isAsRecognised(RowOp row) {
  std::optional<RowLoop> known = matchRowLoop(row.getGrid());
  if (!known || known->loop != row.getLoop() || known->step != int64_t(row.getStep()) ||
      known->variables.size() != row.getAccumulators().size())
    return false;
  for (auto [index, variable] : llvm::enumerate(known->variables))
    if (variable != row.getVariable(index) || known->kinds[index] != row.getKind(index))
      return false;
  return true;
}

bool vkmorph::vkm::isShort(ForOp loop) {
  constexpr int64_t kMostOperations = 64;
  int64_t operations = 0;
  return !loop.getBody()
              .walk([&](Operation *op) {
                bool isLong = isa<LoopOpInterface, CallOp, ContinueOp>(op);
                return WalkResult(failure(isLong || ++operations > kMostOperations));
              })
              .wasInterrupted();
}

bool vkmorph::vkm::comparesWithBound(RowOp row) {
  ForOp loop = row.getLoop();
  auto cmp = cast<YieldOp>(loop.getCond().front().back()).getValue().getDefiningOp<CmpOp>();
  auto load = cmp.getLhs().getDefiningOp<LoadOp>();
  return load && load.getRef() == loop.getCondVar() &&
         (cmp.getKind() == CmpKind::Lt || cmp.getKind() == CmpKind::Le);
}

bool vkmorph::vkm::readsRows(RowOp row) {
  ForOp loop = row.getLoop();
  return row.getStep() == 1 && loop.getBody()
                                   .walk([&](DerefOp deref) {
                                     bool reads =
                                         isInBuffer(deref) &&
                                         hasUnitStride(deref.getIndex(), loop.getBodyVar()) &&
                                         dependsOnRow(deref.getIndex(), row.getGrid(), loop);
                                     return WalkResult(failure(reads));
                                   })
                                   .wasInterrupted();
}

bool vkmorph::vkm::canShareColumns(RowOp row) {
  GridOp grid = row.getGrid();
  return takesOneByOne(grid) && grid.getLower()[0].getType().getIntOrFloatBitWidth() == 32 &&
         llvm::none_of(getBefore(grid, row),
                       [](Operation *op) { return writesMemory(getEffects(op)); });
}
