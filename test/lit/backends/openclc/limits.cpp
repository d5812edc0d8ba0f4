// What OpenCL C has no words for, asked for by options or by the source: another way with a warning, or an error where it stands.
// RUN: vkmorph %s --class Sums --emit=openclc --finish=atomics -- -std=c++17 2>&1 | FileCheck %s --check-prefix=SUMS
// RUN: not vkmorph %s --class Counts --emit=openclc -- -std=c++17 2>&1 | FileCheck %s --check-prefix=COUNTS
// RUN: echo '{"name": "wide", "subgroup_arithmetic": true, "subgroup_ballot": true}' > %t.json
// RUN: not vkmorph %s --class Products --emit=openclc --reduction=subgroup --target=%t.json -- -std=c++17 2>&1 | FileCheck %s --check-prefix=PRODUCTS
// RUN: not vkmorph %s --class Wide --emit=openclc -- -std=c++17 2>&1 | FileCheck %s --check-prefix=WIDE
#include <vector>

class Sums {
public:
  virtual ~Sums() = default;
  virtual void Sum(const float *a, int n) { kernel1D_Sum(a, n); }

protected:
  void kernel1D_Sum(const float *a, int n) {
    m_sum = 0.0f;
    // SUMS: [[#@LINE+1]]:5: warning: kernel 'kernel1D_Sum' cannot finish by atomics: target '{{.*}} in OpenCL C' has no float atomics for 'm_sum'; the last workgroup finishes it [vkm2212, finish-unavailable]
    for (int i = 0; i < n; i++)
      m_sum += a[i];
  }
  float m_sum = 0.0f;
};

class Counts {
public:
  virtual ~Counts() = default;
  virtual void Count(const int *a, int n) { kernel1D_Count(a, n); }

protected:
  void kernel1D_Count(const int *a, int n) {
    for (int i = 0; i < n; i++) {
      // COUNTS: [[#@LINE+1]]:{{.*}}: error: {{.*}} elements of 'm_counts' at the same time: target '{{.*}} in OpenCL C' has no 64-bit atomics [vkm2237]
      m_counts[a[i] & 127] += 1;
      if (a[i] & 1)
        m_odd.push_back(a[i]);
    }
  }
  long m_counts[128] = {};
  std::vector<int> m_odd;
};

class Products {
public:
  virtual ~Products() = default;
  virtual void Multiply(const unsigned *a, int n) { kernel1D_Multiply(a, n); }

protected:
  // PRODUCTS: [[#@LINE+1]]:3: error: the OpenCL C of clspv has no subgroup operation 'or' on numbers [vkm3122]
  void kernel1D_Multiply(const unsigned *a, int n) {
    m_bits = 0;
    for (int i = 0; i < n; i++)
      m_bits |= a[i];
  }
  unsigned m_bits = 0;
};

class Wide {
public:
  virtual ~Wide() = default;
  virtual void Half(double *a, int n) { kernel1D_Half(a, n); }

protected:
  // WIDE: [[#@LINE+1]]:22: error: array 'a' is a double, which the OpenCL C of clspv does not have [vkm3120]
  void kernel1D_Half(double *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] *= 0.5;
  }
};
