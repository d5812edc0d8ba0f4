// Elements that iterations meet in by a remainder or a quotient of the grid's counter where more than that decides, and those that only look so.
// RUN: not vkmorph %s --class=Meets -o %t -- -std=c++17 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=vkm2104
// RUN: vkmorph %s --class=Apart -o %t -- -std=c++17 2>&1 | FileCheck %s --check-prefix=APART --allow-empty
// RUN: vkmorph %s --class=Unknown -o %t -- -std=c++17 2>&1 | FileCheck %s --check-prefix=UNKNOWN --implicit-check-not=error:
// APART-NOT: {{vkm2104|error:}}
class Meets {
public:
  virtual ~Meets() = default;
  virtual void Run(const int *a, [[vkmorph::size("n")]] int *w, int n, int m) {
    kernel1D_Helpers(a, n);
    kernel1D_Some(a, n);
    kernel1D_Swapped(a, n);
    kernel1D_Tens(a, n);
    kernel2D_Quarter(a, w, n, m);
  }

protected:
  int m_ring[16] = {};
  int m_last[64] = {};

  static int Slot(int i) { return i & 7; }
  void Put(int i, int value) {
    const int slot = Slot(i);
    m_ring[2 * slot + 1] = value;
  }
  // CHECK: error: iterations of kernel 'kernel1D_Helpers' {{.*}} the same remainder
  void kernel1D_Helpers(const int *a, int n) {
    for (int i = 0; i < n; i++)
      Put(i, a[i]);
  }
  // CHECK: :[[@LINE+5]]:9: error: iterations of kernel 'kernel1D_Some' write the same element of 'm_ring' here where their indices have the same remainder, and the last of them decides [vkm2111]
  // CHECK: note: let only that one write, as `if (i + 8 >= n)` does for `a[i % 8]`, combine what they write by min or max, or let each write an element of its own; if no two iterations have the same index, specify --assume-independent=kernel1D_Some
  void kernel1D_Some(const int *a, int n) {
    for (int i = 0; i < n; i++)
      if (a[i] > 0)
        m_ring[(i * 3 + 1) % 7] = a[i];
  }
  // CHECK: error: iterations of kernel 'kernel1D_Swapped' {{.*}} the same remainder
  void kernel1D_Swapped(const int *a, int n) {
    for (int i = 0; i < n; i++)
      m_last[(a[i] & 63) ^ 5] = i;
  }
  // CHECK: error: iterations of kernel 'kernel1D_Tens' {{.*}} the same quotient
  // CHECK: note: combine what they write by min or max, or let each write an element of its own; if
  void kernel1D_Tens(const int *a, int n) {
    for (int i = 0; i < n; i++)
      m_last[a[i] / 10] = i;
  }
  // CHECK: error: iterations of kernel 'kernel2D_Quarter' {{.*}} the same quotient
  // CHECK: note: let a loop over the elements write each once, as `a[k] = b[2 * k + 1]` does for `a[i / 2] = b[i]`, combine what they write by min or max, or let each write an element of its own; if
  void kernel2D_Quarter(const int *a, int *w, int n, int m) {
    for (int y = 0; y < m; y++)
      for (int x = 0; x < n; x++)
        w[(y / 2) * (n / 2) + x / 2] = a[y * n + x];
  }
};

// Each iteration has an element of its own, and that is proved.
class Apart {
public:
  virtual ~Apart() = default;
  virtual void Run(const int *a, [[vkmorph::size("4 * n")]] int *c, int n, int m) {
    kernel1D_Cells(a);
    kernel1D_Last(a, c, n, m);
    kernel1D_Even(a, c, n);
    kernel1D_Odd(a, c, n);
    kernel1D_Around(a, c, n, m);
    kernel1D_Steps(a, c, n);
    kernel1D_Same(n);
  }

protected:
  int m_cell[9][9] = {};
  int m_ring[8] = {};

  void kernel1D_Cells(const int *a) {
    for (int i = 0; i < 81; i++)
      m_cell[i / 9][i % 9] = a[i];
  }
  void kernel1D_Last(const int *a, int *c, int n, int m) {
    for (int i = 0; i < n; i++) {
      if (i + 8 >= n)
        m_ring[i % 8] = a[i];
      if (i + m >= n)
        c[i % m] = a[i];
    }
  }
  void kernel1D_Even(const int *a, int *c, int n) {
    for (int i = 0; i < n; i++)
      if (!(i & 1))
        c[i / 2] = a[i];
  }
  void kernel1D_Odd(const int *a, int *c, int n) {
    for (int i = 0; i < n; i++)
      if (i % 2)
        c[i >> 1] = a[i];
  }
  void kernel1D_Around(const int *a, int *c, int n, int m) {
    for (int i = 0; i < n; i++)
      c[(i + m) % n] = a[i];
  }
  void kernel1D_Steps(const int *a, int *c, int n) {
    for (int g = 0; g < n; g++) {
      int b = a[g];
      for (int k = 3; k >= 0; k--, b >>= 6)
        c[4 * g + k] = b & 63;
    }
  }
  void kernel1D_Same(int n) {
    for (int i = 0; i < n; i++)
      m_ring[i % 8] = 7;
  }
};

// Neither is proved: no error.
class Unknown {
public:
  virtual ~Unknown() = default;
  virtual void Run(const int *a, [[vkmorph::size("64 * n")]] int *c, int n, int m) {
    kernel1D_Parts(a, c, n);
    kernel1D_Multiples(a, c, n, m);
    kernel1D_Offsets(a, c, n);
  }

protected:
  // UNKNOWN: vkm2104
  void kernel1D_Parts(const int *a, int *c, int n) {
    for (int i = 0; i < n; i++)
      c[a[i] / 9 * 16 + a[i] % 9] = i;
  }
  // UNKNOWN: vkm2104
  void kernel1D_Multiples(const int *a, int *c, int n, int m) {
    for (int i = 0; i < n; i++)
      if (i % m == 0)
        c[i / m] = a[i];
  }
  // UNKNOWN: vkm2104
  void kernel1D_Offsets(const int *a, int *c, int n) {
    for (int i = 0; i < n; i++)
      c[a[i & 63] + (i & 3)] = i;
  }
};
