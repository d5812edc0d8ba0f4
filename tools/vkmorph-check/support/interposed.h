// How the functions that a checked program calls instead of the loader's are defined.
#pragma once

#include <vulkan/vulkan.h>

// Hidden: they are for the program's own calls. The loader, layers and drivers, some of which look
// functions up by name, have to find the loader's.
#define INTERPOSED(Result) extern "C" [[gnu::visibility("hidden")]] Result VKAPI_CALL
