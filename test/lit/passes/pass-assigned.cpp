// Kernels are given the numbers that control functions have just assigned to members.
// RUN: vkmorph %s --emit=normalised --without-locations -- -std=c++17 | FileCheck %s
class Assigned {
public:
  virtual ~Assigned() = default;

  // CHECK-LABEL: vkm.kernel @kernel1D_Fill
  // CHECK-SAME: %n: si32
  // CHECK-NOT: vkm.field_ref @m_n

  void kernel1D_Fill(float *a) {
    for (int i = 0; i < m_n; i++)
      a[i] = 0;
  }

  // What the device counts stays a member, and so does what some launch finds as it was before.
  // CHECK-LABEL: vkm.kernel @kernel1D_Counted
  // CHECK: vkm.field_ref @m_count
  // CHECK-LABEL: vkm.kernel @kernel1D_Later
  // CHECK: vkm.field_ref @m_bias

  void kernel1D_Count(const float *a, int n) {
    for (int i = 0; i < n; i++)
      if (a[i] > 0)
        m_count++;
  }
  void kernel1D_Counted(float *a) {
    for (int i = 0; i < m_count; i++)
      a[i] = 1;
  }
  void kernel1D_Later(float *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] += float(m_bias);
  }

  // CHECK-LABEL: vkm.control @Run
  // CHECK: vkm.launch @kernel1D_Fill(%a, %n)

  virtual void Run([[vkmorph::size("n")]] float *a, int n) {
    m_n = n;
    kernel1D_Fill(a);
    m_count = 0;
    kernel1D_Count(a, n);
    kernel1D_Counted(a);
    kernel1D_Later(a, n);
    m_bias = n;
    kernel1D_Later(a, n);
  }

private:
  int m_n = 0, m_count = 0, m_bias = 0;
};
