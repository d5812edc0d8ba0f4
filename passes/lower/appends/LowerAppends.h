//===- LowerAppends.h - Appended elements get their slots ------------------------------------===//

#ifndef VKMORPH_PASSES_LOWER_APPENDS_LOWERAPPENDS_H
#define VKMORPH_PASSES_LOWER_APPENDS_LOWERAPPENDS_H

#include "analysis/patterns/Appends.h"

#include "mlir/IR/IRMapping.h"

namespace vkmorph::vkm {

/// What a vkm.once or vkm.grid appends, and by which strategy; none where it appends nothing.
struct PartAppends {
  AppendCounts counts;
  std::optional<AppendStrategy> strategy;
};
/// Of all of them in a class.
using KernelAppends = llvm::DenseMap<mlir::Operation *, PartAppends>;

/// Lowers each vkm.append of a class as its strategy says (AppendPattern.h), most of them to a call
/// of a function that takes the next slot, counts what finds no room, and is shared by all kernels:
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

#endif // VKMORPH_PASSES_LOWER_APPENDS_LOWERAPPENDS_H
