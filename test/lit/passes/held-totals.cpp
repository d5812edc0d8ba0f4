// Conditions on totals become bounds where the total's range says that they are; others are refused.
// RUN: sed -e 's,^ *//.*,,' %s > %t.cpp
// RUN: vkmorph %t.cpp --class Held --emit=recognised --without-locations -- -std=c++17 | FileCheck %s
// RUN: not vkmorph %t.cpp --class Refused --emit=recognised -- -std=c++17 2>&1 | FileCheck %s --check-prefix=REFUSED
class Held {
public:
  virtual ~Held() = default;
  virtual void Run(const int *a, int n, int limit, int *out) {
    kernel1D_States(a, n, out);
    kernel1D_Bounded(a, n, limit, out);
    kernel1D_Continue(a, n, out);
  }
  // CHECK-LABEL: vkm.kernel @kernel1D_States
  // CHECK: vkm.running add states [0, 1, 2, 3] @States_count : si32
  void kernel1D_States(const int *a, int n, int *out) {
    int count = 2;
    for (int i = 0; i < n; i++) {
      if (a[i] > 0) {
        if (count < 3)
          count++;
      } else if (count > 0) {
        count--;
      }
      out[i] = count;
    }
  }
  // The limit may be less than 0, where the total stays what it begins with.
  // CHECK-LABEL: vkm.kernel @kernel1D_Bounded
  // CHECK: vkm.running add bounded @Bounded_count : si32
  // CHECK: %[[LIMIT:.*]] = vkm.math max(%limit, %{{.*}}) : (si32, si32) -> si32
  // CHECK: vkm.math min(%{{.*}}, %[[LIMIT]]) : (si32, si32) -> si32
  // CHECK: vkm.math max
  // CHECK-NOT: vkm.if
  void kernel1D_Bounded(const int *a, int n, int limit, int *out) {
    int count = 0;
    for (int i = 0; i < n; i++) {
      if (a[i] > 0) {
        if (count < limit)
          count++;
      } else if (count > 0) {
        count--;
      }
      out[i] = count;
    }
  }
  // CHECK-LABEL: vkm.kernel @kernel1D_Continue
  // CHECK: vkm.running add bounded @Continue_count : si32
  void kernel1D_Continue(const int *a, int n, int *out) {
    int count = 0;
    for (int i = 0; i < n; i++) {
      out[i] = count;
      if (count >= 60)
        continue;
      count++;
      out[i] += a[i];
    }
  }
};

class Refused {
public:
  virtual ~Refused() = default;
  virtual void Run(const int *a, int n, int low, int high, int *out, unsigned *up) {
    kernel1D_Above(a, n, out);
    kernel1D_Overshoots(a, n, out);
    kernel1D_Swapped(a, n, low, high, out);
    kernel1D_Unknown(a, n, low, out);
    kernel1D_Member(a, n, out);
    kernel1D_Wraps(a, n, up);
    kernel1D_Both(a, n, out);
  }
  // What begins above the bound is not held by it.
  // REFUSED: note: 'above' is no reduction: {{.*}}a condition on its own value decides on it; hold it between bounds by std::min
  void kernel1D_Above(const int *a, int n, int *out) {
    int above = 120;
    for (int i = 0; i < n; i++) {
      if (a[i] % 8 == 0)
        above -= 1;
      else if (above < 100)
        above++;
      out[i] = above;
    }
  }
  // REFUSED: note: 'steps' is no reduction: {{.*}}what it is combined with depends on it
  void kernel1D_Overshoots(const int *a, int n, int *out) {
    int steps = 0;
    for (int i = 0; i < n; i++) {
      if (a[i] > 0) {
        if (steps < 1000)
          steps += 7;
      } else if (steps > 0) {
        steps -= 3;
      }
      out[i] = steps;
    }
  }
  // REFUSED: note: 'swapped' is no reduction: {{.*}}what it is combined with depends on it
  void kernel1D_Swapped(const int *a, int n, int low, int high, int *out) {
    int swapped = 0;
    for (int i = 0; i < n; i++) {
      swapped += a[i] % 9;
      if (swapped > high)
        swapped = high;
      else if (swapped < low)
        swapped = low;
      out[i] = swapped;
    }
  }
  // REFUSED: note: 'unknown' is no reduction: {{.*}}a condition on its own value decides on it; hold it
  void kernel1D_Unknown(const int *a, int n, int low, int *out) {
    int unknown = low;
    for (int i = 0; i < n; i++) {
      if (a[i] > 0) {
        if (unknown < 30)
          unknown++;
      } else if (unknown > 0) {
        unknown--;
      }
      out[i] = unknown;
    }
  }
  // REFUSED: note: 'm_count' is no reduction: {{.*}}a condition on its own value decides on it; set it in front of the loop (t = std::clamp(t, 0, 9)), or hold it
  void kernel1D_Member(const int *a, int n, int *out) {
    for (int i = 0; i < n; i++) {
      if (a[i] > 0) {
        if (m_count < 3)
          m_count++;
      } else if (m_count > 0) {
        m_count--;
      }
      out[i] = m_count;
    }
  }
  // REFUSED: note: 'wraps' is no reduction: {{.*}}a condition on its own value decides on it
  void kernel1D_Wraps(const int *a, int n, unsigned *up) {
    unsigned wraps = 0;
    for (int i = 0; i < n; i++) {
      if (a[i] % 5 == 0)
        wraps--;
      else if (wraps < 10u)
        wraps++;
      up[i] = wraps;
    }
  }
  // Where both conditions hold, 29 becomes 30, and 30 becomes 29.
  // REFUSED: note: 'both' is no reduction: {{.*}}a condition on its own value decides on it
  void kernel1D_Both(const int *a, int n, int *out) {
    int both = 0;
    for (int i = 0; i < n; i++) {
      if (a[i] > 0 && both < 30)
        both++;
      else if (a[i] % 2 == 0 && both > 0)
        both--;
      out[i] = both;
    }
  }

private:
  int m_count = 0;
};
