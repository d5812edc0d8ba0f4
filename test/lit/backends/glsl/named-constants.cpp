// Constants of the source have their names in shaders: declared once, in their own types where all shaders have these.
// RUN: sed -e 's,^ *// .*,,' %s > %t.cpp
// RUN: vkmorph %t.cpp --class C --emit=glsl --fusion=never -- -std=c++17 | FileCheck %s
// RUN: rm -rf %t && vkmorph %t.cpp --class C -o %t -- -std=c++17
#include <cstddef>
#include <cstdint>
#include <limits>

/// Half a turn.
constexpr float Pi = 3.14159265f;
constexpr double Exact = 2.718281828459045;
static const float Endless = std::numeric_limits<float>::infinity();
constexpr float Seven = 0.7f;
namespace other {
constexpr float Pi = 3.0f;
}
enum class Mode : uint8_t { Cold, Warm = 2 };
/// What there is at most.
enum { Limit = 99 };

class C {
public:
  virtual ~C() {}
  static constexpr int Count = 4; ///< of neighbours
  static constexpr unsigned Mask = 0xf0u;
  static constexpr size_t Many = 12;
  static const int sample = 8;
  static constexpr bool isFast = true;
  float Used = 0;
  virtual void run(float *a, int *b, int n, Mode mode) {
    kernel1D_floats(a, n);
    kernel1D_integers(a, b, n);
    kernel1D_choice(b, n, mode);
  }

  // CHECK: C::kernel1D_floats
  // CHECK: layout(local_size_x = {{[0-9]+}}) in;
  // CHECK-EMPTY:
  // CHECK-NEXT: const float Pi = 3.1415927; // Half a turn.
  // CHECK-NEXT: const float Pi_ = 3.0;
  // CHECK-NEXT: const float Exact = 2.7182817;
  // CHECK-NEXT: const float Seven = 0.7;
  // CHECK-NEXT: const int Count = 4; // of neighbours
  // CHECK-EMPTY:
  void kernel1D_floats(float *a, int n) {
    for (int i = 0; i < n; i++) {
      // CHECK: a[i] *= 2.0 * Pi;
      a[i] *= 2.0f * Pi;
      // CHECK-NEXT: a[i] = a[i] / Pi_;
      a[i] = a[i] / other::Pi;
      // CHECK-NEXT: a[i] *= Exact;
      a[i] *= float(Exact);
      // glslang, which computes in double, would come to another number.
      // CHECK-NEXT: a[i] *= 0.099999964;
      a[i] *= Seven - 0.6f;
      // CHECK-NEXT: a[i] = a[i] / Seven;
      a[i] = a[i] / Seven;
      // CHECK-NEXT: a[i] = a[i] < uintBitsToFloat(0x7f800000u) ? a[i] : uintBitsToFloat(0x7f800000u);
      a[i] = a[i] < Endless ? a[i] : Endless;
      // CHECK-NEXT: a[i] *= float(Count);
      a[i] *= Count;
      // CHECK-NEXT: a[i] *= float(Count * Count);
      a[i] *= float(Count * Count);
      // CHECK-NEXT: a[i] *= -Pi;
      a[i] *= -Pi;
    }
  }

  // CHECK: C::kernel1D_integers
  // CHECK: const int Count = 4;
  // CHECK-NEXT: const uint Mask = 0xf0u;
  // CHECK-NEXT: const int sample_ = 8;
  // CHECK-NEXT: const bool isFast = true;
  // CHECK-NEXT: const int Limit = 99;{{$}}
  // CHECK-NEXT: const uint Many = 12u;
  void kernel1D_integers(float *a, int *b, int n) {
    for (int i = 0; i < n; i++) {
      float weights[Count] = {};
      // CHECK: for (int k = -Count; k < Count; k++) {
      for (int k = -Count; k < Count; k++)
        // CHECK-NEXT: weights[k & (Count - 1)] += float(uint(k) & Mask);
        weights[k & (Count - 1)] += float(unsigned(k) & Mask);
      // A name that GLSL keeps for itself.
      // CHECK: b[i] += sample_ - 1;
      b[i] += sample - 1;
      // CHECK-NEXT: if (isFast && b[i] < Limit) {
      if (isFast && b[i] < Limit)
        b[i] = int(weights[Count - 1]);
      // Passed through 32 bits, as its counter is.
      // CHECK: for (uint k = 0u; k < Many; k++) {
      for (size_t k = 0; k < Many; k++)
        a[i] += float(k);
    }
  }

  // CHECK: C::kernel1D_choice
  // CHECK: const uint Mode_Warm = 2u;
  // CHECK-NEXT: const uint Mode_Cold = 0u;
  void kernel1D_choice(int *b, int n, Mode mode) {
    for (int i = 0; i < n; i++) {
      // CHECK: if (mode == Mode_Warm) {
      if (mode == Mode::Warm)
        b[i]++;
      switch (mode) {
      // CHECK: case Mode_Cold:
      case Mode::Cold:
        b[i]--;
        break;
      // CHECK: case Mode_Warm
      case Mode::Warm:
        break;
      }
      switch (b[i]) {
      // CHECK: case Count:
      case Count:
      // CHECK-NEXT: case 5:
      case 5:
        b[i] = 0;
      }
    }
  }
};
