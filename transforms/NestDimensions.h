//===- NestDimensions.h - Dimensions of a grid become loops of its iterations ----------------===//
//
//   grid (y, x) { ... }      =>      grid (y) for (x ...) { ... }
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_TRANSFORMS_NESTDIMENSIONS_H
#define VKMORPH_TRANSFORMS_NESTDIMENSIONS_H

#include "ir/VkmDialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SmallBitVector.h"

namespace vkmorph::vkm {

/// A loop over one dimension of a grid, with an empty body; `mapping` says what stands for the
/// values that its bounds are made of where the loop stands.
ForOp buildDimensionLoop(mlir::OpBuilder &builder, GridOp grid, unsigned dim,
                         mlir::IRMapping &mapping);

/// Keeps these dimensions of a grid; the others become loops inside, in the order of the source.
/// The grid is another one afterwards.
void nestDimensions(GridOp grid, const llvm::SmallBitVector &kept);

/// The contrary: the only loop of a grid's iterations becomes its innermost dimension. Null, and
/// nothing has changed, where there is none that counts in constant steps between bounds which are
/// the same for all iterations, and where the grid has three dimensions.
GridOp unnestLoop(GridOp grid);

} // namespace vkmorph::vkm

#endif // VKMORPH_TRANSFORMS_NESTDIMENSIONS_H
