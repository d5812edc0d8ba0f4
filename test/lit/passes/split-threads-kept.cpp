// What is not split with --kernels=split: threads whose driver leaves its loops, and loops whose bounds other kernels compute.
// RUN: not vkmorph %s --class Driver --kernels=split --emit=planned -o %t -- -std=c++17 2>&1 | FileCheck %s --check-prefix=LEAVES
// RUN: vkmorph %src_root/test/programs/threads/given_flags.cpp --class Rounds --kernels=split --remarks=decisions --emit=planned -- -std=c++17 2>&1 >/dev/null | FileCheck %s --check-prefix=KEPT
// The loop over m_most stays in one kernel, the one over m_rounds is split.
// KEPT: remark: what a thread of 'Run' does is 4 kernels: --kernels=split [vkm2029, decisions]
// KEPT: given_flags.cpp:57:5: remark: this loop stays in one kernel of 'Run': how often it runs is not known to the host [vkm2030, decisions]
// KEPT-NOT: this loop stays
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
