// Threads that take part in a kernel are queued: where the grid is cut, what all kernels of a thread share, and where no queue can be.
// RUN: vkmorph %s --class Walks --kernels=wavefront --remarks=decisions --emit=planned -- -std=c++17 2> %t.err | FileCheck %s
// RUN: FileCheck --check-prefix=MESSAGES %s < %t.err
// RUN: vkmorph %s --class Walks --kernels=wavefront --emit=host -- -std=c++17 2> /dev/null | FileCheck --check-prefix=HOST %s
// RUN: vkmorph %s --class Walks --kernels=wavefront --deterministic --emit=planned -- -std=c++17 2>&1 > /dev/null | FileCheck --check-prefix=FIXED %s
// RUN: vkmorph %s --class Walks --kernels=wavefront --append=stable --emit=planned -- -std=c++17 2>&1 > /dev/null | FileCheck --check-prefix=STABLE %s
// RUN: vkmorph %s --class Ovens --kernels=wavefront --virtual=sort --emit=planned -- -std=c++17 2> %t.both | FileCheck --check-prefix=BOTH %s
// RUN: FileCheck --check-prefix=SILENT --allow-empty %s < %t.both
// RUN: vkmorph %s --class Listed --kernels=wavefront --emit=planned -- -std=c++17 2> %t.listed | FileCheck --check-prefix=LISTED %s
// RUN: FileCheck --check-prefix=SILENT --allow-empty %s < %t.listed
#include <vector>

class Walks {
public:
  virtual ~Walks() = default;
  virtual void WalkBlock(int *out, int w, int h) {
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x)
        Walk(x, y, w, out);
  }
  virtual void SumBlock(const float *in, unsigned n) {
    m_sum = 0;
    m_found.clear();
    for (unsigned i = 0; i < n; ++i)
      Sum(i, in);
  }
  void Walk(int tidX, int tidY, int w, int *out) {
    int steps = tidX;
    for (int turn = 0; turn < 4; ++turn)
      if (!kernel_Step(tidX, tidY, &steps))
        break;
    kernel_Store(tidX, tidY, w, steps, out);
  }
  void Sum(unsigned tid, const float *in) {
    float value;
    if (!kernel_Read(tid, in, &value))
      return;
    kernel_Add(tid, value);
  }
  bool kernel_Step(int tidX, int tidY, int *steps) { return ++*steps % 3 != 0; }
  void kernel_Store(int tidX, int tidY, int w, int steps, int *out) { out[tidY * w + tidX] = steps; }
  bool kernel_Read(unsigned tid, const float *in, float *value) {
    *value = in[tid];
    return *value > 0;
  }
  void kernel_Add(unsigned tid, float value) {
    m_sum += value;
    m_found.push_back(tid);
  }

private:
  float m_sum = 0;
  std::vector<unsigned> m_found;
};

struct Dough {
  virtual ~Dough() = default;
  virtual float Bake(float heat) const = 0;
};
struct Bread : Dough {
  float Bake(float heat) const override { return heat * 0.5f; }
};
struct Cake : Dough {
  float Bake(float heat) const override { return heat - 1.0f; }
};

// Threads that leave do not come to the call that sorts the others.
class Ovens {
public:
  virtual ~Ovens() = default;
  virtual void BakeBlock(const unsigned *kinds, float *out, unsigned n) {
    for (unsigned i = 0; i < n; ++i)
      Bake(i, kinds, out);
  }
  void Bake(unsigned tid, const unsigned *kinds, float *out) {
    if (kernel_IsEmpty(tid, out))
      return;
    kernel_Heat(tid, kinds, out);
    kernel_Cool(tid, out);
  }
  bool kernel_IsEmpty(unsigned tid, const float *out) { return out[tid] < 0; }
  void kernel_Heat(unsigned tid, const unsigned *kinds, float *out) { out[tid] = m_doughs[kinds[tid]]->Bake(out[tid]); }
  void kernel_Cool(unsigned tid, float *out) { out[tid] *= 0.9f; }

private:
  std::vector<Dough *> m_doughs;
};

