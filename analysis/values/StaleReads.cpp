//===- StaleReads.cpp - Which reads of a variable see what it held before ---------------------===//
//
// A forward analysis. A state says which parts of the variable may still hold what they held at the
// point in question, and which numbers other variables hold for certain, by which elements of
// arrays are told apart. Ways that come together add up what is stale; loops are followed until
// nothing is added.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/values/StaleReads.h"

#include "analysis/values/CountedLoops.h"
#include "analysis/values/Expressions.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// Variables with more parts count as one.
static constexpr int64_t kMostParts = 4096;
/// So many statements are followed for one question, before loops with constant bounds are taken
/// for others.
static constexpr unsigned kMostStatements = 100000;
/// Functions that functions call are asked so far; the input language has no recursion, IR may.
static constexpr unsigned kMostCalls = 16;

namespace {

struct State {
  bool isReached = true;
  llvm::BitVector stale;
  llvm::SmallMapVector<Value, int64_t, 4> numbers; ///< what variables hold, by their roots

  void leave() {
    isReached = false;
    stale.reset();
    numbers.clear();
  }
  /// Two ways come together.
  void join(const State &other) {
    if (!other.isReached)
      return;
    if (!isReached) {
      *this = other;
      return;
    }
    stale |= other.stale;
    numbers.remove_if([&](const auto &known) {
      auto same = other.numbers.find(known.first);
      return same == other.numbers.end() || same->second != known.second;
    });
  }
};

/// What jumps take to the end of a loop or switch, or to its next iteration.
struct Jumps {
  State broken, continued;
};

/// A part of the variable.
struct Part {
  int64_t first, count;
  bool isExact; ///< nothing but this part
};

class Follower {
public:
  Follower(FunctionOpInterface function, const Root &variable, Type type);

  void runBlock(Block &block, State &state);
  void run(Operation *op, State &state);
  void runIteration(LoopOpInterface loop, State &state);
  State makeState(bool isStale) const;
  State makeUnreached() const;

  Operation *staleRead = nullptr; ///< the first one found
  Operation *source = nullptr;    ///< behind this statement, all parts are stale
  bool isReadAtEnd = false;       ///< the end of the function reads all parts
  State atEnd;                    ///< where the function ends
  unsigned depth = 0;             ///< how many calls lead to the function
  bool isAlone = false;           ///< no other reference of the function is the variable

private:
  std::optional<int64_t> evaluate(Value value, const State &state) const;
  std::optional<Part> findPart(Value place, const State &state) const;
  void read(Operation *op, const Part &part, const State &state);
  void readAll(Operation *op, const State &state);
  void write(const Part &part, State &state);
  void noteLoad(LoadOp load, State &state);
  void setNumber(Value place, Value value, State &state);
  void forgetNumbers(Operation *op, State &state);
  void runStatement(Operation *op, State &state);
  void runAssign(AssignOp assign, State &state);
  void runCall(CallOp call, State &state);
  void runOther(Operation *op, State &state);
  void runSwitch(SwitchOp op, State &state);
  void runLoop(LoopOpInterface loop, State &state);
  bool runTrips(ForOp loop, State &state);
  State runCondition(LoopOpInterface loop, State &state);

  FunctionOpInterface m_function;
  Root m_variable;
  Type m_type;
  bool m_isOnePart;
  int64_t m_parts;
  unsigned m_statements = 0;
  llvm::DenseMap<Operation *, Jumps> m_jumps;
};

} // namespace

Follower::Follower(FunctionOpInterface function, const Root &variable, Type type)
    : m_function(function), m_variable(variable), m_type(type) {
  m_parts = countNumbers(function, type);
  m_isOnePart = m_parts > kMostParts || m_parts == 0;
  if (m_isOnePart)
    m_parts = 1;
  atEnd = makeUnreached();
}

State Follower::makeState(bool isStale) const {
  State state;
  state.stale.resize(static_cast<unsigned>(m_parts), isStale);
  return state;
}

State Follower::makeUnreached() const {
  State state = makeState(false);
  state.leave();
  return state;
}

//===------------------------------------------------------------------------------------------===//
// Numbers and parts
//===------------------------------------------------------------------------------------------===//

