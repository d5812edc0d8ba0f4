//===- ReductionForms.h - Statements that combine a member with a value ----------------------===//

#ifndef VKMORPH_ANALYSIS_PATTERNS_REDUCTIONFORMS_H
#define VKMORPH_ANALYSIS_PATTERNS_REDUCTIONFORMS_H

#include "ir/Places.h"

#include <optional>

namespace vkmorph::vkm {

/// The place that a statement writes.
struct Target {
  mlir::Value place;
  PlacePath path;
};

/// A value that is combined with a place.
struct Term {
  mlir::Value value;
  bool negated = false; ///< it is subtracted
  /// Of minima and maxima:
  bool replacesNan = false; ///< a place that is NaN takes it
  bool takesNan = false;    ///< it is taken where it is NaN
  bool takesEqual = false;  ///< it is taken where the place compares equal
};

/// A statement that has the form of a reduction.
struct Match {
  Match(ReduceKind kind, mlir::Value place, mlir::Operation *statement)
      : kind(kind), place(place), statement(statement) {}

  ReduceKind kind;
  mlir::Value place;                ///< the reduced place, in the assignment or update
  mlir::Operation *statement;       ///< what the vkm.reduce replaces
  AssignOp guarded;                 ///< the assignment inside of the statement; may be null
  llvm::SmallVector<Term, 1> terms; ///< what is combined, one after the other
  bool convert = false;  ///< the sum is converted back to the place's type, and so is the value
  CallOp function;       ///< of the user's, which combines the place with the term; mostly null
  bool prepends = false; ///< f(x, m)
  mlir::Value guard; ///< a condition of the statement beside the comparison with the place, or null
  llvm::SmallVector<LoadOp> loads; ///< the reads of the place that the form accounts for

  bool isOfFloats() const;
  /// Whether a place that is NaN takes one of the values, and whether one that is NaN is taken.
  bool replacesNan() const;
  bool takesNan() const;
  /// Whether both combine by one operation.
  bool combinesAs(const Match &other) const;
};

/// A comparison of a value with the place: `x < m`, `m > x` are true where the value is the smaller
/// one.
struct PlaceComparison {
  ReduceKind kindIfValueTaken; ///< Min or Max: what the place becomes if the value is taken
  bool ofEqual;                ///< it holds for equal ones as well: `x <= m`
  mlir::Value value;
  LoadOp load;
  bool isNegated = false; ///< `!(x >= m)`, which holds where one of the two is NaN
};

/// `value` is a read of the place, for `statement` alone, and the place does not change in between.
LoadOp getLoadOf(mlir::Value value, const Target &target, mlir::Operation *statement);

/// The comparison with the place that a condition of `statement` is.
std::optional<PlaceComparison> matchComparison(mlir::Value condition, const Target &target,
                                               mlir::Operation *statement);

/// The same for a condition `c && x < m`: `guard` becomes c, which is evaluated before.
std::optional<PlaceComparison> matchGuardedComparison(IfOp branch, const Target &target,
                                                      mlir::Value &guard);

/// The form of a reduction that an assignment to `target`, or an update of it such as `+=`, has.
std::optional<Match> matchForm(mlir::Operation *statement, const Target &target);

/// What in `scope` accesses a place beside the statements of the matches; null if nothing does.
mlir::Operation *findOtherAccess(mlir::Operation *scope, const PlacePath &path,
                                 llvm::ArrayRef<Match> matches);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_PATTERNS_REDUCTIONFORMS_H
