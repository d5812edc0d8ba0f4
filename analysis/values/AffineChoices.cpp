//===- AffineChoices.cpp - Values that depend on conditions, and rounded ones ----------------===//
//
//     x1 = x + 1 < w ? x + 1 : x;      one of two expressions
//     if (last >= n)                   one of two values of a variable
//       last = n - 1;
//     out[i / 2]                       a quotient q with 2 * q <= i <= 2 * q + 1
//     ring[i % n]                      a remainder below n
//     x = i % w, y = i / w; a[y * w + x]   both are i again
//
// Which expression it is a caller decides who goes through all cases
// (analysis/accesses/AccessCases.cpp).
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/values/Affine.h"

#include "llvm/Support/raw_ostream.h"

#include <set>

using namespace mlir;
using namespace vkmorph::vkm;

//===------------------------------------------------------------------------------------------===//
// Choices
//===------------------------------------------------------------------------------------------===//

void AffineAnalysis::decide(ArrayRef<Outcome> taken, bool withinBounds) {
  decisions.assign(taken.begin(), taken.end());
  staysWithinBounds = withinBounds;
  known.clear();
  openChoices.clear();
  openLoops.clear();
  openChoice.reset();
  for (auto it = counterOf.begin(); it != counterOf.end();)
    it = isa<GridOp>(std::get<0>(it->first)) ? std::next(it) : counterOf.erase(it);
}

std::optional<bool> AffineAnalysis::choose(const Choice &choice) {
  for (const auto &[decided, holds] : decisions)
    if (decided == choice)
      return holds;
  openChoice = choice;
  return std::nullopt;
}

Value AffineAnalysis::getCondition(const Choice &choice) {
  if (auto select = dyn_cast<SelectOp>(choice.op))
    return select.getCondition();
  if (auto branch = dyn_cast<IfOp>(choice.op))
    return branch.getCondition();
  if (auto cast = dyn_cast<CastOp>(choice.op))
    return cast.getOperand();
  return {};
}

std::optional<std::pair<Value, Value>> AffineAnalysis::getCompared(const Choice &choice) const {
  auto math = dyn_cast<MathOp>(choice.op);
  if (!math)
    return std::nullopt;
  // clamp(v, low, high): v <= low, then high <= v.
  if (math.getFn() == MathFn::Clamp && choice.part == 1)
    return std::pair(math.getOperands()[2], math.getOperands()[0]);
  return std::pair(math.getOperands()[0], math.getOperands()[1]);
}

/// `n > m ? n : m` of numbers that do not vary: the same unknown wherever these are compared and
/// chosen. Its operands are what is compared, then what is chosen from.
std::optional<Polynomial> AffineAnalysis::computeOpaqueSelect(SelectOp op, const Frame *frame) {
  auto condition = op.getCondition().getDefiningOp<CmpOp>();
  if (!condition)
    return std::nullopt;
  auto yielded = [](Region &region) { return cast<YieldOp>(region.front().back()).getValue(); };
  SmallVector<Polynomial> operands;
  for (Value value : {condition.getLhs(), condition.getRhs(), yielded(op.getWhenTrue()),
                      yielded(op.getWhenFalse())}) {
    std::optional<Polynomial> operand = evaluate(value, frame);
    if (!operand || hasCounter(*operand))
      return std::nullopt;
    operands.push_back(*operand);
  }
  return makeExpression(op, operands);
}

std::optional<Polynomial> AffineAnalysis::computeSelect(SelectOp op, const Frame *frame) {
  // As with a minimum: once one is decided upon, the others follow.
  if (decisions.empty())
    if (std::optional<Polynomial> invariant = computeOpaqueSelect(op, frame))
      return invariant;
  std::optional<bool> holds = choose({op, frame});
  if (!holds)
    return std::nullopt;
  Region &taken = *holds ? op.getWhenTrue() : op.getWhenFalse();
  return evaluate(cast<YieldOp>(taken.front().back()).getValue(), frame);
}

