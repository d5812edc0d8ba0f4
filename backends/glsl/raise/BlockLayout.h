//===- BlockLayout.h - Where members lie in blocks of layout std430 ---------------------------===//

#ifndef VKMORPH_BACKENDS_GLSL_RAISE_BLOCKLAYOUT_H
#define VKMORPH_BACKENDS_GLSL_RAISE_BLOCKLAYOUT_H

#include "ir/VkmDialect.h"

namespace vkmorph::glsl {

/// Size and alignment that GLSL gives a type in a block of layout std430. For scalars, arrays and
/// structs it is what layout scalar gives too; the two differ for vectors.
vkm::Layout getBlockLayout(mlir::Operation *from, mlir::Type type);

} // namespace vkmorph::glsl

#endif // VKMORPH_BACKENDS_GLSL_RAISE_BLOCKLAYOUT_H
