//===- RunningSteps.h - What statements do to a running total --------------------------------===//

#ifndef VKMORPH_ANALYSIS_PATTERNS_RUNNINGSTEPS_H
#define VKMORPH_ANALYSIS_PATTERNS_RUNNINGSTEPS_H

#include "analysis/patterns/ReductionForms.h"

namespace vkmorph::vkm {

/// What a statement makes of a place t.
enum class StepKind {
  Combine, ///< t op x, by an associative and commutative operation
  Restart, ///< x, whatever t has been
  Scale,   ///< c * t + x, where neither c nor x depends on t
  Bound    ///< several changes, of which one raises or lowers it to a bound: max(t + x, low)
};

/// A statement that changes a running total.
struct RunningStep {
  StepKind kind;
  Match match; ///< of steps that combine; of others the statement, its place and its reads of it
  bool scales = false; ///< it multiplies the place, in whatever way
};

/// The step that an assignment to `target` or an update of it is; nothing for others.
std::optional<RunningStep> matchRunningStep(mlir::Operation *statement, const Target &target);

/// What all iterations before one make of a place, whichever they are: c * t + x for sums, t op x
/// for others, or x where one of them restarts; held between bounds, min(max(c * t + x, low),
/// high). Such functions are closed under composition (Blelloch, Prefix Sums and Their
/// Applications, 1990, of recurrences of first order), which is associative, but not commutative.
struct RunningLaw {
  ReduceKind kind = ReduceKind::Add;
  bool restarts = false;
  bool scales = false;
  bool latest = false;  ///< nothing is combined: the place keeps what the last restart has set
  bool bounded = false; ///< minima and maxima come between what is added
  /// The place is one of a few values behind each iteration, whatever its statements do, and none
  /// of the above is said (RunningStates.h).
  bool hasStates = false;

  /// Whether the order in which iterations are combined does not count.
  bool isCommutative() const { return !restarts && !scales && !bounded && !hasStates; }
};

/// The law that all of these steps follow; nothing where there is none.
std::optional<RunningLaw> findRunningLaw(llvm::ArrayRef<RunningStep> steps);

/// The reads that an expression is made of, also by what its variables begin with.
llvm::SmallVector<LoadOp> findLoads(mlir::Value value);

/// What of an expression is a multiple of a place, or of several, which it may read only there: of
/// 3 * t + x the part 3 * t, of x nothing. Reads of the place become `factor`.
class MultipleOf {
public:
  explicit MultipleOf(const PlacePath &path) : paths{path} {}
  explicit MultipleOf(llvm::ArrayRef<PlacePath> paths) : paths(paths) {}
  /// From now on factors are of this type, and what is built is, too.
  void widen(mlir::Type type) { wide = type; }

  /// Whether an expression is c * t + x, of several places c1 * t1 + c2 * t2 + x.
  bool isLinear(mlir::Value value);
  /// Builds c * factor for an expression c * t + x; null where c is 0.
  mlir::Value build(mlir::OpBuilder &builder, mlir::Value value, mlir::Value factor);
  /// The same for several places: reads of each become what `factorOf` gives for its index, which
  /// is null for 0.
  using FactorFn = llvm::function_ref<mlir::Value(mlir::OpBuilder &, size_t)>;
  mlir::Value build(mlir::OpBuilder &builder, mlir::Value value, FactorFn factorOf);
  /// The reads of the places that an expression is made of.
  llvm::SmallVector<LoadOp> findReads(mlir::Value value);
  /// Whether what is combined reads the place as well: `t += c * (x - t)`.
  bool isReadByTerms(const Match &match);

private:
  mlir::Value visit(mlir::Value value);
  mlir::Value visitBinary(BinaryOp op);
  mlir::Value visitProduct(mlir::Location loc, mlir::Value lhs, mlir::Value rhs);
  mlir::Value negate(mlir::Location loc, mlir::Value value);
  mlir::Value make(mlir::Location loc, BinaryKind kind, mlir::Value lhs, mlir::Value rhs);

  llvm::SmallVector<PlacePath, 1> paths;
  bool linear = true;
  mlir::OpBuilder *at = nullptr; ///< null where nothing is built
  mlir::Type wide;               ///< null where the type is that of the expression
  std::optional<FactorFn> factor;
};

/// One of the changes that a statement makes to a place.
struct Change {
  /// None: the value is an expression of floats, c * t + x, that reads the place more than once, or
  /// the operand of an update of which that is true.
  std::optional<RunningChange> kind;
  mlir::Value value;
};

/// What a statement does to a place, one change after the other: of t = min(max(t + x, low), high)
/// an addition and two bounds. Nothing where that is no such chain. What stands under a condition
/// of the statement's own (`Match::guard`) does so.
std::optional<llvm::SmallVector<Change>> matchChanges(mlir::Operation *statement,
                                                      const Target &target);

/// Whether an update by this operation multiplies what it updates, or adds to it.
bool isScalingKind(BinaryKind kind, mlir::Type type);

/// Whether an expression calls what may read or write memory.
bool callsOthers(mlir::Value value);

/// Whether a step of floats multiplies the place by more than 1, or by less than -1.
enum class Growth { Never, Unknown, Always };
Growth getGrowth(mlir::Operation *statement, const Target &target);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_PATTERNS_RUNNINGSTEPS_H
