//===- Extents.cpp - How far a kernel reaches into its buffers -------------------------------===//

#include "passes/Extents.h"

#include "passes/LaunchConditions.h"

#include "llvm/ADT/SmallSet.h"

#include <deque>
#include <numeric>

using namespace mlir;
using namespace vkmorph::vkm;

void BufferUse::block(const std::string &why, Location loc) {
  if (!obstacle.empty())
    return;
  obstacle = why;
  obstacleLoc = loc;
}

ExtentOp vkmorph::vkm::findExtent(FunctionOpInterface function, unsigned index) {
  for (auto extent : function.getFunctionBody().front().getOps<ExtentOp>())
    if (auto argument = dyn_cast<BlockArgument>(extent.getPointer()))
      if (argument.getArgNumber() == index)
        return extent;
  return {};
}

/// The stated number of elements.
static std::optional<Polynomial> evaluateStated(AffineAnalysis &analysis, ExtentOp extent) {
  return analysis.evaluate(cast<YieldOp>(extent.getCount().front().back()).getValue());
}

//===------------------------------------------------------------------------------------------===//
// Comparing reaches
//===------------------------------------------------------------------------------------------===//

/// What holds where a reach reaches anything.
static Facts getFacts(const AffineAnalysis &analysis, const Reach &reach) {
  Facts result = analysis.getFacts();
  for (const Polynomial &guard : reach.guards)
    result.add(guard);
  for (const Polynomial &assumption : reach.assumed)
    result.add(assumption);
  result.add(reach.count - 1);
  analysis.addDivisions(result);
  return result;
}

static bool areNonNegative(const Facts &facts, ArrayRef<Polynomial> polynomials) {
  return llvm::all_of(polynomials, [&](const Polynomial &p) { return facts.isNonNegative(p); });
}

/// Whether one reaches at least as far as the other wherever the other one reaches anything.
static bool isWithin(const AffineAnalysis &analysis, const Reach &inner, const Reach &outer) {
  Facts known = getFacts(analysis, inner);
  if (!areNonNegative(known, outer.guards) || !areNonNegative(known, outer.assumed))
    return false;
  known.add(outer.count - 1);
  return known.isNonNegative(outer.count - inner.count);
}

/// Keeps what no other one covers.
static void addReach(const AffineAnalysis &analysis, SmallVectorImpl<Reach> &reaches,
                     const Reach &reach) {
  if (llvm::any_of(reaches, [&](const Reach &known) { return isWithin(analysis, reach, known); }))
    return;
  llvm::erase_if(reaches, [&](const Reach &known) { return isWithin(analysis, known, reach); });
  reaches.push_back(reach);
}

