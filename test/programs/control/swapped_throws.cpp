// Origin: written with the part of the compiler that it tests.
// A throw behind std::swap of two vectors: whoever catches it finds them as they were then. Vectors that get their size
// behind one, in a call that runs in pieces.
// RUN: %check %s --size n=5,300 --arg k=-1..4 -- -std=c++17
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

class SwappedThrows {
public:
  virtual ~SwappedThrows() = default;

  virtual int Rounds([[vkmorph::size("n")]] const int *a, int n, int k) {
    m_now.resize(n);
    m_next.resize(n);
    kernel1D_Fill(a, n);
    for (int i = 0; i < 3; i++) {
      kernel1D_Step(n, i);
      std::swap(m_now, m_next);
      kernel1D_Sum(n);
      if (m_sum % 5 == k)
        throw std::runtime_error("sum " + std::to_string(m_sum) + " in round " + std::to_string(i));
    }
    return m_sum;
  }

  virtual void Once([[vkmorph::size("n")]] const int *a, int n, int k) {
    m_now.resize(n);
    m_next.resize(n);
    kernel1D_Fill(a, n);
    std::swap(m_now, m_next);
    if (k > 1)
      throw std::out_of_range("step " + std::to_string(k));
    kernel1D_Step(n, k);
  }

  virtual void Table([[vkmorph::size("n")]] const int *a, int n, int k) {
    if (k == 3)
      throw std::invalid_argument("three");
    const int rows = k < 0 ? n + 1 : n;
    m_table.assign(rows, k);
    kernel1D_Add(a, n);
    if (k == 2)
      throw std::length_error(std::to_string(m_table.size()) + " rows");
    kernel1D_Add(a, n);
  }

protected:
  void kernel1D_Add(const int *a, int n) {
    for (int i = 0; i < n; i++)
      m_table[i] += a[i];
  }

  void kernel1D_Fill(const int *a, int n) {
    for (int i = 0; i < n; i++) {
      m_now[i] = a[i];
      m_next[i] = a[i] * 2 + 1;
    }
  }

  void kernel1D_Step(int n, int by) {
    for (int i = 0; i < n; i++)
      m_next[i] = (m_next[i] + m_now[i] * 3 + by) & 255;
  }

  void kernel1D_Sum(int n) {
    m_sum = 0;
    for (int i = 0; i < n; i++)
      m_sum += m_now[i];
  }

  std::vector<int> m_now, m_next, m_table;
  int m_sum = 0;
};
