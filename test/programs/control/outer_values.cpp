// Origin: written with the part of the compiler that it tests.
// Members that loops and branches assign from values that are computed outside of them.
// RUN: %check %s --size n=1,40,200 --arg x=-2..2 --arg limit=-1..1 --arg mode=0..3 -- -std=c++17
struct Range {
  float low, high;
};

class OuterValues {
public:
  virtual ~OuterValues() = default;

  virtual int Grow([[vkmorph::size("n")]] float *x, int n, float limit) {
    for (int round = 0; round < 6; ++round) {
      kernel1D_Scale(x, n);
      m_limit = limit + m_most;
    }
    return 1;
  }

  virtual int Twice([[vkmorph::size("n")]] float *x, int n, float limit) { return Grow(x, n, limit * 4); }

  virtual void Halve([[vkmorph::size("n")]] float *x, int n, int mode) {
    int left = n;
    const int times = 2;
    while (left > 1) {
      left /= 2;
      if (mode == 1)
        continue;
      for (int i = 0; i < 3; i++)
        m_bias = times + 1;
      kernel1D_Add(x, n);
    }
  }

  // A struct of the host's, of which the loop takes a part.
  virtual void Between([[vkmorph::size("n")]] float *x, int n, float limit, int mode) {
    Range range = {limit, limit + 1};
    if (mode > 1)
      range.high += 2;
    for (int round = 0; round < mode; ++round) {
      kernel1D_Scale(x, n);
      m_limit = range.high - m_most * 0.125f;
      if (round == 1) {
        range.low = range.high;
        m_range = range;
        kernel1D_Add(x, n);
      }
    }
  }

protected:
  void kernel1D_Scale(float *x, int n) {
    m_most = 0;
    for (int i = 0; i < n; i++)
      m_most = x[i] * m_limit > m_most ? x[i] * m_limit : m_most;
    m_most = m_most < 4 ? m_most : 4;
  }
  void kernel1D_Add(float *x, int n) {
    for (int i = 0; i < n; i++)
      x[i] = x[i] * 0.5f + float(m_bias) + m_range.low;
  }
  float m_most = 0, m_limit = 1;
  Range m_range = {};
  int m_bias = 2;
};
