// Origin: written as a user would, before its first translation.
// Machines behind an interface whose methods are called in loops, beside totals, lists in order, streaks and histograms of floats.
// RUN: %check %s --class Depot,Streaks --variants=virtual-workgroup --variant="ordered=--virtual=workgroup --append=stable" --size n=1,1300 -- -std=c++17
// RUN: %check %s --class Weights --variants=virtual-workgroup --variant="det=--virtual=workgroup --deterministic" --size w=1,37 --size h=1,23 -- -std=c++17
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

class Machine {
public:
  virtual ~Machine() = default;
  virtual int Work(int pieces, int hour) const = 0;
  virtual bool IsBroken(uint32_t night) const { return night % 11u == 3u; }
};
class Press : public Machine {
public:
  int Work(int pieces, int hour) const override { return pieces + 2 + (hour & 1); }
};
class Lathe : public Machine {
public:
  explicit Lathe(int speed) : m_speed(speed) {}
  int Work(int pieces, int hour) const override {
    int made = 0;
    for (int part = pieces % 7; part > 0; --part)
      made += m_speed;
    return pieces / 2 + made + hour;
  }
  bool IsBroken(uint32_t night) const override { return night % 5u == 1u; }

private:
  int m_speed;
};
class Saw : public Machine {
public:
  int Work(int pieces, int hour) const override { return hour > 4 ? pieces - 3 : pieces ^ 5; }
};

inline std::vector<std::unique_ptr<Machine>> Furnish() {
  std::vector<std::unique_ptr<Machine>> machines;
  machines.push_back(std::make_unique<Press>());
  machines.push_back(std::make_unique<Lathe>(4));
  machines.push_back(std::make_unique<Saw>());
  machines.push_back(std::make_unique<Lathe>(1));
  return machines;
}

//===--- Depot: what the nights make fills a depot; lists tell what happened. ---===//

class Depot {
public:
  virtual ~Depot() = default;
  virtual void Fill(const uint32_t *nights, int *level, int *sold, uint32_t n) {
    m_rejects = 0;
    kernel1D_Store(nights, level, n);
    m_level = 5;
    m_sales = 0;
    kernel1D_Sell(nights, level, sold, n);
  }
  virtual void Report(const uint32_t *nights, uint32_t n) {
    m_broken.clear();
    m_best.clear();
    kernel1D_Log(nights, n);
  }

protected:
  int MakeIn(uint32_t night) const {
    int pieces = int(night >> 26);
    for (int hour = 0; hour < int(night & 7u); ++hour) {
      const Machine &machine = *m_machines[(night + uint32_t(hour * 3)) % 4u];
      if (machine.IsBroken(night))
        continue;
      pieces = machine.Work(pieces, hour);
      if (pieces > 90)
        break;
    }
    return pieces;
  }
  // A total and its place in it; some nights count as rejects before, some behind it.
  void kernel1D_Store(const uint32_t *nights, int *level, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      const int pieces = MakeIn((nights[i] + i) * 2654435761u);
      if (pieces % 6 == 5) {
        ++m_rejects;
        level[i] = -1;
        continue;
      }
      m_stored += pieces;
      level[i] = m_stored;
      if (m_stored % 4 == 1)
        ++m_rejects;
    }
  }
  // A level that is held between bounds, beside a second total.
  void kernel1D_Sell(const uint32_t *nights, int *level, int *sold, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      int left = 6;
      for (uint32_t k = 0; k < 3; ++k)
        left = m_machines[(nights[i] + i * k) % 4u]->Work(left, int(k)) % 19;
      m_level = std::clamp(m_level + left - 4, 0, 60);
      m_sales += left > 3 ? 2 : 1;
      sold[i] = m_level * 1000 + m_sales % 1000 + (level[i] < 0 ? 1 : 0);
    }
  }
  // Two lists, and what is counted beside them.
  void kernel1D_Log(const uint32_t *nights, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      const uint32_t night = (nights[i] + i) * 2654435761u;
      const int pieces = MakeIn(night);
      if (pieces < 12)
        m_broken.push_back(i);
      if (pieces > 40) {
        m_best.push_back(pieces * 2 + int(i & 1u));
        m_sum += pieces;
      }
    }
  }

  std::vector<std::unique_ptr<Machine>> m_machines = Furnish();
  std::vector<uint32_t> m_broken;
  std::vector<int> m_best;
  int m_rejects = 0, m_stored = 100, m_level = 5, m_sales = 0, m_sum = 0;
};

