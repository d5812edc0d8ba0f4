// Origin: written with the part of the compiler that it tests.
// Early exits of every form between the kernels of a thread, joined and split.
// RUN: %check %s --class Exits --variants=default --variant='split=--kernels=split' --size n=1,67 -- -std=c++17
#include <cstdint>

class Exits {
public:
  virtual ~Exits() = default;

  virtual void WorkBlock(uint32_t n, int *out, uint32_t *trace, uint32_t passes) {
    for (uint32_t i = 0; i < n; ++i)
      for (uint32_t pass = 0; pass < passes; ++pass)
        Work(i, out, trace);
  }

  int rounds = 3, turns = 4;

private:
  void Work(uint32_t tid, int *out, uint32_t *trace) {
    int sum = 0;
    bool isOdd = false;
    for (int round = 0; round < rounds; ++round) {
      for (int turn = 0; turn < turns; ++turn) {
        if (kernel_Is(tid, sum, round + turn, 7)) {
          kernel_Add(tid, 1, &sum);
          continue;
        } else if (kernel_Is(tid, sum, turn, 5)) {
          kernel_Add(tid, 2, &sum);
          if (sum > 40)
            break;
        } else {
          kernel_Flip(tid, isOdd);
        }
        switch (turn) {
        case 0:
          kernel_Add(tid, 3, &sum);
          break;
        case 2:
          if (sum % 11 == 10)
            return;
          kernel_Add(tid, 5, &sum);
        default:
          kernel_Add(tid, 7, &sum);
        }
      }
      if (isOdd) {
        kernel_Trace(tid, sum, trace);
        continue;
      }
      sum += Inner(tid, sum);
      if (sum > 90)
        break;
      kernel_Add(tid, round, &sum);
    }
    if (!isOdd && sum % 2 == 0)
      return;
    kernel_Store(tid, sum, out);
  }

  int Inner(uint32_t tid, int start) {
    int best = 0;
    for (int step = 0; step < 3; ++step) {
      if (kernel_Is(tid, start, step, 3))
        return best;
      int tries = 0;
      while (tries < 4) {
        if (kernel_Is(tid, start + tries, step, 6))
          return best + 100;
        kernel_Add(tid, 1, &best);
        ++tries;
      }
    }
    return best;
  }

  bool kernel_Is(uint32_t tid, int sum, int number, int divisor) { return (int(tid) + sum + number) % divisor == 0; }
  void kernel_Add(uint32_t, int amount, int *sum) { *sum += amount; }
  void kernel_Flip(uint32_t tid, bool &isOdd) { isOdd = !isOdd || tid % 4 == 0; }
  void kernel_Trace(uint32_t tid, int sum, uint32_t *trace) { trace[tid] = trace[tid] * 31u + uint32_t(sum); }
  void kernel_Store(uint32_t tid, int sum, int *out) { out[tid] += sum; }
};
