// Origin: written as a user would, before its first translation.
// What stands around the loop: old values that are kept, elements that are read before and written behind, several loops in one
// kernel that feed each other, arrays that are changed by the loop that reduces them, kernels that run twice.
// RUN: %check %s --class Bookkeeping --variants=default,vulkan10,tree-atomics,extra-dispatches -- -std=c++17
#include <algorithm>
#include <cstdint>

class Bookkeeping {
public:
  virtual ~Bookkeeping() = default;
  virtual int Close([[vkmorph::size("n + 1")]] const int *entries, int n) {
    kernel1D_Close(entries, n);
    return m_change;
  }
  virtual void Variance(const float *x, float *scores, int n) { kernel1D_Variance(x, scores, n); }
  virtual void Settle([[vkmorph::size("n + 2")]] int *entries, int n) { kernel1D_Settle(entries, n); }
  virtual void Twice(const int *a, const int *b, int n, int m) {
    kernel1D_Add(a, n);
    kernel1D_Add(b, m);
    kernel1D_Add(a, n);
  }

private:
  void kernel1D_Close(const int *entries, int n) {
    // The old balance, before it is set back.
    m_before = m_balance;
    m_balance = entries[n] + m_round;
    m_round = m_round * 2 + 1;
    for (int i = 0; i < n; i++) {
      m_balance += entries[i];
      m_balance -= 3;
      m_count += 2;
      m_count--;
    }
    m_change = m_balance - m_before;
    if (m_change < 0)
      m_losses++;
    else if (m_change == 0)
      m_round = 0;
    m_largest = std::max(m_largest, m_change);
  }

  void kernel1D_Variance(const float *x, float *scores, int n) {
    m_sum = 0;
    m_low = 1e30f;
    for (int i = 0; i < n; i++) {
      m_sum += x[i];
      m_low = std::min(m_low, x[i]);
    }
    const float mean = n > 0 ? m_sum / float(n) : 0.0f;
    float squares = 0;
    int above = 0;
    for (int i = 0; i < n; i++) {
      squares += (x[i] - mean) * (x[i] - mean);
      if (x[i] > mean)
        ++above;
      scores[i] = x[i] - m_low;
    }
    m_variance = n > 1 ? squares / float(n - 1) : 0.0f;
    m_above = above;
    m_highest = 0;
    for (int i = 0; i < n; i++)
      m_highest = std::max(m_highest, scores[i]);
  }

  // The loop changes what it adds up; its first element is set before, and two others behind it.
  void kernel1D_Settle(int *entries, int n) {
    entries[0] = 7;
    m_total = 0;
    for (int i = 0; i < n; i++) {
      const int old = entries[i];
      entries[i] = old > 0 ? old / 2 : old + 1;
      m_total += old - entries[i];
      m_xor ^= entries[i];
    }
    entries[n] = m_total;
    entries[n + 1] = entries[0] + m_xor;
  }

  void kernel1D_Add(const int *a, int n) {
    for (int i = 0; i < n; i++) {
      m_grand += a[i];
      m_last = a[i] > m_last ? a[i] : m_last;
    }
    m_grand *= 2;
    m_calls++;
  }

  int m_before = 5, m_balance = 11, m_round = 1, m_count = 0, m_change = 0, m_losses = 0, m_largest = -1000;
  float m_sum = 0, m_low = 0, m_variance = 0, m_highest = 0;
  int m_above = 0, m_total = 0, m_xor = 0, m_last = -100, m_calls = 0;
  unsigned m_grand = 1;
};
