// Origin: written to find mistakes.
// Totals that conditions on their own values hold, at the corners: limits on the wrong side, numbers at the ends of their type, several changes in an iteration.
// RUN: %check %s --class Pair,Skips,Limits,Inside,Inner,Choice,Given,Small,Full,Records,Overflow,TwoLargest --option=--workgroup-size=16 --size n=1,2,257,3000 -- -std=c++17
// RUN: %check %s --class Limits --option=--workgroup-size=16 --size n=300 --arg low=7 --arg high=-9 -- -std=c++17
// RUN: %check %s --class Limits --option=--workgroup-size=16 --size n=300 --arg low=-30 --arg high=40 -- -std=c++17
// RUN: %check %s --class Limits,Largest --option=--workgroup-size=16 --size n=300 --arg low=-2147483648 --arg high=2147483647 --arg limit=4294967295 -- -std=c++17
// RUN: %check %s --class Full --option=--workgroup-size=16 --size n=300 --arg capacity=2147483647 -- -std=c++17
// RUN: %check %s --class Full --option=--workgroup-size=16 --size n=300 --arg capacity=-2147483648 -- -std=c++17
#include <algorithm>
#include <cstddef>
#include <cstdint>

/// Two that decide on each other, of three values each.
class Pair { public: virtual ~Pair() = default;
  virtual void Run(const int *a, int n, int *out) { kernel1D_Run(a, n, out); }
private:
  void kernel1D_Run(const int *a, int n, int *out) {
    int full = 1, empty = 1;
    for (int i = 0; i < n; i++) {
      if (a[i] > 0) { if (full > 0 && empty < 2) { full--; empty++; } }
      else if (empty > 0 && full < 2) { empty--; full++; }
      out[i] = 10 * full + empty;
    }
  }
};

/// What a `continue` on the total leaves out.
class Skips { public: virtual ~Skips() = default;
  virtual void Run(const int *a, int n, int *out, int *late) { kernel1D_Run(a, n, out, late); }
private:
  void kernel1D_Run(const int *a, int n, int *out, int *late) {
    int c = 0, d = 0;
    for (int i = 0; i < n; i++) {
      out[i] = c; late[i] = d;
      if (a[i] < 0) { c = 0; d = 0; continue; }
      if (d >= 60) continue;
      d++;
      if (c < 5) c++;
    }
  }
};

/// Limits that only the call knows, which may be on the wrong side of what the totals begin with.
class Limits { public: virtual ~Limits() = default;
  virtual void Run(const int *a, int n, int low, int high, int *up, int *down) { kernel1D_Run(a, n, low, high, up, down); }
private:
  void kernel1D_Run(const int *a, int n, int low, int high, int *up, int *down) {
    int c = 0, d = 0;
    for (int i = 0; i < n; i++) {
      if (a[i] > 0) { if (c <= high) c++; } else if (c > 0) --c;
      if (a[i] > 0) { if (d >= low) d--; } else if (d < 0) ++d;
      up[i] = c; down[i] = d;
    }
  }
};

/// Bounds that are one more than a limit, which may be the largest number, and a limit that is it.
class Largest { public: virtual ~Largest() = default;
  virtual void Run(const int *a, int n, unsigned limit, int high, unsigned *up, int *sum, int *wide) { kernel1D_Run(a, n, limit, high, up, sum, wide); }
private:
  void kernel1D_Run(const int *a, int n, unsigned limit, int high, unsigned *up, int *sum, int *wide) {
    unsigned c = 0;
    int d = 0;
    std::size_t w = 0;
    for (int i = 0; i < n; i++) {
      if (a[i] > 0) { if (c <= limit) c++; } else if (c > 0) --c;
      if (a[i] > 0) { if (d <= high - 3) d++; } else if (d > 0) --d;
      if (a[i] > 0) { if (w < SIZE_MAX) w++; } else if (w > 0) --w;
      up[i] = c; sum[i] = d; wide[i] = int(w);
    }
  }
};

/// Branches that do more, and read the total before and behind its change; a member that others read later.
class Inside { public: virtual ~Inside() = default;
  virtual void Run(const int *a, int n, int *out, int *hits) { kernel1D_Run(a, n, out, hits); kernel1D_After(n, out); }
  int GetLevel() const { return m_level; }
private:
  void kernel1D_Run(const int *a, int n, int *out, int *hits) {
    m_level = 5;
    for (int i = 0; i < n; i++) {
      hits[i] = -1;
      if (a[i] > 0 && m_level < 40) { hits[i] = m_level; m_level++; out[i] = m_level; }
      else if (a[i] <= 0 && m_level > 5) { out[i] = -m_level; --m_level; hits[i] = m_level * 2; }
      else { out[i] = 1000 + m_level; }
    }
  }
  void kernel1D_After(int n, int *out) { for (int i = 0; i < n; i++) out[i] += m_level; }
  int m_level = 5;
};

/// An inner loop whose rounds count.
class Inner { public: virtual ~Inner() = default;
  virtual void Run(const int *a, int n, int *out) { kernel1D_Run(a, n, out); }
private:
  void kernel1D_Run(const int *a, int n, int *out) {
    int c = 0;
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < 3; k++)
        if ((a[i] >> k) & 1) { if (c < 33) c++; }
        else if (c > 0) c--;
      out[i] = c;
    }
  }
};

