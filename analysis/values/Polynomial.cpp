//===- Polynomial.cpp - Polynomials with integer coefficients over symbols -------------------===//

#include "analysis/values/Polynomial.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace vkmorph::vkm;

/// Index expressions of real programs have a handful of terms; hostile ones must not eat the
/// memory.
static constexpr size_t kMaxTerms = 64;
static constexpr size_t kMaxDegree = 8;

Polynomial::Polynomial(int64_t constant) { addTerm({}, constant); }

Polynomial Polynomial::symbol(Symbol symbol) {
  Polynomial result;
  result.addTerm({symbol}, 1);
  return result;
}

Polynomial Polynomial::invalid() {
  Polynomial result;
  result.valid = false;
  return result;
}

void Polynomial::addTerm(const Monomial &monomial, int64_t coefficient) {
  if (!valid || coefficient == 0)
    return;
  auto *place = llvm::lower_bound(
      terms, monomial, [](const Term &term, const Monomial &other) { return term.first < other; });
  if (place == terms.end() || place->first != monomial)
    place = terms.insert(place, {monomial, 0});
  int64_t &sum = place->second;
  bool overflow = llvm::AddOverflow(sum, coefficient, sum);
  // The smallest integer has no negative, so that nothing may become it.
  if (overflow || sum == INT64_MIN || terms.size() > kMaxTerms || monomial.size() > kMaxDegree) {
    *this = invalid();
    return;
  }
  if (sum == 0)
    terms.erase(place);
}

std::optional<int64_t> Polynomial::getConstant() const {
  if (!valid || terms.size() > 1 || (terms.size() == 1 && !terms.begin()->first.empty()))
    return std::nullopt;
  return terms.empty() ? 0 : terms.begin()->second;
}

std::optional<Symbol> Polynomial::getSymbol() const {
  if (!valid || terms.size() != 1 || terms.begin()->first.size() != 1 || terms.begin()->second != 1)
    return std::nullopt;
  return terms.begin()->first.front();
}

unsigned Polynomial::getDegree() const {
  size_t degree = 0;
  for (const auto &[monomial, coefficient] : terms)
    degree = std::max<size_t>(degree, monomial.size());
  return degree;
}

bool Polynomial::contains(Symbol symbol) const {
  return containsAny([&](Symbol other) { return other == symbol; });
}

bool Polynomial::containsAny(llvm::function_ref<bool(Symbol)> predicate) const {
  return llvm::any_of(terms, [&](const auto &term) { return llvm::any_of(term.first, predicate); });
}

Polynomial Polynomial::getCoefficient(Symbol symbol) const {
  if (!valid)
    return invalid();
  Polynomial result;
  for (const auto &[monomial, coefficient] : terms) {
    auto power = llvm::count(monomial, symbol);
    if (power == 0)
      continue;
    if (power > 1)
      return invalid();
    Monomial rest = monomial;
    rest.erase(llvm::find(rest, symbol));
    result.addTerm(rest, coefficient);
  }
  return result;
}

Polynomial Polynomial::substitute(Symbol symbol, const Polynomial &replacement) const {
  if (!valid)
    return invalid();
  Polynomial result;
  for (const auto &[monomial, coefficient] : terms) {
    if (!llvm::is_contained(monomial, symbol)) {
      result.addTerm(monomial, coefficient);
      continue;
    }
    Polynomial term(coefficient);
    for (Symbol factor : monomial)
      term = term * (factor == symbol ? replacement : Polynomial::symbol(factor));
    result += term;
  }
  return result;
}

std::optional<Polynomial> Polynomial::divideExactly(const Polynomial &divisor) const {
  if (!valid || !divisor.valid || divisor.isZero())
    return std::nullopt;
  // Long division by the leading term. Monomials compare lexicographically, so the leading term of
  // a product is not always the product of the leading terms; where it is not, the division gives
  // up.
  const Monomial &leading = divisor.terms.back().first;
  const int64_t factor = divisor.terms.back().second;
  Polynomial rest = *this, quotient;
  for (size_t steps = 0; !rest.terms.empty(); ++steps) {
    if (steps > kMaxTerms)
      return std::nullopt;
    auto divisible = llvm::find_if(llvm::reverse(rest.terms), [&](const auto &term) {
      return term.second % factor == 0 &&
             std::includes(term.first.begin(), term.first.end(), leading.begin(), leading.end());
    });
    if (divisible == llvm::reverse(rest.terms).end())
      return std::nullopt;
    Monomial monomial;
    std::set_difference(divisible->first.begin(), divisible->first.end(), leading.begin(),
                        leading.end(), std::back_inserter(monomial));
    Polynomial term;
    term.addTerm(monomial, divisible->second / factor);
    quotient += term;
    rest += -(term * divisor);
    if (!rest.valid || !quotient.valid)
      return std::nullopt;
  }
  return quotient;
}

Polynomial &Polynomial::operator+=(const Polynomial &other) {
  if (!other.valid)
    return *this = invalid();
  if (this == &other)
    return *this += Polynomial(other);
  for (const auto &[monomial, coefficient] : other.terms)
    addTerm(monomial, coefficient);
  return *this;
}

Polynomial Polynomial::operator-() const {
  Polynomial result = *this;
  for (auto &[monomial, coefficient] : result.terms)
    coefficient = -coefficient;
  return result;
}

