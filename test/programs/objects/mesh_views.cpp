// Origin: written as a user would, before its first translation.
// Member structs that hold a pointer and how many elements it has.
// RUN: %check %s --class Mesh --size n=1,20 --setup "static Vertex v[9]; for (int i = 0; i < 9; ++i) v[i] = {float(i), i * 0.5f, i * i * 0.25f}; object.SetVertices(v, 9)" -- -std=c++17

struct Vertex {
  float x, y, z;
};

class Mesh {
public:
  virtual ~Mesh() = default;

  void SetVertices(const Vertex *vertices, int count) {
    m_vertices.data = vertices;
    m_vertices.count = count;
  }

  virtual void Nearest(const Vertex *points, int *nearest, int n) {
    kernel1D_Nearest(points, nearest, n);
  }
  virtual float Extent() {
    kernel1D_Bounds();
    return m_high - m_low;
  }

private:
  struct View {
    const Vertex *data = nullptr;
    int count = 0;
  };

  void kernel1D_Nearest(const Vertex *points, int *nearest, int n) {
    for (int i = 0; i < n; ++i) {
      int best = 0;
      float least = 1e30f;
      for (int k = 0; k < m_vertices.count; ++k) {
        const Vertex &v = m_vertices.data[k];
        float dx = v.x - points[i].x, dy = v.y - points[i].y, dz = v.z - points[i].z;
        float d = dx * dx + dy * dy + dz * dz;
        if (d < least) {
          least = d;
          best = k;
        }
      }
      nearest[i] = best;
    }
  }
  void kernel1D_Bounds() {
    m_low = 1e30f;
    m_high = -1e30f;
    for (int i = 0; i < m_vertices.count; ++i) {
      if (m_vertices.data[i].x < m_low)
        m_low = m_vertices.data[i].x;
      if (m_vertices.data[i].x > m_high)
        m_high = m_vertices.data[i].x;
    }
  }

  View m_vertices;
  float m_low = 0.0f, m_high = 0.0f;
};