std::optional<Polynomial> AffineAnalysis::computeMath(MathOp op, const Frame *frame) {
  MathFn fn = op.getFn();
  bool isChoice = fn == MathFn::Min || fn == MathFn::Max || fn == MathFn::Clamp;
  // Where one bound of a subscript has been decided upon, the other one follows.
  if (!isChoice || decisions.empty())
    if (std::optional<Polynomial> invariant = computeOpaque(op, frame))
      return invariant;
  if (!isChoice)
    return std::nullopt;
  if (staysWithinBounds)
    return computeWithinBounds(op, frame);
  std::optional<bool> holds = choose({op, frame});
  if (!holds)
    return std::nullopt;
  if (fn != MathFn::Clamp)
    return evaluate(op.getOperands()[*holds == (fn == MathFn::Min) ? 0 : 1], frame);
  if (*holds)
    return evaluate(op.getOperands()[1], frame);
  std::optional<bool> isAbove = choose({op, frame, 1});
  if (!isAbove)
    return std::nullopt;
  return evaluate(op.getOperands()[*isAbove ? 2 : 0], frame);
}

/// min(x, n): an unknown that is no larger than n, whatever x is. std::clamp is only defined where
/// its bounds are in order.
std::optional<Polynomial> AffineAnalysis::computeWithinBounds(MathOp op, const Frame *frame) {
  std::string key;
  llvm::raw_string_ostream stream(key);
  stream << "within " << op.getOperation() << ' ' << frame;
  Polynomial value = intern(key, {Unknown::Varying, {}, {}});
  Symbol symbol = *value.getSymbol();
  auto grid = dyn_cast<GridOp>(getTopLevel(op, frame));
  const Facts here = grid ? getFacts(grid) : facts;
  SmallVector<Polynomial> known;
  bool isNonNegative = op.getFn() != MathFn::Max, isLarge = false;
  for (auto [index, operand] : llvm::enumerate(op.getOperands())) {
    bool isClamp = op.getFn() == MathFn::Clamp;
    bool isBelow = op.getFn() == MathFn::Max || (isClamp && index == 1);
    bool isAbove = op.getFn() == MathFn::Min || (isClamp && index == 2);
    std::optional<Polynomial> bound =
        isBelow || isAbove ? evaluate(operand, frame) : std::optional<Polynomial>();
    bool isPositive = bound && here.isNonNegative(*bound);
    // An unsigned number below 0 is a large one.
    if (bound && !isPositive && operand.getType().isUnsignedInteger())
      bound.reset();
    if (bound)
      known.push_back(isBelow ? value - *bound : *bound - value);
    isLarge |= isBelow && isPositive;
    isNonNegative &= isAbove && isPositive;
  }
  if (known.empty())
    return std::nullopt;
  if (isLarge || isNonNegative)
    facts.addLowerBound(symbol, 0);
  limits[symbol] = std::move(known);
  Bounded bounded{op, frame, {}};
  for (Value operand : op.getOperands())
    bounded.operands.push_back(evaluate(operand, frame));
  boundedOf[symbol] = std::move(bounded);
  return value;
}

/// `T v = a; if (c) v = b;`, and nothing else that writes v.
std::optional<Polynomial> AffineAnalysis::computeAssigned(VarOp var, AssignOp assign, LoadOp load,
                                                          const Frame *frame) {
  auto branch = dyn_cast<IfOp>(assign->getParentOp());
  if (!branch || branch->getBlock() != var->getBlock())
    return std::nullopt;
  Operation *at = var->getBlock()->findAncestorOpInBlock(*load);
  if (!at)
    return std::nullopt;
  if (at->isBeforeInBlock(branch))
    return evaluate(var.getInit(), frame);
  if (at == branch) {
    Operation *inside = assign->getBlock()->findAncestorOpInBlock(*load);
    bool isAfter = inside && inside != assign && assign->isBeforeInBlock(inside);
    return evaluate(isAfter ? assign.getValue() : var.getInit(), frame);
  }
  std::optional<bool> holds = choose({branch, frame});
  if (!holds)
    return std::nullopt;
  bool isThen = branch.getThenRegion().isAncestor(assign->getParentRegion());
  return evaluate(*holds == isThen ? assign.getValue() : var.getInit(), frame);
}

