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
  virtual void product([[size("w", "h")]] float *a, uint32_t w, int h) { kernel1D_k(a, a, h); }

  // CHECK: vkm.control @expression
  // CHECK: vkm.extent %{{.*}} stated {
  // CHECK: vkm.field_ref @m_width
  // CHECK: %[[SUM:.*]] = vkm.binary add %{{.*}}, %{{.*}} : si32
  // CHECK: %[[PRODUCT:.*]] = vkm.binary mul %{{.*}}, %[[SUM]] : si32
  // CHECK: vkm.binary mul %{{.*}} : ui64
  virtual void expression(float *a, int n);

  // CHECK: vkm.control @written(
  // CHECK: vkm.extent
  // CHECK: vkm.control @none(
  // CHECK-NOT: vkm.extent
  virtual void written([[vkmorph::size("count")]] float *a, int count);
  virtual void none(float *a, int n) { kernel1D_k(a, a, n); }
#ifdef WRONG
  // WRONG: size-attributes.cpp:[[@LINE+2]]:24: error: 'size' states the number of elements behind a pointer parameter; it does not apply here
  // WRONG: size-attributes.cpp:[[@LINE+1]]:{{.*}}: error: 'size' takes expressions as strings
  virtual void wrong([[vkmorph::size("n")]] int n, [[vkmorph::size(4)]] float *a) {}
#endif
private:
  int m_width = 0;
};

void C::expression([[vkmorph::size("m_width * (n + kPad) * Channels * C::kBlock")]] float *a, int n) {
  kernel1D_k(a, a, n);
}
// The names are those of the declaration with the attribute.
void C::written(float *data, int number) { kernel1D_k(data, data, number); }
