// What is no append: an error shows why, and what to do instead. Warnings tell what is left to the program.
// RUN: split-file %s %t
// RUN: not vkmorph %t/disturbed.cpp -o %t/out 2>&1 -- -std=c++17 | FileCheck %t/disturbed.cpp
// RUN: not vkmorph %t/order.cpp -o %t/out 2>&1 -- -std=c++17 | FileCheck %t/order.cpp
// RUN: not vkmorph %t/shape.cpp -o %t/out 2>&1 -- -std=c++17 | FileCheck %t/shape.cpp
// RUN: not vkmorph %t/sorted.cpp -o %t/out 2>&1 -- -std=c++17 | FileCheck %t/sorted.cpp --implicit-check-not=error:
// RUN: not vkmorph %t/sorted.cpp --sort=radix -o %t/out 2>&1 -- -std=c++17 | FileCheck %t/sorted.cpp --implicit-check-not=error:
// RUN: vkmorph %t/warnings.cpp -o %t/out 2>&1 -- -std=c++17 | FileCheck %t/warnings.cpp

//--- disturbed.cpp
#include <vector>
struct C {
  virtual ~C() {}
  int Last() const { return m_v.empty() ? 0 : 1; }
  void kernel1D_A(const int *a, int n) {
    for (int i = 0; i < n; i++) {
      // CHECK: disturbed.cpp:[[@LINE+3]]:{{.*}}: error: kernel 'kernel1D_A' asks for the size of 'm_v' in the loop that appends to it, whose iterations run in parallel [vkm2130]
      // CHECK: note: append to another std::vector, and use this one in a loop or kernel of its own
      // CHECK: disturbed.cpp:[[@LINE+2]]:{{.*}}: note: it is appended to here
      if (m_v.size() < 10)
        m_v.push_back(a[i]);
      m_w.push_back(1);
      // CHECK: disturbed.cpp:[[@LINE+1]]:{{.*}}: error: kernel 'kernel1D_A' reads an element of 'm_w' in the loop that appends to it
      if (m_w[i] > 0)
        m_u.push_back(1);
      // CHECK: disturbed.cpp:[[@LINE+1]]:{{.*}}: error: kernel 'kernel1D_A' changes the size of 'm_u' in the loop that appends to it
      m_u.clear();
    }
  }
  void kernel1D_B(const int *a, int n) {
    for (int i = 0; i < n; i++)
      m_v.push_back(a[i] + Last());
  }
  virtual void Run(const int *a, int n) {
    kernel1D_A(a, n);
    kernel1D_B(a, n);
  }
  std::vector<int> m_v, m_w, m_u;
};

//--- order.cpp
#include <vector>
struct C {
  virtual ~C() {}
  void kernel1D_A(const int *a, int n) {
    m_v.clear();
    for (int i = 0; i < n; i++)
      if (a[i] > 0)
        m_v.push_back(a[i]);
    // CHECK: order.cpp:[[@LINE+2]]:{{.*}}: error: kernel 'kernel1D_A' reads one particular element of 'm_v', whose elements were appended in no order [vkm2131]
    // CHECK: note: specify --append=stable, use all elements alike, or keep what is needed in a member while they are appended
    m_first = m_v[0];
    m_first += m_v.back();
  }
  virtual void Run(const int *a, int n) { kernel1D_A(a, n); }
  std::vector<int> m_v;
  int m_first;
};

//--- shape.cpp
#include <vector>
struct C {
  virtual ~C() {}
  void kernel1D_A(const int *a, int n) {
    m_v.clear();
    for (int i = 0; i < n; i++)
      m_v.push_back(a[i]);
  }
  void kernel1D_B() {
    m_sum = 0;
    // CHECK: shape.cpp:[[@LINE+2]]:{{.*}}: error: the loop over 'i' of kernel 'kernel1D_B', whose bound kernels change, does not count up from a small constant in small constant steps [vkm2018]
    // CHECK: note: write it as 'for (int i = 0; i < bound; i++)', and compute what is needed from 'i'
    for (int i = int(m_v.size()) - 1; i >= 0; i--)
      m_sum += m_v[i];
  }
  virtual void Run(const int *a, int n) {
    kernel1D_A(a, n);
    kernel1D_B();
  }
  std::vector<int> m_v;
  int m_sum;
};

