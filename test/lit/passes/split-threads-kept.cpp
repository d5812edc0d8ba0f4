// What is not split with --kernels=split: threads whose driver leaves its loops, and loops that the host cannot run, or had better not.
// RUN: not vkmorph %s --class Driver --kernels=split --emit=planned -o %t -- -std=c++17 2>&1 | FileCheck %s --check-prefix=LEAVES
// RUN: vkmorph %src_root/test/programs/threads/given_flags.cpp --class Rounds --kernels=split --remarks=decisions --emit=planned -- -std=c++17 2>&1 >/dev/null | FileCheck %s --check-prefix=KEPT
// The loop over m_most stays in one kernel, the one over m_rounds is split.
// KEPT: remark: what a thread of 'Run' does is 4 kernels: --kernels=split [vkm2029, decisions]
// KEPT: given_flags.cpp:56:5: remark: this loop stays in one kernel of 'Run': how often it runs is not known to the host [vkm2030, decisions]
// KEPT-NOT: this loop stays
// RUN: vkmorph %s --class Heads --kernels=split --remarks=decisions --emit=planned -- -std=c++17 2>&1 >/dev/null | FileCheck %s --check-prefix=HEADS --implicit-check-not="one kernel of 'Halve'"
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

// Threads leave before they come to a loop that would crash, or not end; the host would run it all the same.
class Heads {
public:
  virtual ~Heads() = default;
  virtual void DivideBlock(int *out, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i)
      Divide(i, out);
  }
  virtual void StepBlock(int *out, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i)
      Step(i, out);
  }
  virtual void MeetBlock(int *out, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i)
      Meet(i, out);
  }
  virtual void LookUpBlock(int *out, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i)
      LookUp(i, out);
  }
  virtual void HalveBlock(int *out, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i)
      Halve(i, out);
  }
  // A control function's assignment reaches the device, and not the host that records.
  virtual void GivenBlock(int *out, uint32_t n, int turns) {
    m_turns = turns;
    for (uint32_t i = 0; i < n; ++i)
      Given(i, out);
  }

private:
  void Divide(uint32_t tid, int *out) {
    kernel_Add(tid, 1, out);
    if (m_each == 0)
      return;
    // HEADS-DAG: :[[@LINE+1]]:5: remark: this loop stays in one kernel of 'Divide': how often it runs is not known to the host [vkm2030, decisions]
    for (int i = 0; i < m_all / m_each; ++i)
      kernel_Add(tid, i, out);
  }
  void Step(uint32_t tid, int *out) {
    kernel_Add(tid, 1, out);
    if (m_each <= 0)
      return;
    // HEADS-DAG: :[[@LINE+1]]:5: remark: this loop stays in one kernel of 'Step'
    for (int i = 0; i < m_all; i += m_each)
      kernel_Add(tid, i, out);
  }
  void Meet(uint32_t tid, int *out) {
    kernel_Add(tid, 1, out);
    if (m_all < 0)
      return;
    // HEADS-DAG: :[[@LINE+1]]:5: remark: this loop stays in one kernel of 'Meet'
    for (int i = 0; i != m_all; ++i)
      kernel_Add(tid, i, out);
  }
  void LookUp(uint32_t tid, int *out) {
    kernel_Add(tid, 1, out);
    if (m_each < 0 || m_each > 3)
      return;
    // HEADS-DAG: :[[@LINE+1]]:5: remark: this loop stays in one kernel of 'LookUp'
    for (int i = 0; i < m_sizes[m_each]; ++i)
      kernel_Add(tid, i, out);
  }
    void Halve(uint32_t tid, int *out) {
    kernel_Add(tid, 1, out);
    for (int i = m_all / 2; i > 0; i /= 2)
      kernel_Add(tid, i, out);
  }
  void Given(uint32_t tid, int *out) {
    kernel_Add(tid, 1, out);
    // HEADS-DAG: :[[@LINE+1]]:5: remark: this loop stays in one kernel of 'Given'
    for (int i = 0; i < m_turns; ++i)
      kernel_Add(tid, i, out);
  }
  void kernel_Add(uint32_t tid, int by, int *out) { out[tid] += by; }

  int m_all = 8, m_each = 2, m_turns = 1;
  int m_sizes[4] = {1, 2, 3, 4};
};
