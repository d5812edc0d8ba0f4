//===- AccessReach.h - How far one access of a kernel reaches into its buffer ----------------===//

#ifndef VKMORPH_ANALYSIS_ACCESSES_ACCESSREACH_H
#define VKMORPH_ANALYSIS_ACCESSES_ACCESSREACH_H

#include "analysis/accesses/Extents.h"

namespace vkmorph::vkm {

/// What holds where a reach reaches anything.
Facts getFacts(const AffineAnalysis &analysis, const Reach &reach);
bool areNonNegative(const Facts &facts, llvm::ArrayRef<Polynomial> polynomials);
/// Whether one reaches at least as far as the other wherever the other one reaches anything.
bool isWithin(const AffineAnalysis &analysis, const Reach &inner, const Reach &outer);
/// Keeps what no other one covers.
void addReach(const AffineAnalysis &analysis, llvm::SmallVectorImpl<Reach> &reaches,
              const Reach &reach);
/// The same condition with the smallest factors: n - 1 for 2 * n - 2 or 2 * n - 1.
Polynomial normalise(const Polynomial &guard);
/// Whether what is covered is the whole extent, and covered whenever the extent is not 0.
bool isWhole(const AffineAnalysis &analysis, llvm::ArrayRef<Reach> extent, const Reach &covered);

/// How far one access reaches.
class AccessReach {
public:
  AccessReach(AffineAnalysis &analysis, mlir::Operation *topLevel, const ElementAccess &access);

  /// Reached for certain, if the access has been understood so far.
  std::optional<Reach> certain;
  /// Reached if anything is: as `certain`, but the last element may be left out. No element beyond
  /// any of these is.
  llvm::SmallVector<Reach, 1> possible;
  /// Reached in an iteration with the largest subscript, where the guards hold; they say nothing of
  /// other iterations, in which the access may run all the same.
  llvm::SmallVector<Reach, 0> witnesses;
  /// The same in iterations in which a condition just holds.
  llvm::SmallVector<Reach, 0> edges;
  /// Whether one of the witnesses goes as far as the access may, wherever it runs.
  bool isTight = false;
  /// Whether it is a write of every element of `certain`.
  bool covers = false;
  /// Whether a reach goes at least as far wherever the access runs, and where what is given besides
  /// is not negative.
  bool isWithin(const Reach &reach, llvm::ArrayRef<Polynomial> besides = {}) const {
    Facts known = facts;
    for (const Polynomial &condition : besides)
      known.add(condition);
    analysis.addDivisions(known);
    if (!areNonNegative(known, reach.guards) || !areNonNegative(known, reach.assumed))
      return false;
    known.add(reach.count - 1);
    return known.isNonNegative(reach.count - 1 - index) ||
           (ceiling != index && known.isNonNegative(reach.count - 1 - ceiling));
  }
  /// Whether that follows from `possible`.
  bool isPossiblyWithin(const Reach &reach) const {
    return llvm::any_of(possible, [&](const Reach &inner) {
      return vkmorph::vkm::isWithin(analysis, inner, reach);
    });
  }

private:
  void addGuard(const Polynomial &condition);
  void addCounter(const Counter *counter);
  void unwrap(const ElementAccess &access, mlir::Operation *topLevel);
  bool unwrapOne(const ElementAccess &access, mlir::Operation *topLevel);
  void addWindow(const ElementAccess &access, size_t numDims);
  std::optional<Reach> makeWitness(const Polynomial &count, llvm::ArrayRef<Polynomial> needs) const;
  std::optional<int> getDirection(const Polynomial &value, const Counter &counter) const;
  std::optional<int> findDirection(const Polynomial &value, const Counter &counter);
  /// `numLoops`: how many of the counters are of loops in the grid.
  std::optional<Polynomial> getLargest(size_t numLoops);
  bool chooseLast(const Polynomial &last);
  void addWitnessesAtConditions(const ElementAccess &access);
  std::optional<Reach> findWitness(const ElementAccess &access, const Polynomial &largest,
                                   bool isLast) const;
  bool coversAll(const Polynomial &count) const;
  bool hasCounter(const Polynomial &polynomial) const {
    return polynomial.containsAny([&](Symbol symbol) { return analysis.isCounter(symbol); });
  }

  AffineAnalysis &analysis;
  Polynomial index;
  /// What the subscript is at most in an iteration of the grid: each loop in it that decides in its
  /// last or first iteration, so that proofs need not say how loops end.
  Polynomial ceiling;
  Facts facts; ///< where the access runs
  /// The same without what only follows from the access running: steps that lead somewhere. Guards
  /// are not left out for that reason.
  Facts guardFacts;
  llvm::SmallVector<const Counter *> counters;
  llvm::SmallVector<Symbol> left; ///< of loops that may be left after the first iteration
  /// The iteration with the largest subscript: of each counter, from the inside out. Where the
  /// subscript is without the counter, the alternative is another one.
  struct Chosen {
    Symbol counter;
    Polynomial number, alternative;
  };
  llvm::SmallVector<Chosen, 0> iteration;
  llvm::SmallVector<Polynomial, 0> guards;
  llvm::SmallVector<Polynomial, 0>
      assumed;                     ///< lengths of rows: not negative, or nothing is reached
  std::optional<Polynomial> bound; ///< a condition says that the subscript is less
  /// What else has to be at least 0 for the chosen iteration to be one.
  llvm::SmallVector<Polynomial, 2> inRange;
  bool runsForCertain = true;
};

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_ACCESSES_ACCESSREACH_H
