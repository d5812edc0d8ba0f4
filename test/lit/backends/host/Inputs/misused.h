#include <vector>

class Misused {
public:
  virtual ~Misused() = default;
  virtual void Filter(const float *in, float *out, int n) { kernel1D_Filter(in, out, n); }
  virtual void Total(const float *in, int n) { kernel1D_Total(in, n); }
  virtual void Choose([[vkmorph::size("n")]] const float *a, float *b, int n, bool adds) {
    if (adds)
      kernel1D_Add(a, b, n);
    else
      kernel1D_Clear(b, n);
  }
  virtual void Double(float *a, int n) const { kernel1D_Double(a, n); }
  void SetTaps(const std::vector<float> &taps) { m_taps = taps; }
  float Sum() const { return m_sum; }

private:
  void kernel1D_Filter(const float *in, float *out, int n) {
    for (int i = 0; i < n; i++) {
      float sum = 0.0f;
      for (int k = 0; k < int(m_taps.size()); k++)
        sum += m_taps[k] * in[i];
      out[i] = m_gain * sum;
    }
  }
  void kernel1D_Total(const float *in, int n) {
    m_sum = 0.0f;
    for (int i = 0; i < n; i++)
      m_sum += in[i];
  }
  void kernel1D_Add(const float *a, float *b, int n) {
    for (int i = 0; i < n; i++)
      b[i] += a[i];
  }
  void kernel1D_Clear(float *b, int n) {
    for (int i = 0; i < n; i++)
      b[i] = 0.0f;
  }
  void kernel1D_Double(float *a, int n) const {
    for (int i = 0; i < n; i++)
      a[i] *= 2.0f;
  }

  float m_gain = 2.0f;
  float m_sum = 5.0f;
  std::vector<float> m_taps = {0.5f, 0.25f};
};
