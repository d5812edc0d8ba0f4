// Origin: written as a user would, before its first translation.
// Threads that leave early in every way, joined, split and in queues: all at once, none, one; state in member vectors, several outputs, loops in loops.
// RUN: %check %s --class Quitters --variants=default --variant='split=--kernels=split' --variant='wavefront=--kernels=wavefront' --size n=0,1,31,257,1000 -- -std=c++17
// RUN: %check %s --class Mazes --variants=default --variant='split=--kernels=split' --variant='wavefront=--kernels=wavefront' --setup "object.Resize(33, 9);" --size tidX=33 --size tidY=9 --size passes=1,2 --arg m_rooms=3..5 --arg m_doors=2..4 -- -std=c++17
// RUN: %check %s --class Tallies --variants=default --variant='wavefront=--kernels=wavefront' --variant='tree=--kernels=wavefront --reduction=tree --finish=extra-dispatches' --variant='old=--kernels=wavefront --target=vulkan10' --size n=1,70,600 -- -std=c++17
// RUN: %check %s --class Boxes --variants=default --variant='split=--kernels=split' --variant='wavefront=--kernels=wavefront' --size w=5,7 --size h=5,6 --size x=5 --size y=4 --size z=1,4 -- -std=c++17
#include <algorithm>
#include <cstdint>
#include <vector>

/// All threads leave in the first round, some in each, or none.
class Quitters {
public:
  virtual ~Quitters() = default;
  virtual void RunBlock(const int *patience, uint32_t n, int *rounds, int *reasons) {
    for (uint32_t thread = 0; thread < n; ++thread)
      Run(thread, patience, rounds, reasons);
  }
  virtual void NobodyBlock(uint32_t n, int *rounds) {
    for (uint32_t i = 0; i < n; ++i)
      Nobody(i, rounds);
  }
  int m_most = 5;

private:
  void Run(uint32_t tid, const int *patience, int *rounds, int *reasons) {
    int left, done = 0;
    kernel_Begin(tid, patience, &left, reasons);
    if (left == 0) {
      kernel_Reason(tid, 1, reasons);
      return;
    }
    for (int round = 0; round < m_most; round++) {
      if (!kernel_Wait(tid, &left))
        break;
      kernel_Count(tid, round, &done);
    }
    if (left > 0)
      kernel_Reason(tid, 2, reasons);
    else
      kernel_Reason(tid, 3, reasons);
    kernel_Store(tid, done, rounds);
  }
  void Nobody(uint32_t tid, int *rounds) {
    int sum = 0;
    for (int round = 0; round < 3; ++round) {
      kernel_Count(tid, 100, &sum);
      break;
      kernel_Count(tid, 1000, &sum);
    }
    kernel_Store(tid, sum, rounds);
  }
  void kernel_Begin(uint32_t tid, const int *patience, int *left, int *reasons) {
    *left = ((patience[tid] % 5) + 5) % 5;
    reasons[tid] = 0;
  }
  bool kernel_Wait(uint32_t tid, int *left) { return --*left >= 0; }
  void kernel_Count(uint32_t tid, int round, int *done) { *done += round + 1; }
  void kernel_Reason(uint32_t tid, int reason, int *reasons) { reasons[tid] += reason; }
  void kernel_Store(uint32_t tid, int done, int *rounds) { rounds[tid] = done; }
};

/// Walks with random numbers of their own, loops in loops that are left in several ways, state that passes go on with.
class Mazes {
public:
  virtual ~Mazes() = default;
  void Resize(int width, int height) {
    m_width = width;
    m_states.resize(width * height);
    m_steps.assign(width * height, 0);
    for (int i = 0; i < width * height; ++i)
      m_states[i] = uint32_t(i * 2654435761u) | 1u;
  }
  virtual void WalkBlock(int tidX, int tidY, int *ends, float *depths, int passes) {
    for (int pass = 0; pass < passes; ++pass)
      for (int y = 0; y < tidY; ++y)
        for (int x = 0; x < tidX; ++x)
          Walk(x, y, ends, depths);
  }
  int m_rooms = 4, m_doors = 3;

private:
  struct Walker {
    int x, y;
    float depth;
    bool isLost;
  };
  void Walk(int tidX, int tidY, int *ends, float *depths) {
    Walker walker;
    kernel_Enter(tidX, tidY, &walker);
    for (int room = 0; room < m_rooms; ++room) {
      for (int door = 0; door < m_doors; ++door) {
        const uint32_t dice = kernel_Throw(tidX, tidY);
        if (dice < 10)
          return;
        if (dice < 60) {
          kernel_Through(tidX, tidY, door, &walker);
          break;
        }
        if (dice < 120)
          continue;
        if (kernel_Closed(tidX, tidY, dice)) {
          kernel_Lose(tidX, tidY, &walker);
          if (walker.x % 3 == 0)
            return;
        }
      }
      if (walker.isLost)
        break;
      kernel_Deeper(tidX, tidY, &walker);
    }
    kernel_Leave(tidX, tidY, walker, ends, depths);
  }
  void kernel_Enter(int tidX, int tidY, Walker *walker) { *walker = {tidX, tidY, 0.0f, false}; }
  uint32_t kernel_Throw(int tidX, int tidY) {
    uint32_t &state = m_states[tidY * m_width + tidX];
    state = state * 1664525u + 1013904223u;
    m_steps[tidY * m_width + tidX]++;
    return state >> 24;
  }
  void kernel_Through(int tidX, int tidY, int door, Walker *walker) {
    walker->x += door;
    walker->y -= 1;
  }
  bool kernel_Closed(int tidX, int tidY, uint32_t dice) { return dice > 200; }
  void kernel_Lose(int tidX, int tidY, Walker *walker) { walker->isLost = true; }
  void kernel_Deeper(int tidX, int tidY, Walker *walker) { walker->depth += 1.5f; }
  void kernel_Leave(int tidX, int tidY, const Walker &walker, int *ends, float *depths) {
    ends[tidY * m_width + tidX] = walker.x * 1000 + walker.y;
    depths[tidY * m_width + tidX] = walker.depth;
  }