/// What a function's body, or a branch of it that ends in a `return`, gives.
std::optional<Polynomial> AffineAnalysis::computeReturned(Block &block, const Frame *frame) {
  auto returns = [](Region &region) {
    return region.walk([](ReturnOp) { return WalkResult::interrupt(); }).wasInterrupted();
  };
  for (Operation &op : block) {
    if (auto last = dyn_cast<ReturnOp>(op))
      return last.getValue() ? evaluate(last.getValue(), frame) : std::nullopt;
    if (llvm::none_of(op.getRegions(), returns))
      continue;
    auto branch = dyn_cast<IfOp>(op);
    if (!branch)
      return std::nullopt;
    std::optional<bool> holds = choose({branch, frame});
    if (!holds)
      return std::nullopt;
    Region &taken = *holds ? branch.getThenRegion() : branch.getElseRegion();
    if (!returns(taken))
      continue;
    if (!isa<ReturnOp>(taken.front().back()))
      return std::nullopt;
    return computeReturned(taken.front(), frame);
  }
  return std::nullopt;
}

//===------------------------------------------------------------------------------------------===//
// Rounding
//===------------------------------------------------------------------------------------------===//

/// Whether an unsigned value is small enough a multiple of what varies to be its mathematical
/// value, which a hash is not: what is divided or masked need not name an element.
static bool isModest(const Polynomial &value) {
  return llvm::all_of(value.getTerms(), [](const auto &term) {
    return term.first.empty() || std::abs(term.second) < 256;
  });
}

/// Whether an unsigned sum may go on from 0 between two neighbouring iterations, where a parameter
/// is large: its remainders do not go on there, unless the divisor divides 2^32. Sizes that are
/// divided by are modest.
bool AffineAnalysis::mayStartAgain(const Polynomial &sum, const Polynomial &divisor) const {
  if (std::optional<int64_t> constant = divisor.getConstant();
      constant && *constant > 0 && llvm::isPowerOf2_64(*constant))
    return false;
  auto isLarge = [&](Symbol symbol) {
    const Unknown &unknown = getUnknown(symbol);
    bool isSigned = unknown.value && unknown.value.getType().isSignedInteger();
    return unknown.kind != Unknown::Counter && !isSigned && !divisor.contains(symbol);
  };
  int64_t positive = 0;
  bool hasLarge = false;
  for (const auto &[monomial, coefficient] : sum.getTerms()) {
    positive += std::max<int64_t>(coefficient, 0);
    hasLarge |= coefficient > 0 && llvm::any_of(monomial, isLarge);
  }
  return hasLarge && positive > 1;
}

Polynomial AffineAnalysis::makeRounded(const Polynomial &numerator, int64_t denominator) {
  if (!hasCounter(numerator))
    return makeQuotient(numerator, denominator);
  std::string key = "rounded " + std::to_string(denominator);
  llvm::raw_string_ostream stream(key);
  for (const auto &[monomial, coefficient] : numerator.getTerms()) {
    stream << ' ' << coefficient;
    for (Symbol symbol : monomial)
      stream << '*' << symbol;
  }
  Polynomial quotient = intern(key, {Unknown::Varying, {}, {numerator}});
  Symbol symbol = *quotient.getSymbol();
  if (rounded.try_emplace(symbol, numerator, denominator).second) {
    facts.addLowerBound(symbol, 0);
    limits[symbol] = {numerator - quotient * denominator,
                      quotient * denominator + (denominator - 1) - numerator};
  }
  return quotient;
}

