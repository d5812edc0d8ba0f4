// Warnings of the front end, and how they are silenced.
// RUN: %import %s 2>&1 >/dev/null | FileCheck %s
// RUN: %import --silence=non-virtual-control,non-virtual-destructor,kernel-not-called %s 2>%t >/dev/null
// RUN: count 0 < %t
// RUN: %import --werror=non-virtual-control --silence=non-virtual-destructor %s 2>&1 >/dev/null | FileCheck %s --check-prefix=WERROR
// RUN: not %import --silence=typo %s 2>&1 | FileCheck %s --check-prefix=TYPO
// TYPO: --silence has no value 'typo'; it takes all, {{.*}}non-virtual-control
// WERROR: warnings.cpp:{{[0-9]+}}:8: error: 'C::run' is not virtual{{.*}}[vkm1901, non-virtual-control, --werror]
// RUN: %import --remarks=assert-ignored --silence=non-virtual-control %s 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

#include <cassert>

// CHECK: warnings.cpp:[[@LINE+4]]:7: warning: class 'C' has no virtual destructor; an object of the generated class must not be deleted through a pointer to it [vkm1902, non-virtual-destructor]
// CHECK-NEXT: class C {
// CHECK-NEXT: ^
// CHECK-NEXT: warnings.cpp:[[@LINE+1]]:7: note: declare one, or own the object by its own type
class C {
public:
  // CHECK-NOT: remark
  // CHECK: warnings.cpp:[[@LINE+4]]:8: warning: 'C::run' is not virtual: the generated class hides it, and calls through a pointer or reference to the base run on the host [vkm1901, non-virtual-control]
  // CHECK-NEXT: void run(
  // CHECK-NEXT: ^
  // CHECK-NEXT: warnings.cpp:[[@LINE+1]]:8: note: declare it virtual, or call it through the generated class
  void run(int *a, int n) { kernel1D_k(a, n); }

private:
  void kernel1D_k(int *a, int n) {
    for (int i = 0; i < n; i++) {
      // An assertion is checked on the CPU only; what its condition does is done all the same.
      // REMARK-NOT: vkm1901
      // REMARK: warnings.cpp:[[@LINE+1]]:7: remark: kernels do not check this assertion; only the original class does [vkm1904, assert-ignored]
      assert(++a[i] > 0);
    }
  }
};
