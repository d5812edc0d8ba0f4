// Loops whose conditions ask what kernels have computed.
#pragma once
#include <vector>

class Settled {
public:
  virtual ~Settled() = default;

  // Until nothing changes.
  virtual int Spread(int *marks, int n) {
    int rounds = 0;
    m_next.resize(n);
    do {
      kernel1D_Spread(marks, n);
      kernel1D_Copy(marks, n);
      rounds++;
    } while (m_changed > 0);
    return rounds;
  }

  // While it is worth it, and as long as there is time; rounds that are left out.
  virtual int Relax([[vkmorph::size("n")]] float *heat, int n, float enough, int most) {
    int round = 0;
    m_error = 2.0f * enough;
    while (m_error > enough && round < most) {
      round++;
      if (round % 3 == 2)
        continue;
      kernel1D_Relax(heat, n);
    }
    for (int extra = 0; extra < 2 && m_error > 0.0f; extra++)
      kernel1D_Relax(heat, n);
    return round;
  }

protected:
  void kernel1D_Spread(const int *marks, int n) {
    m_changed = 0;
    for (int i = 0; i < n; i++) {
      int mark = marks[i];
      if (i > 0 && marks[i - 1] > mark)
        mark = marks[i - 1];
      if (i + 1 < n && marks[i + 1] > mark + 2)
        mark = marks[i + 1] - 2;
      m_next[i] = mark;
      if (mark != marks[i])
        m_changed++;
    }
  }
  void kernel1D_Copy(int *marks, int n) {
    for (int i = 0; i < n; i++)
      marks[i] = m_next[i];
  }
  void kernel1D_Relax(float *heat, int n) {
    m_error = 0.0f;
    for (int i = 0; i < n; i++) {
      const float less = heat[i] * 0.5f;
      if (heat[i] - less > m_error)
        m_error = heat[i] - less;
      heat[i] = less;
    }
  }

private:
  int m_changed = 0;
  float m_error = 0.0f;
  std::vector<int> m_next;
};
