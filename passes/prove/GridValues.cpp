//===- GridValues.cpp - What the values that iterations of a grid compute are made of --------===//

#include "passes/prove/GridValues.h"

#include "analysis/values/CountedLoops.h"
#include "analysis/values/Expressions.h"

using namespace mlir;
using namespace vkmorph::vkm;

/// Values that are made of more than this are taken to vary.
static constexpr unsigned kMaxValueDepth = 64;

GridValues::GridValues(ArrayRef<ElementAccess> accesses) {
  for (const ElementAccess &access : accesses)
    if (access.writes && !llvm::is_contained(written, access.root))
      written.push_back(access.root);
}

bool GridValues::isWritten(const Root &root) const {
  return llvm::any_of(written, [&](const Root &other) { return mayAlias(other, root); });
}

bool GridValues::isInvariant(Value value, const Frame *frame, unsigned depth) {
  if (depth > kMaxValueDepth)
    return false;
  if (auto known = knownInvariant.find({value, frame}); known != knownInvariant.end())
    return known->second;
  knownInvariant[{value, frame}] = false; // while it is computed
  bool result = computeInvariant(value, frame, depth);
  knownInvariant[{value, frame}] = result;
  return result;
}

bool GridValues::computeInvariant(Value value, const Frame *frame, unsigned depth) {
  auto recurse = [&](Value operand) { return isInvariant(operand, frame, depth + 1); };
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (!isa<FunctionOpInterface>(argument.getOwner()->getParentOp()))
      return false; // a counter
    return !frame ||
           isInvariant(frame->call->getOperand(argument.getArgNumber()), frame->parent, depth + 1);
  }
  Operation *op = value.getDefiningOp();
  if (auto load = dyn_cast<LoadOp>(op)) {
    Root root = getRoot(load.getRef());
    if (auto var = root.value ? root.value.getDefiningOp<VarOp>() : VarOp())
      return keepsInitialValue(var) && recurse(var.getInit()) && recurse(load.getRef());
    // A parameter of a function that is looked through may be any place.
    bool known = root.symbol || (!frame && isa<PtrType>(root.value.getType()));
    return known && !isWritten(root) && recurse(load.getRef());
  }
  if (isa<VarOp>(op))
    return true; // the place, not its value
  if (auto call = dyn_cast<CallOp>(op)) {
    EffectSet effects = getEffects(call);
    return effects.writes.empty() && !effects.ordered &&
           llvm::none_of(effects.reads, [&](const Root &root) { return isWritten(root); }) &&
           llvm::all_of(call->getOperands(), recurse);
  }
  for (Region &region : op->getRegions())
    if (!recurse(getYielded(region)))
      return false;
  return llvm::all_of(op->getOperands(), recurse);
}

/// What decides whether a statement's regions run, which of them, or how often.
static Value getDecision(Operation *op) {
  if (auto branch = dyn_cast<IfOp>(op))
    return branch.getCondition();
  if (auto choice = dyn_cast<SwitchOp>(op))
    return choice.getValue();
  if (auto loop = dyn_cast<LoopOpInterface>(op))
    return getYielded(loop.getCond());
  return nullptr;
}

/// Whether a jump leaves a loop or its iteration, or a switch.
static bool jumpsFrom(Operation *jump, Operation *from) {
  if (!isa<BreakOp, ContinueOp>(jump))
    return false;
  Operation *target = jump->getParentOp();
  while (target != from && !isa<LoopOpInterface>(target) &&
         !(isa<SwitchOp>(target) && isa<BreakOp>(jump)))
    target = target->getParentOp();
  return target == from;
}

/// What decides whether a statement's regions run, and how far: its own decision, and those that
/// stand around the jumps that leave it.
SmallVector<Value> GridValues::getDecisions(Operation *op) {
  if (auto known = decisions.find(op); known != decisions.end())
    return known->second;
  SmallVector<Value> found;
  if (Value own = getDecision(op))
    found.push_back(own);
  if (isa<LoopOpInterface, SwitchOp>(op))
    op->walk([&](Operation *jump) {
      for (Operation *around = jumpsFrom(jump, op) ? jump->getParentOp() : op; around != op;
           around = around->getParentOp())
        if (Value decision = getDecision(around))
          found.push_back(decision);
    });
  decisions[op] = found;
  return found;
}

