//===- CountedLoops.h - Loops that count ------------------------------------------------------===//

#ifndef VKMORPH_ANALYSIS_VALUES_COUNTEDLOOPS_H
#define VKMORPH_ANALYSIS_VALUES_COUNTEDLOOPS_H

#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// A loop `for (T c = init; c predicate bound; c += amount)` over an integer c.
struct CountedLoop {
  mlir::Value bound;  ///< in the condition region
  CmpKind predicate;  ///< with the counter on the left
  mlir::Value amount; ///< in the step region
  bool subtracted;    ///< `c -= amount`
};

/// What the condition and the step of a loop say, which evaluate nothing that has an effect.
/// Whether the step leads to the bound is for the caller to see, and whether the body leaves the
/// counter alone. Where there is no such loop `whyNot` gets the reason, for a message about the
/// loop: "its
/// ...".
std::optional<CountedLoop> matchLoopHeader(ForOp loop, llvm::StringRef *whyNot = nullptr);

/// A loop that counts as its header says: the body only reads the counter.
std::optional<CountedLoop> matchCountedLoop(ForOp loop);

/// How often a loop runs that no jump leaves; none where constants do not say so.
std::optional<int64_t> getTrips(ForOp loop);

/// How often a loop runs at most whose condition compares what each iteration counts by one with a
/// constant, also beside other conditions; none where nothing says so.
std::optional<int64_t> getMostTrips(mlir::Operation *loop);

/// Whether statements in loops of an operation may run so often that one thread is too slow for
/// them, or it is not known how often they run.
bool mayRunLong(mlir::Operation *op);

/// How many loops lie in each other at most, an operation itself included.
unsigned getLoopDepth(mlir::Operation *op);

/// How many loops a statement at the top of a kernel nests at least where it becomes a grid: as
/// many as the kernel has dimensions, and one where no statement nests as many, which is an error
/// then.
unsigned getGridDepth(KernelOp kernel);

/// A loop `T c = init; while (c predicate bound) { ... c += amount; ... }`, and what a `for` with a
/// counter that is declared before it becomes.
struct CountedWhile {
  VarOp variable;
  CountedLoop header;    ///< bound in the condition region, amount in the body
  mlir::Operation *step; ///< in the body's block: what stands behind it sees the next value
};

/// A loop that counts a variable once in each iteration, whatever way control takes.
std::optional<CountedWhile> matchCountedWhile(WhileOp loop);

/// Whether a region holds statements, and is no head of a loop.
bool isStatementBody(mlir::Region &region);

/// Whether a region holds statements of a loop, a branch or a block, among which others may stand.
bool holdsStatements(mlir::Region &region);

/// What a `break`, `continue` or `return` leaves or goes on with; null for a return, which leaves
/// the function.
mlir::Operation *getJumpTarget(mlir::Operation *jump);

/// The cases of a switch that control may have run where it comes to one of them: it falls through
/// from one into the next. Empty for regions of other operations.
llvm::SmallVector<mlir::Region *> getCasesInto(mlir::Region &region);

/// Whether an operation returns from its function in some cases.
bool mayReturn(mlir::Operation &op);

/// The jumps by which control leaves a loop before its condition says so.
llvm::SmallVector<mlir::Operation *> getExits(mlir::Operation *loop);

/// Whether a jump in an operation may take control to where the operation does not end.
bool mayJumpOut(mlir::Operation *op);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_VALUES_COUNTEDLOOPS_H
