//===- AppendBlocks.h - Elements that a workgroup appends together ----------------------------===//

#ifndef VKMORPH_PASSES_LOWER_APPENDS_APPENDBLOCKS_H
#define VKMORPH_PASSES_LOWER_APPENDS_APPENDBLOCKS_H

#include "passes/lower/appends/AppendPattern.h"

namespace vkmorph::vkm {

/// The loops of a shader whose workgroups take blocks of iterations:
///
///   for (uint block = gl_WorkGroupID.x; block < n / 2048u + 1u; block += gl_NumWorkGroups.x) {
///     int m_foundKept[8];
///     uint m_foundTurns = 0u;
///     if (n - block * 2048u >= 2048u)
///       [[unroll]] for (uint turn = 0u; turn < 8u; turn++) {
///         const uint i = block * 2048u + turn * 256u + gl_LocalInvocationID.x;
///         body, in which `m_found.push_back(x)` keeps x for later
///       }
///     else
///       the same, with `if (i < n)` around the body
///     append_m_found(m_foundKept, m_foundTurns);
///   }
///
/// In two and three dimensions the turns go along x. A condition around each iteration would keep
/// the compilers of devices from reading for all turns before they wait for the first, hence the
/// case of whole blocks.
class AppendBlocks : public GridDispatch {
public:
  explicit AppendBlocks(GridOp grid) : grid(grid), turns(*grid.getElementsPerThread()) {}

  ForOp buildLoops(mlir::OpBuilder &at, const GridLoops &loops,
                   llvm::SmallVectorImpl<mlir::Value> &numbers) override;
  void finish() override;

private:
  mlir::Value buildNumber(mlir::OpBuilder &at, unsigned dim, mlir::Value block);
  mlir::Value buildCount(mlir::OpBuilder &at, const GridLoops &loops, unsigned dim);
  mlir::Value buildIsWhole(mlir::OpBuilder &at, const GridLoops &loops,
                           mlir::ArrayRef<mlir::Value> blocks);
  mlir::Value buildIsInside(mlir::OpBuilder &at, const GridLoops &loops,
                            mlir::ArrayRef<mlir::Value> numbers);

  GridOp grid;
  int64_t turns;
  ForOp turnLoop;
  mlir::Value isWhole; ///< whether a block has all of its iterations
};

/// Lowers each vkm.append in a loop over turns: the element and its bit are kept, and behind the
/// loop the function of the vector gets them, with the place of its next slot, if `next` gives one.
void keepAppends(ForOp turnLoop, int64_t turns,
                 llvm::function_ref<mlir::Value(mlir::StringRef vector)> next);

/// Writes the turns of whole blocks by themselves, without the condition around the body.
void splitTurns(ForOp turnLoop, mlir::Value isWhole);

/// The function that gives a workgroup's elements their slots, by one atomic operation for all:
///
///   void append_m_found(inout int kept[8], uint turns)
///
/// Thread t has kept element k where bit k of its `turns` is set. Called by all threads of a
/// workgroup. `store` writes the element that the callback loads into a slot, or counts it as lost.
/// A third parameter is the workgroup's next slot; then `first` and `size` are not needed.
void buildAppendFunction(
    FuncOp function, int64_t numTurns, SharedOp counts, SharedOp first, FieldOp size,
    llvm::function_ref<void(mlir::OpBuilder &, mlir::Value slot,
                            llvm::function_ref<mlir::Value(mlir::OpBuilder &)>)>
        store);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_LOWER_APPENDS_APPENDBLOCKS_H
