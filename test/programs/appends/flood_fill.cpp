// Origin: written from README.md and docs/ before its first translation.
// The region of equal colour around a point: as long as the border grows, its pixels look at their neighbours.
// RUN: %check %s --size width=1,8,33 --size height=1,5,20 --arg pixels=0..1 -- -std=c++17
#include <cstdint>
#include <utility>
#include <vector>

class FloodFill {
public:
  virtual ~FloodFill() = default;

  virtual int Fill([[vkmorph::size("width * height")]] const uint32_t *pixels, [[vkmorph::size("width * height")]] uint32_t *region, int width, int height) {
    kernel1D_Clear(region, width * height);
    m_border.clear();
    m_border.push_back(0);
    int rounds = 0;
    while (!m_border.empty()) {
      m_grown.clear();
      kernel1D_Touch(pixels, region, width, height);
      kernel2D_Settle(region, width, height);
      std::swap(m_border, m_grown);
      rounds++;
    }
    return rounds;
  }

protected:
  void kernel1D_Clear(uint32_t *region, int size) {
    for (int i = 0; i < size; i++)
      region[i] = i == 0 ? 2 : 0;
  }
  // 1: touched from inside, 2: belongs to it.
  void kernel1D_Touch(const uint32_t *pixels, uint32_t *region, int width, int height) {
    for (unsigned i = 0; i < m_border.size(); i++) {
      const int x = m_border[i] % width, y = m_border[i] / width;
      const uint32_t colour = pixels[m_border[i]];
      if (x > 0)
        Touch(pixels, region, m_border[i] - 1, colour);
      if (x + 1 < width)
        Touch(pixels, region, m_border[i] + 1, colour);
      if (y > 0)
        Touch(pixels, region, m_border[i] - width, colour);
      if (y + 1 < height)
        Touch(pixels, region, m_border[i] + width, colour);
    }
  }
  void Touch(const uint32_t *pixels, uint32_t *region, int at, uint32_t colour) {
    if (pixels[at] == colour)
      region[at] |= 1;
  }
  void kernel2D_Settle(uint32_t *region, int width, int height) {
    for (int y = 0; y < height; y++)
      for (int x = 0; x < width; x++)
        if (region[y * width + x] == 1) {
          region[y * width + x] = 2;
          m_grown.push_back(y * width + x);
        }
  }

  std::vector<int> m_border, m_grown;
};
