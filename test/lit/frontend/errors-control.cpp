// Control functions: what cannot be recorded, and sizes that cannot be understood.
// RUN: not %import %s 2>&1 | FileCheck %s

#include <chrono>

class C {
public:
  virtual ~C() {}
  // CHECK: errors-control.cpp:[[@LINE+2]]:11: error: control function 'address' returns a reference or pointer [vkm1121]
  // CHECK: note: return an index or the value itself
  virtual float *address(float *a, int n) {
    kernel1D_k(a, n);
    return a;
  }
  virtual void run(float *a, int n) {
    float local[4] = {};
    // CHECK: errors-control.cpp:[[@LINE+2]]:16: error: the pointer that is passed to 'C::kernel1D_k' is not a parameter of the control function [vkm1502]
    // CHECK: note: pass a pointer parameter of the control function
    kernel1D_k(local, n);
  }

  // CHECK: errors-control.cpp:[[@LINE+2]]:41: error: in the size of 'a': no parameter, member or constant is named 'm' [vkm1504]
  // CHECK: note: a size is an integer expression over parameters, members and constants, as in "width * height"
  virtual void one([[vkmorph::size("n * m")]] float *a, int n) { kernel1D_k(a, n); }
  // CHECK: error: in the size of 'a': ')' is missing [vkm1504]
  virtual void two([[vkmorph::size("(n")]] float *a, int n) { kernel1D_k(a, n); }
  // CHECK: error: in the size of 'a': the expression ends too early [vkm1504]
  virtual void three([[vkmorph::size("n *")]] float *a, int n) { kernel1D_k(a, n); }
  // CHECK: error: in the size of 'a': unexpected ';' [vkm1504]
  virtual void four([[vkmorph::size("n; n")]] float *a, int n) { kernel1D_k(a, n); }
  // CHECK: error: in the size of 'a': 'm_f' is no integer [vkm1504]
  virtual void five([[vkmorph::size("m_f")]] float *a, int n) { kernel1D_k(a, n); }
  // CHECK: error: in the size of 'a': this is no integer [vkm1504]
  virtual void six([[vkmorph::size("1.5")]] float *a, int n) { kernel1D_k(a, n); }

  virtual void timed(float *a, int n) {
    using namespace std::chrono_literals;
    // CHECK: errors-control.cpp:[[@LINE+2]]:44: error: a literal with a suffix of the library is not translated in what a control function prints, measures or throws [vkm1507]
    // CHECK: note: compute it before, in a local variable; print numbers and literals; use std::chrono by its names
    const std::chrono::nanoseconds limit = 5ms;
    kernel1D_k(a, n);
  }

  virtual void guarded(float *a, int n) {
    // CHECK: errors-control.cpp:[[@LINE+2]]:5: error: 'try' is not translated in a control function [vkm1508]
    // CHECK: note: throw in a statement of its own, what it throws made there, and catch it in the function's caller
    try {
      kernel1D_k(a, n);
    } catch (...) {
    }
  }

  virtual void helped(float *a, int n) {
    check(n);
    kernel1D_k(a, n);
  }
  static void check(int n) {
    // CHECK: errors-control.cpp:[[@LINE+1]]:5: error: a 'return' inside of this statement of a function that prints or throws is not translated in what a control function prints, measures or throws [vkm1507]
    if (const int half = n / 2; half > 3)
      return;
    throw n;
  }

  void kernel1D_k(float *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] = m_f;
  }
  float m_f = 0;
};