/// The number that an integer expression has here, if that is known.
std::optional<int64_t> Follower::evaluate(Value value, const State &state) const {
  if (!isa<IntegerType>(value.getType()))
    return std::nullopt;
  if (std::optional<int64_t> constant = getConstantInt(value))
    return constant;
  Operation *op = value.getDefiningOp();
  if (isa_and_nonnull<LoadOp>(op)) {
    auto known = state.numbers.find(value);
    return known == state.numbers.end() ? std::nullopt : std::optional(known->second);
  }
  if (auto cast = dyn_cast_or_null<CastOp>(op)) {
    std::optional<int64_t> number = evaluate(cast.getOperand(), state);
    auto type = llvm::cast<IntegerType>(cast.getType());
    // Small numbers that are not negative are the same in all types.
    return number && *number >= 0 && *number < 128 && type.getWidth() >= 8 ? number : std::nullopt;
  }
  auto binary = dyn_cast_or_null<BinaryOp>(op);
  if (!binary)
    return std::nullopt;
  std::optional<int64_t> lhs = evaluate(binary.getLhs(), state),
                         rhs = evaluate(binary.getRhs(), state);
  constexpr int64_t kSmall = 1 << 15;
  if (!lhs || !rhs || std::abs(*lhs) > kSmall || std::abs(*rhs) > kSmall)
    return std::nullopt;
  int64_t result;
  switch (binary.getKind()) {
  case BinaryKind::Add:
    result = *lhs + *rhs;
    break;
  case BinaryKind::Sub:
    result = *lhs - *rhs;
    break;
  case BinaryKind::Mul:
    result = *lhs * *rhs;
    break;
  default:
    return std::nullopt;
  }
  auto type = llvm::cast<IntegerType>(binary.getType());
  bool fits = type.isSigned() ? type.getWidth() >= 32 || llvm::isIntN(type.getWidth(), result)
                              : result >= 0 && llvm::isUIntN(std::min(type.getWidth(), 63u),
                                                             static_cast<uint64_t>(result));
  return fits ? std::optional(result) : std::nullopt;
}

/// What a place is of the variable; nothing of other places.
std::optional<Part> Follower::findPart(Value place, const State &state) const {
  Root root = getRoot(place);
  if (root != m_variable)
    return !isAlone && mayAlias(root, m_variable) ? std::optional(Part{0, m_parts, false})
                                                  : std::nullopt;
  SmallVector<Operation *> steps;
  for (Operation *op = place.getDefiningOp(); op;) {
    if (auto member = dyn_cast<MemberOp>(op)) {
      steps.push_back(op);
      op = member.getBase().getDefiningOp();
    } else if (auto element = dyn_cast<ElementOp>(op)) {
      steps.push_back(op);
      op = element.getBase().getDefiningOp();
    } else if (isa<VarOp, FieldRefOp>(op)) {
      break;
    } else {
      return Part{0, m_parts, false};
    }
  }
  if (m_isOnePart)
    return Part{0, 1, steps.empty()};
  Part part{0, m_parts, true};
  Type type = m_type;
  for (Operation *step : llvm::reverse(steps)) {
    if (auto member = dyn_cast<MemberOp>(step)) {
      RecordOp record = lookupRecord(step, cast<RecordType>(type));
      for (auto each : record.getMembers().getAsRange<MemberAttr>()) {
        int64_t count = countNumbers(step, each.getType());
        if (each.getName() == member.getNameAttr()) {
          type = each.getType();
          part.count = count;
          break;
        }
        part.first += count;
      }
      continue;
    }
    std::optional<int64_t> index = evaluate(cast<ElementOp>(step).getIndex(), state);
    type = getElementType(type);
    int64_t count = countNumbers(step, type);
    if (!index || *index < 0 || (*index + 1) * count > part.count)
      return Part{part.first, part.count, false};
    part = {part.first + *index * count, count, true};
  }
  return part;
}

//===------------------------------------------------------------------------------------------===//
// Reads and writes
//===------------------------------------------------------------------------------------------===//

void Follower::read(Operation *op, const Part &part, const State &state) {
  if (staleRead || !state.isReached || part.count == 0)
    return;
  int next = part.first == 0 ? state.stale.find_first()
                             : state.stale.find_next(static_cast<unsigned>(part.first - 1));
  if (next >= 0 && next < part.first + part.count)
    staleRead = op;
}

