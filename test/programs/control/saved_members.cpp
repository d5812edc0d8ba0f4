// Origin: written with the part of the compiler that it tests.
// A variable that keeps what a member was before it is changed, for a kernel that runs afterwards.
// RUN: %check %s --class Saved --size n=0,1,5,300 -- -std=c++17
class Saved {
public:
  virtual ~Saved() = default;
  virtual void Count(const int *a, int *out, int n) {
    kernel1D_Count(a, n);
    const unsigned count = m_count;
    m_count = 0;
    kernel1D_Use(out, n, count);
  }
  virtual void Next(int *out, int n) {
    kernel1D_Use(out, n, m_frame);
    m_frame++;
  }

private:
  void kernel1D_Count(const int *a, int n) {
    m_count = 0;
    for (int i = 0; i < n; i++)
      if (a[i] > 0)
        m_count++;
  }
  void kernel1D_Use(int *out, int n, int by) {
    for (int i = 0; i < n; i++)
      out[i] = i * 3 + by;
  }
  unsigned m_count = 0;
  int m_frame = 5;
};
