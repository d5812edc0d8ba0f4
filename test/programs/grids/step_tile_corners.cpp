// Origin: written for this test.
// Tiles of diagonals: steps in time around them, more arrays than shared memory has room for, wide indices, counters without a sign, iterations that end in inner branches, bounds of all kinds.
// RUN: %check %s --class=Evolve,ManyTables,Wide,Unsigned,Inner,Between,Shrinking,Unequal,Textbook,Borders --size n=1,2,33,70 --size m=1,32,66 --size steps=3 -- -std=c++17
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

// The host counts the steps and, in each, the diagonals of tiles.
class Evolve {
public:
  virtual ~Evolve() = default;
  virtual void Run([[vkmorph::size("n * m")]] float *u, int n, int m, int steps) { kernel3D_Step(u, n, m, steps); }

protected:
  void kernel3D_Step(float *u, int n, int m, int steps) {
    for (int t = 0; t < steps; ++t)
      for (int y = 1; y < n; ++y)
        for (int x = 1; x < m; ++x)
          u[y * m + x] = 0.5f * u[y * m + x] + 0.25f * (u[(y - 1) * m + x] + u[y * m + x - 1]);
  }
};

// Tables of doubles that no workgroup has room for together.
class ManyTables {
public:
  virtual ~ManyTables() = default;
  virtual void Fill([[vkmorph::size("n * m")]] double *a, [[vkmorph::size("n * m")]] double *b, [[vkmorph::size("n * m")]] double *c,
                    [[vkmorph::size("n * m")]] double *d, [[vkmorph::size("n * m")]] double *e, [[vkmorph::size("n * m")]] double *f,
                    [[vkmorph::size("n * m")]] double *g, int n, int m) {
    kernel2D_Fill(a, b, c, d, e, f, g, n, m);
  }

protected:
  void kernel2D_Fill(double *a, double *b, double *c, double *d, double *e, double *f, double *g, int n, int m) {
    for (int y = 1; y < n; ++y)
      for (int x = 1; x < m; ++x) {
        const int at = y * m + x;
        a[at] = 0.5 * a[at] + 0.25 * g[at - m];
        b[at] = 0.5 * a[at - 1] - 0.25 * b[at - m];
        c[at] = 0.5 * b[at - 1] + 0.25 * c[at - m - 1];
        d[at] = 0.5 * c[at - m] - 0.25 * d[at - 1];
        e[at] = 0.5 * d[at] + 0.25 * e[at - m];
        f[at] = 0.5 * e[at - 1] - 0.25 * f[at];
        g[at] = 0.5 * f[at] + 0.25 * g[at - 1];
      }
  }
};

// Indices of 64 bits, and the row above through a variable.
class Wide {
public:
  virtual ~Wide() = default;
  virtual void Sum([[vkmorph::size("n * m")]] int64_t *a, int n, int m) { kernel2D_Sum(a, n, m); }

protected:
  void kernel2D_Sum(int64_t *a, int n, int m) {
    for (int y = 1; y < n; ++y)
      for (int x = 1; x < m; ++x) {
        const size_t row = size_t(y) * size_t(m), above = size_t(y - 1) * size_t(m);
        a[row + size_t(x)] = (a[row + size_t(x)] % 1000 + a[above + size_t(x)] + a[row + size_t(x - 1)]) % 100003;
      }
  }
};

class Unsigned {
public:
  virtual ~Unsigned() = default;
  virtual void Sum([[vkmorph::size("n * m")]] unsigned *a, unsigned n, unsigned m) { kernel2D_Sum(a, n, m); }

protected:
  void kernel2D_Sum(unsigned *a, unsigned n, unsigned m) {
    for (unsigned y = 1; y < n; ++y)
      for (unsigned x = 1; x < m; ++x)
        a[y * m + x] += a[(y - 1) * m + x] ^ a[y * m + x - 1];
  }
};

