// Origin: written as a user would, before its first translation.
// m = f(m, x): functions that are said to be associative, operators of structs, known forms in functions of the user's own.
// RUN: %check %s --class Rotations --variants=default,extra-dispatches -- -std=c++17
#include <algorithm>
#include <cstdint>

struct Turn {
  uint32_t cosine = 1, sine = 0;
};
[[vkmorph::associative]] inline Turn operator*(const Turn &a, const Turn &b) {
  return {a.cosine * b.cosine - a.sine * b.sine, a.cosine * b.sine + a.sine * b.cosine};
}
struct Tally {
  int least = 1 << 30, most = -(1 << 30), bits = 0;
};
inline Tally Merge(Tally a, const Tally &b) {
  a.least = std::min(a.least, b.least);
  a.most = a.most > b.most ? a.most : b.most;
  a.bits |= b.bits;
  return a;
}
template <typename T> T Greatest(T a, T b) { return a < b ? b : a; }
inline int Plus(int a, int b) { return b + a; }

class Rotations {
public:
  virtual ~Rotations() = default;
  virtual void Turns(const uint32_t *x, int n) { kernel1D_Turns(x, n); }
  virtual void Known(const int *x, int n) { kernel1D_Known(x, n); }

private:
  [[vkmorph::associative]] static int LastNonZero(int before, int now) { return now != 0 ? now : before; }

  void kernel1D_Turns(const uint32_t *x, int n) {
    m_whole = Turn();
    for (int i = 0; i < n; ++i) {
      const Turn turn{x[i] | 1, x[i] >> 3};
      m_whole = m_whole * turn;
      m_reverse = turn * m_reverse;
      m_last = LastNonZero(m_last, int(x[i] & 12));
      m_sum += x[i];
    }
  }
  void kernel1D_Known(const int *x, int n) {
    for (int i = 0; i < n; ++i) {
      m_tally = Merge(m_tally, {x[i], x[i] * 2, 1 << (x[i] & 7)});
      m_greatest = Greatest(m_greatest, x[i]);
      m_fraction = Greatest<float>(0.5f * float(x[i]), m_fraction);
      m_plus = Plus(m_plus, x[i]);
    }
  }

  Turn m_whole, m_reverse;
  Tally m_tally;
  int m_last = 0, m_greatest = 0, m_plus = 0;
  uint32_t m_sum = 0;
  float m_fraction = 0;
};
