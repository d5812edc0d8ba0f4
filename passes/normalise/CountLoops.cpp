//===- CountLoops.cpp - Loops whose variable is declared before them ------------------------===//
//
//   int i, j;
//   for (i = 0, j = n; i < j; i++, j--)     ->    int j = n;
//     use(i, j);                                  for (int i = 0; i < j; i++, j--)
//                                                   use(i, j);
//
// What such a loop leaves in its variable is either read by nobody, or the number at which it ends:
//
//   for (m_i = 0; m_i < n; m_i++)           ->    for (int m_i = 0; m_i < n; m_i++)
//     use(m_i);                                     use(m_i);
//                                                 m_i = 0 < n ? n : 0;
//
// Other loops stay as they are, and so does the variable.
//
// In kernels `while (n-- > 0)` counts at its end, where nothing reads n. A variable that a loop of
// a kernel counts beside its counter is a number that the counter gives, where the loop goes by the
// counter alone:
//
//   for (i = 0, j = n; i < n; i++, j--)     ->    for (int i = 0; i < n; i++) {
//     use(i, j);                                    const int j = n - i;
//                                                   use(i, j);
//                                                 }
//
// What else a step updates is the end of the body: `for (...; i++, x /= 2)`.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/values/CountedLoops.h"
#include "analysis/values/Expressions.h"
#include "analysis/values/StaleReads.h"
#include "ir/EffectLedger.h"
#include "ir/VkmAttributes.h"
#include "passes/Passes.h"
#include "transforms/Expressions.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_COUNTLOOPS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {

/// The variable of a loop to be: a local one that is declared outside of the loop, or a member of
/// the class.
struct Counter {
  Root root;
  Type type;
  std::string name;
  Operation *start = nullptr; ///< assigns or declares the variable before the loop
  bool mayBeLeft = false;     ///< a jump between the start and the loop leaves their block
  Value init;
};

struct CountLoopsPass : vkm::impl::CountLoopsBase<CountLoopsPass> {
  void runOnOperation() override;
};

} // namespace

//===------------------------------------------------------------------------------------------===//
// The variable, where it starts, and its steps
//===------------------------------------------------------------------------------------------===//

/// Whether a statement assigns all of a variable.
static bool writesAll(Operation *op, const Root &root) {
  Value place;
  if (auto assign = dyn_cast<AssignOp>(op))
    place = assign.getRef();
  else if (auto update = dyn_cast<UpdateOp>(op))
    place = update.getRef();
  return place && isa_and_nonnull<VarOp, FieldRefOp>(place.getDefiningOp()) &&
         getRoot(place) == root;
}

/// The variables of one number that the condition of a loop reads, and that may be its counter.
static SmallVector<Counter> findCompared(WhileOp loop) {
  SmallVector<Counter> found;
  auto parent = loop->getParentOfType<ClassOp>();
  loop.getCond().walk([&](LoadOp load) {
    Counter counter;
    counter.root = getRoot(load.getRef());
    counter.type = load.getType();
    auto var = load.getRef().getDefiningOp<VarOp>();
    auto field = load.getRef().getDefiningOp<FieldRefOp>();
    if (var && !var.getConstant() && !loop->isAncestor(var)) {
      counter.name = var.getName().str();
    } else if (FieldOp op = field && parent ? parent.lookupField(field.getField()) : FieldOp()) {
      if (op.getSizeOf() || op.getVectorElement())
        return;
      counter.name = op.getSymName().str();
    } else {
      return;
    }
    bool isNumber = isa<IntegerType, FloatType>(counter.type) && !counter.type.isInteger(1);
    bool isKnown =
        llvm::any_of(found, [&](const Counter &other) { return other.root == counter.root; });
    if (isNumber && !isKnown)
      found.push_back(counter);
  });
  return found;
}

/// Finds what gives the counter its first number: the last statement before the loop that has to do
/// with it.
static bool findStart(Operation *loop, Counter &counter) {
  for (Operation *op = loop->getPrevNode(); op; op = op->getPrevNode()) {
    if (auto assign = dyn_cast<AssignOp>(op); assign && writesAll(op, counter.root)) {
      counter.start = op;
      counter.init = assign.getValue();
      return true;
    }
    if (auto var = dyn_cast<VarOp>(op); var && var.getRef() == counter.root.value) {
      counter.start = op;
      counter.init = var.getInit();
      return counter.init != nullptr;
    }
    EffectSet effects = getEffects(op);
    bool leaves = counter.root.symbol && effects.ordered;
    if (leaves || effects.readsAny(counter.root) || effects.writesAny(counter.root))
      return false;
    counter.mayBeLeft |= mayJumpOut(op);
  }
  return false;
}

