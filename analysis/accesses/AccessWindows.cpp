//===- AccessWindows.cpp - How far accesses reach that several bounds keep in place ----------===//
//
//     for (int y = std::max(row - r, 0); y < std::min(row + r + 1, h); y++)
//       a[y]
//
// A loop from the largest to the smallest of several numbers has the iterations between all of
// them, and so has one whose body asks `if (y >= 0 && y < h)`. Each of the bounds says how far the
// access reaches at most. One that says it with nothing that varies is reached where an iteration
// keeps to all the others: above a[h - 1] in the last row, where r is not negative. Where the
// access runs at all, r is not negative either: no case has to be looked at by itself.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/accesses/AccessReach.h"

using namespace mlir;
using namespace vkmorph::vkm;

/// More bounds, and more of what an iteration has to satisfy, make no window that a reader follows.
static constexpr size_t kMaxBounds = 24;

namespace {

/// What a value is at most, and the iteration in which it is that.
struct UpperBound {
  Polynomial value;
  /// Of counters that matter, from the inside out.
  SmallVector<std::pair<Symbol, Polynomial>> numbers;
  /// Not negative where minima and maxima are the operands that were taken for them.
  SmallVector<Polynomial> equal;
  bool isReached = true; ///< by the iteration; else there may be none
};

class Window {
public:
  Window(AffineAnalysis &analysis, const Facts &facts, ArrayRef<const Counter *> counters,
         ArrayRef<Symbol> left)
      : analysis(analysis), facts(facts), counters(counters), left(left) {}

  /// What has to hold where the access runs.
  SmallVector<Polynomial> conditions;
  /// Bounds of a value in all iterations in which the access runs, that do not vary.
  SmallVector<UpperBound, 0> getUpperBounds(const Polynomial &value) const;
  /// What has to hold for the access to run in the iteration that a bound is of; none where that is
  /// not known. Of counters that do not matter it is the first or the last one.
  std::optional<SmallVector<Polynomial>> getNeeds(const UpperBound &bound, const Facts &known,
                                                  bool isLast) const;

private:
  bool dependsOn(const Polynomial &value, Symbol counter) const;
  std::optional<Symbol> findBounded(const Polynomial &value, const Counter *counter) const;
  static std::optional<int> getSign(const Facts &known, const Polynomial &factor);
  void takeOperands(SmallVectorImpl<UpperBound> &bounds, const Counter *counter) const;
  void takeNumbers(SmallVectorImpl<UpperBound> &bounds, const Counter &counter) const;
  bool expand(SmallVectorImpl<Polynomial> &needs, const Facts &known, const Counter *counter) const;
  /// The number of the last iteration; none where it would be rounded and varies.
  std::optional<Polynomial> getLast(const Counter &counter) const {
    if (counter.magnitude == Polynomial(1))
      return counter.span;
    return hasCounter(counter.span) ? std::nullopt
                                    : std::optional(analysis.getLastIteration(counter));
  }
  bool isLeft(const Counter &counter) const { return llvm::is_contained(left, counter.symbol); }
  bool hasCounter(const Polynomial &value) const {
    return value.containsAny([&](Symbol symbol) { return analysis.isCounter(symbol); });
  }

  AffineAnalysis &analysis;
  const Facts &facts; ///< where the access runs
  ArrayRef<const Counter *> counters;
  ArrayRef<Symbol> left;
};

} // namespace

//===------------------------------------------------------------------------------------------===//
// Minima and maxima
//===------------------------------------------------------------------------------------------===//

bool Window::dependsOn(const Polynomial &value, Symbol counter) const {
  return value.containsAny([&](Symbol symbol) {
    const Bounded *bounded = analysis.getBounded(symbol);
    return symbol == counter ||
           (bounded &&
            llvm::any_of(bounded->operands, [&](const std::optional<Polynomial> &operand) {
              return !operand || dependsOn(*operand, counter);
            }));
  });
}

/// A minimum or maximum in the value that depends on the counter; any of them where it is null.
std::optional<Symbol> Window::findBounded(const Polynomial &value, const Counter *counter) const {
  std::optional<Symbol> found;
  for (const auto &[monomial, coefficient] : value.getTerms())
    for (Symbol symbol : monomial)
      if (analysis.getBounded(symbol) &&
          (!counter || dependsOn(Polynomial::symbol(symbol), counter->symbol)))
        found = symbol;
  return found;
}

std::optional<int> Window::getSign(const Facts &known, const Polynomial &factor) {
  if (!factor.isValid())
    return std::nullopt;
  if (known.isNonNegative(factor))
    return 1;
  return known.isNonNegative(-factor) ? std::optional(-1) : std::nullopt;
}

