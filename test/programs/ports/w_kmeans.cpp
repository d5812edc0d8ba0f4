// Origin: written as a user would, before its first translation.
// K-means, with sums per cluster that points are added to.
// RUN: %check %s --class KMeans --size count=1,150 --arg k=3 --arg rounds=1..3 --size points=150 -- -std=c++17
#include <cmath>
#include <cstdint>
#include <vector>

struct Point {
  float x, y;
};

inline float SquaredDistance(const Point &a, const Point &b) {
  const float dx = a.x - b.x, dy = a.y - b.y;
  return dx * dx + dy * dy;
}

class KMeans {
public:
  explicit KMeans(uint32_t k) : m_k(k), m_centres(k), m_sums(k), m_counts(k) {}
  virtual ~KMeans() = default;

  virtual void Cluster(const Point *points, uint32_t count, uint32_t *label, int rounds) {
    kernel1D_Seed(points, count);
    for (int round = 0; round < rounds; ++round) {
      kernel1D_Assign(points, count, label);
      kernel1D_Clear();
      kernel1D_Accumulate(points, count, label);
      kernel1D_Centre();
    }
  }

private:
  void kernel1D_Seed(const Point *points, uint32_t count) {
    for (uint32_t c = 0; c < m_k; c++)
      m_centres[c] = points[c * count / m_k];
  }

  void kernel1D_Assign(const Point *points, uint32_t count, uint32_t *label) {
    for (uint32_t i = 0; i < count; i++) {
      uint32_t best = 0;
      float bestDistance = INFINITY;
      for (uint32_t c = 0; c < m_k; c++) {
        const float distance = SquaredDistance(points[i], m_centres[c]);
        if (distance < bestDistance) {
          bestDistance = distance;
          best = c;
        }
      }
      label[i] = best;
    }
  }

  void kernel1D_Clear() {
    for (uint32_t c = 0; c < m_k; c++) {
      m_sums[c] = {0.0f, 0.0f};
      m_counts[c] = 0;
    }
  }

  void kernel1D_Accumulate(const Point *points, uint32_t count, const uint32_t *label) {
    for (uint32_t i = 0; i < count; i++) {
      Point &sum = m_sums[label[i]];
      sum.x += points[i].x;
      sum.y += points[i].y;
      m_counts[label[i]]++;
    }
  }

  void kernel1D_Centre() {
    for (uint32_t c = 0; c < m_k; c++)
      if (m_counts[c] > 0)
        m_centres[c] = {m_sums[c].x / float(m_counts[c]), m_sums[c].y / float(m_counts[c])};
  }

  uint32_t m_k;
  std::vector<Point> m_centres, m_sums;
  std::vector<uint32_t> m_counts;
};