/// The assignments and updates of numbers that end a block, or stand before a jump that does.
static SmallVector<Operation *> findLastWrites(Block &block, Operation *end) {
  SmallVector<Operation *> writes;
  for (Operation *op = end ? end->getPrevNode() : (block.empty() ? nullptr : &block.back()); op;
       op = op->getPrevNode()) {
    if (isa<AssignOp, UpdateOp>(op))
      writes.push_back(op);
    else if (!isWithoutEffect(op))
      break;
  }
  return writes; // the last one first
}

/// Whether all that a value is computed by stands behind an operation of its block, so that it may
/// be computed in a region of its own.
static bool isComputedBehind(Value value, Block &block, Operation *before, Operation *loop) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return value.getParentBlock() != &block;
  if (!loop->isAncestor(op))
    return true;
  if (op->getBlock() != &block || (before && !before->isBeforeInBlock(op)) ||
      !op->hasTrait<VkmExpression>() || op->getNumRegions() || isa<CallOp>(op))
    return false;
  return llvm::all_of(op->getOperands(), [&](Value operand) {
    return isComputedBehind(operand, block, before, loop);
  });
}

static Value getWrittenValue(Operation *write) {
  auto assign = dyn_cast<AssignOp>(write);
  return assign ? assign.getValue() : cast<UpdateOp>(write).getValue();
}
static Value getWrittenPlace(Operation *write) {
  auto assign = dyn_cast<AssignOp>(write);
  return assign ? assign.getRef() : cast<UpdateOp>(write).getRef();
}

/// Whether a statement is `j--`, `j = j + 2`: it changes a number by itself and by numbers that no
/// array holds, as the step of a loop does.
static bool countsAlong(Operation *write) {
  Value place = getWrittenPlace(write);
  std::function<bool(Value)> isSimple = [&](Value value) {
    Operation *op = value.getDefiningOp();
    if (auto load = dyn_cast_or_null<LoadOp>(op))
      return isa<BlockArgument>(load.getRef()) ||
             isa<VarOp, FieldRefOp>(load.getRef().getDefiningOp());
    return !op || llvm::all_of(op->getOperands(), isSimple);
  };
  bool isWhole = isa<BlockArgument>(place) || isa<VarOp, FieldRefOp>(place.getDefiningOp());
  Value value = getWrittenValue(write);
  if (!isWhole || !isSimple(value))
    return false;
  if (isa<UpdateOp>(write))
    return true;
  if (auto cast = value.getDefiningOp<CastOp>())
    value = cast.getOperand();
  auto sum = value.getDefiningOp<BinaryOp>();
  auto isOwn = [&](Value operand) {
    if (auto cast = operand.getDefiningOp<CastOp>())
      operand = cast.getOperand();
    auto load = operand.getDefiningOp<LoadOp>();
    return load && getRoot(load.getRef()) == getRoot(place);
  };
  return sum && (sum.getKind() == BinaryKind::Add || sum.getKind() == BinaryKind::Sub) &&
         isOwn(sum.getLhs()) != isOwn(sum.getRhs());
}

/// Whether the last `steps.size()` writes before a `continue` do what the steps do.
static bool repeatSteps(ContinueOp jump, ArrayRef<Operation *> steps) {
  SmallVector<Operation *> writes = findLastWrites(*jump->getBlock(), jump);
  if (writes.size() < steps.size())
    return false;
  return llvm::all_of(llvm::zip(steps, writes), [](auto pair) {
    auto [step, write] = pair;
    auto update = dyn_cast<UpdateOp>(step), same = dyn_cast<UpdateOp>(write);
    return !update == !same && (!update || update.getKind() == same.getKind()) &&
           isSameExpression(getWrittenPlace(step), getWrittenPlace(write)) &&
           isSameExpression(getWrittenValue(step), getWrittenValue(write));
  });
}

