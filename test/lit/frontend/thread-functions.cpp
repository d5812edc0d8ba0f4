// Methods that run once per thread: by the names of kernels and their parameters, and by what is passed on to them.
// RUN: vkmorph-translate --import-cpp %s --class Rays -- -std=c++17 2> %t.err | FileCheck %s
// RUN: FileCheck --check-prefix=WARNING %s < %t.err

class Rays {
public:
  virtual ~Rays() = default;

  // The loops over threads, in which the index is computed.
  virtual void TraceBlock(unsigned n, unsigned w, int *out) {
    for (unsigned i = 0; i < n; ++i) {
      const unsigned x = i % w, y = i / w;
      Trace(x, y, w, out);
    }
  }
  // Another one that calls it: a control function like those of kernels.
  virtual void TraceTwice(unsigned n, unsigned w, int *out) {
    TraceBlock(n, w, out);
    TraceBlock(n, w, out);
  }

  // The index by what it is passed to, in its order; by their names where it is computed.
  void Trace(unsigned column, unsigned row, unsigned w, int *out) {
    Pixel(row * w + column, out);
    kernel_Mark(column, row, w, out);
  }
  void Pixel(unsigned tid, int *out) { kernel_Set(tid + 0, out); }
  void kernel_Mark(unsigned tidX, unsigned tidY, unsigned w, int *out) { out[tidY * w + tidX] += 1; }
  void kernel_Set(unsigned tid, int *out) { out[tid] = 0; }

  // Another one with loops over threads, which runs on the host, as it is: the block driver is TraceBlock.
  // WARNING: thread-functions.cpp:[[@LINE+2]]:8: warning: 'Rays::Prepare' calls 'Rays::Trace' in loops and runs on the host: the loops over threads are those of 'Rays::TraceBlock' [vkm1909, threads-on-host]
  // WARNING: note: declare 'Rays::Prepare' virtual, or name it ...Block, to have its loops on the device, too
  void Prepare(int *out) {
    for (unsigned i = 0; i < 4; ++i)
      Trace(i, 0, 4, out);
  }
  // By its parameter no kernel of this kind, and called by nobody.
  void kernel_Reset(int index) { m_last = index; }

  // Kernels with loops of their own call them like other functions.
  virtual void ClearAll(int *out, unsigned n) { kernel1D_Clear(out, n); }
  void kernel1D_Clear(int *out, unsigned n) {
    for (unsigned i = 0; i < n; ++i)
      kernel_Clear(i, out);
  }
  void kernel_Clear(unsigned tid, int *out) { out[tid] = 0; }

private:
  // WARNING: thread-functions.cpp:[[@LINE+2]]:8: warning: no loops over threads reach 'Rays::TraceOne', so that it runs on the host [vkm1908, threads-not-reached]
  // WARNING: note: let a public method TraceOne(tid, ...) that returns nothing call it: the generated class has the loops over its threads; or write a method TraceOneBlock that calls it in loops, with their counters as the thread's index
  void TraceOne(unsigned tid, int *out) { kernel_Set(tid, out); }
  int m_last = 0;
};

// CHECK: vkm.func @kernel_Clear(
// CHECK: vkm.kernel @kernel1D_Clear(
// CHECK: vkm.func @kernel_Set({{.*}} attributes {thread_index = array<i32: 0>, thread_kernel}
// CHECK: vkm.func @Pixel({{.*}} attributes {thread_index = array<i32: 0>}
// CHECK: vkm.func @kernel_Mark({{.*}} attributes {thread_index = array<i32: 0, 1>, thread_kernel}
// CHECK: vkm.func @Trace({{.*}} attributes {thread_index = array<i32: 0, 1>
// CHECK: vkm.control @TraceBlock
// CHECK: vkm.control @TraceTwice
// CHECK-NOT: kernel_Reset(
// CHECK-NOT: Prepare(
// CHECK-NOT: TraceOne(
// WARNING-NOT: warning
