// An element that an iteration reads and writes back, at a number that is not understood, is an error however it is written, unless
// it is combined with values in any order (recognise-scatters.cpp): where two iterations have the same one, a change would be lost. A
// store alone stays a warning.
// RUN: not vkmorph %s --class C -o %t -- -std=c++17 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=vkm2104
// RUN: vkmorph %s --class C -o %t --force --assume-independent=Update,Sum,Twice,Local,Helper,Reference,Minimum,Record,Count,Bitwise,Rows,Scatter,Gather,Odd,Hash,First -- -std=c++17 2>&1 | FileCheck %s --check-prefix=ASSUMED --allow-empty
// ASSUMED-NOT: vkm210
#include <cstdint>

struct Bin {
  int count;
  float sum;
};

class C {
public:
  virtual ~C() = default;
  virtual void Run(int *a, const int *k, float *out, int n, int pitch) {
    kernel1D_Update(a, k, n);
    kernel1D_Sum(a, k, n);
    kernel1D_Twice(a, k, n);
    kernel1D_Local(a, k, n);
    kernel1D_Helper(a, k, n);
    kernel1D_Reference(a, k, n);
    kernel1D_Minimum(a, k, n);
    kernel1D_Record(k, n);
    kernel1D_Count(k, n);
    kernel1D_Bitwise(n);
    kernel2D_Rows(a, n, pitch);
    kernel1D_Scatter(a, k, n);
    kernel1D_Gather(a, k, n);
    kernel1D_Odd(out, n);
    kernel1D_Hash(k, n);
    kernel1D_First(a, k, n);
  }

  void kernel1D_Update(int *a, const int *k, int n) {
    for (int i = 0; i < n; i++)
      a[k[i]] += i;
  }
  void kernel1D_Sum(int *a, const int *k, int n) {
    for (int i = 0; i < n; i++)
      a[k[i]] = a[k[i]] + 1;
  }
  // Two variables with one value are the same number.
  void kernel1D_Twice(int *a, const int *k, int n) {
    for (int i = 0; i < n; i++) {
      const int from = k[i], to = from;
      // CHECK: :[[@LINE+1]]:7: error: {{.*}} 'kernel1D_Twice'
      a[to] = 2 * a[from];
    }
  }
  void kernel1D_Local(int *a, const int *k, int n) {
    for (int i = 0; i < n; i++) {
      int old = a[k[i] & 7];
      if (old < 100)
        old++;
      // CHECK: :[[@LINE+1]]:7: error: {{.*}} 'kernel1D_Local'
      a[k[i] & 7] = old;
    }
  }
  static int Slot(int key) { return key & 15; }
  static void Add(int &place, int value) { place = place + value; }
  void kernel1D_Helper(int *a, const int *k, int n) {
    for (int i = 0; i < n; i++)
      Add(a[Slot(k[i])], 1);
  }
  void kernel1D_Reference(int *a, const int *k, int n) {
    for (int i = 0; i < n; i++) {
      int &place = a[Slot(k[i])];
      // CHECK: :[[@LINE+1]]:7: error: {{.*}} 'kernel1D_Reference'
      place = a[Slot(k[i])] - 1;
    }
  }
  void kernel1D_Minimum(int *a, const int *k, int n) {
    for (int i = 0; i < n; i++)
      if (i < a[k[i]])
        a[k[i]] = i;
  }
  void kernel1D_Record(const int *k, int n) {
    for (int i = 0; i < n; i++) {
      Bin bin = m_bins[k[i] % 100];
      bin.sum += 1.0f;
      // CHECK: :[[@LINE+1]]:7: error: {{.*}} 'kernel1D_Record'
      m_bins[k[i] % 100] = bin;
    }
  }
  void kernel1D_Count(const int *k, int n) {
    for (int i = 0; i < n; i++)
      m_bins[k[i] % 100].count++;
  }
  void kernel1D_Bitwise(int n) {
    for (int i = 0; i < n; i++)
      m_set[i >> 5] |= 1u << (i & 31);
  }
  // Under a condition that some iterations meet: the number of the place is known, that of the iterations is not.
  void kernel1D_Hash(const int *k, int n) {
    for (int i = 0; i < n; i++)
      if (i % 2)
        // CHECK: :[[@LINE+2]]:9: error: iterations of kernel 'kernel1D_Hash' depend on each other: one writes 'm_hash' here, and another one reads the same element [vkm2101]
        // CHECK: :[[@LINE+1]]:9: note: 'm_hash' is no reduction: the statement does not combine it
        m_hash = m_hash * 31 ^ k[i];
  }
  void kernel1D_First(int *a, const int *k, int n) {
    for (int i = 0; i < n; i++)
      if (i % 4 == 1)
        a[0] *= k[i];
  }

  // Rows overlap if the pitch is too small, which is not taken for meant.
  void kernel2D_Rows(int *a, int n, int pitch) {
    for (int y = 0; y < n; y++)
      for (int x = 0; x < n; x++)
        // CHECK: :[[@LINE+1]]:9: warning: cannot prove {{.*}} 'kernel2D_Rows' {{.*}} [vkm2104, unknown-independence]
        a[y * pitch + x] += x;
  }
  void kernel1D_Scatter(int *a, const int *k, int n) {
    for (int i = 0; i < n; i++)
      // CHECK: :[[@LINE+1]]:7: warning: {{.*}} 'kernel1D_Scatter' {{.*}} [vkm2104, unknown-independence]
      a[k[i]] = i;
  }
  void kernel1D_Gather(int *a, const int *k, int n) {
    for (int i = 0; i < n; i++)
      // CHECK: :[[@LINE+1]]:7: error: {{.*}} 'kernel1D_Gather' {{.*}} [vkm2109]
      a[k[i]] = a[k[n + i]];
  }
  void kernel1D_Odd(float *out, int n) {
    for (int i = 1; i < n; i++)
      if (i % 2)
        // CHECK: :[[@LINE+1]]:9: warning: {{.*}} 'kernel1D_Odd' {{.*}} [vkm2104, unknown-independence]
        out[i] += out[i - 1];
  }

  Bin m_bins[100] = {};
  uint32_t m_set[100] = {};
  int m_hash = 0;
};
void Use(C &c) { c.Run(nullptr, nullptr, nullptr, 0, 0); }
