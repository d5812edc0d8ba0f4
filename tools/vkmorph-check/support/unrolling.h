// Whether a device may unroll the loops of shaders.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace vkmorph::check {

/// Says for all shaders that are made later. Devices decide for themselves unless they may not.
void setUnrolling(bool isAllowed);
bool mayUnroll();

/// A shader whose loops ask not to be unrolled. It is a hint, which no result depends on.
std::vector<uint32_t> withoutUnrolling(const uint32_t *words, size_t count);

} // namespace vkmorph::check