// Iterations that end in inner branches.
class Inner {
public:
  virtual ~Inner() = default;
  virtual void Spread([[vkmorph::size("n * m")]] int *a, int n, int m) { kernel2D_Spread(a, n, m); }

protected:
  void kernel2D_Spread(int *a, int n, int m) {
    for (int y = 1; y < n; ++y)
      for (int x = 1; x < m; ++x) {
        if (a[(y - 1) * m + x] % 2 == 0) {
          if (a[y * m + x - 1] % 3 == 0)
            continue;
          a[y * m + x] = a[y * m + x - 1] / 2;
        }
        a[y * m + x] += a[(y - 1) * m + x] % 100;
      }
  }
};

// Bounds on both sides, of both kinds.
class Between {
public:
  virtual ~Between() = default;
  virtual void Fill([[vkmorph::size("n * m")]] int *a, int n, int m) {
    if (n > 3 && m > 4)
      kernel2D_Fill(a, n, m, 2, n - 2);
  }

protected:
  void kernel2D_Fill(int *a, int n, int m, int top, int bottom) {
    for (int y = top; y <= bottom; ++y)
      for (int x = 3; x <= m - 2; ++x)
        if (a[y * m + x] % 5 != 0)
          a[y * m + x] = std::max(a[(y - 1) * m + x] - 1, a[y * m + x - 2] + 1);
  }
};

// Launched with other sizes each time.
class Shrinking {
public:
  virtual ~Shrinking() = default;
  virtual void Run([[vkmorph::size("n * m")]] int *a, int n, int m) {
    for (int k = 0; k < 3; ++k)
      kernel2D_Pass(a, n - 30 * k, m, m);
  }

protected:
  void kernel2D_Pass(int *a, int n, int m, int pitch) {
    for (int y = 1; y < n; ++y)
      for (int x = 1; x < m; ++x)
        a[y * pitch + x] = (a[y * pitch + x] + a[(y - 1) * pitch + x - 1] + a[y * pitch + x - 1]) % 1009;
  }
};

// Loops that ask whether the end is reached.
class Unequal {
public:
  virtual ~Unequal() = default;
  virtual void Run([[vkmorph::size("n * m")]] int *a, int n, int m) {
    if (n > 0 && m > 0)
      kernel2D_Least(a, n, m);
  }

protected:
  void kernel2D_Least(int *a, int n, int m) {
    for (int y = 1; y != n; ++y)
      for (int x = 1; x != m; ++x)
        a[y * m + x] = std::min(a[(y - 1) * m + x], a[y * m + x - 1]) + 1;
  }
};

// Borders that are tested for being just that.
class Textbook {
public:
  virtual ~Textbook() = default;
  virtual void Distance(const int *a, const int *b, int n, int m, [[vkmorph::size("(n + 1) * (m + 1)")]] int *d) {
    if (n > 0 && m > 0)
      kernel2D_Distance(a, b, n, m, d);
  }

protected:
  void kernel2D_Distance(const int *a, const int *b, int n, int m, int *d) {
    for (int i = 0; i <= n; ++i)
      for (int j = 0; j <= m; ++j) {
        if (i == 0 || j == 0)
          d[i * (m + 1) + j] = i + j;
        else
          d[i * (m + 1) + j] = std::min(std::min(d[(i - 1) * (m + 1) + j], d[i * (m + 1) + j - 1]) + 1,
                                        d[(i - 1) * (m + 1) + j - 1] + (a[i - 1] % 4 == b[j - 1] % 4 ? 0 : 1));
      }
  }
};

class Borders {
public:
  virtual ~Borders() = default;
  virtual void Run([[vkmorph::size("n * m")]] int *t, int n, int m) {
    if (m > 0)
      kernel2D_Run(t, n, m);
  }

protected:
  void kernel2D_Run(int *t, int n, int m) {
    for (int i = 1; i < n; i++)
      for (int j = 0; j < m; j++)
        t[i * m + j] = std::min(t[(i - 1) * m + j], j == 0 ? i : t[i * m + j - 1]) + 1;
  }
};
