// Origin: written as a user with C habits would, before its first translation.
// Sums into elements that do not change in the loop: of results that are arrays of one element, of one row of a solver, under
// conditions, of loops that may not run, and products of matrices in all orders of their loops.
// RUN: %check %s --class ElementSums --size n=0,1,37 --arg at=0..3 -- -std=c++17 -Wno-unknown-attributes

class ElementSums {
public:
  virtual ~ElementSums() {}
  virtual void Total([[vkmorph::size("n")]] const float *a, [[vkmorph::size("1")]] float *s, [[vkmorph::size("1")]] int *count,
                     int n) {
    kernel1D_Total(a, s, n);
    kernel1D_Count(a, count, n);
  }
  virtual void Step([[vkmorph::size("n*n")]] const float *l, [[vkmorph::size("n")]] float *x, int n) {
    int i;
    for (i = 0; i < n; i++)
      kernel1D_Step(l, x, n, i);
  }
  virtual void Tail(const float *u, [[vkmorph::size("n")]] double *x, int n) {
    int i;
    for (i = n - 1; i >= 0; i--)
      kernel1D_Tail(u, x, n, i);
  }
  virtual void Bins([[vkmorph::size("n")]] const int *a, [[vkmorph::size("4")]] int *bins, int n, int at) {
    kernel1D_Bins(a, bins, n, at);
  }
  virtual void Products([[vkmorph::size("n*n")]] const float *a, [[vkmorph::size("n*n")]] const float *b,
                        [[vkmorph::size("n*n")]] float *c, [[vkmorph::size("n*n")]] float *d,
                        [[vkmorph::size("n*n")]] float *e, int n) {
    kernel3D_Ijk(a, b, c, n);
    kernel3D_Kij(a, b, d, n);
    kernel1D_Ikj(a, b, e, n);
  }

protected:
  void kernel1D_Total(const float *a, float *s, int n) {
    int i;
    s[0] = 0.5f;
    for (i = 0; i < n; i++)
      s[0] += a[i];
  }
  void kernel1D_Count(const float *a, int *count, int n) {
    int i;
    for (i = 0; i < n; i++)
      if (a[i] > 0.25f)
        ++*count;
  }
  void kernel1D_Step(const float *l, float *x, int n, int i) {
    int j;
    for (j = 0; j < i; j++)
      x[i] -= 0.1f * l[i * n + j] * x[j];
  }
  void kernel1D_Tail(const float *u, double *x, int n, int i) {
    int j;
    for (j = i + 1; j < n; j++)
      x[i] -= 0.1 * u[i * n + j] * x[j];
  }
  void kernel1D_Bins(const int *a, int *bins, int n, int at) {
    int i;
    for (i = 0; i < n; i++) {
      if (a[i] < 0)
        continue;
      bins[at] += a[i] & 7;
      if (a[i] & 1)
        bins[at] -= 2;
    }
  }
  void kernel3D_Ijk(const float *a, const float *b, float *c, int n) {
    int i, j, k;
    for (i = 0; i < n; i++)
      for (j = 0; j < n; j++)
        for (k = 0; k < n; k++)
          c[i * n + j] += a[i * n + k] * b[k * n + j];
  }
  void kernel3D_Kij(const float *a, const float *b, float *d, int n) {
    int i, j, k;
    for (k = 0; k < n; k++)
      for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
          d[i * n + j] += a[i * n + k] * b[k * n + j];
  }
  void kernel1D_Ikj(const float *a, const float *b, float *e, int n) {
    int i, j, k;
    for (i = 0; i < n; i++)
      for (k = 0; k < n; k++)
        for (j = 0; j < n; j++)
          e[i * n + j] += a[i * n + k] * b[k * n + j];
  }
};
