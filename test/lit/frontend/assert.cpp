// assert: with NDEBUG it is nothing; without, what its condition does is kept and the check is left out.
// RUN: %import %s -- -DNDEBUG | FileCheck %s --check-prefix=NDEBUG
// RUN: %import %s | FileCheck %s

#include <cassert>

class C {
public:
  virtual ~C() {}
  virtual void run(int *a, int n) { kernel1D_k(a, n); }
  // CHECK-LABEL: } body
  // CHECK-NOT: vkm.cmp
  // CHECK: vkm.update add
  // CHECK-NOT: vkm.cmp
  // CHECK: vkm.control
  // NDEBUG-LABEL: } body
  // NDEBUG-NOT: vkm.cmp
  // NDEBUG-NOT: vkm.update
  // NDEBUG: vkm.control
  void kernel1D_k(int *a, int n) {
    for (int i = 0; i < n; i++) {
      assert(a[i] > 0);
      assert(a[i] > 1 && "a message");
      assert(++a[i]);
    }
  }
};