void Follower::readAll(Operation *op, const State &state) { read(op, {0, m_parts, false}, state); }

void Follower::write(const Part &part, State &state) {
  if (part.isExact && state.isReached)
    state.stale.reset(static_cast<unsigned>(part.first),
                      static_cast<unsigned>(part.first + part.count));
}

/// Whether a place is all of a variable.
static bool isWhole(Value place) {
  return isa<BlockArgument>(place) || place.getDefiningOp<VarOp>();
}

/// A value that is read keeps the number that the variable has now.
void Follower::noteLoad(LoadOp load, State &state) {
  auto known = isWhole(load.getRef()) ? state.numbers.find(getRoot(load.getRef()).value)
                                      : state.numbers.end();
  if (known == state.numbers.end()) {
    state.numbers.erase(load.getResult());
  } else {
    int64_t number = known->second;
    state.numbers[load.getResult()] = number;
  }
}

/// Notes what a variable of one number holds from here on; null of a value that is not known.
void Follower::setNumber(Value place, Value value, State &state) {
  Root root = getRoot(place);
  if (!root.value || !state.isReached)
    return;
  std::optional<int64_t> number = isWhole(place) && value ? evaluate(value, state) : std::nullopt;
  if (number)
    state.numbers[root.value] = *number;
  else
    state.numbers.erase(root.value);
}

/// Forgets what is known of all that an operation may write.
void Follower::forgetNumbers(Operation *op, State &state) {
  if (state.numbers.empty())
    return;
  EffectSet effects = getEffects(op);
  state.numbers.remove_if(
      [&](const auto &known) { return effects.writesAny(Root{{}, known.first}); });
}

void Follower::runAssign(AssignOp assign, State &state) {
  if (std::optional<Part> part = findPart(assign.getRef(), state))
    write(*part, state);
  setNumber(assign.getRef(), assign.getValue(), state);
}

namespace {
/// What a function does to a variable that a caller gives it by reference.
struct ParameterUse {
  bool isRead, isSet;
};
} // namespace

/// A local variable of the caller that is given once is no other reference of the function.
static ParameterUse getParameterUse(FunctionOpInterface callee, unsigned number, unsigned depth,
                                    bool isAlone) {
  Value parameter = callee.getFunctionBody().getArgument(number);
  auto type = dyn_cast<RefType>(parameter.getType());
  if (!type || depth == kMostCalls)
    return {true, false};
  Follower follower(callee, Root{{}, parameter}, type.getPointee());
  follower.depth = depth + 1;
  follower.isAlone = isAlone;
  State state = follower.makeState(true);
  follower.runBlock(callee.getFunctionBody().front(), state);
  state.join(follower.atEnd);
  return {follower.staleRead != nullptr, state.stale.none()};
}

void Follower::runCall(CallOp call, State &state) {
  SmallVector<unsigned> given;
  for (OpOperand &operand : call->getOpOperands())
    if (isa<RefType, PtrType>(operand.get().getType()) && findPart(operand.get(), state))
      given.push_back(operand.getOperandNumber());
  FunctionOpInterface callee = lookupCallee(call);
  bool isKnown = callee && !callee.getFunctionBody().empty() && callee != m_function;
  EffectSet effects = getEffects(call);
  bool isReached = m_variable.symbol && effects.readsAny(m_variable);
  if (given.size() == 1 && isKnown && !m_variable.symbol) {
    Part part = *findPart(call.getOperand(given.front()), state);
    ParameterUse use =
        getParameterUse(callee, given.front(), depth,
                        isAlone || isa_and_nonnull<VarOp>(m_variable.value.getDefiningOp()));
    if (use.isRead)
      read(call, part, state);
    if (use.isSet)
      write(part, state);
  } else if (!given.empty() || isReached || !isKnown) {
    readAll(call, state);
  }
  forgetNumbers(call, state);
}

