// Functions on bits: of <bit>, and of the compiler. Narrow ones are computed in 32 bits.
// RUN: %import %s -- -std=c++20 | FileCheck %s

#include <bit>
#include <cstdint>

class C {
public:
  virtual ~C() {}
  virtual void run(uint32_t *a, uint64_t *w, uint8_t *b, int n) { kernel1D_k(a, w, b, n); }
  void kernel1D_k(uint32_t *a, uint64_t *w, uint8_t *b, int n) {
    for (int i = 0; i < n; i++) {
      const uint32_t x = a[i];
      const uint64_t y = w[i];
      const uint8_t z = b[i];
      int r = 0;
      // CHECK: vkm.math bit_count(%{{.*}}) : (ui32) -> si32
      r += __builtin_popcount(x);
      // CHECK: vkm.math bit_count(%{{.*}}) : (ui64) -> si32
      r += std::popcount(y);
      // CHECK: %[[BYTE:.*]] = vkm.cast %{{.*}} : ui8 to ui32
      // CHECK: vkm.math bit_count(%[[BYTE]]) : (ui32) -> si32
      r += std::popcount(z);
      // CHECK: %[[LAST:.*]] = vkm.constant 31 : si32
      // CHECK: %[[MSB:.*]] = vkm.math find_msb(%{{.*}}) : (ui32) -> si32
      // CHECK: vkm.binary sub %{{.*}}, %[[MSB]] : si32
      // CHECK-NOT: vkm.select
      r += __builtin_clz(x);
      // CHECK: vkm.constant 7 : si32
      // CHECK: vkm.math find_msb(%{{.*}}) : (ui32) -> si32
      r += std::countl_zero(z);
      // There is no lowest bit in 0: it has as many zeros as the type has bits.
      // CHECK: vkm.cmp eq
      // CHECK: vkm.select
      // CHECK: vkm.constant 64 : si32
      // CHECK: vkm.math find_lsb(%{{.*}}) : (ui64) -> si32
      r += std::countr_zero(y);
      // CHECK: vkm.unary bitnot
      // CHECK: vkm.math find_msb
      r += std::countl_one(x);
      // CHECK: vkm.math find_lsb
      // CHECK: vkm.binary add
      r += __builtin_ffs(int(x));
      // CHECK: vkm.math bit_count
      // CHECK: vkm.binary and
      r += __builtin_parity(x);
      // CHECK: vkm.math bit_count
      // CHECK: vkm.cmp eq
      r += std::has_single_bit(x) ? 1 : 0;
      // CHECK: vkm.math find_msb
      // CHECK: vkm.binary shl
      a[i] = std::bit_floor(x);
      // CHECK: vkm.cmp le
      // CHECK: vkm.math find_msb
      w[i] = std::bit_ceil(y);
      // CHECK: vkm.binary shl
      // CHECK: vkm.binary shr
      // CHECK: vkm.binary or
      a[i] += std::rotl(x, r);
      // CHECK: vkm.constant 5 : si32
      // CHECK: vkm.binary shl
      // CHECK: vkm.constant 27 : si32
      // CHECK: vkm.binary shr
      a[i] += std::rotl(x, 5);
      // Undefined for 0.
      // CHECK-NOT: vkm.select
      // CHECK: vkm.math find_lsb
      a[i] += __builtin_ctz(x);
      // CHECK: vkm.constant 16711935 : ui32 {vkm.hex}
      a[i] += __builtin_bswap32(x);
    }
  }
};
