// Origin: written as a user would, before its first translation.
// Core, border and noise points as of DBSCAN, without the clusters.
// RUN: %check %s --class DensityCount --size count=1,120 --size xs=120 --size ys=120 --arg radius=0.3..0.8 --arg minPoints=2..5 -- -std=c++17
#include <cstdint>
#include <utility>
#include <vector>

enum class Kind : uint8_t { Noise, Border, Core };

class DensityCount {
public:
  virtual ~DensityCount() = default;

  virtual std::pair<int, int> Classify(const float *xs, const float *ys, Kind *kinds, int count, float radius,
                                       int minPoints) {
    m_neighbours.resize(count);
    kernel1D_Count(xs, ys, count, radius);
    kernel1D_Classify(xs, ys, kinds, count, radius, minPoints);
    return {m_cores, m_borders};
  }

private:
  static bool Near(float ax, float ay, float bx, float by, float radius) {
    return (ax - bx) * (ax - bx) + (ay - by) * (ay - by) <= radius * radius;
  }

  void kernel1D_Count(const float *xs, const float *ys, int count, float radius) {
    for (int i = 0; i < count; i++) {
      int near = 0;
      for (int j = 0; j < count; j++)
        if (Near(xs[i], ys[i], xs[j], ys[j], radius))
          near++;
      m_neighbours[i] = near;
    }
  }

  void kernel1D_Classify(const float *xs, const float *ys, Kind *kinds, int count, float radius, int minPoints) {
    m_cores = m_borders = 0;
    for (int i = 0; i < count; i++) {
      Kind kind = Kind::Noise;
      if (m_neighbours[i] >= minPoints) {
        kind = Kind::Core;
      } else {
        for (int j = 0; j < count && kind == Kind::Noise; j++)
          if (m_neighbours[j] >= minPoints && Near(xs[i], ys[i], xs[j], ys[j], radius))
            kind = Kind::Border;
      }
      kinds[i] = kind;
      m_cores += kind == Kind::Core;
      m_borders += kind == Kind::Border;
    }
  }

  int m_cores = 0, m_borders = 0;
  std::vector<int> m_neighbours;
};
