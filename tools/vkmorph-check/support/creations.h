// What a program makes of a Vulkan device: memory, buffers, images, sets, pools, pipelines.
//
// As in commands.h: a program that links vkmorph_check_support calls these functions instead of
// the loader's.
#pragma once

#include <cstddef>
#include <map>
#include <string>

namespace vkmorph::check {

/// How often each function that creates or allocates an object of a device succeeded, by its name.
using Creations = std::map<std::string, size_t>;

/// Those since the last call, or since the program began, of all threads.
Creations takeCreations();

/// Counts one. For functions that are interposed elsewhere as well.
void noteCreation(const char *function);

} // namespace vkmorph::check
