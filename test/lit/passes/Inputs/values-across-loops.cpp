// Local values that a kernel computes once and uses in its loops, made of what changes in between.
#include <cstdint>

class Spread {
public:
  virtual ~Spread() = default;
  virtual void Measure(const float *a, float *centred, int n) { kernel1D_Measure(a, centred, n); }
  virtual void Mark(const int *a, int *marked, int n) { kernel1D_Mark(a, marked, n); }

protected:
  // `mean` is made of `sum`, which starts again before the second loop.
  virtual void kernel1D_Measure(const float *a, float *centred, int n) {
    float sum = 0;
    for (int i = 0; i < n; ++i)
      sum += a[i];
    const float mean = sum / n;
    sum = 0;
    for (int i = 0; i < n; ++i) {
      sum += (a[i] - mean) * (a[i] - mean);
      centred[i] = a[i] - mean;
    }
    m_variance = sum;
  }

  // A bool and a byte that outlive the statements which compute them.
  virtual void kernel1D_Mark(const int *a, int *marked, int n) {
    const bool many = m_marked > 2;
    uint8_t level = uint8_t(m_marked + 255);
    level += 3;
    m_marked = 0;
    for (int i = 0; i < n; ++i) {
      marked[i] = many ? a[i] : level;
      if (a[i] > 0)
        m_marked++;
    }
    level++;
    m_level = level;
  }

  float m_variance = 0;
  int m_marked = 3;
  int m_level = 0;
};
