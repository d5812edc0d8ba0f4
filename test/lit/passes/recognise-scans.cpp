// Running totals that the loop reads, elements that are made of those before them, and what only looks like it.
// RUN: sed -e 's,^ *//.*,,' %s > %t.cpp
// RUN: vkmorph %t.cpp --class C --emit=recognised --without-locations -- -std=c++17 | FileCheck %s
// RUN: vkmorph %t.cpp --class C --emit=recognised --remarks=reductions -- -std=c++17 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// RUN: not vkmorph %t.cpp --class Missed --emit=recognised -- -std=c++17 2>&1 | FileCheck %s --check-prefix=MISSED
#include <algorithm>
#include <vector>
class C {
public:
  virtual ~C() {}
  virtual void Run(const int *a, int n, int *out, float *h, const float *x) {
    kernel1D_Sum(a, n, out);
    kernel1D_Pack(a, n, out);
    kernel1D_Before(a, n, out);
    kernel1D_Highest(x, n, h);
    kernel1D_Only(a, n);
    kernel1D_Runs(a, n, out);
    kernel1D_Fill(x, n, h);
    kernel1D_Smooth(x, n, h);
    kernel1D_Hash(a, n);
    kernel1D_Wait(a, n, out);
    kernel1D_Meter(x, n, h);
    kernel1D_Machine(a, n, out);
    kernel1D_Toggle(a, n, out);
  }
  // REMARK: remark: 'Sum_sum' is a running total of kernel 'kernel1D_Sum', which reads it: a scan by sum over its grid
  // CHECK-LABEL: vkm.kernel @kernel1D_Sum
  void kernel1D_Sum(const int *a, int n, int *out) {
    int sum = 7;
    for (int i = 0; i < n; i++) {
      // CHECK: %[[SUM:.*]] = vkm.running add @Sum_sum : si32
      // CHECK-NEXT: %sum = vkm.var "sum" : <si32> = %[[SUM]] : si32
      // CHECK: vkm.update add %sum
      sum += a[i];
      // CHECK: vkm.load %sum
      out[i] = sum;
    }
  }
  // A part of a member, under a condition; the elements are the iterations' own, and no message says that they need not be.
  // CHECK-LABEL: vkm.kernel @kernel1D_Pack
  void kernel1D_Pack(const int *a, int n, int *out) {
    for (int i = 0; i < n; i++)
      // CHECK: vkm.running add @m_counts["taken"] : si32
      if (a[i] > 3)
        out[m_counts.taken++] = a[i];
  }
  // CHECK-LABEL: vkm.kernel @kernel1D_Before
  // CHECK: vkm.once
  // CHECK: vkm.if
  // CHECK: vkm.assign %{{.*}}, %{{.*}} : <si32>
  // CHECK: vkm.running add @Before_outValue : si32
  void kernel1D_Before(const int *a, int n, int *out) {
    for (int i = 1; i < n; i++)
      out[i] = out[i - 1] + a[i];
  }
  // CHECK-LABEL: vkm.kernel @kernel1D_Highest
  // CHECK: vkm.running max @Highest_hValue : f32
  void kernel1D_Highest(const float *x, int n, float *h) {
    for (int i = 0; i + 1 < n; i++)
      h[i + 1] = std::max(h[i], x[i + 1]);
  }
  // Nothing reads it: a reduction.
  // CHECK-LABEL: vkm.kernel @kernel1D_Only
  // CHECK: vkm.reduce add @m_counts["all"]
  void kernel1D_Only(const int *a, int n) {
    for (int i = 0; i < n; i++)
      m_counts.all += a[i];
  }
  // REMARK: 'Runs_run' is a running total of kernel 'kernel1D_Runs', which reads it: a scan by sum that restarts over its grid
  // CHECK-LABEL: vkm.kernel @kernel1D_Runs
  // CHECK: vkm.running add restarts @Runs_run : si32
  // CHECK: vkm.if
  void kernel1D_Runs(const int *a, int n, int *out) {
    int run = 0;
    for (int i = 0; i < n; i++) {
      run = a[i] > 0 ? run + 1 : 0;
      out[i] = run;
    }
  }
  // REMARK: a scan by latest value over its grid
  // CHECK-LABEL: vkm.kernel @kernel1D_Fill
  // CHECK: vkm.running add restarts latest @m_last : f32
  void kernel1D_Fill(const float *x, int n, float *h) {
    for (int i = 0; i < n; i++) {
      if (x[i] > 0.0f)
        m_last = x[i];
      h[i] = m_last;
    }
  }
  // REMARK: a scan by linear recurrence that restarts over its grid
  // CHECK-LABEL: vkm.kernel @kernel1D_Smooth
  // CHECK: vkm.running add restarts scales @m_last : f32
  void kernel1D_Smooth(const float *x, int n, float *h) {
    for (int i = 0; i < n; i++) {
      if (x[i] < 0.0f)
        m_last = 0.0f;
      m_last += 0.5f * (x[i] - m_last);
      h[i] = m_last;
    }
  }
  // Nothing reads it, and no reduction multiplies in between.
  // CHECK-LABEL: vkm.kernel @kernel1D_Hash
  // CHECK: vkm.running add scales @m_counts["taken"] : si32
  void kernel1D_Hash(const int *a, int n) {
    for (int i = 0; i < n; i++)
      m_counts.taken = 31 * m_counts.taken + a[i];
  }
  // REMARK: a scan by sum between bounds over its grid
  // CHECK-LABEL: vkm.kernel @kernel1D_Wait
  // CHECK: vkm.running add bounded @m_counts["taken"] : si32
  void kernel1D_Wait(const int *a, int n, int *out) {
    for (int i = 0; i < n; i++) {
      m_counts.taken = std::max(0, m_counts.taken + a[i]);
      if (m_counts.taken > 9)
        m_counts.taken = 9;
      out[i] = m_counts.taken;
    }
  }
  // REMARK: a scan by linear recurrence between bounds that restarts over its grid
  // CHECK-LABEL: vkm.kernel @kernel1D_Meter
  // CHECK: vkm.running add restarts scales bounded @m_last : f32
  void kernel1D_Meter(const float *x, int n, float *h) {
    for (int i = 0; i < n; i++) {
      if (x[i] < -5.0f)
        m_last = 0.0f;
      m_last = std::max(x[i], m_last * 0.5f);
      h[i] = m_last;
    }
  }
  // What a state becomes may depend on it.
  // REMARK: a scan by state among 3 values over its grid
  // CHECK-LABEL: vkm.kernel @kernel1D_Machine
  // CHECK: vkm.running add states [0, 1, 7] @m_counts["all"] : si32
  void kernel1D_Machine(const int *a, int n, int *out) {
    for (int i = 0; i < n; i++) {
      if (m_counts.all == 0 && a[i] > 3)
        m_counts.all = 7;
      else if (m_counts.all == 7)
        m_counts.all = a[i] == 5 ? 1 : 0;
      out[i] = m_counts.all;
    }
  }
  // REMARK: a scan by state among 2 values over its grid
  // CHECK-LABEL: vkm.kernel @kernel1D_Toggle
  // CHECK: vkm.running add states [0, 1] @Toggle_isInside : i1
  void kernel1D_Toggle(const int *a, int n, int *out) {
    bool isInside = false;
    for (int i = 0; i < n; i++) {
      if (a[i] == 34)
        isInside = !isInside;
      out[i] = isInside ? a[i] : 0;
    }
  }
  float m_last = 0.0f;
  struct Counts {
    int taken = 0, all = 0;
  };
  Counts m_counts;
};

