// Origin: written as a user would, before its first translation.
// One step of k-means in the plane: each point goes to the nearest centre, and each centre to the middle of its points.
// RUN: %check %s --class KMeans --variants=default,vulkan10,scatter-atomic,scatter-shared,scatter-ordered --size n=1,2000 --size k=1,5,40 -- -std=c++17 -Wno-attributes
#include <vector>

struct Point {
  float x, y;
};

class KMeans {
public:
  virtual ~KMeans() = default;

  virtual void Step(const Point *points, int n, [[vkmorph::size("k")]] Point *centres, int k) {
    m_label.resize(n);
    m_sumX.assign(k, 0.0f);
    m_sumY.assign(k, 0.0f);
    m_count.assign(k, 0);
    kernel1D_Assign(points, n, centres, k);
    kernel1D_Accumulate(points, n);
    kernel1D_Move(centres, k);
  }

private:
  void kernel1D_Assign(const Point *points, int n, const Point *centres, int k) {
    for (int i = 0; i < n; i++) {
      int best = 0;
      float bestDistance = 1e30f;
      for (int c = 0; c < k; c++) {
        float dx = points[i].x - centres[c].x, dy = points[i].y - centres[c].y;
        float distance = dx * dx + dy * dy;
        if (distance < bestDistance) {
          bestDistance = distance;
          best = c;
        }
      }
      m_label[i] = best;
    }
  }

  void kernel1D_Accumulate(const Point *points, int n) {
    for (int i = 0; i < n; i++) {
      const int c = m_label[i];
      m_sumX[c] += points[i].x;
      m_sumY[c] += points[i].y;
      m_count[c] += 1;
    }
  }

  void kernel1D_Move(Point *centres, int k) {
    for (int c = 0; c < k; c++) {
      if (m_count[c] > 0) {
        centres[c].x = m_sumX[c] / float(m_count[c]);
        centres[c].y = m_sumY[c] / float(m_count[c]);
      }
    }
  }

  std::vector<int> m_label;
  std::vector<float> m_sumX, m_sumY;
  std::vector<int> m_count;
};
