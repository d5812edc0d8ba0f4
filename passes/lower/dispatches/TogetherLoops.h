//===- TogetherLoops.h - Loops over a grid through which a workgroup goes together ------------===//
//
//   for (uint i = thread; i < n; i += threads)
//     =>   for (uint firstI = workgroup * 256u; firstI < n; firstI += threads)
//
// Threads of a workgroup that wait for each other in an iteration all come to it, also those at the
// end that have none.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_PASSES_LOWER_DISPATCHES_TOGETHERLOOPS_H
#define VKMORPH_PASSES_LOWER_DISPATCHES_TOGETHERLOOPS_H

#include "analysis/values/CountedLoops.h"
#include "device/Builders.h"

#include <string>

namespace vkmorph::vkm {

/// A loop over a grid, whose variable begins where the workgroup's iterations do.
struct TogetherLoop {
  ForOp loop;
  CountedLoop header;
  std::optional<unsigned> axis; ///< along which threads take neighbours; none where all take one
  std::string name;             ///< of the counter
};

class TogetherLoops {
public:
  /// Rewrites the loops around what stands in an iteration, as many as it has counters; an error of
  /// `within` where they are none.
  mlir::LogicalResult find(mlir::Operation *within, mlir::ValueRange counters);

  llvm::MutableArrayRef<TogetherLoop> get() { return m_loops; } ///< the outermost first
  TogetherLoop &getInner() { return m_loops.back(); }
  /// The number of the loop that has each counter.
  llvm::ArrayRef<unsigned> getCounterLoops() const { return m_counterLoops; }

  /// Where the iterations of the workgroup begin along a loop.
  using BuildBegin = llvm::function_ref<mlir::Value(mlir::OpBuilder &, TogetherLoop &)>;
  /// The counters of the iteration that the thread of that index has.
  llvm::SmallVector<VarOp> buildCounters(mlir::OpBuilder &at, mlir::Value index, BuildBegin begin);
  mlir::Value buildBound(mlir::OpBuilder &at, const TogetherLoop &along);

private:
  mlir::LogicalResult takeTogether(ForOp loop);
  mlir::Value buildCoordinate(mlir::OpBuilder &at, mlir::Value index, unsigned axis);

  mlir::Operation *m_within = nullptr;
  ShaderOp m_shader;
  llvm::SmallVector<TogetherLoop, 3> m_loops;
  llvm::SmallVector<unsigned, 3> m_counterLoops;
};

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_LOWER_DISPATCHES_TOGETHERLOOPS_H
