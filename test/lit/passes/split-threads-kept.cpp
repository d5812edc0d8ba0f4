// What is not split with --kernels=split: threads whose driver leaves its loops, and loops whose bounds other kernels compute.
// RUN: not vkmorph %s --class Driver --kernels=split --emit=planned -o %t -- -std=c++17 2>&1 | FileCheck %s --check-prefix=LEAVES
// RUN: vkmorph %s --class Rounds --kernels=split --remarks=decisions --emit=planned -- -std=c++17 2> %t.txt > %t.mlir
// RUN: FileCheck %s --check-prefix=KEPT < %t.txt
#include <cstdint>

class Driver {
public:
  virtual ~Driver() = default;
  virtual void RunBlock(uint32_t w, uint32_t h, int *out) {
    for (uint32_t y = 0; y < h; ++y)
      for (uint32_t x = 0; x < w; ++x) {
        if (x == 3 && y == 1)
          // LEAVES: :[[@LINE+2]]:11: warning: kernel 'Run' does all that a thread does, without --kernels=split: it leaves the loops over its threads [vkm2031, kernels-joined]
          // LEAVES: :[[@LINE+1]]:11: error: 'return' leaves the loops of kernel 'Run', whose iterations run in parallel [vkm2004]
          return;
        Run(x, y, w, out);
      }
  }

private:
  void Run(uint32_t tidX, uint32_t tidY, uint32_t w, int *out) {
    int value = 3;
    kernel_Add(tidX, value);
    kernel_Add(tidY, value);
    out[tidY * w + tidX] = value;
  }
  void kernel_Add(uint32_t tid, int &value) { value = value * 2 + int(tid); }
};

class Rounds {
public:
  virtual ~Rounds() = default;
  virtual void RunBlock(uint32_t n, int *out, const int *in) {
    kernel1D_Find(in, n);
    for (uint32_t i = 0; i < n; ++i)
      Run(i, out);
  }

private:
  void kernel1D_Find(const int *in, uint32_t n) {
    m_most = 0;
    for (uint32_t i = 0; i < n; ++i)
      m_most += in[i] & 1;
  }
  void Run(uint32_t tid, int *out) {
    int sum = int(tid);
    // KEPT: :[[@LINE+1]]:5: remark: this loop stays in one kernel of 'Run': how often it runs is not known to the host [vkm2030, decisions]
    for (int i = 0; i < m_most; ++i) {
      kernel_Add(tid, sum, i);
      kernel_Mix(tid, sum);
    }
    // The number of rounds is the same for all that the threads do.
    // KEPT-NOT: remark: this loop stays
    for (int i = 0; i < m_rounds; ++i) {
      kernel_Add(tid, sum, i);
      kernel_Mix(tid, sum);
    }
    out[tid] = sum;
  }
  void kernel_Add(uint32_t tid, int &sum, int i) { sum += i * 3 + int(tid % 3); }
  void kernel_Mix(uint32_t tid, int &sum) { sum ^= int(tid & 7); }
  int m_most = 0, m_rounds = 2;
};
