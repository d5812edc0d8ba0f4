// Origin: written as a user with C habits would, before its first translation.
// Triangles as grids: below and above the diagonal, with and without it, counted down, in three dimensions, and of arrays
// whose extents the parameters say.
// RUN: %check %s --class Triangles --size n=0,1,2,21 -- -std=c++17 -Wno-unknown-attributes
// RUN: %check %s --class FixedTriangles -- -std=c++17
// RUN: %check %s --class CappedTriangles --size n=1,7 --size m=3 -- -std=c++17
#include <algorithm>
#include <stddef.h>

class Triangles {
public:
  virtual ~Triangles() {}
  virtual void Below([[vkmorph::size("n * n")]] const float *a, [[vkmorph::size("n * n")]] float *b, int n) {
    kernel2D_Below(a, b, n);
    kernel2D_BelowWith(b, n);
  }
  virtual void Above([[vkmorph::size("n * n")]] const float *a, [[vkmorph::size("n * n")]] float *b, unsigned n) {
    kernel2D_Above(a, b, n);
    kernel2D_Wide(a, b, n);
  }
  virtual void Down([[vkmorph::size("n * n")]] const int *a, [[vkmorph::size("n * n")]] int *b, int n) {
    kernel2D_Down(a, b, n);
    kernel2D_Anti(a, b, n);
  }
  virtual void Triples(int *a, int n) { kernel3D_Triples(a, n); }
  virtual void Pairs([[vkmorph::size("n")]] const float *x, int n) { kernel2D_Pairs(x, n); }

  float nearest;
  int close;

protected:
  void kernel2D_Below(const float *a, float *b, int n) {
    int i, j;
    for (i = 0; i < n; i++)
      for (j = 0; j < i; j++)
        b[i * n + j] = 2.0f * a[i * n + j];
  }
  void kernel2D_BelowWith(float *b, int n) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j <= i; j++)
        b[i * n + j] += 1.0f;
  }
  void kernel2D_Above(const float *a, float *b, unsigned n) {
    for (unsigned i = 0; i < n; i++)
      for (unsigned j = i + 1; j < n; j++)
        b[i * n + j] = a[i * n + j] - 1.0f;
  }
  void kernel2D_Wide(const float *a, float *b, size_t n) {
    for (size_t i = 0; i < n; i++)
      for (size_t j = i; j < n; ++j) {
        if (a[i * n + j] < 0.0f)
          continue;
        b[i * n + j] += a[i * n + j];
      }
  }
  void kernel2D_Down(const int *a, int *b, int n) {
    int i, j, row;
    for (i = n - 1; i >= 0; i--) {
      row = i * n;
      for (j = i; j >= 0; j--)
        b[row + j] = a[row + j] + i;
    }
  }
  void kernel2D_Anti(const int *a, int *b, int n) {
    int i, j;
    for (i = 0; i < n; i += 2)
      for (j = 0; j < n - i; j += 3)
        b[i * n + j] += a[i * n + j];
  }
  void kernel3D_Triples(int *a, int n) {
    int i, j, k;
    for (i = 0; i < n; i++)
      for (j = i; j < n; j++)
        for (k = i + 1; k <= j; k++)
          a[(i * n + j) * n + k] += i + 2 * j - k;
  }
  void kernel2D_Pairs(const float *x, int n) {
    int i, j;
    float d;
    nearest = 1000.0f;
    close = 0;
    for (i = 0; i < n; i++)
      for (j = 0; j < i; j++) {
        d = x[i] - x[j];
        if (d < 0.0f)
          d = -d;
        if (d < nearest)
          nearest = d;
        if (d < 0.125f)
          close++;
      }
  }
};

class FixedTriangles {
public:
  enum { N = 24, M = 17 };
  virtual ~FixedTriangles() {}
  virtual void Rank(double C[N][N], const double A[N][M]) { kernel2D_Rank(C, A); }

protected:
  void kernel2D_Rank(double C[N][N], const double A[N][M]) {
    int i, j, k;
    for (i = 0; i < N; i++)
      for (j = 0; j <= i; j++) {
        C[i][j] *= 0.5;
        for (k = 0; k < M; k++)
          C[i][j] += A[i][k] * A[j][k];
      }
  }
};

// Bounds that stay the same from some row on.
class CappedTriangles {
public:
  virtual ~CappedTriangles() {}
  virtual void Capped([[vkmorph::size("n * (m + 1)")]] const float *a, [[vkmorph::size("n * (m + 1)")]] float *b, int n, int m) {
    kernel2D_Least(a, b, n, m);
    kernel2D_Named(a, b, n, m);
  }
  virtual void Sums([[vkmorph::size("n * (2 * m + 1)")]] int *b, int n, int m) { kernel2D_Sums(b, n, m); }
  virtual void Slopes([[vkmorph::size("3 * n * n")]] int *b, int n) { kernel2D_Slopes(b, n); }
  virtual void Starts([[vkmorph::size("n * n")]] int *b, int n) { kernel2D_Starts(b, n); }
  virtual void Down([[vkmorph::size("(n + 1) * (n + 1)")]] const int *a, [[vkmorph::size("(n + 1) * (n + 1)")]] int *b, int n) {
    kernel2D_Most(a, b, n);
    kernel2D_From(a, b, n);
  }

protected:
  void kernel2D_Least(const float *a, float *b, int n, int m) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j <= std::min(i, m); j++)
        b[i * (m + 1) + j] = a[i * (m + 1) + j] + 1.0f;
  }
  void kernel2D_Named(const float *a, float *b, int n, int m) {
    for (int i = 0; i < n; i++) {
      const int last = std::min(i, m);
      for (int j = 0; j <= last; j++)
        b[i * (m + 1) + j] += 2.0f * a[i * (m + 1) + j];
    }
  }
  void kernel2D_Sums(int *b, int n, int m) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j <= std::min(2 * m, i + 1); j++)
        b[i * (2 * m + 1) + j] += i + j;
  }
  void kernel2D_Slopes(int *b, int n) {
    for (int i = 0; i < n; i++)
      for (int j = -i; j <= 2 * i; j++)
        b[i * 3 * n + j + n] += 7 * i + j;
    for (int i = n - 1; i > 0; i--)
      for (int j = i * -2; j < n - 1; j++)
        b[i * 3 * n + j + 2 * n] += i * j;
  }
  void kernel2D_Starts(int *b, int n) {
    for (int i = 0; i < n; i++)
      for (int j = i; j >= 0; j--)
        b[i * n + j] += i - 2 * j;
    for (int i = n - 1; i > 0; i--)
      for (int j = i; j < n; j++)
        b[i * n + j] -= i + 3 * j;
  }
  void kernel2D_Most(const int *a, int *b, int n) {
    for (int i = n; i > 0; i--)
      for (int j = n; j >= std::max(i - 2, 0); j--)
        b[i * (n + 1) + j] = a[i * (n + 1) + j] - j;
  }
  void kernel2D_From(const int *a, int *b, int n) {
    for (int i = 0; i < n; i++)
      for (int j = std::min(i, 3); j >= 0; j--)
        b[i * (n + 1) + j] += a[i * (n + 1) + j];
  }
};
