//===- GridBodies.h - Copies of a kernel's parts for its shaders and commands -----------------===//

#ifndef VKMORPH_PASSES_LOWER_KERNELS_GRIDBODIES_H
#define VKMORPH_PASSES_LOWER_KERNELS_GRIDBODIES_H

#include "ir/VkmDialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"

namespace vkmorph::vkm {

/// The value of a shader's push constant of that name.
mlir::Value getPushConstant(mlir::Block &body, llvm::StringRef name);

/// Gives what an operation uses from the top of the kernel to the shader.
void mapOutside(mlir::OpBuilder &at, mlir::Operation *op, mlir::IRMapping &mapping);

void cloneStatements(mlir::OpBuilder &at, mlir::Block &block, mlir::IRMapping &mapping);

/// Clones the body of a grid, whose counters are variables of the shader. Loads of them are made
/// where they are used, so that they print as the variable.
void cloneBody(mlir::OpBuilder &at, GridOp grid, mlir::ArrayRef<mlir::Value> counters,
               mlir::IRMapping &mapping);

/// How many iterations a dimension has, counted by the host.
mlir::Value buildIterationCount(mlir::OpBuilder &at, GridOp grid, unsigned dim,
                                mlir::IRMapping &mapping);

/// The product of the dimensions' counts, which the host sees to fit 32 bits.
mlir::Value buildIterationProduct(mlir::OpBuilder &at, GridOp grid,
                                  mlir::ArrayRef<mlir::Value> counts);

/// The fields that every launch overwrites before anything reads them, so that nobody needs what
/// they held: those that statements which run once assign as a whole.
mlir::ArrayAttr findOverwritten(KernelOp kernel);

/// The grid that appends what this one counts, behind it; the grid itself where it does not count.
GridOp getAppendingGrid(GridOp grid);

/// What a shader's comment says of a grid: what it does with the iterations, where that has a name,
/// and whether they are known to be independent.
std::string describeIterations(GridOp grid, llvm::StringRef what);

/// Drops what is for the host alone from a shader or a function of the device: room that it makes,
/// checks that numbers fit 32 bits.
void dropHostsPart(mlir::Operation *device);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_LOWER_KERNELS_GRIDBODIES_H
