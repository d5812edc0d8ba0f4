// Functions of constants, also of operands of different types: computed where every bit is defined, else left to the
// device.
// RUN: vkmorph %s --emit=glsl -- -std=c++20 | FileCheck %s

#include <bit>
#include <cmath>

class C {
public:
  virtual ~C() {}
  virtual void Run(float *f, int *n, int count) { kernel1D_K(f, n, count); }
  void kernel1D_K(float *f, int *n, int count) {
    for (int i = 0; i < count; ++i) {
      const float k = 0.75f;
      // CHECK: f[i] += 6.0;
      f[i] += std::ldexp(k, 3);
      // CHECK: f[i] += 1.0;
      f[i] += std::rint(k);
      // CHECK: withSign(k, -1.0)
      f[i] += std::copysign(k, -1.0f);
      // CHECK: binaryExponent(k)
      n[i] += std::ilogb(k);
      // CHECK: isMinus(k)
      n[i] += std::signbit(k) ? 2 : 0;
      // CHECK: n[i] += {{bitCount\(7u\)|3}};
      n[i] += std::popcount(7u);
    }
  }
};
