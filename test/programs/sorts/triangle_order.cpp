// Origin: written as a user would, before its first translation.
// Triangles from back to front: their numbers are sorted by depths that stay where they are.
// RUN: %check %s --class Painter --size n=1500 --setup "object.Load(1500);" -- -std=c++17
// RUN: %check %s --class Painter --control=SortNear --size n=0,1,3,255,256,257,1025 -- -std=c++17
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

struct float3 {
  float x, y, z;
};

struct Triangle {
  float3 a, b, c;
};

class Painter {
public:
  virtual ~Painter() = default;

  void Load(unsigned n) {
    m_order.resize(n);
    m_depth.resize(n);
    m_rank.resize(n);
  }

  virtual void Sort(const Triangle *triangles, unsigned n, float3 eye) {
    kernel1D_Depths(triangles, n, eye);
    std::sort(m_order.begin(), m_order.end(),
              [this](uint32_t a, uint32_t b) { return m_depth[a] > m_depth[b]; });
    kernel1D_Ranks();
  }

  // The nearest first, by what the caller measured.
  virtual void SortNear([[vkmorph::size("n")]] const float *depth, uint32_t *order, unsigned n, float bias) {
    kernel1D_Start(order, n);
    std::stable_sort(order, order + n,
                     [&](uint32_t a, uint32_t b) { return depth[a] + bias < depth[b] + bias; });
  }

protected:
  void kernel1D_Depths(const Triangle *triangles, unsigned n, float3 eye) {
    for (unsigned i = 0; i < n; i++) {
      const Triangle &t = triangles[i];
      float x = (t.a.x + t.b.x + t.c.x) / 4.0f - eye.x;
      float y = (t.a.y + t.b.y + t.c.y) / 4.0f - eye.y;
      float z = (t.a.z + t.b.z + t.c.z) / 4.0f - eye.z;
      m_depth[i] = std::floor(8.0f * (x * x + y * y + z * z));
      m_order[i] = i;
    }
  }
  void kernel1D_Start(uint32_t *order, unsigned n) {
    for (unsigned i = 0; i < n; i++)
      order[i] = i;
  }
  void kernel1D_Ranks() {
    for (unsigned i = 0; i < m_order.size(); i++)
      m_rank[i] = m_order[i] * 2 + 1;
  }

  std::vector<uint32_t> m_order, m_rank;
  std::vector<float> m_depth;
};
