// Origin: written as a user would, before its first translation.
// A bilateral filter of colours, with a table of weights.
// RUN: %check %s --class Bilateral --arg radius=2 --size width=1,15 --size height=1,12 --setup 'object.SetSigmas(1.5f, 0.9f);' -- -std=c++17
#include <algorithm>
#include <cmath>
#include <vector>

struct Rgb {
  float r, g, b;
};

static Rgb operator*(float s, Rgb c) { return {s * c.r, s * c.g, s * c.b}; }
static Rgb operator+(Rgb a, Rgb b) { return {a.r + b.r, a.g + b.g, a.b + b.b}; }

class Bilateral {
public:
  explicit Bilateral(int radius) : m_radius(radius), m_spatial((2 * radius + 1) * (2 * radius + 1)) {}
  virtual ~Bilateral() = default;

  void SetSigmas(float space, float colour) {
    for (int dy = -m_radius; dy <= m_radius; dy++)
      for (int dx = -m_radius; dx <= m_radius; dx++)
        m_spatial[Index(dx, dy)] = std::exp(-float(dx * dx + dy * dy) / (2 * space * space));
    m_falloff = -0.5f / (colour * colour);
  }

  virtual void Apply(const Rgb *in, Rgb *out, int width, int height) { kernel2D_Apply(in, out, width, height); }

private:
  int Index(int dx, int dy) const { return (dy + m_radius) * (2 * m_radius + 1) + dx + m_radius; }

  void kernel2D_Apply(const Rgb *in, Rgb *out, int width, int height) {
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        const Rgb centre = in[y * width + x];
        Rgb sum{0, 0, 0};
        float total = 0;
        for (int ny = std::max(y - m_radius, 0); ny <= std::min(y + m_radius, height - 1); ++ny)
          for (int nx = std::max(x - m_radius, 0); nx <= std::min(x + m_radius, width - 1); ++nx) {
            const Rgb &other = in[ny * width + nx];
            const float dr = other.r - centre.r, dg = other.g - centre.g, db = other.b - centre.b;
            const float weight = m_spatial[Index(nx - x, ny - y)] * std::exp((dr * dr + dg * dg + db * db) * m_falloff);
            sum = sum + weight * other;
            total += weight;
          }
        out[y * width + x] = (1.0f / total) * sum;
      }
  }

  int m_radius;
  float m_falloff = -0.5f;
  std::vector<float> m_spatial;
};
