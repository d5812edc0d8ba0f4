// Elements that several iterations combine values into, and what only looks like it.
// RUN: sed -e 's,^ *//.*,,' %s > %t.cpp
// RUN: vkmorph %t.cpp --class C --emit=recognised -- -std=c++17 | FileCheck %s
// RUN: vkmorph %t.cpp --class C --emit=recognised --remarks=reductions -- -std=c++17 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// RUN: vkmorph %t.cpp --class C --emit=recognised --assume-independent=Bins,Twice,Parts -- -std=c++17 | FileCheck %s --check-prefix=ASSUMED
#include <algorithm>
#include <cstdint>
#include <vector>
struct Box {
  int lo, hi;
  float mass;
};
class C {
public:
  virtual ~C() {}
  virtual void run(const int *k, int *bins, const float *x, int n, int w) {
    kernel1D_Bins(k, bins, n);
    kernel1D_Twice(k, bins, n);
    kernel1D_Parts(k, x, n);
    kernel1D_Functions(k, bins, n);
    kernel2D_Field(k, n, w);
    kernel1D_Chain(k, bins, n);
    kernel1D_Own(bins, n);
    kernel1D_Few(k, n);
  }
  // ASSUMED-LABEL: vkm.kernel @kernel1D_Bins
  // ASSUMED-NOT: vkm.scatter
  // ASSUMED: vkm.update add
  // CHECK-LABEL: vkm.kernel @kernel1D_Bins
  // REMARK: remark: 'bins[...]' is an element that several iterations of kernel 'kernel1D_Bins' may update: a sum over those that have it
  void kernel1D_Bins(const int *k, int *bins, int n) {
    for (int i = 0; i < n; i++) {
      // CHECK: %[[BIN:.*]] = vkm.deref %bins[
      // CHECK: vkm.scatter add %[[BIN]], %{{.*}} : <si32>, si32 {vkm.comment = "one more"}
      /* one more */
      bins[k[i]]++;
    }
  }
  // Two statements, one of them under a condition; subtracted is added with the other sign.
  // CHECK-LABEL: vkm.kernel @kernel1D_Twice
  void kernel1D_Twice(const int *k, int *bins, int n) {
    for (int i = 0; i < n; i++) {
      // CHECK: vkm.scatter add
      bins[k[i]] += i;
      // CHECK: vkm.if
      // CHECK: %[[MINUS:.*]] = vkm.unary neg
      // CHECK: vkm.scatter add %{{.*}}, %[[MINUS]] : <si32>, si32
      if (k[i] > 5)
        bins[k[i] - 1] -= i;
    }
  }
  // Each part of an element by an operation of its own.
  // CHECK-LABEL: vkm.kernel @kernel1D_Parts
  // REMARK: remark: 'm_boxes[...].lo' is an element that several iterations of kernel 'kernel1D_Parts' may update: a minimum over those that have it
  void kernel1D_Parts(const int *k, const float *x, int n) {
    for (int i = 0; i < n; i++) {
      Box &box = m_boxes[k[i]];
      // CHECK: vkm.scatter min %{{.*}}, %i : <si32>, si32
      box.lo = std::min(box.lo, i);
      // CHECK: vkm.scatter max %{{.*}}, %i : <si32>, si32
      if (i > box.hi)
        box.hi = i;
      // CHECK: vkm.scatter add %{{.*}}, %{{.*}} : <f32>, f32
      box.mass += x[i];
    }
  }
  // Functions that update what they are given are written out.
  static void Add(int &place, int value) { place = place + value; }
  void Count(int *bins, int bin) { bins[bin]++; }
  // CHECK-LABEL: vkm.kernel @kernel1D_Functions
  void kernel1D_Functions(const int *k, int *bins, int n) {
    for (int i = 0; i < n; i++) {
      // CHECK: vkm.scatter add
      Add(bins[k[i] & 15], 2);
      // CHECK: vkm.scatter add
      Count(bins, k[i] & 7);
    }
  }
  // CHECK-LABEL: vkm.kernel @kernel2D_Field
  void kernel2D_Field(const int *k, int n, int w) {
    for (int y = 0; y < n; y++)
      for (int x = 0; x < w; x++)
        // CHECK: vkm.scatter xor %{{.*}}, %{{.*}} : <ui32>, ui32
        m_marks[k[y * w + x] & 15][x & 15] ^= 1u << (y & 31);
  }
  // One statement, two values.
  // CHECK-LABEL: vkm.kernel @kernel1D_Chain
  void kernel1D_Chain(const int *k, int *bins, int n) {
    for (int i = 0; i < n; i++)
      // CHECK: vkm.scatter add
      // CHECK: vkm.scatter add
      bins[k[i]] = bins[k[i]] + i - n;
  }
  // An iteration's own elements.
  // CHECK-LABEL: vkm.kernel @kernel1D_Own
  // CHECK-NOT: vkm.scatter
  void kernel1D_Own(int *bins, int n) {
    for (int i = 0; i < n; i++)
      // CHECK: vkm.update add
      bins[2 * i + 1] += i;
  }
  // Few enough for a copy in each thread.
  // CHECK-LABEL: vkm.kernel @kernel1D_Few
  void kernel1D_Few(const int *k, int n) {
    for (int i = 0; i < n; i++)
      // CHECK: vkm.reduce add @m_few[unit]
      m_few[k[i] & 7]++;
  }
  std::vector<Box> m_boxes;
  uint32_t m_marks[16][16] = {};
  int m_few[8] = {};
};