/// The statements behind the last one of another kind that count: those at the end of the body,
/// from the counter's own on. None where a `continue` goes on without them.
static SmallVector<Operation *> findSteps(WhileOp loop, const Counter &counter) {
  Block &body = loop.getBody().front();
  SmallVector<Operation *> steps = findLastWrites(body, nullptr);
  while (!steps.empty() && !writesAll(steps.back(), counter.root))
    steps.pop_back();
  if (steps.empty())
    return {};
  // The first one that counts: what is before it belongs to the body.
  auto own = llvm::find_if(steps, [&](Operation *op) { return writesAll(op, counter.root); });
  steps.erase(std::next(own), steps.end());
  if (!llvm::all_of(steps, countsAlong))
    return {};
  Operation *before = steps.back()->getPrevNode();
  while (before && isWithoutEffect(before))
    before = before->getPrevNode();
  bool isRepeated = true;
  for (Operation *step : steps) {
    Value place = getWrittenPlace(step);
    isRepeated &= isComputedBehind(getWrittenValue(step), body, before, loop) &&
                  isComputedBehind(place, body, before, loop);
  }
  loop->walk([&](ContinueOp jump) {
    if (getJumpTarget(jump) == loop)
      isRepeated &= repeatSteps(jump, steps);
  });
  return isRepeated ? steps : SmallVector<Operation *>();
}

//===------------------------------------------------------------------------------------------===//
// The loop
//===------------------------------------------------------------------------------------------===//

/// Lets a region of the new loop name the variable by its argument.
static void bindCounter(Region &region, const Counter &counter) {
  Value argument = region.getArgument(0);
  region.walk([&](Operation *op) {
    if (auto field = dyn_cast<FieldRefOp>(op)) {
      if (field.getFieldAttr().getAttr() == counter.root.symbol) {
        field.replaceAllUsesWith(argument);
        field.erase();
      }
      return;
    }
    for (OpOperand &operand : op->getOpOperands())
      if (operand.get() == counter.root.value)
        operand.set(argument);
  });
}

