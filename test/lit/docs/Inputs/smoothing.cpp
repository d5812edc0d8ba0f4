// The class of docs/Scans.md whose state is multiplied.
class Smoothing {
public:
  virtual ~Smoothing() = default;
  virtual void Add(const float *x, int n, float *y) { kernel1D_Smooth(x, n, y); }

private:
  void kernel1D_Smooth(const float *x, int n, float *y) {
    for (int i = 0; i < n; i++) {
      m_level += 0.25f * (x[i] - m_level);
      y[i] = m_level;
    }
  }
  float m_level = 0.0f;
};
