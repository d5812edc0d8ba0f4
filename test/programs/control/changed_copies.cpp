// Origin: written with the part of the compiler that it tests.
// Helpers that change their own parameter, which is called as one of the function that still needs its own, and arrays that a
// helper is given and leaves alone.
// RUN: %check %s --size n=1,40,200 --arg a=-9..9 --arg b=-9..9 --arg k=0..3 -- -std=c++17
class ChangedCopies {
public:
  virtual ~ChangedCopies() = default;

  // The helper's k is 2 more than this one.
  virtual void Shift([[vkmorph::size("n")]] int *a, int n, int k) {
    ShiftMore(a, n, k);
    kernel1D_Add(a, n, k);
  }

  virtual int ShiftAndCount([[vkmorph::size("n")]] int *a, int n, int k) {
    ShiftMore(a, n, k);
    kernel1D_Count(a, n);
    if (m_count > 10)
      return k;
    kernel1D_Add(a, n, k);
    return k + 1;
  }

  // Nothing else is computed from its own k.
  virtual void ShiftTwice([[vkmorph::size("n")]] int *a, int n, int k) {
    k = k * 2 + 1;
    kernel1D_Add(a, n, k);
  }

  // What the helper changes is a member; its arrays are there for other helpers' sake.
  virtual void Steer([[vkmorph::size("n")]] int *a, [[vkmorph::size("n")]] int *b, int n, int k) {
    kernel1D_Count(a, n);
    if (m_list[2] > n && m_bias < 9) {
      const int by = Choose(b, a, k);
      kernel1D_Add(b, n, by);
    } else {
      kernel1D_Add(a, n, m_bias);
    }
  }

protected:
  void ShiftMore(int *a, int n, int k) {
    if (k < 4)
      k += 2;
    kernel1D_Add(a, n, k);
  }
  int Choose(int *, int *, int k) {
    if (k == 2)
      return m_list[0] - m_count;
    m_bias = m_count;
    return k;
  }
  void kernel1D_Add(int *a, int n, int by) {
    for (int i = 0; i < n; i++)
      a[i] = a[i] * 3 + by;
  }
  void kernel1D_Count(const int *a, int n) {
    m_count = 0;
    for (int i = 0; i < n; i++)
      if (a[i] > 0)
        m_count++;
  }
  int m_list[4] = {7, 8, 300, 4};
  int m_count = 0, m_bias = 2;
};
