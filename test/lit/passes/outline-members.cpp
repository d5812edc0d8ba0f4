// Members that a control function assigns beside its launches are assigned on the device, by kernels of their own:
// the commands may be submitted many times.
// RUN: sed -e 's,^ *//.*,,' %s > %t.cpp
// RUN: vkmorph %t.cpp --class C --emit=recognised --without-locations -- -std=c++17 | FileCheck %s
// RUN: vkmorph %t.cpp --class C --emit=glsl -- -std=c++17 | FileCheck %s --check-prefix=GLSL
class C {
public:
  virtual ~C() {}
  // CHECK: vkm.kernel @kernel1D_run_members(%[[FACTOR:.*]]: si32 {vkm.name = "factor"})
  // CHECK-NEXT: vkm.once {
  // CHECK: vkm.field_ref @m_total
  // CHECK: vkm.if
  // CHECK: vkm.update add
  // CHECK: vkm.control @run
  // CHECK: vkm.launch @kernel1D_run_members(%{{.*}}) : si32
  // CHECK-NEXT: vkm.launch @kernel1D_add
  // GLSL: kernel1D_run_members.comp
  // GLSL: m_total = 0;
  // GLSL: if (m_mode == 2) {
  // GLSL-NEXT: m_scale = factor;
  // GLSL: m_rates[3]++;
  virtual int run(const int *in, int n, int factor) {
    m_total = 0;
    if (m_mode == 2)
      m_scale = factor;
    ++m_rates[3];
    kernel1D_add(in, n);
    return m_total;
  }

  // Behind the last launch too, with the local names that stand for members; a private member is no exception.
  // CHECK: vkm.control @average
  // CHECK: vkm.launch @kernel1D_add
  // CHECK-NOT: vkm.var
  // CHECK: vkm.launch @kernel1D_average_members(%{{.*}}) : si32
  // CHECK-NEXT: }
  // GLSL: kernel1D_average_members.comp
  // GLSL: const int mean = n != 0 ? m_total / n : 0;
  // GLSL-NEXT: m_mean = mean * 2;
  // GLSL-NEXT: m_isReady =
  virtual void average(const int *in, int n) {
    kernel1D_add(in, n);
    const int mean = n ? m_total / n : 0;
    m_mean = mean * 2;
    m_isReady = true;
  }

  // A variable that several statements read is one parameter.
  // CHECK: vkm.kernel @kernel1D_grow_members(%{{[^,]*}}: si32 {vkm.name = "step"})
  // CHECK: vkm.control @grow
  // CHECK: vkm.launch @kernel1D_grow_members(%{{[^,]*}}) : si32
  virtual void grow(const int *in, int n) {
    int step = 1;
    while (step < n) {
      kernel1D_add(in, step);
      m_scale = step;
      m_mode += step + 1;
      step *= 2;
    }
  }
  void kernel1D_add(const int *in, int n) {
    for (int i = 0; i < n; i++)
      m_total += in[i] * m_scale + m_rates[3];
  }
  int m_total = 0, m_mode = 0, m_scale = 1;
  int m_rates[4] = {};

private:
  int m_mean = 0;
  bool m_isReady = false;
};
