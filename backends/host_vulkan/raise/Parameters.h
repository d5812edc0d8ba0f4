//===- Parameters.h - What control functions and commands of kernels take --------------------===//

#ifndef VKMORPH_BACKENDS_HOST_VULKAN_RAISE_PARAMETERS_H
#define VKMORPH_BACKENDS_HOST_VULKAN_RAISE_PARAMETERS_H

#include "backends/host_vulkan/raise/Sources.h"

namespace vkmorph::host {

void addKernelParameters(KernelInfo &kernel, vkm::CommandsOp commands);

/// Adds the parameters of a control function: scalars, arrays, references to values of the caller,
/// and the members of the caller's objects that it takes.
/// `qualifiedClass` has the members that name no class of their own.
void addControlParameters(ControlInfo &control, const Sources &sources,
                          llvm::StringRef qualifiedClass);

/// Notes which parameters the generated function has to name: the drop-in form or an extent does,
/// or the commands are given them. Accesses of parameters are known before.
void findNamed(ControlInfo &control, const Sources &sources);

} // namespace vkmorph::host

#endif // VKMORPH_BACKENDS_HOST_VULKAN_RAISE_PARAMETERS_H
