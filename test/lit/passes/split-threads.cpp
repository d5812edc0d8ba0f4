// What a thread does becomes a kernel for each kernel_X: where it is cut, how threads skip kernels, which loops are the host's.
// RUN: vkmorph-translate --import-cpp %s --class Rays -- -std=c++17 > %t.mlir
// RUN: vkmorph-opt --vkm-outline-threads --vkm-plan-threads=kernels=split --vkm-split-threads %t.mlir 2> %t.err | FileCheck %s
// RUN: FileCheck --check-prefix=REMARK %s < %t.err
// RUN: vkmorph-opt --vkm-outline-threads --vkm-plan-threads --vkm-split-threads %t.mlir 2> %t.auto | FileCheck --check-prefix=JOINED %s
// RUN: FileCheck --check-prefix=AUTO %s < %t.auto
// RUN: vkmorph %s --class Rays --kernels=split --emit=host -- -std=c++17 2> %t.all | FileCheck --check-prefix=HOST %s

class Rays {
public:
  virtual ~Rays() = default;

  // REMARK: remark: what a thread of 'Cast' does is 5 kernels: --kernels=split [vkm2029, decisions]
  // AUTO: remark: kernel 'Cast' does all that a thread does: what a thread's steps pass on stays in registers [vkm2028, decisions]
  virtual void CastBlock(int *out, int w, int h) {
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x)
        Cast(x, y, w, out);
  }
  // One kernel is not split.
  // REMARK: remark: kernel 'Clear' does all that a thread does: it calls one kernel [vkm2028, decisions]
  virtual void ClearBlock(int *out, int n) {
    for (int i = 0; i < n; ++i)
      kernel_Clear(i, out);
  }
  // Loops that the host does not know stay in one kernel.
  // REMARK: remark: what a thread of 'Walk' does is 2 kernels
  // REMARK: remark: this loop stays in one kernel of 'Walk': how often it runs is not known to the host [vkm2030, decisions]
  virtual void WalkBlock(int *out, int n) {
    for (int i = 0; i < n; ++i)
      Walk(i, out);
  }
  // REMARK: warning: kernel 'Back' does all that a thread does, without --kernels=split: its loop over 'i' does not count from 0 by 1 [vkm2031, kernels-joined]
  // REMARK: note: write loops over threads as for (uint32_t i = 0; i < n; ++i), or leave the choice to the compiler
  virtual void BackBlock(int *out, int n) {
    for (int i = n - 1; i >= 0; --i) {
      kernel_Clear(i, out);
      kernel_Add(i, out);
    }
  }

  void Cast(int tidX, int tidY, int w, int *out) {
    int position, hits = 0;
    const int pixel = tidY * w + tidX;
    kernel_Begin(tidX, tidY, &position);
    for (int bounce = 0; bounce < m_most; ++bounce) {
      int depth = bounce + 1;
      if (!kernel_Hit(tidX, tidY, &position, depth)) {
        kernel_Miss(tidX, tidY, &hits);
        break;
      }
      if (position > 100)
        return;
      kernel_Count(tidX, tidY, &hits);
    }
    kernel_Store(pixel, hits, out);
  }
  void Walk(int tid, int *out) {
    int left = out[tid];
    while (left > 0) {
      if (!kernel_Step(tid, &left))
        return;
      kernel_Add(tid, out);
    }
    kernel_Clear(tid, out);
  }

  void kernel_Begin(int tidX, int tidY, int *position) { *position = tidX + tidY; }
  bool kernel_Hit(int tidX, int tidY, int *position, int depth) {
    *position += depth;
    return *position % 3 != 0;
  }
  void kernel_Miss(int tidX, int tidY, int *hits) { *hits += 10; }
  void kernel_Count(int tidX, int tidY, int *hits) { *hits += 1; }
  void kernel_Store(int tid, int hits, int *out) { out[tid] = hits; }
  void kernel_Clear(int tid, int *out) { out[tid] = 0; }
  void kernel_Add(int tid, int *out) { out[tid] += 1; }
  bool kernel_Step(int tid, int *left) { return --*left % 5 != 0; }

private:
  int m_most = 4;
};

// Variables of several kernels: not depth, which one uses, nor pixel, which is computed again.
// CHECK-NOT: CastBlock_depth
// CHECK: vkm.field @CastBlock_position : !vkm.dynarray<si32> {{.*}}vkm.local_name = "position", vkm.local_of = "CastBlock"
// CHECK: vkm.field @CastBlock_hits
// CHECK: vkm.field @CastBlock_nextKernel : !vkm.dynarray<ui32>

// CHECK: vkm.kernel @Cast_Begin(%w: {{.*}}, %h: {{.*}}) attributes {cpp_name = "Cast", dims = 2 : i32, display = "Cast_Begin", per_thread
// CHECK: vkm.for "y"
// CHECK: vkm.for "x"
// CHECK: vkm.binary mul
// CHECK: %thread = vkm.var const "thread"
// CHECK: %[[NEXT:.*]] = vkm.vector_data @CastBlock_nextKernel
// CHECK: %[[ZERO:.*]] = vkm.constant 0 : ui32
// CHECK: vkm.assign %{{.*}}, %[[ZERO]]

// The first of an iteration takes in all that have not left the loop; the counter is a parameter.
// CHECK: vkm.kernel @Cast_Hit({{.*}}%bounce: si32 {vkm.name = "bounce"})
// CHECK: %[[LAST:.*]] = vkm.constant 4 : ui32
// CHECK: %[[LATER:.*]] = vkm.cmp gt %{{.*}}, %[[LAST]]
// CHECK: vkm.if %[[LATER]] {
// CHECK-NEXT: vkm.continue
// CHECK: vkm.constant 1 : ui32
// CHECK: vkm.assign
// CHECK: vkm.var "depth"
// CHECK: vkm.call @kernel_Hit(
// CHECK: vkm.if
// CHECK-NEXT: vkm.constant 3 : ui32

// Behind the loop, by a break.
// CHECK: vkm.kernel @Cast_Miss(
// CHECK: vkm.call @kernel_Miss(
// CHECK: vkm.constant 5 : ui32
// CHECK: vkm.assign

// Behind all, by a return.
// CHECK: vkm.kernel @Cast_Count(
// CHECK: vkm.constant 6 : ui32
// CHECK: vkm.assign
// CHECK-NEXT: vkm.continue
// CHECK: vkm.call @kernel_Count(
// CHECK: vkm.kernel @Cast_Store(

// CHECK: vkm.control @CastBlock(
// CHECK: vkm.reserve @CastBlock_position
// CHECK: vkm.call @Cast_Begin(%w, %h)
// CHECK: vkm.for "bounce"
// CHECK: vkm.field_ref @m_most
// CHECK: vkm.call @Cast_Hit(
// CHECK: vkm.call @Cast_Miss(
// CHECK: vkm.call @Cast_Count(
// CHECK: vkm.call @Cast_Store(

// The loop is left by a jump of its own, and the kernel behind it.
// Along one dimension the counter is the thread's number.
// CHECK: vkm.kernel @Walk_Step(
// CHECK-NOT: vkm.var const "thread"
// CHECK: vkm.while
// CHECK: vkm.break
// CHECK: vkm.call @kernel_Add(
// CHECK: vkm.cmp gt
// CHECK-NEXT: vkm.if
// CHECK-NEXT: vkm.continue
// CHECK: vkm.kernel @Walk_Clear(

// JOINED: vkm.kernel @Cast(
// JOINED-NOT: vkm.reserve

// HOST: for (int bounce = 0; bounce < {{.*}}; {{.*}}bounce