// The device alone knows how many threads there are: their queue has room where their numbers have.
class Listed {
public:
  virtual ~Listed() = default;
  virtual void ShowBlock([[vkmorph::size("n")]] int *out, unsigned n) {
    m_list.clear();
    m_list.reserve(n);
    for (unsigned i = 0; i < n; ++i)
      kernel_List(i, out);
    for (unsigned i = 0; i < m_list.size(); ++i)
      Show(i, out);
  }
  void Show(unsigned tid, int *out) {
    if (kernel_IsOdd(tid))
      return;
    kernel_Mark(tid, out);
  }
  void kernel_List(unsigned tid, const int *out) {
    if (out[tid] > 0)
      m_list.push_back(out[tid]);
  }
  bool kernel_IsOdd(unsigned tid) { return m_list[tid] % 2 == 1; }
  void kernel_Mark(unsigned tid, int *out) { out[tid] = m_list[tid]; }

private:
  std::vector<int> m_list;
};

// BOTH: vkm.kernel @Bake_Heat(
// BOTH-NOT: @BakeBlock_queue
// BOTH: vkm.vector_data @Bake_queue
// BOTH: vkm.kernel @Bake_Cool(
// BOTH: vkm.call @next_BakeBlock()
// SILENT-NOT: warning: kernel
// LISTED: vkm.kernel @Show_Mark(
// LISTED: vkm.field_ref @m_list_size
// LISTED: vkm.call @next_ShowBlock
// LISTED: vkm.control @ShowBlock(
// LISTED: vkm.reserve @ShowBlock_queue

// One queue for a driver, with room where there is for the numbers of the next kernels.
// CHECK-DAG: vkm.field @WalkBlock_queue : !vkm.dynarray<ui32> {{.*}}vkm.local_of = "WalkBlock"
// CHECK-DAG: vkm.field temporary @WalkBlock_count : ui32
// CHECK-DAG: vkm.field @SumBlock_queue : !vkm.dynarray<ui32>

// The numbers say who takes part; the second grid is that of the queue, where the thread's number needs no arithmetic.
// CHECK: vkm.kernel @Walk_Step(
// CHECK: vkm.once
// CHECK: vkm.field_ref @WalkBlock_count
// CHECK: vkm.grid (%y: {{.*}}, %x:
// CHECK: vkm.cmp le
// CHECK: vkm.if
// CHECK: vkm.call @next_WalkBlock() : () -> ui32
// CHECK: vkm.vector_data @WalkBlock_queue
// CHECK-NOT: vkm.call @kernel_Step
// CHECK: vkm.grid (%place:
// CHECK: %iteration = vkm.var const "iteration"
// CHECK: vkm.var const "thread"
// CHECK-NOT: vkm.binary mul
// CHECK: vkm.call @kernel_Step(

// All threads take part in the last kernel.
// CHECK: vkm.kernel @Walk_Store(
// CHECK-NOT: @WalkBlock_queue
// CHECK: vkm.call @kernel_Store(

// CHECK: vkm.control @WalkBlock(
// CHECK: vkm.reserve @WalkBlock_queue
// CHECK: vkm.reserve @WalkBlock_nextKernel
// CHECK-NOT: vkm.reserve

// Reductions and appends are those of the queue's grid.
// CHECK: vkm.kernel @Sum_Add(
// CHECK: vkm.call @next_SumBlock
// CHECK: vkm.grid (%place:
// CHECK: vkm.reduce add @m_sum
// CHECK: vkm.append @m_found

// MESSAGES: remark: what a thread of 'Walk' does is {{[0-9]}} kernels: --kernels=wavefront [vkm2029, decisions]
// MESSAGES-NOT: warning

// HOST: vkCmdDispatchIndirect

// FIXED: warning: kernel 'Sum_Add' asks each thread whether it takes part, without a queue of those that do: the iterations combine floating-point numbers, whose order is to be the same in all runs [vkm2032, kernels-joined]
// STABLE: warning: kernel 'Sum_Add' asks each thread whether it takes part, without a queue of those that do: the iterations append elements in their order [vkm2032, kernels-joined]
