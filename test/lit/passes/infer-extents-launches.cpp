// How far launches in loops and branches of a control function reach.
// RUN: vkmorph %s --emit=host -- -std=c++17 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=WARN --input-file=%t.err

class C {
public:
  virtual ~C() {}

  // Where the loop has an iteration.
  // CHECK: C_Generated::Loop(
  // CHECK: call.InOut("x", x, k > 0 ? std::max<int>(n, 0) : 0);
  virtual void Loop(float *x, int n, int k) {
    for (int i = 0; i < k; i++)
      kernel1D_A(x, n);
  }

  // Where the condition holds.
  // CHECK: C_Generated::Either(
  // CHECK: call.InOut("x", x, k > 3 ? std::max<int>(n, 0) : 0);
  // CHECK: call.InOut("y", y, k <= 3 ? std::max<int>(n, 0) : 0);
  virtual void Either(float *x, float *y, int n, int k) {
    if (k > 3)
      kernel1D_A(x, n);
    else
      kernel1D_A(y, n);
  }

  // Both sides reach as far: what decides does not matter.
  // CHECK: C_Generated::Both(
  // CHECK: call.InOut("x", x, k > 0 ? std::max<int>(n, 0) : 0);
  // CHECK: call.InOut("y", y, k > 0 ? std::max<int>(n, 0) : 0);
  virtual void Both(float *x, float *y, int n, int k) {
    for (int i = 0; i < k; i++)
      if (i % 2 == 0)
        kernel1D_B(x, y, n);
      else
        kernel1D_B(y, x, n);
  }

  // One that is always launched reaches as far as one that may be.
  // CHECK: C_Generated::Besides(
  // CHECK: call.InOut("x", x, n);
  virtual void Besides(float *x, int n, bool twice) {
    kernel1D_A(x, n);
    if (twice)
      kernel1D_A(x, n);
  }

  // CHECK: C_Generated::May(
  // CHECK: call.InOut("x", x, elementsOfXInMayOnHost(now, n));
  virtual void May(float *x, int n, bool now) {
    if (now)
      kernel1D_A(x, n);
  }

  // The last iteration reaches furthest: infer-extents-loops.cpp has more.
  // CHECK: C_Generated::Grow(
  // CHECK: call.InOut("x", x, {{.*}}n{{.*}}1
  virtual void Grow(float *x, int n) {
    for (int i = 0; i < n; i++)
      kernel1D_A(x, i);
  }

  // What the device counts decides.
  // WARN: infer-extents-launches.cpp:[[@LINE+1]]:22: warning: the number of elements of 'x' is unknown, so that 'Found' cannot be called with host arrays: a kernel may not be launched, and none that always is reaches as far [vkm2110, no-extent]
  virtual void Found(float *x, int n) {
    kernel1D_Count(n);
    if (m_count > 3)
      kernel1D_A(x, n);
  }

  // WARN-NOT: warning
protected:
  void kernel1D_Count(int n) {
    for (int i = 0; i < n; i++)
      m_count += i & 1;
  }
  void kernel1D_A(float *x, int n) {
    for (int i = 0; i < n; i++)
      x[i] += 1;
  }
  void kernel1D_B(float *x, float *y, int n) {
    for (int i = 0; i < n; i++)
      x[i] += y[i];
  }

  int m_count = 0;
};
