// Origin: written with the part of the compiler that it tests.
// Jumps that take along what a statement before them gave to the counter of a loop behind them.
// RUN: %check %s --class TakenAlong --size n=1,60 -- -std=c++17

class TakenAlong {
public:
  virtual ~TakenAlong() {}
  virtual void Run([[vkmorph::size("n")]] const int *a, [[vkmorph::size("n")]] int *sums, [[vkmorph::size("n")]] int *last, int n) {
    kernel1D_Breaks(a, sums, last, n);
    kernel1D_Cases(a, sums, last, n);
    kernel1D_Goes(a, sums, n);
  }
  virtual void Member([[vkmorph::size("n")]] int *b, int n, int m) {
    for (int k = 0; k < 3; k++) {
      m_at = 0;
      if (k >= m)
        break;
      for (; m_at < 4; m_at++)
        kernel1D_Add(b, n, k + m_at);
    }
  }

  int m_at = 0;

protected:
  void kernel1D_Breaks(const int *a, int *sums, int *last, int n) {
    for (int r = 0; r < n; r++) {
      int i = 9, sum = 0;
      for (int k = 0; k < 3; k++) {
        i = k;
        if ((a[r] & 3) < k)
          break;
        for (; i < 7; i++)
          sum += i;
      }
      sums[r] = sum;
      last[r] = i;
    }
  }
  void kernel1D_Cases(const int *a, int *sums, int *last, int n) {
    for (int r = 0; r < n; r++) {
      int i = 9, sum = 0;
      switch (a[r] & 3) {
      case 0:
        i = 2;
        break;
      case 1:
        i = 5;
        if (a[r] & 4)
          break;
        for (; i < 12; i++)
          sum += i;
      default:
        sum += i;
      }
      sums[r] += sum;
      last[r] += 100 * i;
    }
  }
  void kernel1D_Goes(const int *a, int *sums, int n) {
    int i, r;
    for (r = 0; r < n; r++) {
      i = 1;
      if (a[r] & 1)
        continue;
      for (; i < 8; i++)
        sums[r] += i;
    }
  }
  void kernel1D_Add(int *b, int n, int k) {
    for (int i = 0; i < n; i++)
      b[i] += k;
  }
};