Polynomial Polynomial::operator*(const Polynomial &other) const {
  if (!valid || !other.valid)
    return invalid();
  Polynomial result;
  for (const auto &[mine, a] : terms)
    for (const auto &[theirs, b] : other.terms) {
      int64_t product;
      if (llvm::MulOverflow(a, b, product))
        return invalid();
      Monomial monomial;
      std::merge(mine.begin(), mine.end(), theirs.begin(), theirs.end(),
                 std::back_inserter(monomial));
      result.addTerm(monomial, product);
    }
  return result;
}

bool Polynomial::operator==(const Polynomial &other) const {
  return valid && other.valid && terms == other.terms;
}

//===------------------------------------------------------------------------------------------===//
// Facts
//===------------------------------------------------------------------------------------------===//

void Facts::addLowerBound(Symbol symbol, int64_t bound) {
  shiftedFacts.clear();
  auto [known, isNew] = lowerBounds.try_emplace(symbol, bound);
  if (!isNew)
    known->second = std::max(known->second, bound);
}

void Facts::add(const Polynomial &polynomial) {
  if (!polynomial.isValid() || polynomial.getConstant() ||
      llvm::is_contained(nonNegative, polynomial))
    return;
  shiftedFacts.clear();
  nonNegative.push_back(polynomial);
  // a * symbol + b >= 0 with positive a: the symbol is at least -b / a, rounded up. So it is where
  // other symbols are taken away that have a lower bound: n >= 2 for n - k - 2 and k >= 0.
  if (polynomial.getDegree() != 1)
    return;
  std::optional<Symbol> only;
  int64_t rest = 0, factor = 0;
  for (const auto &[monomial, coefficient] : polynomial.getTerms()) {
    std::optional<int64_t> bound = monomial.empty() ? 1 : getLowerBound(monomial.front());
    if (monomial.empty() || (coefficient < 0 && bound)) {
      int64_t part = 0;
      if (llvm::MulOverflow(coefficient, *bound, part) || llvm::AddOverflow(rest, part, rest))
        return;
      continue;
    }
    if (only || coefficient < 0)
      return;
    only = monomial.front();
    factor = coefficient;
  }
  if (only)
    addLowerBound(*only, -(rest / factor - (rest % factor < 0)));
}

std::optional<int64_t> Facts::getLowerBound(Symbol symbol) const {
  auto known = lowerBounds.find(symbol);
  return known == lowerBounds.end() ? std::nullopt : std::optional<int64_t>(known->second);
}

bool Facts::isNonNegative(const Polynomial &polynomial) const {
  const Polynomial shifted = shift(polynomial);
  if (shiftedFacts.empty())
    for (const Polynomial &fact : nonNegative)
      shiftedFacts.push_back(shift(fact));
  for (bool largestFirst : {false, true}) {
    unsigned budget = 100;
    if (prove(shifted, 3, budget, largestFirst))
      return true;
  }
  return false;
}

/// In terms of what the symbols exceed their lower bounds by.
Polynomial Facts::shift(const Polynomial &polynomial) const {
  Polynomial shifted = polynomial;
  for (auto [symbol, bound] : lowerBounds)
    if (bound != 0 && shifted.contains(symbol))
      shifted = shifted.substitute(symbol, Polynomial::symbol(symbol) + bound);
  return shifted;
}

/// `largestFirst`: the term of the most symbols is taken away first, which what it is taken away
/// with has to fit.
bool Facts::prove(const Polynomial &shifted, unsigned depth, unsigned &budget,
                  bool largestFirst) const {
  if (!shifted.isValid() || budget == 0)
    return false;
  auto isKnown = [&](Symbol symbol) { return lowerBounds.count(symbol) != 0; };
  auto isBad = [&](const auto &term) {
    return term.second < 0 || !llvm::all_of(term.first, isKnown);
  };
  auto bad = llvm::find_if(shifted.getTerms(), isBad);
  if (bad == shifted.getTerms().end())
    return true;
  for (auto other = bad; largestFirst && other != shifted.getTerms().end(); ++other)
    if (isBad(*other) && other->first.size() > bad->first.size())
      bad = other;
  if (depth == 0)
    return false;
  --budget;
  // A known polynomial, multiplied by something that is not negative, helps where it takes this
  // term away: w * (h - 1 - y) takes the term with w * y.
  for (const Polynomial &fact : shiftedFacts) {
    for (const auto &[monomial, coefficient] : fact.getTerms()) {
      if ((coefficient < 0) != (bad->second < 0) ||
          !std::includes(bad->first.begin(), bad->first.end(), monomial.begin(), monomial.end()))
        continue;
      // All terms with the symbol at once: of `w * h * (d - z) + w * (h - y) - x` those with z.
      if (monomial.size() == 1) {
        Polynomial whole = shifted.getCoefficient(monomial.front());
        std::optional<Polynomial> multiple = whole.divideExactly(coefficient);
        bool isGood = multiple && llvm::all_of(multiple->getTerms(), [&](const auto &term) {
                        return term.second > 0 && llvm::all_of(term.first, isKnown);
                      });
        if (isGood && multiple->getTerms().size() > 1 &&
            prove(shifted - fact * *multiple, depth - 1, budget, largestFirst))
          return true;
      }
      Monomial rest;
      std::set_difference(bad->first.begin(), bad->first.end(), monomial.begin(), monomial.end(),
                          std::back_inserter(rest));
      if (!llvm::all_of(rest, isKnown))
        continue;
      Polynomial multiple(std::max<int64_t>(1, bad->second / coefficient));
      for (Symbol symbol : rest)
        multiple = multiple * Polynomial::symbol(symbol);
      if (prove(shifted - fact * multiple, depth - 1, budget, largestFirst))
        return true;
    }
  }
  return false;
}
