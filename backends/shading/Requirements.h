//===- Requirements.h - What shaders need of a device -----------------------------------------===//

#ifndef VKMORPH_BACKENDS_SHADING_REQUIREMENTS_H
#define VKMORPH_BACKENDS_SHADING_REQUIREMENTS_H

#include "ir/VkmDialect.h"

namespace vkmorph::shading {

/// On a shader's module of the raised form: what the shader needs of a device. A dictionary with an
/// entry for everything that is needed, named as in runtime/include/vkmorph/requirements.h:
///
///     apiVersion = "1.1"                  a string; absent: 1.0
///     shaderInt64, shaderFloat64, shaderBufferInt64Atomics, shaderBufferFloat32Atomics,
///     shaderBufferFloat32AtomicAdd, shaderSubgroupExtendedTypes          units
///     subgroupOperations = ["basic", "arithmetic"]
///     workgroupInvocations, sharedMemoryBytes, pushConstantBytes, storageBuffersPerStage   i64
///     workgroupSize = array<i32: 256, 1, 1>
inline constexpr llvm::StringLiteral kRequiresAttr = "vkm.requires";

/// Adds what one more shader needs: the larger number, the later version, all names of both lists.
void mergeRequirements(mlir::NamedAttrList &all, mlir::DictionaryAttr more);

} // namespace vkmorph::shading

#endif // VKMORPH_BACKENDS_SHADING_REQUIREMENTS_H
