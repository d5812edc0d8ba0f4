//===- AccessReach.cpp - How far one access of a kernel reaches into its buffer --------------===//

#include "analysis/accesses/AccessReach.h"

#include <numeric>

using namespace mlir;
using namespace vkmorph::vkm;

//===------------------------------------------------------------------------------------------===//
// Comparing reaches
//===------------------------------------------------------------------------------------------===//

Facts vkmorph::vkm::getFacts(const AffineAnalysis &analysis, const Reach &reach) {
  Facts result = analysis.getFacts();
  for (const Polynomial &guard : reach.guards)
    result.add(guard);
  for (const Polynomial &assumption : reach.assumed)
    result.add(assumption);
  result.add(reach.count - 1);
  analysis.addDivisions(result);
  return result;
}

bool vkmorph::vkm::areNonNegative(const Facts &facts, ArrayRef<Polynomial> polynomials) {
  return llvm::all_of(polynomials, [&](const Polynomial &p) { return facts.isNonNegative(p); });
}

bool vkmorph::vkm::isWithin(const AffineAnalysis &analysis, const Reach &inner,
                            const Reach &outer) {
  Facts known = getFacts(analysis, inner);
  if (!areNonNegative(known, outer.guards) || !areNonNegative(known, outer.assumed))
    return false;
  known.add(outer.count - 1);
  return known.isNonNegative(outer.count - inner.count);
}

void vkmorph::vkm::addReach(const AffineAnalysis &analysis, SmallVectorImpl<Reach> &reaches,
                            const Reach &reach) {
  if (llvm::any_of(reaches, [&](const Reach &known) { return isWithin(analysis, reach, known); }))
    return;
  llvm::erase_if(reaches, [&](const Reach &known) { return isWithin(analysis, known, reach); });
  reaches.push_back(reach);
}

Polynomial vkmorph::vkm::normalise(const Polynomial &guard) {
  int64_t divisor = 0, constant = 0;
  for (const auto &[monomial, factor] : guard.getTerms()) {
    if (monomial.empty())
      constant = factor;
    else
      divisor = std::gcd(divisor, factor);
  }
  if (!guard.isValid() || divisor <= 1)
    return guard;
  std::optional<Polynomial> scaled = (guard - constant).divideExactly(divisor);
  int64_t rounded = constant / divisor - (constant % divisor < 0);
  return scaled ? *scaled + rounded : guard;
}

std::optional<SmallVector<Polynomial>> vkmorph::vkm::getConditions(const Facts &facts,
                                                                   const Comparison &comparison) {
  using Conditions = SmallVector<Polynomial>;
  const Polynomial &difference = comparison.difference;
  switch (comparison.kind) {
  case CmpKind::Eq:
    return Conditions{difference, -difference};
  case CmpKind::Ne:
    if (facts.isNonNegative(difference))
      return Conditions{difference - 1};
    if (facts.isNonNegative(-difference))
      return Conditions{-difference - 1};
    return std::nullopt;
  case CmpKind::Lt:
    return Conditions{-difference - 1};
  case CmpKind::Le:
    return Conditions{-difference};
  case CmpKind::Gt:
    return Conditions{difference - 1};
  case CmpKind::Ge:
    return Conditions{difference};
  }
  llvm_unreachable("all kinds are handled");
}

bool vkmorph::vkm::isZeroWithout(const Facts &facts, const Polynomial &count,
                                 const Polynomial &guard) {
  Polynomial factor = guard + 1;
  return count.divideExactly(factor) && facts.isNonNegative(factor);
}

bool vkmorph::vkm::isWhole(const AffineAnalysis &analysis, ArrayRef<Reach> extent,
                           const Reach &covered) {
  if (extent.size() != 1 || extent.front().count != covered.count)
    return false;
  Facts known = getFacts(analysis, extent.front());
  return areNonNegative(known, covered.assumed) &&
         llvm::all_of(covered.guards, [&](const Polynomial &guard) {
           return known.isNonNegative(guard) || isZeroWithout(known, covered.count, guard);
         });
}

//===------------------------------------------------------------------------------------------===//
// Accesses
//===------------------------------------------------------------------------------------------===//

void AccessReach::addGuard(const Polynomial &condition) {
  Polynomial guard = normalise(condition);
  if (guardFacts.isNonNegative(guard))
    return;
  guards.push_back(guard);
  guardFacts.add(guard);
}

