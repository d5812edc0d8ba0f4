// Functions of <cmath>, <cstdlib> and <algorithm>, by qualified name and type.
// RUN: %import %s | FileCheck %s

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

class C {
public:
  virtual ~C() {}
  virtual void run(float *a, int n) { kernel1D_k(a, n); }
  void kernel1D_k(float *a, int n) {
    for (int i = 0; i < n; i++) {
      float f = a[i];
      double d = f;
      // CHECK: vkm.math min(%{{.*}}, %{{.*}}) : (f32, f32) -> f32
      // CHECK: vkm.math max(%{{.*}}, %{{.*}}) : (si32, si32) -> si32
      // CHECK: vkm.math clamp(%{{.*}}, %{{.*}}, %{{.*}}) : (f32, f32, f32) -> f32
      a[i] = std::min(f, 1.0f) + std::max(i, n) + std::clamp(f, 0.0f, 1.0f);
      // CHECK: vkm.math abs(%{{.*}}) : (si32) -> si32
      // CHECK: vkm.math abs(%{{.*}}) : (f32) -> f32
      // CHECK: vkm.math abs(%{{.*}}) : (f64) -> f64
      // CHECK: vkm.math abs(%{{.*}}) : (f32) -> f32
      a[i] += std::abs(i) + std::abs(f) + std::fabs(d) + fabsf(f);
      // CHECK: vkm.math sqrt(%{{.*}}) : (f32) -> f32
      // CHECK: vkm.math sqrt(%{{.*}}) : (f64) -> f64
      // CHECK: vkm.math sqrt(%{{.*}}) : (f32) -> f32
      a[i] += std::sqrt(f) + std::sqrt(i) + sqrtf(f);
      // The arguments are converted as the overloads do.
      // CHECK: vkm.cast %{{.*}} : f32 to f64
      // CHECK: vkm.math pow(%{{.*}}, %{{.*}}) : (f64, f64) -> f64
      // CHECK: vkm.math atan2(%{{.*}}, %{{.*}}) : (f32, f32) -> f32
      // CHECK: vkm.math fma(%{{.*}}, %{{.*}}, %{{.*}}) : (f32, f32, f32) -> f32
      a[i] += std::pow(f, d) + std::atan2(f, f) + std::fma(f, f, f);
      // CHECK: vkm.math fmin(
      // CHECK: vkm.math fmax(
      // CHECK: vkm.math fmod(
      a[i] += std::fmin(f, f) + fmaxf(f, f) + std::fmod(f, 2.0f);
      // CHECK: vkm.math isnan(%{{.*}}) : (f32) -> i1
      // CHECK: vkm.math isinf(%{{.*}}) : (f64) -> i1
      if (std::isnan(f) || std::isinf(d))
        a[i] = 0;
      // CHECK: vkm.math isnan
      // CHECK: vkm.unary not
      // CHECK: vkm.and
      // CHECK: vkm.math isinf
      if (std::isfinite(f))
        a[i] = 1;
      // CHECK: vkm.math floor
      // CHECK: vkm.math ceil
      // CHECK: vkm.math trunc
      // CHECK: vkm.math round
      a[i] += std::floor(f) + std::ceil(f) + std::trunc(f) + std::round(f);
      // CHECK: vkm.math exp
      // CHECK: vkm.math exp2
      // CHECK: vkm.math log
      // CHECK: vkm.math log2
      a[i] += std::exp(f) + std::exp2(f) + std::log(f) + std::log2(f);
      // CHECK: vkm.math sin
      // CHECK: vkm.math tanh
      a[i] += std::sin(f) + tanhf(f);
      // CHECK: vkm.update add
      // CHECK: %[[FIRST:.*]] = vkm.deref
      // CHECK: %[[SECOND:.*]] = vkm.deref
      // CHECK: %[[A:.*]] = vkm.load %[[FIRST]]
      // CHECK: %[[B:.*]] = vkm.load %[[SECOND]]
      // CHECK: vkm.assign %{{.*}}, %[[B]]
      // CHECK: vkm.assign %{{.*}}, %[[A]]
      std::swap(a[i], a[0]);
    }
  }
};