//--- warnings.cpp
#include <vector>
struct C {
  virtual ~C() {}
  void kernel1D_A(const int *a, int n) {
    m_x.clear();
    m_y.clear();
    for (int i = 0; i < n; i++) {
      m_x.push_back(a[i]);
      // CHECK: warnings.cpp:[[@LINE+3]]:{{.*}}: warning: the number of elements that kernel 'kernel1D_A' appends to 'm_y' is unknown: there is room for its capacity() only, and LostElements("m_y") returns how many did not fit [vkm2133, append-room]
      // CHECK: note: call m_y.reserve(n) in the control function, with n large enough
      for (int k = 0; k < a[i]; k++)
        m_y.push_back(k);
    }
  }
  void kernel1D_B() {
    m_sum = 0;
    // CHECK: warnings.cpp:[[@LINE+2]]:{{.*}}: warning: kernel 'kernel1D_B' reads elements of 'm_y' and 'm_x' by the same index; they were appended in no order, and need not come from one iteration [vkm2132, append-order]
    for (int i = 0; i < int(m_x.size()); i++)
      m_sum += m_x[i] * m_y[i];
  }
  virtual void Run(const int *a, int n) {
    kernel1D_A(a, n);
    kernel1D_B();
  }
  std::vector<int> m_x, m_y;
  int m_sum;
};

//--- sorted.cpp
#include <algorithm>
#include <vector>
// Behind a sort elements are in an order; before it, and where another call has appended since, they are in none.
struct C {
  virtual ~C() {}
  virtual void Run(const int *a, int *b, int n) {
    kernel1D_Add(a, n);
    kernel1D_Early(b, n);
    std::sort(m_v.begin(), m_v.end());
    kernel1D_Late(b, n);
  }
  virtual void Again(const int *a, int *b, int n) {
    kernel1D_Other(b, n);
    kernel1D_More(a, n);
    std::sort(m_w.begin(), m_w.end());
  }
  virtual void Only(const int *a, int *b, int n) {
    kernel1D_Most(a, n);
    kernel1D_Any(b, n);
  }
  void kernel1D_Add(const int *a, int n) {
    for (int i = 0; i < n; i++)
      m_v.push_back(a[i]);
  }
  void kernel1D_More(const int *a, int n) {
    for (int i = 0; i < n; i++)
      m_w.push_back(a[i]);
  }
  void kernel1D_Most(const int *a, int n) {
    for (int i = 0; i < n; i++)
      m_u.push_back(a[i]);
  }
  // CHECK: sorted.cpp:[[@LINE+2]]:{{.*}}: error: kernel 'kernel1D_Early' reads one particular element of 'm_v'{{.*}} [vkm2131]
  void kernel1D_Early(int *b, int n) {
    m_least = m_v[0];
    for (int i = 0; i < n; i++)
      b[i] = i;
  }
  void kernel1D_Late(int *b, int n) {
    m_smallest = m_v[0];
    for (int i = 0; i < n; i++)
      b[i] = i;
  }
  void kernel1D_Other(int *b, int n) {
    m_other = m_w[0];
    for (int i = 0; i < n; i++)
      b[i] = i;
  }
  // CHECK: sorted.cpp:[[@LINE+2]]:{{.*}}: error: kernel 'kernel1D_Any' reads one particular element of 'm_u'{{.*}} [vkm2131]
  void kernel1D_Any(int *b, int n) {
    m_any = m_u[0];
    for (int i = 0; i < n; i++)
      b[i] = i;
  }
  std::vector<int> m_v, m_w, m_u;
  int m_least = 0, m_smallest = 0, m_other = 0, m_any = 0;
};
