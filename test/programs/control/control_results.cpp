// Origin: written with the part of the compiler that it tests.
// Control functions in control functions: results, early returns, in branches and loops.
// RUN: %check %s --class Chain --size n=0,1,300 --size rounds=0,1,3 --arg mode=0..3 --adversarial -- -std=c++17
class Chain {
public:
  virtual ~Chain() = default;
  virtual int Sum(const int *a, int n) {
    if (n == 0)
      return -1;
    kernel1D_Sum(a, n);
    return m_sum;
  }
  virtual int Twice(const int *a, int *b, int n) {
    Double(a, b, n);
    return Sum(b, n);
  }
  virtual int Balance(const int *a, int *b, int n, int rounds) {
    Double(a, b, n);
    for (int i = 0; i < rounds; ++i) {
      const int sum = Total(b, n);
      kernel1D_Subtract(b, sum / 7, n);
    }
    return Total(b, n) - Total(a, n);
  }
  virtual void Guarded(const int *a, int *b, int n, int mode) {
    if (mode > 1)
      Double(a, b, n);
    Step(b, n, mode);
    if (mode == 3)
      return;
    Step(b, n, 2);
  }

protected:
  int Total(const int *a, int n) {
    kernel1D_Sum(a, n);
    return m_sum + 1;
  }
  void Double(const int *a, int *b, int n) {
    if (n <= 0)
      return;
    kernel1D_Copy(a, b, n, 2);
  }
  void Step(int *b, int n, int mode) {
    if (mode == 0)
      return;
    if (mode == 1) {
      kernel1D_Subtract(b, 3, n);
      return;
    }
    kernel1D_Subtract(b, mode, n);
  }
  void kernel1D_Sum(const int *a, int n) {
    m_sum = 0;
    for (int i = 0; i < n; ++i)
      m_sum += a[i];
  }
  void kernel1D_Copy(const int *a, int *b, int n, int by) {
    for (int i = 0; i < n; ++i)
      b[i] = a[i] * by;
  }
  void kernel1D_Subtract(int *b, int x, int n) {
    for (int i = 0; i < n; ++i)
      b[i] -= x;
  }
  int m_sum = 0;
};
