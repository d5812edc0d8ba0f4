// The loop along which memory is accessed element by element varies fastest from thread to thread, wherever it stands in the nest.
// Comments of the source stay with what they belong to.
// RUN: sed -e 's,^ *//.*,,' %s > %t.cpp
// RUN: vkmorph %t.cpp --fusion=never --emit=planned --without-locations --remarks=decisions -- -std=c++17 2>%t.remarks >%t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: vkmorph-opt %t.mlir -vkm-rewrite | FileCheck %s --check-prefix=REWRITTEN --implicit-check-not=vkm.loop_order
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
// RUN: vkmorph %t.cpp --fusion=never --emit=planned --without-locations --loop-order=source -- -std=c++17 | FileCheck %s --check-prefix=SOURCE
// SOURCE-NOT: vkm.loop_order
// RUN: not vkmorph %t.cpp --fusion=never --emit=planned --loop-order=columns -- -std=c++17 2>&1 | FileCheck %s --check-prefix=VALUES
// VALUES: --loop-order has no value 'columns'; it takes auto, source
// RUN: echo 'module {}' > %t.mlir
// RUN: not vkmorph-opt %t.mlir -vkm-order-loops=loop-order=columns 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: error: option loop-order has no value 'columns' [vkm2202]
// RUN: vkmorph %t.cpp --fusion=never --emit=glsl -- -std=c++17 | FileCheck %s --check-prefix=GLSL
// RUN: vkmorph %t.cpp --fusion=never --emit=host -- -std=c++17 | FileCheck %s --check-prefix=HOST
// RUN: rm -rf %t && vkmorph %t.cpp --fusion=never -o %t --report=%t.json -- -std=c++17
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t.json
// REPORT: "name": "kernel2D_Columns",
// REPORT: "fastest": "x",
// RUN: vkmorph %t.cpp --fusion=never --emit=planned --without-locations --append=stable --remarks=decisions -- -std=c++17 2>&1 | FileCheck %s --check-prefix=STABLE
#include <algorithm>
#include <vector>

struct Line {
  int a, b;
};