/// Whether functions that a loop calls, or references, reach its counter by another way.
static bool isReachedOtherwise(WhileOp loop, const Counter &counter) {
  if (!counter.root.symbol)
    return false;
  auto walk = loop->walk([&](Operation *op) {
    bool isOwn = op->getNumRegions() != 0;
    for (Value operand : op->getOperands()) {
      auto place = operand.getDefiningOp<FieldRefOp>();
      bool isCounter = place && getRoot(operand) == counter.root;
      // A reference that was bound before the loop.
      if (isCounter && !loop->isAncestor(place))
        return WalkResult::interrupt();
      isOwn |= isCounter && isa<LoadOp, AssignOp, UpdateOp>(op);
    }
    if (isOwn || isa<FieldRefOp>(op))
      return WalkResult::advance();
    EffectSet effects = getEffects(op);
    bool touches = effects.readsAny(counter.root) || effects.writesAny(counter.root);
    return touches || isa<ReturnOp>(op) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return walk.wasInterrupted();
}

/// The number that the counter has behind a loop that counts by one, which nothing leaves; null
/// where that is not known.
static Value buildLast(OpBuilder &builder, ForOp loop) {
  std::optional<CountedLoop> counted = matchCountedLoop(loop);
  if (!counted || !getExits(loop).empty() || getConstantInt(counted->amount) != 1)
    return {};
  EffectSet effects = getEffects(loop);
  if (!isInvariant(counted->bound, loop, effects))
    return {};
  bool isUp = !counted->subtracted;
  bool fits = counted->predicate == CmpKind::Ne ||
              (isUp ? counted->predicate == CmpKind::Lt || counted->predicate == CmpKind::Le
                    : counted->predicate == CmpKind::Gt || counted->predicate == CmpKind::Ge);
  if (!fits)
    return {};
  Location where = loop.getLoc();
  IRMapping mapping;
  Value bound = cloneExpression(builder, counted->bound, mapping), init = loop.getInit();
  Type type = init.getType();
  auto convert = [&](Value value, Type to) {
    return value.getType() == to ? value : Value(builder.create<CastOp>(where, to, value));
  };
  Value end = convert(bound, type);
  if (counted->predicate == CmpKind::Le || counted->predicate == CmpKind::Ge) {
    Value one = builder.create<ConstantOp>(where, type, builder.getIntegerAttr(type, 1));
    end = builder.create<BinaryOp>(where, type, isUp ? BinaryKind::Add : BinaryKind::Sub, end, one);
  }
  if (counted->predicate == CmpKind::Ne)
    return end;
  std::optional<int64_t> trips = getTrips(loop);
  if (trips)
    return *trips > 0 ? end : init;
  Value runs = builder.create<CmpOp>(where, builder.getI1Type(), counted->predicate,
                                     convert(init, bound.getType()), bound);
  return buildSelect(
      builder, where, type, runs, [&](OpBuilder &) { return end; },
      [&](OpBuilder &) { return init; });
}

/// Moves the steps out of the body.
static void moveSteps(ForOp loop, ArrayRef<Operation *> steps) {
  OpBuilder builder = OpBuilder::atBlockBegin(&loop.getStep().front());
  IRMapping mapping;
  for (Operation *step : llvm::reverse(steps)) {
    for (Value operand : step->getOperands())
      cloneExpression(builder, operand, mapping);
    builder.clone(*step, mapping);
  }
  SmallVector<ContinueOp> jumps;
  loop.getBody().walk([&](ContinueOp jump) {
    if (getJumpTarget(jump) == loop)
      jumps.push_back(jump);
  });
  for (ContinueOp jump : jumps) {
    SmallVector<Operation *> writes = findLastWrites(*jump->getBlock(), jump);
    for (Operation *write : ArrayRef(writes).take_front(steps.size()))
      write->erase();
  }
  for (Operation *step : steps)
    step->erase();
  eraseDeadExpressions(loop.getBody());
}

/// Makes a loop with a counter of its own of a `while`, which is gone then.
static ForOp makeLoop(WhileOp loop, const Counter &counter, ArrayRef<Operation *> steps) {
  OpBuilder builder(loop);
  auto made = builder.create<ForOp>(loop.getLoc(), counter.name, counter.init);
  for (auto [from, to] :
       {std::pair(&loop.getCond(), &made.getCond()), std::pair(&loop.getBody(), &made.getBody())})
    to->front().getOperations().splice(to->front().end(), from->front().getOperations());
  for (Operation *from : {counter.start, loop.getOperation()})
    if (Attribute comment = from->getAttr(kCommentAttr);
        comment && !isa<VarOp>(from) && !made->hasAttr(kCommentAttr))
      made->setAttr(kCommentAttr, comment);
  loop.erase();
  moveSteps(made, steps);
  for (Region *region : {&made.getCond(), &made.getStep(), &made.getBody()})
    bindCounter(*region, counter);
  return made;
}

/// Whether it is known what such a loop leaves in its counter.
static bool hasKnownLast(WhileOp loop, const Counter &counter) {
  OpBuilder builder(loop);
  auto copy = cast<WhileOp>(builder.clone(*loop));
  ForOp trial = makeLoop(copy, counter, findSteps(copy, counter));
  // What the bound is made of goes with the trial.
  auto place = builder.create<ScopeOp>(loop.getLoc());
  builder.setInsertionPointToStart(&place.getBody().emplaceBlock());
  bool isKnown = static_cast<bool>(buildLast(builder, trial));
  place.erase();
  trial.erase();
  return isKnown;
}

/// Why a counter that something reads behind its loop stays outside.
static std::string explainRead(WhileOp loop, const Counter &counter, Operation *read) {
  std::string name = "its counter '" + counter.name + "' ";
  std::string behind =
      isa<FunctionOpInterface>(read) ? "is a member, which keeps its number" : "is read behind it";
  if (!getExits(loop).empty())
    return "it is left before its end, and " + name + behind;
  return name + behind + ", where the number is known if it counts by one to a bound that stays";
}

/// Writes a loop over a counter of its own in the place of a `while`; false where it has to stay,
/// with the reason if the variable would be its counter.
static bool countLoop(FunctionOpInterface function, WhileOp loop, Counter counter,
                      std::string &whyNot) {
  SmallVector<Operation *> steps = findSteps(loop, counter);
  std::string name = "'" + counter.name + "'";
  if (steps.empty()) {
    bool changes = llvm::any_of(loop.getCond().front(),
                                [&](Operation &op) { return writesAll(&op, counter.root); });
    if (changes)
      whyNot = "its condition changes its counter " + name;
    return false;
  }
  if (!findStart(loop, counter)) {
    whyNot = "its counter " + name +
             " does not begin with a value that is assigned just before the loop";
    return false;
  }
  if (isReachedOtherwise(loop, counter)) {
    whyNot = "functions that it calls, or references, may reach its counter " + name;
    return false;
  }
  StaleReads reads(function, counter.root, counter.type);
  Operation *read = reads.findReadBehind(loop);
  if (read && !hasKnownLast(loop, counter)) {
    whyNot = explainRead(loop, counter, read);
    return false;
  }
  Location where = loop.getLoc();
  AssignOp last;
  if (read) {
    OpBuilder builder(loop->getContext());
    builder.setInsertionPointAfter(loop);
    Value place = counter.root.value;
    if (!place)
      place = builder.create<FieldRefOp>(where, RefType::get(counter.type),
                                         counter.root.symbol.getValue());
    last = builder.create<AssignOp>(where, place, counter.init);
    settleEffects(last, loop);
  }
  ForOp made = makeLoop(loop, counter, steps);
  if (last) {
    OpBuilder builder(last);
    last.getValueMutable().assign(buildLast(builder, made));
  }
  // A jump in front of the loop may carry the initial value to a later read.
  bool isTaken = counter.mayBeLeft && reads.findReadBehind(counter.start);
  if (isa<AssignOp>(counter.start) && !isTaken) {
    if (last)
      settleEffects(last, counter.start);
    counter.start->erase();
  }
  if (auto var = counter.root.value ? counter.root.value.getDefiningOp<VarOp>() : VarOp();
      var && var->use_empty())
    var.erase();
  return true;
}

//===------------------------------------------------------------------------------------------===//
// Conditions that count
//===------------------------------------------------------------------------------------------===//

/// The statement of `while (n-- > 0)` that counts, where the condition does nothing else but to
/// compare what the variable was before.
static UpdateOp findCountInCondition(WhileOp loop) {
  UpdateOp update;
  for (Operation &op : loop.getCond().front()) {
    if (auto found = dyn_cast<UpdateOp>(op)) {
      bool adds = found.getKind() == BinaryKind::Add || found.getKind() == BinaryKind::Sub;
      if (update || !adds || !getConstantInt(found.getValue()) ||
          !isa_and_nonnull<VarOp>(found.getRef().getDefiningOp()))
        return {};
      update = found;
    } else if (!isa<YieldOp>(op) && !isWithoutEffect(&op)) {
      return {};
    }
  }
  // What stands behind it sees the new number, as `b[n]` of `n-- > 0 && b[n] > 0` does.
  bool isRead = update && llvm::any_of(update.getRef().getUsers(), [&](Operation *user) {
                  Operation *part = loop.getCond().front().findAncestorOpInBlock(*user);
                  return part && part != update && !part->isBeforeInBlock(update);
                });
  return isRead ? UpdateOp() : update;
}

/// Lets the body end with what the condition counts, where neither the body nor anything behind the
/// loop reads it: `while (n-- > 0) ...` is `while (n > 0) { ...; n--; }` then.
static void countInBody(FunctionOpInterface function, WhileOp loop) {
  UpdateOp update = findCountInCondition(loop);
  if (!update)
    return;
  bool isUsed = llvm::any_of(update.getRef().getUsers(), [&](Operation *user) {
    return loop.getBody().isAncestor(user->getParentRegion());
  });
  StaleReads reads(function, getRoot(update.getRef()), update.getValue().getType());
  if (isUsed || reads.findReadBehind(loop))
    return;
  SmallVector<ContinueOp> jumps;
  loop.getBody().walk([&](ContinueOp jump) {
    if (getJumpTarget(jump) == loop)
      jumps.push_back(jump);
  });
  auto count = [&](OpBuilder builder) {
    IRMapping mapping;
    cloneExpression(builder, update.getValue(), mapping);
    builder.clone(*update, mapping);
  };
  Block &body = loop.getBody().front();
  if (body.empty() || !isa<BreakOp, ContinueOp, ReturnOp>(body.back()))
    count(OpBuilder::atBlockEnd(&body));
  for (ContinueOp jump : jumps)
    count(OpBuilder(jump));
  update.erase();
}

//===------------------------------------------------------------------------------------------===//
// Second counters
//===------------------------------------------------------------------------------------------===//

/// A variable that the step of a loop changes beside the loop's own one.
struct SecondCounter {
  Counter counter;
  UpdateOp step;
  Value init, first; ///< where it starts, and where the loop's own counter does
  IntegerType type, ownType;
  int64_t times = 1;      ///< by how many of `amount` it changes where the own counter does by one
  Value amount;           ///< null where `times` says it all
  bool subtracts = false; ///< goes down where the own counter goes up
};

/// Whether an expression gives the same value behind or in an operation as before it.
static bool isKept(Value value, Operation *through) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return !through->isAncestor(value.getParentBlock()->getParentOp());
  if (isa<VarOp, FieldRefOp>(op))
    return true;
  if (isa<CallOp>(op) || !op->hasTrait<VkmExpression>() || op->getNumRegions())
    return false;
  if (auto load = dyn_cast<LoadOp>(op))
    if (getEffects(through).writesAny(getRoot(load.getRef())))
      return false;
  return llvm::all_of(op->getOperands(), [&](Value operand) { return isKept(operand, through); });
}

/// Writes an expression once more.
static Value copyExpression(OpBuilder &builder, Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || isa<VarOp>(op))
    return value;
  IRMapping mapping;
  for (Value operand : op->getOperands())
    mapping.map(operand, copyExpression(builder, operand));
  return builder.clone(*op, mapping)->getResult(0);
}