/// What is not known reads all that it is given.
void Follower::runOther(Operation *op, State &state) {
  for (Value operand : op->getOperands())
    if (isa<RefType, PtrType>(operand.getType()))
      if (std::optional<Part> part = findPart(operand, state))
        read(op, *part, state);
  if (m_variable.symbol && !op->hasTrait<VkmExpression>() && getEffects(op).readsAny(m_variable))
    readAll(op, state);
  if (!op->hasTrait<VkmExpression>())
    forgetNumbers(op, state);
  // Parts of expressions that may be left out, and regions of what is not known.
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      State inside = state;
      runBlock(block, inside);
      state.join(inside);
    }
}

//===------------------------------------------------------------------------------------------===//
// Statements
//===------------------------------------------------------------------------------------------===//

void Follower::runBlock(Block &block, State &state) {
  for (Operation &op : block)
    run(&op, state);
}

void Follower::run(Operation *op, State &state) {
  if (!state.isReached)
    return;
  ++m_statements;
  runStatement(op, state);
  if (op == source && state.isReached)
    state.stale.set();
}

void Follower::runStatement(Operation *op, State &state) {
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](LoadOp load) {
        if (std::optional<Part> part = findPart(load.getRef(), state))
          read(load, *part, state);
        noteLoad(load, state);
      })
      .Case<MemberOp, ElementOp, DerefOp, FieldRefOp, ConstantOp, VectorDataOp>([](auto) {})
      .Case([&](VarOp var) {
        if (var.getRef() == m_variable.value)
          write({0, m_parts, true}, state);
        setNumber(var.getRef(), var.getInit(), state);
      })
      .Case([&](AssignOp assign) { runAssign(assign, state); })
      .Case([&](UpdateOp update) {
        if (std::optional<Part> part = findPart(update.getRef(), state))
          read(update, *part, state);
        std::optional<int64_t> old, amount = evaluate(update.getValue(), state);
        if (auto known = state.numbers.find(getRoot(update.getRef()).value);
            known != state.numbers.end())
          old = known->second;
        setNumber(update.getRef(), {}, state);
        bool isSum = update.getKind() == BinaryKind::Add || update.getKind() == BinaryKind::Sub;
        if (state.isReached && old && amount && isSum && std::abs(*old) < kMostParts * 2)
          state.numbers[getRoot(update.getRef()).value] =
              update.getKind() == BinaryKind::Add ? *old + *amount : *old - *amount;
      })
      .Case([&](CallOp call) { runCall(call, state); })
      .Case([&](IfOp op) {
        State otherwise = state;
        runBlock(op.getThenRegion().front(), state);
        if (!op.getElseRegion().empty())
          runBlock(op.getElseRegion().front(), otherwise);
        state.join(otherwise);
      })
      .Case<ScopeOp, OnceOp>([&](auto op) { runBlock(op.getBody().front(), state); })
      .Case([&](SwitchOp op) { runSwitch(op, state); })
      .Case([&](LoopOpInterface loop) { runLoop(loop, state); })
      .Case<BreakOp, ContinueOp>([&](auto jump) {
        Jumps &jumps = m_jumps[getJumpTarget(jump)];
        (isa<BreakOp>(op) ? jumps.broken : jumps.continued).join(state);
        state.leave();
      })
      .Case([&](ReturnOp) {
        if (isReadAtEnd)
          readAll(m_function, state);
        atEnd.join(state);
        state.leave();
      })
      .Default([&](Operation *other) { runOther(other, state); });
}

/// A value for each case is not known: all of them may be entered, from above or by their labels.
void Follower::runSwitch(SwitchOp op, State &state) {
  State none = makeUnreached();
  m_jumps[op] = {none, none};
  State entry = state;
  bool hasDefault = false;
  state = none;
  for (auto [labels, region] : llvm::zip(op.getLabels(), op.getCases())) {
    hasDefault |= cast<ArrayAttr>(labels).empty();
    state.join(entry);
    runBlock(region.front(), state);
  }
  state.join(m_jumps[op].broken);
  if (!hasDefault)
    state.join(entry);
}

