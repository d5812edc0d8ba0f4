// A blur whose weights a setter gives.
#include <vector>

class Stencil {
public:
  virtual ~Stencil() = default;

  /// Has to be called before Apply: 2 * radius + 1 weights.
  void SetWeights(const std::vector<float> &weights) {
    m_weights = weights;
    m_radius = int(weights.size()) / 2;
  }

  virtual void Apply(const float *in, float *out, int n) { kernel1D_Apply(in, out, n); }

protected:
  void kernel1D_Apply(const float *in, float *out, int n) {
    for (int i = 0; i < n; ++i) {
      float sum = 0.0f;
      for (int k = -m_radius; k <= m_radius; ++k) {
        int at = i + k;
        at = at < 0 ? 0 : at;
        at = at >= n ? n - 1 : at;
        sum += m_weights[k + m_radius] * in[at];
      }
      out[i] = sum;
    }
  }

private:
  std::vector<float> m_weights;
  int m_radius = 0;
};
