//===- Controls.h - The control functions of the generated class -----------------------------===//

#ifndef VKMORPH_BACKENDS_HOST_VULKAN_RAISE_CONTROLS_H
#define VKMORPH_BACKENDS_HOST_VULKAN_RAISE_CONTROLS_H

#include "backends/host_vulkan/raise/Names.h"
#include "backends/host_vulkan/raise/Sources.h"

namespace vkmorph::host {

/// Adds the control functions with their names. They come before kernels, which have to take other
/// names.
void nameControls(ClassInfo &info, const Sources &sources, NameScope &names);

/// Finds what there is to know of a control function: parameters, call sites, transfers, host code,
/// and whether there is a drop-in form. Members and kernels are complete before.
void fillControl(ClassInfo &info, const Sources &sources, NameScope &names, ControlInfo &control);

} // namespace vkmorph::host

#endif // VKMORPH_BACKENDS_HOST_VULKAN_RAISE_CONTROLS_H