/// Steps that a `?:` takes, and one that goes around.
class Choice { public: virtual ~Choice() = default;
  virtual void Run(const int *a, int n, int *out, int *turns) { kernel1D_Run(a, n, out, turns); }
private:
  void kernel1D_Run(const int *a, int n, int *out, int *turns) {
    int c = 0, t = 0;
    for (int i = 0; i < n; i++) {
      if (a[i] > 0) c = c < 25 ? c + 1 : c;
      else c = c > 0 ? c - 1 : 0;
      t = t == 6 ? 0 : t + 1;
      out[i] = c; turns[i] = t;
    }
  }
};

/// A start that only the call knows, held between bounds first.
class Given { public: virtual ~Given() = default;
  virtual void Run(const int *a, int n, int start, int *out) { kernel1D_Run(a, n, start, out); }
private:
  void kernel1D_Run(const int *a, int n, int start, int *out) {
    int c = std::clamp(start, 0, 30);
    for (int i = 0; i < n; i++) { if (a[i] > 0) { if (c < 30) c++; } else if (c > 0) c--; out[i] = c; }
  }
};

/// A small type, and a level that falls by what data say, but not below 0.
class Small { public: virtual ~Small() = default;
  virtual void Run(const uint8_t *a, int n, int *out, int *run) { kernel1D_Run(a, n, out, run); }
private:
  void kernel1D_Run(const uint8_t *a, int n, int *out, int *run) {
    uint8_t c = 2;
    int level = 0;
    for (int i = 0; i < n; i++) {
      if (a[i] & 1) { if (c < 7) c++; } else if (c) --c;
      if (level > a[i]) level -= a[i]; else level = 0;
      level += 2 * (a[i] & 31);
      out[i] = c; run[i] = level;
    }
  }
};

/// Begins with the bound that holds it, which may be the largest number, or the smallest one.
class Full { public: virtual ~Full() = default;
  virtual void Run(const int *a, int n, int capacity, int *out) { kernel1D_Run(a, n, capacity, out); }
private:
  void kernel1D_Run(const int *a, int n, int capacity, int *out) {
    int left = capacity;
    for (int i = 0; i < n; i++) {
      if (a[i] > 20) { if (left < capacity) left++; } else if (a[i] < -20 && left > 0) left--;
      out[i] = left;
    }
  }
};

/// Records: how many there are, and where the one before was.
class Records { public: virtual ~Records() = default;
  virtual void Find(const int *in, int n, int *records) { kernel1D_Find(in, n, records); }
  virtual void Others(const int *in, int n) { kernel1D_Others(in, n); }
  int GetBefore() const { return m_before; }
private:
  void kernel1D_Find(const int *in, int n, int *records) {
    int count = 0;
    for (int i = 0; i < n; i++) {
      if (in[i] < m_least) { m_least = in[i]; m_before = m_at; m_at = i; count++; }
      records[i] = count;
    }
  }
  void kernel1D_Others(const int *in, int n) {
    for (int i = 0; i < n; i++)
      if (m_largest < in[i]) m_largest = in[i];
      else ++m_others;
  }
  int m_least = 0, m_at = 0, m_before = 0, m_largest = 0, m_others = 0;
};

/// Sums that a condition computes first, unsigned totals, and one of 64 bits.
class Overflow { public: virtual ~Overflow() = default;
  virtual void Fill(const int *flow, int n, int *level) { kernel1D_Fill(flow, n, level); }
  virtual void Count(const int *a, int n, unsigned limit, unsigned *up, unsigned *used) { kernel1D_Count(a, n, limit, up, used); }
  virtual void Wide(const int *a, int n, long *out) { kernel1D_Wide(a, n, out); }
private:
  void kernel1D_Fill(const int *flow, int n, int *level) {
    int t = 0;
    for (int i = 0; i < n; i++) {
      if (t + flow[i] > 100) t = 100;
      else t += flow[i];
      level[i] = t;
    }
  }
  void kernel1D_Count(const int *a, int n, unsigned limit, unsigned *up, unsigned *used) {
    unsigned c = 0;
    std::size_t u = 3;
    for (int i = 0; i < n; i++) {
      if (a[i] > 0) { if (c < limit) c++; } else { if (c > 4u) c -= 4u; else c = 0; }
      if (a[i] & 1) u += 2; else if (u > 0) u--;
      up[i] = c;
      used[i] = unsigned(u);
    }
  }
  void kernel1D_Wide(const int *a, int n, long *out) {
    long x = -5;
    for (int i = 0; i < n; i++) {
      if (a[i] % 3 == 0 && x < 60) ++x;
      else if (a[i] % 3 != 0 && x >= -40) --x;
      out[i] = x;
    }
  }
};

// The largest and the second largest, which was an error before.
class TwoLargest {
public:
  virtual ~TwoLargest() = default;
  virtual void Run(const int *x, int n) { kernel1D_Second(x, n); }
  int m_largest = 0, m_runnerUp = 0;

protected:
  void kernel1D_Second(const int *x, int n) {
    for (int i = 0; i < n; i++) {
      if (x[i] > m_largest) {
        m_runnerUp = m_largest;
        m_largest = x[i];
      } else if (x[i] > m_runnerUp) {
        m_runnerUp = x[i];
      }
    }
  }
};
