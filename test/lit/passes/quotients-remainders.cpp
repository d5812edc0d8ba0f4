// A quotient and a remainder of one number come together as that number: rows and columns of a grid with one dimension. Where
// they do not, nothing is known.
// RUN: vkmorph %s --class C -o %t -- -std=c++17 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// NONE-NOT: warning:
// RUN: FileCheck %s --input-file=%t/quotients-remainders_generated.cpp
// RUN: not vkmorph %s --class Other -o %t --force -- -std=c++17 2>&1 | FileCheck %s --check-prefix=OTHER --implicit-check-not=2104
#include <cstddef>

class C {
public:
  virtual ~C() = default;
  // CHECK: call.InOut("a", a,{{.*}}uint64_t(w) * uint64_t(h)
  virtual void Signed(int *a, int w, int h) { kernel1D_Signed(a, w, h); }
  void kernel1D_Signed(int *a, int w, int h) {
    for (int i = 0; i < w * h; i++) {
      const int x = i % w, y = i / w;
      a[y * w + x] += x;
    }
  }
  // CHECK: call.InOut("a", a, n);
  virtual void Constant(int *a, unsigned n) { kernel1D_Constant(a, n); }
  void kernel1D_Constant(int *a, unsigned n) {
    for (unsigned i = 0; i < n; i++)
      a[i % 16u + 16u * (i / 16u)] += int(n);
  }
  // CHECK: call.Out("a", a, uint64_t(w) * uint64_t(h) * uint64_t(d));
  virtual void Cube(int *a, unsigned w, unsigned h, unsigned d) { kernel1D_Cube(a, w, h, d); }
  static unsigned At(unsigned x, unsigned y, unsigned z, unsigned w, unsigned h) { return (z * h + y) * w + x; }
  void kernel1D_Cube(int *a, unsigned w, unsigned h, unsigned d) {
    for (unsigned i = 0; i < w * h * d; i++) {
      const unsigned z = i / (w * h), r = i % (w * h);
      a[At(r % w, r / w, z, w, h)] = int(z);
    }
  }
};

class Other {
public:
  virtual ~Other() = default;
  virtual void Run(int *a, unsigned w, unsigned n) { kernel1D_Mixed(a, w, n); kernel1D_Column(a, w, n); }
  void kernel1D_Mixed(int *a, unsigned w, unsigned n) {
    for (unsigned i = 0; i < n; i++)
      // OTHER: warning: cannot prove {{.*}} 'kernel1D_Mixed' {{.*}} [vkm2104, unknown-independence]
      a[i / w * n + i % n] = int(i);
  }
  void kernel1D_Column(int *a, unsigned w, unsigned n) {
    for (unsigned i = 0; i < n; i++)
      // OTHER: error: iterations of kernel 'kernel1D_Column' {{.*}} the same remainder, {{.*}} [vkm2111]
      a[(w * w + i) % w] = int(i);
  }
};
