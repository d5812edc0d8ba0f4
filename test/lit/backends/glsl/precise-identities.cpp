// What holds for real numbers only, and not for NaN, infinities and -0.0, is precise, so that nothing takes it away.
// RUN: sed -e 's,^ *//.*,,' %s > %t.cpp
// RUN: vkmorph %t.cpp --class C --emit=glsl -- -std=c++17 | FileCheck %s
class C {
public:
  virtual ~C() {}
  virtual void run(const float *a, const double *b, float *out, int n) { kernel1D_k(a, b, out, n); }
  void kernel1D_k(const float *a, const double *b, float *out, int n) {
    for (int i = 0; i < n; i++) {
      const float x = a[i], y = x;
      // CHECK: precise float isNumber = x - x;
      float isNumber = x - x;
      // CHECK-NEXT: precise float copy = x - y;
      float copy = x - y;
      // CHECK-NEXT: precise float element = a[i] - a[i];
      float element = a[i] - a[i];
      // CHECK-NEXT: precise float one = x / x;
      float one = x / x;
      // CHECK-NEXT: precise float zero = x * 0.0;
      float zero = x * 0.0f;
      // CHECK-NEXT: precise float signedZero = x + 0.0;
      float signedZero = x + 0.0f;
      // CHECK-NEXT: precise float negative = 0.0 - x;
      float negative = 0.0f - x;
      // CHECK-NEXT: precise double wide = b[i] - b[i];
      double wide = b[i] - b[i];
      // CHECK-NEXT: precise float self = x;
      // CHECK-NEXT: self -= self;
      float self = x;
      self -= self;
      // Others are what they are in any order.
      // CHECK-NEXT: float next = a[i] - a[i + 1];
      // CHECK-NEXT: float twice = x + x;
      // CHECK-NEXT: float half_ = x * 0.5;
      // CHECK-NEXT: float inverse_ = 1.0 / x;
      float next = a[i] - a[i + 1];
      float twice = x + x;
      float half = x * 0.5f;
      float inverse = 1.0f / x;
      // A condition stores nothing: the value gets a name.
      // CHECK-NEXT: precise const float difference = x - x;
      // CHECK-NEXT: if (difference == 0.0) {
      if (x - x == 0.0f)
        out[i] = isNumber + copy + element + one + zero + signedZero + negative + float(wide) + self + next + twice + half + inverse;
    }
  }
};