/// Once around a loop: it has iterations, and its number lies in its range.
void AccessReach::addCounter(const Counter *counter) {
  if (!hasCounter(counter->span))
    addGuard(counter->span);
  else if (!guardFacts.isNonNegative(counter->span))
    runsForCertain = false;
  addIteration(facts, *counter);
  guardFacts.add(counter->span);
  guardFacts.add(counter->span - counter->magnitude * Polynomial::symbol(counter->symbol));
  counters.push_back(counter);
}

/// Whether a value depends on a counter, also through what it is rounded, or chosen, from.
static bool dependsOn(const AffineAnalysis &analysis, const Polynomial &value,
                      const Counter &counter) {
  return value.containsAny([&](Symbol symbol) {
    auto isVarying = [&](const Polynomial &operand) {
      return dependsOn(analysis, operand, counter);
    };
    if (symbol == counter.symbol)
      return true;
    if (analysis.getUnknown(symbol).kind != Unknown::Varying)
      return false;
    if (const Remainder *remainder = analysis.getRemainder(symbol))
      return isVarying(remainder->dividend);
    if (const auto *rounded = analysis.getRounded(symbol))
      return isVarying(rounded->first);
    const Bounded *bounded = analysis.getBounded(symbol);
    return !bounded || llvm::any_of(bounded->operands, [&](const auto &operand) {
      return !operand || isVarying(*operand);
    });
  });
}

/// What is left of a dividend without multiples of the divisor: x + d for (x + d) % w + w, and for
/// x + d - w * ((x + d) / w).
static Polynomial reduce(const AffineAnalysis &analysis, Polynomial dividend,
                         const Polynomial &divisor) {
  SmallVector<Symbol> symbols;
  for (const auto &[monomial, coefficient] : dividend.getTerms())
    symbols.append(monomial.begin(), monomial.end());
  for (Symbol symbol : symbols) {
    const Remainder *inner = analysis.getRemainder(symbol);
    if (!inner || inner->divisor != divisor)
      continue;
    if (!analysis.getRounded(symbol))
      dividend = dividend.substitute(symbol, inner->dividend);
    else if (dividend.getCoefficient(symbol).divideExactly(divisor))
      dividend = dividend.substitute(symbol, 0);
  }
  return dividend;
}

/// `a[(x + d + w) % w]` in a loop over x from 0 to w - 1: as x goes around once, so does the
/// subscript, from another beginning. All iterations together reach what a[x] does, where nothing
/// else depends on x.
void AccessReach::unwrap(const ElementAccess &access, Operation *topLevel) {
  // One that has been unwrapped may leave the next one free.
  while (access.opaque.empty() && unwrapOne(access, topLevel))
    ;
}

bool AccessReach::unwrapOne(const ElementAccess &access, Operation *topLevel) {
  SmallVector<Symbol> symbols;
  for (const auto &[monomial, coefficient] : index.getTerms())
    symbols.append(monomial.begin(), monomial.end());
  for (Symbol symbol : symbols) {
    const Remainder *remainder = analysis.getRemainder(symbol);
    if (!remainder || !remainder->isNonNegative || !dividesExactly(analysis, topLevel, *remainder))
      continue;
    const Polynomial &divisor = remainder->divisor;
    // Numbers that are large, and wrap, do not go around: of unsigned ones, only sizes are modest.
    Polynomial around = reduce(analysis, remainder->dividend, divisor);
    auto mayWrap = [&](Symbol part) {
      const Unknown &unknown = analysis.getUnknown(part);
      bool isSigned = unknown.value && unknown.value.getType().isSignedInteger();
      return unknown.kind != Unknown::Counter && !isSigned && !divisor.contains(part);
    };
    // Of a constant divisor, what stands in the subscript is the dividend without the quotient.
    bool isQuotient = analysis.getRounded(symbol);
    Polynomial factor = index.getCoefficient(symbol);
    std::optional<Polynomial> scale =
        isQuotient ? factor.divideExactly(-divisor) : std::optional(factor);
    if (!scale || !scale->isValid() || !around.isValid() || around.containsAny(mayWrap))
      continue;
    Polynomial rest = index - factor * Polynomial::symbol(symbol);
    if (isQuotient)
      rest = rest - *scale * remainder->dividend;
    for (const Counter *counter : counters) {
      Polynomial step = around.getCoefficient(counter->symbol);
      if ((step != Polynomial(1) && step != Polynomial(-1)) ||
          counter->magnitude != Polynomial(1) || counter->span + 1 != divisor)
        continue;
      auto isFree = [&](const Polynomial &value) { return !dependsOn(analysis, value, *counter); };
      if (!isFree(rest) || !isFree(*scale) ||
          !llvm::all_of(access.comparisons,
                        [&](const Comparison &known) { return isFree(known.difference); }) ||
          !llvm::all_of(counters, [&](const Counter *other) { return isFree(other->span); }))
        continue;
      index = rest + *scale * Polynomial::symbol(counter->symbol);
      return true;
    }
  }
  return false;
}

