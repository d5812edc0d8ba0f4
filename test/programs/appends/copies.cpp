// Origin: written with the part of the compiler that it tests.
// Copies of vectors that kernels append to have their elements in no order either, and what kernels make of these; a
// recorded copy into a vector that has less room than its source may come to is recorded once.
// RUN: %check %s --class Copies --size n=0,7,100,1000 --variants=default,append-stable -- -std=c++17
#include <vector>

class Copies {
public:
  virtual ~Copies() = default;
  virtual void After([[vkmorph::size("n")]] const int *in, int n) {
    m_a.clear();
    kernel1D_Append(in, n);
    m_b = m_a;
    m_c = m_b;
  }
  virtual void Before([[vkmorph::size("n")]] const int *in, int n) {
    m_b = m_a;
    kernel1D_Append(in, n);
  }
  virtual void Around([[vkmorph::size("n")]] const int *in, int n) {
    m_a = m_b;
    kernel1D_Append(in, n);
    m_b = m_a;
  }
  virtual void Made([[vkmorph::size("n")]] const int *in, [[vkmorph::size("n")]] int *out, int n) {
    m_a.clear();
    kernel1D_Append(in, n);
    kernel1D_Clear(out, n);
    kernel1D_Scale(out);
  }

protected:
  void kernel1D_Append(const int *in, int n) {
    for (int i = 0; i < n; ++i)
      if (in[i] > 0)
        m_a.push_back(in[i]);
  }
  void kernel1D_Clear(int *out, int n) {
    for (int i = 0; i < n; ++i)
      out[i] = 0;
  }
  void kernel1D_Scale(int *out) {
    for (unsigned i = 0; i < m_a.size(); ++i)
      out[i] = m_a[i] * 3 + 1;
  }
  std::vector<int> m_a, m_b, m_c;
};