/// min(a, b) is at most a, and at most b; -max(a, b) is at most -a, and at most -b.
void Window::takeOperands(SmallVectorImpl<UpperBound> &bounds, const Counter *counter) const {
  for (size_t i = 0; i < bounds.size() && bounds.size() <= kMaxBounds;) {
    std::optional<Symbol> symbol = findBounded(bounds[i].value, counter);
    if (!symbol) {
      ++i;
      continue;
    }
    const UpperBound bound = bounds[i];
    bounds.erase(bounds.begin() + i);
    const Bounded &bounded = *analysis.getBounded(*symbol);
    std::optional<int> sign = getSign(facts, bound.value.getCoefficient(*symbol));
    MathFn fn = MathOp(bounded.op).getFn();
    if (!sign || fn == (*sign > 0 ? MathFn::Max : MathFn::Min))
      continue;
    ArrayRef<std::optional<Polynomial>> operands(bounded.operands);
    if (fn == MathFn::Clamp)
      operands = operands.slice(*sign > 0 ? 2 : 1, 1);
    for (const std::optional<Polynomial> &operand : operands) {
      if (!operand)
        continue;
      UpperBound next = bound;
      next.value = bound.value.substitute(*symbol, *operand);
      for (auto &[number, value] : next.numbers)
        value = value.substitute(*symbol, *operand);
      Polynomial difference = Polynomial::symbol(*symbol) - *operand;
      next.equal.push_back(*sign > 0 ? difference : -difference);
      bounds.push_back(std::move(next));
    }
  }
}

/// The contrary: min(a, b) is not negative where neither a nor b is. False where nothing is known
/// that would do.
bool Window::expand(SmallVectorImpl<Polynomial> &needs, const Facts &known,
                    const Counter *counter) const {
  for (size_t i = 0; i < needs.size();) {
    std::optional<Symbol> symbol = findBounded(needs[i], counter);
    if (!symbol) {
      ++i;
      continue;
    }
    const Polynomial need = needs[i];
    needs.erase(needs.begin() + i);
    const Bounded &bounded = *analysis.getBounded(*symbol);
    std::optional<int> sign = getSign(known, need.getCoefficient(*symbol));
    MathFn fn = MathOp(bounded.op).getFn();
    if (!sign || fn == (*sign > 0 ? MathFn::Max : MathFn::Min) || needs.size() >= kMaxBounds)
      return false;
    for (auto [index, operand] : llvm::enumerate(bounded.operands)) {
      if (fn == MathFn::Clamp && index == (*sign > 0 ? 1u : 2u))
        continue;
      if (!operand)
        return false;
      needs.push_back(need.substitute(*symbol, *operand));
    }
  }
  return true;
}

//===------------------------------------------------------------------------------------------===//
// Counters
//===------------------------------------------------------------------------------------------===//

/// A counter is at least 0 and at most that of its last iteration, and what conditions say.
void Window::takeNumbers(SmallVectorImpl<UpperBound> &bounds, const Counter &counter) const {
  SmallVector<UpperBound, 0> result;
  for (const UpperBound &bound : bounds) {
    Polynomial factor = bound.value.getCoefficient(counter.symbol);
    if (factor.isZero()) {
      result.push_back(bound);
      continue;
    }
    std::optional<int> sign = getSign(facts, factor);
    if (!sign)
      continue;
    auto take = [&](const Polynomial &value, const Polynomial &number, bool isReached) {
      UpperBound next = bound;
      next.value = value;
      next.numbers.push_back({counter.symbol, number});
      next.isReached &= isReached;
      result.push_back(std::move(next));
    };
    if (std::optional<Polynomial> end = *sign > 0 ? getLast(counter) : Polynomial(0))
      take(bound.value.substitute(counter.symbol, *end), *end, *sign < 0 || !isLeft(counter));
    // rest - m * k >= 0, where m divides the factor of k: m * k is at most the rest.
    for (const Polynomial &condition : conditions) {
      int64_t multiple = condition.getCoefficient(counter.symbol).getConstant().value_or(0);
      if (multiple == 0 || (multiple < 0) != (*sign > 0))
        continue;
      std::optional<Polynomial> scale = factor.divideExactly(-multiple);
      if (!scale)
        continue;
      Polynomial rest = condition - Polynomial::symbol(counter.symbol) * multiple;
      take(bound.value + condition * *scale, *sign > 0 ? rest : -rest,
           std::abs(multiple) == 1 && !isLeft(counter));
    }
  }
  bounds.assign(result.begin(), result.end());
}

SmallVector<UpperBound, 0> Window::getUpperBounds(const Polynomial &value) const {
  SmallVector<UpperBound, 0> bounds;
  bounds.push_back({value, {}, {}});
  for (const Counter *counter : llvm::reverse(counters)) {
    takeOperands(bounds, counter);
    takeNumbers(bounds, *counter);
    if (bounds.size() > kMaxBounds)
      return {};
  }
  takeOperands(bounds, nullptr);
  llvm::erase_if(bounds, [&](const UpperBound &bound) {
    return !bound.value.isValid() || hasCounter(bound.value);
  });
  if (bounds.size() > kMaxBounds)
    return {};
  return bounds;
}

