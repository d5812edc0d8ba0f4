// Bools and small integers that a kernel declares, accumulates in a loop and reads behind it are reductions of their type.
// RUN: sed -e 's,^ *//.*,,' %s > %t.cpp
// RUN: vkmorph %t.cpp --emit=recognised -- -std=c++17 | FileCheck %s
// RUN: vkmorph %t.cpp -o %t.out --force -- -std=c++17
class Narrow {
public:
  virtual ~Narrow() {}
  virtual void Run(const float *a, int n) { kernel1D_Run(a, n); }

protected:
  void kernel1D_Run(const float *a, int n) {
    // CHECK-DAG: vkm.field temporary @Run_seen : ui8
    // CHECK-DAG: vkm.field temporary @Run_all : i1
    // CHECK-DAG: vkm.field temporary @Run_low : si16
    unsigned char seen = 0;
    bool all = true;
    short low = 100;
    // CHECK: vkm.grid
    for (int i = 0; i < n; i++) {
      // CHECK: vkm.reduce or @Run_seen, %{{.*}} : ui8
      seen |= static_cast<unsigned char>(a[i]);
      // CHECK: vkm.reduce and @Run_all, %{{.*}} : i1
      all = all && a[i] > 0.0f;
      // CHECK: vkm.reduce min @Run_low, %{{.*}} : si16
      if (static_cast<short>(a[i]) < low)
        low = static_cast<short>(a[i]);
    }
    m_seen = seen;
    m_all = all;
    m_low = low;
  }
  unsigned m_seen = 0;
  bool m_all = false;
  int m_low = 0;
};
