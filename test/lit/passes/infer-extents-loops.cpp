// Launches in loops reach as far as the furthest iteration of the loop, the first or the last, where that goes as far as all
// others; else a function goes through them, or, where the device decides, the loop is what the message names.
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
  // CHECK: Loops_Generated::Left(
  // CHECK: call.InOut("x", x, elementsOfXInLeftOnHost(n, m));
  virtual void Left(float *x, int n, int m) {
    for (int k = 0; k < n; ++k) {
      kernel1D_Halve(x, k);
      if (k * k > m)
        break;
    }
  }
  // Some iterations launch it.
  // CHECK: Loops_Generated::Some(
  // CHECK: call.InOut("x", x, elementsOfXInSomeOnHost(n));
  virtual void Some(float *x, int n) {
    for (int k = 0; k < n; ++k)
      if (k % 3 == 1)
        kernel1D_Halve(x, k);
  }
  // Neither the first nor the last one is the furthest.
  // CHECK: Loops_Generated::Hill(
  // CHECK: call.InOut("x", x, elementsOfXInHillOnHost(n));
  virtual void Hill(float *x, int n) {
    for (int k = 0; k < n; ++k)
      kernel1D_Halve(x, k * (n - 1 - k));
  }
  // What the device counts decides when it is left, and which iterations launch it.
  // LOG: number of elements of 'x' is unknown, so that 'LeftByDevice' {{.*}}depends on the loop around its launch{{.*}}vkm2110
  virtual void LeftByDevice(float *x, int n) {
    for (int k = 0; k < n; ++k) {
      kernel1D_Halve(x, k);
      kernel1D_Count(n);
      if (k * k > m_count)
        break;
    }
  }
  // LOG: number of elements of 'x' is unknown, so that 'SomeByDevice' {{.*}}vkm2110
  virtual void SomeByDevice(float *x, int n) {
    kernel1D_Count(n);
    for (int k = 0; k < n; ++k)
      if (k % 3 == m_count)
        kernel1D_Halve(x, k);
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
  void kernel1D_Count(int n) {
    for (int i = 0; i < n; i++)
      m_count += i & 1;
  }

  int m_count = 0;
};
