//===- ControlFacts.h - What holds where a statement of a control function stands -------------===//

#ifndef VKMORPH_ANALYSIS_ACCESSES_CONTROLFACTS_H
#define VKMORPH_ANALYSIS_ACCESSES_CONTROLFACTS_H

#include "analysis/values/Affine.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallSet.h"

namespace vkmorph::vkm {

/// What holds where a statement stands.
struct Known {
  Facts facts;
  llvm::SmallVector<Polynomial> list; ///< not negative: what `facts` was given

  void add(const Polynomial &polynomial) {
    facts.add(polynomial);
    list.push_back(polynomial);
  }
  /// Also of halves: 2 * p >= -1.
  bool isNonNegative(const Polynomial &polynomial) const {
    return facts.isNonNegative(polynomial) ||
           facts.isNonNegative(polynomial * Polynomial(2) + Polynomial(1));
  }
};

/// Finds what holds in one control function: what conditions, earlier statements and the loops
/// around a statement say. Counters of loops, and what an iteration finds in variables that a loop
/// changes, are symbols of `getAnalysis()`.
class ControlFacts {
public:
  explicit ControlFacts(ControlOp control);

  Known getKnownAt(mlir::Operation *op);
  /// The value, where it is proved that nothing wraps on the way to it.
  std::optional<Polynomial> evaluate(mlir::Value value, const Known &known);
  /// Adds what quotients, remainders, minima and maxima in a polynomial say.
  void addMeaning(Known &known, const Polynomial &polynomial) {
    llvm::SmallSet<Symbol, 8> met;
    addMeaning(known, polynomial, met);
  }
  /// What the first iteration of a loop finds in the variables that the loop changes, where that is
  /// known, and each one's symbol.
  llvm::SmallVector<std::pair<Symbol, Polynomial>> getFirstValues(mlir::Operation *loop);
  AffineAnalysis &getAnalysis() { return analysis; }
  ControlOp getControl() { return control; }

private:
  /// A variable that a loop changes.
  struct Variable {
    mlir::Value place;
    Symbol symbol;
    llvm::SmallVector<mlir::Operation *> writes; ///< in the loop
    std::optional<Polynomial> first;             ///< before it
  };

  void addMeaning(Known &known, const Polynomial &polynomial, llvm::SmallSet<Symbol, 8> &met);
  void addStated(Known &known);
  void enter(Known &known, mlir::Operation *parent, mlir::Operation *child);
  void assumeBefore(Known &known, mlir::Operation *op);
  void assume(Known &known, mlir::Value condition, bool holds);
  void addCounter(Known &known, mlir::Operation *loop);
  void addInvariants(Known &known, mlir::Operation *loop);
  llvm::SmallVector<Variable, 0> findVariables(const Known &known, mlir::Operation *loop);
  bool isKept(const Polynomial &candidate, const Variable &variable, const Known &entry);
  std::optional<Polynomial> getWritten(const Variable &variable, mlir::Operation *write,
                                       Known &known);

  bool isExact(mlir::Value value, const Known &known, unsigned depth = 0);
  bool findExact(mlir::Value value, const Known &known, unsigned depth);
  bool isExactLoad(LoadOp load, const Known &known, unsigned depth);
  bool isExactLoop(mlir::Operation *loop, const Known &known, unsigned depth);
  bool isExactCast(CastOp cast, const Known &known, unsigned depth);
  bool fits(const Polynomial &polynomial, mlir::Type type, const Known &known);

  ControlOp control;
  AffineAnalysis analysis;
  llvm::MapVector<mlir::Operation *, llvm::SmallVector<Polynomial>> invariants; ///< of loops
  llvm::SmallVector<mlir::Value> visited;    ///< variables whose values are being looked at
  llvm::DenseMap<mlir::Value, bool> exactly; ///< what isExact has found since it was asked first
};

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_ACCESSES_CONTROLFACTS_H
