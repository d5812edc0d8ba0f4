// The operations that are reductions, in the forms that C++ has for them.
// RUN: sed -e 's,^ *//.*,,' %s > %t.cpp
// RUN: vkmorph %t.cpp --class C --emit=recognised -- -std=c++17 | FileCheck %s
#include <algorithm>

class C {
public:
  virtual ~C() {}
  virtual void run(const int *in, int n) { kernel1D_k(in, n); }
  // CHECK: vkm.grid
  void kernel1D_k(const int *in, int n) {
    for (int i = 0; i < n; i++) {
      // CHECK: vkm.reduce mul @m_product, %{{.*}} : si32
      m_product *= in[i];
      // CHECK: vkm.reduce and @m_all, %{{.*}} : si32
      m_all = in[i] & m_all;
      // CHECK: vkm.reduce xor @m_narrow, %{{.*}} : si16
      m_narrow ^= in[i];
      // A chain is taken link by link, and a difference negated.
      // CHECK: vkm.reduce add @m_sum, %{{.*}} : si32
      // CHECK: vkm.unary neg
      // CHECK: vkm.reduce add @m_sum, %{{.*}} : si32
      m_sum = m_sum + in[i] - i;
      // A float is combined in float, also where each step of the source rounds a double.
      // CHECK: vkm.cast %{{.*}} : f64 to f32
      // CHECK-NEXT: vkm.reduce add @m_halves, %{{.*}} : f32
      m_halves += in[i] * 0.5;
      // Of bools: the operand need not be one where only its being zero counts.
      // CHECK: vkm.cast %{{.*}} : si32 to i1
      // CHECK-NEXT: vkm.reduce or @m_any, %{{.*}} : i1
      m_any |= in[i];
      // CHECK: vkm.reduce and @m_isAll, %{{.*}} : i1
      m_isAll = m_isAll && in[i] > 0;
      // CHECK: vkm.reduce xor @m_parity, %{{.*}} : i1
      m_parity ^= in[i] > 2;
      // CHECK: vkm.reduce xor @m_parity, %{{.*}} : i1
      m_parity = (in[i] > 5) != m_parity;
      // Also where C++ compares in int.
      // CHECK: vkm.reduce min @m_least, %{{.*}} : si16
      m_least = std::min<int>(m_least, short(in[i]));
      // CHECK: vkm.reduce max @m_most, %{{.*}} : si32
      if (!(in[i] <= m_most))
        m_most = in[i];
      // CHECK: vkm.reduce min @m_lowest, %{{.*}} : si32
      m_lowest = !(in[i] < m_lowest) ? m_lowest : in[i];
    }
  }

private:
  int m_product = 1, m_all = -1, m_sum = 0;
  float m_halves = 0;
  int m_most = 0, m_lowest = 0;
  short m_narrow = 0, m_least = 0;
  bool m_any = false, m_isAll = true, m_parity = false;
};
