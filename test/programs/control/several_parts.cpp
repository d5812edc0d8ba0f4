// Origin: written as a user would, before its first translation.
// Loops with statements before, between and behind them, some of which the loops read, some not.
// RUN: %check %s --size n=0,1,300,4099 -- -std=c++17
struct Gauge {
  int reads;
  float value;
};

class SeveralParts {
public:
  virtual ~SeveralParts() = default;

  virtual void Run(float *a, float *b, int n, int tag) {
    kernel1D_Parts(a, b, n, tag);
    kernel1D_Last(a, n);
  }

protected:
  void kernel1D_Parts(float *a, float *b, int n, int tag) {
    m_tag = tag;
    m_gauge.reads++;
    for (int i = 0; i < n; i++)
      a[i] = a[i] * 0.5f + float(m_tag);
    m_tag = 7;
    m_gauge.value = 0.25f;
    for (int i = 0; i < n; i++)
      b[i] += a[i] * m_gauge.value;
    m_between = m_between * 2 + m_tag;
    for (int i = n - 1; i >= 0; i--)
      a[i] -= 1.0f;
    m_gauge.reads += m_between;
    m_tag = 0;
  }
  void kernel1D_Last(float *a, int n) {
    if (n > 2)
      m_gauge.value += 1.0f;
    for (int i = 0; i < n; i++)
      a[i] += float(m_between & 3);
    m_history[n & 3] = m_tag + n;
  }

  int m_tag = 0, m_between = 1;
  Gauge m_gauge = {0, 0.0f};
  int m_history[4] = {1, 2, 3, 4};
};
