// Totals that depend on others: a grid for each step between them, with vectors of what the earlier ones are before each iteration.
// RUN: sed -e 's,^ *//.*,,' %s > %t.cpp
// RUN: vkmorph %t.cpp --class C --emit=recognised --without-locations --remarks=reductions -- -std=c++17 2> %t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: vkmorph %t.cpp --class Apart --emit=recognised --without-locations -- -std=c++17 2>/dev/null | FileCheck %s --check-prefix=APART
// RUN: not vkmorph %t.cpp --class Changed --emit=recognised -- -std=c++17 2>&1 | FileCheck %s --check-prefix=CHANGED
// RUN: not vkmorph %t.cpp --class Called --emit=recognised -- -std=c++17 2>&1 | FileCheck %s --check-prefix=CALLED
// RUN: not vkmorph %t.cpp --class Circle --emit=recognised -- -std=c++17 2>&1 | FileCheck %s --check-prefix=CIRCLE
#include <vector>

class C {
public:
  virtual ~C() {}
  virtual void Run(const int *a, int w, int h, int n, [[vkmorph::size("w*h")]] int *out) {
    kernel2D_Number(a, w, h, out);
    kernel1D_Append(a, n);
  }
  // REMARK: remark: other totals of kernel 'kernel2D_Number' depend on 'Number_inside': it gets a loop of its own, which keeps what it is before each iteration
  // REMARK-NOT: Number_insideBefore
  // CHECK-LABEL: vkm.kernel @kernel2D_Number
  void kernel2D_Number(const int *a, int w, int h, int *out) {
    bool inside = false;
    int count = 0, last = 0;
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        // CHECK: vkm.grid {{.*}}comment = "What 'inside' comes to before each iteration."
        // CHECK: %[[INSIDE:.*]] = vkm.running add states [0, 1] @Number_inside : i1
        // CHECK: %iteration = vkm.var const "iteration"
        // CHECK: vkm.vector_data @Number_insideBefore
        // CHECK: vkm.assign %{{.*}}, %{{.*}} : <ui32>
        // CHECK-NOT: vkm.running
        // CHECK: vkm.grid
        // CHECK-NEXT: vkm.running add @Number_count
        // CHECK: %inside = vkm.var "inside" : <i1> =
        if (a[y * w + x] == 3)
          inside = !inside;
        if (inside)
          count++;
        last = a[y * w + x];
        out[y * w + x] = count + last;
      }
  }
  // Nothing but vectors is read where elements are appended.
  // CHECK-LABEL: vkm.kernel @kernel1D_Append
  // CHECK: vkm.running add states [0, 1, 2] @m_state
  // CHECK: vkm.assign %{{.*}}, %{{.*}} : <si32>
  // CHECK: vkm.grid
  // CHECK-NOT: vkm.running
  // CHECK: vkm.append @m_found
  void kernel1D_Append(const int *a, int n) {
    for (int i = 5; i <= n; i++) {
      const int next = m_state == 0 ? 1 : a[i] > 0 ? 2 : 0;
      if (next != m_state)
        m_found.push_back(i);
      m_state = next;
    }
  }
  // The control function makes room: one more than the largest distance from where the counter begins.
  // CHECK-LABEL: vkm.control @Run
  // CHECK: vkm.reserve @Number_insideBefore
  // CHECK: %[[MOST:.*]] = vkm.math max
  // CHECK: %[[LENGTH:.*]] = vkm.binary sub %[[MOST]]
  // CHECK: vkm.binary add %[[LENGTH]]
  // CHECK: vkm.reserve @Append_m_stateBefore
  int m_state = 0;
  std::vector<int> m_found;
};

// Totals that do not depend on each other stay in one grid.
class Apart {
public:
  virtual ~Apart() {}
  virtual void Run(const int *a, int n, int *out) { kernel1D_Run(a, n, out); }
  // APART-LABEL: vkm.kernel @kernel1D_Run
  // APART-COUNT-1: vkm.grid
  // APART-NOT: vkm.grid
  void kernel1D_Run(const int *a, int n, int *out) {
    int sum = 0, last = 0;
    for (int i = 0; i < n; i++) {
      sum += a[i];
      if (a[i] > 0)
        last = a[i];
      out[i] = sum + last;
    }
  }
};

// What decides on the state is what an earlier iteration writes: the loop has its order.
class Changed {
public:
  virtual ~Changed() {}
  virtual void Run(int *a, int n, int *out) { kernel1D_Run(a, n, out); }
  void kernel1D_Run(int *a, int n, int *out) {
    bool odd = false;
    int count = 0;
    for (int i = 1; i < n; i++) {
      if (odd)
        count++;
      if (a[i - 1] > 0)
        odd = !odd;
      // CHANGED: error: iterations of kernel 'kernel1D_Run' depend on each other: one writes 'a' here, and another one reads the same element
      a[i] = count;
      out[i] = count;
    }
  }
};

// A function knows no variable of an iteration.
class Called {
public:
  virtual ~Called() {}
  virtual void Run(const int *a, int n, int *out) { kernel1D_Run(a, n, out); }
  int get(int k) const { return m_on ? k : 1; }
  void kernel1D_Run(const int *a, int n, int *out) {
    for (int i = 0; i < n; i++) {
      if (a[i] > 0)
        m_on = !m_on;
      // CALLED: error: iterations of kernel 'kernel1D_Run' depend on each other
      if (m_on)
        m_sum += a[i];
      out[i] = get(a[i]) + m_sum;
    }
  }
  bool m_on = false;
  int m_sum = 0;
};

// States that decide on each other, and have too many combinations.
class Circle {
public:
  virtual ~Circle() {}
  virtual void Run(const int *a, int n, int *out) { kernel1D_Run(a, n, out); }
  void kernel1D_Run(const int *a, int n, int *out) {
    for (int i = 0; i < n; i++) {
      if (a[i] == m_mode)
        m_state = a[i] > 0 ? 5 : a[i] & 7;
      // CIRCLE: what it is combined with depends on 'm_state', and what that is combined with on this one
      if (m_state == 5)
        m_mode = m_mode == 2 ? 4 : 2;
      out[i] = m_state + m_mode;
    }
  }
  int m_state = 5, m_mode = 2;
};
