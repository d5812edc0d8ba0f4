//===- ControlFacts.cpp - What holds where a statement of a control function stands -----------===//
//
//   for (int k = 0; k < n; ++k)          0 <= k <= n - 1
//     kernel1D_Column(a, n, k);
//   while (n > 1) {                      n >= 2
//     const unsigned half = (n + 1) / 2; n <= 2 * half <= n + 1, where n + 1 does not wrap
//     kernel1D_Fold(data, n, half);
//     n = half;
//   }
//
// A variable that a loop changes, as n here, is an unknown of its own in each iteration. What holds
// in all of them is found by induction: of a few candidates (at least 0, at least 1, no more and no
// less than at first) those stay that hold before the loop, and behind each assignment in it where
// all that stay hold before.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/accesses/ControlFacts.h"

#include "analysis/accesses/Accesses.h"
#include "analysis/accesses/Extents.h"
#include "analysis/values/Expressions.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace vkmorph::vkm;

/// Deeper expressions are not followed.
static constexpr unsigned kMaxFactDepth = 32;

ControlFacts::ControlFacts(ControlOp control) : control(control), analysis(control) {
  analysis.followVariables();
  // What is known of an unknown is known once it has been met.
  control.walk([&](Operation *op) {
    if (auto loop = dyn_cast<LoopOpInterface>(op); loop && loop.testsFirst())
      analysis.getCounter(loop, nullptr);
    for (Value result : op->getResults())
      analysis.evaluate(result);
  });
}

static IntegerType getInteger(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  return integer && integer.getWidth() > 1 ? integer : IntegerType();
}

//===------------------------------------------------------------------------------------------===//
// Values that have not wrapped
//===------------------------------------------------------------------------------------------===//

/// Whether a polynomial is proved to be a number of the type.
bool ControlFacts::fits(const Polynomial &polynomial, Type type, const Known &known) {
  IntegerType integer = getInteger(type);
  unsigned width = integer.getWidth();
  // Of 64 bits the largest number that a coefficient can be will do.
  int64_t most = width == 64 ? INT64_MAX : (int64_t(1) << (width - integer.isSigned())) - 1;
  if (!known.isNonNegative(integer.isSigned() ? polynomial + most + 1 : polynomial))
    return false;
  if (known.isNonNegative(Polynomial(most) - polynomial))
    return true;
  // No more than a number of that type, or of one that it contains.
  return llvm::any_of(control.getArguments(), [&](BlockArgument argument) {
    IntegerType bound = getInteger(argument.getType());
    bool isContained =
        bound && (bound == integer || bound.getWidth() < width ||
                  (bound.isSigned() && integer.isUnsigned() && bound.getWidth() == width));
    std::optional<Polynomial> value =
        isContained ? analysis.evaluate(argument) : std::optional<Polynomial>();
    return value && known.isNonNegative(*value - polynomial);
  });
}

/// A value that is read several times is looked at once.
bool ControlFacts::isExact(Value value, const Known &known, unsigned depth) {
  if (depth == 0)
    exactly.clear();
  auto [found, isNew] = exactly.try_emplace(value, false);
  if (!isNew)
    return found->second;
  bool result = findExact(value, known, depth);
  exactly[value] = result;
  return result;
}

bool ControlFacts::findExact(Value value, const Known &known, unsigned depth) {
  if (depth > kMaxFactDepth || !(getInteger(value.getType()) || value.getType().isInteger(1)))
    return false;
  if (auto argument = dyn_cast<BlockArgument>(value))
    return isa<ControlOp>(argument.getOwner()->getParentOp());
  auto recurse = [&](Value operand) { return isExact(operand, known, depth + 1); };
  auto isWithin = [&](Operation *op) {
    Type type = op->getResult(0).getType();
    std::optional<Polynomial> polynomial = analysis.evaluate(op->getResult(0));
    return type.isSignedInteger() || (polynomial && fits(*polynomial, type, known));
  };
  return llvm::TypeSwitch<Operation *, bool>(value.getDefiningOp())
      .Case([](ConstantOp) { return true; })
      .Case([&](NarrowOp op) { return recurse(op.getValue()); })
      .Case([&](LoadOp load) { return isExactLoad(load, known, depth); })
      .Case([&](CastOp cast) { return isExactCast(cast, known, depth); })
      .Case([&](UnaryOp op) {
        return op.getKind() == UnaryKind::Neg && recurse(op.getOperand()) && isWithin(op);
      })
      .Case([&](BinaryOp op) {
        BinaryKind kind = op.getKind();
        bool divides =
            kind == BinaryKind::Div || kind == BinaryKind::Rem || kind == BinaryKind::Shr;
        bool isRing = kind == BinaryKind::Add || kind == BinaryKind::Sub ||
                      kind == BinaryKind::Mul || kind == BinaryKind::Shl;
        return (divides || isRing) && recurse(op.getLhs()) && recurse(op.getRhs()) &&
               (divides || isWithin(op));
      })
      .Case([&](MathOp op) { return llvm::all_of(op.getOperands(), recurse); })
      .Default([](Operation *) { return false; });
}

