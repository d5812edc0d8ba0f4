// Bounds that kernels change: a shader in front of the dispatch says how many workgroups there are, a barrier stands between.
// RUN: split-file %s %t
// RUN: vkmorph %t/counted.cpp --emit=lowered --without-locations -- -std=c++17 > %t/lowered.mlir
// RUN: FileCheck %s --input-file=%t/lowered.mlir
// RUN: vkmorph-opt %t/lowered.mlir -vkm-check-barriers > /dev/null
// The checker knows that a barrier for shaders does not do.
// RUN: sed -e 's/vkm.cmd.barrier indirect/vkm.cmd.barrier/' %t/lowered.mlir | not vkmorph-opt -vkm-check-barriers 2>&1 | FileCheck %s --check-prefix=HAZARD
// HAZARD: error: no barrier orders 'Sum', which reads 'SumGroups', after it was written by 'Sum groups' [vkm2301]
// RUN: vkmorph %t/counted.cpp --emit=lowered --without-locations --barriers=naive -- -std=c++17 | FileCheck %s --check-prefix=NAIVE
// NAIVE: vkm.cmd.barrier everything indirect from [] to [] []
// RUN: vkmorph %t/counted.cpp --emit=planned --without-locations -- -std=c++17 | FileCheck %s --check-prefix=PLANNED
// PLANNED: vkm.kernel @kernel1D_Sum
// PLANNED: vkm.grid {{.*}} attributes {device_bounds,
// PLANNED: vkm.kernel @kernel2D_Both
// PLANNED: vkm.grid {{.*}} attributes {device_bounds,
// A kernel that nothing changes the bounds of is what it was.
// PLANNED: vkm.kernel @kernel1D_Plain
// PLANNED: vkm.grid
// PLANNED-NOT: device_bounds
// CHECK: vkm.scratch @SumGroups bytes 12
// CHECK: vkm.shader @kernel1D_Sum_groups
// The number is computed where the kernel needs it.
// CHECK: %[[COUNT:.*]] = vkm.field_ref @m_count
// CHECK: vkm.if
// Workgroups of 512 threads, which take 16 elements each.
// CHECK: vkm.constant 8192 : ui32
// Clamped: at most as many as have places for their results.
// CHECK: %[[MOST:.*]] = vkm.constant 256 : ui32
// CHECK-NEXT: vkm.math min(%{{.*}}, %[[MOST]]) : (ui32, ui32) -> ui32
// The step of all threads does not lead beyond the counter's largest number.
// CHECK: vkm.constant 2147483647 : ui32
// CHECK: vkm.commands @kernel1D_Sum_commands()
// CHECK: vkm.cmd.pipeline @kernel1D_Sum_groups
// CHECK: vkm.cmd.dispatch(
// CHECK-NEXT: vkm.cmd.barrier indirect from [] to []
// CHECK-SAME: #vkm.hazard<read_after_write "SumGroups" from "Sum groups" to "Sum">
// CHECK-NEXT: vkm.cmd.pipeline @kernel1D_Sum{{$}}
// CHECK-NEXT: vkm.cmd.dispatch_indirect @SumGroups["groups"]
// One dimension that the host knows, and counts downwards.
// CHECK: vkm.shader @kernel2D_Both_groups
// CHECK: %[[Y:.*]] = vkm.push_constant "yCount" : ui32
// Clamped: as many as every device allows.
// CHECK: %[[MOST:.*]] = vkm.constant 65535 : ui32
// CHECK-NEXT: vkm.math min(%{{.*}}, %[[MOST]]) : (ui32, ui32) -> ui32
// CHECK: vkm.assign %groupsX
// CHECK: %[[MOST:.*]] = vkm.constant 65535 : ui32
// CHECK-NEXT: vkm.math min(%{{.*}}, %[[MOST]]) : (ui32, ui32) -> ui32
// CHECK-NEXT: vkm.assign %groupsY

//--- counted.cpp
class C {
public:
  virtual ~C() {}
  virtual int Run([[vkmorph::size("n")]] const int *a, [[vkmorph::size("n * n")]] int *out, int n) {
    kernel1D_Count(a, n);
    kernel1D_Sum(a, m_count / 2);
    kernel2D_Both(out, n);
    kernel1D_Plain(out, n);
    return m_sum;
  }
  void kernel1D_Count(const int *a, int n) {
    m_count = 0;
    for (int i = 0; i < n; i++)
      m_count += a[i] > 0;
  }
  void kernel1D_Sum(const int *a, int count) {
    m_sum = 0;
    for (int i = 0; i < count; i++)
      m_sum += a[i];
  }
  void kernel2D_Both(int *out, int n) {
    for (int y = n - 1; y >= 0; y--)
      for (int x = 0; x < m_count; x++)
        out[y * n + x] = m_sum;
  }
  void kernel1D_Plain(int *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] += 1;
  }

private:
  int m_count, m_sum;
};