/// The same condition with the smallest factors: n - 1 for 2 * n - 2 or 2 * n - 1.
static Polynomial normalise(const Polynomial &guard) {
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

/// Whether what is covered is the whole extent, and covered whenever the extent is not 0.
static bool isWhole(const AffineAnalysis &analysis, ArrayRef<Reach> extent, const Reach &covered) {
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

namespace {

/// How far one access reaches.
class AccessReach {
public:
  AccessReach(AffineAnalysis &analysis, Operation *topLevel, const ElementAccess &access);

  /// Reached for certain, if the access has been understood so far.
  std::optional<Reach> certain;
  /// Reached if anything is: as `certain`, but the last element may be left out. No element beyond
  /// any of these is.
  SmallVector<Reach, 1> possible;
  /// Reached in an iteration with the largest subscript, where the guards hold; they say nothing of
  /// other iterations, in which the access may run all the same.
  SmallVector<Reach, 0> witnesses;
  /// Whether it is a write of every element of `certain`.
  bool covers = false;
  /// Whether a reach goes at least as far wherever the access runs, and where what is given besides
  /// is not negative.
  bool isWithin(const Reach &reach, ArrayRef<Polynomial> besides = {}) const {
    Facts known = facts;
    for (const Polynomial &condition : besides)
      known.add(condition);
    analysis.addDivisions(known);
    if (!areNonNegative(known, reach.guards) || !areNonNegative(known, reach.assumed))
      return false;
    known.add(reach.count - 1);
    return known.isNonNegative(reach.count - 1 - index);
  }

private:
  void addGuard(const Polynomial &condition);
  void addCounter(const Counter *counter);
  std::optional<int> getDirection(const Polynomial &value, const Counter &counter) const;
  std::optional<Polynomial> getLargest();
  bool chooseLast(const Polynomial &last);
  std::optional<Reach> findWitness(const ElementAccess &access, const Polynomial &largest,
                                   bool isLast) const;
  bool coversAll(const Polynomial &count) const;
  bool hasCounter(const Polynomial &polynomial) const {
    return polynomial.containsAny([&](Symbol symbol) { return analysis.isCounter(symbol); });
  }

  AffineAnalysis &analysis;
  Polynomial index;
  Facts facts; ///< where the access runs
  /// The same without what only follows from the access running: steps that lead somewhere. Guards
  /// are not left out for that reason.
  Facts guardFacts;
  SmallVector<const Counter *> counters;
  SmallVector<Symbol> left; ///< of loops that may be left after the first iteration
  /// The iteration with the largest subscript: of each counter, from the inside out. Where the
  /// subscript is without the counter, the alternative is another one.
  struct Chosen {
    Symbol counter;
    Polynomial number, alternative;
  };
  SmallVector<Chosen, 0> iteration;
  SmallVector<Polynomial, 0> guards;
  std::optional<Polynomial> bound; ///< a condition says that the subscript is less
  /// What else has to be at least 0 for the chosen iteration to be one.
  SmallVector<Polynomial, 2> inRange;
  bool runsForCertain = true;
};

} // namespace

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

AccessReach::AccessReach(AffineAnalysis &analysis, Operation *topLevel, const ElementAccess &access)
    : analysis(analysis), index(*access.path.front().index), facts(analysis.getFacts()),
      guardFacts(analysis.getFacts()) {
  if (auto grid = dyn_cast<GridOp>(topLevel))
    for (unsigned dim = 0; dim < grid.getNumDims(); ++dim)
      addCounter(analysis.getCounter(grid, dim));
  for (const Counter *counter : access.loops)
    addCounter(counter);
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
  std::optional<Polynomial> largest = getLargest();
  if (bound)
    possible.push_back({guards, *bound, {}});
  if (largest)
    possible.push_back({guards, *largest + 1, {}});
  if (!runsForCertain && largest)
    for (bool isLast : {false, true})
      if (std::optional<Reach> witness = findWitness(access, *largest, isLast))
        witnesses.push_back(*witness);
  if (!runsForCertain && bound && chooseLast(*bound - 1))
    if (std::optional<Reach> witness = findWitness(access, *bound - 1, false))
      witnesses.push_back(*witness);
  if (!runsForCertain || !largest)
    return;
  certain = Reach{guards, *largest + 1, {}};
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

/// The subscript in the iteration that makes it largest: loops from the inside out, each in its
/// last or first iteration.
std::optional<Polynomial> AccessReach::getLargest() {
  Polynomial largest = index;
  iteration.clear();
  for (const Counter *counter : llvm::reverse(counters)) {
    std::optional<int> direction = getDirection(largest, *counter);
    if (!direction || (*direction != 0 && llvm::is_contained(left, counter->symbol)))
      return std::nullopt;
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

/// What has to hold for the access to run in the iteration with the largest subscript; of counters
/// that the subscript is without, the first or the last one.
std::optional<Reach> AccessReach::findWitness(const ElementAccess &access,
                                              const Polynomial &largest, bool isLast) const {
  if (llvm::any_of(access.opaque, [](const OpaqueCondition &c) { return !c.leaves; }))
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
    bool isNever = condition.getConstant().value_or(0) < 0;
    if (!condition.isValid() || hasCounter(condition) || isNever)
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

//===------------------------------------------------------------------------------------------===//
// Kernels
//===------------------------------------------------------------------------------------------===//

static constexpr const char *kMayBeLeftOut =
    "an access may be left out, and none that always happens is known to reach as far";

/// One reach of two, the first where a condition holds and the second where it does not, if they go
/// equally far.
static std::optional<Reach> join(const AffineAnalysis &analysis, const Reach &a, const Reach &b) {
  for (const Polynomial &condition : a.guards) {
    const Polynomial *contrary = llvm::find(b.guards, normalise(-condition - 1));
    if (contrary == b.guards.end())
      continue;
    Reach joined = b;
    joined.guards.erase(joined.guards.begin() + (contrary - b.guards.begin()));
    Facts known = analysis.getFacts();
    for (const Polynomial &guard : joined.guards)
      known.add(guard);
    known.add(condition);
    if (areNonNegative(known, a.guards) && known.isNonNegative(a.count - b.count))
      return joined;
  }
  return std::nullopt;
}

/// Two reaches of which one goes as far as the access, whatever else holds: `if (i < n) a[i]` in a
/// loop to m reaches n elements or m, whichever are fewer.
static std::optional<std::pair<const Reach *, const Reach *>>
findTogether(ArrayRef<Reach> witnesses, const AccessReach &access) {
  constexpr size_t kMaxWitnesses = 8;
  if (witnesses.size() > kMaxWitnesses)
    return std::nullopt;
  for (const Reach &first : witnesses)
    for (const Polynomial &condition : first.guards) {
      if (!access.isWithin(first, {condition}))
        continue;
      for (const Reach &second : witnesses)
        if (&second != &first && access.isWithin(second, {-condition - 1}))
          return std::pair(&first, &second);
    }
  return std::nullopt;
}

/// Joins reaches as long as that leads to fewer guards.
static void joinReaches(const AffineAnalysis &analysis, SmallVectorImpl<Reach> &reaches) {
  constexpr size_t kMaxReaches = 48;
  for (size_t i = 0; i < reaches.size() && i < kMaxReaches; ++i)
    for (size_t k = 0; k < i && reaches.size() < kMaxReaches; ++k)
      for (auto [a, b] : {std::pair(i, k), std::pair(k, i)})
        if (std::optional<Reach> joined = join(analysis, reaches[a], reaches[b]))
          if (llvm::none_of(reaches, [&](const Reach &known) {
                return known.count == joined->count && known.guards == joined->guards;
              }))
            reaches.push_back(*joined);
}

SmallVector<BufferUse> vkmorph::vkm::analyseKernel(AffineAnalysis &analysis, KernelOp kernel) {
  SmallVector<BufferUse> uses(kernel.getNumArguments());
  SmallVector<std::optional<Reach>> covered(uses.size());
  SmallVector<bool> readBefore(uses.size());
  struct Pending {
    unsigned index;
    AccessReach reach;
    Location loc;
  };
  std::vector<Pending> uncertain;
  for (Operation &op : kernel.getBody().front()) {
    if (!isa<OnceOp, GridOp>(op))
      continue;
    std::vector<ElementAccess> accesses = collectAccessCases(analysis, &op);
    joinBranches(accesses, &op);
    for (const ElementAccess &access : accesses)
      if (access.reads && access.root.value)
        readBefore[cast<BlockArgument>(access.root.value).getArgNumber()] = true;
    for (const ElementAccess &access : accesses) {
      if (!access.root.value || !isa<PtrType>(access.root.value.getType()))
        continue;
      unsigned index = cast<BlockArgument>(access.root.value).getArgNumber();
      BufferUse &use = uses[index];
      use.reads |= access.reads;
      use.writes |= access.writes;
      if (access.path.empty() || !access.path.front().index) {
        use.block("a subscript is no affine function of loop counters", access.getLoc());
        continue;
      }
      AccessReach reach(analysis, &op, access);
      if (!reach.certain) {
        uncertain.push_back({index, reach, access.getLoc()});
        continue;
      }
      addReach(analysis, use.reaches, *reach.certain);
      if (reach.covers && !readBefore[index] && !covered[index])
        covered[index] = reach.certain;
    }
  }
  // What some iteration reaches under conditions, in each case of them.
  SmallVector<SmallVector<Reach>> witnesses(uses.size());
  for (const Pending &pending : uncertain)
    llvm::append_range(witnesses[pending.index], pending.reach.witnesses);
  for (SmallVector<Reach> &reaches : witnesses)
    joinReaches(analysis, reaches);
  for (const Pending &pending : uncertain) {
    BufferUse &use = uses[pending.index];
    auto covers = [&](const Reach &reach) { return pending.reach.isWithin(reach); };
    if (llvm::any_of(use.reaches, covers))
      continue;
    const Reach *simplest = nullptr;
    for (const Reach &witness : witnesses[pending.index])
      if ((!simplest || witness.guards.size() < simplest->guards.size()) && covers(witness))
        simplest = &witness;
    if (simplest) {
      addReach(analysis, use.reaches, *simplest);
      continue;
    }
    if (auto pair = findTogether(witnesses[pending.index], pending.reach)) {
      addReach(analysis, use.reaches, *pair->first);
      addReach(analysis, use.reaches, *pair->second);
      continue;
    }
    if (!pending.reach.possible.empty())
      use.possible.push_back({pending.reach.possible, pending.loc});
    else
      use.block(kMayBeLeftOut, pending.loc);
  }
  for (unsigned index = 0; index < uses.size(); ++index) {
    BufferUse &use = uses[index];
    if (ExtentOp stated = findExtent(kernel, index)) {
      use.obstacle.clear();
      use.possible.clear();
      use.reaches.clear();
      if (std::optional<Polynomial> count = evaluateStated(analysis, stated))
        use.reaches.push_back({{}, *count, {}});
      else
        use.block("the extent that is stated at the kernel is not understood", stated.getLoc());
    }
    use.overwritten = covered[index] && use.isKnown() && use.possible.empty() &&
                      isWhole(analysis, use.reaches, *covered[index]);
  }
  return uses;
}

//===------------------------------------------------------------------------------------------===//
// Control functions
//===------------------------------------------------------------------------------------------===//

namespace {

/// Rewrites what a kernel's analysis says over the values of the control function that launches it.
class Translation {
public:
  Translation(AffineAnalysis &from, AffineAnalysis &to, LaunchOp launch)
      : from(from), to(to), launch(launch) {}
  /// A reach of the kernel, where it is launched under conditions.
  std::optional<Reach> translate(const Reach &reach, ArrayRef<Polynomial> conditions);

  std::string obstacle; ///< why it failed

private:
  std::optional<Polynomial> translate(const Polynomial &polynomial);
  std::optional<Polynomial> translate(Symbol symbol);
  /// Of a parameter of the kernel.
  std::string getName(Symbol symbol) {
    auto parameter = cast<BlockArgument>(from.getUnknown(symbol).value);
    return argName(from.getFunction(), parameter.getArgNumber()).str();
  }
  std::nullopt_t fail(const Twine &why) {
    obstacle = why.str();
    return std::nullopt;
  }

  AffineAnalysis &from, &to;
  LaunchOp launch;
  /// Unsigned parameters of the kernel that a reach depends on, and what is passed for them.
  SmallVector<std::pair<Symbol, Polynomial>> converted;
};

} // namespace

std::optional<Polynomial> Translation::translate(Symbol symbol) {
  const Unknown unknown = from.getUnknown(symbol);
  switch (unknown.kind) {
  case Unknown::Parameter: {
    unsigned index = cast<BlockArgument>(unknown.value).getArgNumber();
    if (std::optional<Polynomial> argument = to.evaluate(launch.getOperands()[index])) {
      if (unknown.value.getType().isUnsignedInteger())
        converted.push_back({symbol, *argument});
      return argument;
    }
    return fail("the argument '" + getName(symbol) + "' of kernel '" + launch.getKernel() +
                "' is not known before the call");
  }
  case Unknown::Field: {
    if (unknown.value)
      if (std::optional<Polynomial> field = to.evaluate(unknown.value))
        return field;
    return fail("kernel '" + launch.getKernel() +
                "' reaches as far as a member says that changes during the call");
  }
  case Unknown::Quotient:
  case Unknown::Expression: {
    SmallVector<Polynomial> operands;
    for (const Polynomial &operand : unknown.operands) {
      std::optional<Polynomial> translated = translate(operand);
      if (!translated)
        return std::nullopt;
      operands.push_back(*translated);
    }
    if (unknown.kind == Unknown::Quotient)
      return to.makeQuotient(operands[0], operands[1]);
    return to.makeExpression(unknown.value.getDefiningOp(), operands);
  }
  case Unknown::Counter:
  case Unknown::Varying:
  case Unknown::Invariant:
    break;
  }
  return fail("a bound of kernel '" + launch.getKernel() + "' is not understood");
}

std::optional<Polynomial> Translation::translate(const Polynomial &polynomial) {
  Polynomial result;
  for (const auto &[monomial, coefficient] : polynomial.getTerms()) {
    Polynomial term(coefficient);
    for (Symbol symbol : monomial) {
      std::optional<Polynomial> factor = translate(symbol);
      if (!factor)
        return std::nullopt;
      term = term * *factor;
    }
    result += term;
  }
  if (!result.isValid())
    return fail("it is too large an expression");
  return result;
}

std::optional<Reach> Translation::translate(const Reach &reach, ArrayRef<Polynomial> conditions) {
  Reach result;
  Facts known = to.getFacts();
  auto addGuard = [&](const Polynomial &guard) {
    if (known.isNonNegative(guard))
      return;
    result.guards.push_back(guard);
    known.add(guard);
  };
  llvm::for_each(conditions, addGuard);
  const Facts atLaunch = known;
  converted.clear();
  for (const Polynomial &guard : reach.guards) {
    std::optional<Polynomial> translated = translate(guard);
    if (!translated)
      return std::nullopt;
    addGuard(*translated);
  }
  std::optional<Polynomial> count = translate(reach.count);
  if (!count)
    return std::nullopt;
  result.count = *count;
  // A number below 0 that is passed as unsigned is a large one. No array is as long where the reach
  // grows with it; where it only takes part in conditions it may be meant.
  Facts inKernel = getFacts(from, reach);
  for (const auto &[symbol, argument] : converted) {
    if (atLaunch.isNonNegative(argument))
      continue;
    if (!inKernel.isPositive(reach.count.getCoefficient(symbol)))
      return fail("the argument '" + getName(symbol) + "' of kernel '" + launch.getKernel() +
                  "', which is unsigned, may be less than 0 here");
    result.assumed.push_back(argument);
  }
  return result;
}

/// How far a launch reaches that may be left out.
namespace {
struct UncertainReach {
  unsigned index; ///< of the parameter
  Reach reach;
  LaunchCondition condition;
};
} // namespace

/// Where launches on both sides of a branch reach equally far, one of them does so.
static SmallVector<std::pair<unsigned, Reach>>
findReachesOfBothSides(const AffineAnalysis &analysis, ArrayRef<UncertainReach> reaches) {
  std::deque<UncertainReach> work;
  for (const UncertainReach &reach : reaches)
    if (reach.condition.isCertain)
      work.push_back(reach);
  SmallVector<std::pair<unsigned, Reach>> found;
  std::vector<UncertainReach> known;
  for (; !work.empty(); work.pop_front()) {
    const UncertainReach &reach = work.front();
    const Side &side = reach.condition.sides.front();
    for (const UncertainReach &other : known) {
      const Side &otherSide = other.condition.sides.front();
      if (side.branch != otherSide.branch || side.isThen == otherSide.isThen ||
          reach.index != other.index || !isWithin(analysis, reach.reach, other.reach) ||
          !isWithin(analysis, other.reach, reach.reach))
        continue;
      UncertainReach either = reach;
      either.condition.sides.erase(either.condition.sides.begin());
      if (either.condition.sides.empty())
        found.push_back({either.index, either.reach});
      else
        work.push_back(either);
      break;
    }
    known.push_back(reach);
  }
  return found;
}

/// The reach under the conditions of the branches around the launch; none where these are not
/// known.
static SmallVector<Reach> splitBySides(const AffineAnalysis &analysis,
                                       const UncertainReach &uncertain) {
  if (!uncertain.condition.isCertain)
    return {};
  SmallVector<Reach> cases = {uncertain.reach};
  for (const Side &side : uncertain.condition.sides) {
    if (!side.guards)
      return {};
    SmallVector<Reach> split;
    for (const Reach &reach : cases)
      for (ArrayRef<Polynomial> guards : *side.guards) {
        split.push_back(reach);
        for (const Polynomial &guard : guards)
          split.back().guards.push_back(normalise(guard));
      }
    cases = std::move(split);
  }
  // `if (n == 0) return;`: where n is negative nothing is reached, either.
  auto isNever = [&](const Reach &reach) {
    Facts known = analysis.getFacts();
    for (const Polynomial &guard : reach.guards) {
      if (known.isPositive(-guard))
        return true;
      known.add(guard);
    }
    return false;
  };
  if (!llvm::all_of(cases, isNever))
    llvm::erase_if(cases, isNever);
  return cases;
}

static bool isReachKnown(const AffineAnalysis &analysis, const Reach &reach) {
  auto isKnown = [&](const Polynomial &part) { return isKnownAtCall(analysis, part); };
  return llvm::all_of(reach.guards, isKnown) && llvm::all_of(reach.assumed, isKnown) &&
         isKnown(reach.count);
}

SmallVector<BufferUse> vkmorph::vkm::analyseControl(
    AffineAnalysis &analysis, ControlOp control,
    llvm::function_ref<std::pair<AffineAnalysis *, ArrayRef<BufferUse>>(KernelOp)> getKernel) {
  SmallVector<BufferUse> uses(control.getNumArguments());
  SmallVector<std::optional<Reach>> covered(uses.size());
  SmallVector<UncertainReach, 0> uncertain;
  struct Unreached {
    unsigned index;
    SmallVector<Reach, 1> reaches;
    Location loc;
  };
  SmallVector<Unreached, 0> unreached;
  SmallVector<LaunchOp> launches;
  control.walk([&](LaunchOp launch) { launches.push_back(launch); });
  // A function that returns before its first launch binds no buffer then: what keeps it from that
  // holds for all of them.
  ConditionsAtEntry entry;
  if (!launches.empty() && launches.front()->getParentOp() == control) {
    SmallVector<Comparison> comparisons;
    entry.numOpaque = collectConditions(analysis, launches.front(), comparisons);
    entry.numComparisons = comparisons.size();
  }
  for (LaunchOp launch : launches) {
    auto kernel = SymbolTable::lookupNearestSymbolFrom<KernelOp>(launch, launch.getKernelAttr());
    auto [kernelAnalysis, kernelUses] = getKernel(kernel);
    Translation translation(*kernelAnalysis, analysis, launch);
    const LaunchCondition condition = getLaunchCondition(analysis, launch, entry);
    SmallVector<Polynomial> conditionGuards;
    for (const Polynomial &guard : condition.guards)
      conditionGuards.push_back(normalise(guard));
    auto translate = [&](const Reach &reach) {
      std::optional<Reach> translated = translation.translate(reach, conditionGuards);
      if (translated && !isReachKnown(analysis, *translated)) {
        translation.obstacle = "how far kernel '" + launch.getKernel().str() +
                               "' reaches depends on the loop around its launch";
        translated.reset();
      }
      return translated;
    };
    // Two parameters of one launch may get the same buffer: neither is overwritten for certain.
    llvm::SmallSet<unsigned, 4> seen, twice;
    for (Value operand : launch.getOperands())
      if (auto argument = dyn_cast<BlockArgument>(operand);
          argument && isa<PtrType>(operand.getType()))
        if (!seen.insert(argument.getArgNumber()).second)
          twice.insert(argument.getArgNumber());
    for (auto [operand, kernelUse] : llvm::zip(launch.getOperands(), kernelUses)) {
      auto argument = dyn_cast<BlockArgument>(operand);
      if (!argument || !isa<PtrType>(operand.getType()))
        continue;
      unsigned index = argument.getArgNumber();
      BufferUse &use = uses[index];
      bool isFirst = !use.reads && !use.writes && !twice.contains(index);
      use.reads |= kernelUse.reads;
      use.writes |= kernelUse.writes;
      if (!kernelUse.isKnown()) {
        use.block(kernelUse.obstacle, *kernelUse.obstacleLoc);
        continue;
      }
      for (const BufferUse::Possible &possible : kernelUse.possible) {
        Unreached pending{index, {}, possible.loc};
        for (const Reach &reach : possible.reaches)
          if (auto translated = translate(reach))
            pending.reaches.push_back(*translated);
        if (pending.reaches.empty())
          use.block(translation.obstacle, launch.getLoc());
        else
          unreached.push_back(std::move(pending));
      }
      for (const Reach &kernelReach : kernelUse.reaches) {
        std::optional<Reach> reach = translate(kernelReach);
        if (!reach) {
          use.block(translation.obstacle, launch.getLoc());
          break;
        }
        if (!condition.isCertain || !condition.sides.empty()) {
          uncertain.push_back({index, *reach, condition});
          continue;
        }
        addReach(analysis, use.reaches, *reach);
        if (isFirst && kernelUse.overwritten)
          covered[index] = reach;
      }
    }
  }
  for (const auto &[index, reach] : findReachesOfBothSides(analysis, uncertain))
    addReach(analysis, uses[index].reaches, reach);
  auto isCovered = [&](const UncertainReach &pending) {
    return llvm::any_of(uses[pending.index].reaches, [&](const Reach &outer) {
      return isWithin(analysis, pending.reach, outer);
    });
  };
  for (const UncertainReach &pending : uncertain)
    if (!isCovered(pending))
      for (const Reach &reach : splitBySides(analysis, pending))
        addReach(analysis, uses[pending.index].reaches, reach);
  for (const UncertainReach &pending : uncertain)
    if (!isCovered(pending) && splitBySides(analysis, pending).empty())
      uses[pending.index].block("a kernel may not be launched, and none that always is reaches as "
                                "far",
                                control.getLoc());
  for (const Unreached &pending : unreached) {
    BufferUse &use = uses[pending.index];
    bool isReached = llvm::any_of(use.reaches, [&](const Reach &outer) {
      return llvm::any_of(pending.reaches,
                          [&](const Reach &reach) { return isWithin(analysis, reach, outer); });
    });
    if (!isReached)
      use.block(kMayBeLeftOut, pending.loc);
  }
  for (unsigned index = 0; index < uses.size(); ++index) {
    BufferUse &use = uses[index];
    if (ExtentOp stated = findExtent(control, index)) {
      use.obstacle.clear();
      use.reaches.clear();
      if (std::optional<Polynomial> count = evaluateStated(analysis, stated))
        use.reaches.push_back({{}, *count, {}});
    }
    use.overwritten =
        covered[index] && use.isKnown() && isWhole(analysis, use.reaches, *covered[index]);
  }
  return uses;
}
