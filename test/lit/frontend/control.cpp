// Control functions: methods that call kernels, or call such methods; what they may hold.
// RUN: %import %s -- -std=c++17 | FileCheck %s

#include <cstdint>

enum class Mode : uint8_t { Fast, Exact };

class C {
public:
  virtual ~C() {}

  // CHECK: vkm.control @Both(%[[IN:[a-z0-9]*]]: !vkm.ptr<const f32> {{.*}}, %[[OUT:[a-z0-9]*]]: !vkm.ptr<f32> {{.*}}, %[[N:[a-z0-9]*]]: ui32 {{[^)]*}}) -> f32
  // CHECK-SAME: cpp_result = "float"
  virtual float Both(const float *in, float *out, uint32_t n) {
    // A pointer to an array becomes one to const, a number the type of the parameter.
    // CHECK: vkm.call @kernel1D_Sum(%[[IN]],
    kernel1D_Sum(in, n / 2);
    // CHECK: vkm.call @kernel1D_Sum(%[[OUT]], %{{.*}}) : (!vkm.ptr<f32>, si32) -> ()
    kernel1D_Sum(out, static_cast<int>(n));
    // A call of another control function gives its value.
    // CHECK: %[[MAX:.*]] = vkm.call @Largest(%[[OUT]], %[[N]]) : (!vkm.ptr<f32>, ui32) -> f32
    // CHECK: vkm.var const "largest" : <f32> = %[[MAX]] : f32
    const float largest = Largest(out, n);
    // CHECK: %[[SUM:.*]] = vkm.field_ref @m_sum
    // CHECK: vkm.return %{{.*}} : f32
    return m_sum + largest;
  }

  // CHECK: vkm.control @Repeat(%{{.*}}, %{{.*}}: ui8 {vkm.cpp_default = "Mode::Exact", vkm.cpp_type = "Mode", vkm.name = "mode"})
  virtual void Repeat(const float *in, int n, Mode mode = Mode::Exact) {
    // CHECK: vkm.for "pass"
    // CHECK: vkm.if %{{.*}} {
    // CHECK-NEXT: vkm.call @kernel1D_Sum
    for (int pass = 0; pass < 3; pass++)
      if (mode == Mode::Exact)
        kernel1D_Sum(in, n);
  }

protected:
  // CHECK: vkm.control @Largest({{.*}}) -> f32 attributes {cpp_access = #vkm<cpp_access protected>
  float Largest(const float *in, uint32_t n) {
    kernel1D_Max(in, n);
    return m_max;
  }

  // CHECK: vkm.control @Nothing({{.*}}) attributes {cpp_access = #vkm<cpp_access private>, is_const, is_virtual}
private:
  virtual void Nothing(const float *in) const { kernel1D_Nothing(in); }

  void kernel1D_Nothing(const float *) const {}
  void kernel1D_Sum(const float *in, int n) {
    m_sum = 0;
    for (int i = 0; i < n; i++)
      m_sum += in[i];
  }
  void kernel1D_Max(const float *in, uint32_t n) {
    m_max = 0;
    for (uint32_t i = 0; i < n; i++)
      m_max = in[i] > m_max ? in[i] : m_max;
  }
  float m_sum = 0, m_max = 0;
};
