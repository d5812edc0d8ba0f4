// Size attributes, on declarations and definitions, of control functions and kernels, in their three spellings.
// RUN: %import %s 2>%t.err | FileCheck %s
// RUN: count 0 < %t.err
// RUN: not %import %s -- -DWRONG 2>&1 | FileCheck %s --check-prefix=WRONG

#include <cstddef>
#include <cstdint>

namespace {
constexpr int kPad = 2;
}

class C {
public:
  virtual ~C() {}
  enum { Channels = 3 };
  static constexpr size_t kBlock = 16;

  // CHECK: vkm.kernel @kernel1D_k(%[[TABLE:[a-z0-9]*]]: !vkm.ptr<const f32>
  // CHECK: vkm.extent %[[TABLE]] : <const f32> stated {
  // CHECK-NEXT: %[[SIZE:.*]] = vkm.constant 256 : si32
  // CHECK-NEXT: vkm.yield %[[SIZE]] : si32
  void kernel1D_k(const float *table __attribute__((size("256"))), float *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] = table[0];
  }

  // The strings of one attribute are multiplied.
  // CHECK: vkm.control @product(%[[A:[a-z0-9]*]]: {{.*}}, %[[W:[a-z0-9]*]]: ui32 {{.*}}, %[[H:[a-z0-9]*]]: si32
  // CHECK: vkm.extent %[[A]] : <f32> stated {
  // CHECK-NEXT: %[[HU:.*]] = vkm.cast %[[H]] : si32 to ui32
  // CHECK-NEXT: %[[N:.*]] = vkm.binary mul %[[W]], %[[HU]] : ui32
  // CHECK-NEXT: vkm.yield %[[N]] : ui32
  virtual void product([[size("w", "h")]] float *a, const float *table, uint32_t w, int h) { kernel1D_k(table, a, h); }

  // CHECK: vkm.control @expression
  // CHECK: vkm.extent %{{.*}} stated {
  // CHECK: vkm.field_ref @m_width
  // CHECK: %[[SUM:.*]] = vkm.binary add %{{.*}}, %{{.*}} : si32
  // CHECK: %[[PRODUCT:.*]] = vkm.binary mul %{{.*}}, %[[SUM]] : si32
  // CHECK: vkm.binary mul %{{.*}} : ui64
  virtual void expression(float *a, int n);

  // Members of members, elements of fixed arrays.
  // CHECK: vkm.control @parts(
  // CHECK: %[[LAYOUT:.*]] = vkm.field_ref @m_layout
  // CHECK: %[[DIMS:.*]] = vkm.member %[[LAYOUT]]["dims"]
  // CHECK: vkm.element %[[DIMS]][%{{.*}}]
  // CHECK: vkm.member %{{.*}}["margin"]
  virtual void parts([[vkmorph::size("m_layout.dims[0] * m_layout.dims[2 - 1] + m_layout.margin")]] float *a) { kernel1D_k(a, a, 1); }
  // CHECK: vkm.control @written(
  // CHECK: vkm.extent
  // CHECK: vkm.control @none(
  // CHECK-NOT: vkm.extent
  virtual void written([[vkmorph::size("count")]] float *a, int count);
  virtual void none(float *a, int n) { kernel1D_k(a, a, n); }
#ifdef OUTSIDE
  // RUN: not %import %s -- -DOUTSIDE 2>&1 | FileCheck %s --check-prefix=OUTSIDE
  // OUTSIDE: size-attributes.cpp:[[@LINE+1]]:{{.*}}: error: in the size of 'a': there is no such element [vkm1504]
  virtual void element([[vkmorph::size("m_layout.dims[2]")]] float *a) { kernel1D_k(a, a, 1); }
  // OUTSIDE: size-attributes.cpp:[[@LINE+1]]:{{.*}}: error: in the size of 'a': no member is named 'depth' [vkm1504]
  virtual void member([[vkmorph::size("m_layout.depth")]] float *a) { kernel1D_k(a, a, 1); }
  // OUTSIDE: size-attributes.cpp:[[@LINE+1]]:{{.*}}: error: in the size of 'a': only arrays have elements [vkm1504]
  virtual void array([[vkmorph::size("m_width[0]")]] float *a) { kernel1D_k(a, a, 1); }
  // OUTSIDE: size-attributes.cpp:[[@LINE+1]]:{{.*}}: error: in the size of 'a': 'm_layout' is no integer [vkm1504]
  virtual void whole([[vkmorph::size("m_layout")]] float *a) { kernel1D_k(a, a, 1); }
#endif
  // Comparisons, conditions and choices, of which one side is evaluated.
  // CHECK: vkm.control @choice(
  // CHECK: vkm.extent
  // CHECK: %[[SIGN:.*]] = vkm.cmp gt %{{.*}}, %{{.*}} : si32
  // CHECK: vkm.and %[[SIGN]] {
  // CHECK: vkm.cmp ne
  // CHECK: vkm.select %{{.*}} : ui64 {
  // CHECK: vkm.binary div
  // CHECK: vkm.cast %{{.*}} : si32 to ui64
  // CHECK: } else {
  // CHECK: vkm.yield %{{.*}} : ui64
  virtual void choice([[vkmorph::size("n > 0 && m_layout.margin ? 100 / n : kBlock")]] float *a, int n) { kernel1D_k(a, a, n); }
  // CHECK: vkm.control @counted(
  // CHECK: vkm.extent
  // CHECK: %[[IS:.*]] = vkm.cmp le
  // CHECK: %[[NOT:.*]] = vkm.unary not %[[IS]]
  // CHECK: vkm.cast %[[NOT]] : i1 to si32
  virtual void counted([[vkmorph::size("1 + !(n <= 3)")]] float *a, int n) { kernel1D_k(a, a, n); }
  // A bool is a condition, too.
  // CHECK: vkm.control @both(
  // CHECK: vkm.extent
  // CHECK: vkm.select %both : si32 {
  virtual void both([[vkmorph::size("both ? n : 0")]] float *a, int n, bool both) { kernel1D_k(a, a, n); }
#ifdef WRONG
  // WRONG: size-attributes.cpp:[[@LINE+2]]:24: error: 'size' states the number of elements behind a pointer parameter or member; it does not apply here
  // WRONG: size-attributes.cpp:[[@LINE+1]]:{{.*}}: error: 'size' takes expressions as strings
  virtual void wrong([[vkmorph::size("n")]] int n, [[vkmorph::size(4)]] float *a) {}
#endif
private:
  struct Layout {
    int dims[2];
    short margin;
  };
  int m_width = 0;
  Layout m_layout = {{3, 4}, 5};
};

void C::expression([[vkmorph::size("m_width * (n + kPad) * Channels * C::kBlock")]] float *a, int n) {
  kernel1D_k(a, a, n);
}
// The names are those of the declaration with the attribute.
void C::written(float *data, int number) { kernel1D_k(data, data, number); }
