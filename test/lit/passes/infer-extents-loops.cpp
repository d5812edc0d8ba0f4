// Launches in loops reach as far as the furthest iteration of the loop, the first or the last, where that goes as far as all
// others; else the loop is what the message names.
//
// RUN: vkmorph %s --class=Loops -o %t --force -- -std=c++17 2>%t.log
// RUN: FileCheck %s --input-file=%t/infer-extents-loops_generated.cpp
// RUN: FileCheck %s --input-file=%t.log --check-prefix=LOG --implicit-check-not=vkm2110

class Loops {
public:
  virtual ~Loops() = default;

  // The last iteration.
  // CHECK: Loops_Generated::Last(
  // CHECK: call.InOut("x", x, std::max<int>(n, 0));
  virtual void Last(float *x, int n) {
    for (int k = 0; k < n; ++k)
      kernel1D_Halve(x, k);
  }
  // The first one: the loop counts down. Guards of the kernel hold there if they do anywhere.
  // CHECK: Loops_Generated::First(
  // CHECK: call.InOut("x", x, n > 1 ? n : 0);
  virtual void First(float *x, int n) {
    for (int k = n - 1; k > 0; --k)
      kernel1D_Below(x, k);
  }
  // A loop in a loop.
  // CHECK: Loops_Generated::Nested(
  // CHECK: call.InOut("x", x, m > 0 && n > 0 ? 2ull * uint64_t(n) + uint64_t(m) - 2ull : 0ull);
  virtual void Nested(float *x, int n, int m) {
    for (int k = 0; k < n; ++k)
      for (int l = 0; l < m; ++l)
        kernel1D_Halve(x, k * 2 + l);
  }
  // It is left in between.
  // LOG: number of elements of 'x' is unknown, so that 'Left' {{.*}}depends on the loop around its launch{{.*}}vkm2110
  virtual void Left(float *x, int n, int m) {
    for (int k = 0; k < n; ++k) {
      kernel1D_Halve(x, k);
      if (k * k > m)
        break;
    }
  }
  // Which iterations launch it is not known.
  // LOG: number of elements of 'x' is unknown, so that 'Some' {{.*}}vkm2110
  virtual void Some(float *x, int n) {
    for (int k = 0; k < n; ++k)
      if (k % 3 == 1)
        kernel1D_Halve(x, k);
  }
  // Neither the first nor the last one is the furthest.
  // LOG: number of elements of 'x' is unknown, so that 'Hill' {{.*}}depends on the loop around its launch{{.*}}vkm2110
  virtual void Hill(float *x, int n) {
    for (int k = 0; k < n; ++k)
      kernel1D_Halve(x, k * (n - 1 - k));
  }

private:
  void kernel1D_Halve(float *x, int k) {
    for (int i = k; i <= k; ++i)
      x[i] *= 0.5f;
  }
  void kernel1D_Below(float *x, int k) {
    for (int i = 0; i < k; ++i)
      x[i] -= x[k];
  }
};