// HOST: decisions: {{.*}}Columns: workgroup 32 x 8, x fastest
class C {
public:
  virtual ~C() {}
  virtual void Run(float *a, [[vkmorph::size("w*(h+1)")]] const float *b, [[vkmorph::size("w*h")]] const int *chosen, int w,
                   int h, int d) {
    kernel2D_Columns(a, b, w, h);
    kernel2D_Rows(a, b, w, h);
    kernel2D_Turn(a, b, w, h);
    kernel2D_Clamped(a, b, w, h);
    kernel2D_Unknown(a, b, w, h);
    kernel2D_Chosen(a, b, chosen, w, h);
    kernel2D_Product(a, b, w, h, d);
  }
  virtual void Volumes(float *a, int nx, int ny, int nz) {
    kernel3D_Volume(a, nx, ny, nz);
    kernel3D_Colours(a, nx, ny);
    kernel2D_Table();
  }
  virtual int Patterns(const int *a, int w, int h) {
    m_found.reserve(w * h);
    kernel2D_Total(a, w, h);
    kernel2D_Highest(a, w, h);
    kernel2D_Chain(a, w, h);
    kernel2D_Find(a, w, h);
    return m_total;
  }
  [[vkmorph::associative]] static Line Then(Line f, const Line &g) { return {f.a * g.a, f.b * g.a + g.b}; }

protected:
  // CHECK-LABEL: vkm.kernel @kernel2D_Columns
  // REWRITTEN-LABEL: vkm.kernel @kernel2D_Columns
  // REWRITTEN: vkm.grid (%y: si32 "y", %x: si32 "x") = (%1, %0) lt, lt (%h : si32, %w : si32) step (2, 1) attributes {
  // REWRITTEN-SAME: source_order = array<i32: 1, 0>
  // CHECK: vkm.grid (%x: si32 "x", %y: si32 "y") = (%0, %1) lt, lt (%w : si32, %h : si32) step (1, 2) attributes {
  // CHECK-SAME: vkm.loop_order = array<i32: 1, 0>
  // REMARK: [[@LINE+9]]:5: remark: kernel 'kernel2D_Columns': the loop over 'x' varies fastest from thread to thread: 'b', 'a' have neighbouring elements along it, and not along that over 'y' [vkm2224, decisions]
  // GLSL-LABEL: {{^}}//--- shaders/kernel2D_Columns.comp
  // GLSL: Independent iterations. The loops are interchanged:
  // GLSL-NEXT: // neighbouring threads take neighbouring x.
  // GLSL: layout(local_size_x = 32, local_size_y = 8) in;
  // GLSL: for (int x = int(gl_GlobalInvocationID.x); x < w;
  // GLSL: for (int y = int(gl_GlobalInvocationID.y) * 2; y < h;
  // GLSL: a[y * w + x] = 2.0 * b[y * w + x] + b[(y + 1) * w + x];
  void kernel2D_Columns(float *a, const float *b, int w, int h) {
    for (int x = 0; x < w; x++)
      for (int y = 0; y < h; y += 2)
        a[y * w + x] = 2 * b[y * w + x] + b[(y + 1) * w + x];
  }
  // As it should be, and one array across in any order.
  // CHECK-LABEL: vkm.kernel @kernel2D_Rows
  // CHECK: vkm.grid (%y: si32 "y", %x: si32 "x")
  // CHECK-NOT: vkm.loop_order
  void kernel2D_Rows(float *a, const float *b, int w, int h) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        a[y * w + x] = b[y * w + x];
  }
  // CHECK-LABEL: vkm.kernel @kernel2D_Turn
  // CHECK-NOT: vkm.loop_order
  void kernel2D_Turn(float *a, const float *b, int w, int h) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        a[x * h + y] = b[y * w + x];
  }
  // Minima, maxima and choices at the edges.
  // CHECK-LABEL: vkm.kernel @kernel2D_Clamped
  // CHECK: vkm.grid (%x: si32 "x", %y: si32 "y")
  // CHECK-SAME: vkm.loop_order = array<i32: 1, 0>
  void kernel2D_Clamped(float *a, const float *b, int w, int h) {
    for (int x = 0; x < w; x++)
      for (int y = 0; y < h; y++) {
        const int left = x > 0 ? x - 1 : w - 1, below = std::min(y + 1, h - 1) * w;
        a[y * w + x] = b[y * w + left] + b[below + x];
      }
  }
  // What is not understood may be made for this order.
  // CHECK-LABEL: vkm.kernel @kernel2D_Unknown
  // CHECK-NOT: vkm.loop_order
  void kernel2D_Unknown(float *a, const float *b, int w, int h) {
    for (int x = 0; x < w; x++)
      for (int y = 0; y < h; y++)
        a[y * w + x] = b[(x * y ^ x) & 15] + b[(x * y | y) & 7];
  }
  // One subscript that is not understood, against two that are.
  // CHECK-LABEL: vkm.kernel @kernel2D_Chosen
  // CHECK: vkm.loop_order = array<i32: 1, 0>
  void kernel2D_Chosen(float *a, const float *b, const int *chosen, int w, int h) {
    for (int x = 0; x < w; x++)
      for (int y = 0; y < h; y++)
        a[y * w + x] = b[chosen[y * w + x] & 1];
  }
  // Loops inside count more than what is around them.
  // CHECK-LABEL: vkm.kernel @kernel2D_Product
  // CHECK: vkm.grid (%i: si32 "i", %j: si32 "j")
  // CHECK-SAME: vkm.loop_order = array<i32: 1, 0>
  void kernel2D_Product(float *c, const float *b, int w, int h, int d) {
    for (int i = 0; i < w; i++)
      for (int j = 0; j < h; j++) {
        float sum = 0;
        for (int k = 0; k < d; k++)
          sum += b[j * d + k] * b[k * w + i];
        c[j * w + i] = sum;
      }
  }
  // The others by how far apart they lie.
  // CHECK-LABEL: vkm.kernel @kernel3D_Volume
  // REWRITTEN-LABEL: vkm.kernel @kernel3D_Volume
  // REWRITTEN: vkm.grid (%z: si32 "z", %y: si32 "y", %x: si32 "x")
  // REWRITTEN-SAME: source_order = array<i32: 2, 0, 1>
  // CHECK: vkm.grid (%y: si32 "y", %x: si32 "x", %z: si32 "z")
  // CHECK-SAME: vkm.loop_order = array<i32: 2, 0, 1>
  void kernel3D_Volume(float *a, int nx, int ny, int nz) {
    for (int y = 0; y < ny; y++)
      for (int x = 0; x < nx; x++)
        for (int z = 0; z < nz; z++)
          a[(z * ny + y) * nx + x] *= 2;
  }
  // Too few iterations for a row of threads.
  // CHECK-LABEL: vkm.kernel @kernel3D_Colours
  // CHECK: vkm.grid (%y: si32 "y", %x: si32 "x", %c: si32 "c")
  // CHECK-SAME: vkm.loop_order = array<i32: 0, 2, 1>
  // REMARK: kernel 'kernel3D_Colours': the loop over 'x' varies fastest from thread to thread: that over 'c' has too few iterations for a row of threads [vkm2224, decisions]
  void kernel3D_Colours(float *a, int w, int h) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        for (int c = 0; c < 3; c++)
          a[(y * w + x) * 3 + c] += float(c);
  }
  // CHECK-LABEL: vkm.kernel @kernel2D_Table
  // CHECK: vkm.grid (%column: si32 "column", %row: si32 "row")
  // CHECK-SAME: vkm.loop_order = array<i32: 1, 0>
  void kernel2D_Table() {
    for (int column = 0; column < 48; column++)
      for (int row = 0; row < 40; row++)
        m_table[row][column] = row * column;
  }

  // Sums have no order.
  // CHECK-LABEL: vkm.kernel @kernel2D_Total
  // CHECK: vkm.grid (%x: si32 "x", %y: si32 "y")
  // CHECK-SAME: vkm.loop_order = array<i32: 1, 0>
  // GLSL-LABEL: {{^}}//--- shaders/kernel2D_Total.comp
  // GLSL: The loops are interchanged:
  void kernel2D_Total(const int *a, int w, int h) {
    m_total = 0;
    for (int x = 0; x < w; x++)
      for (int y = 0; y < h; y++)
        m_total += a[y * w + x];
  }
  // Of equal ones the first of the source counts.
  // CHECK-LABEL: vkm.kernel @kernel2D_Highest
  // CHECK: vkm.grid (%x: si32 "x", %y: si32 "y")
  // CHECK-NOT: vkm.loop_order
  // REMARK: kernel 'kernel2D_Highest': the loops keep the order of the source, though threads would read memory faster with that over 'x' innermost: of equal values, that of the first or last iteration of the source counts [vkm2226, decisions]
  void kernel2D_Highest(const int *a, int w, int h) {
    m_highest = -1;
    for (int x = 0; x < w; x++)
      for (int y = 0; y < h; y++)
        if (a[y * w + x] > m_highest) {
          m_highest = a[y * w + x];
          m_x = x;
        }
  }
  // CHECK-LABEL: vkm.kernel @kernel2D_Chain
  // CHECK: vkm.grid (%x: si32 "x", %y: si32 "y")
  // CHECK-NOT: vkm.loop_order
  // REMARK: kernel 'kernel2D_Chain': the loops keep the order of the source, though threads would read memory faster with that over 'x' innermost: values are combined by a function, in the order of the source [vkm2226, decisions]
  void kernel2D_Chain(const int *a, int w, int h) {
    for (int x = 0; x < w; x++)
      for (int y = 0; y < h; y++)
        m_line = Then(m_line, Line{a[y * w + x], 1});
  }
  // Elements come in any order, unless they are asked for in that of the source.
  // CHECK-LABEL: vkm.kernel @kernel2D_Find
  // CHECK: vkm.grid (%x: si32 "x", %y: si32 "y")
  // CHECK-SAME: vkm.loop_order = array<i32: 1, 0>
  // STABLE: kernel 'kernel2D_Find': the loops keep the order of the source, though threads would read memory faster with that over 'x' innermost: elements are appended in the order of the source [vkm2226, decisions]
  // STABLE-LABEL: vkm.kernel @kernel2D_Find
  // STABLE: vkm.grid (%x: si32 "x", %y: si32 "y")
  void kernel2D_Find(const int *a, int w, int h) {
    for (int x = 0; x < w; x++)
      for (int y = 0; y < h; y++)
        if (a[y * w + x] > 0)
          m_found.push_back(y);
  }

  int m_table[40][48] = {};
  int m_total = 0, m_highest = 0, m_x = 0;
  Line m_line = {1, 0};
  std::vector<int> m_found;
};
