// Loops over threads in control functions become kernels: which loops, how many dimensions, what they are called and given.
// RUN: vkmorph-translate --import-cpp %s --class Threads -- -std=c++17 > %t.mlir
// RUN: FileCheck --check-prefix=IMPORTED %s < %t.mlir
// RUN: vkmorph-opt --vkm-outline-threads %t.mlir | FileCheck %s
#include <algorithm>

class Threads {
public:
  virtual ~Threads() = default;

  // Passes stay; rows and columns are the grid. Parameters are in the driver's order.
  virtual void PointBlock(int *out, int w, int h, int passes) {
    for (int pass = 0; pass < passes; ++pass)
      for (int y = 0; y < h; ++y)
        for (int x = 0; x < w; ++x)
          Point(x, y, out, w, pass);
  }

  // The second driver of a function; its loops over tiles have joined those over threads.
  virtual void TilesBlock(int *out, int w, int h) {
    for (int ty = 0; ty < h; ty += 8)
      for (int tx = 0; tx < w; tx += 8)
        for (int y = ty; y < std::min(h, ty + 8); ++y)
          for (int x = tx; x < std::min(tx + 8, w); ++x)
            Point(x, y, out, w, 0);
  }

  // Tiles that overlap are no tiles of one grid: they stay loops of the control function.
  virtual void OverlapBlock(int *out, int n) {
    for (int t = 0; t < n; t += 4)
      for (int i = t; i < std::min(t + 8, n); ++i)
        Row(out, i);
  }

  // Kernels that the driver calls itself: the kernel has the driver's name. The inner loop counts no threads.
  virtual void EachBlock(int *out, int n, int times) {
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < times; ++k)
        kernel_Double(out, i);
  }

  void Point(int tidX, int tidY, int *out, int w, int pass) { kernel_Set(tidX, tidY, out, w, pass); }
  void Row(int *out, int index) { kernel_Double(out, index); }
  void kernel_Set(int tidX, int tidY, int *out, int w, int value) { out[tidY * w + tidX] = value; }
  void kernel_Double(int *out, int tid) { out[tid] *= 2; }
};

// IMPORTED: vkm.func @kernel_Set({{.*}}) attributes {thread_index = array<i32: 0, 1>, thread_kernel}
// IMPORTED: vkm.func @Point({{.*}}) attributes {thread_index = array<i32: 0, 1>}
// IMPORTED: vkm.func @kernel_Double({{.*}}) attributes {thread_index = array<i32: 1>, thread_kernel}
// IMPORTED: vkm.func @Row({{.*}}) attributes {thread_index = array<i32: 1>}
// IMPORTED-NOT: {{^ *}}vkm.kernel

// CHECK: vkm.func @Point_thread({{.*}}cpp_name = "Point"
// CHECK: vkm.kernel @Point(%out: !vkm.ptr<si32> {vkm.name = "out"}, %w: si32 {vkm.name = "w"}, %h: si32 {vkm.name = "h"}, %pass: si32 {vkm.name = "pass"})
// CHECK-SAME: dims = 2 : i32, display = "Point", per_thread, vkm.comment = "The threads of PointBlock."
// CHECK: vkm.for "y"
// CHECK: vkm.for "x"
// CHECK: vkm.call @Point_thread(
// CHECK: vkm.control @PointBlock
// CHECK: vkm.for "pass"
// CHECK-NOT: vkm.for
// CHECK: vkm.call @Point(%out, %w, %h, %{{[0-9]+}})
// CHECK: vkm.kernel @Point2(%out: {{.*}}, %w: {{.*}}, %h: {{.*}}) attributes {dims = 2 : i32, display = "Point", per_thread
// CHECK-NEXT: %[[ZERO:.*]] = vkm.constant 0 : si32
// CHECK: vkm.for "y" = %{{.*}} : si32 cond (%y: !vkm.ref<si32>) {
// CHECK-NEXT: %[[Y:.*]] = vkm.load %y
// CHECK-NEXT: vkm.cmp lt %[[Y]], %h
// CHECK: vkm.for "x"
// CHECK: vkm.control @TilesBlock
// CHECK-NOT: vkm.for
// CHECK: vkm.call @Point2(
// CHECK: vkm.func @Row_thread({{.*}}cpp_name = "Row"
// CHECK: vkm.kernel @Row(%out: {{.*}}, %n: {{.*}}, %t: si32 {vkm.name = "t"}) attributes {dims = 1 : i32
// CHECK: vkm.control @OverlapBlock
// CHECK: vkm.for "t"
// CHECK: vkm.call @Row(
// CHECK: vkm.kernel @Each({{.*}}) attributes {dims = 1 : i32, display = "Each", per_thread
// CHECK: vkm.for "i"
// CHECK: vkm.for "k"
// CHECK: vkm.control @EachBlock