/// Whether a loop does nothing with a variable but to read it in its body and to count it behind
/// that, in its step or at the end of its body.
static bool isReadBefore(ForOp loop, VarOp var, Operation *step) {
  Block &body = loop.getBody().front();
  SmallVector<Operation *> repeated;
  loop.getBody().walk([&](ContinueOp jump) {
    SmallVector<Operation *> writes = findLastWrites(*jump->getBlock(), jump);
    if (step->getBlock() == &body && getJumpTarget(jump) == loop && !writes.empty())
      repeated.push_back(writes.front());
  });
  return llvm::all_of(var->getUsers(), [&](Operation *user) {
    if (!loop->isAncestor(user) || user == step || llvm::is_contained(repeated, user))
      return true;
    Operation *statement = body.findAncestorOpInBlock(*user);
    return isa<LoadOp>(user) && statement &&
           (step->getBlock() != &body || statement->isBeforeInBlock(step));
  });
}

/// The statements that may count second counters: those of a loop's step; the last one of its body,
/// where each `continue` repeats it; any of the body where there is no `continue`.
static SmallVector<UpdateOp> findSecondSteps(ForOp loop) {
  auto steps = llvm::to_vector(loop.getStep().getOps<UpdateOp>());
  Block &body = loop.getBody().front();
  SmallVector<ContinueOp> jumps;
  loop.getBody().walk([&](ContinueOp jump) {
    if (getJumpTarget(jump) == loop)
      jumps.push_back(jump);
  });
  if (jumps.empty()) {
    llvm::append_range(steps, body.getOps<UpdateOp>());
    return steps;
  }
  SmallVector<Operation *> last = findLastWrites(body, nullptr);
  auto update = last.empty() ? UpdateOp() : dyn_cast<UpdateOp>(last.front());
  if (update && llvm::all_of(jumps, [&](ContinueOp jump) {
        return repeatSteps(jump, update.getOperation());
      }))
    steps.push_back(update);
  return steps;
}

