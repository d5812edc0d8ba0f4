// Products and sums of floats: an elastic net of points, and how much is stored in it.
#include <cmath>

struct Point {
  float x, y, z, weight;
};

class Net {
public:
  virtual ~Net() = default;

  virtual void Pull(const Point *points, Point *pulls, int n) { kernel1D_Pull(points, pulls, n); }
  virtual void Blend(const float *a, const float *b, float *out, int n) { kernel1D_Blend(a, b, out, n); }
  virtual double Energy(const double *a, const double *b, int n) {
    kernel1D_Energy(a, b, n);
    return m_energy;
  }

protected:
  void kernel1D_Pull(const Point *points, Point *pulls, int n) {
    for (int i = 0; i < n; ++i) {
      const Point self = points[i];
      float x = 0, y = 0, z = 0;
      for (int j = 0; j < n; ++j) {
        const float dx = points[j].x - self.x, dy = points[j].y - self.y, dz = points[j].z - self.z;
        const float squared = dx * dx + dy * dy + dz * dz + 0.25f;
        const float pull = points[j].weight * squared;
        x += pull * dx;
        y += pull * dy;
        z -= pull * dz;
      }
      pulls[i] = {x, y, z, self.weight};
    }
  }
  /// Exact but for its roundings: without contraction the bits are the CPU's.
  void kernel1D_Blend(const float *a, const float *b, float *out, int n) {
    for (int i = 0; i < n; ++i)
      out[i] = a[i] * b[i] + (1.0f - a[i]) * out[i];
  }
  void kernel1D_Energy(const double *a, const double *b, int n) {
    m_energy = 0;
    for (int i = 0; i < n; ++i)
      m_energy += a[i] * b[i];
  }

  double m_energy = 0;
};
