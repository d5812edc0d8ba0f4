// The functions of GLSL that look at the bits of unsigned integers, for code that runs on the host.
#pragma once

#include <cstdint>

namespace vkmorph {

/// How many bits are 1.
constexpr int BitCount(std::uint64_t x) {
  int count = 0;
  for (; x != 0; x &= x - 1)
    ++count;
  return count;
}

/// The position of the highest bit that is 1; -1 for 0.
constexpr int FindMSB(std::uint64_t x) {
  int position = -1;
  for (; x != 0; x >>= 1)
    ++position;
  return position;
}

/// The position of the lowest bit that is 1; -1 for 0.
constexpr int FindLSB(std::uint64_t x) { return FindMSB(x & (~x + 1)); }

} // namespace vkmorph
