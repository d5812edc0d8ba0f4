// Reads, writes and calls stand in the order in which C++17 does them; left to right where it leaves the choice.
// RUN: %import %s -- -Wno-unsequenced | FileCheck %s

class C {
public:
  virtual ~C() {}
  virtual void run(int *a, int n) { kernel1D_k(a, n); }
  int f() { return ++m_f; }
  int g() { return --m_g; }
  static int add(const int &x, int y) { return x + y; }
  void kernel1D_k(int *a, int n) {
    for (int i = 0; i < n; i++) {
      // CHECK: vkm.call @f
      // CHECK: vkm.call @g
      // CHECK: vkm.binary sub
      int x = f() - g();
      // A read before a write that may change what was read.
      // CHECK: %[[X:.*]] = vkm.var "x"
      // CHECK: %[[OLD:.*]] = vkm.load %[[X]]
      // CHECK: vkm.update add %[[X]]
      // CHECK: %[[NEW:.*]] = vkm.load %[[X]]
      // CHECK: vkm.binary add
      int y = x;
      y = y + (x++, x);
      // Assignment: the right side first, also where it is compound.
      // CHECK: vkm.call @g
      // CHECK: vkm.call @f
      // CHECK: vkm.deref
      // CHECK: vkm.update add
      a[f()] += g();
      // The array before its index, the condition before the branches.
      // CHECK: vkm.call @f
      // CHECK: vkm.cast
      // CHECK: vkm.select
      // CHECK: vkm.call @g
      x = f() ? g() : 0;
      // A reference to const is read when the function runs.
      // CHECK: vkm.load %[[X]]
      // CHECK: vkm.update add %[[X]]
      // CHECK: %[[NOW:.*]] = vkm.load %[[X]]
      // CHECK: vkm.call @add(%[[NOW]],
      a[i] = add(x, x++) + y;
    }
  }
  int m_f = 0, m_g = 0;
};
