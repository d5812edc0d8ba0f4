// Functions that GLSL lacks, as they are printed, are no farther from those of C++ than ir/MathErrors.def states. The
// GLSL is compiled as C++ and compared with long double.
// RUN: vkmorph %s --emit=glsl -- -std=c++17 | %python %S/Inputs/functions.py > %t.inc
// RUN: %cxx -std=c++17 -O2 -ffp-contract=off -I %src_root -DFUNCTIONS='"%t.inc"' %S/Inputs/accuracy.cpp -o %t
// RUN: %t | FileCheck %s
// CHECK: function | float | double
// CHECK: Exp |
// CHECK: Pow |
// CHECK: LGamma |
// CHECK: special values agree
// CHECK-NOT: exceeds

#include <cmath>

template <typename T> inline T callBoth(T x, int n) {
  T sum = std::expm1(x) + std::log10(x) + std::log1p(x) + std::cbrt(x) + std::hypot(x, x) + std::hypot(x, x, x);
  sum += std::asinh(x) + std::acosh(x) + std::atanh(x) + std::erf(x) + std::erfc(x) + std::tgamma(x) + std::lgamma(x);
  return sum + std::remainder(x, sum) + std::ldexp(x, n) + std::nextafter(x, sum) + std::ilogb(x);
}

inline double callDouble(double x) {
  double sum = std::exp(x) + std::exp2(x) + std::log(x) + std::log2(x) + std::pow(x, x) + std::sin(x) + std::cos(x);
  sum += std::tan(x) + std::asin(x) + std::acos(x) + std::atan(x) + std::atan2(x, x);
  return sum + std::sinh(x) + std::cosh(x) + std::tanh(x);
}

class Functions {
public:
  virtual ~Functions() {}
  virtual void Run(float *floats, double *doubles, int n) { kernel1D_All(floats, doubles, n); }
  void kernel1D_All(float *floats, double *doubles, int n) {
    for (int i = 0; i < n; ++i) {
      floats[i] = callBoth(floats[i], i);
      doubles[i] = callBoth(doubles[i], i) + callDouble(doubles[i]);
    }
  }
};
