// Origin: written with the part of the compiler that it tests.
// Clocks around the kernels of a loop or branch; no kernel of the class touches members.
// RUN: %check %s --size n=1,200 --arg a=-9..9 --arg k=0..4 -- -std=c++17
#include <chrono>

class TimedPieces {
public:
  virtual ~TimedPieces() = default;

  virtual void Rounds([[vkmorph::size("n")]] int *a, int n, int k) {
    for (int i = 0; i < k; i++) {
      const auto before = std::chrono::steady_clock::now();
      kernel1D_Add(a, n, i);
      const auto behind = std::chrono::steady_clock::now();
      m_measured += std::chrono::duration<double, std::milli>(behind - before).count() > 0 ? 1 : 0;
    }
  }

  virtual void Once([[vkmorph::size("n")]] int *a, int n, int k) {
    if (k > 0) {
      const auto before = std::chrono::steady_clock::now();
      kernel1D_Add(a, n, k);
      const auto behind = std::chrono::steady_clock::now();
      m_measured += behind > before ? 1 : 0;
    }
  }

protected:
  void kernel1D_Add(int *a, int n, int by) {
    for (int i = 0; i < n; i++)
      a[i] += by;
  }
  int m_measured = 0;
};
