// Origin: written as a user would, before its first translation.
// The median of each row of a picture: the rows are sorted one by one, parts of a copy.
// RUN: %check %s --class RowMedians --size width=1,2,15,64 --size height=1,7 -- -std=c++17
#include <algorithm>
#include <cstdint>
#include <vector>

class RowMedians {
public:
  virtual ~RowMedians() = default;

  virtual void Medians([[vkmorph::size("width * height")]] const int *pixels,
                       [[vkmorph::size("height")]] int *medians, int width, int height) {
    m_sorted.resize(width * height);
    kernel2D_Copy(pixels, width, height);
    for (int y = 0; y < height; y++)
      std::sort(m_sorted.begin() + y * width, m_sorted.begin() + (y + 1) * width);
    kernel1D_Pick(medians, width, height);
  }

  // The middle of a whole picture of bytes, and what is brighter than it, sorted in place.
  virtual int Middle([[vkmorph::size("width * height")]] uint8_t *pixels, int width, int height) {
    const int count = width * height;
    std::sort(pixels, pixels + count);
    kernel1D_Middle(pixels, count);
    std::sort(pixels + count / 2, pixels + count, std::greater<uint8_t>());
    kernel1D_Invert(pixels, count / 2);
    return m_middle;
  }

protected:
  void kernel2D_Copy(const int *pixels, int width, int height) {
    for (int y = 0; y < height; y++)
      for (int x = 0; x < width; x++)
        m_sorted[y * width + x] = pixels[y * width + x];
  }
  void kernel1D_Pick(int *medians, int width, int height) {
    for (int y = 0; y < height; y++)
      medians[y] = m_sorted[y * width + width / 2];
  }
  void kernel1D_Middle(const uint8_t *pixels, int count) {
    m_middle = 0;
    for (int i = 0; i < count; i++)
      if (i == count / 2)
        m_middle += pixels[i];
  }
  void kernel1D_Invert(uint8_t *pixels, int count) {
    for (int i = 0; i < count; i++)
      pixels[i] = uint8_t(255 - pixels[i]);
  }

  std::vector<int> m_sorted;
  int m_middle = 0;
};
