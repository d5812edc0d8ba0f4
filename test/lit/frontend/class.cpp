// The class: its name and header, the fields that kernels touch with their access, methods with roles.
// RUN: vkmorph-translate --import-cpp %s -- -std=c++17 | FileCheck %s
// RUN: vkmorph-translate --import-cpp %s -- -std=c++17 | vkmorph-opt | FileCheck %s

#include <cstddef>

namespace outer {
inline namespace v2 {

// CHECK: vkm.class @Filter namespaces ["outer", "v2"] header "class.cpp" virtual_destructor
// CHECK-SAME: vkm.comment = "Smooths a signal."

/// Smooths a signal.
class Filter {
public:
  explicit Filter(float factor) : m_factor(factor) {}
  virtual ~Filter() = default;
  virtual void Apply(float *data, size_t n) noexcept;
  virtual int Count() const { return m_count; }

protected:
  void kernel1D_Apply(float *data, size_t n);

  // Only what kernels and control functions use is class data, in order of declaration.
  // CHECK-NOT: m_unused
  // CHECK: vkm.field @m_count : si32 access protected {vkm.comment = "how often"}
  // CHECK-NEXT: vkm.field @m_factor : f32 access private {is_const}
  // CHECK-NEXT: vkm.field @weights : !vkm.array<2 x !vkm.array<3 x f64>>{{$}}

  int m_unused = 0;
  int m_count = 0; ///< how often
private:
  const float m_factor;

public:
  double weights[2][3] = {};
};

// CHECK: vkm.kernel @kernel1D_Apply(%{{.*}}: !vkm.ptr<f32> {vkm.cpp_type = "float *", vkm.name = "data"},
// CHECK-SAME: %{{.*}}: ui64 {vkm.cpp_type = "size_t", vkm.name = "n"}) attributes {dims = 1 : i32, display = "Apply"}

void Filter::kernel1D_Apply(float *data, size_t n) {
  for (size_t i = 0; i < n; i++)
    data[i] *= m_factor * float(weights[0][1]);
  this->m_count++, (*this).m_count++;
}

// CHECK: vkm.control @Apply({{.*}}) attributes {is_noexcept, is_virtual}
// CHECK-NEXT: vkm.call @kernel1D_Apply
// CHECK-NOT: @Count

void Filter::Apply(float *data, size_t n) noexcept { kernel1D_Apply(data, n); }

} // namespace v2
} // namespace outer
