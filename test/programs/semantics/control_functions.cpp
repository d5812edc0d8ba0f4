// Origin: written for claims of docs/Semantics.md.
// A control function computes on the host what it passes on, assigns members in its order, launches kernels in its order, and
// returns what the members are in the end; others that it calls are part of it.
// RUN: vkmorph %s --emit=glsl -- -std=c++17 -Wno-attributes | FileCheck %s --implicit-check-not=restrict
// CHECK: buffer aBuffer
// RUN: %check %s --class ControlFunctions --variants=all --size n=0,1,2,65,1000 -- -std=c++17 -Wno-unknown-attributes
class ControlFunctions {
public:
  virtual ~ControlFunctions() {}
  // Parameters may be given other values: the kernel gets the one that they have at its launch.
  virtual int Reassigned([[vkmorph::size("n")]] int *a, int n, int by) {
    int scale = by % 5;
    by = by * 2 + 1;
    if (n > 64)
      scale += 100;
    else
      by--;
    kernel1D_Add(a, n, by);
    by += scale;
    n = n / 2;
    kernel1D_Add(a, n, by);
    return by * 1000 + scale + m_total;
  }
  // Returns before anything is launched.
  virtual int Early([[vkmorph::size("n")]] int *a, int n, int mode) {
    if (mode % 3 == 0)
      return -1;
    if (mode % 3 == 1 && n > 1)
      return m_step * 100 + n;
    kernel1D_Add(a, n, mode);
    return m_total;
  }
  // Members before, between and behind the launches.
  virtual int Members(int *a, int n, int start) {
    m_total = start;
    m_step = 2;
    kernel1D_Step(a, n);
    m_step = start % 3 + 4;
    const int seen = start * 2;
    kernel1D_Step(a, n);
    m_last = m_total - seen;
    m_total = m_total / 2 + m_last % 7;
    return m_last + m_total * 3;
  }
  // Only calls others, one of them twice.
  virtual int Chain(int *a, int *b, int n) {
    Swap(a, b, n);
    Swap(a, b, n);
    Members(b, n, 3);
    return m_total;
  }
  virtual void Swap(int *a, int *b, int n) {
    kernel1D_Combine(a, b, n);
    kernel1D_Combine(b, a, n);
  }
  // Parts of one array, at offsets that no descriptor could have.
  virtual void Parts([[vkmorph::size("2 * n + 3")]] int *a, int *out, int n) {
    const int second = n + 1;
    kernel1D_Combine(a + second, a, n);
    kernel1D_Combine(&a[3], out, n);
    kernel1D_Add(a + 1, n, 5);
    kernel1D_Combine(a + 2 * n + 3 - n, out, n);
  }

protected:
  void kernel1D_Add(int *a, int n, int by) {
    for (int i = 0; i < n; ++i) {
      a[i] += by;
      m_total += by % 3;
    }
  }
  void kernel1D_Step(int *a, int n) {
    for (int i = 0; i < n; ++i) {
      a[i] = a[i] * m_step + 1;
      m_total += a[i] & 7;
    }
    m_step++;
  }
  void kernel1D_Combine(const int *from, int *to, int n) {
    for (int i = 0; i < n; ++i)
      to[i] = to[i] * 3 - from[i];
  }
  int m_total = 0, m_step = 1, m_last = 0;
};