AccessReach::AccessReach(AffineAnalysis &analysis, Operation *topLevel, const ElementAccess &access)
    : analysis(analysis), index(*access.path.front().index), facts(analysis.getFacts()),
      guardFacts(analysis.getFacts()) {
  if (auto grid = dyn_cast<GridOp>(topLevel))
    for (unsigned dim = 0; dim < grid.getNumDims(); ++dim)
      addCounter(analysis.getCounter(grid, dim));
  for (const Counter *counter : access.loops) {
    addCounter(counter);
    for (const Polynomial &limit : analysis.getLimits(counter->span)) {
      facts.add(limit);
      guardFacts.add(limit);
    }
  }
  unwrap(access, topLevel);
  // The first iteration of a loop happens, however early the loop is left.
  for (const OpaqueCondition &condition : access.opaque) {
    if (condition.leaves)
      left.push_back(condition.leaves->symbol);
    else
      runsForCertain = false;
  }
  for (const Polynomial &limit : access.limits) {
    if (Polynomial last = limit + index; last.isValid() && !hasCounter(last))
      bound = last + 1;
    facts.add(limit);
    guardFacts.add(limit);
  }
  for (const Comparison &comparison : access.comparisons) {
    std::optional<SmallVector<Polynomial>> conditions = getConditions(guardFacts, comparison);
    // The condition may say how far it reaches: `if (y * w + x < n) a[y * w + x] = 0;`
    for (const Polynomial &condition : conditions ? *conditions : SmallVector<Polynomial>())
      if (Polynomial last = condition + index; last.isValid() && !hasCounter(last))
        bound = last + 1;
    if (!conditions)
      runsForCertain = false;
    else if (hasCounter(comparison.difference))
      runsForCertain &= areNonNegative(guardFacts, *conditions);
    else
      llvm::for_each(*conditions, [&](const Polynomial &condition) { addGuard(condition); });
    addFact(facts, comparison);
    addFact(guardFacts, comparison);
  }
  analysis.addDivisions(facts);
  ceiling = index;
  std::optional<Polynomial> largest = getLargest(access.loops.size());
  if (bound)
    possible.push_back({guards, *bound, {}});
  if (largest)
    possible.push_back({guards, *largest + 1, assumed});
  if (!runsForCertain && largest)
    for (bool isLast : {false, true})
      if (std::optional<Reach> witness = findWitness(access, *largest, isLast))
        witnesses.push_back(*witness);
  if (!runsForCertain && largest)
    addWitnessesAtConditions(access);
  if (!runsForCertain && bound && chooseLast(*bound - 1))
    if (std::optional<Reach> witness = findWitness(access, *bound - 1, false))
      witnesses.push_back(*witness);
  if (!runsForCertain || !largest) {
    addWindow(access, counters.size() - access.loops.size());
    return;
  }
  certain = Reach{guards, *largest + 1, assumed};
  bool isWrite = isa<AssignOp>(access.op) && access.path.size() == 1;
  covers = isWrite && coversAll(certain->count);
}

/// 1 where the value grows with the counter, -1 where it shrinks, 0 where it does neither; none
/// where that is not known.
std::optional<int> AccessReach::getDirection(const Polynomial &value,
                                             const Counter &counter) const {
  int direction = 0;
  auto add = [&](const Polynomial &factor, int of) {
    if (!factor.isValid() || hasCounter(factor))
      return false;
    int sign = facts.isNonNegative(factor) ? of : facts.isNonNegative(-factor) ? -of : 0;
    bool agrees = sign != 0 && (direction == 0 || direction == sign);
    direction = sign;
    return agrees;
  };
  Polynomial factor = value.getCoefficient(counter.symbol);
  if (!factor.isZero() && !add(factor, 1))
    return std::nullopt;
  SmallVector<Symbol> symbols;
  for (const auto &[monomial, coefficient] : value.getTerms())
    symbols.append(monomial.begin(), monomial.end());
  for (Symbol symbol : symbols) {
    const std::pair<Polynomial, int64_t> *rounded = analysis.getRounded(symbol);
    if (!rounded)
      continue;
    std::optional<int> inner = getDirection(rounded->first, counter);
    if (!inner || (*inner != 0 && !add(value.getCoefficient(symbol), *inner)))
      return std::nullopt;
  }
  return direction;
}

