// Weights that a setter makes, and results that the least errors change: for the sessions of docs/Check.md.
#include <vector>

class Settle {
public:
  virtual ~Settle() = default;
  void SetWeights(int n) { m_weights.assign(n, 0.5f); }
  virtual void Run(const float *a, float *out, int n) { kernel1D_Run(a, out, n); }
  virtual void Iterate(const float *a, float *out, int n) { kernel1D_Iterate(a, out, n); }

protected:
  void kernel1D_Run(const float *a, float *out, int n) {
    for (int i = 0; i < n; ++i)
      out[i] = a[i] * m_weights[i % 3];
  }
  void kernel1D_Iterate(const float *a, float *out, int n) {
    for (int i = 0; i < n; ++i) {
      float x = 1.0f / (a[i] + 5.0f);
      for (int k = 0; k < 100; ++k)
        x = 3.9f * x * (1.0f - x);
      out[i] = x;
    }
  }

private:
  std::vector<float> m_weights;
};
