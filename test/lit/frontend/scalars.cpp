// The arithmetic types of C++, enums, and their conversions.
// RUN: %import %s | FileCheck %s

#include <cstddef>
#include <cstdint>

enum Old { First, Second = 7 };
enum class Small : uint8_t { A = 3 };

class C {
public:
  virtual ~C() {}
  virtual void run(double *a, int n) { kernel1D_k(a, n); }
  void kernel1D_k(double *a, int n) {
    for (int i = 0; i < n; i++) {
      // CHECK: vkm.var "b" : <i1>
      bool b = i;
      // CHECK: vkm.var "c" : <si8>
      char c = 'x';
      // CHECK: vkm.var "uc" : <ui8>
      unsigned char uc = 255;
      // CHECK: vkm.var "s" : <si16>
      short s = -1;
      // CHECK: vkm.var "us" : <ui16>
      uint16_t us = 65535;
      // CHECK: %[[HEX:.*]] = vkm.constant 4294967295 : ui32 {vkm.hex}
      // CHECK: vkm.var "u" : <ui32> = %[[HEX]]
      unsigned u = 0xffffffff;
      // CHECK: vkm.var "l" : <si64>
      long l = 1l << 40;
      // CHECK: vkm.unary bitnot %{{.*}} : ui64
      // CHECK: vkm.var "ull" : <ui64>
      unsigned long long ull = ~0ull;
      // CHECK: vkm.var "z" : <ui64>
      size_t z = sizeof(double);
      // CHECK: vkm.constant 1.500000e+00 : f32
      // CHECK: vkm.var "f" : <f32>
      float f = 1.5f;
      // CHECK: vkm.constant 1.000000e-01 : f64
      // CHECK: vkm.var "d" : <f64>
      double d = 0.1;
      // CHECK: vkm.constant 7 : si32 {vkm.name = "Second", vkm.spelled = "Old::Second"}
      // CHECK: vkm.var "o" : <si32>
      Old o = Second;
      // CHECK: vkm.constant 3 : ui8 {vkm.name = "Small_A", vkm.spelled = "Small::A", vkm.spelled_enum = "Small"}
      // CHECK: vkm.var "e" : <ui8>
      Small e = Small::A;
      // Small types are promoted before they are added.
      // CHECK: vkm.cast %{{.*}} : ui8 to si32
      // CHECK: vkm.cast %{{.*}} : si16 to si32
      // CHECK: vkm.binary add %{{.*}} : si32
      // CHECK: vkm.cast %{{.*}} : si32 to ui32
      // CHECK: vkm.binary add %{{.*}} : ui32
      u = uc + s + u;
      // CHECK: vkm.cast %{{.*}} : f32 to si32
      i += int(f) + static_cast<int>(e) + (int)o;
      // CHECK: vkm.cast %{{.*}} : f64 to i1
      if (d)
        a[i] = b + c + us + l + ull + z;
    }
  }
};
