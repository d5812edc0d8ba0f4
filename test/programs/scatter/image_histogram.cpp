// Origin: written as a user would, before its first translation.
// A histogram of a colour picture, a channel each, and the level below which half of the brightness lies.
// RUN: %check %s --class ImageHistogram --variants=default,vulkan10,scatter-atomic,scatter-shared,scatter-ordered --size width=1,37 --size height=1,29 -- -std=c++17
#include <cstdint>

class ImageHistogram {
public:
  virtual ~ImageHistogram() = default;

  virtual void Count(const uint32_t *pixels, int width, int height) {
    kernel1D_Clear();
    kernel2D_Count(pixels, width, height);
    kernel1D_Median(width, height);
  }

  uint32_t m_red[256] = {}, m_green[256] = {}, m_blue[256] = {};
  uint32_t m_luma[256] = {};
  int m_median = 0;

private:
  void kernel1D_Clear() {
    for (int bin = 0; bin < 256; ++bin) {
      m_red[bin] = m_green[bin] = m_blue[bin] = 0;
      m_luma[bin] = 0;
    }
  }

  void kernel2D_Count(const uint32_t *pixels, int width, int height) {
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        const uint32_t pixel = pixels[y * width + x];
        const uint32_t r = pixel & 0xff, g = (pixel >> 8) & 0xff, b = (pixel >> 16) & 0xff;
        m_red[r]++;
        m_green[g]++;
        m_blue[b]++;
        // Rec. 601 weights, in 256ths.
        m_luma[(77 * r + 150 * g + 29 * b) >> 8]++;
      }
    }
  }

  void kernel1D_Median(int width, int height) {
    m_median = 0;
    for (int step = 0; step < 1; ++step) {
      uint32_t below = 0;
      int level = 0;
      while (level < 255 && 2 * (below + m_luma[level]) < uint32_t(width * height)) {
        below += m_luma[level];
        ++level;
      }
      m_median = level;
    }
  }
};
