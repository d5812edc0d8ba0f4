// Origin: written for claims of docs/Semantics.md.
// A loop inside of an iteration that updates one element begins with what the element has, and goes on in the order of
// the source: the results are the CPU's, to the bit.
// RUN: vkmorph %s --emit=glsl -- -std=c++17 -Wno-attributes | FileCheck %s
// RUN: %check %s --class KeptSums --control Steps --control Operations --control Doubles --control Ints --control Parts \
// RUN:   --size w=0,1,5,33 --size h=0,1,7 --size n=0,1,20 -- -std=c++17 -Wno-unknown-attributes
// RUN: %check %s --class KeptSums --control Large --variants=default,deterministic --size w=3 --size n=1000 \
// RUN:   --arg c=16777216..16777216 --arg a=0.5..0.5 -- -std=c++17 -Wno-unknown-attributes | FileCheck %s --check-prefix=LARGE
// Elements that a condition in the loop may leave alone are neither read nor written then: others may have no such
// element, or another iteration may write it.
// RUN: %check %s --class KeptSums --control Maybe --control Few --control Owner --option=--assume-independent=kernel1D_Owner \
// RUN:   --size w=1,5,33 --size h=1,7 --size m=1,20 --size n=0,1,40 --arg owner=17 -- -std=c++17 -Wno-unknown-attributes
// LARGE: Large default {{.*}} exact
// LARGE: Large deterministic {{.*}} exact
#include <cstdint>
#include <vector>

struct Cell {
  float mass;
  int hits;
  double moment;
};

class KeptSums {
public:
  virtual ~KeptSums() = default;
  virtual void Large([[vkmorph::size("w*w")]] float *c, const float *a, int w, int n) { kernel2D_Steps(c, a, w, w, n); }
  virtual void Steps([[vkmorph::size("w*h")]] float *c, const float *a, int w, int h, int n) {
    kernel2D_Steps(c, a, w, h, n);
  }
  virtual void Operations([[vkmorph::size("w*h")]] float *c, [[vkmorph::size("w*h")]] float *d,
                          [[vkmorph::size("w*h")]] float *e, const float *a, int w, int h, int n) {
    kernel2D_Operations(c, d, e, a, w, h, n);
  }
  virtual void Doubles([[vkmorph::size("w*h")]] double *c, const double *a, int w, int h, int n) {
    kernel2D_Doubles(c, a, w, h, n);
  }
  virtual void Ints([[vkmorph::size("w*h")]] int *c, [[vkmorph::size("w*h")]] uint8_t *d, const int *a, int w, int h,
                    int n) {
    kernel2D_Ints(c, d, a, w, h, n);
  }
  virtual void Parts([[vkmorph::size("w*h")]] Cell *c, const float *a, int w, int h, int n) {
    kernel2D_Parts(c, a, w, h, n);
    kernel2D_Vector(a, w, h, n);
  }

