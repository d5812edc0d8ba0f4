// What functions of ours compute for float they compute in float: they ask for no doubles of the device.
// RUN: vkmorph %s --emit=glsl --target=vulkan10 -- -std=c++17 | FileCheck %s --implicit-check-not=double
// RUN: vkmorph %s --emit=host -- -std=c++17 | FileCheck %s --check-prefix=HOST --implicit-check-not=shaderFloat64
// CHECK: float nearestRemainder(float x, float y) {
// CHECK-NEXT: float rest = abs(x);
// CHECK: out_[i] =
// HOST: Floats_Generated::RequiredFeatures()

#include <cmath>

class Floats {
public:
  virtual ~Floats() = default;
  virtual void Run([[vkmorph::size("n")]] const float *in, int n, [[vkmorph::size("n")]] float *out) {
    kernel1D_All(in, n, out);
  }
  void kernel1D_All(const float *in, int n, float *out) {
    for (int i = 0; i < n; ++i) {
      const float x = in[i];
      float sum = std::expm1(x) + std::log10(x) + std::log1p(x) + std::cbrt(x) + std::hypot(x, 2.0f);
      sum += std::hypot(x, 2.0f, x) + std::asinh(x) + std::acosh(x) + std::atanh(x) + std::erf(x) + std::erfc(x);
      sum += std::tgamma(x) + std::lgamma(x) + std::remainder(x, sum) + std::ldexp(x, i) + std::nextafter(x, sum);
      out[i] = sum + std::fmod(x, sum) + std::round(x) + std::rint(x) + float(std::ilogb(x));
    }
  }
};
