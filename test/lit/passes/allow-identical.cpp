// Control functions that may be given one array twice: each iteration reads what it writes itself, before it writes it.
// RUN: vkmorph %s --emit=recognised --fusion=never -- -std=c++17 | FileCheck %s
// RUN: vkmorph %s -o %t --fusion=never -- -std=c++17
// RUN: FileCheck %s --check-prefix=HOST --input-file=%t/allow-identical_generated.cpp
class C {
public:
  virtual ~C() {}

  virtual void Scale(const float *x, float *y, int n, float f) { kernel1D_scale(x, y, n, f); }
  virtual void Shift(const float *x, float *y, int n) { kernel1D_shift(x, y, n); }
  virtual void Late(const float *x, float *y, int n) { kernel1D_late(x, y, n); }
  virtual void Both(float *x, float *y, int n) { kernel1D_both(x, y, n); }
  virtual void Twice(const float *x, float *y, int n, float f) {
    kernel1D_scale(x, y, n, f);
    kernel1D_scale(x, y, n, f);
  }
  virtual void Repeat(const float *x, float *y, int n) { kernel1D_repeat(x, y, n); }
  virtual void Gather(const float *x, float *y, const int *from, int n) { kernel1D_gather(x, y, from, n); }

protected:
  void kernel1D_scale(const float *x, float *y, int n, float f) {
    for (int i = 0; i < n; i++)
      y[i] = x[i] * f + y[i];
  }
  void kernel1D_shift(const float *x, float *y, int n) {
    for (int i = 0; i < n; i++)
      y[i] = x[i + 1];
  }
  void kernel1D_late(const float *x, float *y, int n) {
    for (int i = 0; i < n; i++) {
      y[i] = 1.0f;
      y[i] = x[i] + 1.0f;
    }
  }
  void kernel1D_both(float *x, float *y, int n) {
    for (int i = 0; i < n; i++) {
      float old = x[i];
      x[i] = y[i];
      y[i] = old;
    }
  }
  // What the next turn reads of x it has just written to y.
  void kernel1D_repeat(const float *x, float *y, int n) {
    for (int i = 0; i < n; i++)
      for (int k = 0; k < 3; k++)
        y[i] += x[i];
  }
  void kernel1D_gather(const float *x, float *y, const int *from, int n) {
    for (int i = 0; i < n; i++)
      y[i] = x[from[i] & 1];
  }
};

// CHECK: vkm.control @Scale({{.*}}identical_arguments
// CHECK: vkm.control @Shift(
// CHECK-NOT: identical_arguments
// HOST: void C_Generated::SetInOutFor_Scale(
// HOST: m_vulkan.CheckArguments("SetInOutFor_Scale",
// HOST-NOT: Aliasing::Identical
// HOST: void C_Generated::Scale(const float *x, float *y, int n, float f) {
// HOST: vkmorph::DropInCall call(m_vulkan, "Scale", vkmorph::Aliasing::Identical);
// HOST: vkmorph::DropInCall call(m_vulkan, "Shift");
