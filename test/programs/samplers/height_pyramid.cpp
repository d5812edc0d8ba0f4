// Origin: written by a reader of the docs, before its first translation.
// Walkers look up the highest point around them: a pyramid of maxima, of which one texel of one level is read.
// RUN: %check %s --class HeightPyramid --config=%S/Inputs/height_pyramid.yaml --option=--textures=samplers --size n=150 -- -std=c++17
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

struct Heights {
  int columns, rows;
  std::vector<float> highest;
};

struct Walker {
  float x, y;
  uint32_t view;
};

class HeightPyramid {
public:
  HeightPyramid() {
    Heights ground{13, 10, {}};
    for (int i = 0; i < 130; i++)
      ground.highest.push_back(0.25f * float((i * 17) % 23));
    m_pyramid.push_back(ground);
    while (m_pyramid.back().columns > 1 || m_pyramid.back().rows > 1) {
      const Heights fine = m_pyramid.back();
      Heights coarse{std::max(fine.columns / 2, 1), std::max(fine.rows / 2, 1), {}};
      for (int y = 0; y < coarse.rows; y++)
        for (int x = 0; x < coarse.columns; x++) {
          float most = 0.0f;
          for (int j = 2 * y; j < std::min(2 * y + 3, fine.rows); j++)
            for (int i = 2 * x; i < std::min(2 * x + 3, fine.columns); i++)
              most = std::max(most, fine.highest[size_t(j * fine.columns + i)]);
          coarse.highest.push_back(most);
        }
      m_pyramid.push_back(coarse);
    }
  }
  virtual ~HeightPyramid() = default;

  virtual void LookAround(const Walker *walkers, uint32_t n, float *highest) { kernel1D_LookAround(walkers, n, highest); }

  void kernel1D_LookAround(const Walker *walkers, uint32_t n, float *highest) {
    for (uint32_t i = 0; i < n; i++)
      highest[i] = Highest(walkers[i].x, walkers[i].y, int(walkers[i].view % 6u));
  }

  /// Of the level with that number; the last one stands for those behind it.
  float Highest(float x, float y, int level) const {
    const Heights &heights = m_pyramid[size_t(std::min(level, int(m_pyramid.size()) - 1))];
    const int column = std::clamp(int(std::floor(x * float(heights.columns))), 0, heights.columns - 1);
    const int row = std::clamp(int(std::floor(y * float(heights.rows))), 0, heights.rows - 1);
    return heights.highest[size_t(row * heights.columns + column)];
  }

private:
  std::vector<Heights> m_pyramid;
};
