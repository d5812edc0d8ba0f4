// Origin: written with the part of the compiler that it tests.
// What control functions launch behind a return may not run: members keep what they had.
// RUN: %check %s --class Early --size n=0,1,300 --size mode=0,1 --size rounds=0,1,4 -- -std=c++17
class Early {
public:
  virtual ~Early() = default;
  virtual void Run(int *a, int *b, int n, int mode) {
    kernel1D_Negate(a, n);
    if (mode == 1)
      return;
    kernel1D_Fill(b, n);
    kernel1D_Sum(a, n);
  }
  virtual void Branch(int *a, int *b, int n, int mode) {
    if (mode == 1) {
      kernel1D_Negate(a, n);
      return;
    }
    kernel1D_Fill(b, n);
    kernel1D_Sum(a, n);
  }
  virtual int Loop(int *a, int *b, int n, int rounds) {
    for (int i = 0; i < rounds; ++i) {
      kernel1D_Negate(a, n);
      if (i == 2)
        break;
    }
    if (rounds > 1) {
      kernel1D_Fill(b, n);
      kernel1D_Sum(b, n);
    }
    return m_sum;
  }

protected:
  void kernel1D_Negate(int *a, int n) {
    for (int i = 0; i < n; ++i)
      a[i] = -a[i];
  }
  void kernel1D_Fill(int *b, int n) {
    for (int i = 0; i < n; ++i)
      b[i] = i;
  }
  void kernel1D_Sum(const int *a, int n) {
    m_sum = 0;
    for (int i = 0; i < n; ++i)
      m_sum += a[i];
  }
  int m_sum = 5;
};