  virtual void Maybe([[vkmorph::size("w*h")]] float *c, [[vkmorph::size("w*h")]] float *d,
                     [[vkmorph::size("w*h")]] uint8_t *e, [[vkmorph::size("w*h")]] Cell *cells,
                     [[vkmorph::size("n")]] const float *a, int w, int h, int n) {
    kernel2D_Maybe(c, d, e, cells, a, w, h, n);
  }
  virtual void Few([[vkmorph::size("m")]] float *c, [[vkmorph::size("n")]] const float *a, int m, int n) {
    kernel1D_Few(c, a, m, n);
  }
  virtual void Owner([[vkmorph::size("1")]] float *c, [[vkmorph::size("n")]] const float *a, int owner, int n) {
    kernel1D_Owner(c, a, owner, n);
  }

protected:
  // CHECK-LABEL: kernel2D_Steps.comp
  // CHECK: if (n > 0) {
  // CHECK-NEXT: float cLocal = c[y * w + x];
  // CHECK-NEXT: for (int k = 0; k < n; k++) {
  // CHECK-NEXT: cLocal += a[k];
  // CHECK-NEXT: }
  // CHECK-NEXT: c[y * w + x] = cLocal;
  void kernel2D_Steps(float *c, const float *a, int w, int h, int n) {
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x)
        for (int k = 0; k < n; ++k)
          c[y * w + x] += a[k];
  }
  // What is set before and used behind goes by the variable as well; what another element may be does not.
  // CHECK-LABEL: kernel2D_Operations.comp
  // CHECK: float cLocal = 1.0;
  // CHECK-NOT: c[y * w + x]
  // CHECK: cLocal = cLocal * 0.5 + a[k];
  // CHECK: c[y * w + x] = cLocal;
  void kernel2D_Operations(float *c, float *d, float *e, const float *a, int w, int h, int n) {
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x) {
        c[y * w + x] = 1;
        for (int k = 0; k < n; ++k)
          c[y * w + x] = c[y * w + x] * 0.5f + a[k];
        c[y * w + x] -= 3;
        for (int k = 0; k < n; ++k)
          if (a[k] < d[y * w + x])
            d[y * w + x] = a[k];
        for (int k = 0; k < n; ++k) {
          if (a[k] > 2)
            break;
          e[y * w + x] -= a[k] + e[y * w + x] * 0.25f;
        }
      }
  }
  void kernel2D_Doubles(double *c, const double *a, int w, int h, int n) {
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x)
        for (int k = 0; k < n; ++k)
          for (int l = 0; l < k; ++l)
            c[y * w + x] += a[k] * a[l];
  }
  void kernel2D_Ints(int *c, uint8_t *d, const int *a, int w, int h, int n) {
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x)
        for (int k = n - 1; k >= 0; --k) {
          c[y * w + x] = c[y * w + x] * 3 ^ a[k];
          d[y * w + x] += a[k];
        }
  }
  void kernel2D_Parts(Cell *c, const float *a, int w, int h, int n) {
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x)
        for (int k = 0; k < n; ++k) {
          c[y * w + x].mass += a[k];
          c[y * w + x].hits++;
          c[y * w + x].moment += a[k] * c[y * w + x].mass;
        }
  }
  void kernel2D_Vector(const float *a, int w, int h, int n) {
    for (int y = 0; y < 3; ++y)
      for (int x = 0; x < 4; ++x)
        for (int k = 0; k < n; ++k)
          m_sums[y * 4 + x] += a[k];
  }
  // CHECK-LABEL: kernel2D_Maybe.comp
  // CHECK: bool cChanged = false;
  // CHECK-NEXT: precise float cLocal;
  // CHECK-NEXT: for (int k = 0; k < n; k++) {
  // CHECK-NEXT: if (a[k] > 0.0) {
  // CHECK-NEXT: if (!cChanged) {
  // CHECK-NEXT: cLocal = c[y * w + x];
  // CHECK-NEXT: cChanged = true;
  // CHECK-NEXT: }
  // CHECK-NEXT: cLocal += a[k];
  // CHECK-NEXT: }
  // CHECK-NEXT: }
  // CHECK-NEXT: if (cChanged) {
  // CHECK-NEXT: c[y * w + x] = cLocal;
  // CHECK-NEXT: }
  // What is only assigned is not read.
  // CHECK-NEXT: bool dChanged = false;
  // CHECK-NOT: = d[y * w + x]
  // CHECK: d[y * w + x] = dLocal;
  void kernel2D_Maybe(float *c, float *d, uint8_t *e, Cell *cells, const float *a, int w, int h, int n) {
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x) {
        for (int k = 0; k < n; ++k)
          if (a[k] > 0)
            c[y * w + x] += a[k];
        for (int k = 0; k < n; ++k)
          if (a[k] < -1)
            d[y * w + x] = a[k] * float(x);
        for (int k = 0; k < n; ++k) {
          if (a[k] > 3)
            continue;
          for (int l = 0; l < k; ++l)
            if (a[l] > a[k])
              e[y * w + x] += 3;
            else if (a[l] < 0)
              e[y * w + x] = uint8_t(e[y * w + x] * 5);
        }
        for (int k = 0; k < n && k < x; ++k) {
          if (a[k] > 3.5f)
            break;
          cells[y * w + x].mass = cells[y * w + x].mass * 0.5f + a[k];
          if (a[k] > 1)
            cells[y * w + x].hits += 2;
        }
      }
  }
  void kernel1D_Few(float *c, const float *a, int m, int n) {
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < n; ++k)
        if (i < m && a[k] > 0)
          c[i] += a[k];
  }
  void kernel1D_Owner(float *c, const float *a, int owner, int n) {
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < n; ++k)
        if (i == owner)
          c[0] = c[0] * 0.5f + a[k];
  }
  std::vector<float> m_sums = std::vector<float>(12, 0.25f);
};
