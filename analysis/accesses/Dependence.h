//===- Dependence.h - Whether two accesses of a grid touch one element in different iterations

#ifndef VKMORPH_ANALYSIS_ACCESSES_DEPENDENCE_H
#define VKMORPH_ANALYSIS_ACCESSES_DEPENDENCE_H

#include "analysis/accesses/Accesses.h"

namespace vkmorph::vkm {

/// Symbols that the equations of all pairs share: making new ones for each pair would pile up.
struct EquationSymbols {
  size_t pairs = 0; ///< of accesses that have been compared
  llvm::SmallVector<Symbol> numbers, deltas, inner, rounded, excess;

  /// What stands for the number of an inner loop's iteration.
  Symbol getInner(AffineAnalysis &analysis, size_t number);
  /// What stands for a rounded quotient in one of the iterations: any integer.
  Symbol getRounded(AffineAnalysis &analysis, size_t number);
  /// What stands for how far a number is above 1, or below -1.
  Symbol getExcess(AffineAnalysis &analysis, size_t number);
};

/// Something that is claimed of the distance d between two iterations, in numbers of iterations of
/// each dimension: weights * d >= atLeast.
struct DistanceBound {
  llvm::SmallVector<int64_t, 3> weights;
  int64_t atLeast;
};

/// The polynomial with other names of its symbols, one after the other.
Polynomial rename(Polynomial polynomial, llvm::ArrayRef<std::pair<Symbol, Polynomial>> names);

/// The equations of a pair of accesses. The first one runs in iteration n + d of the grid, the
/// second one in iteration n (both vectors, with a component per dimension), inner loops in any
/// iterations; each equation is 0 where one step of both paths leads to the same element.
class Equations {
public:
  Equations(AffineAnalysis &analysis, GridOp grid, EquationSymbols &symbols,
            const ElementAccess &first, const ElementAccess &second);

  /// Whether it is proved that every solution has d = 0.
  ///
  /// An equation c * (t - z) + r = 0 forces t = z where |r| < |c|: in `y * w + x` with x in [0, w),
  /// the difference of two x is smaller than w, so that both y are equal; then both x are. An
  /// equation is impossible where its range is without 0, or where all its factors have a common
  /// divisor that its constant has not. An equation w * q + r = 0 with |r| < w is two, q = 0 and
  /// r = 0: in columns, `a[y * w + x] += a[(y - 1) * w + x]`, the x are equal.
  ///
  /// Where none of these says more, equations are solved for their variables, one after the other,
  /// until one is impossible or what is known contradicts itself: c[i][j] = c[j][i] with i < j
  /// would have i = j' and j = i', and so j' < j and j < j'.
  ///
  /// Of rounded values each iteration has its own. A remainder i % m is i - m * q with some q:
  /// where conditions say that it is c in both iterations, the difference of both i is a multiple
  /// of m.
  bool proveIndependent();

  /// From here on, only solutions count of which these hold, and all that is asked is about those.
  void assume(llvm::ArrayRef<DistanceBound> bounds);

  /// Whether it is proved that there is no such solution; after assume(). Numbers of the equations
  /// that do not vary and may have any sign are looked at as positive, 0 and negative ones: in
  /// `a[y * w + x] += a[(y - k) * w + x - k]` no two elements of a row are those of one iteration.
  bool proveImpossible();

  /// Whether it is proved that both accesses never lead to the same element in one iteration, in
  /// whatever iterations of its inner loops. Nothing else may be asked afterwards.
  bool proveApartInOneIteration();

  /// Whether a solution with d != 0 has been found that the grids' and loops' bounds, and the
  /// conditions that are understood, allow for some values of parameters. Call it after
  /// proveIndependent.
  bool findDependence();

  /// The same for iterations that are far apart, as the first and the last are in
  /// `a[i] = a[n - 1 - i]`: whether there is such a solution in every grid that has some
  /// iterations.
  bool findDistantDependence();

  /// The distance d of a solution where invariants say how far it is, and nothing known of them
  /// contradicts it: (k, m) in `a[y * w + x] += a[(y - k) * w + x - m]`. Empty where none is found.
  llvm::SmallVector<Polynomial> findOpenDistance() const;

private:
  /// Something that the equations are about, and how far it reaches.
  struct Variable {
    Symbol symbol;
    Polynomial magnitude; ///< magnitude * value <= span
    Polynomial span;      ///< may depend on variables that come before
    bool isDifference;    ///< also -span <= magnitude * value
  };
  using Names = llvm::SmallVector<std::pair<Symbol, Polynomial>>;
  using Solution = llvm::SmallVector<std::pair<Symbol, Polynomial>>;

  llvm::SmallVector<Polynomial> addRounded(const ElementAccess &access, Names &names,
                                           unsigned &used);
  bool isRounded(const Polynomial &polynomial) const;
  void addLoops(const ElementAccess &access, Names &names, unsigned &used);
  void pinCounters();
  void replace(Symbol symbol, const Polynomial &value);
  void gatherFacts();

  bool isVariable(Symbol symbol) const;
  std::optional<Polynomial> getMaximum(const Polynomial &polynomial) const {
    return getMaximum(polynomial, variables);
  }
  std::optional<Polynomial> getMaximum(Polynomial polynomial,
                                       llvm::ArrayRef<Variable> variables) const;
  std::optional<Polynomial> getMaximumOfNumbers(Polynomial polynomial) const;
  bool isBelow(const Polynomial &polynomial, const Polynomial &bound) const;
  bool isImpossible(const Polynomial &equation) const;
  /// The variable that the difference is of, and the value that the equation forces on it: that
  /// which makes the difference 0.
  std::optional<std::pair<Symbol, Polynomial>> force(const Polynomial &equation,
                                                     const Polynomial &difference) const;
  /// Makes two equations of one.
  bool split();
  /// Solves an equation for a variable, and puts that in its place.
  bool eliminate();
  /// The same for a rounded value, so that others are made of it: in `c[i / 9][i % 9]` the
  /// quotients are equal, and so the remainders are i - 9 q with one q.
  bool eliminateRounded();
  bool isContradiction() const;
  std::optional<Polynomial> solveRows(const Polynomial &equation, Symbol delta) const;
  std::optional<Symbol> findOpenSign(llvm::ArrayRef<Symbol> known) const;
  bool proveImpossible(llvm::SmallVector<Symbol> known);
  std::vector<Solution> getCandidates() const;
  std::optional<Solution> getDistantCandidate(unsigned dim, Polynomial equation, int64_t start,
                                              bool backwards) const;
  bool solves(const Solution &solution);
  bool solvesForCertain(const Solution &solution, unsigned dim);

  AffineAnalysis &analysis;
  GridOp grid;
  EquationSymbols &symbols;
  Facts gridFacts; ///< without what is known of the pair
  Facts facts;
  llvm::SmallVector<Variable> variables;
  llvm::SmallVector<Polynomial> equations;
  llvm::SmallVector<Polynomial> differences; ///< d
  llvm::SmallVector<Polynomial> numbers;     ///< n and n + d
  llvm::SmallVector<Comparison> comparisons;
  llvm::SmallVector<Symbol> signs; ///< the excess of numbers whose sign is assumed
  bool eliminates = false;         ///< variables have been eliminated
  bool complete = true;            ///< every step of both paths is understood
  bool disjoint = false;           ///< they lead to different members
};

/// Whether the iterations of each grid of a kernel are proved to be independent.
bool hasIndependentGrids(KernelOp kernel);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_ACCESSES_DEPENDENCE_H
