//===- UnrollGrids.h - Several iterations of a grid at a time ---------------------------------===//

#ifndef VKMORPH_PASSES_LOOPS_UNROLLGRIDS_H
#define VKMORPH_PASSES_LOOPS_UNROLLGRIDS_H

#include "ir/VkmDialect.h"

#include "mlir/IR/Builders.h"

namespace vkmorph::vkm {

/// How many iterations of a grid's innermost dimension a thread should take at a time; they are
/// written out, and the body stands in the text of the shader twice. 1 for bodies that are too long
/// for that, or whose length is not known.
int64_t getUnrollFactor(GridOp grid);

/// How many iterations of a grid can read their elements by one access of 128 bits each: all
/// that the body reads of buffers are elements with the number of the iteration, of one width, and
/// it writes to none. 1 where that does not hold.
int64_t getLoadWidth(GridOp grid);

/// Lets a thread take `factor` iterations of a grid-stride loop at a time, as long as there are as
/// many; `loop` becomes the loop over what is left. Its step adds one value to its variable, and
/// its condition compares that with a bound by lt or le.
/// Where `onlyIf` builds a condition, a thread takes twice as many first if it holds.
void unrollGridLoop(ForOp loop, int64_t factor,
                    llvm::function_ref<mlir::Value(mlir::OpBuilder &)> onlyIf = {});

/// The same for blocks of `width` iterations, whose elements are read together. The loop begins at
/// the number of the thread, counts by one, and is replaced altogether.
void widenGridLoop(ForOp loop, int64_t width, int64_t factor);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_LOOPS_UNROLLGRIDS_H
