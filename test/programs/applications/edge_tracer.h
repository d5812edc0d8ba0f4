// Edges of a picture: gradients, thinning, two thresholds, and weak edges that touch strong ones.
#pragma once
#include <cstdint>
#include <vector>

namespace vision {

enum class Edge : uint8_t { None = 0, Weak = 1, Strong = 2 };

struct Gradient {
  float strength;
  int8_t dx, dy; // where it points to, in pixels

  bool IsAbove(float threshold) const { return strength > threshold; }
};

class EdgeTracer {
public:
  EdgeTracer(int width, int height) : m_width(width), m_height(height), m_gradients(width * height), m_edges(width * height) {}
  virtual ~EdgeTracer() = default;

  /// Thresholds are parts of the strongest gradient. Returns how many pixels are edges.
  virtual uint32_t Trace(const float *gray, uint8_t *out, float low, float high, int rounds);

protected:
  void kernel2D_Gradients(const float *gray);
  void kernel2D_Classify(float low, float high);
  void kernel2D_Grow();
  void kernel2D_Show(uint8_t *out);

  int Index(int x, int y) const { return y * m_width + x; }
  bool IsInside(int x, int y) const { return x >= 0 && y >= 0 && x < m_width && y < m_height; }
  bool TouchesStrong(int x, int y) const;

private:
  int m_width, m_height;
  float m_strongest = 0.0f;
  bool m_hasGrown = false;
  uint32_t m_count = 0;
  std::vector<Gradient> m_gradients;
  std::vector<Edge> m_edges;
};

} // namespace vision
