// Origin: written as a user would.
// std::size_t everywhere: counts, strides, indices, members, locals; differences, casts, ptrdiff_t and values past 32 bits.
// RUN: %check %s --class img::Shrinker -- -std=c++17
#include "size_narrowing.h"

namespace img {

std::size_t Shrinker::Wrap(std::size_t at, std::ptrdiff_t by, std::size_t length) const {
  const auto moved = static_cast<std::ptrdiff_t>(at) + by;
  if (moved < 0)
    return static_cast<std::size_t>(moved + static_cast<std::ptrdiff_t>(length));
  return std::size_t(moved) % length;
}

void Shrinker::kernel2D_Shrink(const uint32_t *pixels, uint32_t *half, size_t width, size_t height) {
  for (size_t y = 0; y < height; ++y)
    for (size_t x = 0; x < width; ++x) {
      const size_t x1 = x + 1 < width ? x + 1 : x, y1 = y > 0 ? y - 1 : height - 1;
      uint64_t sum = pixels[Offset(x, y, width)];
      sum += pixels[Offset(x1, y, width)] + pixels[Offset(x, y1, width)];
      size_t phase = (x ^ y) & 3;
      sum += table_[phase] << 2;
      // x - y wraps for x < y, far above 32 bits.
      const size_t difference = x - y;
      if (difference > width + height)
        sum += 1000 + (difference >> 60);
      sum += static_cast<uint32_t>(difference) & 0xffu;
      half[y * width + x] = static_cast<uint32_t>(sum / sizeof(uint32_t) + sum % 5);
    }
}

void Shrinker::kernel1D_Mark(const uint32_t *line, uint32_t *marks, std::size_t length) {
  for (std::size_t i = 0; i < length; i++) {
    uint32_t mark = 0;
    const std::size_t first = i < reach_ ? 0 : i - reach_;
    std::size_t last = i + reach_;
    if (last >= length)
      last = length - 1;
    for (std::size_t k = first; k <= last; ++k)
      mark += line[k] > 100u ? static_cast<uint32_t>(k - first + 1) : 0u;
    for (std::size_t k = last + 1; k-- > first;)
      mark = mark * 3u + line[k] % 3u;
    mark ^= line[Wrap(i, -2 + (length < 2), length)] << 20;
    mark += line[Wrap(i, std::ptrdiff_t(i & 7u), length)] << 10;
    std::size_t hash = i * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 33;
    mark ^= uint32_t(hash) + uint32_t(hash >> 32);
    const int back = static_cast<int>(i) - static_cast<int>(length);
    const unsigned short bucket = static_cast<unsigned short>(i * 40503u);
    marks[i] = mark + static_cast<uint32_t>(back) + bucket + uint32_t(sizeof(table_) / sizeof(table_[0]));
  }
}

void Shrinker::Shrink(const uint32_t *pixels, uint32_t *half, size_t width, size_t height) {
  kernel2D_Shrink(pixels, half, width, height);
}

void Shrinker::Mark(const uint32_t *line, uint32_t *marks, size_t length) { kernel1D_Mark(line, marks, length); }

} // namespace img
