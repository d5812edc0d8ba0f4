// What is decided by whether clang or the program computes has no meaning on the device.
// RUN: not vkmorph-translate --import-cpp %s -- -std=c++23 2>&1 | FileCheck %s
class C {
public:
  virtual ~C() {}
  virtual void run(int *a, int n) { kernel1D_k(a, n); }
  void kernel1D_k(int *a, int n) {
    for (int i = 0; i < n; i++) {
      // CHECK: errors-consteval.cpp:[[@LINE+2]]:7: error: 'if consteval' cannot run on the device [vkm1201]
      // CHECK: note: use if, for, while, do, switch, break, continue and return
      if consteval {
        a[i] = 0;
      }
    }
  }
};