/// The loop's header as it would be without its other steps.
static std::optional<std::pair<int64_t, bool>> matchOwnStep(ForOp loop) {
  OpBuilder builder(loop);
  auto trial = cast<ForOp>(builder.clone(*loop));
  Value own = trial.getStep().getArgument(0);
  SmallVector<Operation *> others;
  for (Operation &op : trial.getStep().front())
    if (auto update = dyn_cast<UpdateOp>(op); update && update.getRef() != own)
      others.push_back(&op);
  for (Operation *op : others)
    op->erase();
  std::optional<std::pair<int64_t, bool>> found;
  if (std::optional<CountedLoop> counted = matchCountedLoop(trial))
    if (std::optional<int64_t> amount = getConstantInt(counted->amount); amount && *amount != 0)
      found = std::pair(*amount, counted->subtracted);
  trial.erase();
  return found;
}

/// What a second counter is in terms of the loop's own; none where that is not known.
static std::optional<SecondCounter> matchSecond(FunctionOpInterface function, ForOp loop,
                                                UpdateOp step) {
  auto var = step.getRef().getDefiningOp<VarOp>();
  bool counts = step.getKind() == BinaryKind::Add || step.getKind() == BinaryKind::Sub;
  if (!var || !counts || var.getConstant() || loop->isAncestor(var) ||
      !isReadBefore(loop, var, step))
    return std::nullopt;
  SecondCounter second;
  second.counter.root = getRoot(var.getRef());
  second.step = step;
  second.first = loop.getInit();
  second.type = dyn_cast<IntegerType>(var.getRef().getType().getPointee());
  second.ownType = dyn_cast<IntegerType>(loop.getInit().getType());
  if (!second.type || !second.ownType || second.type.getWidth() < 32 ||
      step.getValue().getType() != second.type)
    return std::nullopt;
  // Its numbers follow from those of the own counter unless these may wrap around before.
  bool wraps = second.ownType.isUnsigned() || second.ownType.getWidth() < 32;
  if (wraps && second.type.getWidth() > second.ownType.getWidth())
    return std::nullopt;
  if (!findStart(loop, second.counter))
    return std::nullopt;
  second.init = second.counter.init;
  for (Operation *op = second.counter.start->getNextNode(); op != loop; op = op->getNextNode())
    if (!isKept(second.init, op))
      return std::nullopt;
  std::optional<std::pair<int64_t, bool>> own = matchOwnStep(loop);
  if (!own || !isKept(second.init, loop) || !isKept(second.first, loop))
    return std::nullopt;
  second.subtracts = (step.getKind() == BinaryKind::Sub) != own->second;
  std::optional<int64_t> amount = getConstantInt(step.getValue());
  if (amount && *amount % own->first == 0) {
    second.times = *amount / own->first;
  } else if (!amount && (own->first == 1 || own->first == -1) &&
             isInvariant(step.getValue(), loop, getEffects(loop))) {
    second.amount = step.getValue();
    second.times = own->first;
  } else {
    return std::nullopt;
  }
  StaleReads reads(function, second.counter.root, second.type);
  if (reads.findReadBehind(loop))
    return std::nullopt;
  return second;
}

