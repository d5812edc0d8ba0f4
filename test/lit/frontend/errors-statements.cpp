// Statements that the device cannot run; notes lead from the kernel to those in functions that it calls.
// RUN: not %import %s -- -std=c++17 2>&1 | FileCheck %s

#include <tuple>

class C {
public:
  virtual ~C() {}
  virtual void run(int *a, int n) { kernel1D_k(a, n); }

  int inner(int x) {
    // CHECK: errors-statements.cpp:[[@LINE+4]]:5: error: goto and labels are not translated [vkm1202]
    // CHECK: note: use loops, 'break' and 'continue'
    // CHECK: errors-statements.cpp:[[@LINE+6]]:29: note: 'C::outer' calls 'C::inner' here
    // CHECK: errors-statements.cpp:[[@LINE+8]]:12: note: 'C::kernel1D_k' calls 'C::outer' here
    goto end;
  end:
    return x;
  }
  int outer(int x) { return inner(x) + 1; }

  void kernel1D_k(int *a, int n) {
    a[0] = outer(0);
    // CHECK: errors-statements.cpp:[[@LINE+2]]:5: error: exceptions do not exist on the device [vkm1203]
    // CHECK: note: store an error code in a member, and throw in the control function
    try {
      a[1] = 1;
    } catch (...) {
    }
    if (n < 0)
      // CHECK: errors-statements.cpp:[[@LINE+1]]:7: error: exceptions do not exist on the device [vkm1203]
      throw 1;
    // CHECK: errors-statements.cpp:[[@LINE+2]]:5: error: inline assembler is not translated [vkm1204]
    // CHECK: note: write it in C++
    asm("nop");
    switch (n) {
    case 0:
      if (a[0]) {
        // CHECK: errors-statements.cpp:[[@LINE+2]]:7: error: this case label stands inside another statement of the switch [vkm1205]
        // CHECK: note: put all labels directly into the body of the switch
      case 1:
        a[1] = 2;
      }
    }
    // CHECK: errors-statements.cpp:[[@LINE+3]]:5: error: the range of this case label has 5000 values [vkm1206]
    // CHECK: note: let the range have 1 to 1024 values, or use 'if'
    switch (n) {
    case 1 ... 5000:
      a[2] = 3;
    }
    Range range;
    // CHECK: errors-statements.cpp:[[@LINE+2]]:18: error: this range-based for loop is not over a fixed array or a std::vector of the class [vkm1207]
    // CHECK: note: loop over an index
    for (int x : range)
      a[3] += x;
    // CHECK: errors-statements.cpp:[[@LINE+1]]:5: error: type 'std::tuple<int &, int>' of the standard library is not translated [vkm1104]
    std::tuple<int &, int> tuple{a[0], 2};
    auto [first, second] = tuple;
    // What is missing because of an error is no error of its own.
    // CHECK-NOT: error: this
    a[4] = first;
    // CHECK: errors-statements.cpp:[[@LINE+1]]:18: error: 'new' cannot run on the device [vkm1302]
    int *fresh = new int(3);
    // CHECK-NOT: error: this
    a[5] = *fresh;
  }
  struct Range {
    int v[3];
    const int *begin() const { return v; }
    const int *end() const { return v + 3; }
  };
};
