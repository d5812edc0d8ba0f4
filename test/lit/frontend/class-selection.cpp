// Which class is translated: the named one, else the only one with kernels; of base and derived the most derived.
// RUN: %import %s -- -std=c++17 -DONE | FileCheck %s --check-prefix=ONE
// RUN: %import --class=B %s -- -std=c++17 | FileCheck %s --check-prefix=B
// RUN: %import --class=two::B %s -- -std=c++17 | FileCheck %s --check-prefix=B
// RUN: %import --class=::A %s -- -std=c++17 | FileCheck %s --check-prefix=A
// RUN: not %import %s -- -std=c++17 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: not %import --class=C %s -- -std=c++17 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not %import --class=Plain %s -- -std=c++17 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: not %import --class=Twin %s -- -std=c++17 2>&1 | FileCheck %s --check-prefix=TWIN
// RUN: %import --class=one::Twin --silence=non-virtual-destructor %s -- | FileCheck %s --check-prefix=ONETWIN
// RUN: echo "class Empty {};" > %t.cpp
// RUN: not %import %t.cpp 2>&1 | FileCheck %s --check-prefix=NOKERNELS

// MANY: error: several classes have kernels, and --class names none of them [vkm1006]
// MANY-NEXT: note: name the class to translate: --class=NAME
// MANY: class-selection.cpp:[[@LINE+17]]:8: note: candidate: 'Derived'
// MANY: class-selection.cpp:{{.*}}: note: candidate: 'two::B'
// NONE: error: the sources define no class 'C' [vkm1005]
// NONE-NEXT: note: add the file that defines it, or name one of the classes that are there
// NONE: class-selection.cpp:[[@LINE+6]]:8: note: class with kernels: 'A'
// NOKERNELS: error: no class of the sources has kernels [vkm1004]
// NOKERNELS-NEXT: note: a kernel is a method named kernel1D_X, kernel2D_X or kernel3D_X

// A: vkm.class @A
// A-NOT: vkm.class
struct A {
  virtual ~A() {}
  virtual void runA(int *a, int n) { kernel1D_a(a, n); }
  void kernel1D_a(int *a, int n) { for (int i = 0; i < n; i++) a[i] = i; }
};

// ONE: vkm.class @Derived
struct Derived : A {
  virtual void runB(int *a, int n) { kernel1D_b(a, n); }
  void kernel1D_b(int *a, int n) { for (int i = 0; i < n; i++) a[i] = -i; }
};

// TWIN: error: several classes are named 'Twin' [vkm1007]
// TWIN-NEXT: note: name it with its namespaces, as in --class=outer::Twin
// ONETWIN: vkm.class @Twin namespaces ["one"]
#ifndef ONE
namespace one {
struct Twin {
  virtual void run(int *a, int n) { kernel1D_b(a, n); }
  void kernel1D_b(int *a, int n) { for (int i = 0; i < n; i++) a[i] = -i; }
};
}
namespace two {
struct Twin {};
// B: vkm.class @B namespaces ["two"]
struct B {
  virtual ~B() {}
  virtual void run(int *a, int n) { kernel1D_b(a, n); }
  void kernel1D_b(int *a, int n) { for (int i = 0; i < n; i++) a[i] = -i; }
};
}
#endif

// PLAIN: class-selection.cpp:[[@LINE+2]]:8: error: class 'Plain' has no kernels [vkm1008]
// PLAIN: note: a kernel is a method named
struct Plain {};
