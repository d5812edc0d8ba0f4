// What the first iteration sets that comes to a statement.
// RUN: sed -e 's,^ *//.*,,' %s > %t.cpp
// RUN: vkmorph %t.cpp --class=First --emit=recognised -- -std=c++17 | FileCheck %s
// RUN: not vkmorph %s --class=Others -o %t -- -std=c++17 2>&1 | FileCheck %s --check-prefix=OTHERS
class First {
public:
  virtual ~First() = default;
  virtual void Run([[vkmorph::size("n")]] const int *a, int n) {
    kernel1D_Nested(a, n);
    kernel1D_Before(a, n);
    kernel1D_Down(a, n);
    kernel1D_End(a, n);
    kernel1D_Outer(a, n);
  }

protected:
  int m_first = -1, m_value = 0, m_last = -1, m_end = 0, m_outer = -1;

  // CHECK: vkm.field temporary @m_firstIteration : si32 {vkm.source_name = "m_first"}
  // CHECK-LABEL: vkm.kernel @kernel1D_Nested
  // CHECK: vkm.once
  // CHECK: vkm.constant 2147483647
  // CHECK: vkm.constant -2147483648
  // CHECK: vkm.grid
  // CHECK: vkm.arg_reduce min first @m_firstIteration, %i : si32 {
  // CHECK-NEXT: vkm.carry @m_first, %i : si32
  void kernel1D_Nested(const int *a, int n) {
    for (int i = 0; i < n; i++) {
      if (a[i] >= 0)
        continue;
      if (m_first < 0)
        m_first = i;
    }
  }
  // CHECK-LABEL: vkm.kernel @kernel1D_Before
  // CHECK: vkm.arg_reduce min first @m_firstIteration_, %i : si32 {
  // CHECK: vkm.carry @m_first, %i : si32
  // CHECK: vkm.carry @m_value
  void kernel1D_Before(const int *a, int n) {
    for (int i = 0; i < n; i++)
      if (m_first == -1 && a[i] < 0 && a[i] > -9) {
        m_first = i;
        m_value = a[i];
      }
  }
  // CHECK-LABEL: vkm.kernel @kernel1D_Down
  // CHECK: vkm.arg_reduce max first @m_lastIteration, %i : si32 {
  void kernel1D_Down(const int *a, int n) {
    for (int i = n - 1; i >= 0; i--)
      if (a[i] < 0 && 0 > m_last)
        m_last = i;
  }
  // CHECK-LABEL: vkm.kernel @kernel1D_End
  // CHECK: vkm.arg_reduce min first @m_endIteration, %i : si32 {
  void kernel1D_End(const int *a, int n) {
    m_end = n;
    for (int i = 0; i < n; i++)
      if (a[i] == 0 && m_end == n)
        m_end = i;
  }
  // CHECK-LABEL: vkm.kernel @kernel1D_Outer
  // CHECK: vkm.arg_reduce min first @m_outerIteration, %i : si32 {
  void kernel1D_Outer(const int *a, int n) {
    for (int i = 0; i < n; i++)
      if (m_outer < 0 && n > 3) {
        if (a[i] < 0)
          m_outer = i;
      }
  }
};

class Others {
public:
  virtual ~Others() = default;
  virtual void Run([[vkmorph::size("n")]] const int *a, int *out, int n) {
    kernel1D_Again(a, n);
    kernel1D_Read(a, out, n);
    kernel1D_Held(a, n);
  }

protected:
  int m_first = -1, m_count = 0;

  // What is assigned may be negative itself.
  // OTHERS: error: iterations of kernel 'kernel1D_Again' depend on each other: one writes 'm_first' here, and another one reads the same element [vkm2101]
  // OTHERS: note: iterations of a kernel run in any order and in parallel; combine it with values by one of + - * min max & | ^, as in `m = std::min(m, i)` or `m = std::min(m + 1, 9)`, and access it in no other way, or split the kernel in two
  void kernel1D_Again(const int *a, int n) {
    for (int i = 0; i < n; i++)
      if (i % 2 == 0)
        if (m_first < 0)
          m_first = a[i];
  }
  // OTHERS: error: iterations of kernel 'kernel1D_Read' depend on each other
  void kernel1D_Read(const int *a, int *out, int n) {
    for (int i = 0; i < n; i++) {
      if (a[i] < 0 && m_first < 0)
        m_first = i;
      out[i] = m_first;
    }
  }
  // OTHERS: error: iterations of kernel 'kernel1D_Held' depend on each other
  // OTHERS: note: {{.*}}as in `m = std::min(m, i)` or `m = std::min(m + 1, 9)`
  void kernel1D_Held(const int *a, int n) {
    for (int i = 0; i < n; i++)
      if (a[i] < 0)
        if (m_count < 3)
          m_count++;
  }
};
