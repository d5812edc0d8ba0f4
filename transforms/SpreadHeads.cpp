//===- SpreadHeads.cpp - Heads of loops and parts of expressions become statements ------------===//

#include "transforms/SpreadHeads.h"

#include "analysis/values/CountedLoops.h"
#include "ir/HostCode.h"
#include "transforms/Expressions.h"
#include "transforms/Inliner.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// The outermost region around an operation that holds no statements among which others may stand.
static Region *findHead(Operation *op) {
  Region *head = nullptr;
  for (Region *region = op->getParentRegion(); !isa<ControlOp, GridOp>(region->getParentOp());
       region = region->getParentRegion())
    if (!holdsStatements(*region))
      head = region;
  return head;
}

//===------------------------------------------------------------------------------------------===//
// Expressions
//===------------------------------------------------------------------------------------------===//

/// Moves what a region of an expression computes into a branch, where a variable gets its value.
static void moveInto(Region &branch, Region &from, VarOp result) {
  Block &to = branch.empty() ? branch.emplaceBlock() : branch.front();
  to.getOperations().splice(to.end(), from.front().getOperations());
  auto yield = cast<YieldOp>(to.back());
  OpBuilder(yield).create<AssignOp>(yield.getLoc(), result.getRef(), yield->getOperand(0));
  yield.erase();
}

/// The variable that an expression is the initial value of, and nothing else.
static VarOp findDeclared(Operation *op) {
  auto var = dyn_cast_or_null<VarOp>(op->getNextNode());
  return var && var.getInit() == op->getResult(0) && op->hasOneUse() ? var : VarOp();
}

/// `a && f()`, `a || f()` and `c ? f() : b` become a variable and a branch that sets it: that which
/// the source declares with it, or a new one.
static void spreadExpression(Operation *op, StringRef name) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  Value first = op->getOperand(0), value = op->getResult(0);
  bool isChoice = isa<SelectOp>(op);
  VarOp declared = findDeclared(op);
  auto result = builder.create<VarOp>(
      declared ? declared.getLoc() : loc, RefType::get(value.getType()),
      declared ? declared.getName() : name, isChoice ? Value() : first, /*constant=*/false);
  Value condition = isChoice ? first : buildLoad(builder, loc, result.getRef());
  if (isa<OrOp>(op))
    condition = buildNot(builder, loc, condition);
  auto branch = builder.create<IfOp>(loc, condition, /*withElse=*/isChoice);
  moveInto(branch.getThenRegion(), op->getRegion(0), result);
  if (isChoice)
    moveInto(branch.getElseRegion(), op->getRegion(1), result);
  if (declared) {
    result->setDiscardableAttrs(declared->getDiscardableAttrDictionary());
    declared.getRef().replaceAllUsesWith(result.getRef());
    declared.erase();
  } else {
    readWhereUsed(value, result);
  }
  op->erase();
}

//===------------------------------------------------------------------------------------------===//
// Loops
//===------------------------------------------------------------------------------------------===//

static SmallVector<ContinueOp> findContinues(LoopOpInterface loop) {
  SmallVector<ContinueOp> jumps;
  loop.getBody().walk([&](ContinueOp jump) {
    if (getJumpTarget(jump) == loop)
      jumps.push_back(jump);
  });
  return jumps;
}

/// Lets a loop's variable be that of its body in what comes from a head.
static void nameVariable(LoopOpInterface loop, Block &head, IRMapping &mapping) {
  if (loop.hasVariable())
    mapping.map(head.getArgument(0), loop.getBody().getArgument(0));
}

/// Copies the operations of a block, and gives the value that it yields, if it does.
static Value copyBlock(Block &block, IRMapping &mapping, OpBuilder &builder) {
  for (Operation &op : block) {
    if (auto yield = dyn_cast<YieldOp>(op))
      return mapping.lookupOrDefault(yield->getOperand(0));
    builder.clone(op, mapping);
  }
  return {};
}

static void leaveUnless(Value condition, Location loc, OpBuilder &builder) {
  auto leave = builder.create<IfOp>(loc, buildNot(builder, loc, condition));
  OpBuilder::atBlockBegin(&leave.getThenRegion().front()).create<BreakOp>(loc);
}

/// Copies what a head does, and leaves the loop where its condition does not hold.
static void copyHead(LoopOpInterface loop, Block &head, OpBuilder builder) {
  IRMapping mapping;
  nameVariable(loop, head, mapping);
  if (Value goesOn = copyBlock(head, mapping, builder))
    leaveUnless(goesOn, head.back().getLoc(), builder);
}

/// Makes the condition of a loop one that always holds.
static void holdAlways(Block &condition) {
  auto yield = cast<YieldOp>(condition.back());
  OpBuilder builder(yield);
  yield->setOperand(0, builder.create<ConstantOp>(yield.getLoc(), builder.getBoolAttr(true)));
  while (&condition.front() != yield->getOperand(0).getDefiningOp()) {
    Operation *last = yield->getOperand(0).getDefiningOp()->getPrevNode();
    last->erase();
  }
}

