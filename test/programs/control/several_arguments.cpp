// Origin: written with the part of the compiler that it tests.
// Arguments that kernels compute from members that change and from several variables of their own, and references to elements of
// tables by two indices: what the kernel is given for them has names of its own.
// RUN: %check %s --size n=1,40,200 --arg a=-9..60 --arg k=0..9 -- -std=c++17
class SeveralArguments {
public:
  virtual ~SeveralArguments() = default;
  virtual void Cells([[vkmorph::size("n")]] const int *a, int n, int k) {
    for (int y = 0; y < 3; y++)
      for (int x = 0; x < 2; x++)
        kernel1D_SumTo(a, n, m_table[y][x]);
    kernel1D_SumTo(a, n, m_table[k % 3][k & 1]);
    if (m_table[k % 3][k & 1] > 4)
      kernel1D_SumTo(a, n, m_table[(k + 1) % 3][m_table[0][0] & 1]);
  }
  virtual void Args([[vkmorph::size("n")]] int *a, int n, int k) {
    int from = k, by = 2;
    m_last = k * 3;
    from += 2;
    by *= from;
    kernel1D_Add(a, n, m_last + from * by, m_last - by);
    kernel1D_Last(a, n);
    by = from + 1;
    kernel1D_Add(a, n, m_last * from + by, m_last % 7 + from);
    m_last++;
  }
protected:
  void kernel1D_SumTo(const int *a, int n, int &sum) {
    sum = 0;
    for (int i = 0; i < n; i++)
      sum += a[i];
  }
  void kernel1D_Add(int *a, int n, int by, int from) {
    for (int i = 0; i < n; i++)
      a[i] = a[i] * 3 % 101 + by - from;
  }
  void kernel1D_Last(const int *a, int n) {
    m_last = 0;
    for (int i = 0; i < n; i++)
      m_last += a[i];
  }
  int m_table[3][2] = {};
  int m_last = 0;
};
