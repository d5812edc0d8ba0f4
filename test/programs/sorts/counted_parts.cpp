// Origin: written with the part of the compiler that it tests.
// Sorts of as many elements as a kernel has counted: the host waits for the number, and the function runs in pieces.
// RUN: %check %s --class CountedParts --size n=0,1,700,2600 -- -std=c++17
#include <algorithm>
#include <functional>
#include <vector>

class CountedParts {
public:
  virtual ~CountedParts() = default;

  virtual void ToMember(const int *in, [[vkmorph::size("n")]] int *out, unsigned n) {
    m_n = 0;
    kernel1D_Count(in, out, n);
    std::sort(out, out + m_n);
    kernel1D_Add(out, n);
  }
  virtual void Asked(const int *in, [[vkmorph::size("n")]] int *out, unsigned n) {
    m_n = 0;
    kernel1D_Count(in, out, n);
    if (m_n > 3)
      std::sort(out, out + m_n);
    kernel1D_Add(out, n);
  }
  virtual void Kept(const int *in, [[vkmorph::size("n")]] int *out, unsigned n) {
    m_n = 0;
    kernel1D_Count(in, out, n);
    const unsigned m = m_n;
    std::sort(out + m / 2, out + m);
    kernel1D_Add(out, n);
  }
  // The function itself says how many, in one call of two.
  virtual void Turns(const int *in, [[vkmorph::size("n")]] int *out, unsigned n) {
    kernel1D_Count(in, out, n);
    if (n % 2)
      m_turn = n / 2;
    if (m_turn > n)
      m_turn = n;
    std::sort(out, out + m_turn);
    kernel1D_Add(out, n);
  }
  // The second sort needs more room than the first one.
  virtual void Again(const int *in, [[vkmorph::size("n")]] int *out, unsigned n) {
    for (int round = 0; round < 2; round++) {
      m_n = unsigned(round);
      kernel1D_Count(in, out, n);
      std::sort(out, out + m_n / 3);
      m_n = m_n / 2;
      std::sort(out, out + m_n, std::greater<int>());
    }
  }

protected:
  void kernel1D_Count(const int *in, int *out, unsigned n) {
    for (unsigned i = 0; i < n; i++) {
      if (in[i] > 0 && i > 1)
        m_n++;
      out[i] = in[i];
    }
  }
  void kernel1D_Add(int *out, unsigned n) {
    for (unsigned i = 0; i < n; i++)
      out[i] += 1;
  }

  unsigned m_n = 0, m_turn = 0;
};
