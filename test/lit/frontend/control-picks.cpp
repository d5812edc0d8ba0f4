// Pointers that loops and branches of a control function set: launches for the combinations that come about.
// RUN: vkmorph %s --class=Imported --emit=imported -- -std=c++17 | FileCheck %s --check-prefix=IMPORTED
// RUN: vkmorph %s --class=C --emit=recognised -- -std=c++17 | FileCheck %s
// RUN: not vkmorph %s --class=Moved --emit=recognised -- -std=c++17 2>&1 | FileCheck %s --check-prefix=MOVED
// RUN: not vkmorph %s --class=Same --emit=recognised -- -std=c++17 2>&1 | FileCheck %s --check-prefix=SAME
#include <utility>

class Kernels {
public:
  virtual ~Kernels() {}

protected:
  void kernel1D_k(const float *x, float *y, int n) {
    for (int i = 0; i < n; i++)
      y[i] = x[i] * 0.5f + 1.0f;
  }
};

// A pointer is the number of its array.
// IMPORTED: vkm.control @Run(%a: {{.*}}, %b: {{.*}}, %n:
// IMPORTED: %whichA = vkm.var "whichA" : <ui32> = %{{.*}} : ui32
// IMPORTED: %whichB = vkm.var "whichB" : <ui32> = %{{.*}} : ui32
// IMPORTED: vkm.for
// IMPORTED: %[[X:.*]] = vkm.pick %{{.*}} : ui32 of(%a, %b) : !vkm.ptr<f32>, !vkm.ptr<f32> -> <f32>
// IMPORTED: %[[Y:.*]] = vkm.pick %{{.*}} : ui32 of(%a, %b) : !vkm.ptr<f32>, !vkm.ptr<f32> -> <f32>
// IMPORTED: vkm.call @kernel1D_k(%[[X]], %[[Y]], %n)
// IMPORTED: vkm.assign %whichA
// IMPORTED: vkm.assign %whichB
class Imported : public Kernels {
public:
  virtual void Run(float *a, float *b, int n) {
    for (int i = 0; i < 4; i++) {
      kernel1D_k(a, b, n);
      std::swap(a, b);
    }
  }
};

class C : public Kernels {
public:
  // Two of the four combinations come about.
  virtual void Swapped(float *a, float *b, int n) {
    float *from = a, *to = b;
    for (int i = 0; i < n; i++) {
      kernel1D_k(from, to, n);
      std::swap(from, to);
    }
  }

  // In front of the loop it is known.
  virtual void Before(float *a, float *b, int n) {
    float *from = a, *to = b;
    kernel1D_k(from, to, n);
    while (n > 1) {
      std::swap(from, to);
      kernel1D_k(from, to, n);
      n /= 2;
    }
  }

  // Three arrays in turn.
  virtual void Turn(float *a, float *b, float *c, int n) {
    float *x = a, *y = b, *z = c;
    for (int i = 0; i < 5; i++) {
      kernel1D_k(x, y, n);
      float *const first = x;
      x = y;
      y = z;
      z = first;
    }
  }
};

// CHECK: vkm.control @Swapped(%a: {{.*}}, %b: {{.*}}, %n:
// CHECK: vkm.var "whichFrom" {{.*}}vkm.comment = "Arrays by number: 0 is a, 1 is b."
// CHECK: vkm.for "i"
// CHECK: vkm.if
// CHECK-NEXT: vkm.launch @kernel1D_k(%a, %b, %n)
// CHECK-NEXT: } else {
// CHECK-NEXT: vkm.launch @kernel1D_k(%b, %a, %n)
// CHECK-NEXT: }
// CHECK-NOT: vkm.launch
// CHECK: vkm.control
// CHECK: @Before(
// CHECK: vkm.launch @kernel1D_k(%a, %b, %{{.*}})
// CHECK: vkm.while
// CHECK: vkm.if
// CHECK-NEXT: vkm.launch @kernel1D_k(%a, %b, %{{.*}})
// CHECK-NEXT: } else {
// CHECK-NEXT: vkm.launch @kernel1D_k(%b, %a, %{{.*}})
// CHECK: vkm.control
// CHECK: @Turn(
// CHECK: vkm.for "i"
// CHECK: vkm.launch @kernel1D_k(%a, %b, %n)
// CHECK: vkm.launch @kernel1D_k(%b, %c, %n)
// CHECK: vkm.launch @kernel1D_k(%c, %a, %n)
// CHECK-NOT: vkm.launch

class Moved : public Kernels {
public:
  // MOVED: error: pointer 'from' may point to several arrays or objects, or to none [vkm1123]
  virtual void Run(float *a, float *b, int n) {
    float *from = a;
    for (int i = 0; i < 4; i++) {
      kernel1D_k(from, b, n);
      from = a + n;
    }
  }
};

class Same : public Kernels {
public:
  // SAME: error: parameters 'x' and 'y' of kernel 'kernel1D_k' are the same array here, and the kernel writes it [vkm2013]
  virtual void Run(float *a, float *b, int n) {
    float *from = a;
    for (int i = 0; i < 4; i++) {
      kernel1D_k(from, b, n);
      from = b;
    }
  }
};

// A pointer that is declared before the loops that set it: 'int *t; ... t = from; from = to; to = t;'.
// RUN: vkmorph %s --class=Later --emit=recognised -- -std=c++17 | FileCheck %s --check-prefix=LATER
class Later : public Kernels {
public:
  // LATER: vkm.control @Run(
  // LATER: %whichT = vkm.var "whichT" : <ui32>
  // LATER: vkm.launch @kernel1D_k(%a, %b, %n)
  // LATER: vkm.launch @kernel1D_k(%b, %a, %n)
  // LATER-NOT: vkm.launch
  virtual void Run(float *a, float *b, int n) {
    float *from = a, *to = b, *t;
    for (int i = 0; i < n; i++) {
      kernel1D_k(from, to, n);
      t = from;
      from = to;
      to = t;
    }
  }
};
