// Functions of numbers that choose their value: a reduction if the body is a form of one, and written out nowhere else.
// RUN: sed -e 's,^ *//.*,,' %s > %t.cpp
// RUN: vkmorph %t.cpp --class C --emit=recognised --without-locations -- -std=c++17 | FileCheck %s
struct Hit {
  float t;
  int index;
};
static int Least(int a, int b) {
  return a < b ? a : b;
}
static float Most(float a, float b) {
  if (b > a)
    return b;
  return a;
}
static Hit Nearer(const Hit &a, const Hit &b) {
  if (b.t < a.t)
    return b;
  else
    return a;
}
static unsigned Both(unsigned a, unsigned b) {
  return a & b;
}
class C {
public:
  virtual ~C() {}
  virtual void run(const int *in, const Hit *hits, int n) { kernel1D_k(in, hits, n); }
  void kernel1D_k(const int *in, const Hit *hits, int n) {
    for (int i = 0; i < n; i++) {
      // CHECK: vkm.reduce min @m_least
      m_least = Least(m_least, in[i]);
      // CHECK: vkm.reduce max @m_most
      m_most = Most(m_most, float(in[i]));
      // CHECK: vkm.arg_reduce min first @m_hit["t"]
      // CHECK: vkm.carry @m_hit["index"]
      m_hit = Nearer(m_hit, hits[i]);
      // CHECK: vkm.reduce and @m_all
      m_all = Both(in[i], m_all);
    }
  }
  int m_least = 0;
  float m_most = 0;
  Hit m_hit = {};
  unsigned m_all = 0;
};
