// Iterations that need each other's results: when they run, and the loops of the host.
// RUN: vkmorph %s --class=Ordered --emit=recognised --tiles=never --remarks=reductions --without-locations -- -std=c++17 > %t.mlir 2> %t.txt
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=TOLD < %t.txt
// RUN: vkmorph %s --class=Ordered --emit=recognised --tiles=never --without-locations --assume-independent=kernel2D_Via -- -std=c++17 | FileCheck %s --check-prefix=ASSUMED
// RUN: not vkmorph %s --class=Refused --emit=recognised -- -std=c++17 2>&1 >/dev/null | FileCheck %s --check-prefix=REFUSED
// RUN: vkmorph %s --class=Scored --tiles=never -o %t -- -std=c++17
// RUN: FileCheck %s --input-file=%t/shaders/kernel2D_Fill.comp --check-prefix=FILL
// RUN: FileCheck %s --input-file=%t/shaders/kernel2D_Sums.comp --check-prefix=SUMS
#include <algorithm>
#include <vector>

class Ordered {
public:
  virtual ~Ordered() = default;

  // Nothing leaves a column: each thread has one.
  // TOLD: remark: iterations of kernel 'kernel2D_Down' need each other's elements of 'a': each thread counts 'y' [vkm2054
  // CHECK-LABEL: vkm.kernel @kernel2D_Down
  // CHECK: vkm.grid (%x: si32 "x")
  // CHECK-NEXT: vkm.for "y"

  void kernel2D_Down(int *a, int w, int h) {
    for (int y = 1; y < h; ++y)
      for (int x = 0; x < w; ++x)
        a[y * w + x] += a[(y - 1) * w + x];
  }

  // A row after the other.
  // TOLD: 'kernel2D_Spread' {{.*}} it is launched for each 'y' [vkm2054
  // CHECK-LABEL: vkm.kernel @kernel2D_Spread
  // CHECK-SAME: %y: si32
  // CHECK: vkm.grid (%x: si32 "x")
  // CHECK-NOT: vkm.steps

  void kernel2D_Spread(int *a, int w, int h) {
    for (int y = 1; y < h; ++y)
      for (int x = 1; x < w - 1; ++x)
        a[y * w + x] += a[(y - 1) * w + x - 1] + a[(y - 1) * w + x + 1];
  }

  // The same of a kernel whose loop inside would be the iteration's.
  // TOLD: 'kernel1D_Steps' {{.*}} it is launched for each 't' [vkm2054
  // CHECK-LABEL: vkm.kernel @kernel1D_Steps
  // CHECK-SAME: %t: si32
  // CHECK: vkm.grid (%x: si32 "x")

  void kernel1D_Steps(int *a, int w, int steps) {
    for (int t = 0; t < steps; ++t)
      for (int x = 1; x < w - 1; ++x)
        a[(t + 1) * w + x] = a[t * w + x - 1] - a[t * w + x + 1];
  }

  // A diagonal after the other.
  // TOLD: 'kernel2D_Paths' {{.*}} it is launched for each diagonal of 'y' and 'x' [vkm2054
  // CHECK-LABEL: vkm.kernel @kernel2D_Paths
  // CHECK-SAME: %diagonal: si32
  // CHECK: %[[LEAST:.*]] = vkm.binary sub {{.*}} %w
  // CHECK: %[[FIRST:.*]] = vkm.math max({{.*}} %[[LEAST]])
  // CHECK: %[[LAST:.*]] = vkm.math min(%h
  // CHECK: vkm.grid (%y: si32 "y") = (%[[FIRST]]) lt (%[[LAST]] : si32) step (1) attributes {vkm.stepped = "diagonal"} {
  // CHECK-NEXT: %[[X:.*]] = vkm.binary sub %diagonal, %y
  // CHECK-NEXT: vkm.var const "x" : <si32> = %[[X]]

  void kernel2D_Paths(int *a, int w, int h) {
    for (int y = 1; y < h; ++y)
      for (int x = 1; x < w; ++x)
        a[y * w + x] = a[(y - 1) * w + x] + a[y * w + x - 1];
  }

  // Neighbours above and to the right come before, and so a row counts twice; whether the column
  // is one is asked.
  // TOLD: 'kernel2D_Nine' {{.*}} diagonal of 'y' and 'x' [vkm2054
  // CHECK-LABEL: vkm.kernel @kernel2D_Nine
  // CHECK: vkm.grid (%y: ui32 "y")
  // CHECK: vkm.binary mul %{{.*}}, %y : ui32
  // CHECK: vkm.var const "x"
  // CHECK: vkm.cmp ge
  // CHECK: vkm.and
  // CHECK: vkm.if

  void kernel2D_Nine(float *a, unsigned w, unsigned h) {
    for (unsigned y = 1; y < h - 1; ++y)
      for (unsigned x = 1; x < w - 1; ++x)
        a[y * w + x] = 0.5f * (a[(y - 1) * w + x + 1] + a[y * w + x - 1]);
  }