/// Puts what a head does in front of whatever goes on with it: the end of the body, and `continue`.
/// Not where that is in a switch, which `break` would leave.
static bool moveBehindBody(LoopOpInterface loop, Block &head) {
  SmallVector<ContinueOp> jumps = findContinues(loop);
  bool isInSwitch = llvm::any_of(jumps, [&](ContinueOp jump) {
    auto around = jump->getParentOfType<SwitchOp>();
    return around && loop->isProperAncestor(around);
  });
  if (isInSwitch && isa<YieldOp>(head.back()))
    return false;
  for (ContinueOp jump : jumps)
    copyHead(loop, head, OpBuilder(jump));
  Block &body = loop.getBody().front();
  if (body.empty() || (!isa<BreakOp, ContinueOp, ReturnOp>(body.back()) && !isThrow(&body.back())))
    copyHead(loop, head, OpBuilder::atBlockEnd(&body));
  return true;
}

/// The last `&&` of a condition, if all that comes before its right side is without effect.
static AndOp findLastAnd(Block &condition) {
  auto both = condition.back().getOperand(0).getDefiningOp<AndOp>();
  if (!both)
    return {};
  for (Operation &op : llvm::make_range(condition.begin(), both->getIterator())) {
    EffectSet effects = getEffects(&op);
    if (effects.ordered || !effects.writes.empty())
      return {};
  }
  return both->getNextNode() == &condition.back() ? both : AndOp();
}

/// Lets the body begin with the condition: `for (...; i < n && f();)` goes on while `i < n`, and
/// leaves its body where f() is false.
static void moveBeforeBody(LoopOpInterface loop, Block &condition) {
  OpBuilder builder = OpBuilder::atBlockBegin(&loop.getBody().front());
  AndOp both = findLastAnd(condition);
  if (!both) {
    copyHead(loop, condition, builder);
    holdAlways(condition);
    return;
  }
  IRMapping mapping;
  nameVariable(loop, condition, mapping);
  for (Operation &op : llvm::make_range(condition.begin(), both->getIterator()))
    builder.clone(op, mapping);
  leaveUnless(copyBlock(both.getRhs().front(), mapping, builder), both.getLoc(), builder);
  condition.back().setOperand(0, both.getLhs());
  both.erase();
}

/// Lets a head of a loop be part of its body. Whether that worked.
static bool spreadLoop(LoopOpInterface loop, Region &head) {
  Block &block = head.front();
  bool isStep = &head == loop.getStepRegion();
  if (!isStep && loop.testsFirst()) {
    moveBeforeBody(loop, block);
    return true;
  }
  if (!moveBehindBody(loop, block))
    return false;
  if (isStep)
    block.clear();
  else
    holdAlways(block);
  return true;
}

bool vkmorph::vkm::spreadAround(CallOp call) {
  std::string name = getResultName(call.getCallee());
  while (Region *head = findHead(call)) {
    Operation *op = head->getParentOp();
    if (auto loop = dyn_cast<LoopOpInterface>(op))
      return spreadLoop(loop, *head);
    if (!isa<AndOp, OrOp, SelectOp>(op))
      return false;
    spreadExpression(op, name);
  }
  return true;
}

/// What an operation of a step changes beside variables of the function.
static bool writesObject(Operation &op) {
  return op.hasTrait<VkmStatement>() && llvm::any_of(getEffects(&op).writes, [](const Root &root) {
           return root.symbol || (root.value && isa<PtrType>(root.value.getType()));
         });
}

/// Whether what a step changes beside variables may be done before all else that it does.
static bool isApart(Block &step) {
  EffectSet objects, others, read;
  for (Operation &op : step) {
    // What a variable keeps for one half may be of the other one.
    if (isa<VarOp>(op))
      return false;
    EffectSet &group = !op.hasTrait<VkmStatement>() ? read : writesObject(op) ? objects : others;
    group.add(getEffects(&op));
  }
  auto meet = [](const EffectSet &writer, const EffectSet &other) {
    return llvm::any_of(writer.writes, [&](const Root &root) {
      return other.readsAny(root) || other.writesAny(root);
    });
  };
  return !objects.ordered && !others.ordered && !read.ordered && !meet(objects, others) &&
         !meet(others, objects) && !meet(objects, read) && !meet(others, read);
}

void vkmorph::vkm::spreadStep(ForOp loop) {
  Block &step = loop.getStep().front();
  if (llvm::none_of(step, writesObject))
    return;
  bool isSplit = isApart(step);
  Region copy;
  Block &moved = copy.emplaceBlock();
  IRMapping mapping;
  for (BlockArgument argument : step.getArguments())
    mapping.map(argument, moved.addArgument(argument.getType(), argument.getLoc()));
  OpBuilder builder(loop);
  builder.setInsertionPointToEnd(&moved);
  SmallVector<Operation *> stays, goes;
  for (Operation &op : step) {
    Operation *other = builder.clone(op, mapping);
    if (!isSplit || writesObject(op))
      goes.push_back(&op);
    else if (op.hasTrait<VkmStatement>())
      stays.push_back(other);
  }
  for (Operation *op : stays)
    op->erase();
  eraseDeadExpressions(copy);
  if (!moveBehindBody(cast<LoopOpInterface>(loop.getOperation()), moved))
    return;
  for (Operation *op : llvm::reverse(goes))
    op->erase();
  eraseDeadExpressions(loop.getStep());
}
