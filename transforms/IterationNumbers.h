//===- IterationNumbers.h - How many iterations nested loops have, and which one this is ------===//
//
//   for (y < h) for (x < w) ...                max(h, 0) * max(w, 0) iterations, y * w + x is this
//
// For loops from 0 by ones, in every phase in front of lowering. Commands count what is launched
// with checks of the host's (passes/lower/kernels/GridBodies.h).
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_TRANSFORMS_ITERATIONNUMBERS_H
#define VKMORPH_TRANSFORMS_ITERATIONNUMBERS_H

#include "ir/VkmDialect.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace vkmorph::vkm {

/// Makes the value of a dimension, of which 0 is the outermost loop, where the builder stands.
using DimensionValue = llvm::function_ref<mlir::Value(unsigned dim)>;

/// The number of iterations in that type; a loop whose bound is negative has none.
mlir::Value buildIterations(mlir::OpBuilder &at, mlir::Location loc, unsigned numDims,
                            DimensionValue bound, mlir::Type type);

/// The number of an iteration in that type: row by row, as the source runs through them. Nobody
/// asks for the bound of the outermost loop.
mlir::Value buildIterationNumber(mlir::OpBuilder &at, mlir::Location loc, unsigned numDims,
                                 DimensionValue counter, DimensionValue bound, mlir::Type type);

} // namespace vkmorph::vkm

#endif // VKMORPH_TRANSFORMS_ITERATIONNUMBERS_H