bool ControlFacts::isExactCast(CastOp cast, const Known &known, unsigned depth) {
  IntegerType from = getInteger(cast.getOperand().getType()), to = getInteger(cast.getType());
  if (!from || !to || !isExact(cast.getOperand(), known, depth + 1))
    return false;
  bool contains = from.isSigned() == to.isSigned()
                      ? from.getWidth() <= to.getWidth()
                      : from.isUnsigned() && from.getWidth() < to.getWidth();
  std::optional<Polynomial> operand = analysis.evaluate(cast.getOperand());
  if (contains)
    return true;
  // A signed number that is not negative is one of the unsigned type as well.
  if (from.isSigned() && to.isUnsigned() && from.getWidth() <= to.getWidth())
    return operand && known.isNonNegative(*operand);
  return operand && fits(*operand, to, known);
}

bool ControlFacts::isExactLoad(LoadOp load, const Known &known, unsigned depth) {
  std::optional<Polynomial> value = analysis.evaluate(load);
  if (!value)
    return false;
  Value place = load.getRef();
  if (getRoot(place).symbol || analysis.isAtHead(*value))
    return true;
  auto argument = dyn_cast<BlockArgument>(place);
  Operation *owner = argument ? argument.getOwner()->getParentOp() : nullptr;
  if (isa_and_nonnull<ForOp>(owner))
    return isExactLoop(owner, known, depth);
  auto var = place.getDefiningOp<VarOp>();
  if ((!var && !isa_and_nonnull<ControlOp>(owner)) || llvm::is_contained(visited, place))
    return false;
  // All that it is ever set to, and the loops that count it.
  visited.push_back(place);
  auto recurse = [&](Value operand) { return isExact(operand, known, depth + 1); };
  bool isExactly = !var || !var.getInit() || recurse(var.getInit()), isUpdated = false;
  for (Operation *user : place.getUsers()) {
    if (auto assign = dyn_cast<AssignOp>(user))
      isExactly = isExactly && assign.getRef() == place && recurse(assign.getValue());
    else if (auto update = dyn_cast<UpdateOp>(user))
      isExactly = isUpdated = isExactly && recurse(update.getValue());
    else
      isExactly &= isa<LoadOp>(user);
  }
  for (Operation *op = load; isExactly && op != control; op = op->getParentOp())
    if (auto loop = dyn_cast<LoopOpInterface>(op->getParentOp());
        loop && loop.testsFirst() && analysis.getCounter(loop, nullptr) &&
        llvm::any_of(place.getUsers(),
                     [&](Operation *user) { return !isa<LoadOp>(user) && loop->isAncestor(user); }))
      isUpdated = true, isExactly = isExactLoop(loop, known, depth);
  visited.pop_back();
  return isExactly &&
         (!isUpdated || load.getType().isSignedInteger() || fits(*value, load.getType(), known));
}

