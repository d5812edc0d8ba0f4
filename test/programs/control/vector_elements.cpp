// Origin: written as a user would.
// Control functions read and write elements of vectors between their kernels.
// RUN: %check %s --class Ends,Dampers --size n=1,3,8,300
#include <vector>

class Ends {
public:
  virtual ~Ends() = default;
  virtual int Run(const int *in, int *out, int n) {
    m_v.resize(n);
    kernel1D_Load(in, n);
    const int before = m_v[0];
    m_v[0] = 7;
    m_v[n - 1] += m_v[0];
    const int first = m_v[0];
    m_last = m_v.back();
    kernel1D_Add(out, n, first);
    if (before > 5)
      kernel1D_Add(out, n, m_v.front());
    std::vector<int> w(n, 3);
    w[0] = 2;
    kernel1D_Mix(w, n);
    return w[0] + m_v[n / 2];
  }
  int m_last = 0;

protected:
  std::vector<int> m_v;
  void kernel1D_Load(const int *in, int n) {
    for (int i = 0; i < n; i++)
      m_v[i] = in[i] & 15;
  }
  void kernel1D_Add(int *out, int n, int x) {
    for (int i = 0; i < n; i++)
      out[i] = m_v[i] + x;
  }
  void kernel1D_Mix(std::vector<int> &w, int n) {
    for (int i = 0; i < n; i++)
      w[i] += m_v[i];
  }
};

struct Damper {
  float position, speed;
};

// The ends of a chain are moved by hand.
class Dampers {
public:
  virtual ~Dampers() = default;
  virtual void Step([[vkmorph::size("n")]] const float *forces, int n, int steps) {
    if ((int)m_chain.size() != n)
      m_chain.assign(n, Damper{0.0f, 0.0f});
    steps &= 3;
    for (int s = 0; s < steps; s++) {
      m_chain.front().position = -1.0f;
      m_chain[n - 1].speed *= 0.5f;
      kernel1D_Move(forces, n);
      auto second = m_chain.begin() + 1;
      second->speed += 0.25f;
      m_reached = m_chain[n / 2].position;
    }
  }
  std::vector<Damper> m_chain;
  float m_reached = 0;

protected:
  void kernel1D_Move(const float *forces, int n) {
    for (int i = 0; i < n; i++) {
      m_chain[i].speed += 0.125f * forces[i];
      m_chain[i].position += 0.125f * m_chain[i].speed;
    }
  }
};