/// What a second counter has in an iteration.
static Value buildSecond(OpBuilder &builder, SecondCounter &second, Value ownPlace) {
  Location where = second.step.getLoc();
  Type type = second.type;
  auto convert = [&](Value value) {
    return value.getType() == type ? value : Value(builder.create<CastOp>(where, type, value));
  };
  auto compute = [&](BinaryKind kind, Value left, Value right) {
    return builder.create<BinaryOp>(where, type, kind, left, right);
  };
  Value gone = convert(buildLoad(builder, where, ownPlace));
  bool subtracts = second.subtracts != (second.times < 0);
  bool startsAtZero = getConstantInt(second.init) == 0;
  if (getConstantInt(second.first) != 0) {
    Value first = convert(copyExpression(builder, second.first));
    // 0 - (i - n)  ->  n - i
    bool turns = subtracts && startsAtZero;
    gone = turns ? compute(BinaryKind::Sub, first, gone) : compute(BinaryKind::Sub, gone, first);
    subtracts &= !turns;
  }
  int64_t times = std::abs(second.times);
  if (times != 1)
    gone = compute(BinaryKind::Mul, gone,
                   builder.create<ConstantOp>(where, type, builder.getIntegerAttr(type, times)));
  if (second.amount) {
    IRMapping mapping;
    gone =
        compute(BinaryKind::Mul, gone, convert(cloneExpression(builder, second.amount, mapping)));
  }
  if (startsAtZero && !subtracts)
    return gone;
  Value init = copyExpression(builder, second.init);
  return compute(subtracts ? BinaryKind::Sub : BinaryKind::Add, init, gone);
}

/// Erases the statement that counts a second counter, wherever it is.
static void eraseSecondStep(ForOp loop, UpdateOp step) {
  SmallVector<Operation *> steps = {step};
  if (loop.getBody().isAncestor(step->getParentRegion()))
    loop.getBody().walk([&](ContinueOp jump) {
      if (getJumpTarget(jump) == loop)
        steps.push_back(findLastWrites(*jump->getBlock(), jump).front());
    });
  for (Operation *op : steps)
    op->erase();
}

