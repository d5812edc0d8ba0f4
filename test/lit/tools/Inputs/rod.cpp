#include <algorithm>

class Rod {
public:
  virtual ~Rod() {}
  virtual void Heat(float *a, float *b, int n, int steps) {
    for (int step = 0; step < steps; step++) {
      if (step % 2 == 0)
        kernel1D_Spread(a, b, n);
      else
        kernel1D_Spread(b, a, n);
    }
    kernel1D_Warmest(a, n);
  }

protected:
  void kernel1D_Spread(const float *from, float *to, int n) {
    for (int i = 0; i < n; i++)
      to[i] = 0.5f * from[i] + 0.25f * (from[std::max(i - 1, 0)] + from[std::min(i + 1, n - 1)]);
  }
  void kernel1D_Warmest(const float *rod, int n) {
    for (int i = 0; i < n; i++)
      m_warmest = std::max(m_warmest, rod[i]);
  }
  float m_warmest = 0.0f;
};
