// Origin: written as a user would, before its first translation.
// A public method that sums into members and computes from them behind its loop, called by another one, too.
// RUN: %check %s --class Moments --config=%S/Inputs/moments_entry.yaml --size n=1,90 -- -std=c++17

class Moments {
public:
  virtual ~Moments() = default;

  virtual void Measure(const float *x, int n) {
    m_sum = 0.0f;
    m_squares = 0.0f;
    for (int i = 0; i < n; ++i) {
      m_sum += x[i];
      m_squares += x[i] * x[i];
    }
    m_mean = m_sum / n;
  }
  virtual void Centre(float *x, int n) {
    Measure(x, n);
    Shift(x, n);
  }
  float Mean() const { return m_mean; }

protected:
  void Shift(float *x, int n) {
    for (int i = 0; i < n; ++i)
      x[i] -= m_mean;
  }

  float m_sum = 0.0f, m_squares = 0.0f, m_mean = 0.0f;
};
