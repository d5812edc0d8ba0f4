// Origin: written as a user would, before its first translation, as what looks like a reduction and is none.
// What reductions had to refuse: totals that the loop reads, which another total or an extreme goes by.
// RUN: %check %s --class OnceMisses,OnceMultiplied,OnceHeld --size n=0,1,300,1000 -- -std=c++17
#include <algorithm>

class OnceMisses {
public:
  virtual ~OnceMisses() = default;
  virtual void Run([[vkmorph::size("n")]] int *out, int *sums, [[vkmorph::size("n")]] int *packed, const int *x, int n) {
    kernel1D_ReadInside(out, x, n);
    kernel1D_Local(sums, x, n);
    kernel1D_Depends(x, n);
    kernel1D_OldValue(packed, x, n);
    kernel1D_Mixed(x, n);
  }

private:
  // A running total.
  void kernel1D_ReadInside(int *out, const int *x, int n) {
    for (int i = 0; i < n; i++) {
      m_sum += x[i];
      if (m_sum > 100)
        out[i] = 1;
    }
  }
  void kernel1D_Local(int *sums, const int *x, int n) {
    int running = 0;
    for (int i = 0; i < n; i++) {
      running += x[i];
      sums[i] = running;
    }
  }
  void kernel1D_Depends(const int *x, int n) {
    for (int i = 0; i < n; i++) {
      m_first += x[i];
      m_second += m_first;
    }
  }
  // What ++ gives is where the iteration stands in the order.
  void kernel1D_OldValue(int *packed, const int *x, int n) {
    m_slot = 0;
    for (int i = 0; i < n; i++)
      if (x[i] > 0)
        packed[m_slot++] = x[i];
  }
  // A sum of what is compared with the smallest so far.
  void kernel1D_Mixed(const int *x, int n) {
    for (int i = 0; i < n; i++) {
      m_low = std::min(m_low, x[i]);
      m_drawdown = std::max(m_drawdown, x[i] - m_low);
    }
  }

  int m_sum = 0, m_first = 0, m_second = 0, m_slot = 0, m_low = 0, m_drawdown = 0;
};

struct Filter {
  float value = 0, gain = 0.5f;
  void Push(float x) { value += gain * (x - value); }
};

/// Totals that are multiplied or set, which reductions had to refuse.
class OnceMultiplied {
public:
  virtual ~OnceMultiplied() = default;
  virtual void Run(const int *x, const float *f, int n) {
    kernel1D_Alternate(x, n);
    kernel1D_Decayed(f, n);
    kernel1D_Difference(x, n);
    kernel1D_Function(x, n);
    kernel1D_Horner(x, n);
    kernel1D_LastSeen(x, n);
    kernel1D_Quotient(f, n);
    kernel1D_Reset(x, n);
    kernel1D_Every(x, n);
    kernel1D_Filter(f, n);
    kernel1D_Parity(x, n);
    kernel1D_Return(x, n);
    kernel1D_Switch(x, n);
  }

private:
  static int Mix(int a, int b) { return a * 2 - b; }
  int Next(int x) {
    if (x < 0)
      return m_state;
    m_state = m_state * 2 + x;
    return 0;
  }
  void kernel1D_Alternate(const int *x, int n) {
    for (int i = 0; i < n; i++)
      if (i % 2)
        m_alternate += x[i];
      else
        m_alternate *= x[i];
  }
  void kernel1D_Decayed(const float *f, int n) {
    for (int i = 0; i < n; i++)
      m_decayed += (f[i] - m_decayed) * 0.125f;
  }
  void kernel1D_Difference(const int *x, int n) {
    for (int i = 0; i < n; i++)
      m_difference = x[i] - m_difference;
  }
  void kernel1D_Function(const int *x, int n) {
    for (int i = 0; i < n; i++)
      m_mixed = Mix(m_mixed, x[i]);
  }
  void kernel1D_Horner(const int *x, int n) {
    for (int i = 0; i < n; i++)
      m_hash = m_hash * 31 + x[i];
  }
  void kernel1D_LastSeen(const int *x, int n) {
    for (int i = 0; i < n; i++)
      if (x[i] > 0)
        m_lastSeen = i - m_lastSeen;
  }
  void kernel1D_Quotient(const float *f, int n) {
    for (int i = 0; i < n; i++)
      m_quotient /= f[i];
  }
  void kernel1D_Reset(const int *x, int n) {
    for (int i = 0; i < n; i++) {
      if (x[i] == 0)
        m_run = 0;
      m_run += x[i];
    }
  }
  void kernel1D_Every(const int *x, int n) {
    for (int i = 0; i < n; i++)
      if (i % 3 == 0)
        m_every = m_every * 5 + x[i];
  }
  void kernel1D_Filter(const float *f, int n) {
    for (int i = 0; i < n; i++)
      m_filter.Push(f[i]);
  }
  void kernel1D_Parity(const int *x, int n) {
    for (int i = 0; i < n; i++)
      m_parity = i & 1 ? m_parity + x[i] : m_parity * 2;
  }
  void kernel1D_Return(const int *x, int n) {
    for (int i = 0; i < n; i++)
      m_returned += Next(x[i]);
  }
  void kernel1D_Switch(const int *x, int n) {
    for (int i = 0; i < n; i++)
      switch (i & 3) {
      case 0:
        m_switch += x[i];
        break;
      case 1:
        m_switch = -m_switch;
        break;
      default:
        break;
      }
  }

  int m_hash = 0, m_run = 0, m_alternate = 0, m_difference = 0, m_mixed = 0, m_lastSeen = 0;
  int m_every = 0, m_parity = 0, m_switch = 0, m_state = 0, m_returned = 0;
  float m_quotient = 1, m_decayed = 0;
  Filter m_filter;
};

/// Totals between bounds, and states, which reductions had to refuse.
class OnceHeld {
public:
  virtual ~OnceHeld() = default;
  virtual void Run(const int *x, int n) {
    kernel1D_Clamped(x, n);
    kernel1D_Toggle(x, n);
    kernel1D_Saturating(x, n);
    kernel1D_Once(x, n);
    kernel1D_Alternating(x, n);
  }

private:
  void kernel1D_Clamped(const int *x, int n) {
    for (int i = 0; i < n; i++)
      m_clamped = std::min(std::max(m_clamped, x[i]), 100 - x[i]);
  }
  void kernel1D_Toggle(const int *x, int n) {
    for (int i = 0; i < n; i++)
      if (x[i] > 0) {
        m_on = !m_on;
        if (m_on)
          m_switches++;
      }
  }
  void kernel1D_Saturating(const int *x, int n) {
    for (int i = 0; i < n; i++)
      m_saturated = std::min(m_saturated + x[i], 255);
  }
  void kernel1D_Once(const int *x, int n) {
    for (int i = 0; i < n; i++)
      if (!m_done) {
        m_once += x[i];
        if (x[i] == 0)
          m_done = true;
      }
  }
  void kernel1D_Alternating(const int *x, int n) {
    for (int i = 0; i < n; i++) {
      if (i % 2)
        m_alternating = std::max(m_alternating, x[i]);
      else
        m_alternating = std::min(m_alternating, x[i]);
    }
  }

  int m_clamped = 0, m_switches = 0, m_saturated = 0, m_once = 0, m_alternating = 0;
  bool m_on = false, m_done = false;
};
