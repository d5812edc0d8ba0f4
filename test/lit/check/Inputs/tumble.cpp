// Results that lose all their bits where sums are rounded, and none where they are not.
class Tumble {
public:
  virtual ~Tumble() = default;
  virtual void Turn(const float *a, float *out, int n) {
    m_sum = 0.0f;
    kernel1D_Sum(a, n);
    kernel1D_Turn(out, n);
  }

protected:
  void kernel1D_Sum(const float *a, int n) {
    for (int i = 0; i < n; ++i)
      m_sum += a[i];
  }
  void kernel1D_Turn(float *out, int n) {
    for (int i = 0; i < n; ++i) {
      float x = m_sum + float(i % 5);
      for (int k = 0; k < 100; ++k) {
        x = 3.0f * x;
        while (x > 4.0f)
          x -= 8.0f;
        while (x < -4.0f)
          x += 8.0f;
      }
      out[i] = x;
    }
  }

private:
  float m_sum;
};