std::optional<SmallVector<Polynomial>> Window::getNeeds(const UpperBound &bound, const Facts &known,
                                                        bool isLast) const {
  SmallVector<Polynomial> needs(conditions);
  llvm::append_range(needs, bound.equal);
  SmallVector<std::pair<Symbol, Polynomial>> numbers;
  for (const Counter *counter : llvm::reverse(counters)) {
    const auto *chosen = llvm::find_if(
        bound.numbers, [&](const auto &number) { return number.first == counter->symbol; });
    std::optional<Polynomial> last = getLast(*counter);
    Polynomial number;
    if (chosen != bound.numbers.end())
      number = chosen->second;
    else if (isLast && last && !isLeft(*counter))
      number = *last;
    numbers.push_back({counter->symbol, number});
    needs.push_back(counter->span);
    if (number.isZero() || (last && number == *last))
      continue;
    needs.push_back(number);
    needs.push_back(counter->span - counter->magnitude * number);
  }
  for (auto [counter, number] : llvm::zip(llvm::reverse(counters), numbers)) {
    if (!expand(needs, known, counter))
      return std::nullopt;
    for (Polynomial &need : needs)
      need = need.substitute(number.first, number.second);
  }
  if (!expand(needs, known, nullptr))
    return std::nullopt;
  return needs;
}

//===------------------------------------------------------------------------------------------===//
// Reaches
//===------------------------------------------------------------------------------------------===//

/// Adds how far the access reaches at most, and whether it does reach as far.
void AccessReach::addWindow(const ElementAccess &access, size_t numDims) {
  ArrayRef<const Counter *> loops = ArrayRef(counters).drop_front(numDims);
  // Of loops whose steps vary nothing is known here.
  for (const Counter *counter : loops)
    if (counter->magnitude.getConstant().value_or(0) < 1)
      return;
  auto isBounded = [&](const Polynomial &value) {
    return value.containsAny([&](Symbol symbol) { return analysis.getBounded(symbol); });
  };
  auto isUnknown = [&](const Polynomial &value) {
    return value.containsAny([&](Symbol symbol) {
      return analysis.getUnknown(symbol).kind == Unknown::Varying && !analysis.getBounded(symbol);
    });
  };
  Window window(analysis, facts, counters, left);
  bool isComplete = true;
  for (const Comparison &comparison : access.comparisons) {
    std::optional<SmallVector<Polynomial>> conditions = getConditions(guardFacts, comparison);
    isComplete &= conditions.has_value();
    for (const Polynomial &condition : conditions ? *conditions : SmallVector<Polynomial>())
      if (hasCounter(condition))
        window.conditions.push_back(condition);
  }
  bool hasBounds = !window.conditions.empty() || isBounded(index);
  for (const Counter *counter : loops)
    hasBounds |= isBounded(counter->span);
  if (!hasBounds || isUnknown(index) || llvm::any_of(window.conditions, isUnknown))
    return;

  // What is known of windows that are not empty.
  SmallVector<Polynomial, 0> inside = guards;
  Facts known = analysis.getFacts();
  for (const Polynomial &guard : guards)
    known.add(guard);
  auto addInside = [&](const Polynomial &value) {
    for (const UpperBound &bound : window.getUpperBounds(value)) {
      Polynomial guard = normalise(bound.value);
      if (known.isNonNegative(guard))
        continue;
      inside.push_back(guard);
      known.add(guard);
    }
  };
  for (const Counter *counter : loops)
    if (hasCounter(counter->span))
      addInside(counter->span);
  llvm::for_each(window.conditions, addInside);

  SmallVector<UpperBound, 0> bounds = window.getUpperBounds(index);
  SmallVector<Reach, 1> reaches;
  for (const UpperBound &bound : bounds) {
    auto isSame = [&](const Reach &reach) { return reach.count == bound.value + 1; };
    if (llvm::none_of(reaches, isSame))
      reaches.push_back({inside, bound.value + 1, {}});
  }
  llvm::append_range(possible, reaches);
  if (!isComplete || llvm::any_of(access.opaque, [](const OpaqueCondition &condition) {
        return !condition.leaves;
      }))
    return;
  known = analysis.getFacts();
  for (const Polynomial &guard : guards)
    known.add(guard);
  for (const UpperBound &bound : bounds)
    for (bool isLast : {true, false}) {
      auto needs = bound.isReached ? window.getNeeds(bound, known, isLast) : std::nullopt;
      std::optional<Reach> witness = needs ? makeWitness(bound.value + 1, *needs) : std::nullopt;
      isTight = witness && llvm::any_of(reaches, [&](const Reach &reach) {
                  return vkmorph::vkm::isWithin(analysis, reach, *witness);
                });
      if (isTight) {
        witnesses.push_back(*witness);
        return;
      }
    }
}

/// A reach where all of this is not negative.
std::optional<Reach> AccessReach::makeWitness(const Polynomial &count,
                                              ArrayRef<Polynomial> needs) const {
  Reach reach{guards, count, {}};
  Facts known = analysis.getFacts();
  for (const Polynomial &guard : guards)
    known.add(guard);
  for (const Polynomial &need : needs) {
    Polynomial guard = normalise(need);
    if (!guard.isValid() || hasCounter(guard) || known.isNonNegative(-guard - 1))
      return std::nullopt;
    if (known.isNonNegative(guard))
      continue;
    reach.guards.push_back(guard);
    known.add(guard);
  }
  return reach;
}