class Missed {
public:
  virtual ~Missed() {}
  virtual void Run(int *a, int n, int *out) {
    kernel1D_Limited(a, n, out);
    kernel1D_Late(a, n, out);
    kernel1D_Mixed(a, n, out);
    kernel1D_Nested(a, n, out);
    kernel1D_Appends(a, n, out);
    kernel1D_Linear(a, n, out);
    kernel1D_Unsigned(a, n, out);
    kernel1D_Product(a, n, out);
    kernel1D_Most(a, n);
  }
  void kernel1D_Most(const int *a, int n) {
    for (int i = 0; i < n; i++)
      m_most += a[i];
  }
  void kernel1D_Limited(const int *a, int n, int *out) {
    for (int i = 0; i < n; i++) {
      if (m_sum < 100)
        // MISSED: :[[@LINE+1]]:9: error: iterations of kernel 'kernel1D_Limited' depend on each other
        m_sum += a[i];
      // MISSED: note: 'm_sum' is no reduction: the loop reads the running total, and no scan computes it: what it is combined with depends on it
      out[i] = m_sum;
    }
  }
  void kernel1D_Late(int *a, int n, int *out) {
    for (int i = 0; i < n; i++) {
      a[i] *= 2;
      m_sum += a[i];
      // MISSED: what it is combined with is read behind a change of it by the same iteration; keep it in a local variable before
      out[i] = m_sum;
    }
  }
  void kernel1D_Mixed(const int *a, int n, int *out) {
    for (int i = 0; i < n; i++) {
      m_sum += a[i];
      m_sum ^= 3;
      // MISSED: no scan computes it: it is combined by different operations
      out[i] = m_sum;
    }
  }
  // The host does not know how many elements a vector of the generated class needs.
  void kernel1D_Nested(const int *a, int n, int *out) {
    int count = 0, total = 0;
    for (int i = 0; i < m_most; i++) {
      count += a[i];
      // MISSED: error: iterations of kernel 'kernel1D_Nested' depend on each other by the variable 'total'
      // MISSED: note: read it behind the loop, where it has its result; of a running total, combine it with what does not depend on it
      // MISSED: what it is combined with depends on 'Nested_count', which is a running total as well; make two loops of them
      total += count;
      out[i] = total + count;
    }
  }
  void kernel1D_Appends(const int *a, int n, int *out) {
    for (int i = 0; i < m_most; i++) {
      m_sum += a[i];
      // MISSED: the loop appends elements as well; append in a loop of its own
      m_found.push_back(i);
      out[i] = m_sum;
    }
  }
  // No function of a few numbers.
  void kernel1D_Linear(const int *a, int n, int *out) {
    for (int i = 1; i < n; i++)
      // MISSED: :[[@LINE+1]]:7: error: iterations of kernel 'kernel1D_Linear' depend on each other: one writes 'out' here, and another one reads the same element
      out[i] = out[i - 1] * out[i - 1] + a[i];
  }
  void kernel1D_Unsigned(const int *a, int n, int *out) {
    for (int i = 0; i < n; i++) {
      // MISSED: it is held between bounds, and unsigned numbers wrap around in front of them; use an int
      m_left = std::max(m_left - a[i], 3u);
      out[i] = m_left;
    }
  }
  void kernel1D_Product(const int *a, int n, int *out) {
    for (int i = 0; i < n; i++) {
      m_sum *= a[i];
      // MISSED: it is an integer that is multiplied and held between bounds; use a float
      m_sum = std::min(m_sum, 1000);
      out[i] = m_sum;
    }
  }
  int m_sum = 0;
  unsigned m_left = 0;
  int m_most = 0;
  std::vector<int> m_found;
};
