//===- RunningShares.cpp - What iterations give to running totals -----------------------------===//
//
//   level = running add scales @m_level            share = running_share @m_level
//   level = c * level + x;                         by = running_share factor @m_level
//                                         =>       by = c * by;
//                                                  share = c * share + x;
//
// The share begins with 0: what the statements make of it is what they add to any total, and what
// they make of the factor, that they multiply it by.
//
// What statements do to a total that is held between bounds are operations of their own, one for
// each change:
//
//   level = max(level + x, 0);           =>        running_step add share, x
//                                                  running_step at_least share, 0
//
// What an iteration makes of a total that is one of a few values, a copy of its statements says,
// which runs for each of them:
//
//   state = running states [0, 1] @m_state         for (code = 0; code < 3; ++code) {
//   if (state == 0) state = a[i];                    state = running_state share, code
//                                        =>          if (state == 0) state = a[i];
//                                                    running_map share, code, state
//                                                  }
//
//===------------------------------------------------------------------------------------------===//

#include "passes/lower/scans/RunningShares.h"

#include "analysis/patterns/RunningSteps.h"
#include "analysis/patterns/Scans.h"
#include "device/Builders.h"
#include "passes/lower/scans/SystemShares.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace {
/// The variables of one running total.
class Share {
public:
  Share(OpBuilder &builder, RunningOp running)
      : loc(running.getLoc()), type(running.getBefore().getType()), running(running),
        value(make(builder, RunningPart::Value, type)) {
    if (running.getBounded())
      return;
    if (running.getRestarts())
      restarted = make(builder, RunningPart::Restarted, getUintType(running.getContext()));
    if (running.getScales())
      factor = make(builder, RunningPart::Factor, type);
  }
  /// Gives a statement that is no step of the total; null where all are.
  Operation *replace(VarOp variable);

private:
  Value make(OpBuilder &builder, RunningPart part, Type held) {
    return builder.create<RunningShareOp>(loc, RefType::get(held), part, running.getField(),
                                          running.getPathAttr());
  }
  bool noteStep(Operation *statement);
  void scale(Operation *statement, const PlacePath &path);
  bool bound(Operation *statement);
  void buildLinear(OpBuilder &at, Operation *statement, Value operand, const PlacePath &path);
  void buildStep(OpBuilder &at, RunningChange kind, Value by);

  Location loc;
  Type type;
  RunningOp running;
  Value value, restarted, factor;
};
} // namespace

/// Multiplies the factor by what a statement multiplies the total by.
void Share::scale(Operation *statement, const PlacePath &path) {
  OpBuilder at(statement);
  MultipleOf multiple(path);
  Value own = buildLoad(at, loc, factor), operand = statement->getOperand(1);
  Value part = multiple.findReads(operand).empty() ? Value() : multiple.build(at, operand, own);
  auto update = dyn_cast<UpdateOp>(statement);
  if (!update) {
    if (part != own)
      at.create<AssignOp>(loc, factor, part);
  } else if (part) { // `t -= c * t`
    at.create<UpdateOp>(loc, update.getKind(), factor, part);
  } else if (update.getKind() != BinaryKind::Add && update.getKind() != BinaryKind::Sub) {
    at.create<UpdateOp>(loc, update.getKind(), factor, operand);
  }
  if (own.use_empty())
    own.getDefiningOp()->erase();
}

/// What a statement does besides to the value. False where it is no step of the total.
bool Share::noteStep(Operation *statement) {
  Value place = statement->getOperand(0);
  PlacePath path = getPlacePath(place);
  std::optional<RunningStep> step = matchRunningStep(statement, {place, path});
  if (!step || (step->kind == StepKind::Restart && !restarted) ||
      (step->kind == StepKind::Scale && !factor))
    return false;
  if (step->kind == StepKind::Restart) {
    OpBuilder at(statement);
    at.create<AssignOp>(loc, restarted, buildUint(at, loc, 1));
  } else if (factor) {
    scale(statement, path);
  }
  return true;
}

void Share::buildStep(OpBuilder &at, RunningChange kind, Value by) {
  by = at.createOrFold<CastOp>(loc, type, by);
  at.create<RunningStepOp>(loc, kind, value, by);
}

