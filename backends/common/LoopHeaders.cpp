//===- LoopHeaders.cpp - Loops whose headers are more than one expression ---------------------===//

#include "backends/common/Raise.h"

#include "backends/common/StatementPrinter.h"

#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

static bool needsStatements(Region &region) {
  return llvm::any_of(region.front(),
                      [](Operation &op) { return StatementPrinter::isPrinted(&op); });
}

/// A step that a header can hold: assignments and calls.
static bool isHeaderStep(Operation &op) {
  return !StatementPrinter::isPrinted(&op) || isa<AssignOp, UpdateOp>(op) ||
         op.hasTrait<VkmExpression>();
}

/// Whether a `continue` in the region belongs to the loop that the region is the body of.
static bool hasContinue(Region &region) {
  WalkResult result = region.walk<WalkOrder::PreOrder>([](Operation *op) {
    if (isa<LoopOpInterface>(op))
      return WalkResult::skip();
    return isa<ContinueOp>(op) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return result.wasInterrupted();
}

/// `if (!c) break;` before what yields c; `if (d) break;` before what yields !d.
static void buildBreakUnless(YieldOp yield) {
  Location loc = yield.getLoc();
  OpBuilder builder(yield);
  Value value = yield.getValue();
  auto isNot = value.getDefiningOp<UnaryOp>();
  Value stop = isNot && isNot.getKind() == UnaryKind::Not
                   ? isNot.getOperand()
                   : builder.create<UnaryOp>(loc, value.getType(), UnaryKind::Not, value);
  auto branch = builder.create<IfOp>(loc, stop);
  OpBuilder::atBlockEnd(&branch.getThenRegion().front()).create<BreakOp>(loc);
}

/// The condition region becomes `true`; its statements and `if (!c) break;` go to `block` before
/// `before`.
static void moveCondition(Region &cond, Block *block, Block::iterator before) {
  auto yield = cast<YieldOp>(cond.front().back());
  buildBreakUnless(yield);
  Block &old = cond.front();
  block->getOperations().splice(before, old.getOperations(), old.begin(), yield->getIterator());
  OpBuilder builder(yield);
  Value always = builder.create<ConstantOp>(yield.getLoc(), builder.getBoolAttr(true));
  yield->setOperand(0, always);
}

/// The loop that has this as its condition's region; null for others, and for `do` loops, which run
/// the body first.
static Operation *getLoopOfCondition(Region *region) {
  Operation *op = region->getParentOp();
  if (auto loop = dyn_cast<ForOp>(op))
    return region == &loop.getCond() ? op : nullptr;
  auto loop = dyn_cast<WhileOp>(op);
  return loop && region == &loop.getCond() ? op : nullptr;
}

/// Whether the region reads nothing that the condition around it has computed.
static bool standsAlone(Region &region, Block *condition) {
  WalkResult result = region.walk([&](Operation *op) {
    bool reads = llvm::any_of(op->getOperands(), [&](Value operand) {
      Operation *from = operand.getDefiningOp();
      return from && from->getBlock() == condition;
    });
    return WalkResult(failure(reads));
  });
  return !result.wasInterrupted();
}

/// `if (!(b)) break;` at the begin of the body, for a loop whose condition is `a && b`.
static void splitOuter(Operation *loop, AndOp both) {
  auto forLoop = dyn_cast<ForOp>(loop);
  Block &body = (forLoop ? forLoop.getBody() : cast<WhileOp>(loop).getBody()).front();
  auto yield = cast<YieldOp>(both.getRhs().front().back());
  buildBreakUnless(yield);
  yield.erase();
  if (forLoop)
    replaceAllUsesInRegionWith(forLoop.getCondVar(), forLoop.getBodyVar(), both.getRhs());
  body.getOperations().splice(body.begin(), both.getRhs().front().getOperations());
  both.getResult().replaceAllUsesWith(both.getLhs());
  both.erase();
}

bool vkmorph::splitCondition(AndOp op) {
  Block *condition = op->getBlock();
  Operation *loop = getLoopOfCondition(condition->getParent());
  if (!loop)
    return false;
  // (op && c) && d: what follows goes first, so that it comes to stand behind.
  SmallVector<AndOp> conditions;
  Operation *user = op;
  do {
    conditions.push_back(cast<AndOp>(user));
    if (!user->hasOneUse() || !standsAlone(conditions.back().getRhs(), condition))
      return false;
    Value result = user->getResult(0);
    user = *user->user_begin();
    if (isa<AndOp>(user) && cast<AndOp>(user).getLhs() != result)
      return false;
  } while (isa<AndOp>(user) && user->getBlock() == condition);
  if (user != &condition->back())
    return false;
  for (AndOp both : llvm::reverse(conditions))
    splitOuter(loop, both);
  return true;
}

/// Declares `bool again = false;` before the loop, and makes of the body
///
///     if (again) { <what the caller moves here> }
///     again = true;
///     ...
///
/// Returns the block of that if.
static Block *makeFirstIterationGuard(Operation *loop, Region &body, UniqueNames &names) {
  Location loc = loop->getLoc();
  OpBuilder builder(loop);
  Type type = builder.getI1Type();
  Value no = builder.create<ConstantOp>(loc, builder.getBoolAttr(false));
  Value again = builder.create<VarOp>(loc, RefType::get(type),
                                      builder.getStringAttr(names.make("again")), no, UnitAttr());
  builder.setInsertionPointToStart(&body.front());
  Value condition = builder.create<LoadOp>(loc, type, again);
  auto branch = builder.create<IfOp>(loc, condition);
  Value yes = builder.create<ConstantOp>(loc, builder.getBoolAttr(true));
  builder.create<AssignOp>(loc, again, yes);
  return &branch.getThenRegion().front();
}

static void simplifyDoWhile(DoWhileOp loop, UniqueNames &names) {
  OpBuilder builder(loop);
  auto forever = builder.create<WhileOp>(loop.getLoc());
  forever->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  builder.createBlock(&forever.getCond());
  Value always = builder.create<ConstantOp>(loop.getLoc(), builder.getBoolAttr(true));
  builder.create<YieldOp>(loop.getLoc(), always);
  forever.getBody().takeBody(loop.getBody());
  Block &body = forever.getBody().front();
  if (hasContinue(forever.getBody())) {
    Block *guard = makeFirstIterationGuard(forever, forever.getBody(), names);
    moveCondition(loop.getCond(), guard, guard->end());
  } else {
    moveCondition(loop.getCond(), &body, body.end());
  }
  loop.erase();
}

static void simplifyFor(ForOp loop, UniqueNames &names) {
  Block &body = loop.getBody().front();
  if (!llvm::all_of(loop.getStep().front(), isHeaderStep)) {
    // The step goes into a guard before the condition, which follows it into the body.
    loop.getCondVar().replaceAllUsesWith(loop.getBodyVar());
    Block::iterator first = body.begin();
    moveCondition(loop.getCond(), &body, first);
    loop.getStepVar().replaceAllUsesWith(loop.getBodyVar());
    Block *guard = makeFirstIterationGuard(loop, loop.getBody(), names);
    Block &step = loop.getStep().front();
    guard->getOperations().splice(guard->end(), step.getOperations());
    return;
  }
  if (!needsStatements(loop.getCond()))
    return;
  loop.getCondVar().replaceAllUsesWith(loop.getBodyVar());
  moveCondition(loop.getCond(), &body, body.begin());
}

void vkmorph::simplifyLoopHeaders(Operation *root) {
  UniqueNames names(root);
  SmallVector<Operation *> loops;
  root->walk([&](Operation *op) {
    if (isa<LoopOpInterface>(op))
      loops.push_back(op);
  });
  for (Operation *op : loops) {
    if (auto loop = dyn_cast<ForOp>(op)) {
      simplifyFor(loop, names);
    } else if (auto loop = dyn_cast<WhileOp>(op)) {
      if (needsStatements(loop.getCond()))
        moveCondition(loop.getCond(), &loop.getBody().front(), loop.getBody().front().begin());
    } else if (auto loop = cast<DoWhileOp>(op); needsStatements(loop.getCond())) {
      simplifyDoWhile(loop, names);
    }
  }
}
