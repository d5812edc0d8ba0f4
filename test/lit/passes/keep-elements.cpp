// An element that a loop updates is kept in a variable where nothing else in the loop may be in its memory, and the
// element is there in any case, or is asked for only if the loop runs.
// RUN: vkmorph %s --class C --emit=glsl --assume-independent=kernel1D_Elsewhere --assume-independent=kernel1D_Neighbours --fusion=never -- -std=c++17 -w 2>/dev/null | FileCheck %s
// RUN: vkmorph %s --class C --emit=recognised --assume-independent=kernel1D_Elsewhere --assume-independent=kernel1D_Neighbours --fusion=never -- -std=c++17 -w 2>/dev/null > %t.mlir
// A second time there is nothing to do.
// RUN: vkmorph-opt %t.mlir | vkmorph-opt > %t.once
// RUN: vkmorph-opt %t.mlir --vkm-keep-elements > %t.twice
// RUN: diff %t.once %t.twice
#include <vector>

struct Body {
  float x, mass;
};

class C {
public:
  virtual ~C() = default;
  virtual void run(float *c, float *d, const float *a, const int *index, Body *bodies, int *hits, int *misses, int n,
                   int w, int first) {
    kernel1D_Set(c, a, n, w);
    kernel1D_Two(c, d, a, n, w);
    kernel1D_Nested(c, a, n, w);
    kernel1D_Range(c, a, n, w, first);
    kernel1D_Once(c, a, n);
    kernel1D_Elsewhere(c, a, index, n, w);
    kernel1D_Neighbours(c, n, w);
    kernel1D_Maybe(c, a, n, w);
    kernel1D_Sides(hits, misses, a, n, w);
    kernel1D_Stops(c, a, n);
    kernel1D_Calls(c, a, n, w);
    kernel1D_Pairs(bodies, a, n);
  }

protected:
  // Statements before and behind go by the variable; where the iteration goes on, the element has its value.
  // CHECK-LABEL: kernel1D_Set.comp
  // CHECK: return;
  // CHECK: // Nothing yet.
  // CHECK-NEXT: precise float cLocal = 0.0;
  // CHECK-NEXT: for (int k = 0; k < w; k++) {
  // CHECK-NEXT: if (a[i * w + k] > 0.0) {
  // CHECK-NEXT: cLocal += a[i * w + k];
  // CHECK: cLocal /= float(w);
  // CHECK-NEXT: c[i] = cLocal;
  // CHECK-NOT: cLocal
  void kernel1D_Set(float *c, const float *a, int n, int w) {
    for (int i = 0; i < n; ++i) {
      // Nothing yet.
      c[i] = 0;
      for (int k = 0; k < w; ++k)
        if (a[i * w + k] > 0)
          c[i] += a[i * w + k];
      c[i] /= w;
    }
  }

