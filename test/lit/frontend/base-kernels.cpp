// A kernel that calls the one of a base class has its grids, too. Names that are hidden, not overridden, mean what they
// mean where they are called.
// RUN: vkmorph %s --class Derived --emit=recognised --fusion=never -- -std=c++17 2>/dev/null | FileCheck %s
// RUN: not vkmorph %s --class Derived --emit=recognised -- -std=c++17 -DERRORS 2>&1 | FileCheck %s --check-prefix=ERROR
class Base {
public:
  virtual ~Base() {}
  virtual void Run(int *a, int n) { kernel1D_f(a, n, 3); }
  void Hidden(int *a, int n) { kernel1D_g(a, n); }
  void Hidden(float *a, int n) { kernel1D_h(a, n); }
  void Both(int *a, int n) { Hidden(a, n); }

protected:
  virtual void kernel1D_f(int *a, int n, int k) {
    k++;
    for (int i = 0; i < n; i++)
      a[i] *= k;
    return;
  }
  void kernel1D_g(int *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] = 10;
  }
  void kernel1D_h(float *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] = 1.0f;
  }
};

// CHECK: vkm.kernel @kernel1D_g_2(
// CHECK: vkm.constant 10
// CHECK: vkm.kernel @kernel1D_f(
// CHECK: vkm.once
// CHECK: vkm.update add
// CHECK: vkm.grid
// CHECK: vkm.update mul
// CHECK: vkm.grid
// CHECK: vkm.constant 7
// CHECK: vkm.kernel @kernel1D_g(
// CHECK: vkm.constant 20
// CHECK: vkm.control @Run(
// CHECK: vkm.launch @kernel1D_f(
// CHECK: vkm.control @Both(
// CHECK: vkm.launch @kernel1D_g_2(
// The one for floats is hidden with the other one: a call through the class does not find it.
// CHECK: vkm.control @Hidden(
// CHECK-SAME: !vkm.ptr<si32>
// CHECK: vkm.launch @kernel1D_g_2(
// CHECK: vkm.launch @kernel1D_g(
// CHECK: vkm.launch @kernel1D_g_2(
// CHECK-NOT: vkm.control

class Derived : public Base {
public:
  void Hidden(int *a, int n) {
    Base::Hidden(a, n);
    kernel1D_g(a, n);
    Base::kernel1D_g(a, n);
  }

protected:
  void kernel1D_f(int *a, int n, int k) override {
    Base::kernel1D_f(a, n, k + 1);
    for (int i = 0; i < n; i++) {
#ifdef ERRORS
      // ERROR: base-kernels.cpp:[[@LINE+2]]:7: error: kernel 'Base::kernel1D_f' is called inside of a loop, a branch or another function [vkm1411]
      // ERROR: note: let the call stand in the kernel's body by itself, before or after its loops: the loops of 'Base::kernel1D_f' run there
      Base::kernel1D_f(a, n, k);
#endif
      a[i] += 7;
    }
  }
  void kernel1D_g(int *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] = 20;
  }
};