  int m_width = 0;
  std::vector<uint32_t> m_states;
  std::vector<int> m_steps;
};

/// Sums, extremes and lists of those that get as far.
class Tallies {
public:
  virtual ~Tallies() = default;
  virtual void CountBlock(const uint32_t *numbers, uint32_t n) {
    m_odd = 0;
    m_longest = 0;
    m_sum = 0.0f;
    m_reached.clear();
    for (uint32_t i = 0; i < n; ++i)
      Count(i, numbers);
  }
  int m_odd = 0;
  uint32_t m_longest = 0;
  float m_sum = 0.0f;
  std::vector<uint32_t> m_reached;

private:
  // The steps of Collatz until 1, of which there are at most 12.
  void Count(uint32_t tid, const uint32_t *numbers) {
    uint32_t number, steps = 0;
    if (!kernel_Read(tid, numbers, &number))
      return;
    for (int turn = 0; turn < 12; ++turn) {
      if (kernel_IsOne(tid, number))
        break;
      if (number % 2 == 1) {
        kernel_Odd(tid, &number);
        continue;
      }
      kernel_Even(tid, &number, &steps);
    }
    if (number != 1)
      return;
    kernel_Tally(tid, steps);
  }
  bool kernel_Read(uint32_t tid, const uint32_t *numbers, uint32_t *number) {
    *number = numbers[tid] % 64u;
    return *number > 0;
  }
  bool kernel_IsOne(uint32_t tid, uint32_t number) { return number == 1; }
  void kernel_Odd(uint32_t tid, uint32_t *number) {
    *number = *number * 3 + 1;
    m_odd++;
  }
  void kernel_Even(uint32_t tid, uint32_t *number, uint32_t *steps) {
    *number /= 2;
    ++*steps;
  }
  void kernel_Tally(uint32_t tid, uint32_t steps) {
    m_longest = std::max(m_longest, steps);
    m_sum += float(steps) * 0.25f;
    m_reached.push_back(tid);
  }
};

/// Three dimensions, a function between the driver and the kernels that returns, a loop whose bound threads compute.
class Boxes {
public:
  virtual ~Boxes() = default;
  void Fill(uint32_t x, uint32_t y, uint32_t z, uint32_t w, uint32_t h, [[vkmorph::size("w * h * z")]] int *out) {
    int filled = 0;
    if (!kernel_IsInside(x, y, z))
      return;
    Layers(x, y, z, &filled);
    kernel_Write(x, y, z, filled, out, w, h);
  }
  int m_layers = 3;

private:
  void Layers(uint32_t x, uint32_t y, uint32_t z, int *filled) {
    for (int layer = 0; layer < m_layers; ++layer) {
      if (kernel_Blocked(x, y, z, layer))
        return;
      for (uint32_t turn = 0; turn < x; ++turn)
        if (kernel_Add(x, y, z, turn, filled))
          break;
    }
    kernel_Top(x, y, z, filled);
  }
  bool kernel_IsInside(uint32_t tidX, uint32_t tidY, uint32_t tidZ) { return (tidX ^ tidY ^ tidZ) != 3; }
  bool kernel_Blocked(uint32_t tidX, uint32_t tidY, uint32_t tidZ, int layer) { return int(tidY + tidZ) % 4 < layer; }
  bool kernel_Add(uint32_t tidX, uint32_t tidY, uint32_t tidZ, uint32_t turn, int *filled) {
    *filled += int(turn) + 1;
    return *filled > 6;
  }
  void kernel_Top(uint32_t tidX, uint32_t tidY, uint32_t tidZ, int *filled) { *filled += 100; }
  void kernel_Write(uint32_t tidX, uint32_t tidY, uint32_t tidZ, int filled, int *out, uint32_t w, uint32_t h) {
    out[(tidZ * h + tidY) * w + tidX] = filled;
  }
};
