// Functions on both sides of a choice that reach equally far: one of them is called.
// RUN: vkmorph %s -o %t --force -- -std=c++17 2>&1 | FileCheck %s --check-prefix=WARN
// RUN: FileCheck %s --input-file=%t/infer-extents-calls_generated.cpp
class Calls {
public:
  virtual ~Calls() {}
  // CHECK: Calls_Generated::Run(
  // CHECK: call.In("a", a,
  // WARN-NOT: 'a'
  virtual void Run(const float *a, float *out, int n, int m) { kernel1D_Run(a, out, n, m); }
  // One reaches farther than the other.
  // WARN: warning: the number of elements of 'b' is unknown
  virtual void Uneven(const float *b, float *out, int n, int m) { kernel1D_Uneven(b, out, n, m); }

protected:
  static float Sum(const float *x, int m) {
    float sum = 0;
    for (int k = 0; k < m; k++)
      sum += x[k];
    return sum;
  }
  static float Largest(const float *x, int m) {
    float largest = 0;
    for (int k = 0; k < m; k++)
      largest = x[k] > largest ? x[k] : largest;
    return largest;
  }
  void kernel1D_Run(const float *a, float *out, int n, int m) {
    for (int i = 0; i < n; i++)
      out[i] = out[i] > 0 ? Sum(a + i * m, m) : Largest(&a[i * m], m);
  }
  void kernel1D_Uneven(const float *b, float *out, int n, int m) {
    for (int i = 0; i < n; i++)
      out[i] = out[i] > 0 ? Sum(b + i * m, m) : Largest(&b[i * m], m + 1);
  }
};
