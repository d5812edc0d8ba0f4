//===- Polynomial.h - Polynomials with integer coefficients over symbols ---------------------===//

#ifndef VKMORPH_ANALYSIS_VALUES_POLYNOMIAL_H
#define VKMORPH_ANALYSIS_VALUES_POLYNOMIAL_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <optional>
#include <utility>

namespace vkmorph::vkm {

/// The number of an unknown; what it stands for is known to analysis/values/Affine.h.
using Symbol = unsigned;

/// A product of symbols in ascending order, with repetitions for powers; empty for the constant
/// term.
using Monomial = llvm::SmallVector<Symbol, 2>;

/// A sum of monomials with 64-bit coefficients. Arithmetic that overflows, and sums that grow
/// beyond reason, give the invalid polynomial: nothing is known about it, and it equals nothing.
class Polynomial {
public:
  Polynomial() = default;
  Polynomial(int64_t constant);
  static Polynomial symbol(Symbol symbol);
  static Polynomial invalid();

  bool isValid() const { return valid; }
  bool isZero() const { return valid && terms.empty(); }
  /// The value of a polynomial without symbols.
  std::optional<int64_t> getConstant() const;
  /// The symbol of a polynomial that is one symbol.
  std::optional<Symbol> getSymbol() const;
  /// In ascending order of the monomials, each once, so that the constant term is the first.
  using Term = std::pair<Monomial, int64_t>;
  using TermList = llvm::SmallVector<Term, 2>;
  const TermList &getTerms() const { return terms; }
  unsigned getDegree() const;

  bool contains(Symbol symbol) const;
  bool containsAny(llvm::function_ref<bool(Symbol)> predicate) const;
  /// The polynomial c of this = c * symbol + rest, where the rest is without the symbol; invalid
  /// where the symbol stands in a higher power.
  Polynomial getCoefficient(Symbol symbol) const;
  /// Every occurrence of the symbol replaced.
  Polynomial substitute(Symbol symbol, const Polynomial &replacement) const;
  /// This divided by a constant or by another polynomial, where it divides without a rest.
  std::optional<Polynomial> divideExactly(const Polynomial &divisor) const;

  Polynomial &operator+=(const Polynomial &other);
  Polynomial operator+(const Polynomial &other) const { return Polynomial(*this) += other; }
  Polynomial operator-() const;
  Polynomial operator-(const Polynomial &other) const { return *this + -other; }
  Polynomial operator*(const Polynomial &other) const;
  /// False where one is invalid.
  bool operator==(const Polynomial &other) const;
  bool operator!=(const Polynomial &other) const { return !(*this == other); }

private:
  void addTerm(const Monomial &monomial, int64_t coefficient);

  TermList terms; ///< no coefficient is 0
  bool valid = true;
};

/// What is known of symbols: lower bounds of some, and polynomials that are not negative.
class Facts {
public:
  /// symbol >= bound
  void addLowerBound(Symbol symbol, int64_t bound);
  /// polynomial >= 0
  void add(const Polynomial &polynomial);
  std::optional<int64_t> getLowerBound(Symbol symbol) const;

  /// Whether the polynomial is proved to be at least 0. Proofs: each symbol is replaced by its
  /// lower bound plus a new symbol that is not negative; then no coefficient is negative, if need
  /// be after multiples of up to three of the known polynomials have been taken away.
  bool isNonNegative(const Polynomial &polynomial) const;
  bool isPositive(const Polynomial &polynomial) const { return isNonNegative(polynomial - 1); }

private:
  Polynomial shift(const Polynomial &polynomial) const;
  bool prove(const Polynomial &shifted, unsigned depth, unsigned &budget, bool largestFirst) const;

  llvm::DenseMap<Symbol, int64_t> lowerBounds;
  llvm::SmallVector<Polynomial> nonNegative;
  /// The known polynomials as `shift` gives them; empty until they are asked for again.
  mutable llvm::SmallVector<Polynomial> shiftedFacts;
};

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_VALUES_POLYNOMIAL_H
