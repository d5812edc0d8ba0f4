// Origin: written as a user would, before its first translation, and changed as vkm1451 says (the vector gets its
// size in front of the kernel).
// Connected components of a mask's pixels by spreading labels.
// RUN: %check %s --class Components --size width=1,13 --size height=1,10 --arg mask=0..1 -- -std=c++17
#include <cstdint>
#include <vector>

class Components {
public:
  virtual ~Components() = default;

  /// Each set pixel gets the smallest number of a pixel in its component plus 1. Returns how many components there are.
  virtual int Label(const uint8_t *mask, uint32_t *labels, int width, int height) {
    m_scratch.resize(width * height);
    kernel2D_Number(mask, labels, width, height);
    m_changed = true;
    while (m_changed) {
      kernel2D_Spread(labels, width, height);
      kernel2D_Keep(labels, width, height);
    }
    kernel1D_Count(labels, width * height);
    return m_count;
  }

private:
  void kernel2D_Number(const uint8_t *mask, uint32_t *labels, int width, int height) {
    for (int y = 0; y < height; y++)
      for (int x = 0; x < width; x++)
        labels[y * width + x] = mask[y * width + x] ? uint32_t(y * width + x + 1) : 0u;
  }

  void kernel2D_Spread(const uint32_t *labels, int width, int height) {
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        uint32_t smallest = labels[y * width + x];
        if (smallest != 0) {
          for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
              const int nx = x + dx, ny = y + dy;
              if (nx < 0 || ny < 0 || nx >= width || ny >= height)
                continue;
              const uint32_t other = labels[ny * width + nx];
              if (other != 0 && other < smallest)
                smallest = other;
            }
        }
        m_scratch[y * width + x] = smallest;
      }
    }
  }

  void kernel2D_Keep(uint32_t *labels, int width, int height) {
    m_changed = false;
    for (int y = 0; y < height; y++)
      for (int x = 0; x < width; x++) {
        if (labels[y * width + x] != m_scratch[y * width + x])
          m_changed = true;
        labels[y * width + x] = m_scratch[y * width + x];
      }
  }

  void kernel1D_Count(const uint32_t *labels, int pixels) {
    m_count = 0;
    for (int i = 0; i < pixels; i++)
      if (labels[i] == uint32_t(i + 1))
        m_count++;
  }

  bool m_changed = false;
  int m_count = 0;
  std::vector<uint32_t> m_scratch;
};
