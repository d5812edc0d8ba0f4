// The bits of one number as another: memcpy, a function that uses it, __builtin_bit_cast.
// RUN: not vkmorph-translate --import-cpp %s -- -std=c++17 -DERRORS 2>&1 | FileCheck %s --check-prefix=ERR
// RUN: vkmorph %s --class C --emit=glsl -- -std=c++17 | FileCheck %s
#include <cstdint>
#include <cstring>

template <typename To, typename From> To bitCast(const From &from) {
  static_assert(sizeof(To) == sizeof(From), "the same size");
  To to;
  std::memcpy(&to, &from, sizeof(To));
  return to;
}

class C {
public:
  virtual ~C() {}
  virtual void run(float *x, double *d, int n) { kernel1D_k(x, d, n); }
  void kernel1D_k(float *x, double *d, int n) {
    for (int i = 0; i < n; i++) {
      uint32_t bits;
      // CHECK: bits = floatBitsToUint(x[i]);
      memcpy(&bits, &x[i], sizeof bits);
      bits = 0x5f3759df - (bits >> 1);
      // CHECK: x[i] = bitCast(bits);
      x[i] = bitCast<float>(bits);
      // CHECK: doubleBitsToInt64(d[i]){{.*}} >> 1
      d[i] = __builtin_bit_cast(double, __builtin_bit_cast(int64_t, d[i]) >> 1);
#ifdef ERRORS
      uint16_t half;
      // ERR: bit-casts.cpp:[[@LINE+2]]:7: error: this memcpy does not copy one value into another one of the same size [vkm1410]
      // ERR: note: copy a number into a number of the same size, or assign objects of one type
      memcpy(&half, &x[i], sizeof half);
#endif
    }
  }
};
