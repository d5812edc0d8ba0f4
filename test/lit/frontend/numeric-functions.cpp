// Functions on numbers that are a few operations, and further ones of <cmath>.
// RUN: %import %s -- -std=c++20 | FileCheck %s

#include <cmath>
#include <math.h>
#include <numeric>

class C {
public:
  virtual ~C() {}
  virtual void run(float *a, double *b, int *r, int n) { kernel1D_k(a, b, r, n); }
  void kernel1D_k(float *a, double *b, int *r, int n) {
    for (int i = 0; i < n; i++) {
      const float f = a[i];
      const double d = b[i];
      // CHECK: vkm.math round(%{{.*}}) : (f32) -> f32
      // CHECK: vkm.cast %{{.*}} : f32 to si64
      r[i] = int(std::lround(f));
      // CHECK: vkm.math rint(%{{.*}}) : (f64) -> f64
      // CHECK: vkm.cast %{{.*}} : f64 to si64
      r[i] += int(llrint(d));
      // CHECK: vkm.math rint(%{{.*}}) : (f32) -> f32
      r[i] += int(nearbyintf(f));
      // No exception flags here: plain comparisons.
      // CHECK: vkm.cast %{{.*}} : f32 to f64
      // CHECK: vkm.cmp lt
      // CHECK: vkm.math isnan(
      // CHECK: vkm.or
      // CHECK: vkm.yield
      r[i] += std::isless(f, d) + std::isunordered(f, f);
      // The int of C's macro is the bool that it was made of.
      // CHECK: %[[NAN:.*]] = vkm.math isnan(%{{.*}}) : (f32) -> i1
      // CHECK-NEXT: vkm.if %[[NAN]] {
      if (__builtin_isnan(f))
        r[i] = 0;
      // CHECK: vkm.math signbit(%{{.*}}) : (f64) -> i1
      // CHECK: vkm.math ilogb(%{{.*}}) : (f32) -> si32
      r[i] += std::signbit(d) + ilogbf(f);
      // CHECK: vkm.math hypot(%{{.*}}, %{{.*}}) : (f32, f32) -> f32
      // CHECK: vkm.math hypot3(%{{.*}}, %{{.*}}, %{{.*}}) : (f64, f64, f64) -> f64
      b[i] = std::hypot(f, f) + std::hypot(d, d, d);
      // CHECK: vkm.math ldexp(%{{.*}}, %{{.*}}) : (f32, si32) -> f32
      // CHECK: vkm.cast %{{.*}} : si64 to si32
      // CHECK: vkm.math ldexp(%{{.*}}, %{{.*}}) : (f64, si32) -> f64
      b[i] += std::ldexp(f, 3) + std::scalbln(d, 3l + i);
      // CHECK: vkm.cmp le
      // CHECK: vkm.select
      // CHECK: vkm.binary sub
      b[i] += std::fdim(d, 1.0);
      // CHECK: %[[WHOLE:.*]] = vkm.math trunc(%[[X:.*]]) : (f64) -> f64
      // CHECK: vkm.math isinf(%[[X]])
      // CHECK: vkm.math copysign(
      // CHECK: vkm.assign %whole, %[[WHOLE]]
      double whole;
      b[i] += std::modf(d, &whole) + whole;
      // CHECK: vkm.math ilogb
      // CHECK: vkm.math ldexp
      // CHECK: vkm.assign %exponent
      int exponent;
      a[i] = frexpf(f, &exponent) + exponent;
      // CHECK: vkm.math cbrt
      // CHECK: vkm.math log10
      // CHECK: vkm.math log1p
      // CHECK: vkm.math expm1
      // CHECK: vkm.math asinh
      // CHECK: vkm.math acosh
      // CHECK: vkm.math atanh
      // CHECK: vkm.math erf
      // CHECK: vkm.math erfc
      // CHECK: vkm.math tgamma
      // CHECK: vkm.math lgamma
      a[i] += std::cbrt(f) + log10f(f) + std::log1p(f) + expm1f(f) + std::asinh(f) + acoshf(f) + std::atanh(f) +
              erff(f) + std::erfc(f) + std::tgamma(f) + lgammaf(f);
      // CHECK: vkm.math remainder
      // CHECK: vkm.math copysign
      // CHECK: vkm.math nextafter
      a[i] += std::remainder(f, 2.0f) + std::copysign(f, -1.0f) + std::nextafter(f, 2.0f);
      // CHECK: vkm.binary shr
      // CHECK: vkm.cmp eq %{{.*}}, %{{.*}} : f32
      r[i] += std::midpoint(i, n);
      a[i] += std::lerp(f, 2.0f, 0.25f);
    }
  }
};
