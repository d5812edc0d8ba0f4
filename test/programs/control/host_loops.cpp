// Origin: written with the part of the compiler that it tests.
// Loops of control functions over arrays and members of the device: a grid each where their iterations are independent,
// one thread where they are not.
// RUN: %check %s --class HostLoops --size n=1,2,7,300 --size w=3 --size h=5 -- -std=c++17
// RUN: vkmorph %s --emit=recognised -- -std=c++17 2>&1 | FileCheck %s
#include <vector>

class HostLoops {
public:
  virtual ~HostLoops() = default;

  virtual void Fill([[vkmorph::size("n")]] int *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] = out[i] * 2 + m_gain;
    kernel1D_Add(out, n, 1);
  }
  // Statements beside loops are kernels of one thread, between their grids.
  virtual void Several([[vkmorph::size("n")]] int *out, [[vkmorph::size("n")]] int *copy, int n) {
    kernel1D_Add(out, n, 2);
    out[0] = 5;
    for (int i = 0; i < n; i++)
      copy[i] = out[i];
    m_gain = n;
    for (int i = 1; i < n; i++)
      out[i] = copy[i - 1] + m_gain;
    out[n - 1] += 7;
  }
  virtual void Rows([[vkmorph::size("w*h")]] int *out, int w, int h) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        out[y * w + x] += x * 10 + y;
    kernel1D_Add(out, w * h, 1);
  }
  virtual void Running([[vkmorph::size("n")]] int *out, int n) {
    kernel1D_Add(out, n, 1);
    for (int i = 1; i < n; i++)
      out[i] += out[i - 1];
    for (int i = 0; i < n; i++) {
      if (out[i] > 1000)
        break;
      out[i] = -out[i];
    }
  }
  virtual void Rounds([[vkmorph::size("n")]] int *out, int n) {
    for (int round = 0; round < 3; round++) {
      const int shift = round * 2;
      kernel1D_Add(out, n, shift);
      for (int i = 0; i < n; i++)
        out[i] ^= shift + i;
    }
  }

protected:
  void kernel1D_Add(int *out, int n, int x) {
    for (int i = 0; i < n; i++)
      out[i] += x;
  }
  int m_gain = 3;
};

// What a loop that depends on earlier iterations, or ends early, is: one thread's, which is said.
// CHECK: host_loops.cpp:[[@LINE-26]]:5: warning: one thread of the device runs this loop of control function 'Running': its iterations are not known to be independent [vkm2024, one-thread]
// CHECK: host_loops.cpp:[[@LINE-25]]:5: warning: one thread of the device runs this loop of control function 'Running': it is not a counted loop whose iterations all run [vkm2024, one-thread]
// CHECK-NOT: warning:
// CHECK: vkm.kernel @kernel1D_Fill_members(
// CHECK: vkm.grid (%i: si32 {{.*}}"i")
// CHECK: vkm.kernel @kernel1D_Several_members(
// CHECK: vkm.once
// CHECK: vkm.kernel @kernel1D_Several_members2(
// CHECK: vkm.grid
// CHECK: vkm.kernel @kernel1D_Rows_members(
// CHECK: vkm.grid (%y: si32 {{.*}}"y", %x: si32 {{.*}}"x")
// CHECK: vkm.kernel @kernel1D_Running_members(
// CHECK-NOT: vkm.grid
// CHECK: vkm.kernel @kernel1D_Rounds_members(
// CHECK: vkm.grid
