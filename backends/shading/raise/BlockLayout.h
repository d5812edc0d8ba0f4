//===- BlockLayout.h - Where members lie in blocks, and of which layout these are -----------===//

#ifndef VKMORPH_BACKENDS_SHADING_RAISE_BLOCKLAYOUT_H
#define VKMORPH_BACKENDS_SHADING_RAISE_BLOCKLAYOUT_H

#include "ir/VkmDialect.h"

#include "llvm/ADT/DenseSet.h"

namespace vkmorph::shading {

/// Size and alignment that a shader gives a type in a block of the shader's layout. For scalars,
/// arrays and structs std430 and scalar are the same; the two differ for vectors.
vkm::Layout getBlockLayout(mlir::Operation *from, mlir::Type type);

/// The vectors and matrices that std430 does not put where the host has them, as it does none of
/// three components.
llvm::DenseSet<mlir::Type> findMisplacedVectors(mlir::ModuleOp module);

/// Whether the blocks of the shader that holds `from` have layout scalar.
bool usesScalarLayout(mlir::Operation *from);

} // namespace vkmorph::shading

#endif // VKMORPH_BACKENDS_SHADING_RAISE_BLOCKLAYOUT_H
