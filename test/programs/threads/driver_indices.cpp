// Origin: written with the part of the compiler that it tests.
// Which parameters are a thread's index: what steps take that are called later, what is called tidX, and what a loop counts.
// RUN: %check %s --class Terraces --variants=default --size x=1,7 --size y=3 --size tidX=5 --size tidY=1,3 --size n=6 -- -std=c++17
#include <cstdint>

class Terraces {
public:
  virtual ~Terraces() = default;

  /// Both numbers are an index: the second step takes them, in a function that stands behind this one.
  void Plant(uint32_t x, uint32_t y, int *heights, int *rows) {
    kernel_Mark(y, rows);
    Raise(x, y, heights);
  }
  void Raise(uint32_t x, uint32_t y, int *heights) { kernel_Raise(x, y, heights); }

  /// One step takes a row, the other one a number computed of both.
  void Water(uint32_t tidX, uint32_t tidY, uint32_t width, const int *rain, int *level) {
    int amount = 0;
    kernel_Rain(tidY, rain, &amount);
    kernel_Level(tidY * width + tidX, amount, level);
  }

  /// The loops over the threads are its own: the parameter counts them.
  virtual void Reap(uint32_t from, uint32_t n, int *crop) {
    for (from = 1; from < n; ++from)
      kernel_Reap(from, crop);
  }

private:
  void kernel_Mark(uint32_t tid, int *rows) { rows[tid] = 1; }
  void kernel_Raise(uint32_t tidX, uint32_t tidY, int *heights) { heights[tidY * 7 + tidX] = int(tidX + 100 * tidY); }
  void kernel_Rain(uint32_t tid, const int *rain, int *amount) { *amount = rain[tid] + 1; }
  void kernel_Level(uint32_t tid, int amount, int *level) { level[tid] = amount + int(tid); }
  void kernel_Reap(uint32_t tid, int *crop) { crop[tid] += 3; }
};
