// Origin: found by a new user: what was assigned in front of an early end was lost.
// Members and elements that control functions assign before they return, leave a loop, or go on with its next round, and in steps of loops.
// RUN: %check %s --class Leaving --size n=0,1,2,3 -- -std=c++17
// RUN: %check %s --class Steps --size n=1,300 --size Sort.n=300,400 -- -std=c++17
#include <algorithm>
#include <cstdint>
#include <vector>

class Leaving {
public:
  virtual ~Leaving() = default;
  virtual void Reset(bool hard) {
    m_x = 0;
    if (!hard)
      return;
    m_y = 0;
    kernel1D_Add();
  }
  virtual void Break(int n, int k) {
    for (int s = 0; s < n; s++) {
      m_x = s + 1;
      if (s == k)
        break;
      m_y = s;
      kernel1D_Add();
    }
  }
  virtual void Continue(int n, int k) {
    for (int s = 0; s < n; s++) {
      m_x = s + 1;
      if (s % 2 == k)
        continue;
      m_y = s;
      kernel1D_Add();
    }
  }
  virtual int Nested(int n, int k) {
    for (int s = 0; s < n; s++) {
      const int before = m_x;
      m_x = m_x + 1;
      if (s == k)
        return s;
      m_y = before + m_y;
      kernel1D_Add();
    }
    m_y = 100;
    return -1;
  }
  virtual void Elements([[vkmorph::size("n")]] float *a, int n, bool ends) {
    if (n < 2)
      return;
    a[0] = 1;
    if (ends)
      return;
    a[1] = 2;
    kernel1D_Raise(a, n);
  }
  virtual void Switch(int n, int k) {
    switch (n) {
    case 1:
      m_x = 1;
      if (k)
        break;
      m_y = 2;
      kernel1D_Add();
      break;
    case 2:
      m_x = 2;
      [[fallthrough]];
    default:
      m_y = 3;
      if (k > 5)
        return;
      m_x = m_y;
      kernel1D_Add();
    }
    m_y = m_y + 10;
  }

protected:
  void kernel1D_Add() {
    for (int i = 0; i < 10; i++)
      m_a[i] += m_x * 2 + m_y;
  }
  void kernel1D_Raise(float *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
  int m_a[10] = {};
  int m_x = 3, m_y = 4;
};

/// The step of a loop around kernels counts what kernels read.
class Steps {
public:
  virtual ~Steps() = default;
  virtual void Run(int n, float dt, unsigned steps, bool skips) {
    m_keys.assign(n, 1.5f);
    const float h = dt / 8.0f;
    for (unsigned s = 0; s != steps % 8; ++s, m_time += h) {
      if (skips && s % 2 == 1)
        continue;
      kernel1D_Move(h);
    }
    for (unsigned s = 0; s < steps % 8; m_order += int(s), s++)
      kernel1D_Mark();
  }
  virtual void Sort(int n, unsigned steps) {
    m_keys.resize(n);
    for (unsigned s = 0; s < steps % 4; ++s, ++m_order) {
      std::sort(m_keys.begin(), m_keys.end(), [](float a, float b) { return a > b; });
      kernel1D_Mark();
    }
  }

protected:
  void kernel1D_Move(float h) {
    for (unsigned i = 0; i < m_keys.size(); i++)
      m_keys[i] += h * m_time;
  }
  void kernel1D_Mark() {
    for (unsigned i = 0; i < m_keys.size(); i++)
      m_keys[i] += float(m_order);
  }
  std::vector<float> m_keys;
  float m_time = 0;
  int m_order = 0;
};
