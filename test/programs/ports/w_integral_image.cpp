// Origin: written as a user would, before its first translation.
// An integral image, and means of boxes by four reads of it.
// RUN: %check %s --class IntegralImage --size width=1,25 --size height=1,19 --arg radius=0..4 -- -std=c++17
#include <algorithm>
#include <cstdint>
#include <vector>

class IntegralImage {
public:
  virtual ~IntegralImage() = default;

  virtual void BoxMeans(const uint8_t *in, uint8_t *out, int width, int height, int radius) {
    m_sums.resize((width + 1) * (height + 1));
    kernel1D_Rows(in, width, height);
    kernel1D_Columns(width, height);
    kernel2D_Means(out, width, height, radius);
  }

private:
  void kernel1D_Rows(const uint8_t *in, int width, int height) {
    for (int y = 0; y < height; y++) {
      uint32_t running = 0;
      uint32_t *row = &m_sums[(y + 1) * (width + 1)];
      row[0] = 0;
      for (int x = 0; x < width; x++) {
        running += in[y * width + x];
        row[x + 1] = running;
      }
    }
  }

  void kernel1D_Columns(int width, int height) {
    for (int x = 0; x <= width; x++) {
      m_sums[x] = 0;
      for (int y = 1; y <= height; y++)
        m_sums[y * (width + 1) + x] += m_sums[(y - 1) * (width + 1) + x];
    }
  }

  void kernel2D_Means(uint8_t *out, int width, int height, int radius) {
    for (int y = 0; y < height; y++)
      for (int x = 0; x < width; x++) {
        const int x0 = std::max(x - radius, 0), x1 = std::min(x + radius + 1, width);
        const int y0 = std::max(y - radius, 0), y1 = std::min(y + radius + 1, height);
        const uint32_t sum = m_sums[y1 * (width + 1) + x1] - m_sums[y0 * (width + 1) + x1] -
                             m_sums[y1 * (width + 1) + x0] + m_sums[y0 * (width + 1) + x0];
        const uint32_t area = uint32_t((x1 - x0) * (y1 - y0));
        out[y * width + x] = uint8_t((sum + area / 2) / area);
      }
  }

  std::vector<uint32_t> m_sums;
};
