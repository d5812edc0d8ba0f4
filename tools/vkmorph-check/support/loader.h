// The Vulkan loader's own functions, behind those that the program defines.
#pragma once

#include <vulkan/vulkan.h>

namespace vkmorph::check {

/// The loader's exported function of this name. Ends the program if there is none: then it calls
/// what its Vulkan does not have.
void *findInLoader(const char *name);

} // namespace vkmorph::check

/// An exported function of the loader, looked up once.
#define VKMORPH_LOADER(function)                                                                   \
  ([] {                                                                                            \
    static const auto found =                                                                      \
        reinterpret_cast<PFN_##function>(::vkmorph::check::findInLoader(#function));               \
    return found;                                                                                  \
  }())