/// Builds an expression once more, with other values in the place of some.
static Value rebuild(OpBuilder &at, Value value, IRMapping &mapping) {
  Operation *op = value.getDefiningOp();
  if (mapping.contains(value) || !op || !isa<BinaryOp, UnaryOp, CastOp, MathOp>(op))
    return mapping.lookupOrDefault(value);
  bool isOther = false;
  for (Value operand : op->getOperands())
    isOther |= rebuild(at, operand, mapping) != operand;
  if (!isOther)
    return value;
  at.clone(*op, mapping);
  return mapping.lookup(value);
}

/// Of c * t + x, which may read t more than once, c is what it makes of 1 without x, and x what it
/// makes of 0.
void Share::buildLinear(OpBuilder &at, Operation *statement, Value operand, const PlacePath &path) {
  MultipleOf multiple(path);
  auto update = dyn_cast<UpdateOp>(statement);
  Type computed = operand.getType();
  Value one = at.create<ConstantOp>(loc, at.getFloatAttr(type, 1.0));
  Value zero = at.create<ConstantOp>(loc, at.getFloatAttr(type, 0.0));
  Value factor = multiple.build(at, operand, one);
  IRMapping mapping;
  for (LoadOp load : multiple.findReads(operand))
    mapping.map(load.getResult(), zero);
  Value added = rebuild(at, operand, mapping);
  if (update && update.getKind() == BinaryKind::Div) { // `t /= x`
    Value whole = at.create<ConstantOp>(loc, at.getFloatAttr(computed, 1.0));
    return buildStep(at, RunningChange::Scale,
                     buildBinary(at, loc, BinaryKind::Div, whole, operand));
  }
  if (update) // `t += c * (x - t)`
    factor = factor ? buildBinary(at, loc, update.getKind(), one, factor) : Value();
  if (factor)
    buildStep(at, RunningChange::Scale, factor);
  bool isSubtracted = update && update.getKind() == BinaryKind::Sub;
  buildStep(at, isSubtracted ? RunningChange::Subtract : RunningChange::Add, added);
}

/// Replaces a statement that changes a total which is held between bounds. False where it is none
/// of the kind.
bool Share::bound(Operation *statement) {
  Target target{statement->getOperand(0), getPlacePath(statement->getOperand(0))};
  std::optional<RunningStep> step = matchRunningStep(statement, target);
  std::optional<SmallVector<Change>> changes = matchChanges(statement, target);
  if (!step || !changes)
    return false;
  Operation *replaced = step->match.statement; // with its condition
  OpBuilder at(replaced);
  if (step->match.guard) {
    auto branch = at.create<IfOp>(loc, step->match.guard);
    at.setInsertionPointToEnd(&branch.getThenRegion().front());
  }
  for (const Change &change : *changes) {
    IRMapping mapping; // it may stand under the condition, or in a branch of `c ? a : b`
    Value by = cloneExpression(at, change.value, mapping);
    if (change.kind)
      buildStep(at, *change.kind, by);
    else
      buildLinear(at, statement, by, target.path);
  }
  replaced->erase();
  return true;
}

Operation *Share::replace(VarOp variable) {
  variable.getRef().replaceAllUsesWith(value);
  variable.erase();
  SmallVector<Operation *> writes;
  for (Operation *user : value.getUsers())
    if (isa<AssignOp, UpdateOp>(user) && user->getOperand(0) == value)
      writes.push_back(user);
  for (Operation *write : writes)
    if (running.isOrdered() && !(running.getBounded() ? bound(write) : noteStep(write)))
      return write;
  return nullptr;
}

/// The variable of an iteration that begins with a total.
static VarOp findVariable(RunningOp running) {
  for (Operation *user : running->getUsers())
    if (auto variable = dyn_cast<VarOp>(user))
      return variable;
  return {};
}

/// A variable that stands for one whose value no longer counts: it is only written.
static VarOp makeUnread(OpBuilder &at, VarOp variable) {
  Location loc = variable.getLoc();
  Type type = cast<RefType>(variable.getRef().getType()).getPointee();
  auto zero = at.create<ConstantOp>(loc, cast<TypedAttr>(at.getZeroAttr(type)));
  return at.create<VarOp>(loc, variable.getRef().getType(), variable.getName(), zero, false);
}

