// Origin: written as a user would, before its first translation.
// Small arrays by value: std::array, indexed by what iterations compute, and structs that hold arrays.
// RUN: %check %s --class ToneWeights --size n=1,66 -- -std=c++17
#include <array>

class ToneWeights {
public:
  enum class Shape { Flat, Peak };
  struct Curve {
    float knots[4];
    Shape shape = Shape::Flat;
    bool isInverse = false;
  };

  virtual ~ToneWeights() = default;

  virtual void Weigh(const float *in, float *out, int n, float tilt) {
    std::array<float, 4> weights = {0.1f, 0.2f, 0.3f, 0.4f};
    weights[0] += tilt;
    kernel1D_Weigh(in, out, n, weights);
    kernel1D_Bend(out, n, Curve{{0.0f, 0.5f, 0.75f, 1.0f}, Shape::Peak});
    kernel1D_Bend(out, n, m_curve);
  }

protected:
  void kernel1D_Weigh(const float *in, float *out, int n, std::array<float, 4> weights) {
    for (int i = 0; i < n; ++i)
      out[i] = in[i] * weights[i % 4] + weights[3];
  }

  void kernel1D_Bend(float *x, int n, const Curve curve) {
    for (int i = 0; i < n; ++i) {
      float v = x[i] < 0.0f ? 0.0f : x[i] > 1.0f ? 1.0f : x[i];
      int k = int(v * 2.999f);
      float bent = curve.knots[k] + (curve.knots[k + 1] - curve.knots[k]) * (v * 3.0f - k);
      if (curve.shape == Shape::Peak)
        bent *= 1.0f - bent;
      x[i] = curve.isInverse ? 1.0f - bent : bent;
    }
  }

  Curve m_curve = {{1.0f, 0.5f, 0.25f, 0.0f}, Shape::Flat, true};
};