  // Two elements of one loop, which are stored in the order of their declaration.
  // CHECK-LABEL: kernel1D_Two.comp
  // CHECK: return;
  // CHECK: if (w > 0) {
  // CHECK-NEXT: precise float cLocal = c[i];
  // CHECK-NEXT: float dLocal = d[i];
  // CHECK: c[i] = cLocal;
  // CHECK-NEXT: d[i] = dLocal;
  // CHECK-NEXT: }
  void kernel1D_Two(float *c, float *d, const float *a, int n, int w) {
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < w; ++k) {
        c[i] += a[k];
        if (d[i] < a[k])
          d[i] = a[k];
      }
  }

  // CHECK-LABEL: kernel1D_Nested.comp
  // CHECK: if (n > 0 && w > 1) {
  // CHECK-NEXT: precise float cLocal = c[i];
  // CHECK-NEXT: for (int k = 0; k < n; k++) {
  // CHECK-NEXT: for (int l = 1; l < w; l++) {
  // CHECK-NEXT: cLocal += a[k * w + l];
  // CHECK: c[i] = cLocal;
  void kernel1D_Nested(float *c, const float *a, int n, int w) {
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < n; ++k)
        for (int l = 1; l < w; ++l)
          c[i] += a[k * w + l];
  }

  // A workgroup asks once whether it has something to do.
  // CHECK-LABEL: kernel1D_Range.comp
  // CHECK: if (w >= 128 && first < w && w <= 1073741824) {
  // CHECK-NEXT: for (int i = int(gl_WorkGroupID.x);
  // CHECK-NEXT: precise float cLocal = 0.0;
  // CHECK: combineWorkgroup(cLocal);
  // CHECK-NEXT: if (lid == 0u) {
  // CHECK-NEXT: c[i] += cLocal;
  // CHECK-NEXT: }
  // CHECK: if (first < w) {
  // CHECK-NEXT: precise float cLocal = c[i];
  void kernel1D_Range(float *c, const float *a, int n, int w, int first) {
    for (int i = 0; i < n; ++i)
      for (int k = first; k < w; ++k)
        c[i] += a[i * w + k];
  }

  // CHECK-LABEL: kernel1D_Once.comp
  // CHECK: for (int i = {{.*}}
  // CHECK-NEXT: precise float cLocal = c[i];
  // CHECK-NEXT: for (int k = 0; k < 5; k++) {
  void kernel1D_Once(float *c, const float *a, int n) {
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < 5; ++k)
        c[i] += a[k];
  }

  // CHECK-LABEL: kernel1D_Elsewhere.comp
  // CHECK-NOT: cLocal
  void kernel1D_Elsewhere(float *c, const float *a, const int *index, int n, int w) {
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < w; ++k)
        c[index[k]] += a[i];
  }

  // Another element of the array, which may be this one.
  // CHECK-LABEL: kernel1D_Neighbours.comp
  // CHECK-NOT: cLocal
  void kernel1D_Neighbours(float *c, int n, int w) {
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < w; ++k) {
        c[2 * i] += 1;
        c[2 * i + k % 2] *= 0.5f;
      }
  }

  // The loop may leave the element alone.
  // CHECK-LABEL: kernel1D_Maybe.comp
  // CHECK: bool cChanged = false;
  // CHECK-NEXT: precise float cLocal;
  // CHECK-NEXT: for (int k = 0; k < w; k++) {
  // CHECK-NEXT: if (a[i * w + k] > 0.0) {
  // CHECK-NEXT: if (!cChanged) {
  // CHECK-NEXT: cLocal = c[i];
  // CHECK-NEXT: cChanged = true;
  // CHECK-NEXT: }
  // CHECK-NEXT: cLocal += a[i * w + k];
  // CHECK-NEXT: }
  // CHECK-NEXT: }
  // CHECK-NEXT: if (cChanged) {
  // CHECK-NEXT: c[i] = cLocal;
  // CHECK-NEXT: }
  void kernel1D_Maybe(float *c, const float *a, int n, int w) {
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < w; ++k)
        if (a[i * w + k] > 0)
          c[i] += a[i * w + k];
  }

  // Both sides of a branch change it, and a third statement only assigns it; a value that is only read under a condition
  // may be that of an element that is never written.
  // CHECK-LABEL: kernel1D_Sides.comp
  // CHECK: bool cChanged = false;
  // CHECK-NEXT: int cLocal;
  // CHECK: if (!cChanged) {
  // CHECK-NEXT: cLocal = c[i];
  // CHECK: cLocal++;
  // CHECK: if (!cChanged) {
  // CHECK-NEXT: cLocal = c[i];
  // CHECK: cLocal = cLocal * 3 - k;
  // CHECK: cChanged = true;
  // CHECK-NEXT: cLocal = 7;
  // CHECK: if (cChanged) {
  // CHECK-NEXT: c[i] = cLocal;
  // CHECK-NOT: dLocal
  void kernel1D_Sides(int *c, int *d, const float *a, int n, int w) {
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < w; ++k) {
        if (a[k] > 2) {
          if (a[k] > 3)
            c[i]++;
          else
            c[i] = c[i] * 3 - k;
        } else if (a[k] < -2) {
          c[i] = 7;
        }
        if (a[k] > 1 && d[i] > 3)
          d[i] = 2;
      }
  }

  // CHECK-LABEL: kernel1D_Stops.comp
  // CHECK: precise float cLocal = 1.0;
  // CHECK-NEXT: while (cLocal < a[i]) {
  // CHECK-NEXT: cLocal *= 2.0;
  // CHECK-NEXT: }
  // CHECK-NEXT: c[i] = cLocal;
  void kernel1D_Stops(float *c, const float *a, int n) {
    for (int i = 0; i < n; ++i) {
      c[i] = 1;
      while (c[i] < a[i])
        c[i] *= 2;
    }
  }

  static void Add(float &to, float x) { to += x; }
  // CHECK-LABEL: kernel1D_Calls.comp
  // CHECK-NOT: cLocal
  void kernel1D_Calls(float *c, const float *a, int n, int w) {
    for (int i = 0; i < n; ++i) {
      c[i] = 0;
      for (int k = 0; k < w; ++k) {
        Add(c[i], a[k]);
        c[i] *= 0.5f;
      }
    }
  }

  // Tiles in a loop that stands in a branch: all threads go along.
  // CHECK-LABEL: kernel1D_Pairs.comp
  // CHECK: const int i = min(first + int(lid), n - 1);
  // CHECK-NEXT: if (n > 0) {
  // CHECK-NEXT: precise float bodiesMassLocal = bodies[i].mass;
  // CHECK-NEXT: for (int tile = 0;
  // CHECK: barrier();
  // CHECK: if (first + int(lid) < n) {
  // CHECK-NEXT: bodies[i].mass = bodiesMassLocal;
  void kernel1D_Pairs(Body *bodies, const float *a, int n) {
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < n; ++k)
        bodies[i].mass += a[k] * bodies[i].x;
  }
};
