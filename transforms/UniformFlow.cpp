//===- UniformFlow.cpp - Statements in which the threads of a workgroup meet ------------------===//

#include "transforms/UniformFlow.h"

#include "analysis/patterns/Dispatches.h"
#include "ir/NamedConstants.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

bool UniformFlow::holdsMeeting(Operation *op) {
  return op
      ->walk([&](Operation *inner) {
        return m_meetings.isMeeting(inner) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

//===------------------------------------------------------------------------------------------===//
// Guarded statements
//===------------------------------------------------------------------------------------------===//

/// Writes what the threads do whose innermost flag holds.
OpBuilder UniformFlow::own() {
  if (!m_open) {
    OpBuilder at = OpBuilder::atBlockEnd(m_together.back());
    VarOp flag = m_flags.back().variable;
    m_open = at.create<IfOp>(flag.getLoc(), buildLoad(at, flag.getLoc(), flag.getRef()));
  }
  return OpBuilder::atBlockEnd(&m_open.getThenRegion().front());
}

/// Writes in front of that what all threads do.
OpBuilder UniformFlow::inFront() {
  own();
  return OpBuilder(m_open.getCondition().getDefiningOp());
}

void UniformFlow::close() {
  if (!m_open)
    return;
  Block &block = m_open.getThenRegion().front();
  replaceJumps(block);
  IfOp closed = std::exchange(m_open, IfOp());
  if (!block.empty())
    return;
  Operation *condition = closed.getCondition().getDefiningOp();
  closed.erase();
  condition->erase();
}

VarOp UniformFlow::declare(StringRef name, Type type, Location loc, Value first) {
  return inFront().create<VarOp>(loc, RefType::get(type), name, first, /*constant=*/false);
}

VarOp UniformFlow::declareFlag(StringRef name, Location loc) {
  OpBuilder at = inFront();
  Value no = at.create<ConstantOp>(loc, at.getBoolAttr(false));
  return at.create<VarOp>(loc, RefType::get(at.getI1Type()), name, no, /*constant=*/false);
}

/// A flag that holds for the threads that take part here, until they leave what it is about.
VarOp UniformFlow::declareSame(StringRef name, Location loc) {
  close();
  VarOp flag = declare(name, IntegerType::get(loc.getContext(), 1), loc);
  OpBuilder at(flag);
  flag.getInitMutable().assign(buildLoad(at, loc, m_flags.back().variable.getRef()));
  close();
  return flag;
}

void UniformFlow::set(OpBuilder &at, VarOp flag, bool value) {
  Location loc = flag.getLoc();
  at.create<AssignOp>(loc, flag.getRef(), at.create<ConstantOp>(loc, at.getBoolAttr(value)));
}

//===------------------------------------------------------------------------------------------===//
// Statements
//===------------------------------------------------------------------------------------------===//

void UniformFlow::write(Block &source) {
  for (Operation &op : llvm::make_early_inc_range(source)) {
    if (!holdsMeeting(&op)) {
      Block *block = own().getInsertionBlock();
      op.moveBefore(block, block->end());
      continue;
    }
    if (auto scope = dyn_cast<ScopeOp>(op)) {
      write(scope.getBody().front());
      scope.erase();
    } else if (m_meetings.isMeeting(&op)) {
      writeMeeting(&op);
    } else if (auto branch = dyn_cast<IfOp>(op)) {
      writeBranch(branch);
    } else if (auto choice = dyn_cast<SwitchOp>(op)) {
      writeSwitch(choice);
    } else {
      // The first meeting of the loop leaves it, if it is none of an inner loop.
      if (VarOp flag = std::exchange(m_untested, VarOp())) {
        close();
        OpBuilder at = OpBuilder::atBlockEnd(m_together.back());
        m_meetings.leaveTogether(at, flag);
      }
      writeLoop(cast<LoopOpInterface>(op));
    }
  }
}

void UniformFlow::writeMeeting(Operation *op) {
  OpBuilder front = inFront();
  m_meetings.announce(front, op);
  OpBuilder last = own();
  m_meetings.prepare(last, op);
  close();
  OpBuilder at = OpBuilder::atBlockEnd(m_together.back());
  m_meetings.meet(at, op, std::exchange(m_untested, VarOp()));
  OpBuilder first = own();
  if (Value result = m_meetings.take(first, op))
    op->getResult(0).replaceAllUsesWith(result);
  op->erase();
}

void UniformFlow::writeBranch(IfOp branch) {
  Location loc = branch.getLoc();
  Region &then = branch.getThenRegion(), &other = branch.getElseRegion();
  VarOp holds = declareFlag("holds", loc);
  VarOp otherwise = other.empty() ? VarOp() : declareFlag("otherwise", loc);
  OpBuilder last = own();
  last.create<AssignOp>(loc, holds.getRef(), branch.getCondition());
  if (otherwise)
    last.create<AssignOp>(loc, otherwise.getRef(),
                          buildNot(last, loc, buildLoad(last, loc, holds.getRef())));
  close();
  for (auto [flag, region] : {std::pair(holds, &then), std::pair(otherwise, &other)}) {
    if (!flag)
      continue;
    m_flags.push_back({flag, nullptr, false});
    write(region->front());
    close();
    m_flags.pop_back();
  }
  branch.erase();
}

/// A label as the source spells it.
static Value buildLabel(OpBuilder &at, SwitchOp choice, unsigned entry, unsigned number) {
  auto label = cast<IntegerAttr>(cast<ArrayAttr>(choice.getLabels()[entry])[number]);
  auto value = at.getIntegerAttr(choice.getValue().getType(), label.getInt());
  auto constant = at.create<ConstantOp>(choice.getLoc(), cast<TypedAttr>(value));
  auto names = choice->getAttrOfType<ArrayAttr>(kLabelNamesAttr);
  auto name = names ? cast<StringAttr>(cast<ArrayAttr>(names[entry])[number]) : StringAttr();
  if (name && !name.empty()) {
    constant->setAttr(kNameAttr, name);
    constant->setAttr(kNamedValueAttr, value);
  }
  return constant;
}

/// Whether a thread that is here goes to a case by its labels, or to the default by no other's.
static Value buildGoesTo(OpBuilder &at, SwitchOp choice, unsigned entry, Value isHere) {
  Location loc = choice.getLoc();
  auto compare = [&](OpBuilder &in, CmpKind kind, unsigned of, unsigned number) -> Value {
    return in.create<CmpOp>(loc, kind, choice.getValue(), buildLabel(in, choice, of, number));
  };
  auto count = [&](unsigned of) { return cast<ArrayAttr>(choice.getLabels()[of]).size(); };
  if (count(entry) == 0) {
    for (unsigned other = 0; other < choice.getLabels().size(); ++other)
      for (unsigned number = 0; number < count(other); ++number)
        isHere = buildLogical<AndOp>(at, loc, isHere, [&](OpBuilder &in) {
          return compare(in, CmpKind::Ne, other, number);
        });
    return isHere;
  }
  return buildLogical<AndOp>(at, loc, isHere, [&](OpBuilder &in) {
    Value isAny = compare(in, CmpKind::Eq, entry, 0);
    for (unsigned number = 1; number < count(entry); ++number)
      isAny = buildLogical<OrOp>(in, loc, isAny, [&](OpBuilder &inner) {
        return compare(inner, CmpKind::Eq, entry, number);
      });
    return isAny;
  });
}

/// Threads are in a case that they are sent to, or come to from the one before.
void UniformFlow::writeSwitch(SwitchOp choice) {
  Location loc = choice.getLoc();
  VarOp inCase = declareFlag("inCase", loc);
  MutableArrayRef<Region> cases = choice.getCases();
  auto endsIn = [](Region &region) {
    return region.front().empty() ? nullptr : &region.front().back();
  };
  // Behind the last one all go on.
  if (auto last = dyn_cast_or_null<BreakOp>(endsIn(cases.back())))
    last.erase();
  bool comesFromBefore = false;
  for (unsigned number = 0; number < cases.size(); ++number) {
    Operation *last = endsIn(cases[number]);
    bool comes = std::exchange(comesFromBefore, !isa_and_nonnull<BreakOp, ContinueOp>(last));
    bool leavesAtOnce = isa_and_nonnull<BreakOp>(last) && !last->getPrevNode() && !comes;
    if (leavesAtOnce || (!last && number + 1 == cases.size()))
      continue;
    close();
    OpBuilder at = OpBuilder::atBlockEnd(m_together.back());
    Value isHere = buildLoad(at, loc, m_flags.back().variable.getRef());
    auto sent = at.create<IfOp>(loc, buildGoesTo(at, choice, number, isHere));
    OpBuilder in = OpBuilder::atBlockEnd(&sent.getThenRegion().front());
    set(in, inCase, true);
    m_flags.push_back({inCase, choice, false});
    write(cases[number].front());
    close();
    m_flags.pop_back();
  }
  choice.erase();
}

/// Moves what a head of a loop does behind what is written; `place` is the loop's variable.
void UniformFlow::moveIn(Block &source, Value variable, VarOp place) {
  if (variable)
    variable.replaceAllUsesWith(place.getRef());
  for (Operation &op : llvm::make_early_inc_range(source)) {
    if (isa<YieldOp>(op))
      continue;
    Block *block = own().getInsertionBlock();
    op.moveBefore(block, block->end());
  }
}

void UniformFlow::writeCondition(LoopOpInterface loop, VarOp counter, VarOp goesOn) {
  Block &condition = loop.getCond().front();
  auto yield = cast<YieldOp>(condition.back());
  auto always = yield->getOperand(0).getDefiningOp<ConstantOp>();
  if (always && always.getValue() == BoolAttr::get(loop.getContext(), true))
    return;
  moveIn(condition, loop.hasVariable() ? condition.getArgument(0) : Value(), counter);
  own().create<AssignOp>(yield.getLoc(), goesOn.getRef(), yield->getOperand(0));
  close();
}

void UniformFlow::writeLoop(LoopOpInterface loop) {
  Location loc = loop.getLoc();
  auto counted = dyn_cast<ForOp>(loop.getOperation());
  std::string name = counted ? counted.getName().str() : std::string();
  VarOp counter;
  if (counted) {
    counter = declare(name, counted.getInit().getType(), loc);
    own().create<AssignOp>(loc, counter.getRef(), counted.getInit());
  }
  VarOp goesOn;
  if (counted) {
    goesOn = declareFlag(name + "GoesOn", loc);
    OpBuilder last = own();
    set(last, goesOn, true);
    close();
  } else {
    goesOn = declareSame("goesOn", loc);
  }
  OpBuilder at = OpBuilder::atBlockEnd(m_together.back());
  auto rounds = at.create<WhileOp>(loc);
  OpBuilder always = OpBuilder::atBlockEnd(&rounds.getCond().emplaceBlock());
  always.create<YieldOp>(loc, always.create<ConstantOp>(loc, always.getBoolAttr(true)));
  rounds->setAttr(kCommentAttr,
                  loop->getAttr(kCommentAttr)
                      ? loop->getAttr(kCommentAttr)
                      : at.getStringAttr("Until no thread of the workgroup goes on."));
  m_together.push_back(&rounds.getBody().emplaceBlock());
  m_all.insert(m_together.back());
  m_flags.push_back({goesOn, loop, false});
  m_untested = goesOn;
  if (loop.testsFirst())
    writeCondition(loop, counter, goesOn);
  bool continues = false;
  loop.getBody().walk([&](ContinueOp jump) {
    auto around = jump->getParentOfType<LoopOpInterface>();
    continues |= around == loop;
  });
  if (continues) {
    VarOp runs = declareSame(counted ? name + "Runs" : "runs", loc);
    m_flags.push_back({runs, loop, true});
  }
  Block &body = loop.getBody().front();
  if (counted)
    counted.getBodyVar().replaceAllUsesWith(counter.getRef());
  write(body);
  if (continues) {
    close();
    m_flags.pop_back();
  }
  if (!loop.testsFirst())
    writeCondition(loop, counter, goesOn);
  if (counted)
    moveIn(counted.getStep().front(), counted.getStepVar(), counter);
  close();
  m_flags.pop_back();
  m_together.pop_back();
  OpBuilder behind = OpBuilder::atBlockEnd(m_together.back());
  m_meetings.closeLoop(behind);
  loop.erase();
}

//===------------------------------------------------------------------------------------------===//
// Jumps
//===------------------------------------------------------------------------------------------===//

/// Whether a jump in guarded statements leaves them.
bool UniformFlow::isLeaving(Operation *jump) {
  if (!isa<BreakOp, ContinueOp>(jump))
    return false;
  for (Operation *op = jump->getParentOp(); op != m_open; op = op->getParentOp())
    if (isa<LoopOpInterface>(op) || (isa<BreakOp>(jump) && isa<SwitchOp>(op)))
      return false;
  return true;
}

bool UniformFlow::holdsLeaving(Operation *op) {
  return op
      ->walk([&](Operation *inner) {
        return isLeaving(inner) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

bool UniformFlow::alwaysLeaves(Block &block) {
  if (block.empty())
    return false;
  auto branch = dyn_cast<IfOp>(block.back());
  return isLeaving(&block.back()) || (branch && !branch.getElseRegion().empty() &&
                                      alwaysLeaves(branch.getThenRegion().front()) &&
                                      alwaysLeaves(branch.getElseRegion().front()));
}

/// The switch in guarded statements that an operation stands in.
SwitchOp UniformFlow::findSwitch(Operation *op) {
  for (op = op->getParentOp(); op != m_open; op = op->getParentOp())
    if (auto around = dyn_cast<SwitchOp>(op))
      return around;
  return {};
}

/// The flags of all that a jump leaves do not hold any more.
void UniformFlow::replaceJump(Operation *jump) {
  OpBuilder at(jump);
  for (Flag &flag : llvm::reverse(m_flags)) {
    set(at, flag.variable, false);
    bool canEnd = flag.left || &flag == &m_flags.front();
    if (canEnd && flag.isIteration == isa<ContinueOp>(jump))
      break;
  }
  if (findSwitch(jump))
    at.create<BreakOp>(jump->getLoc());
  jump->erase();
}

/// Threads that have left a switch in a case of another one leave that as well: its case may end
/// here, where they would come to the next one.
void UniformFlow::leaveSwitch(SwitchOp inner) {
  if (isa_and_nonnull<BreakOp>(inner->getNextNode()))
    return;
  OpBuilder at(inner);
  at.setInsertionPointAfter(inner);
  Location loc = inner.getLoc();
  Value isOver = buildNot(at, loc, buildLoad(at, loc, m_flags.back().variable.getRef()));
  auto leaving = at.create<IfOp>(loc, isOver);
  OpBuilder::atBlockEnd(&leaving.getThenRegion().front()).create<BreakOp>(loc);
}

/// What stands behind a statement that may have left is for threads that have not.
void UniformFlow::guardRest(Operation *op, bool leavesAlways) {
  Block *block = op->getBlock();
  auto first = std::next(op->getIterator());
  if (first == block->end())
    return;
  auto branch = dyn_cast<IfOp>(op);
  Block *rest = nullptr;
  if (branch && leavesAlways && branch.getElseRegion().empty()) {
    rest = &branch.getElseRegion().emplaceBlock();
  } else {
    OpBuilder at(block, first);
    VarOp flag = m_flags.back().variable;
    auto guard = at.create<IfOp>(op->getLoc(), buildLoad(at, op->getLoc(), flag.getRef()));
    rest = &guard.getThenRegion().front();
    first = std::next(guard->getIterator());
  }
  rest->getOperations().splice(rest->end(), block->getOperations(), first, block->end());
  replaceJumps(*rest);
}

void UniformFlow::replaceJumps(Block &block) {
  for (Operation &op : block) {
    if (isLeaving(&op))
      return replaceJump(&op);
    if (!holdsLeaving(&op))
      continue;
    auto branch = dyn_cast<IfOp>(op);
    bool leavesAlways = branch && alwaysLeaves(branch.getThenRegion().front());
    for (Region &region : op.getRegions())
      if (!region.empty())
        replaceJumps(region.front());
    // In a switch nobody who has left comes to the rest.
    if (!findSwitch(&op))
      return guardRest(&op, leavesAlways);
    if (auto inner = dyn_cast<SwitchOp>(op))
      leaveSwitch(inner);
  }
}

//===------------------------------------------------------------------------------------------===//
// Values that several guarded statements use
//===------------------------------------------------------------------------------------------===//

/// The statement of a block of all threads that an operation is a part of.
Operation *UniformFlow::findGuarded(Operation *op) {
  while (!m_all.contains(op->getBlock()))
    op = op->getParentOp();
  return op;
}

/// Lets statements see a value that is computed in a block which does not hold them.
void UniformFlow::share(Value value) {
  Operation *op = value.getDefiningOp();
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : value.getUses())
    if (!op->getBlock()->findAncestorOpInBlock(*use.getOwner()))
      uses.push_back(&use);
  if (uses.empty())
    return;
  Operation *guarded = findGuarded(op);
  if (auto variable = dyn_cast<VarOp>(op)) {
    if (Value first = variable.getInit()) {
      OpBuilder at(variable);
      at.setInsertionPointAfter(variable);
      auto assign = at.create<AssignOp>(variable.getLoc(), variable.getRef(), first);
      if (Attribute comment = variable->removeAttr(kCommentAttr))
        assign->setAttr(kCommentAttr, comment);
      variable.getInitMutable().clear();
    }
    variable.setConstant(false);
    Operation *before = guarded;
    if (auto branch = dyn_cast<IfOp>(guarded))
      before = branch.getCondition().getDefiningOp();
    variable->moveBefore(before);
    return;
  }
  auto load = dyn_cast<LoadOp>(op);
  auto read = load ? load.getRef().getDefiningOp<VarOp>() : VarOp();
  bool isReadAgain = read && keepsInitialValue(read);
  if (isa<RefType, PtrType>(value.getType()) || isa<ConstantOp>(op) || isReadAgain) {
    for (OpOperand *use : uses)
      use->set(OpBuilder(use->getOwner()).clone(*op)->getResult(0));
    return;
  }
  OpBuilder front(isa<IfOp>(guarded) ? cast<IfOp>(guarded).getCondition().getDefiningOp()
                                     : guarded);
  auto variable = front.create<VarOp>(op->getLoc(), RefType::get(value.getType()),
                                      getUsedName(value), Value(), /*constant=*/false);
  OpBuilder behind(op);
  behind.setInsertionPointAfter(op);
  auto assign = behind.create<AssignOp>(op->getLoc(), variable.getRef(), value);
  // Those in its own block as well: it has one name.
  for (OpOperand &use : llvm::make_early_inc_range(value.getUses())) {
    if (use.getOwner() == assign)
      continue;
    OpBuilder before(use.getOwner());
    use.set(buildLoad(before, op->getLoc(), variable.getRef()));
  }
}

void UniformFlow::run() {
  // What is not written yet stays in the iteration, for those who look at all of it.
  OpBuilder at = OpBuilder::atBlockEnd(&m_block);
  auto source = at.create<ScopeOp>(m_block.getParentOp()->getLoc());
  Block &statements = source.getBody().emplaceBlock();
  statements.getOperations().splice(statements.end(), m_block.getOperations(),
                                    std::next(m_flags.front().variable->getIterator()),
                                    Block::iterator(source));
  m_together.push_back(&m_block);
  m_all.insert(&m_block);
  write(statements);
  close();
  source.erase();
  // Those that stand last first: what is copied for a use uses others again.
  SmallVector<Value> values;
  for (Operation &statement : m_block)
    statement.walk<WalkOrder::PreOrder>(
        [&](Operation *op) { llvm::append_range(values, op->getResults()); });
  for (Value value : llvm::reverse(values))
    share(value);
}