/// Declares a second counter of a loop anew in its body; false where there is none.
static bool replaceSecondCounter(FunctionOpInterface function, ForOp loop) {
  for (UpdateOp step : findSecondSteps(loop)) {
    std::optional<SecondCounter> second = matchSecond(function, loop, step);
    if (!second)
      continue;
    auto var = step.getRef().getDefiningOp<VarOp>();
    OpBuilder builder = OpBuilder::atBlockBegin(&loop.getBody().front());
    Value value = buildSecond(builder, *second, loop.getBody().getArgument(0));
    auto made = builder.create<VarOp>(step.getLoc(), var.getRef().getType(), var.getName(), value,
                                      /*constant=*/true);
    if (Attribute comment = step->getAttr(kCommentAttr))
      made->setAttr(kCommentAttr, comment);
    eraseSecondStep(loop, step);
    var.getRef().replaceUsesWithIf(made.getRef(), [&](OpOperand &use) {
      return loop.getBody().isAncestor(use.getOwner()->getParentRegion());
    });
    Operation *start = second->counter.start;
    StaleReads reads(function, second->counter.root, second->type);
    if (isa<AssignOp>(start) && !reads.findReadBehind(start)) {
      Attribute comment = start->getAttr(kCommentAttr);
      if (comment && !loop->hasAttr(kCommentAttr))
        loop->setAttr(kCommentAttr, comment);
      start->erase();
    }
    if (var->use_empty())
      var.erase();
    return true;
  }
  return false;
}

//===------------------------------------------------------------------------------------------===//
// What else a step does
//===------------------------------------------------------------------------------------------===//

/// Lets the body of a loop end with what its step updates beside the counter, so that the header
/// counts alone. None of that has to do with the counter, and no `continue` leads to it.
static bool moveOtherSteps(ForOp loop) {
  UpdateOp own;
  SmallVector<Operation *> others;
  for (Operation &op : loop.getStep().front()) {
    auto update = dyn_cast<UpdateOp>(op);
    if (update && update.getRef() == loop.getStepVar())
      own = update;
    else if (update)
      others.push_back(update);
    else if (!isWithoutEffect(&op))
      return false;
  }
  Block &body = loop.getBody().front();
  bool isLeft = !body.empty() && isa<BreakOp, ContinueOp, ReturnOp>(body.back());
  loop.getBody().walk([&](ContinueOp jump) { isLeft |= getJumpTarget(jump) == loop; });
  if (others.empty() || isLeft || !own || !loop.getStepVar().hasOneUse() || !matchOwnStep(loop))
    return false;
  OpBuilder builder = OpBuilder::atBlockEnd(&body);
  IRMapping mapping;
  for (Operation *op : others) {
    for (Value operand : op->getOperands())
      cloneExpression(builder, operand, mapping);
    builder.clone(*op, mapping);
    mapping.clear();
  }
  for (Operation *op : others)
    op->erase();
  eraseDeadExpressions(loop.getStep());
  return true;
}

void CountLoopsPass::runOnOperation() {
  ModuleOp module = getOperation();
  if (getPhase(module) != Phase::Imported)
    return;
  module.walk([](FunctionOpInterface function) {
    if (function.getFunctionBody().empty())
      return;
    SmallVector<WhileOp> loops;
    function.walk([&](WhileOp loop) { loops.push_back(loop); });
    bool changed = false;
    if (isa<KernelOp>(function.getOperation()))
      for (WhileOp loop : loops)
        countInBody(function, loop);
    for (WhileOp loop : loops) {
      std::string whyNot;
      bool isCounted = llvm::any_of(findCompared(loop), [&](const Counter &counter) {
        return countLoop(function, loop, counter, whyNot);
      });
      changed |= isCounted;
      // A loop at the top of a kernel may have been meant to be its grid.
      bool isOutermost = !isCounted && !loop->getParentOfType<LoopOpInterface>();
      if (isOutermost && !whyNot.empty() && isa<KernelOp>(function.getOperation()))
        loop->setAttr(kNotCountedAttr, StringAttr::get(loop->getContext(), whyNot));
    }
    SmallVector<ForOp> counted;
    if (isa<KernelOp>(function.getOperation()))
      function.walk<WalkOrder::PreOrder>([&](ForOp loop) { counted.push_back(loop); });
    for (ForOp loop : counted)
      while (replaceSecondCounter(function, loop))
        changed = true;
    for (ForOp loop : counted)
      changed |= moveOtherSteps(loop);
    if (changed)
      eraseDeadExpressions(function.getFunctionBody());
  });
}
