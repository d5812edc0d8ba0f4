// Origin: written as a user would, before its first translation.
// Histogram equalisation of a grey image with 256 levels.
// RUN: %check %s --class Equaliser --size width=1,31 --size height=1,22 -- -std=c++17
#include <array>
#include <cstdint>

class Equaliser {
public:
  virtual ~Equaliser() = default;

  virtual void Apply(const uint8_t *in, uint8_t *out, int width, int height) {
    kernel1D_Clear();
    kernel2D_Histogram(in, width, height);
    kernel1D_Accumulate(width * height);
    kernel2D_Map(in, out, width, height);
  }

private:
  void kernel1D_Clear() {
    for (int bin = 0; bin < 256; bin++)
      m_histogram[bin] = 0;
  }

  void kernel2D_Histogram(const uint8_t *in, int width, int height) {
    for (int y = 0; y < height; y++)
      for (int x = 0; x < width; x++)
        m_histogram[in[y * width + x]]++;
  }

  void kernel1D_Accumulate(int pixels) {
    // Each level gets the share of the pixels that are as dark or darker.
    for (int level = 0; level < 256; level++) {
      int below = 0;
      for (int bin = 0; bin <= level; bin++)
        below += m_histogram[bin];
      m_map[level] = static_cast<uint8_t>(below * 255 / pixels);
    }
  }

  void kernel2D_Map(const uint8_t *in, uint8_t *out, int width, int height) {
    for (int y = 0; y < height; y++)
      for (int x = 0; x < width; x++)
        out[y * width + x] = m_map[in[y * width + x]];
  }

  std::array<int, 256> m_histogram;
  std::array<uint8_t, 256> m_map;
};
