// Origin: written as a user would.
// Counters of 64 and 16 bits, unsigned and size_t; bounds of another type than the counter's, in const members.
// RUN: %check %s --class Counter -- -std=c++17
#include "loops_wide.h"

namespace census {

void Counter::kernel1D_Int64(const uint32_t* in, uint64_t* a, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    const int64_t wide = i * 0x10000 * 0x1000 + 5;
    a[i] = uint64_t(wide) * kBig ^ in[i];
  }
}

void Counter::kernel1D_Unsigned(const uint32_t* in, uint32_t* b, std::size_t n) {
  for (unsigned i = 0; i < n; i++) b[i] = i * 0x9e3779b9u + in[i];
}

void Counter::kernel1D_Long(const uint32_t* in, int64_t* c, std::size_t n) {
  const std::size_t from = skip_ < n ? skip_ : n;
  for (std::size_t i = from; i < n; i += 1) c[i] = int64_t(in[i]) - int64_t(i - skip_) * 0x7fffffffll;
  for (unsigned long long i = 0; i != from; ++i) c[i] = -1 - int64_t(i);
}

void Counter::kernel1D_Uint16(const uint32_t* in, uint32_t* d, uint16_t count) {
  for (uint16_t i = 0; i < count; ++i) d[i] = in[i] + uint16_t(i * 3u + 65000u);
}

void Counter::kernel1D_Mixed(const uint32_t* in, uint32_t* e, int limit) {
  for (long i = 0; i < limit; ++i) e[i] = in[i] * 2u + uint32_t(i >> 1);
}

void Counter::kernel2D_Block(int64_t* grid) {
  for (uint64_t y = 0; y < rows_; ++y)
    for (int x = 0; x < cols_; ++x) grid[y * 32 + x] = int64_t(y << 33) - x * (x + 1ll);
}

void Counter::Wide(const uint32_t* in, uint64_t* a, uint32_t* b, [[vkmorph::size("n")]] int64_t* c,
                   std::size_t n) {
  kernel1D_Int64(in, a, int64_t(n));
  kernel1D_Unsigned(in, b, n);
  kernel1D_Long(in, c, n);
}

void Counter::Short(const uint32_t* in, uint32_t* d, uint32_t* e, uint16_t count, int limit) {
  kernel1D_Uint16(in, d, count);
  kernel1D_Mixed(in, e, limit);
}

void Counter::Block([[vkmorph::size("40*32")]] int64_t* grid) { kernel2D_Block(grid); }

}  // namespace census
