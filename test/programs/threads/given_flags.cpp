// Origin: written with the part of the compiler that it tests.
// A flag of each thread that kernels change within conditions and loops, and loops whose bounds other kernels compute.
// RUN: %check %s --variants=default --variant=split=--kernels=split --class Doors,Rounds --size n=1,67 -- -std=c++17
#include <cstdint>

class Doors {
public:
  virtual ~Doors() = default;
  virtual void RunBlock(uint32_t n, int *out) {
    for (uint32_t i = 0; i < n; ++i)
      Run(i, out);
  }

private:
  void Run(uint32_t tid, int *out) {
    bool open = false;
    kernel_Init(tid, open);
    if (out[tid] > 3 && kernel_Flip(tid, open))
      out[tid] += 1;
    int knocks = open || kernel_Flip(tid, open) ? kernel_Knock(tid, open) : 2;
    while (knocks > 0 && !kernel_Flip(tid, open)) {
      kernel_Knock(tid, open);
      --knocks;
    }
    kernel_Store(tid, open, knocks, out);
  }
  void kernel_Init(uint32_t tid, bool &open) { open = tid % 3 == 0; }
  bool kernel_Flip(uint32_t tid, bool &open) {
    open = !open;
    return tid % 2 == 0;
  }
  int kernel_Knock(uint32_t tid, bool &open) {
    open = open != (tid % 5 == 0);
    return open ? int(tid % 4) : 1;
  }
  void kernel_Store(uint32_t tid, bool open, int knocks, int *out) { out[tid] += (open ? 1 : 2) + 10 * knocks; }
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
    for (int i = 0; i < m_most; ++i) {
      kernel_Add(tid, sum, i);
      kernel_Mix(tid, sum);
      if (sum > 1000)
        return;
    }
    // The number of rounds is the same for all that the threads do.
    for (int i = 0; i < m_rounds; ++i) {
      kernel_Add(tid, sum, i);
      kernel_Mix(tid, sum);
    }
    kernel_Store(tid, sum, out);
  }
  void kernel_Add(uint32_t tid, int &sum, int i) { sum += i * 3 + int(tid % 3); }
  void kernel_Mix(uint32_t tid, int &sum) { sum ^= int(tid & 7); }
  void kernel_Store(uint32_t tid, int sum, int *out) { out[tid] = sum; }
  int m_most = 0, m_rounds = 2;
};