  // All three dimensions at once, of which steps count twice; numbers of iterations where a loop
  // counts down.
  // TOLD: 'kernel3D_Sweeps' {{.*}} it is launched for each diagonal of 't', 'y' and 'x' [vkm2054
  // CHECK-LABEL: vkm.kernel @kernel3D_Sweeps
  // CHECK-SAME: %diagonal: si32
  // CHECK: vkm.grid (%t: si32 "t", %yNumber: si32 "yNumber")
  // CHECK: vkm.binary mul %{{.*}}, %t :
  // CHECK: vkm.var const "y"
  // CHECK: vkm.var const "x"
  // CHECK: vkm.if

  void kernel3D_Sweeps(int *a, int w, int h, int steps) {
    for (int t = 1; t < steps; ++t)
      for (int y = h - 2; y >= 0; --y)
        for (int x = 1; x < w; ++x)
          a[y * w + x] = a[(y + 1) * w + x] + a[y * w + x - 1];
  }

  // Nothing proves that row and column k stay as they are: the order is kept all the same.
  // TOLD: warning: cannot prove that iterations of kernel 'kernel2D_Via' need no elements of 'c' that others write, and so it is launched for each diagonal of 'y' and 'x' [vkm2055
  // TOLD: note: if no two iterations access the same element, specify --assume-independent=kernel2D_Via
  // CHECK-LABEL: vkm.kernel @kernel2D_Via
  // CHECK-SAME: %diagonal: si32
  // ASSUMED-LABEL: vkm.kernel @kernel2D_Via
  // ASSUMED: vkm.grid (%y: si32 "y", %x: si32 "x")

  void kernel2D_Via(int (*c)[40], int w, int k) {
    for (int y = 0; y < w; ++y)
      for (int x = 0; x < w; ++x)
        c[y][x] = std::min(c[y][x], c[y][k] + c[k][x]);
  }

  // Counters below 0 would be large: what is compared of them is known. Messages have the source's counters.
  // TOLD: 'kernel2D_Up' {{.*}} each thread counts 'y' [vkm2054
  // TOLD: 'kernel2D_Corner' {{.*}} it is launched for each diagonal of 'y' and 'x' [vkm2054
  // CHECK-LABEL: vkm.kernel @kernel2D_Up
  // CHECK: vkm.grid (%x: ui32 "x")
  // CHECK-LABEL: vkm.kernel @kernel2D_Corner
  // CHECK-SAME: %diagonal: ui32

  void kernel2D_Up(int *a, unsigned w, unsigned h) {
    for (unsigned y = h; y-- > 0;)
      for (unsigned x = 0; x < w; x++)
        if (y + 1 < h)
          a[y * w + x] += a[(y + 1) * w + x];
  }

  void kernel2D_Corner(int *a, unsigned w, unsigned h) {
    for (unsigned y = h; y-- > 0;)
      for (unsigned x = w; x-- > 0;)
        a[y * w + x] += (y + 1 < h ? a[(y + 1) * w + x] : 1) + (x + 1 < w ? a[y * w + x + 1] : 1);
  }

  // Whatever sign a distance has, no two elements of a row are those of one iteration.
  // TOLD: warning: {{.*}} 'kernel2D_Apart' {{.*}} it is launched for each 'y' [vkm2055
  // CHECK-LABEL: vkm.kernel @kernel2D_Apart
  // CHECK-SAME: %y: si32
  // CHECK: vkm.grid (%x: si32 "x")

  void kernel2D_Apart(int *a, int w, int h, int k) {
    for (int y = k; y < h; ++y)
      for (int x = k; x < w; ++x)
        a[y * w + x] += a[(y - k) * w + x - k];
  }

  // CHECK-LABEL: vkm.control @Run
  // CHECK: vkm.launch @kernel2D_Down(
  // CHECK: vkm.for "y"
  // CHECK: vkm.launch @kernel2D_Spread(
  // CHECK: vkm.for "t"
  // CHECK: vkm.launch @kernel1D_Steps(
  // CHECK: vkm.for "diagonal"
  // CHECK: vkm.binary add %h, %w
  // CHECK: vkm.launch @kernel2D_Paths(
  // CHECK: vkm.for "diagonal"
  // CHECK: vkm.launch @kernel2D_Nine(
  // CHECK: vkm.for "diagonal"
  // CHECK: vkm.launch @kernel3D_Sweeps(
  // CHECK: vkm.for "diagonal"
  // CHECK: vkm.launch @kernel2D_Via(

  virtual void Run(int *a, float *f, int (*c)[40], int w, int h, int k) {
    kernel2D_Down(a, w, h);
    kernel2D_Spread(a, w, h);
    kernel1D_Steps(a, w, h);
    kernel2D_Paths(a, w, h);
    kernel2D_Nine(f, w, h);
    kernel3D_Sweeps(a, w, h, 3);
    kernel2D_Via(c, w, h);
    kernel2D_Up(a, w, h);
    kernel2D_Corner(a, w, h);
    kernel2D_Apart(a, w, h, k);
  }
};

