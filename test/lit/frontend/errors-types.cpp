// Types that the device has no counterpart for: one error for each use, and the others all the same.
// RUN: not %import %s 2>&1 | FileCheck %s

#include <array>
#include <optional>
#include <atomic>
#include <deque>
struct Enormous { float x[4294967295u]; };
struct Bits {
  int low : 4;
};
struct Virtual {
  virtual void f() {}
  int x;
};
struct Owner {
  ~Owner() {}
  int x;
};
struct Empty {};
struct Links {
  float *data;
};
struct Base {
  Base() {}
  int wide;
  char narrow;
};
struct Packed : Base {
  char inPadding;
};
union Either {
  int i;
  float f;
};

class C {
public:
  virtual ~C() {}
  virtual void run(int *a) { kernel1D_k(a); }
  void kernel1D_k(int *a) {
    // CHECK: errors-types.cpp:[[@LINE+2]]:5: error: type 'long double' has no counterpart on the device [vkm1101]
    // CHECK: note: use bool, integers of 8 to 64 bits, float, double, enums, structs and fixed arrays of them
    long double ld = 1;
    // CHECK: errors-types.cpp:[[@LINE+2]]:5: error: type 'volatile int' is volatile [vkm1102]
    // CHECK: note: remove 'volatile'; memory that others change while a kernel runs is not supported
    volatile int v = 1;
    // CHECK: errors-types.cpp:[[@LINE+2]]:5: error: type 'std::atomic<int>' is atomic [vkm1103]
    // CHECK: note: use a plain type: sums, minima and maxima over a loop are recognised and made safe
    std::atomic<int> at;
    // CHECK: errors-types.cpp:[[@LINE+2]]:5: error: type 'std::optional<int>' of the standard library is not translated [vkm1104]
    // CHECK: note: use a pointer parameter, a fixed array or a struct of your own
    std::optional<int> maybe;
    // CHECK: errors-types.cpp:[[@LINE+2]]:5: error: type 'Either' is a union [vkm1105]
    // CHECK: note: use a struct, or convert by arithmetic
    Either either;
    // CHECK: errors-types.cpp:10:7: error: member 'low' is a bit-field [vkm1106]
    // CHECK: note: use an integer and mask it with '&', '<<' and '>>'
    // CHECK: errors-types.cpp:[[@LINE+1]]:{{.*}} note: used here
    Bits bits;
    // CHECK: errors-types.cpp:[[@LINE+2]]:5: error: an object of 'Virtual', which has virtual functions or bases, is used as a value [vkm1107]
    // CHECK: note: reach it through a member like std::vector<Virtual *>, by a pointer or reference; values are structs without virtual functions
    Virtual vt;
    // CHECK: errors-types.cpp:[[@LINE+2]]:5: error: struct 'Owner' has a destructor of its own [vkm1108]
    // CHECK: note: structs in kernels hold plain data; remove the destructor
    Owner owner;
    // CHECK: errors-types.cpp:[[@LINE+2]]:22: error: this expression makes a value of 17179869180 bytes, and at most 1048576 are supported [vkm1127]
    // CHECK: note: keep it in an array or member, and assign its parts in a loop
    Enormous enormous{};
    // CHECK: errors-types.cpp:[[@LINE+2]]:5: error: struct 'Empty' has no data members [vkm1109]
    // CHECK: note: make its functions free functions or static
    Empty empty[2];
    // CHECK: errors-types.cpp:{{.*}}: error: member 'inPadding' of struct 'Packed' lies in the padding of another one [vkm1110]
    // CHECK: note: make the bases plain structs, and do not use {{..}}no_unique_address]]
    Packed packed;
    // CHECK: errors-types.cpp:22:10: error: member 'data' is a pointer [vkm1112]
    // CHECK: note: pass the array to the control function and on to the kernel as a parameter
    Links links;
    // CHECK: errors-types.cpp:[[@LINE+1]]:12: error: type 'std::deque<int>' of the standard library is not translated [vkm1104]
    a[0] = m_list[0];
    // CHECK: errors-types.cpp:[[@LINE+1]]:12: error: 's_shared' is a static or global variable, which kernels cannot use [vkm1113]
    a[1] = s_shared;
    // CHECK: note: make it a plain member of the class, or const
    // CHECK: errors-types.cpp:[[@LINE+2]]:12: error: the value of constant 's_later' is not known at compile time [vkm1114]
    // CHECK: note: initialise it by a constant expression where it is declared, or make it a member of the class
    a[2] = s_later;
    // CHECK: errors-types.cpp:[[@LINE+2]]:5: error: 'counter' is a static local variable [vkm1115]
    // CHECK: note: make it a member of the class, or const with a constant value
    static int counter = 0;
  }
  static int s_shared;
  static const int s_later;

  // Only members that are used are looked at.
  std::deque<int> m_ignored;
  bool m_flag = false;
  std::deque<int> m_list;
};
