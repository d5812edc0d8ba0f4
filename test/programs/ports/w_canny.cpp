// Origin: written as a user would, before its first translation.
// Edges by Sobel, thinned, and followed from strong to weak ones.
// RUN: %check %s --class Canny --arg width=19 --arg height=15 --arg low=1 --arg high=6 -- -std=c++17 -Wno-unknown-attributes
#include <cmath>
#include <cstdint>
#include <vector>

class Canny {
public:
  Canny(int width, int height)
      : m_width(width), m_height(height), m_strength(size_t(width) * height), m_direction(m_strength.size()),
        m_thin(m_strength.size()) {}
  virtual ~Canny() = default;

  virtual void Detect(const float *grey,
                      uint8_t *edges, float low, float high) {
    kernel2D_Gradient(grey);
    kernel2D_Thin();
    kernel2D_Threshold(edges, low, high);
    do {
      kernel2D_Follow(edges);
    } while (m_grown > 0);
    kernel2D_Finish(edges);
  }

private:
  static constexpr uint8_t None = 0, Weak = 1, Strong = 255;

  float Pixel(const float *grey, int x, int y) const {
    x = x < 0 ? 0 : x >= m_width ? m_width - 1 : x;
    y = y < 0 ? 0 : y >= m_height ? m_height - 1 : y;
    return grey[y * m_width + x];
  }

  void kernel2D_Gradient(const float *grey) {
    static const float kSobel[3][3] = {{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}};
    for (int y = 0; y < m_height; y++) {
      for (int x = 0; x < m_width; x++) {
        float gx = 0, gy = 0;
        for (int j = 0; j < 3; j++)
          for (int i = 0; i < 3; i++) {
            const float p = Pixel(grey, x + i - 1, y + j - 1);
            gx += kSobel[j][i] * p;
            gy += kSobel[i][j] * p;
          }
        m_strength[y * m_width + x] = gx * gx + gy * gy;
        // Quarter turns: across, falling, down, rising.
        const bool steep = std::abs(gy) > 2.5f * std::abs(gx), flat = std::abs(gx) > 2.5f * std::abs(gy);
        m_direction[y * m_width + x] = flat ? 0 : steep ? 2 : (gx > 0) == (gy > 0) ? 1 : 3;
      }
    }
  }

  void kernel2D_Thin() {
    for (int y = 0; y < m_height; y++)
      for (int x = 0; x < m_width; x++) {
        int dx = 1, dy = 0;
        switch (m_direction[y * m_width + x]) {
        case 1: dy = 1; break;
        case 2: dx = 0; dy = 1; break;
        case 3: dy = -1; break;
        }
        const float here = m_strength[y * m_width + x];
        const auto at = [&](int px, int py) {
          return px < 0 || py < 0 || px >= m_width || py >= m_height ? 0.0f : m_strength[py * m_width + px];
        };
        m_thin[y * m_width + x] = here >= at(x + dx, y + dy) && here >= at(x - dx, y - dy) ? here : 0.0f;
      }
  }

  void kernel2D_Threshold(uint8_t *edges, float low, float high) {
    for (int y = 0; y < m_height; y++)
      for (int x = 0; x < m_width; x++) {
        const float s = m_thin[y * m_width + x];
        edges[y * m_width + x] = s >= high * high ? Strong : s >= low * low ? Weak : None;
      }
  }

  void kernel2D_Follow(uint8_t *edges) {
    m_grown = 0;
    for (int y = 1; y < m_height - 1; y++)
      for (int x = 1; x < m_width - 1; x++) {
        if (edges[y * m_width + x] != Weak)
          continue;
        for (int k = 0; k < 9; k++)
          if (edges[(y + k / 3 - 1) * m_width + x + k % 3 - 1] == Strong) {
            edges[y * m_width + x] = Strong;
            m_grown++;
            break;
          }
      }
  }

  void kernel2D_Finish(uint8_t *edges) {
    for (int y = 0; y < m_height; y++)
      for (int x = 0; x < m_width; x++)
        if (edges[y * m_width + x] == Weak)
          edges[y * m_width + x] = None;
  }

  int m_width, m_height;
  int m_grown = 0;
  std::vector<float> m_strength;
  std::vector<uint8_t> m_direction;
  std::vector<float> m_thin;
};