/// Whether the number of a counted loop's variable is what its counter says: neither its bounds nor
/// the variable wrap.
bool ControlFacts::isExactLoop(Operation *loop, const Known &known, unsigned depth) {
  const Counter *counter = analysis.getCounter(cast<LoopOpInterface>(loop), nullptr);
  if (!counter)
    return false;
  CountedLoop header;
  IntegerType type;
  auto recurse = [&](Value value) { return isExact(value, known, depth + 1); };
  if (auto counted = dyn_cast<ForOp>(loop)) {
    header = *matchCountedLoop(counted);
    type = getInteger(counted.getInit().getType());
    if (!recurse(counted.getInit()))
      return false;
  } else {
    CountedWhile matched = *matchCountedWhile(cast<WhileOp>(loop));
    header = matched.header;
    VarOp var = matched.variable;
    type = getInteger(cast<RefType>(var.getRef().getType()).getPointee());
    // What it is set to elsewhere, among it what it begins with here.
    if (var.getInit() && !recurse(var.getInit()))
      return false;
    for (Operation *user : var.getRef().getUsers())
      if (auto assign = dyn_cast<AssignOp>(user);
          assign && !loop->isAncestor(assign) && !recurse(assign.getValue()))
        return false;
  }
  auto boundType = getInteger(header.bound.getType());
  if (!type || type.getWidth() < 32 || !boundType || !recurse(header.bound) ||
      !recurse(header.amount))
    return false;
  std::optional<int64_t> step = counter->step.getConstant();
  if (!step)
    return false;
  // Compared as what it is.
  bool isSame =
      boundType == type ||
      (boundType.getWidth() > type.getWidth() && (type.isUnsigned() || boundType.isSigned())) ||
      (type.isSigned() && boundType.isUnsigned() && *step > 0 &&
       boundType.getWidth() >= type.getWidth() && known.isNonNegative(counter->first));
  if (!isSame)
    return false;
  Polynomial bound = *analysis.evaluate(header.bound);
  // `k != n` wraps around before it ends where k has passed n already.
  if (header.predicate == CmpKind::Ne &&
      !known.isNonNegative(*step > 0 ? bound - counter->first : counter->first - bound))
    return false;
  if (type.isSigned())
    return true;
  // The value at which it ends is one of the type, too: `k <= n` might never end.
  if (*step > 0) {
    bool isBelow = header.predicate == CmpKind::Lt || header.predicate == CmpKind::Ne;
    return (isBelow && *step == 1) || fits(bound + (*step - isBelow), type, known);
  }
  bool isAbove = header.predicate == CmpKind::Gt || header.predicate == CmpKind::Ne;
  return (isAbove && *step == -1) || fits(bound + (*step + isAbove), type, known);
}

std::optional<Polynomial> ControlFacts::evaluate(Value value, const Known &known) {
  if (!getInteger(value.getType()))
    return std::nullopt;
  std::optional<Polynomial> polynomial = analysis.evaluate(value);
  return polynomial && isExact(value, known) ? polynomial : std::nullopt;
}

//===------------------------------------------------------------------------------------------===//
// What values say
//===------------------------------------------------------------------------------------------===//

