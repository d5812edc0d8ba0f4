// Origin: written for claims of docs/Semantics.md.
// A kernel's loops are grids one after another, and what stands before, between and behind them runs once, in that order, also
// where a grid has no iteration. Locals are the same in all parts, whatever changes what they were computed from.
// RUN: %check %s --class KernelParts --variants=all --size n=0,1,65,1000 --size w=0,1,33 --size h=0,1,20 -- -std=c++17
class KernelParts {
public:
  virtual ~KernelParts() {}
  virtual int Parts(const int *in, int *out, int n) {
    kernel1D_Parts(in, out, n);
    return m_trace;
  }
  virtual void Locals(const int *in, int *out, int n) { kernel1D_Locals(in, out, n); }
  virtual void Plane(const float *in, float *out, int w, int h) { kernel2D_Plane(in, out, w, h); }
  virtual void NoLoop(int *out, int n) {
    kernel1D_Mark(out, n, 1);
    kernel1D_Mark(out, n, 2);
  }

private:
  void kernel1D_Parts(const int *in, int *out, int n) {
    m_trace = m_trace % 1000 * 10 + 1;
    m_sum = 0;
    for (int i = 0; i < n; ++i)
      m_sum += in[i];
    // Reads the sum of the first loop; the second one reads what this computes.
    m_trace = m_trace * 10 + 2;
    m_scale = m_sum % 7 + 1;
    m_largest = -1000;
    for (int i = 0; i < n; ++i) {
      out[i] = in[i] * m_scale;
      m_largest = out[i] > m_largest ? out[i] : m_largest;
    }
    m_trace = m_trace * 10 + 3;
    m_sum -= m_largest;
    // An empty grid between full ones.
    for (int i = n; i < n; ++i)
      out[i] = -1;
    m_trace += m_sum & 3;
    for (int i = 1; i < n; i += 2)
      out[i] ^= m_trace;
    m_runs++;
  }
  void kernel1D_Locals(const int *in, int *out, int n) {
    // Neither parameters nor members change behind the back of a local.
    const int before = m_sum, twice = 2 * n + m_scale;
    int count = 0;
    m_sum = 5;
    m_scale = 9;
    for (int i = 0; i < n; ++i)
      out[i] = in[i] + before * 3 + twice;
    count += before;
    const int half = n / 2;
    for (int i = 0; i < half; ++i)
      out[i] -= count + m_scale + twice;
    m_sum += count + half;
  }
  void kernel2D_Plane(const float *in, float *out, int w, int h) {
    const float gain = 0.5f * w;
    m_trace = w;
    for (int y = 0; y < h; ++y) {
      const int row = y * w;
      for (int x = 0; x < w; ++x)
        out[row + x] = in[row + x] * gain;
    }
    m_trace -= h;
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x)
        out[y * w + x] += m_trace;
    m_runs += w * h == 0;
  }
  void kernel1D_Mark(int *out, int n, int by) {
    m_trace = by;
    for (int i = 0; i < n; ++i)
      out[i] += by * 10 + m_runs;
    m_runs += by;
  }
  int m_trace = 0, m_sum = 3, m_scale = 2, m_largest = 0, m_runs = 0;
};
