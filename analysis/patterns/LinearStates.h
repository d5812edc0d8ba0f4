//===- LinearStates.h - States that depend on each other linearly ----------------------------===//

#ifndef VKMORPH_ANALYSIS_PATTERNS_LINEARSTATES_H
#define VKMORPH_ANALYSIS_PATTERNS_LINEARSTATES_H

#include "ir/Places.h"

#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace vkmorph::vkm {

/// How an iteration changes states of one type, each of which it leaves a sum of multiples of all
/// of them and a value: c1 * t1 + c2 * t2 + x, where neither x nor any c depends on a state.
struct LinearSystem {
  /// The states, and behind them the variables of the iteration that states are made of.
  llvm::SmallVector<PlacePath> places;
  /// What writes these, in the order of the source: assignments, updates and declarations.
  llvm::SmallVector<mlir::Operation *> writes;
  /// By place, the states of which it may become a multiple, over any number of iterations; of a
  /// state this one among them.
  llvm::SmallVector<llvm::SmallBitVector> multiples;
  /// The reads of places that these writes are made of.
  llvm::SmallPtrSet<mlir::Operation *, 16> reads;
};

/// The system that an iteration makes of these states; nothing where it leaves one of them another
/// function of the states. Conditions, and what functions do, are for the caller to see.
std::optional<LinearSystem> findLinearSystem(mlir::Region &iteration,
                                             llvm::ArrayRef<PlacePath> states);

/// By place, the places of the list that values written to it are made of, also through variables
/// of the iteration, conditions left out.
llvm::SmallVector<llvm::SmallBitVector> findDependences(mlir::Region &iteration,
                                                        llvm::ArrayRef<PlacePath> places);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_PATTERNS_LINEARSTATES_H
