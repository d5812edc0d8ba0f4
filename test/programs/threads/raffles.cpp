// Origin: written as a user would, before its first translation.
// Threads that leave loops in loops in every way, with generators of their own, and threads that have all left before a kernel comes.
// RUN: %check %s --class Raffle --variants=all --setup "object.Open(70);" --size player=70 --size passes=1,2 --arg m_rounds=0..4 --arg m_draws=1..4 -- -std=c++17
// RUN: %check %s --class Countdown --variants=all --size n=0,1,33,300 --arg m_floor=-3..9 -- -std=c++17
#include <cstdint>
#include <vector>

/// Players draw tickets in rounds until they win, are thrown out, or run out of coins.
class Raffle {
public:
  virtual ~Raffle() = default;

  void Open(uint32_t players) {
    m_seeds.resize(players);
    m_coins.assign(players, 0);
    m_thrownOut.assign(players, 0);
    for (uint32_t i = 0; i < players; ++i)
      m_seeds[i] = 0x9e3779b9u * (i + 1);
  }

  virtual void PlayBlock(uint32_t player, const int *purse, int *won, float *mood, uint32_t passes) {
    for (uint32_t pass = 0; pass < passes; ++pass)
      for (uint32_t i = 0; i < player; ++i)
        Play(i, purse, won, mood);
  }

  void Play(uint32_t tid, const int *purse, int *won, float *mood) {
    int prize = 0;
    float feeling = 1.0f;
    if (!kernel_Enter(tid, purse))
      return;
    for (int round = 0; round < m_rounds; round++) {
      bool lucky = false;
      for (int draw = 0; draw < m_draws; draw++) {
        uint32_t ticket;
        kernel_Draw(tid, &ticket);
        switch (ticket % 7u) {
        case 0:
          kernel_Fine(tid, &feeling);
          if (m_coins[tid] < -2)
            return;
          continue;
        case 1:
        case 2:
          lucky = kernel_Check(tid, ticket, round, &prize);
          break;
        case 3:
          if (draw > 1) {
            kernel_ThrowOut(tid, draw);
            kernel_Note(tid, prize, feeling, won, mood);
            return;
          }
          break;
        default:
          feeling *= 0.75f;
        }
        if (lucky)
          break;
      }
      if (lucky && prize > 40)
        break;
      if (!kernel_Pay(tid, round))
        continue;
      kernel_Cheer(tid, &feeling);
    }
    kernel_Note(tid, prize, feeling, won, mood);
  }

  int m_rounds = 3, m_draws = 3;

private:
  bool kernel_Enter(uint32_t tid, const int *purse) {
    m_coins[tid] += purse[tid] % 8;
    return m_coins[tid] > 0 && m_thrownOut[tid] == 0;
  }
  void kernel_Draw(uint32_t tid, uint32_t *ticket) {
    uint32_t x = m_seeds[tid];
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    m_seeds[tid] = x;
    *ticket = x >> 8;
  }
  void kernel_Fine(uint32_t tid, float *feeling) {
    m_coins[tid] -= 2;
    *feeling -= 0.25f;
  }
  bool kernel_Check(uint32_t tid, uint32_t ticket, int round, int *prize) {
    if (ticket % 3u != 0u)
      return false;
    *prize += int(ticket % 29u) + round;
    return true;
  }
  void kernel_ThrowOut(uint32_t tid, int draw) { m_thrownOut[tid] = draw; }
  bool kernel_Pay(uint32_t tid, int round) {
    m_coins[tid] -= round;
    return m_coins[tid] >= 0;
  }
  void kernel_Cheer(uint32_t tid, float *feeling) { *feeling += 0.5f; }
  void kernel_Note(uint32_t tid, int prize, float feeling, int *won, float *mood) {
    won[tid] = prize;
    mood[tid] = feeling;
  }

  std::vector<uint32_t> m_seeds;
  std::vector<int> m_coins;
  std::vector<int> m_thrownOut;
};

/// Numbers that fall until nobody is left: the last kernels have no threads, or all of them.
class Countdown {
public:
  virtual ~Countdown() = default;

  virtual void FallBlock(const int *start, int *end, int *fell, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i)
      Fall(i, start, end, fell);
  }

  int m_floor = 2;

private:
  void Fall(uint32_t tid, const int *start, int *end, int *fell) {
    int height = start[tid] % 10, steps = 0;
    kernel_Mark(tid, fell, -1);
    for (int turn = 0; turn < 4; ++turn) {
      if (kernel_Below(tid, height))
        return;
      // Some need another kernel in a loop whose length they compute.
      while (height > 6) {
        kernel_Down(tid, &height, &steps);
        if (steps > 5)
          break;
      }
      kernel_Down(tid, &height, &steps);
    }
    if (m_floor > 5)
      return;
    for (int turn = 0; turn < m_floor; ++turn) {
      if (turn == 2)
        break;
      kernel_Down(tid, &height, &steps);
    }
    kernel_End(tid, height, end);
    kernel_Mark(tid, fell, steps);
  }
  void kernel_Mark(uint32_t tid, int *fell, int steps) { fell[tid] = steps; }
  bool kernel_Below(uint32_t tid, int height) { return height < m_floor; }
  void kernel_Down(uint32_t tid, int *height, int *steps) {
    *height -= 1;
    ++*steps;
  }
  void kernel_End(uint32_t tid, int height, int *end) { end[tid] = height; }
};