//===--- Streaks: the longest run of good nights, which parts of the year combine. ---===//

struct Streak {
  int first = 0, last = 0, longest = 0, length = 0;
};
[[vkmorph::associative]] inline Streak Join(const Streak &a, const Streak &b) {
  Streak both;
  both.first = a.first == a.length ? a.length + b.first : a.first;
  both.last = b.last == b.length ? b.length + a.last : b.last;
  both.longest = std::max(std::max(a.longest, b.longest), a.last + b.first);
  both.length = a.length + b.length;
  return both;
}

class Streaks {
public:
  virtual ~Streaks() = default;
  virtual void Count(const uint32_t *nights, int *turns, uint32_t n) {
    m_streak = Streak();
    kernel1D_Join(nights, n);
    kernel1D_Turn(nights, turns, n);
  }

protected:
  void kernel1D_Join(const uint32_t *nights, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      const uint32_t night = nights[i] * 40503u + i;
      int pieces = int(night & 15u);
      int hour = 0;
      while (hour < 5 && pieces < 30) {
        pieces = m_machines[(night >> hour) & 3u]->Work(pieces, hour);
        ++hour;
      }
      m_hours += hour;
      Streak one;
      one.length = 1;
      one.first = one.last = one.longest = pieces % 3 != 0 ? 1 : 0;
      m_streak = Join(m_streak, one);
    }
  }
  // The total is asked before it is changed, and the night's first machine is called alone.
  void kernel1D_Turn(const uint32_t *nights, int *turns, uint32_t n) {
    m_turn = 0;
    for (uint32_t i = 0; i < n; ++i) {
      const Machine &first = *m_machines[nights[i] % 4u];
      int step = first.Work(int(i % 10u), 1) & 7;
      for (uint32_t k = 1; k < 3; ++k)
        if (!m_machines[(nights[i] >> (4u * k)) % 4u]->IsBroken(nights[i]))
          step += int(k);
      turns[i] = m_turn;
      m_turn += step;
    }
  }

  std::vector<std::unique_ptr<Machine>> m_machines = Furnish();
  Streak m_streak;
  int m_hours = 0, m_turn = 0;
};

//===--- Weights: a map of nights, whose weights are collected by kind. ---===//

class Weights {
public:
  virtual ~Weights() = default;
  virtual void Weigh(const uint32_t *nights, float *weights, uint32_t w, uint32_t h) {
    for (float &weight : m_kinds)
      weight = 0.25f;
    kernel2D_Weigh(nights, weights, w, h);
    kernel2D_Heap(nights, weights, w, h);
  }

protected:
  void kernel2D_Weigh([[vkmorph::size("w * h")]] const uint32_t *nights, [[vkmorph::size("w * h")]] float *weights, uint32_t w,
                      uint32_t h) {
    for (uint32_t y = 0; y < h; ++y)
      for (uint32_t x = 0; x < w; ++x) {
        const uint32_t at = y * w + x;
        int pieces = int(x);
        for (uint32_t k = 0; k < (nights[at] & 3u) + 1u; ++k)
          pieces = m_machines[(nights[at] + k * y) % 4u]->Work(pieces & 63, int(k));
        weights[at] = 0.1f * float(pieces & 31);
        if ((pieces & 64) == 0)
          m_kinds[pieces & 15] += 0.1f * float(pieces & 7);
      }
  }
  void kernel2D_Heap([[vkmorph::size("w * h")]] const uint32_t *nights, [[vkmorph::size("w * h")]] float *weights, uint32_t w,
                     uint32_t h) {
    m_heap = 0u;
    for (uint32_t y = 0; y < h; ++y)
      for (uint32_t x = 0; x < w; ++x) {
        const uint32_t at = y * w + x;
        int best = 0;
        for (uint32_t k = 0; k < 3u; ++k)
          best = std::max(best, m_machines[(nights[at] >> k) % 4u]->Work(int(y & 31u), int(k)));
        if (best < 4)
          continue;
        m_heap += uint32_t(best);
        weights[at] += float(m_heap & 255u);
      }
  }

  std::vector<std::unique_ptr<Machine>> m_machines = Furnish();
  float m_kinds[16] = {};
  uint32_t m_heap = 0;
};
