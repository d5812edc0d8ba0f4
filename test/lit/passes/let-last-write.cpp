// Elements that several iterations have: only the last of them writes, where nothing else decides.
// RUN: sed -e 's,^ *//.*,,' %s > %t.cpp
// RUN: vkmorph %t.cpp --class Shared -o %t.out --remarks=reductions -- -std=c++17 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=error: --implicit-check-not=warning:
// RUN: cat %t.out/shaders/*.comp | FileCheck %s
// RUN: FileCheck %s --input-file=%t.out/let-last-write.cpp.tmp_generated.cpp --check-prefix=HOST
// RUN: not vkmorph %s --class Undecided -o %t -- -std=c++17 2>&1 | FileCheck %s --check-prefix=UNDECIDED --implicit-check-not=warning:
// RUN: not vkmorph %s --class Refused -o %t -- -std=c++17 2>&1 | FileCheck %s --check-prefix=REFUSED --implicit-check-not=vkm2104
#include <cstdint>
class Shared {
public:
  virtual ~Shared() = default;
  // HOST: ::Run(const int *a, int *w, int n, int m)
  // HOST: call.InOut("w", w, {{.*}}n
  virtual void Run(const int *a, int *w, int n, int m) {
    kernel1D_AlongRing(a, n);
    kernel1D_ByHead(a, n);
    kernel1D_Pairs(a, w, n);
    kernel2D_Rows(a, n, m);
    kernel1D_SumsToo(a, n);
    kernel1D_TwoArrays(a, n, m);
    kernel1D_Length(a, n);
    kernel1D_Later(a, w, n);
    kernel1D_ToOne(a, n);
  }

protected:
  int m_ring[16] = {}, m_window[16] = {}, m_period = 5, m_halves[64] = {};
  unsigned m_head = 0;
  int m_row[64] = {}, m_sum = 0, m_kept[8] = {}, m_line[64] = {}, m_length[64] = {};

  // CHECK-LABEL: ByHead
  // CHECK: if (n - i <= 16) {
  // CHECK-NEXT: m_ring[{{.*}}] = a[i];
  void kernel1D_ByHead(const int *a, int n) {
    for (int i = 0; i < n; i++)
      m_ring[(m_head + i) % 16] = a[i];
  }
  // CHECK-LABEL: Later
  // CHECK: if (i > 2) {
  // CHECK-NEXT: if (i == n - 1) {
  // CHECK-NEXT: w[0] = a[i];
  void kernel1D_Later(const int *a, int *w, int n) {
    for (int i = 0; i < n; i++)
      if (i > 2)
        w[0] = a[i];
  }
  // The smallest number has no positive one.
  // CHECK-LABEL: Length
  // CHECK: if (uint(n - i) <= uint(abs(m_period))) {
  // CHECK-NEXT: m_window[remainder(i, m_period)] = a[i];
  void kernel1D_Length(const int *a, int n) {
    for (int i = 0; i < n; i++)
      m_window[i % m_period] = a[i];
  }
  // REMARK: remark: 'm_ring[...]' is an element that several iterations of kernel 'kernel1D_AlongRing' have: only the last of them writes it [vkm2056
  void kernel1D_AlongRing(const int *a, int n) {
    for (int i = n - 1; i >= 0; i -= 2)
      m_ring[i % 12] = a[i];
  }
  // CHECK-LABEL: Pairs
  // CHECK: if (i == n - 1 || (i + 1) / 2 != i / 2) {
  // CHECK-NEXT: w[i / 2] = a[i];
  void kernel1D_Pairs(const int *a, int *w, int n) {
    for (int i = 0; i < n; i++)
      w[i / 2] = a[i];
  }
  // What else the iteration does stays where it is.
  // CHECK-LABEL: SumsToo
  // CHECK: m_sumLocal += a[i];
  // CHECK-NEXT: if (n - i <= 8) {
  // CHECK-NEXT: m_kept[{{.*}}] = a[i];
  void kernel1D_SumsToo(const int *a, int n) {
    for (int i = 0; i < n; i++) {
      m_sum += a[i];
      m_kept[i & 7] = a[i];
    }
  }
  // One branch for both.
  // CHECK-LABEL: ToOne
  // CHECK: if (i == 1 || (i - 1) / 2 != i / 2) {
  void kernel1D_ToOne(const int *a, int n) {
    for (int i = n - 1; i > 0; i--)
      m_halves[i / 2] = a[i];
  }
  // CHECK-LABEL: TwoArrays
  // CHECK: if (i == n - 1 || (i + 1) / m != i / m) {
  // CHECK-NEXT: m_line[page] = i;
  // CHECK-NEXT: m_length[page] = a[i];
  // CHECK-NEXT: }
  // CHECK-NOT: if (
  void kernel1D_TwoArrays(const int *a, int n, int m) {
    for (int i = 0; i < n; i++) {
      const int page = i / m;
      m_line[page] = i;
      m_length[page] = a[i];
    }
  }
  // CHECK-LABEL: Rows
  // CHECK: if (y == m - 1) {
  // CHECK-NEXT: m_row[x] = a[x] - y;
  void kernel2D_Rows(const int *a, int n, int m) {
    for (int y = 0; y < m; y++)
      for (int x = 0; x < n; x++)
        m_row[x] = a[x] - y;
  }
};

