// Counters of 8 and 16 bits to which something is added in the condition: the grid counts an int, as C++ promotes the counter.
// RUN: vkmorph %s --emit=recognised --without-locations -- -std=c++17 2>/dev/null | FileCheck %s
// RUN: vkmorph %s --emit=glsl -- -std=c++17 2>/dev/null | FileCheck %s --check-prefix=GLSL
// RUN: not vkmorph %s --emit=recognised --without-locations -- -std=c++17 -DERRORS 2>&1 | FileCheck %s --check-prefix=ERROR
#include <cstdint>

class C {
public:
  virtual ~C() {}
  virtual void Run(int *a, int *b, int16_t n) {
    kernel1D_bytes(a);
    kernel1D_shorts(b, n);
    kernel1D_thirds(a);
  }

protected:
  // CHECK: vkm.kernel @kernel1D_bytes(
  // CHECK: vkm.extent
  // CHECK: vkm.constant 16
  // CHECK: vkm.grid (%iPlus1: si32 "iPlus1") = (%{{.*}}) lt (%{{.*}} : si32) step (1)
  // CHECK: vkm.binary sub %iPlus1
  // CHECK: vkm.var const "i" : <si32>
  // GLSL: const int i = iPlus1 - 1;
  void kernel1D_bytes(int *a) {
    for (uint8_t i = 0; i + 1 < 17; i++)
      a[i] = i;
  }
  // What takes the narrow number gets it.
  // CHECK: vkm.kernel @kernel1D_shorts(
  // CHECK: vkm.grid (%iMinus2: si32 "iMinus2") = (%{{.*}}) ge (%{{.*}} : si32) step (-4)
  // CHECK: vkm.cast %{{.*}} : si32 to si16
  void kernel1D_shorts(int *b, int16_t n) {
    for (int16_t i = n; i - 2 >= 0; i -= 4) {
      int16_t kept = i;
      b[i] = kept;
    }
  }
  // This one ends before it could wrap around.
  // CHECK: vkm.kernel @kernel1D_thirds(
  // CHECK: vkm.grid (%i: ui8 "i") = (%{{.*}}) lt (%{{.*}} : {{.*}}) step (3)
  void kernel1D_thirds(int *a) {
    for (uint8_t i = 0; i < 252; i += 3)
      a[i] = i;
  }
#ifdef ERRORS
  // Where it wrapped around it would meet other numbers.
  // ERROR: narrow-counters.cpp:[[@LINE+2]]:5: error: this loop of kernel 'kernel1D_wraps' is not a counted loop: {{.*}} [vkm2003]
  void kernel1D_wraps(int *a) {
    for (uint8_t i = 0; i + 1 < 250; i += 100)
      a[i] = i;
  }
  // ERROR: narrow-counters.cpp:[[@LINE+2]]:5: error: this loop of kernel 'kernel1D_wrapsToo' is not a counted loop: its counter may wrap around; count in an int [vkm2003]
  void kernel1D_wrapsToo(int *a) {
    for (uint8_t i = 0; i < 250; i += 100)
      a[i] = i;
  }
#endif
};