/// The same where the value is compared with what it is in the last iteration, and in the first
/// one: k / 3 * w + k % 3 grows with k. A subscript that would be negative in the last iteration if
/// a row had a negative length is none: rows have not.
std::optional<int> AccessReach::findDirection(const Polynomial &value, const Counter &counter) {
  Polynomial last = analysis.getLastIteration(counter);
  if (!value.isValid() || (hasCounter(last) && last != counter.span))
    return std::nullopt;
  if (last.isZero())
    return 0;
  auto at = [&](const Polynomial &number) {
    return analysis.substitute(value, counter.symbol, number);
  };
  Polynomial first = at(0), end = at(last);
  Facts known = facts;
  for (const Polynomial &part : {value, first, end})
    for (const Polynomial &limit :
         part.isValid() ? analysis.getLimits(part) : SmallVector<Polynomial>())
      known.add(limit);
  if (end.isValid() && known.isNonNegative(end - value))
    return 1;
  if (first.isValid() && known.isNonNegative(first - value))
    return -1;
  Polynomial factor = value.getCoefficient(counter.symbol);
  if (!runsForCertain || !factor.isValid() || hasCounter(factor) || !end.isValid())
    return std::nullopt;
  known.add(-factor - 1);
  known.add(last - 1);
  for (const Counter *other : counters) {
    std::optional<int> direction = getDirection(end, *other);
    Polynomial number = direction == -1 ? analysis.getLastIteration(*other) : Polynomial(0);
    bool isLeft = llvm::is_contained(left, other->symbol);
    if (!direction || (*direction < 0 && (isLeft || hasCounter(number))))
      return std::nullopt;
    end = analysis.substitute(end, other->symbol, number);
  }
  if (!known.isNonNegative(-end - 1))
    return std::nullopt;
  assumed.push_back(factor);
  return 1;
}

/// The subscript in the iteration that makes it largest: loops from the inside out, each in its
/// last or first iteration.
std::optional<Polynomial> AccessReach::getLargest(size_t numLoops) {
  Polynomial largest = index;
  iteration.clear();
  for (const Counter *counter : llvm::reverse(counters)) {
    if (iteration.size() == numLoops && largest.isValid())
      ceiling = largest;
    std::optional<int> direction = getDirection(largest, *counter);
    if (!direction)
      direction = findDirection(largest, *counter);
    if (!direction)
      return std::nullopt;
    // No iteration but the first surely comes: how far the access reaches at most is known.
    if (*direction > 0 && llvm::is_contained(left, counter->symbol))
      runsForCertain = false;
    Polynomial last = analysis.getLastIteration(*counter);
    // A rounded quotient of something that varies is no unknown.
    bool isKnown = !hasCounter(last) || last == counter->span;
    if (*direction > 0 && !isKnown)
      return std::nullopt;
    Polynomial number = *direction > 0 ? last : Polynomial(0);
    largest = analysis.substitute(largest, counter->symbol, number);
    bool isFree = *direction == 0 && isKnown && !llvm::is_contained(left, counter->symbol);
    iteration.push_back({counter->symbol, number, isFree ? last : number});
  }
  if (!largest.isValid() || hasCounter(largest))
    return std::nullopt;
  return largest;
}

/// Chooses the iteration with this subscript: `if (i < n) a[i]` runs in i = n - 1 if there is such
/// an i. Only where subscripts follow each other, so that none is left out.
bool AccessReach::chooseLast(const Polynomial &last) {
  iteration.clear();
  inRange.clear();
  for (const Counter *counter : counters) {
    Polynomial number = 0;
    if (index.contains(counter->symbol)) {
      Polynomial rest = index - Polynomial::symbol(counter->symbol);
      if (!inRange.empty() || hasCounter(rest) || hasCounter(last) || hasCounter(counter->span) ||
          llvm::is_contained(left, counter->symbol))
        return false;
      number = last - rest;
      inRange = {number, counter->span - counter->magnitude * number};
    }
    iteration.push_back({counter->symbol, number, number});
  }
  return !inRange.empty();
}