// Which iteration is the last one to write, conditions of the counter decide.
class Undecided {
public:
  virtual ~Undecided() = default;
  virtual void Run(const int *a, [[vkmorph::size("4")]] int *w, int n) {
    kernel1D_Thirds(a, w, n);
    kernel1D_Either(a, w, n);
    kernel1D_Alone(a, w, n);
    kernel1D_OneValue(a, w, n);
  }

protected:
  // UNDECIDED: :[[@LINE+5]]:9: error: iterations of kernel 'kernel1D_Thirds' depend on each other: more than one writes the same element of 'w[0]' here [vkm2102]
  // UNDECIDED: :[[@LINE+4]]:9: note: if the conditions let but one iteration write, specify --assume-independent=kernel1D_Thirds
  void kernel1D_Thirds(const int *a, int *w, int n) {
    for (int i = 0; i < n; i++)
      if (i % 3 == 0)
        w[0] = a[i];
  }
  // UNDECIDED: error: iterations of kernel 'kernel1D_Either' {{.*}} 'w[1]' here [vkm2102]
  void kernel1D_Either(const int *a, int *w, int n) {
    for (int i = 0; i < n; i++)
      if (i == 3 || i == 7)
        w[1] = a[i];
  }
  // UNDECIDED-NOT: error:
  void kernel1D_Alone(const int *a, int *w, int n) {
    for (int i = 0; i < n; i++)
      if (i == n - 3)
        w[2] = a[i];
  }
  void kernel1D_OneValue(const int *a, int *w, int n) {
    for (int i = 0; i < n; i++)
      if (i % 3 == 0)
        w[3] = n;
  }
};

// Something else decides, or reads the elements.
class Refused {
public:
  virtual ~Refused() = default;
  virtual void Run(const int *a, [[vkmorph::size("n")]] int *w, int n, int m) {
    kernel1D_Some(a, n);
    kernel1D_Third(a, n);
    kernel1D_Reads(a, w, n);
    kernel1D_Moves(a, n);
    kernel1D_Eleven(a, n);
    kernel1D_Early(a, n);
    kernel1D_Leaves(a, n);
    kernel2D_Flat(a, w, n, m);
    kernel1D_Length(a, n);
  }

protected:
  int m_ring[16] = {}, m_other[16] = {}, m_wide[16] = {}, m_more[16] = {};
  int m_data[16] = {}, m_third[16] = {}, m_early[16] = {};
  unsigned m_head = 0, m_at = 0;
  // REFUSED: error: iterations of kernel 'kernel1D_Some' {{.*}} [vkm2111]
  void kernel1D_Some(const int *a, int n) {
    for (int i = 0; i < n; i++)
      if (a[i] > 0)
        m_data[i % 8] = a[i];
  }
  // REFUSED: error: iterations of kernel 'kernel1D_Third' {{.*}} [vkm2111]
  void kernel1D_Third(const int *a, int n) {
    for (int i = 0; i < n; i++)
      if (i != n - 2)
        m_third[i % 8] = a[i];
  }
  // REFUSED: error: iterations of kernel 'kernel1D_Reads' {{.*}}m_ring
  void kernel1D_Reads(const int *a, int *w, int n) {
    for (int i = 0; i < n; i++) {
      w[i] = m_ring[i % 8];
      m_ring[i % 8] = a[i];
    }
  }
  // REFUSED: error: {{.*}}kernel1D_Moves
  void kernel1D_Moves(const int *a, int n) {
    for (int i = 0; i < n; i++) {
      m_other[m_at % 8] = a[i];
      m_at = m_at * 3 + a[i];
    }
  }
  // 2^32 is no multiple of 11, and the head may be anything.
  // REFUSED: error: iterations of kernel 'kernel1D_Eleven' {{.*}} [vkm2111]
  void kernel1D_Eleven(const int *a, int n) {
    for (int i = 0; i < n; i++)
      m_wide[(m_head + i) % 11] = a[i];
  }
  // REFUSED: error: iterations of kernel 'kernel1D_Early' {{.*}} [vkm2111]
  void kernel1D_Early(const int *a, int n) {
    for (int i = 0; i < n; i++) {
      if (a[i] == 7)
        continue;
      m_early[i % 8] = i;
    }
  }
  // REFUSED: error: iterations of kernel 'kernel1D_Leaves' {{.*}}
  void kernel1D_Leaves(const int *a, int n) {
    for (int i = 0; i < n; i++)
      for (int k = 0; k < 4; k++) {
        if (a[i] == k)
          break;
        m_more[i % 4 * 4 + k] = i;
      }
  }
  // REFUSED: error: iterations of kernel 'kernel2D_Flat' {{.*}}
  void kernel2D_Flat(const int *a, int *w, int n, int m) {
    for (int y = 0; y < m; y++)
      for (int x = 0; x < n; x++)
        w[(y * n + x) / 4] = a[x];
  }
  // The second dimension overlaps: 3 + 1 is 2 + 2.
  // REFUSED: error: iterations of kernel 'kernel1D_Length' {{.*}}
  void kernel1D_Length(const int *a, int n) {
    for (int i = 0; i < n; i++)
      for (int k = 0; k < 3; k++)
        m_more[i % 4 + k] = a[i];
  }
};
