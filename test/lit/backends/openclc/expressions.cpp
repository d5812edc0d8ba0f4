// Operators and functions of C++ are those of C; what OpenCL C spells in another way.
// RUN: rm -rf %t && vkmorph %s -o %t --shaders=openclc --target=vulkan10 -- -std=c++17
// RUN: FileCheck %s --match-full-lines --input-file=%t/shaders/kernel1D_Numbers.cl
#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

class Arithmetic {
public:
  void Numbers(const int *a_in, const float *a_x, float *a_out, uint32_t *a_bits, uint32_t a_size) {
    kernel1D_Numbers(a_in, a_x, a_out, a_bits, a_size);
  }

protected:
  enum Mode : uint32_t { Plain, Round, Turn };

  void kernel1D_Numbers(const int *a_in, const float *a_x, float *a_out, uint32_t *a_bits, uint32_t a_size) {
    for (uint32_t i = 0; i < a_size; i++) {
      const float x = a_x[i];
      float y = std::fabs(x) + std::round(x) - std::trunc(x) + std::rint(x);
      y += std::fmin(x, 2.0f) + std::max(x, 0.5f) + std::fmod(x, 3.0f) + std::cbrt(x) + std::hypot(x, y);
      y = x > 10.0f ? std::numeric_limits<float>::infinity() : y;
      switch (Mode(a_in[i] % 3)) {
      case Plain:
        y += 1.0f;
        break;
      case Round:
        y = std::floor(y);
        break;
      default:
        y = -y;
      }
      a_out[i] = y;
      uint32_t bits;
      std::memcpy(&bits, &y, sizeof(bits));
      const int64_t wide = int64_t(a_in[i]) * INT_MAX;
      a_bits[i] = bits ^ uint32_t(std::abs(a_in[i])) ^ uint32_t(wide >> 20) ^ uint32_t(INT_MIN / std::max(a_in[i], 1));
    }
  }
};

//      CHECK: #pragma OPENCL FP_CONTRACT OFF
// CHECK-EMPTY:
// CHECK-NEXT: // std::max: a where an operand is NaN; Vulkan's max may give either.
// CHECK-NEXT: float larger(float a, float b) {
// CHECK-NEXT:   return a < b ? b : a;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: __kernel __attribute__((reqd_work_group_size(128, 1, 1)))
// CHECK-NEXT: void kernel1D_Numbers(__global const int *a_in, __global const float *a_x, __global float *a_out, __global uint *a_bits,
// CHECK-NEXT:     uint a_size) {
// CHECK-NEXT:   for (uint i = (uint)get_global_id(0); i < a_size; i += (uint)get_num_groups(0) * (uint)get_local_size(0)) {
// CHECK-NEXT:     const float x = a_x[i];
// CHECK-NEXT:     float y = fabs(x) + round(x) - trunc(x) + rint(x);
// CHECK-NEXT:     y += fmin(x, 2.0f) + larger(x, 0.5f) + fmod(x, 3.0f) + cbrt(x) + hypot(x, y);
// CHECK-NEXT:     y = x > 10.0f ? INFINITY : y;
// CHECK-NEXT:     switch ((uint)(a_in[i] % 3)) {
// CHECK-NEXT:     case 0u:
// CHECK-NEXT:       y += 1.0f;
// CHECK-NEXT:       break;
// CHECK-NEXT:     case 1u:
// CHECK-NEXT:       y = floor(y);
// CHECK-NEXT:       break;
// CHECK-NEXT:     default:
// CHECK-NEXT:       y = -y;
// CHECK-NEXT:     }
// CHECK-NEXT:     a_out[i] = y;
// CHECK-NEXT:     uint bits;
// CHECK-NEXT:     bits = as_uint(y);
// CHECK-NEXT:     const long wide = (long)a_in[i] * 2147483647l;
// CHECK-NEXT:     a_bits[i] = bits ^ (uint)(int)abs(a_in[i]) ^ (uint)(wide >> 20) ^ (uint)((-2147483647 - 1) / max(a_in[i], 1));
// CHECK-NEXT:   }
// CHECK-NEXT: }
