// Bounds that functions compute of arrays and structs in structs: what is read of the member, as an expression.
// RUN: sed -e 's,^ *//.*,,' %s > %t.cpp
// RUN: vkmorph %t.cpp --emit=recognised --without-locations -- -std=c++17 | FileCheck %s
// RUN: vkmorph %t.cpp -o %t.out --force -- -std=c++17
#include <array>
struct Size {
  std::array<int, 2> extent;
  int channels[2];
  int Pixels() const { return extent[0] * extent[1]; }
  int Channels() const { return channels[1]; }
};
struct Shape {
  Size size;
  int Values() const { return size.Pixels() * size.Channels(); }
};

class Bounds {
public:
  virtual ~Bounds() {}
  virtual void Run(float *a) { kernel1D_Run(a); }

protected:
  // CHECK: vkm.kernel @kernel1D_Run
  // CHECK: {{^      [}]$}}
  // CHECK-NOT: vkm.call
  // CHECK-NOT: vkm.var
  // CHECK: vkm.element %{{.*}}[%{{.*}}] : <!vkm.array<2 x si32>>
  // CHECK: vkm.element %{{.*}}[%{{.*}}] : <!vkm.array<2 x si32>>
  // CHECK: vkm.binary mul
  // CHECK: vkm.element %{{.*}}[%{{.*}}] : <!vkm.array<2 x si32>>
  // CHECK: %[[BOUND:.*]] = vkm.binary mul
  // CHECK: vkm.grid (%{{.*}}: si32 "i") = (%{{.*}}) lt (%[[BOUND]] : si32)
  void kernel1D_Run(float *a) {
    for (int i = 0; i < m_shape.Values(); i++)
      a[i] = 1.0f;
  }
  Shape m_shape = {{{2, 3}, {0, 4}}};
};
