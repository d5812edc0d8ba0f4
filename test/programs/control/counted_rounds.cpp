// Origin: written with the part of the compiler that it tests.
// References that a function which runs in pieces writes between its kernels, and reads.
// RUN: %check %s --size n=1,3,40 --arg a=-9..9 --arg bound=0..20 -- -std=c++17
struct Limits {
  int low, high;
};

class CountedRounds {
public:
  virtual ~CountedRounds() = default;

  virtual int Run([[vkmorph::size("n")]] int *a, int n, int bound, int &rounds, Limits *limits) {
    rounds = 0;
    while (rounds < 5) {
      kernel1D_Sum(a, n);
      limits->high = m_sum;
      if (m_sum > bound)
        return rounds;
      rounds++;
      kernel1D_Add(a, n, rounds);
      limits->low = m_sum - rounds;
    }
    return -1;
  }

protected:
  void kernel1D_Sum(const int *a, int n) {
    m_sum = 0;
    for (int i = 0; i < n; i++)
      m_sum += a[i];
  }
  void kernel1D_Add(int *a, int n, int by) {
    for (int i = 0; i < n; i++)
      a[i] += by;
  }
  int m_sum = 0;
};
