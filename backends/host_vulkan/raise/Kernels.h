//===- Kernels.h - The kernels of the generated class and the buffers that they need ---------===//

#ifndef VKMORPH_BACKENDS_HOST_VULKAN_RAISE_KERNELS_H
#define VKMORPH_BACKENDS_HOST_VULKAN_RAISE_KERNELS_H

#include "backends/host_vulkan/raise/Names.h"
#include "backends/host_vulkan/raise/Sources.h"

namespace vkmorph::host {

/// Adds the buffers that the compiler made, and the kernels with their pipelines, in the order of
/// the class. Members are complete before. Reports kernels whose scalars are too large.
mlir::LogicalResult addKernels(ClassInfo &info, Sources &sources, NameScope &names,
                               llvm::ArrayRef<CompiledShader> compiled);

} // namespace vkmorph::host

#endif // VKMORPH_BACKENDS_HOST_VULKAN_RAISE_KERNELS_H
