// Running totals that depend on each other linearly, and what only looks like it.
// RUN: sed -e 's,^ *//.*,,' %s > %t.cpp
// RUN: vkmorph %t.cpp --class C --emit=recognised --without-locations -- -std=c++17 | FileCheck %s
// RUN: vkmorph %t.cpp --class C --emit=recognised --remarks=reductions -- -std=c++17 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// RUN: vkmorph %t.cpp --class C --emit=planned --without-locations -- -std=c++17 | FileCheck %s --check-prefix=PLANNED
// RUN: vkmorph %t.cpp --class C --emit=planned --target=vulkan10 --without-locations -- -std=c++17 | FileCheck %s --check-prefix=NARROW
// RUN: not vkmorph %t.cpp --class Missed --emit=recognised -- -std=c++17 2>&1 | FileCheck %s --check-prefix=MISSED
class C {
public:
  virtual ~C() {}
  virtual void Run(const float *x, const int *a, int n, float *y, unsigned *numbers) {
    kernel1D_Filter(x, n, y);
    kernel1D_Numbers(n, numbers);
    kernel1D_Chain(x, n, y);
    kernel1D_One(x, n, y);
    kernel1D_Long(x, n, y);
  }
  // What only keeps an element for the others is read again, and none of the system.
  // REMARK: 'Filter_y2' is a running total of kernel 'kernel1D_Filter', which reads it: a scan by linear recurrence of several states over its grid
  // CHECK-LABEL: vkm.kernel @kernel1D_Filter
  // CHECK-DAG: vkm.running add system 0 multiples [0, 1] @Filter_y2 : f32
  // CHECK-DAG: vkm.running add system 0 multiples [0, 1] @Filter_y1 : f32
  // CHECK-DAG: vkm.var const "x1"
  // PLANNED: vkm.running add system 0 multiples [0, 1] wide @Filter_y2 : f32 by <reduce_then_scan by tree>
  // NARROW: vkm.running add system 0 multiples [0, 1] @Filter_y2 : f32 by <reduce_then_scan by tree>
  void kernel1D_Filter(const float *x, int n, float *y) {
    float x1 = 0, y1 = 0, y2 = 0;
    for (int i = 0; i < n; i++) {
      const float out = x[i] + m_b * x1 + 1.5f * y1 - 0.75f * y2;
      y2 = y1;
      y1 = out;
      x1 = x[i];
      y[i] = out;
    }
  }
  // CHECK-LABEL: vkm.kernel @kernel1D_Numbers
  // CHECK: vkm.running add system 0 multiples [0, 1] @Numbers_a : ui32
  // CHECK: vkm.running add system 0 multiples [0, 1] @Numbers_b : ui32
  // PLANNED: vkm.running add system 0 multiples [0, 1] @Numbers_a : ui32 by
  void kernel1D_Numbers(int n, unsigned *numbers) {
    unsigned a = 0, b = 1;
    for (int i = 0; i < n; i++) {
      numbers[i] = a;
      const unsigned c = a + b;
      a = b;
      b = c;
    }
  }
  // A filter behind another one is a loop of its own.
  // CHECK-LABEL: vkm.kernel @kernel1D_Chain
  // CHECK: vkm.comment = "What 'p', 'q' comes to before each iteration."
  // CHECK: vkm.running add system 0 multiples [0, 1] @Chain_p
  // CHECK: vkm.running add system 0 multiples [0, 1] @Chain_q
  // CHECK: vkm.running add system 0 multiples [0, 1] @Chain_r
  // CHECK: vkm.running add system 0 multiples [0, 1] @Chain_s
  void kernel1D_Chain(const float *x, int n, float *y) {
    float p = 0, q = 0, r = 0, s = 0;
    for (int i = 0; i < n; i++) {
      const float first = x[i] + p;
      p = 0.5f * first + q;
      q = 0.25f * first;
      const float second = first + r;
      r = 0.5f * second + s;
      s = 0.25f * second;
      y[i] = second;
    }
  }
  // A single one, by a variable of the iteration.
  // CHECK-LABEL: vkm.kernel @kernel1D_One
  // CHECK: vkm.running add system 0 multiples [0] @One_state : f32
  void kernel1D_One(const float *x, int n, float *y) {
    float state = 0;
    for (int i = 0; i < n; i++) {
      const float next = 0.5f * state + x[i];
      state = next;
      y[i] = next;
    }
  }
  // Without room for what keeps values, these have loops of their own.
  // CHECK-LABEL: vkm.kernel @kernel1D_Long
  // CHECK: vkm.running add restarts latest @Long_x1
  // CHECK: vkm.running add system 0 multiples [0, 1, 2, 3] @Long_y4
  void kernel1D_Long(const float *x, int n, float *y) {
    float x1 = 0, y1 = 0, y2 = 0, y3 = 0, y4 = 0;
    for (int i = 0; i < n; i++) {
      const float out = x[i] + x1 + 0.4f * y1 - 0.3f * y2 + 0.2f * y3 - 0.1f * y4;
      y4 = y3;
      y3 = y2;
      y2 = y1;
      y1 = out;
      if (x[i] > 0)
        x1 = x[i];
      y[i] = out;
    }
  }
  float m_b = 0.5f;
};
class Missed {
public:
  virtual ~Missed() {}
  virtual void Run(const float *x, int n, float *y) {
    kernel1D_Five(x, n, y);
    kernel1D_Condition(x, n, y);
    kernel1D_Product(x, n, y);
  }
  void kernel1D_Five(const float *x, int n, float *y) {
    float a = 0, b = 0, c = 0, d = 0, e = 0;
    for (int i = 0; i < n; i++) {
      const float next = x[i] + 0.1f * (a + b + c + d + e);
      // MISSED: it is one of 5 states that depend on each other, of which a scan takes 4; make loops one after the other of them
      e = d;
      d = c;
      c = b;
      b = a;
      a = next;
      y[i] = next;
    }
  }
  void kernel1D_Condition(const float *x, int n, float *y) {
    for (int i = 0; i < n; i++) {
      const float next = x[i] + 0.5f * m_p - 0.25f * m_q;
      // MISSED: a condition or an index by which it changes depends on it
      if (m_q < 10)
        m_q = m_p;
      m_p = next;
      y[i] = m_q;
    }
  }
  void kernel1D_Product(const float *x, int n, float *y) {
    float p = 0, q = 0;
    for (int i = 0; i < n; i++) {
      // MISSED: error: iterations of kernel 'kernel1D_Product' depend on each other by the variable
      const float next = x[i] + p * q;
      q = p;
      p = next;
      y[i] = next;
    }
  }
  float m_p = 0, m_q = 0;
};
