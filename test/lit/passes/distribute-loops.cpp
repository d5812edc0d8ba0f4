// Statements of iterations that need each other get loops of their own: how many, in which order, and which stay together.
// RUN: vkmorph %s --class=Apart --emit=recognised --remarks=reductions --without-locations -- -std=c++17 > %t.mlir 2> %t.txt
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=TOLD --implicit-check-not=vkm2058 --implicit-check-not=warning: < %t.txt
// RUN: not vkmorph %s --class=Apart --emit=recognised --remarks=reductions --assume-independent=kernel1D_Order -- -std=c++17 2>&1 >/dev/null | FileCheck %s --check-prefix=ASSUMED
// RUN: not vkmorph %s --class=Together --emit=recognised --remarks=reductions -- -std=c++17 2>&1 >/dev/null | FileCheck %s --check-prefix=REFUSED --implicit-check-not=vkm2058 --implicit-check-not=error:

class Apart {
public:
  virtual ~Apart() = default;

  // The second statement comes first.
  // TOLD-DAG: iterations of kernel 'kernel1D_Order' may need each other's elements of 'b', its statements do not: they get 2 loops of their own, one after the other [vkm2058
  // ASSUMED-NOT: 'kernel1D_Order'
  // ASSUMED: 'kernel1D_Few'
  // CHECK-LABEL: vkm.kernel @kernel1D_Order
  // CHECK: vkm.grid (%i: si32 "i")
  // CHECK-NOT: vkm.deref %a
  // CHECK: vkm.deref %b[%i]
  // CHECK: vkm.grid (%i: si32 "i")
  // CHECK: vkm.deref %b
  // CHECK: vkm.deref %a[%i]
  // CHECK-NOT: vkm.grid
  void kernel1D_Order(int *a, int *b, const int *c, int n) {
    for (int i = 1; i < n; i++) {
      a[i] = b[i - 1] + c[i];
      b[i] = c[i] * 2;
    }
  }

  // A copy is enough: no loop is made.
  // CHECK-LABEL: vkm.kernel @kernel1D_Copied
  // TOLD-DAG: 'kernel1D_Copied' read elements of 'b' that only later ones write
  void kernel1D_Copied(int *a, int *b, const int *c, int n) {
    for (int i = 1; i < n; i++) {
      a[i] = b[i + 1] + c[i];
      b[i] = c[i] * 2;
    }
  }

  // Three statements are two loops: no iteration is in another one's way in either.
  // TOLD-DAG: 'kernel1D_Few' {{.*}} they get 2 loops of their own
  // CHECK-LABEL: vkm.kernel @kernel1D_Few
  // CHECK: vkm.grid
  // CHECK: vkm.deref %a[%i]
  // CHECK: vkm.deref %c[%i]
  // CHECK: vkm.grid
  // CHECK: vkm.deref %b[%i]
  void kernel1D_Few(int *a, int *b, int *c, const int *d, int n) {
    for (int i = 1; i < n; i++) {
      a[i] = d[i] + 1;
      b[i] = a[i - 1] * 3;
      c[i] = a[i] - d[i];
    }
  }

  virtual void Run(int *a, int *b, int *c, int *d, int n) {
    kernel1D_Order(a, b, c, n);
    kernel1D_Copied(a, b, c, n);
    kernel1D_Few(a, b, c, d, n);
  }
};

class Together {
public:
  virtual ~Together() = default;
  virtual void Run(int *a, int *b, const int *c, int n) {
    kernel1D_Circle(a, b, c, n);
    kernel1D_Value(a, b, c, n);
    kernel1D_Ends(a, b, c, n);
  }

private:
  // Each needs what the other one has made before.
  void kernel1D_Circle(int *a, int *b, const int *c, int n) {
    for (int i = 1; i < n; i++) {
      // REFUSED-DAG: :[[@LINE+1]]:7: error: iterations of kernel 'kernel1D_Circle' depend on each other: one writes 'a'
      a[i] = b[i - 1] * c[i];
      // REFUSED-DAG: :[[@LINE+1]]:7: error: iterations of kernel 'kernel1D_Circle' depend on each other: one writes 'b'
      b[i] = a[i - 1] - c[i];
    }
  }
  // The value is made of what the second statement replaces.
  void kernel1D_Value(int *a, int *b, const int *c, int n) {
    for (int i = 1; i < n; i++) {
      const int old = a[i] * 2;
      b[i] = a[i - 1] + old;
      // REFUSED-DAG: :[[@LINE+1]]:7: error: iterations of kernel 'kernel1D_Value' depend on each other: one writes 'a'
      a[i] = old * c[i];
    }
  }
  // An iteration may end before its second statement.
  void kernel1D_Ends(int *a, int *b, const int *c, int n) {
    for (int i = 1; i < n; i++) {
      b[i] = a[i - 1] + 1;
      if (i % 3 == 0)
        continue;
      // REFUSED-DAG: :[[@LINE+1]]:7: warning: cannot prove that iterations of kernel 'kernel1D_Ends' are independent: one writes 'a' here
      a[i] = c[i];
    }
  }
};
