// Bounds that call functions are made of what these return; counters that are compared with something added.
// RUN: vkmorph %s --class C --emit=recognised --without-locations -- -std=c++17 | FileCheck %s
// RUN: vkmorph %s --class C --emit=glsl -- -std=c++17 | FileCheck %s --check-prefix=GLSL
// RUN: not vkmorph %s --class C --emit=recognised --without-locations -- -std=c++17 -DLOOP 2>&1 | FileCheck %s --check-prefix=LOOP
// RUN: not vkmorph %s --class C --emit=recognised --without-locations -- -std=c++17 -DVARIES 2>&1 | FileCheck %s --check-prefix=VARIES
#include <cstddef>

struct Size {
  int w, h;
  int area() const { return w * h; }
};

class C {
public:
  virtual ~C() {}
  virtual void run(const int *in, int *out, int n, unsigned w, unsigned h) {
    kernel1D_a(out, n);
    kernel2D_b(in, out, w, h);
    kernel1D_c(out, n);
  }

private:
  int count() const { return m_size.area() * 2; }
  static constexpr int blockLength() { return 12; }
  static int roundedUp(int n, int step) {
    int blocks = n / step;
    if (n % step != 0)
      blocks++;
    return blocks;
  }
  int blocks(int n) const {
    if (n < m_size.w)
      return 1;
    return roundedUp(n, 4);
  }

  void kernel1D_a(int *out, int n) {
    for (int i = 0; i < count(); i++)
      out[i] = i;
    for (int i = 0; i < blockLength(); i++)
      out[i] ^= 1;
    for (int i = 0; i < blocks(n); i++)
      out[i] += 3;
#ifdef LOOP
    // LOOP: recognise-grids-bounds.cpp:[[@LINE+1]]:{{.*}}: error: the bound of this loop of kernel 'kernel1D_a' calls 'digits', whose result is not an expression of parameters and members: the function has loops or changes memory [vkm2016]
    for (int i = 0; i < digits(n); i++)
      out[i] = 0;
    // LOOP: note: call 'digits' in the control function, and pass its result to the kernel
#endif
#ifdef VARIES
    // VARIES: recognise-grids-bounds.cpp:[[@LINE+1]]:{{.*}}: error: the bound of this loop of kernel 'kernel1D_a' depends on 'm_last', which a kernel of the class changes or which differs from iteration to iteration [vkm2006]
    for (int i = 0; i < last(); i++)
      m_last = 5;
#endif
  }
  int digits(int n) const {
    int result = 0;
    for (; n > 0; n /= 10)
      result++;
    return result;
  }
  int last() const { return m_last - 1; }

  void kernel2D_b(const int *in, int *out, unsigned w, unsigned h) {
    for (unsigned y = 1; y + 1 < h; ++y)
      for (unsigned x = 2; w > 2 + x; ++x)
        out[y * w + x] = in[(y + 1) * w + x + 2];
  }

  void kernel1D_c(int *out, int n) {
    for (int i = n; i - m_size.w >= 0; i--)
      out[i - 1] += i;
    for (int i = n; i--;)
      out[i] ^= i;
  }

  Size m_size{3, 4};
  int m_last = 3;
};

// CHECK-LABEL: vkm.kernel @kernel1D_a
// CHECK-NOT: vkm.call
// What the bounds say is known to the extent, too.
// CHECK: vkm.extent %out
// CHECK: {{^      [}]$}}
// CHECK: %[[AREA:.*]] = vkm.binary mul
// CHECK: %[[COUNT:.*]] = vkm.binary mul %[[AREA]]
// CHECK: vkm.grid (%i: si32 "i") = (%{{.*}}) lt (%[[COUNT]] : si32)
// CHECK: %[[TWELVE:.*]] = vkm.constant 12
// CHECK: vkm.grid (%i: si32 "i") = (%{{.*}}) lt (%[[TWELVE]] : si32)
// CHECK: %[[BLOCKS:.*]] = vkm.select
// CHECK: vkm.grid (%i: si32 "i") = (%{{.*}}) lt (%[[BLOCKS]] : si32)
// CHECK-LABEL: vkm.kernel @kernel2D_b
// CHECK: vkm.grid (%yPlus1: ui32 "yPlus1", %xPlus2: ui32 "xPlus2") = (%{{.*}}, %{{.*}}) lt, lt (%h : ui32, %w : ui32) step (1, 1)
// CHECK: vkm.binary sub %yPlus1
// CHECK: vkm.var const "y"
// CHECK: vkm.binary sub %xPlus2
// CHECK: vkm.var const "x"
// GLSL: const uint y = yPlus1 - 1u;
// CHECK-LABEL: vkm.kernel @kernel1D_c
// CHECK: vkm.grid (%iShifted: si32 "iShifted") = (%{{.*}}) ge (%{{.*}} : si32) step (-1)
// CHECK: vkm.grid (%iEnd: si32 "iEnd") = (%n) ne (%{{.*}} : si32) step (-1)