/// What is only known to be such a part of the numerator.
Polynomial AffineAnalysis::makePart(BinaryKind kind, const Polynomial &numerator,
                                    const Polynomial &denominator, Type type) {
  std::string key;
  llvm::raw_string_ostream stream(key);
  stream << type;
  for (const Polynomial &operand : {numerator, denominator}) {
    stream << " of";
    for (const auto &[monomial, coefficient] : operand.getTerms()) {
      stream << ' ' << coefficient;
      for (Symbol symbol : monomial)
        stream << '*' << symbol;
    }
  }
  bool isRemainder = kind == BinaryKind::Rem;
  if (auto known = remainders.find(key); isRemainder && known != remainders.end())
    return Polynomial::symbol(known->second);
  auto [entry, isNew] =
      symbols.try_emplace((isRemainder ? "remainder " : "part ") + key, unknowns.size());
  Symbol symbol = entry->second;
  if (!isNew)
    return Polynomial::symbol(symbol);
  unknowns.push_back({Unknown::Varying, {}, {}});
  unfinished.insert(symbol);
  if (isRemainder) {
    remainders[key] = symbol;
  } else {
    quotients[symbol] = {numerator, denominator};
    remainderKeys[symbol] = key;
  }
  return Polynomial::symbol(symbol);
}

/// n / d * d + n % d is n, whatever their signs.
Polynomial AffineAnalysis::joinParts(Polynomial polynomial) const {
  bool changes = polynomial.isValid() && !quotients.empty();
  while (changes) {
    changes = false;
    for (const auto &[quotient, operands] : quotients) {
      auto remainder = remainders.find(remainderKeys.at(quotient));
      if (remainder == remainders.end() || !polynomial.contains(quotient))
        continue;
      Polynomial factor = polynomial.getCoefficient(quotient),
                 rest = polynomial.getCoefficient(remainder->second);
      if (!factor.isValid() || !rest.isValid() || rest.isZero() || factor != rest * operands.second)
        continue;
      polynomial += rest * operands.first - factor * Polynomial::symbol(quotient) -
                    rest * Polynomial::symbol(remainder->second);
      changes = polynomial.isValid();
      break;
    }
  }
  return polynomial;
}

void AffineAnalysis::addRemainder(Symbol symbol, BinaryOp op, const Frame *frame,
                                  const Polynomial &dividend, const Polynomial &divisor,
                                  bool isNonNegative) {
  if (!isModest(dividend))
    return;
  Remainder &remainder = remainderOf[symbol];
  remainder.dividend = dividend;
  remainder.divisor = divisor;
  remainder.isNonNegative = isNonNegative;
  std::pair<BinaryOp, const Frame *> place(op, frame);
  if (op.getType().getIntOrFloatBitWidth() > 32 && !llvm::is_contained(remainder.wide, place))
    remainder.wide.push_back(place);
}