/// `if (j < i) a[i * n + j]` reaches furthest in the last row in which the condition just holds.
void AccessReach::addWitnessesAtConditions(const ElementAccess &access) {
  const SmallVector<Chosen, 0> furthest = iteration;
  for (const Comparison &comparison : access.comparisons) {
    std::optional<SmallVector<Polynomial>> conditions = getConditions(guardFacts, comparison);
    for (const Polynomial &condition : conditions ? *conditions : SmallVector<Polynomial>())
      for (const Counter *counter : counters) {
        Polynomial factor = condition.getCoefficient(counter->symbol);
        if ((factor != Polynomial(1) && factor != Polynomial(-1)) ||
            counter->magnitude != Polynomial(1) || llvm::is_contained(left, counter->symbol))
          continue;
        Polynomial number = -factor * (condition - factor * Polynomial::symbol(counter->symbol));
        inRange = {number, counter->span - number};
        iteration = {{counter->symbol, number, number}};
        Polynomial value = analysis.substitute(index, counter->symbol, number);
        for (const Chosen &chosen : furthest) {
          if (chosen.counter == counter->symbol)
            continue;
          iteration.push_back(chosen);
          value = analysis.substitute(value, chosen.counter, chosen.number);
        }
        std::optional<Reach> witness = value.isValid() && !hasCounter(value)
                                           ? findWitness(access, value, false)
                                           : std::nullopt;
        if (witness)
          edges.push_back(*witness);
      }
  }
  iteration = furthest;
  inRange.clear();
}

/// What has to hold for the access to run in the iteration with the largest subscript; of counters
/// that the subscript is without, the first or the last one.
std::optional<Reach> AccessReach::findWitness(const ElementAccess &access,
                                              const Polynomial &largest, bool isLast) const {
  if (llvm::any_of(access.opaque, [](const OpaqueCondition &c) { return !c.leaves; }) ||
      llvm::any_of(iteration, [&](const Chosen &chosen) {
        return llvm::is_contained(left, chosen.counter) &&
               !(isLast ? chosen.alternative : chosen.number).isZero();
      }))
    return std::nullopt;
  Reach reach{guards, largest + 1, {}};
  Facts known = analysis.getFacts();
  for (const Polynomial &guard : guards)
    known.add(guard);
  auto substitute = [&](Polynomial value) {
    for (const Chosen &chosen : iteration)
      value =
          analysis.substitute(value, chosen.counter, isLast ? chosen.alternative : chosen.number);
    return value;
  };
  auto add = [&](const Polynomial &value) {
    Polynomial condition = normalise(substitute(value));
    // There may be no such iteration.
    if (!condition.isValid() || hasCounter(condition) || known.isNonNegative(-condition - 1))
      return false;
    if (known.isNonNegative(condition))
      return true;
    reach.guards.push_back(condition);
    known.add(condition);
    return true;
  };
  for (const Counter *counter : counters)
    if (hasCounter(counter->span) && !add(counter->span))
      return std::nullopt;
  if (!llvm::all_of(inRange, add))
    return std::nullopt;
  for (Comparison comparison : access.comparisons) {
    comparison.difference = substitute(comparison.difference);
    std::optional<SmallVector<Polynomial>> conditions = getConditions(known, comparison);
    if (!conditions || !llvm::all_of(*conditions, add))
      return std::nullopt;
  }
  return reach;
}

/// Counts like a number with mixed radix: the digits are the iteration numbers, the value of each
/// digit is the number of values of those below it.
bool AccessReach::coversAll(const Polynomial &count) const {
  SmallVector<std::pair<Polynomial, Polynomial>> digits; // factor, number of values
  Polynomial rest = index;
  for (const Counter *counter : counters) {
    Polynomial factor = index.getCoefficient(counter->symbol);
    if (!factor.isValid() || hasCounter(factor) || hasCounter(counter->span))
      return false;
    if (factor.isZero())
      continue;
    Polynomial last = analysis.getLastIteration(*counter);
    bool descends = !facts.isNonNegative(factor);
    rest = rest.substitute(counter->symbol, descends ? last : Polynomial(0));
    digits.push_back({descends ? -factor : factor, last + 1});
  }
  if (!rest.isZero())
    return false;
  Polynomial radix = 1;
  while (!digits.empty()) {
    auto *digit =
        llvm::find_if(digits, [&](const auto &candidate) { return candidate.first == radix; });
    if (digit == digits.end())
      return false;
    radix = radix * digit->second;
    digits.erase(digit);
  }
  return radix == count;
}
