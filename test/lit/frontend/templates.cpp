// Templates: functions as clang instantiates them, and a class derived from an instance of a class template.
// RUN: %import %s | FileCheck %s
// RUN: %import --class='Base<float>' %s | FileCheck %s --check-prefix=INSTANCE
// What is a default may be there.
// RUN: %import --class='Base<float, false>' %s | FileCheck %s --check-prefix=INSTANCE

template <typename T> T larger(T a, T b) { return a < b ? b : a; }
template <int N> int power(int x) {
  if constexpr (N == 0)
    return 1;
  else
    return x * power<N - 1>(x);
}
template <typename... Ts> auto total(Ts... values) { return (values + ...); }

// CHECK: vkm.func @larger(%{{.*}}: f32 {vkm.name = "a"}, %{{.*}}: f32 {vkm.name = "b"}) -> f32 {
// CHECK: vkm.func @larger_2(%{{.*}}: si32 {{.*}}) -> si32 attributes {cpp_name = "larger"}
// CHECK: vkm.func @power_2(%{{.*}}: si32 {vkm.name = "x"}) -> si32 {
// CHECK-NEXT: vkm.constant 1
// CHECK-NEXT: vkm.return
// CHECK: vkm.func @power(
// CHECK: vkm.call @power_2(
// CHECK: vkm.func @total(%{{.*}}: si32 {vkm.name = "values"}, %{{.*}}: f32 {vkm.name = "values"}) -> f32

// INSTANCE: vkm.class @"Base<float>"
// INSTANCE: vkm.kernel @kernel1D_k(%a: !vkm.ptr<f32>
// RUN: not %import --class='Base<double>' %s 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: templates.cpp:[[@LINE+2]]:49: error: no source instantiates this class template as 'Base<double>' [vkm1014]
// MISSING: note: write 'template class Base<double>;' into one of the sources
template <typename T, bool Exact = false> class Base {
public:
  virtual ~Base() {}
  virtual void run(T *a, int n, T scale = T(2)) { kernel1D_k(a, n, scale); }

protected:
  void kernel1D_k(T *a, int n, T scale) {
    for (int i = 0; i < n; i++) {
      // Statements that clang looks at its parser's scope for.
      T weights[2] = {scale, scale};
      for (T &weight : weights)
        weight += a[i];
      a[i] = larger(a[i], m_limit) + larger(i, n) + power<1>(i) + total(i, 1.0f) + weights[1];
    }
  }
  T m_limit{};
};

// CHECK: vkm.class @Doubled
// CHECK: vkm.field @m_limit : f32 access protected {cpp_class = "Base<float>"}
// CHECK: vkm.kernel @kernel1D_k(%{{.*}}: !vkm.ptr<f32> {vkm.cpp_type = "float *", vkm.name = "a"}
// A default argument of a template is written as its value: its text names the template's parameters.
// CHECK: vkm.control @run({{.*}}%scale: f32 {vkm.cpp_default = "2.0f"
class Doubled : public Base<float> {};