/// Whether a local variable is made of `source`: it is assigned such a value, or such a value
/// decides whether, or how often, it is assigned.
bool GridValues::isVariableMadeOf(Source source, Value place, const Frame *frame, unsigned depth) {
  for (Operation *user : place.getUsers()) {
    if (isa<MemberOp, ElementOp>(user)) {
      if (isVariableMadeOf(source, user->getResult(0), frame, depth + 1))
        return true;
      continue;
    }
    if (isa<LoadOp>(user))
      continue;
    Value written;
    if (auto assign = dyn_cast<AssignOp>(user))
      written = assign.getValue();
    else if (auto update = dyn_cast<UpdateOp>(user))
      written = update.getValue();
    if (!written || isMadeOf(source, written, frame, depth + 1))
      return true;
    for (Operation *parent = user->getParentOp();
         parent && !isa<GridOp, FunctionOpInterface>(parent); parent = parent->getParentOp()) {
      // Of a variable that is being computed counters are taken for a part: each loop that tests
      // its own variable would have them in it.
      if (source == Source::Counters && isa<LoopOpInterface>(parent))
        continue;
      if (llvm::any_of(getDecisions(parent), [&](Value decision) {
            return isMadeOf(source, decision, frame, depth + 1);
          }))
        return true;
    }
  }
  return false;
}

bool GridValues::isMadeOf(Source source, Value value, const Frame *frame, unsigned depth) {
  if (!value || depth > kMaxValueDepth)
    return true;
  auto &known = knownMadeOf[static_cast<unsigned>(source)];
  if (auto found = known.find({value, frame}); found != known.end())
    return found->second;
  known[{value, frame}] = source == Source::Counters; // while it is computed
  bool result = computeMadeOf(source, value, frame, depth);
  known[{value, frame}] = result;
  if (source == Source::Counters)
    return result;
  // A value that is being computed counts as not made of memory. Where the value that was asked for
  // turns out to be, values on the way that depend on it have the wrong answer.
  if (!result)
    leftOut.push_back({value, frame});
  if (depth == 0) {
    if (result)
      for (auto &key : leftOut)
        known.erase(key);
    leftOut.clear();
  }
  return result;
}

bool GridValues::isLoadMadeOf(Source source, LoadOp load, const Frame *frame, unsigned depth) {
  auto recurse = [&](Value operand) { return isMadeOf(source, operand, frame, depth + 1); };
  Root root = getRoot(load.getRef());
  if (auto var = root.value ? root.value.getDefiningOp<VarOp>() : VarOp())
    return (var.getInit() && recurse(var.getInit())) ||
           isVariableMadeOf(source, var.getRef(), frame, depth + 1);
  if (root.value && isLoopVariable(root.value))
    return recurse(root.value);
  // A parameter of a function that is looked through may be a variable.
  if (root.value && isa<RefType>(root.value.getType()))
    return true;
  return source == Source::Memory && !isInvariant(load, frame);
}

bool GridValues::computeMadeOf(Source source, Value value, const Frame *frame, unsigned depth) {
  auto recurse = [&](Value operand) { return isMadeOf(source, operand, frame, depth + 1); };
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *owner = argument.getOwner()->getParentOp();
    if (isa<GridOp>(owner))
      return source == Source::Counters;
    if (auto loop = dyn_cast<ForOp>(owner)) {
      std::optional<CountedLoop> counted = matchCountedLoop(loop);
      return !counted || recurse(loop.getInit()) || recurse(counted->bound) ||
             recurse(counted->amount);
    }
    return frame && isMadeOf(source, frame->call->getOperand(argument.getArgNumber()),
                             frame->parent, depth + 1);
  }
  Operation *op = value.getDefiningOp();
  if (auto load = dyn_cast<LoadOp>(op))
    return isLoadMadeOf(source, load, frame, depth);
  if (auto call = dyn_cast<CallOp>(op); call && source == Source::Memory)
    if (!isInvariant(value, frame) && !getEffects(call).reads.empty())
      return true;
  for (Region &region : op->getRegions())
    if (recurse(getYielded(region)))
      return true;
  return llvm::any_of(op->getOperands(), recurse);
}
