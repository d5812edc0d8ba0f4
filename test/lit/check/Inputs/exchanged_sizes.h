// Two vectors by turns.
#pragma once
#include <utility>
#include <vector>

class Turns {
public:
  explicit Turns(unsigned n) : m_now(n, 1.0f), m_next(n, 0.0f) {}
  virtual ~Turns() = default;
  virtual void Step(float by) {
    kernel1D_Step(by);
    std::swap(m_now, m_next);
  }
  void SetNext(unsigned n) { m_next.resize(n); }
  float Sum() const {
    float sum = 0.0f;
    for (float x : m_now)
      sum += x;
    return sum;
  }

protected:
  void kernel1D_Step(float by) {
    for (unsigned i = 0; i < m_now.size(); i++)
      if (i < m_next.size())
        m_next[i] = m_now[i] + by;
  }
  std::vector<float> m_now, m_next;
};
