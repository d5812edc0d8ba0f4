//===- Appends.h - What a kernel appends to the vectors of the class --------------------------===//

#ifndef VKMORPH_PASSES_APPENDS_H
#define VKMORPH_PASSES_APPENDS_H

#include "ir/VkmDialect.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>

namespace vkmorph::vkm {

/// Calls `visit` for each operation in another one, and in the functions that it calls; those of a
/// function once.
void walkReached(mlir::Operation *op, llvm::function_ref<void(mlir::Operation *)> visit);

/// How many elements one run of an operation appends at most, by the vector; none where that is not
/// known, as in a loop whose number of iterations is no constant.
using AppendCounts = llvm::MapVector<mlir::StringAttr, std::optional<int64_t>>;
AppendCounts countAppends(mlir::Operation *op);

/// The vector whose size a bound is, behind conversions and variables that keep their value; null
/// for all others.
mlir::StringAttr getVectorOfSize(mlir::Value bound);

/// The counts of all vkm.once and vkm.grid of a class.
using KernelAppends = llvm::DenseMap<mlir::Operation *, AppendCounts>;

/// Replaces each vkm.append of a class by a call of a function that takes the next slot, counts
/// what finds no room, and is shared by all kernels:
///
///   void append_m_red(Pixel value) {
///     const uint slot = atomicAdd(m_red_size, 1);
///     if (slot < m_red_capacity)
///       m_red[slot] = value;
///     else {
///       atomicMin(m_red_size, m_red_capacity);
///       atomicAdd(m_red_lost, 1);
///     }
///   }
///
/// Who adds beyond the capacity takes the size back to it: it is never larger in the end, and no
/// slot is given out twice. Gives what the kernels append.
KernelAppends lowerAppends(ClassOp op);

/// Tells the host in a kernel's commands how many elements its parts append, in their order, so
/// that a drop-in call makes as much room. `counts` gives the number of iterations of a grid's
/// dimension, null where it is not known.
void noteAppends(mlir::OpBuilder &builder, KernelOp kernel, const KernelAppends &appends,
                 mlir::IRMapping &mapping, llvm::function_ref<mlir::Value(GridOp, unsigned)> count);

/// How often a loop runs at most, as the host knows when it records; null where it does not.
mlir::Value buildMostIterations(mlir::OpBuilder &builder, GridOp grid, unsigned dim);

/// A vkm.reserve of host code asks the object for sizes that its commands change.
void lowerReserve(ReserveOp reserve);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_APPENDS_H
