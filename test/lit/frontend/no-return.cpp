// A function that should return a value and never does is C++, as long as nobody takes the value; GLSL wants one.
// RUN: %import %s 2>/dev/null | FileCheck %s
// RUN: vkmorph %s --class C -o %t 2>/dev/null
// CHECK: vkm.func @store
// CHECK: vkm.return %{{.*}} : si32
static int store(int &to, int value) { to = value; }

class C {
public:
  virtual ~C() {}
  virtual void run(int *a, int n) { kernel1D_k(a, n); }
  void kernel1D_k(int *a, int n) {
    for (int i = 0; i < n; i++)
      store(a[i], i);
  }
};
