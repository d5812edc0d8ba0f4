//===- ComputedAlike.h - What glslang makes of constant expressions ---------------------------===//

#ifndef VKMORPH_BACKENDS_GLSL_RAISE_COMPUTEDALIKE_H
#define VKMORPH_BACKENDS_GLSL_RAISE_COMPUTEDALIKE_H

#include "backends/shading/raise/ConstantExpressions.h"

namespace vkmorph::glsl {

/// Whether the expression mentions a constant by its name, and glslang, which computes in double
/// and rounds at the end, gets that number from its text.
bool isComputedAlike(shading::ConstantExpressions &constants, mlir::Value value,
                     mlir::TypedAttr number);

} // namespace vkmorph::glsl

#endif // VKMORPH_BACKENDS_GLSL_RAISE_COMPUTEDALIKE_H