std::optional<Polynomial> AffineAnalysis::computeRounded(BinaryOp op,
                                                         const std::optional<Polynomial> &lhs,
                                                         const std::optional<Polynomial> &rhs,
                                                         const Frame *frame) {
  auto type = dyn_cast<IntegerType>(op.getType());
  if (!rhs || hasCounter(*rhs) || !type)
    return std::nullopt;
  std::optional<int64_t> constant = rhs->getConstant();
  BinaryKind kind = op.getKind();
  bool isPart = lhs && (kind == BinaryKind::Div || kind == BinaryKind::Rem);
  if (!followsRounding || (lhs && isUnfinished(*lhs)))
    return isPart ? std::optional(makePart(kind, *lhs, *rhs, type)) : std::nullopt;
  bool isExact = lhs && facts.isNonNegative(*lhs) && (type.isSigned() || isModest(*lhs));
  bool startsAgain =
      kind == BinaryKind::Rem && lhs && type.isUnsigned() && mayStartAgain(*lhs, *rhs);
  if (isExact && constant) {
    if (kind == BinaryKind::Shr && *constant >= 0 && *constant < 31)
      return makeRounded(*lhs, int64_t(1) << *constant);
    if (kind == BinaryKind::Div && *constant > 0)
      return makeRounded(*lhs, *constant);
    if (kind == BinaryKind::Rem && *constant > 0 && !startsAgain) {
      Polynomial quotient = makeRounded(*lhs, *constant);
      std::optional<Symbol> symbol = quotient.getSymbol();
      if (symbol && getRounded(*symbol))
        addRemainder(*symbol, op, frame, *lhs, *rhs, true);
      return *lhs - quotient * *constant;
    }
  }
  // Where it is evaluated the grid around it has iterations.
  auto grid = dyn_cast<GridOp>(getTopLevel(op, frame));
  const Facts here = grid ? getFacts(grid) : facts;
  Facts around = here;
  if (lhs)
    for (const Polynomial &limit : getLimits(*lhs))
      around.add(limit);
  // Of what is not negative no remainder is, whatever sign the divisor has.
  bool isDivisorPositive = type.isUnsigned() || here.isPositive(*rhs);
  bool isRemainder =
      kind == BinaryKind::Rem && (isDivisorPositive || (isPart && around.isNonNegative(*lhs)));
  bool isMask = kind == BinaryKind::And && constant && *constant >= 0;
  if (!isRemainder && !isMask)
    return isPart ? std::optional(makePart(kind, *lhs, *rhs, type)) : std::nullopt;
  if (isRemainder && isPart) {
    Polynomial value = makePart(kind, *lhs, *rhs, type);
    Symbol symbol = *value.getSymbol();
    if (unfinished.erase(symbol)) {
      bool isNonNegative = around.isNonNegative(*lhs);
      if (type.isUnsigned() || isNonNegative)
        facts.addLowerBound(symbol, 0);
      limits[symbol] = {};
      if (isDivisorPositive)
        limits[symbol].push_back(*rhs - 1 - value);
      if (type.isSigned() && !isNonNegative)
        limits[symbol].push_back(value + *rhs - 1);
      if (!startsAgain && (type.isSigned() || isNonNegative))
        addRemainder(symbol, op, frame, *lhs, *rhs, isNonNegative);
    } else if (getRemainder(symbol)) {
      addRemainder(symbol, op, frame, *lhs, *rhs, getRemainder(symbol)->isNonNegative);
    }
    return value;
  }
  std::string key;
  llvm::raw_string_ostream stream(key);
  stream << "below " << op.getOperation() << ' ' << frame;
  for (const auto &[choice, holds] : decisions)
    stream << ' ' << choice.op << ' ' << choice.frame << ' ' << choice.part << holds;
  // `i & 7` is i % 8: its operands are i and 8.
  Unknown unknown{Unknown::Varying, {}, {}};
  if (isMask && isExact && *constant < INT32_MAX && llvm::isPowerOf2_64(*constant + 1))
    unknown.operands = {*lhs, Polynomial(*constant + 1)};
  Polynomial value = intern(key, unknown);
  Symbol symbol = *value.getSymbol();
  if (isMask || type.isUnsigned() || (lhs && here.isNonNegative(*lhs)))
    facts.addLowerBound(symbol, 0);
  limits[symbol] = {(isRemainder ? *rhs - 1 : *rhs) - value};
  return value;
}

const std::pair<Polynomial, int64_t> *AffineAnalysis::getRounded(Symbol symbol) const {
  auto found = rounded.find(symbol);
  return found == rounded.end() ? nullptr : &found->second;
}

SmallVector<Polynomial> AffineAnalysis::getLimits(const Polynomial &polynomial) const {
  SmallVector<Polynomial> result;
  std::set<Symbol> met;
  auto add = [&](const Polynomial &of) {
    std::set<Symbol> found;
    for (const auto &[monomial, coefficient] : of.getTerms())
      for (Symbol symbol : monomial)
        if (limits.count(symbol) && !met.count(symbol))
          found.insert(symbol);
    for (Symbol symbol : found)
      result.append(limits.at(symbol));
    met.insert(found.begin(), found.end());
  };
  add(polynomial);
  // What is rounded may be made of rounded values.
  for (size_t i = 0; i < result.size() && result.size() < 16; ++i)
    add(Polynomial(result[i]));
  return result;
}

Polynomial AffineAnalysis::substitute(const Polynomial &polynomial, Symbol counter,
                                      const Polynomial &value) {
  Polynomial result = polynomial;
  for (const auto &[symbol, quotient] : std::map(rounded))
    if (result.contains(symbol)) {
      Polynomial numerator = substitute(quotient.first, counter, value);
      if (numerator != quotient.first)
        result = result.substitute(symbol, makeRounded(numerator, quotient.second));
    }
  return result.substitute(counter, value);
}
