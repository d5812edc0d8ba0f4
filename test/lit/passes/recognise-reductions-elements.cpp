// Elements of an array by a number that is no constant are reduced together; so are those by a constant then.
// RUN: sed -e 's,^ *//.*,,' %s > %t.cpp
// RUN: vkmorph %t.cpp --class Few --emit=recognised -- -std=c++17 | FileCheck %s
// RUN: vkmorph %t.cpp --class Many --emit=recognised --remarks=reductions --assume-independent=kernel1D_k -- -std=c++17 2>&1 | FileCheck %s --check-prefix=MANY
class Few {
public:
  virtual ~Few() {}
  virtual void run(const int *in, int n) { kernel1D_k(in, n); }
  void kernel1D_k(const int *in, int n) {
    for (int i = 0; i < n; i++) {
      // CHECK: vkm.reduce add @m_bins[unit](%{{.*}} : si32), %{{.*}} : si32
      m_bins[in[i] & 7]++;
      // CHECK: vkm.reduce add @m_bins[unit](%{{.*}} : ui32), %{{.*}} : si32
      m_bins[0] += 2;
      // CHECK: vkm.for "k"
      // CHECK: vkm.reduce min @m_low[1, unit](%{{.*}} : si32), %{{.*}} : si32
      for (int k = 0; k < 3; k++)
        m_low[1][k] = in[i] * k < m_low[1][k] ? in[i] * k : m_low[1][k];
      // CHECK: vkm.reduce max @m_low[0, 2], %{{.*}} : si32
      if (in[i] > m_low[0][2])
        m_low[0][2] = in[i];
    }
  }
  int m_bins[8] = {}, m_low[2][3] = {};
};

class Many {
public:
  virtual ~Many() {}
  virtual void run(const int *in, int n) { kernel1D_k(in, n); }
  void kernel1D_k(const int *in, int n) {
    // MANY: [[@LINE+2]]:7: remark: 'm_bins[...]' is no reduction of kernel 'kernel1D_k': the number of the element is no constant, and each thread would keep 256 numbers; 64 are the most
    for (int i = 0; i < n; i++)
      m_bins[in[i] & 255]++;
  }
  int m_bins[256] = {};
};
