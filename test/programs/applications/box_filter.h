// Averages of rectangles of any size, by an integral image.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

class BoxFilter {
public:
  BoxFilter() = default;
  virtual ~BoxFilter() = default;

  virtual void Build(const uint8_t *gray, size_t width, size_t height);
  virtual void Average(uint8_t *smooth, size_t width, size_t height, int radius);

protected:
  void kernel1D_Rows(const uint8_t *gray, size_t width, size_t height);
  void kernel1D_Columns(size_t width, size_t height);
  void kernel2D_Average(uint8_t *smooth, size_t width, size_t height, int radius);

  uint32_t Sum(int x, int y) const { return x < 0 || y < 0 ? 0 : m_sums[size_t(y) * m_width + size_t(x)]; }

private:
  size_t m_width = 0;
  std::vector<uint32_t> m_sums;
};
