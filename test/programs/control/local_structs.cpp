// Origin: written as a user would, before its first translation; Windows changed as vkm2110 says.
// Control functions and their lambdas declare structs, and variables of them.
// RUN: %check %s --class Windows,Steps --size n=1,200
// RUN: %check %s --class Bounds --size n=1,200 --arg a=-3000..3000
// RUN: %check %s --class Places,Turns,Counts --size n=1,200
#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

// The host cuts an array into parts.
class Windows {
public:
  virtual ~Windows() = default;
  virtual int Run([[vkmorph::size("n")]] const int *a, [[vkmorph::size("n")]] int *o, int n) {
    struct Range {
      int from, to;
      int size() const { return to - from; }
    };
    auto part = [&](int k) {
      Range r = {k * n / 3, (k + 1) * n / 3};
      if (k == 2)
        r.to = n;
      return r;
    };
    int longest = 0;
    for (int k = 0; k < 3; k++) {
      const Range now = part(k);
      longest = std::max(longest, now.size());
      kernel1D_Fill(a, o, now.from, now.to, k);
    }
    return longest;
  }

protected:
  void kernel1D_Fill(const int *a, int *o, int from, int to, int k) {
    for (int i = from; i < to; i++)
      o[i] = a[i] + k;
  }
};

// What a lambda keeps, and a table of its own.
class Steps {
public:
  virtual ~Steps() = default;
  virtual float Run(const float *in, float *out, int n, int rounds) {
    struct Step {
      float gain;
      bool isLast;
      short taps[2];
    } steps[3] = {{0.5f, false, {1, 2}}, {0.25f, false, {3, 4}}, {2, true, {5, 6}}};
    auto gain = [](const Step &step) {
      struct Pair { float a, b; };
      Pair pair{step.gain, 1};
      if (step.isLast)
        pair.b = 0.5f;
      return pair.a * pair.b;
    };
    float all = 1;
    for (int k = 0; k < 3; k++) {
      kernel1D_Step(in, out, n, gain(steps[k]), steps[k].taps[rounds & 1]);
      all *= gain(steps[k]);
      if (steps[k].isLast)
        break;
    }
    return all;
  }

protected:
  void kernel1D_Step(const float *in, float *out, int n, float gain, int tap) {
    for (int i = 0; i < n; i++)
      out[i] = gain * in[i] + tap;
  }
};

// What kernels found goes into a struct, and from there into the next kernel.
class Bounds {
public:
  virtual ~Bounds() = default;
  virtual int Run(const int *a, int *o, int n) {
    struct Limits {
      int low, high;
    } limits = {0, 0};
    kernel1D_Find(a, n);
    limits.low = m_low;
    limits.high = m_high;
    kernel1D_Clamp(a, o, n, limits.low / 2, limits.high / 2);
    return limits.high - limits.low;
  }
  int m_low = 0, m_high = 0;

protected:
  void kernel1D_Find(const int *a, int n) {
    m_low = 1000;
    m_high = -1000;
    for (int i = 0; i < n; i++) {
      m_low = std::min(m_low, a[i]);
      m_high = std::max(m_high, a[i]);
    }
  }
  void kernel1D_Clamp(const int *a, int *o, int n, int low, int high) {
    for (int i = 0; i < n; i++)
      o[i] = std::clamp(a[i], low, high);
  }
};

// Pairs and tuples of them, and a kernel that is a template over one.
class Places {
public:
  virtual ~Places() = default;
  virtual int Run(int *a, int n) {
    struct Range {
      int from, to;
    };
    struct Cell {
      int key, hits;
    } cell = {3, 0};
    std::pair<Range, int> part = {Range{n / 4, n / 2}, 2};
    std::tuple<int, Range, bool> rest{7, Range{n / 2, n}, true};
    kernel1D_Add(a, part.first.from, part.first.to, part.second);
    if (std::get<2>(rest))
      kernel1D_Add(a, std::get<1>(rest).from, std::get<1>(rest).to, std::get<0>(rest));
    kernel1D_Count(a, n, cell);
    return cell.hits;
  }

protected:
  void kernel1D_Add(int *a, int from, int to, int by) {
    for (int i = from; i < to; i++)
      a[i] += by;
  }
  template <class T> void kernel1D_Count(const int *a, int n, T &cell) {
    int hits = 0;
    for (int i = 0; i < n; i++)
      hits += a[i] % 5 == cell.key;
    cell.hits = hits;
  }
};

struct Turn {
  std::array<std::array<int, 2>, 2> cells;
  int sizes[2];
  std::array<int, 3> order;
  void rotate() { order = {order[2], order[0], order[1]}; }
};

struct Extent {
  int longest;
  int sizes[2];
  Extent() = default;
  Extent(int width, int height) : longest(std::max(width, height)), sizes{longest, height} {}
  Extent(const Extent &other, int more)
      : longest(0), sizes{other.sizes[1], other.sizes[0] + more} {}
};

// New elements of arrays in structs that are computed from the old ones.
class Turns {
public:
  virtual ~Turns() = default;
  virtual int Run(int *o, int n, int width, int height) {
    Turn turn{{{{{width, 2}}, {{3, height}}}}, {width, height}, {{1, 2, n}}};
    turn.cells = {{{{turn.cells[0][0], turn.cells[1][0]}}, {{turn.cells[0][1], turn.cells[1][1]}}}};
    turn = Turn{turn.cells, {turn.sizes[1], turn.sizes[0]}, turn.order};
    turn.rotate();
    Extent extent(width, height + 1);
    extent = Extent(extent, 2);
    kernel1D_Turn(o, n, turn);
    kernel1D_Size(o, n, extent.sizes[0], extent.sizes[1]);
    return turn.sizes[0] - turn.cells[0][1];
  }

protected:
  void kernel1D_Turn(int *o, int n, Turn turn) {
    for (int i = 0; i < n; i++)
      o[i] = turn.cells[i % 2][0] + turn.sizes[i % 2] * 5 + turn.order[i % 3] * 7;
  }
  void kernel1D_Size(int *o, int n, int width, int height) {
    for (int i = 0; i < n; i++)
      o[i] += width + 3 * height;
  }
};

namespace counters {
class Count {
public:
  void add(int k) { n += k; }
  int get() const { return n; }

private:
  int n = 2;
};

template <class T> class Ring {
public:
  void put(T a) { m_last[m_next++ % 2] = a; }
  T sum() const { return m_last[0] + m_last[1] * 2; }

private:
  T m_last[2] = {};
  int m_next = 0;
};
} // namespace counters

// Local variables of classes whose members are private and have initial values.
class Counts {
public:
  virtual ~Counts() = default;
  virtual int Run(int *o, int n, counters::Count all) {
    counters::Count one, pair[2] = {all, counters::Count()};
    counters::Ring<int> ring;
    one.add(n);
    pair[1].add(3);
    ring.put(one.get());
    ring.put(pair[0].get() - pair[1].get());
    kernel1D_Count(o, n, ring.sum());
    one = counters::Count();
    kernel1D_Count(o, n, one.get());
    return one.get() + ring.sum();
  }

protected:
  void kernel1D_Count(int *o, int n, int count) {
    for (int i = 0; i < n; i++)
      o[i] += count + i;
  }
};
