// Origin: written with the part of the compiler that it tests.
// Sweeps from one vector to another that are swapped, and what a control function returns of what it saw in between.
// RUN: %check %s --class Sweeps --arg eps=0.0..0.1 --arg rounds=1..4 -- -std=c++17
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

class Sweeps {
public:
  Sweeps() : m_now(6, 0.25f), m_next(6, 0.5f) {}
  virtual ~Sweeps() = default;

  virtual int Settle(float eps) {
    int sweeps = 0;
    for (; sweeps < 20; sweeps++) {
      kernel1D_Step();
      std::swap(m_now, m_next);
      if (m_change < eps)
        break;
    }
    return sweeps;
  }

  virtual float Total(int rounds) {
    float total = 0;
    for (int k = 0; k < rounds; k++) {
      kernel1D_Step();
      m_now.swap(m_next);
      total += m_change;
    }
    return total;
  }

private:
  void kernel1D_Step() {
    m_change = 0.0f;
    for (int i = 0; i < 6; i++) {
      m_next[i] = 0.5f * m_now[i] + 0.25f * m_now[(i + 1) % 6];
      m_change = std::max(m_change, std::fabs(m_next[i] - m_now[i]));
    }
  }

  float m_change = 0;
  std::vector<float> m_now, m_next;
};
