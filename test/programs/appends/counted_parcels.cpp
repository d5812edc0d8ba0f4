// Origin: written as a user would, before its first translation.
// What a kernel has found is looked at by others: all of it, twice as often, and in pairs.
// RUN: %check %s --class Parcels --variants=default --variant=stable=--append=stable --size n=0,1,9,3000 --arg heavy=0..40 --arg rounds=0..3 -- -std=c++17
#include <cstddef>
#include <vector>

class Parcels {
public:
  Parcels() { m_few.reserve(6000); }
  virtual ~Parcels() = default;

  virtual void Sort(const int *weights, int n, int heavy, int rounds) {
    m_few.clear();
    for (int round = 0; round < rounds; round++) {
      m_heavy.clear();
      kernel1D_Choose(weights, n, heavy + round);
      kernel1D_Add();
      kernel1D_Twice();
    }
    kernel2D_Pairs();
    m_odd.clear();
    kernel1D_Odd(n);
    kernel1D_AddOdd();
    kernel1D_Few();
  }
  // Only where there was a choice.
  virtual void SortSome(const int *weights, int n, int heavy) {
    m_heavy.clear();
    if (heavy > 20)
      kernel1D_Choose(weights, n, heavy);
    kernel1D_Some();
  }

protected:
  virtual void kernel1D_Choose(const int *weights, int n, int heavy) {
    for (int i = 0; i < n; i++) {
      if ((weights[i] & 63) > heavy)
        m_heavy.push_back(weights[i] & 63);
      if ((weights[i] & 63) % 5 == 2)
        m_few.push_back(i);
    }
  }
  virtual void kernel1D_Add() {
    for (size_t k = 0; k < m_heavy.size(); k++)
      m_sum += m_heavy[k];
  }
  virtual void kernel1D_Twice() {
    for (size_t k = 0; k < 2 * m_heavy.size(); k++)
      m_count += 1;
  }
  virtual void kernel2D_Pairs() {
    for (size_t y = 0; y < m_few.size(); y++)
      for (size_t x = 0; x < m_few.size(); x++)
        m_pairs += x <= y ? 1 : 0;
  }
  virtual void kernel1D_Few() {
    for (size_t k = 0; k < m_few.size(); k++)
      m_few[k] += 1;
    m_rounds = m_rounds + 1;
  }
  virtual void kernel1D_Odd(int n) {
    for (int i = 0; i < n; i++)
      if (i & 1)
        m_odd.push_back(i);
  }
  virtual void kernel1D_AddOdd() {
    for (size_t k = 0; k < m_odd.size(); k++)
      m_some += m_odd[k];
  }
  virtual void kernel1D_Some() {
    for (size_t k = 0; k < m_heavy.size(); k++)
      m_some += m_heavy[k];
  }

  std::vector<int> m_heavy, m_few, m_odd;
  int m_sum = 0, m_count = 0, m_pairs = 0, m_some = 0, m_rounds = 0;
};