/// Erases what writes a variable whose value no longer counts.
static void eraseWrites(VarOp variable) {
  for (Operation *user : llvm::make_early_inc_range(variable->getUsers()))
    if (isa<AssignOp, UpdateOp>(user) && user->getOperand(0) == variable.getRef())
      user->erase();
}

/// Runs a copy of the iteration for each state. What that does to other totals, and what the
/// iteration itself does to this one, leads to nothing: gives the variable that it writes.
static VarOp mapStates(GridOp counting, RunningOp running, ArrayRef<Operation *> statements) {
  Location loc = running.getLoc();
  VarOp variable = findVariable(running);
  SmallVector<VarOp> others;
  for (RunningOp other : counting.getBody().getOps<RunningOp>())
    if (other != running)
      others.push_back(findVariable(other));
  // In front of the statements, which the copy may not see.
  OpBuilder at(variable);
  Type type = running.getBefore().getType();
  Value share = at.create<RunningShareOp>(loc, RefType::get(type), RunningPart::Value,
                                          running.getField(), running.getPathAttr());
  ForOp loop = buildUintLoop(
      at, loc, "code", buildUint(at, loc, 0),
      [&](OpBuilder &in) { return buildUint(in, loc, running.countCodes()); },
      [&](OpBuilder &in) { return buildUint(in, loc, 1); });
  OpBuilder inner = OpBuilder::atBlockEnd(&loop.getBody().front());
  Value before =
      inner.create<RunningStateOp>(loc, type, share, buildLoad(inner, loc, loop.getBodyVar()));
  VarOp state = buildVar(inner, loc, variable.getName(), before, false);
  IRMapping mapping;
  mapping.map(variable.getRef(), state.getRef());
  SmallVector<VarOp> unread;
  for (VarOp other : others) {
    unread.push_back(makeUnread(inner, other));
    mapping.map(other.getRef(), unread.back().getRef());
  }
  OpBuilder body = buildBodyPlace(inner, loc, counting.getBody());
  for (Operation *statement : statements)
    body.clone(*statement, mapping);
  llvm::for_each(unread, eraseWrites);
  inner.setInsertionPointToEnd(&loop.getBody().front());
  inner.create<RunningMapOp>(loc, share, buildLoad(inner, loc, loop.getBodyVar()),
                             buildLoad(inner, loc, state));
  VarOp rest = makeUnread(at, variable);
  variable.getRef().replaceAllUsesWith(rest.getRef());
  variable.erase();
  running.erase();
  return rest;
}

Operation *vkmorph::vkm::keepShares(GridOp counting) {
  Operation *other = nullptr;
  SmallVector<VarOp> mapped;
  SmallVector<Operation *> statements;
  for (Operation &op : counting.getBody().front()) {
    auto variable = dyn_cast<VarOp>(op);
    bool isTotal = variable && variable.getInit() && variable.getInit().getDefiningOp<RunningOp>();
    if (!isTotal && !isa<RunningOp>(op))
      statements.push_back(&op);
  }
  for (RunningOp running : llvm::to_vector(counting.getBody().getOps<RunningOp>()))
    if (running.getStates())
      mapped.push_back(mapStates(counting, running, statements));
  SmallVector<RunningOp> all(counting.getBody().getOps<RunningOp>());
  if (all.empty() && !mapped.empty())
    for (Operation *statement : llvm::reverse(statements))
      statement->erase();
  else
    llvm::for_each(mapped, eraseWrites);
  llvm::SmallDenseSet<int64_t> systems;
  for (RunningOp running : all) {
    if (std::optional<int64_t> system = running.getSystem()) {
      if (systems.insert(*system).second)
        if (Operation *statement = keepSystemShares(counting, collectSystem(running)))
          return statement;
      continue;
    }
    OpBuilder builder(running);
    Share share(builder, running);
    for (Operation *user : llvm::make_early_inc_range(running->getUsers()))
      if (auto variable = dyn_cast<VarOp>(user))
        if (Operation *statement = share.replace(variable))
          other = statement;
    if (running->use_empty())
      running.erase();
  }
  return other;
}
