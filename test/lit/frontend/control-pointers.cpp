// Pointers that a control function exchanges and sets: names for other arrays from there on.
// RUN: vkmorph %s --emit=recognised --fusion=never -- -std=c++17 | FileCheck %s
#include <utility>

class C {
public:
  virtual ~C() {}

  virtual void Swapped(float *a, float *b, int n) {
    kernel1D_k(a, b, n);
    std::swap(a, b);
    kernel1D_k(a, b, n);
    float *kept = a;
    a = b;
    b = kept;
    kernel1D_k(a, b, n);
  }

  virtual void Locals(float *a, float *b, int n) {
    float *from = a, *to = b;
    kernel1D_k(from, to, n);
    std::swap(from, to);
    kernel1D_k(from, to, n);
  }

  // A part of an array takes its offset along.
  virtual void Parts(float *a, float *b, int n) {
    float *from = a + n, *to = b;
    kernel1D_k(from, to, n);
    std::swap(from, to);
    kernel1D_k(from, to, n);
  }

protected:
  void kernel1D_k(const float *x, float *y, int n) {
    for (int i = 0; i < n; i++)
      y[i] = x[i] * 0.5f + 1.0f;
  }
};

// CHECK: vkm.control @Swapped(%a: {{.*}}, %b: {{.*}}, %n:
// CHECK: vkm.launch @kernel1D_k(%a, %b, %n)
// CHECK-NEXT: vkm.launch @kernel1D_k(%b, %a, %n)
// CHECK-NEXT: vkm.launch @kernel1D_k(%a, %b, %n)
// CHECK: vkm.control @Locals(%a: {{.*}}, %b: {{.*}}, %n:
// CHECK: vkm.launch @kernel1D_k(%a, %b, %n)
// CHECK-NEXT: vkm.launch @kernel1D_k(%b, %a, %n)
// CHECK: vkm.control @Parts(%a: {{.*}}, %b: {{.*}}, %n:
// CHECK: vkm.launch @kernel1D_k_part(%a, %b, %n)
// CHECK: vkm.launch @kernel1D_k_part_2(%b, %a, %n)
