// --fp-contract=on: a product and the sum that takes it are one operation, in one expression, and nothing else changes.
// RUN: sed -e 's,^ *//.*,,' %s > %t.cpp
// RUN: vkmorph %t.cpp --class C --emit=planned --fp-contract=on -- -std=c++17 | FileCheck %s --check-prefix=PLANNED
// RUN: vkmorph %t.cpp --class C --emit=glsl --fp-contract=on -- -std=c++17 | FileCheck %s
// RUN: vkmorph %t.cpp --class C --emit=planned -- -std=c++17 | FileCheck %s --check-prefix=OFF --implicit-check-not=fp_contract
// RUN: vkmorph %t.cpp --class C --emit=glsl --fp-contract=off -- -std=c++17 | FileCheck %s --check-prefix=TWO
// RUN: not vkmorph %t.cpp --class C --emit=glsl --fp-contract=fast -- -std=c++17 2>&1 | FileCheck %s --check-prefix=VALUES
#include <cmath>
#include <glm/glm.hpp>
// PLANNED: vkm.fp_contract
// OFF: class
// TWO: precise float sum = x * y + 1.0;
// TWO-NEXT: precise float difference = x * y - x;
// TWO: squared += x * y;
// VALUES: vkmorph: --fp-contract has no value 'fast'; it takes off, on
class C {
public:
  virtual ~C() {}
  virtual void run(const float *a, const double *b, float *out, double *wide, int *numbers, int n) {
    kernel1D_k(a, b, out, wide, numbers, n);
  }
  virtual float dot(const float *a, const float *b, int n) {
    kernel1D_dot(a, b, n);
    return m_dot;
  }
  void kernel1D_k(const float *a, const double *b, float *out, double *wide, int *numbers, int n) {
    // What is one operation may become two again on a device, which nothing is to be regrouped with.
    // CHECK-LABEL: shaders/kernel1D_k.comp
    // CHECK: precise float out_[];
    for (int i = 0; i < n; i++) {
      const float x = a[i], y = out[i];
      // CHECK: precise float sum = fma(x, y, 1.0);
      float sum = x * y + 1.0f;
      // CHECK-NEXT: precise float difference = fma(x, y, -x);
      float difference = x * y - x;
      // CHECK-NEXT: precise float subtracted = fma(-x, y, 2.0);
      float subtracted = 2.0f - x * y;
      // CHECK-NEXT: precise float negated = fma(-x, y, x);
      float negated = -(x * y) + x;
      // The left one of two, as clang does.
      // CHECK-NEXT: precise float squared = fma(sum, sum, fma(x, x, y * y)) + 0.5;
      float squared = x * x + y * y + sum * sum + 0.5f;
      // Not beyond one expression.
      // CHECK-NEXT: precise const float product = x * y;
      const float product = x * y;
      // CHECK-NEXT: float later = product + 1.0;
      float later = product + 1.0f;
      // An error-free product stays one.
      // CHECK-NEXT: const float error = fma(x, y, -product);
      const float error = std::fma(x, y, -product);
      // What is no number has to stay none.
      // CHECK-NEXT: precise float nothing = x * y - x * y;
      float nothing = x * y - x * y;
      // CHECK-NEXT: squared = fma(x, y, squared);
      squared += x * y;
      // CHECK-NEXT: squared = fma(-x, y, squared);
      squared -= x * y;
      // Integers are exact.
      // CHECK: numbers[i] = numbers[i] * 3 + i;
      numbers[i] = numbers[i] * 3 + i;
      // CHECK-NEXT: wide[i] = fma(b[i], b[i], wide[i]);
      wide[i] += b[i] * b[i];
      out[i] = sum + difference + subtracted + negated + squared + later + error + nothing;
    }
  }
  // The order of a reduction is free, with or without.
  void kernel1D_dot(const float *a, const float *b, int n) {
    m_dot = 0;
    for (int i = 0; i < n; i++)
      // CHECK-LABEL: shaders/kernel1D_dot.comp
      // CHECK: m_dotLocal = fma(a
      m_dot += a[i] * b[i];
  }
  // Vectors, and vectors times numbers; a matrix times a vector is a sum already.
  virtual void vectors(const glm::vec3 *a, glm::vec3 *out, int n) { kernel1D_vectors(a, out, n); }
  void kernel1D_vectors(const glm::vec3 *a, glm::vec3 *out, int n) {
    // CHECK-LABEL: shaders/kernel1D_vectors.comp
    for (int i = 0; i < n; i++) {
      const glm::vec3 x = a[i];
      // CHECK: precise vec3 sum = fma(x, x, x);
      glm::vec3 sum = x * x + x;
      // CHECK-NEXT: sum = fma(vec3(m_dot), x, sum);
      sum += m_dot * x;
      // CHECK-NEXT: precise vec3 turned = m_turn * x + sum;
      glm::vec3 turned = m_turn * x + sum;
      out[i] = sum + turned;
    }
  }
  float m_dot = 0;
  glm::mat3 m_turn = glm::mat3(1.0f);
};
