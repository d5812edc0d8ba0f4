#pragma once
#include <cstddef>
#include <cstdint>

namespace img {

/// Thresholds and shrinks grey pictures; as the core guidelines say, all sizes are std::size_t.
class Shrinker {
public:
  virtual ~Shrinker() = default;
  virtual void Shrink(const uint32_t *pixels, uint32_t *half, size_t width, size_t height);
  virtual void Mark(const uint32_t *line, uint32_t *marks, size_t length);

private:
  void kernel2D_Shrink(const uint32_t *pixels, uint32_t *half, size_t width, size_t height);
  void kernel1D_Mark(const uint32_t *line, uint32_t *marks, std::size_t length);
  static size_t Offset(size_t x, size_t y, size_t stride) { return y * stride + x; }
  std::size_t Wrap(std::size_t at, std::ptrdiff_t by, std::size_t length) const;

  std::size_t reach_ = 3;
  size_t table_[4] = {1, 0, 3, 2};
};

} // namespace img
