//===- Scans.h - Grids whose iterations read running totals -----------------------------------===//

#ifndef VKMORPH_ANALYSIS_PATTERNS_SCANS_H
#define VKMORPH_ANALYSIS_PATTERNS_SCANS_H

#include "ir/Effects.h"

namespace vkmorph::vkm {

/// The running totals of a grid, in its order.
llvm::SmallVector<RunningOp> collectRunning(GridOp grid);

/// The totals that depend on each other linearly of which this is one, in their order; a total that
/// is in no system alone.
llvm::SmallVector<RunningOp> collectSystem(RunningOp running);

/// "'sum', 'm_count'": their places, for messages.
std::string listRunning(llvm::ArrayRef<RunningOp> all);

/// The running total that is the index of what a statement writes: `out[count++] = x`; null for all
/// other statements.
VarOp findCountingTotal(AssignOp write);

/// Whether that total has grown in the same iteration when it is read: `out[++count] = x`. Of a
/// write at a total that counts its elements.
bool countsBeforehand(AssignOp write);

/// Whether a variable only grows: everything that changes it adds a positive constant. `steps` gets
/// what does.
bool onlyGrows(VarOp total, llvm::SmallVectorImpl<mlir::Operation *> &steps);

/// Whether each iteration that writes an array at the number that a running total has come to has
/// an element of its own: `out[count] = x; count++;`, `out[count++] = x`. The array is accessed in
/// no other way, but for accesses that `isLeftOut` says are looked at elsewhere, and the total only
/// grows.
bool countsOwnElements(GridOp grid, const Root &root,
                       llvm::function_ref<bool(mlir::Operation *)> isLeftOut = nullptr);

/// Bytes of shared memory that a workgroup of so many threads takes for them at most: a slot of
/// each thread for each type, and a number for each subgroup.
int64_t getScanBytes(GridOp grid, int64_t threads);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_PATTERNS_SCANS_H
