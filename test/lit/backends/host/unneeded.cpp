// The recorded form of a control function holds what its commands need, the drop-in form what its result needs.
// RUN: vkmorph %s -o %t -- -std=c++17
// RUN: g++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I%S -I%src_root/runtime/include %t/unneeded_generated.cpp
// RUN: FileCheck %s --input-file=%t/unneeded_generated.cpp

class Counter {
public:
  virtual ~Counter() {}
  // The kernel has no name for the array that it gets, and does not touch it.
  virtual int Shrink(const float *ages, int n) {
    kernel1D_Shrink(ages, n);
    return m_count;
  }
  virtual int Grow([[vkmorph::size("n")]] int *a, int n, int flags) {
    int before = m_count;
    int wanted = n;
    if (flags > 2)
      wanted /= 2;
    before += flags;
    kernel1D_Grow(a, wanted);
    return m_count - before;
  }

protected:
  void kernel1D_Shrink(const float *, int n) {
    for (int i = 0; i < n; i++)
      m_count -= 1;
  }
  void kernel1D_Grow(int *a, int n) {
    for (int i = 0; i < n; i++) {
      a[i] = i;
      m_count += 1;
    }
  }
  int m_count = 0;
};

// CHECK: int Counter_Generated::Shrink(const float * /*ages*/, int n) {

// CHECK-LABEL: void Counter_Generated::GrowCmd(
// CHECK-NOT: {{ before }}
// CHECK: int wanted = n;
// CHECK-NEXT: if (flags > 2)
// CHECK-NEXT: wanted /= 2;
// CHECK-NOT: {{ before }}
// CHECK-LABEL: int Counter_Generated::Grow(
// CHECK: int before = m_count;
// CHECK: before += flags;
// CHECK: return m_count - before;
