//===- Accesses.h - What an operation of a kernel reads and writes, element by element -------===//

#ifndef VKMORPH_ANALYSIS_ACCESSES_ACCESSES_H
#define VKMORPH_ANALYSIS_ACCESSES_ACCESSES_H

#include "analysis/values/Affine.h"

#include "llvm/ADT/DenseSet.h"

#include <string>
#include <vector>

namespace vkmorph::vkm {

/// One step from a place to a part of it: an element, or a member.
struct Step {
  mlir::StringAttr member;         ///< null for elements
  std::optional<Polynomial> index; ///< of an element; none where it is not understood
};

/// `difference kind 0` holds.
struct Comparison {
  Polynomial difference;
  CmpKind kind;
};

/// A condition that is not understood: the value, or whether control gets past it, decides.
struct OpaqueCondition {
  mlir::Value value; ///< null where there is nothing to show
  const Frame *frame;
  /// It only decides how many more iterations this loop has, after the first one.
  const Counter *leaves = nullptr;
};

/// A read or write of a buffer or field, of a whole or a part.
struct ElementAccess {
  mlir::Operation *op; ///< load, assign, update or reduce; a call that could not be looked into
  const Frame *frame;
  Root root; ///< a field, or a parameter of the kernel
  llvm::SmallVector<Step, 2> path;
  bool reads = false;
  bool writes = false;
  /// The title of a reduction's operation; empty for others.
  std::string reduction;

  /// All of these hold where the access runs. It runs where the comparisons hold and each loop has
  /// an iteration, if there is no opaque condition.
  llvm::SmallVector<Comparison, 2> comparisons;
  llvm::SmallVector<OpaqueCondition, 2> opaque;
  /// Not negative where the access runs: what is known of rounded values in its subscript.
  llvm::SmallVector<Polynomial> limits;
  /// Why the subscript is not understood, where deciding this would help.
  std::optional<Choice> open;
  /// The counted loops around it, inside of the operation, from the outside in.
  llvm::SmallVector<const Counter *, 2> loops;

  mlir::Location getLoc() const { return op->getLoc(); }
};

/// The accesses of an operation at the top level of a kernel, in program order, through calls.
/// Accesses of local variables are left out. `comparesRounded`: conditions that ask for rounded
/// quotients or remainders are understood, too.
std::vector<ElementAccess> collectAccesses(AffineAnalysis &analysis, mlir::Operation *topLevel,
                                           bool comparesRounded = false);

/// The same, but a subscript of a parameter that depends on conditions comes once for each of its
/// cases: with what holds in that case besides. Where it depends on minima and maxima alone it
/// comes as one, with symbols for them (AffineAnalysis::getBounded), if that is all that one has to
/// know.
std::vector<ElementAccess>
collectAccessCases(AffineAnalysis &analysis, mlir::Operation *topLevel,
                   llvm::function_ref<bool(const ElementAccess &)> isEnough);

/// The accesses as whoever compares them needs them: where the subscript of what the operation
/// writes depends on conditions, that comes in its cases, of parameters and of fields.
std::vector<ElementAccess> collectComparedAccesses(AffineAnalysis &analysis,
                                                   mlir::Operation *topLevel);

/// Whether a minimum or maximum is one of what its operands are as polynomials: none has wrapped.
bool comparesExactly(AffineAnalysis &analysis, mlir::Operation *topLevel, const Bounded &bounded);
/// Whether a remainder is one of what its dividend is as a polynomial, wherever it is computed.
bool dividesExactly(AffineAnalysis &analysis, mlir::Operation *topLevel,
                    const Remainder &remainder);

/// Adds, for accesses of one element of which one runs whatever conditions say, an access that runs
/// for certain: `if (c) { a[i] = x; continue; } a[i] = y;`, a `switch` with a default.
void joinBranches(std::vector<ElementAccess> &accesses, mlir::Operation *topLevel);

/// Where control may come to from the beginning of a region.
struct Ways {
  bool fallsThrough = true; ///< to the end
  bool breaks = false;      ///< out of the switch around
  bool leaves = false;      ///< out of the loop or the function around
};

/// Where it may come to without one of some operations having run.
Ways findWaysAround(mlir::Region &region, const llvm::DenseSet<mlir::Operation *> &avoided);

/// What a decision says; `holds` as in Outcome.
void collectDecision(AffineAnalysis &analysis, mlir::Operation *topLevel, const Outcome &decision,
                     llvm::SmallVectorImpl<Comparison> &comparisons,
                     llvm::SmallVectorImpl<OpaqueCondition> &opaque);

/// What holds before an operation at the top level of a function: `if (n == 0) return;` stands
/// before it. Gives how many conditions are not understood.
size_t collectConditions(AffineAnalysis &analysis, mlir::Operation *topLevel,
                         llvm::SmallVectorImpl<Comparison> &comparisons);

/// The same behind one operation that may jump.
size_t collectJump(AffineAnalysis &analysis, mlir::Operation *jump,
                   llvm::SmallVectorImpl<Comparison> &comparisons);

/// The same for a condition that holds, or does not.
size_t collectCondition(AffineAnalysis &analysis, mlir::Value condition, bool holds,
                        llvm::SmallVectorImpl<Comparison> &comparisons);

/// What holds where an operation stands, in a function without calls around it: it runs there.
Facts getFactsAt(AffineAnalysis &analysis, mlir::Operation *op);

/// "m_box.lo", "a_data": what the source calls it; the elements' numbers are left out.
std::string spellAccess(const ElementAccess &access);

/// What is not negative where a comparison holds.
llvm::SmallVector<Polynomial, 2> getNonNegative(const Comparison &comparison);
/// Whether a comparison holds.
bool isProved(const Comparison &comparison, const Facts &facts);
/// Adds what a comparison says.
void addFact(Facts &facts, const Comparison &comparison);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_ACCESSES_ACCESSES_H
