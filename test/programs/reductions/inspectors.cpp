// Origin: written as a user would, before its first translation.
// Reductions in functions: of the class, of structs, free ones with references, lambdas, calls of calls, with a value that says
// whether something was counted.
// RUN: %check %s --class Inspectors --variants=default,vulkan10 -- -std=c++17
#include <algorithm>
#include <cstdint>

struct Range {
  int low = 1 << 30, high = -(1 << 30);
  int64_t sum = 0;
  unsigned count = 0;
  void Add(int x) {
    Widen(x);
    sum += x;
    ++count;
  }
  void Widen(int x) {
    if (x < low)
      low = x;
    if (x > high)
      high = x;
  }
  Range &operator+=(const Range &other) {
    low = std::min(low, other.low);
    high = std::max(high, other.high);
    sum += other.sum;
    count += other.count;
    return *this;
  }
};

inline void Raise(float &top, float x) {
  if (top < x)
    top = x;
}
inline void Both(int &odd, int &even, int x) {
  if (x & 1)
    odd += x;
  else
    even += x;
}

class Inspectors {
public:
  virtual ~Inspectors() = default;
  virtual void Inspect(const int *parts, int n) { kernel1D_Inspect(parts, n); }
  virtual int Sort(const int *parts, int n) {
    kernel1D_Sort(parts, n);
    return m_accepted - m_rejected;
  }

private:
  void Note(int x) {
    m_all.Add(x);
    if (x < 0)
      m_negative.Add(-x);
    NoteTop(static_cast<float>(x) * 0.5f);
  }
  void NoteTop(float x) { Raise(m_top, x); }
  bool Accept(int x) {
    if (x < m_limit) {
      m_accepted++;
      return true;
    }
    m_rejected++;
    return false;
  }
  static Range Around(int x) {
    Range range;
    range.Add(x);
    range.Add(x + 2);
    return range;
  }

  void kernel1D_Inspect(const int *parts, int n) {
    auto weigh = [this](int x) { m_weight += x * 3; };
    for (int i = 0; i < n; ++i) {
      Note(parts[i]);
      Both(m_odd, m_even, parts[i]);
      weigh(parts[i]);
      m_wide += Around(parts[i] / 2);
    }
  }

  void kernel1D_Sort(const int *parts, int n) {
    m_accepted = m_rejected = 0;
    for (int i = 0; i < n; ++i)
      if (Accept(parts[i]))
        m_quality += parts[i] & 7;
  }

  Range m_all, m_negative, m_wide;
  float m_top = -1e30f;
  int m_odd = 0, m_even = 0, m_weight = 0, m_accepted = 0, m_rejected = 0, m_limit = 10, m_quality = 0;
};
