// Classes that cannot be derived from, one per run.
// RUN: not %import --class=Final %s 2>&1 | FileCheck %s --check-prefix=FINAL
// RUN: not %import --class=Hidden %s 2>&1 | FileCheck %s --check-prefix=HIDDEN
// RUN: not %import --class=Inner %s 2>&1 | FileCheck %s --check-prefix=INNER
// RUN: %import --class='Instance<int>' %s 2>/dev/null | FileCheck %s --check-prefix=INSTANCE
// RUN: not %import --class=Shared %s 2>&1 | FileCheck %s --check-prefix=SHARED
// RUN: not %import --class=Methods %s 2>&1 | FileCheck %s --check-prefix=METHODS
// RUN: not %import --class=Parameters %s 2>&1 | FileCheck %s --check-prefix=PARAMETERS

// FINAL: errors-class.cpp:[[@LINE+2]]:8: error: class 'Final' is final, and the generated class has to derive from it [vkm1010]
// FINAL-NEXT: struct Final final {
struct Final final {
  // FINAL: note: remove 'final'
  void kernel1D_k() {}
};

namespace {
// HIDDEN: errors-class.cpp:[[@LINE+1]]:8: error: class 'Hidden' is in an unnamed namespace, so that no class in another file can derive from it [vkm1009]
struct Hidden {
  // HIDDEN: note: declare it in a header, at namespace level
  void kernel1D_k() {}
};
} // namespace

struct Outer {
  // INNER: errors-class.cpp:[[@LINE+1]]:10: error: class 'Outer::Inner' is a member of another class
  struct Inner {
    void kernel1D_k() {}
  };
};

template <typename T> struct Instance {
  // An instance is a class as any other.
  // INSTANCE: vkm.class @"Instance<int>"
  void kernel1D_k(T *a) {}
};
template struct Instance<int>;

struct Base {};
// SHARED: errors-class.cpp:[[@LINE+1]]:8: error: class 'Shared' has the virtual base 'Base', which is not supported [vkm1012]
struct Shared : virtual Base {
  // SHARED: note: inherit 'Base' without 'virtual'
  void kernel1D_k() {}
};

struct Methods {
  virtual ~Methods() {}
  // METHODS: errors-class.cpp:[[@LINE+1]]:30: warning: no control function calls kernel 'kernel1D_template' [vkm1903, kernel-not-called]
  template <typename T> void kernel1D_template(T *a) {}
  // METHODS: errors-class.cpp:[[@LINE+2]]:8: error: 'Methods::kernel_Trace' runs once per thread, and no method of the class loops over the threads [vkm1122]
  // METHODS: note: let a public method Trace(tid, ...) that returns nothing call it: the generated class has the loops over its threads; or write a method TraceBlock that calls it in loops, with their counters as the thread's index
  void kernel_Trace(int tid) {}
  void kernel1D_k() {}
};

struct Parameters {
  virtual ~Parameters() {}
  struct Point {
    float x;
  };
  // PARAMETERS: errors-class.cpp:[[@LINE+4]]:8: error: function 'Parameters::kernel1D_missing' is not defined in the sources [vkm1402]
  // PARAMETERS: errors-class.cpp:[[@LINE+4]]:7: error: kernel 'kernel1D_result' returns a value [vkm1116]
  // PARAMETERS: note: declare 'kernel1D_result' as void, and let it assign the result to a member
  // PARAMETERS: errors-class.cpp:[[@LINE+3]]:15: error: kernel 'kernel1D_static' is static [vkm1118]
  void kernel1D_missing(int *a);
  int kernel1D_result(int *a) { return 0; }
  static void kernel1D_static(int *a) {}
  // PARAMETERS: note: declare 'kernel1D_static' as a non-static member function
  // PARAMETERS: errors-class.cpp:[[@LINE+3]]:37: error: parameter 'to' of kernel 'kernel1D_parameters' is a reference that can be written [vkm1117]
  // PARAMETERS: note: kernels and control functions take numbers, pointers to arrays, and objects with std::vectors by reference; kernels also take references to std::vectors; results go to members
  // PARAMETERS: errors-class.cpp:[[@LINE+1]]:47: error: parameter 'none' of kernel 'kernel1D_parameters' is a pointer to no array of objects ('void *') [vkm1117]
  void kernel1D_parameters(Point p, int &&to, void *none) { to = 1; }
  // PARAMETERS: errors-class.cpp:[[@LINE+2]]:16: error: control function 'Run' is final; the generated class overrides it [vkm1505]
  // PARAMETERS: note: remove 'final'
  virtual void Run(int *a) final { kernel1D_result(a); }
};

struct Unbound {
  virtual ~Unbound() {}
  // UNBOUND: errors-class.cpp:[[@LINE+2]]:8: error: no control function calls kernel 'Unbound::kernel1D_Sum', which takes references: what they refer to is not known [vkm1126]
  // UNBOUND: note: call it from a method of the class, with members, local variables or references of that method
  void kernel1D_Sum(const int *a, int &sum, int n) {
    for (int i = 0; i < n; i++)
      sum += a[i];
  }
};
