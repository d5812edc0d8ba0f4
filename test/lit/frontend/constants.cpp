// Constants with names: written as their values, which carry the name; tables become const locals.
// RUN: %import %s | FileCheck %s

#include <cfloat>
#include <climits>
#include <limits>

namespace {
constexpr int kCount = 4 * 4;
const float scale = 0.5f;
static const int primes[4] = {2, 3, 5, 7};
constexpr struct {
  int a;
  float b;
} settings = {1, 2.5f};
} // namespace
enum { Limit = 99 };
constexpr int power(int x, int n) {
  return n == 0 ? 1 : x * power(x, n - 1);
}

class C {
public:
  virtual ~C() {}
  virtual void run(float *a, int n) { kernel1D_k(a, n); }
  static constexpr unsigned kMask = 0xf0u;
  static const int kShift = 4;
  // CHECK: vkm.kernel @kernel1D_k
  // CHECK: %[[PRIMES:.*]] = vkm.var const "primes" : <!vkm.array<4 x si32>> =
  void kernel1D_k(float *a, int n) {
    for (int i = 0; i < n; i++) {
      static const int inside = 8;
      constexpr int local = 12;
      // CHECK: vkm.constant 16 : si32 {vkm.name = "kCount", vkm.spelled = "kCount"}
      // CHECK: vkm.constant 240 : ui32 {vkm.hex, vkm.name = "kMask", vkm.spelled = "C::kMask"}
      // CHECK: vkm.constant 4 : si32 {vkm.name = "kShift"}
      unsigned m = (unsigned(i + kCount) & kMask) >> kShift;
      // CHECK: vkm.constant 5.000000e-01 : f32 {vkm.name = "scale", vkm.spelled = "scale"}
      // A constant that is converted knows what it was.
      // CHECK: vkm.constant 8.000000e+00 : f32 {vkm.name = "inside", vkm.named_value = 8 : si32}
      a[i] = scale * inside;
      // CHECK: vkm.constant 8 : si32 {vkm.name = "inside"}
      // CHECK: vkm.constant 99 : si32
      a[i] = i < inside || i > Limit;
      // CHECK: vkm.element %[[PRIMES]]
      a[i] += primes[m];
      a[i] += settings.b;
      // CHECK: vkm.constant 3.40282347E+38 : f32
      a[i] += std::numeric_limits<float>::max();
      // CHECK: vkm.constant -3.40282347E+38 : f32
      a[i] += -FLT_MAX;
      // CHECK: vkm.constant 2147483647 : si32
      a[i] += i & INT_MAX;
      // CHECK: vkm.constant 4.000000e+01 : f32
      a[i] += sizeof(float[10]);
      // What calls itself is computed here.
      // CHECK: vkm.constant 81 : si32
      a[i] += i & power(3, 4);
      // CHECK: vkm.switch %{{.*}} : si32 {{\[}}[1]]
      switch (n) {
      case local - 11:
        a[i] = 1;
      }
    }
  }
};