/// Evaluates whether a loop goes on: the state where it does not.
State Follower::runCondition(LoopOpInterface loop, State &state) {
  Region &condition = loop.getCond();
  State leaves = state;
  if (condition.empty())
    return leaves;
  runBlock(condition.front(), state);
  leaves = state;
  auto yield = dyn_cast<YieldOp>(condition.front().back());
  auto constant = yield ? yield.getValue().getDefiningOp<ConstantOp>() : ConstantOp();
  auto goesOn = constant ? dyn_cast<BoolAttr>(constant.getValue()) : BoolAttr();
  if (goesOn && goesOn.getValue())
    leaves.leave();
  return leaves;
}

/// The body and the step of an iteration; what breaks the loop is left in `m_jumps`.
void Follower::runIteration(LoopOpInterface loop, State &state) {
  m_jumps.try_emplace(loop, Jumps{makeUnreached(), makeUnreached()});
  m_jumps[loop].continued = makeUnreached();
  runBlock(loop.getBody().front(), state);
  state.join(m_jumps[loop].continued);
  if (Region *step = loop.getStepRegion())
    runBlock(step->front(), state);
}

/// Follows each iteration of a loop with constant bounds, with the number that its counter has.
bool Follower::runTrips(ForOp loop, State &state) {
  constexpr int64_t kMostTrips = 512;
  // The number of an iteration only tells which part it is about.
  bool hasParts = !m_isOnePart && isa<ArrayType, RecordType>(m_type);
  std::optional<int64_t> trips = hasParts ? getTrips(loop) : std::nullopt;
  if (!trips || *trips > kMostTrips || m_statements > kMostStatements)
    return false;
  CountedLoop counted = *matchCountedLoop(loop);
  int64_t number = *getConstantInt(loop.getInit()), amount = *getConstantInt(counted.amount);
  Value counter = loop.getBodyVar();
  for (int64_t trip = 0; trip < *trips && state.isReached; ++trip) {
    state.numbers[counter] = number;
    runCondition(loop, state);
    runIteration(loop, state);
    number += counted.subtracted ? -amount : amount;
  }
  state.numbers.erase(counter);
  return true;
}

void Follower::runLoop(LoopOpInterface loop, State &state) {
  State none = makeUnreached();
  m_jumps[loop] = {none, none};
  auto counted = dyn_cast<ForOp>(loop.getOperation());
  if (counted && runTrips(counted, state)) {
    state.join(m_jumps[loop].broken);
    return;
  }
  // Variables that the loop changes have no known value in its body.
  forgetNumbers(loop, state);
  std::optional<int64_t> trips = counted ? getTrips(counted) : std::nullopt;
  bool runsOnce = !loop.testsFirst() || (trips && *trips > 0);
  State leaves = none;
  if (loop.testsFirst()) {
    State skips = runCondition(loop, state);
    if (!runsOnce)
      leaves = skips;
  }
  State head = state;
  while (true) {
    State end = head;
    runIteration(loop, end);
    leaves.join(runCondition(loop, end));
    llvm::BitVector before = head.stale;
    bool wasReached = head.isReached;
    head.join(end);
    if (head.stale == before && head.isReached == wasReached)
      break;
  }
  leaves.join(m_jumps[loop].broken);
  state = leaves;
}

//===------------------------------------------------------------------------------------------===//
// Questions
//===------------------------------------------------------------------------------------------===//

StaleReads::StaleReads(FunctionOpInterface function, const Root &variable, Type type)
    : m_function(function), m_variable(variable), m_type(type) {}

IterationUse StaleReads::followIteration(Operation *loop) {
  Follower follower(m_function, m_variable, m_type);
  State state = follower.makeState(true);
  follower.runIteration(cast<LoopOpInterface>(loop), state);
  return {follower.staleRead, state.stale.none()};
}

Operation *StaleReads::findReadBehind(Operation *statement) {
  Follower follower(m_function, m_variable, m_type);
  follower.source = statement;
  follower.isReadAtEnd = static_cast<bool>(m_variable.symbol);
  State state = follower.makeState(false);
  follower.runBlock(m_function.getFunctionBody().front(), state);
  if (follower.isReadAtEnd && !follower.staleRead && state.isReached && state.stale.any())
    return m_function;
  return follower.staleRead;
}

Operation *StaleReads::findReadWithin(Operation *statement) {
  Follower follower(m_function, m_variable, m_type);
  State state = follower.makeState(true);
  follower.run(statement, state);
  return follower.staleRead;
}