// What has no order that leaves something to run at once, or needs more than the host has.
class Refused {
public:
  virtual ~Refused() = default;
  virtual void Run(int *a, int w, int h, unsigned u, unsigned char c) {
    kernel1D_Bound(a, w);
    kernel2D_Snake(a, w, h);
    kernel2D_Bounded(a, w);
    kernel2D_Beside(a, w, h);
    kernel2D_Negative(a, u, h);
    kernel2D_Bytes(a, c);
    kernel2D_Few(a, h);
  }
  void kernel1D_Bound(int *a, int n) {
    for (int i = 0; i < n; ++i)
      m_rows = std::max(m_rows, a[i] & 7);
  }
  // Each iteration needs the one before it.
  // REFUSED: error: iterations of kernel 'kernel2D_Snake' depend on each other
  // REFUSED-NOT: it could be launched
  void kernel2D_Snake(int *a, int w, int h) {
    for (int y = 1; y < h; ++y)
      for (int x = 0; x < w; ++x)
        a[y * w + x] += a[y * w + x - 1];
  }
  // The host does not know how many rows there are.
  // REFUSED: error: iterations of kernel 'kernel2D_Bounded' depend on each other
  // REFUSED: note: it could be launched for each 'y', but a bound of these loops is a member that kernels or control functions set: give the kernel a parameter
  void kernel2D_Bounded(int *a, int w) {
    for (int y = 1; y < m_rows; ++y)
      for (int x = 1; x < w - 1; ++x)
        a[y * w + x] += a[(y - 1) * w + x - 1] + a[(y - 1) * w + x + 1];
  }
  // A loop beside it would run for each row.
  // REFUSED: error: iterations of kernel 'kernel2D_Beside' depend on each other
  // REFUSED: note: it could be launched for each 'y', but the kernel does something beside these loops: let another kernel do that
  void kernel2D_Beside(int *a, int w, int h) {
    for (int y = 1; y < h; ++y)
      for (int x = 1; x < w - 1; ++x)
        a[y * w + x] += a[(y - 1) * w + x - 1] + a[(y - 1) * w + x + 1];
    for (int y = 1; y < h; ++y)
      for (int x = 1; x < w - 1; ++x)
        a[y * w + x] += m_rows;
  }
  // A counter below 0 is a large number beside an unsigned bound: there are no iterations.
  // REFUSED: error: iterations of kernel 'kernel2D_Negative' depend on each other
  // REFUSED: note: it could be launched for each diagonal of 'y' and 'x', but their counters and bounds are not of one type of 32 or 64 bits
  void kernel2D_Negative(int *a, unsigned w, int h) {
    for (int y = 1; y < h; ++y)
      for (int x = -1; x < w; ++x)
        a[y * int(w + 2) + x + 2] = a[(y - 1) * int(w + 2) + x + 2] + a[y * int(w + 2) + x + 1];
  }
  // Sums of such counters begin again at 0.
  // REFUSED: error: iterations of kernel 'kernel2D_Bytes' depend on each other
  // REFUSED: note: it could be launched for each diagonal of 'y' and 'x', but their counters and bounds are not of one type of 32 or 64 bits
  void kernel2D_Bytes(int *a, unsigned char n) {
    for (unsigned char y = 1; y < n; ++y)
      for (unsigned char x = 1; x < n; ++x)
        a[y * n + x] = a[(y - 1) * n + x] + a[y * n + x - 1];
  }
  // REFUSED: error: iterations of kernel 'kernel2D_Few' depend on each other
  // REFUSED: note: it could be launched for each diagonal of 'y' and 'x', but a launch would have a few iterations only
  void kernel2D_Few(int *a, int h) {
    for (int y = 1; y < h; ++y)
      for (int x = 1; x < 5; ++x)
        a[y * 5 + x] = a[(y - 1) * 5 + x] + a[y * 5 + x - 1];
  }
  int m_rows = 0;
};

// What shaders say of the iterations that they have: what these combine, or when they run.
class Scored {
public:
  virtual ~Scored() = default;
  virtual void Run(int *a, int w, int h) {
    m_best = 0;
    kernel2D_Fill(a, w, h);
    kernel2D_Sums(a, w, h);
  }

protected:
  int m_best = 0;
  // FILL: Scored::kernel2D_Fill, {{.*}} Reduction: m_best (max)
  // FILL: const int y = firstY + int(yNumber);
  void kernel2D_Fill(int *a, int w, int h) {
    for (int y = 1; y < h; ++y)
      for (int x = 1; x < w; ++x) {
        a[y * w + x] = std::max(a[(y - 1) * w + x], a[y * w + x - 1]);
        m_best = std::max(m_best, a[y * w + x]);
      }
  }
  // SUMS: Independent iterations of one diagonal.
  void kernel2D_Sums(int *a, int w, int h) {
    for (int y = 1; y < h; ++y)
      for (int x = 1; x < w; ++x)
        a[y * w + x] += a[(y - 1) * w + x] + a[y * w + x - 1];
  }
};