/// The divisor of a quotient, of a shift to the right, or of a remainder.
static std::optional<Polynomial> getDivisor(const Unknown &unknown) {
  if (unknown.kind == Unknown::Quotient)
    return unknown.operands[1];
  auto binary = unknown.value ? unknown.value.getDefiningOp<BinaryOp>() : BinaryOp();
  if (unknown.kind != Unknown::Expression || !binary)
    return std::nullopt;
  std::optional<int64_t> amount = unknown.operands[1].getConstant();
  switch (binary.getKind()) {
  case BinaryKind::Div:
  case BinaryKind::Rem:
    return unknown.operands[1];
  case BinaryKind::Shr:
    if (amount && *amount >= 0 && *amount < 31)
      return Polynomial(int64_t(1) << *amount);
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

void ControlFacts::addMeaning(Known &known, const Polynomial &polynomial,
                              llvm::SmallSet<Symbol, 8> &met) {
  SmallVector<Symbol> symbols;
  for (const auto &[monomial, coefficient] : polynomial.getTerms())
    symbols.append(monomial.begin(), monomial.end());
  for (Symbol symbol : symbols) {
    if (!met.insert(symbol).second)
      continue;
    const Unknown unknown = analysis.getUnknown(symbol);
    for (const Polynomial &operand : unknown.operands)
      addMeaning(known, operand, met);
    Polynomial value = Polynomial::symbol(symbol);
    auto math = unknown.value ? unknown.value.getDefiningOp<MathOp>() : MathOp();
    if (unknown.kind == Unknown::Expression && math &&
        (math.getFn() == MathFn::Min || math.getFn() == MathFn::Max)) {
      for (const Polynomial &operand : unknown.operands)
        known.add(math.getFn() == MathFn::Min ? operand - value : value - operand);
      continue;
    }
    std::optional<Polynomial> divisor = getDivisor(unknown);
    if (!divisor || !known.isNonNegative(unknown.operands[0]) || !known.isNonNegative(*divisor - 1))
      continue;
    auto binary = unknown.value ? unknown.value.getDefiningOp<BinaryOp>() : BinaryOp();
    known.add(value);
    if (binary && binary.getKind() == BinaryKind::Rem) {
      known.add(*divisor - 1 - value);
      known.add(unknown.operands[0] - value);
      continue;
    }
    if (known.isNonNegative(unknown.operands[0] - *divisor))
      known.add(value - 1);
    Polynomial rest = unknown.operands[0] - *divisor * value;
    known.add(rest);
    known.add(*divisor - 1 - rest);
  }
}

/// No buffer has 2^32 bytes: what is stated as the extent of an array, and a number whose square is
/// part of that, are smaller by as much as an element is large.
void ControlFacts::addStated(Known &known) {
  for (auto extent : control.getBody().front().getOps<ExtentOp>()) {
    if (!extent.getStated())
      continue;
    auto pointer = cast<PtrType>(extent.getPointer().getType());
    Type element = pointer.getPointee();
    int64_t size = element.isIntOrFloat() ? std::max(1u, element.getIntOrFloatBitWidth() / 8) : 1;
    std::optional<Polynomial> count =
        analysis.evaluate(cast<YieldOp>(extent.getCount().front().back()).getValue());
    if (!count)
      continue;
    Polynomial most(int64_t(UINT32_MAX) / size);
    known.add(most - *count);
    bool isSum = llvm::all_of(count->getTerms(), [&](const auto &term) {
      return term.second > 0 && llvm::all_of(term.first, [&](Symbol symbol) {
               return known.facts.getLowerBound(symbol).value_or(-1) >= 0;
             });
    });
    for (const auto &[monomial, coefficient] : count->getTerms())
      if (isSum && !monomial.empty() &&
          llvm::all_of(monomial, [first = monomial.front()](Symbol s) { return s == first; }))
        known.add(most - Polynomial::symbol(monomial.front()));
  }
}

//===------------------------------------------------------------------------------------------===//
// What statements say
//===------------------------------------------------------------------------------------------===//

void ControlFacts::assume(Known &known, Value condition, bool holds) {
  if (auto negation = condition.getDefiningOp<UnaryOp>();
      negation && negation.getKind() == UnaryKind::Not)
    return assume(known, negation.getOperand(), !holds);
  auto assumeBoth = [&](Value lhs, Region &rhs) {
    assume(known, lhs, holds);
    assume(known, cast<YieldOp>(rhs.front().back()).getValue(), holds);
  };
  if (auto both = condition.getDefiningOp<AndOp>(); both && holds)
    return assumeBoth(both.getLhs(), both.getRhs());
  if (auto either = condition.getDefiningOp<OrOp>(); either && !holds)
    return assumeBoth(either.getLhs(), either.getRhs());
  if (auto load = condition.getDefiningOp<LoadOp>())
    if (auto var = load.getRef().getDefiningOp<VarOp>(); var && keepsInitialValue(var))
      return assume(known, var.getInit(), holds);
  auto cmp = condition.getDefiningOp<CmpOp>();
  std::optional<Polynomial> lhs = cmp ? evaluate(cmp.getLhs(), known) : std::nullopt,
                            rhs = cmp ? evaluate(cmp.getRhs(), known) : std::nullopt;
  if (!lhs || !rhs)
    return;
  Polynomial difference = *lhs - *rhs;
  addMeaning(known, difference);
  CmpKind kind = holds ? cmp.getKind() : negate(cmp.getKind());
  for (const Polynomial &fact : getNonNegative({difference, kind}))
    known.add(fact);
  // At an end of what it may be.
  if (kind == CmpKind::Ne)
    for (const Polynomial &side : {difference, -difference})
      if (known.isNonNegative(side))
        known.add(side - 1);
}

/// What holds since `if (c) continue;` and the like stand before in the block.
void ControlFacts::assumeBefore(Known &known, Operation *op) {
  for (Operation &before : *op->getBlock()) {
    if (&before == op)
      return;
    auto branch = dyn_cast<IfOp>(before);
    if (!branch)
      continue;
    for (Region *region : {&branch.getThenRegion(), &branch.getElseRegion()})
      if (!region->empty() && !region->front().empty() &&
          isa<BreakOp, ContinueOp, ReturnOp>(region->front().back()))
        assume(known, branch.getCondition(), region != &branch.getThenRegion());
  }
}

void ControlFacts::addCounter(Known &known, Operation *loop) {
  const Counter *counter = analysis.getCounter(cast<LoopOpInterface>(loop), nullptr);
  exactly.clear();
  if (!counter || !isExactLoop(loop, known, 0))
    return;
  for (const Polynomial &part : {counter->first, counter->span})
    addMeaning(known, part);
  known.add(counter->span);
  known.add(counter->span - counter->magnitude * Polynomial::symbol(counter->symbol));
}

/// What holds in the part of a statement in which `child` stands.
void ControlFacts::enter(Known &known, Operation *parent, Operation *child) {
  Region *region = child->getParentRegion();
  if (auto branch = dyn_cast<IfOp>(parent))
    return assume(known, branch.getCondition(), region == &branch.getThenRegion());
  auto loop = dyn_cast<LoopOpInterface>(parent);
  if (!loop)
    return;
  addInvariants(known, loop);
  Region *condition = loop.testsFirst() ? &parent->getRegion(0) : nullptr;
  if (!condition || region == condition)
    return;
  if (analysis.getCounter(loop, nullptr))
    return addCounter(known, loop);
  assume(known, cast<YieldOp>(condition->front().back()).getValue(), true);
}

Known ControlFacts::getKnownAt(Operation *op) {
  SmallVector<Operation *> path;
  for (; op != control; op = op->getParentOp())
    path.push_back(op);
  Known known{analysis.getFacts(), {}};
  addStated(known);
  while (!path.empty()) {
    Operation *next = path.pop_back_val();
    assumeBefore(known, next);
    if (!path.empty())
      enter(known, next, path.back());
  }
  return known;
}

//===------------------------------------------------------------------------------------------===//
// Variables that loops change
//===------------------------------------------------------------------------------------------===//

SmallVector<ControlFacts::Variable, 0> ControlFacts::findVariables(const Known &known,
                                                                   Operation *loop) {
  llvm::MapVector<Value, SmallVector<Operation *>> writes;
  loop->walk([&](Operation *op) {
    Value place;
    if (auto assign = dyn_cast<AssignOp>(op))
      place = assign.getRef();
    else if (auto update = dyn_cast<UpdateOp>(op))
      place = update.getRef();
    if (place)
      writes[place].push_back(op);
  });
  SmallVector<Variable, 0> variables;
  auto add = [&](Value place, ArrayRef<Operation *> changes, std::optional<Polynomial> first) {
    Type type = cast<RefType>(place.getType()).getPointee();
    if (IntegerType integer = getInteger(type); integer && integer.getWidth() >= 32)
      variables.push_back({place, *analysis.getAtHead(place, loop).getSymbol(),
                           SmallVector<Operation *>(changes), first});
  };
  if (auto counting = dyn_cast<ForOp>(loop); counting && !analysis.getCounter(counting, nullptr))
    if (auto found = writes.find(counting.getStepVar()); found != writes.end())
      add(counting.getBodyVar(), found->second, evaluate(counting.getInit(), known));
  for (auto &[place, changes] : writes) {
    auto var = place.getDefiningOp<VarOp>();
    bool isPlain = var && !loop->isAncestor(var) &&
                   llvm::all_of(var.getRef().getUsers(), llvm::IsaPred<LoadOp, AssignOp, UpdateOp>);
    if (!isPlain)
      continue;
    std::optional<Polynomial> first = analysis.evaluateBefore(var, loop);
    // Only what is set to a value that has not wrapped, or was found by another loop.
    bool isExactly = first && (analysis.isAtHead(*first) ||
                               (var.getInit() && isExact(var.getInit(), known) &&
                                llvm::all_of(var.getRef().getUsers(), [&](Operation *user) {
                                  auto assign = dyn_cast<AssignOp>(user);
                                  return isa<LoadOp>(user) || loop->isAncestor(user) ||
                                         (assign && isExact(assign.getValue(), known));
                                })));
    add(place, changes, isExactly ? first : std::nullopt);
  }
  return variables;
}

SmallVector<std::pair<Symbol, Polynomial>> ControlFacts::getFirstValues(Operation *loop) {
  SmallVector<std::pair<Symbol, Polynomial>> values;
  for (const Variable &variable : findVariables(getKnownAt(loop), loop))
    if (variable.first)
      values.push_back({variable.symbol, *variable.first});
  return values;
}

/// What a write of a variable makes of it, over what the iteration found; none where that is not
/// known, or may have wrapped.
std::optional<Polynomial> ControlFacts::getWritten(const Variable &variable, Operation *write,
                                                   Known &known) {
  if (auto assign = dyn_cast<AssignOp>(write)) {
    std::optional<Polynomial> value = evaluate(assign.getValue(), known);
    if (value)
      addMeaning(known, *value);
    return value;
  }
  auto update = cast<UpdateOp>(write);
  Polynomial before = Polynomial::symbol(variable.symbol);
  std::optional<Polynomial> amount = evaluate(update.getValue(), known);
  // It is the first write in the iteration.
  auto var = variable.place.getDefiningOp<VarOp>();
  bool isFirst = var ? analysis.evaluateBefore(var, write) == before : variable.writes.size() == 1;
  if (!amount || !isFirst)
    return std::nullopt;
  addMeaning(known, *amount);
  std::optional<int64_t> constant = amount->getConstant();
  bool shifts = constant && *constant >= 0 && *constant < 31;
  std::optional<Polynomial> result;
  switch (update.getKind()) {
  case BinaryKind::Add:
    result = before + *amount;
    break;
  case BinaryKind::Sub:
    result = before - *amount;
    break;
  case BinaryKind::Mul:
    result = before * *amount;
    break;
  case BinaryKind::Shl:
    result = shifts ? std::optional(before * Polynomial(int64_t(1) << *constant)) : std::nullopt;
    break;
  case BinaryKind::Shr:
  case BinaryKind::Div: {
    bool isShift = update.getKind() == BinaryKind::Shr;
    if (!constant || (isShift && !shifts) || (!isShift && *constant <= 0) ||
        !known.isNonNegative(before))
      return std::nullopt;
    result = analysis.makeQuotient(before, isShift ? int64_t(1) << *constant : *constant);
    addMeaning(known, *result);
    return result;
  }
  default:
    return std::nullopt;
  }
  Type type = cast<RefType>(variable.place.getType()).getPointee();
  if (!result || !result->isValid() || (type.isUnsignedInteger() && !fits(*result, type, known)))
    return std::nullopt;
  return result;
}

/// Whether a candidate holds in the first iteration, and in the next one where it does in one.
bool ControlFacts::isKept(const Polynomial &candidate, const Variable &variable,
                          const Known &entry) {
  if (!variable.first ||
      !entry.isNonNegative(candidate.substitute(variable.symbol, *variable.first)))
    return false;
  return llvm::all_of(variable.writes, [&](Operation *write) {
    Known known = getKnownAt(write);
    std::optional<Polynomial> written = getWritten(variable, write, known);
    return written && known.isNonNegative(candidate.substitute(variable.symbol, *written));
  });
}

void ControlFacts::addInvariants(Known &known, Operation *loop) {
  if (invariants.find(loop) == invariants.end()) {
    SmallVector<Variable, 0> variables = findVariables(known, loop);
    SmallVector<std::pair<Polynomial, const Variable *>> candidates;
    for (const Variable &variable : variables) {
      Polynomial value = Polynomial::symbol(variable.symbol);
      SmallVector<Polynomial> all = {value, value - 1};
      if (variable.first) {
        addMeaning(known, *variable.first);
        all.append({value - *variable.first, *variable.first - value});
      }
      for (const Polynomial &candidate : all)
        candidates.push_back({candidate, &variable});
    }
    bool changed = true;
    while (changed) {
      // What is asked for inside goes by these.
      invariants[loop].clear();
      for (const auto &[candidate, variable] : candidates)
        invariants[loop].push_back(candidate);
      size_t count = candidates.size();
      llvm::erase_if(candidates, [&](const auto &candidate) {
        return !isKept(candidate.first, *candidate.second, known);
      });
      changed = candidates.size() != count;
      // What was found in loops inside rests on what may have gone.
      invariants.remove_if(
          [&](const auto &entry) { return entry.first != loop && loop->isAncestor(entry.first); });
    }
  }
  for (const Polynomial &invariant : SmallVector<Polynomial>(invariants[loop]))
    known.add(invariant);
}
