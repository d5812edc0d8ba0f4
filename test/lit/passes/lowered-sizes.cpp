// A lowered shader's workgroups cannot change without what is written for them, with and without shared memory.
// RUN: vkmorph %s --fusion=never --emit=lowered -- -std=c++17 > %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: sed 's/local_size \[256, 1, 1\]/local_size [128, 1, 1]/' %t.mlir > %t.changed.mlir
// RUN: not vkmorph-opt %t.changed.mlir 2>&1 | FileCheck %s --check-prefix=CHANGED
// CHECK: vkm.shader @kernel1D_Scale {{.*}} local_size [256, 1, 1] {{.*}} vkm.written_for = array<i32: 256, 1, 1>
// CHECK: vkm.shader @kernel1D_Sum {{.*}} vkm.written_for = array<i32: {{.*}}, 1, 1>
// CHANGED: 'vkm.shader' op has workgroups of [128, 1, 1], but its body, its shared variables and its dispatches are
// CHANGED-SAME: written for [256, 1, 1] (vkm.written_for)
class Numbers {
public:
  virtual ~Numbers() = default;
  virtual void Run([[vkmorph::size("n")]] int *a, int n) {
    kernel1D_Scale(a, n);
    kernel1D_Sum(a, n);
  }
  void kernel1D_Scale(int *a, int n) {
    for (int i = 0; i < n; ++i)
      a[i] *= 2;
  }
  void kernel1D_Sum(const int *a, int n) {
    for (int i = 0; i < n; ++i)
      m_sum += a[i];
  }
  int m_sum = 0;
};
