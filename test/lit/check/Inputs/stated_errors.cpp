// One function of vkmorph's own, of exact arguments: what it is off is stated.
#include <cmath>

class Curve {
public:
  virtual ~Curve() {}
  virtual void Exponential(const double *in, double *out, int n) { kernel1D_Exponential(in, out, n); }
  virtual void Root(const float *in, float *out, int n) { kernel1D_Root(in, out, n); }
  void kernel1D_Exponential(const double *in, double *out, int n) {
    for (int i = 0; i < n; ++i)
      out[i] = std::exp(in[i]);
  }
  void kernel1D_Root(const float *in, float *out, int n) {
    for (int i = 0; i < n; ++i)
      out[i] = std::cbrt(in[i]);
  }
};
