// Origin: written as a user would, before its first translation.
// Kernels that run in heads of loops and in parts of expressions: the convergence test of a loop.
// RUN: %check %s --size n=7,300 --arg a=-9..60 --arg k=0..9 -- -std=c++17
class Heads {
public:
  virtual ~Heads() = default;

  virtual int Settle([[vkmorph::size("n")]] int *a, int n, int k) {
    int rounds = 0;
    while (Residual(a, n, k) > 40 && rounds < 20)
      rounds++;
    return rounds;
  }

  virtual int Rounds([[vkmorph::size("n")]] int *a, int n, int k) {
    int last = 0;
    for (int i = 0; i < k && Residual(a, n, i) % 7 != 3; i++) {
      if (m_sum % 2 == 0)
        continue;
      last = i * 100 + m_sum;
    }
    return last;
  }

  virtual int Sweeps([[vkmorph::size("n")]] int *a, int n, int k) {
    int sweeps = 0;
    do {
      sweeps++;
      if (sweeps == 3)
        continue;
      kernel1D_Add(a, n, sweeps);
      if (sweeps > 15)
        break;
    } while (Residual(a, n, k) % 5 != 0);
    return sweeps;
  }

  virtual int Either([[vkmorph::size("n")]] int *a, int n, int k) {
    kernel1D_Sum(a, n);
    const bool any = m_sum % 2 == 0 || Residual(a, n, k) > 100;
    if (k > 3 && Residual(a, n, k) % 3 == 0 && any)
      return m_sum;
    return any ? -1 : m_sum;
  }

  virtual int Choose([[vkmorph::size("n")]] int *a, int n, int k) {
    int first = k % 2 ? Residual(a, n, k) : 3 * k;
    first += k % 3 == 0 ? first > 50 ? Residual(a, n, 2) : 7 : Residual(a, n, first % 11);
    return first + m_sum;
  }

  // What the host has computed is asked for behind kernels that run in the same expression.
  virtual int Beside([[vkmorph::size("n")]] int *a, int n, int k) {
    const int first = Residual(a, n, k);
    const int m = first > 50 ? first : k;
    return m + (k % 2 == 1 && Residual(a, n, m % 7) > 9 ? 1000 : m_sum);
  }

  virtual void Steps([[vkmorph::size("n")]] int *a, int n, int k) {
    for (int i = 0; i < k; kernel1D_Add(a, n, i), i++)
      if (i % 4 == 2)
        continue;
  }

  virtual int Nested([[vkmorph::size("n")]] int *a, int n, int k) {
    int turns = 0;
    while (!IsDone(a, n, k, turns))
      turns++;
    return turns;
  }

protected:
  bool IsDone([[vkmorph::size("n")]] int *a, int n, int k, int turns) {
    return turns > 6 || (turns > k && Residual(a, n, turns) < 30);
  }

  int Residual(int *a, int n, int by) {
    kernel1D_Add(a, n, by);
    kernel1D_Sum(a, n);
    return m_sum < 0 ? -m_sum : m_sum;
  }

  void kernel1D_Add(int *a, int n, int by) {
    for (int i = 0; i < n; i++)
      a[i] = (a[i] * 3 + by) % 61;
  }

  void kernel1D_Sum(const int *a, int n) {
    m_sum = 0;
    for (int i = 0; i < n; i++)
      m_sum += a[i];
  }

  int m_sum = 0;
};
