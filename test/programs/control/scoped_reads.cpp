// Origin: written with the part of the compiler that it tests.
// Reads between kernels that stand in scopes and branches of their own: what is recorded behind them is bound again.
// RUN: %check %s --size n=1,40,200 --arg a=-9..9 --arg k=0..5 -- -std=c++17
class ScopedReads {
public:
  virtual ~ScopedReads() = default;

  virtual int Scopes([[vkmorph::size("n")]] int *a, int n, int k) {
    int found = 0;
    kernel1D_Step(a, n);
    {
      if (k == 2)
        kernel1D_Step(a, n);
      {
        found = m_sum;
      }
    }
    kernel1D_Step(a, n);
    if (found > 10)
      return 1;
    kernel1D_Step(a, n);
    {
      const int sum = m_sum;
      found += sum;
    }
    kernel1D_Step(a, n);
    return found;
  }

  virtual int Branches([[vkmorph::size("n")]] int *a, int n, int k) {
    int found = 0;
    kernel1D_Step(a, n);
    if (k > 0)
      found = found * 3 + m_sum;
    kernel1D_Step(a, n);
    if (k > 3) {
      found = found * 3 + m_sum;
      if (found > 100)
        return found;
    }
    kernel1D_Step(a, n);
    while (k < 2 && found < 3)
      found += (m_sum & 1) + 1;
    kernel1D_Step(a, n);
    return m_sum > 1000 ? 1 : found;
  }

protected:
  void kernel1D_Step(int *a, int n) {
    m_sum = 0;
    for (int i = 0; i < n; i++) {
      a[i] += 1;
      m_sum += a[i];
    }
  }
  int m_sum = 0;
};
