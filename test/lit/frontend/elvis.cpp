// x ?: y where x is converted for the question and for the result, or is a constant.
// RUN: %import %s -- -std=c++17 | FileCheck %s
// RUN: %check %s --class Answers --size n=1,300 --variants=default -- -std=c++17 -Wno-everything
struct Answers {
  virtual ~Answers() {}
  virtual void Run(const int *a, int *out, int n) { kernel1D_Answer(a, out, n); }
  // CHECK-LABEL: vkm.kernel @kernel1D_Answer
  void kernel1D_Answer(const int *a, int *out, int n) {
    for (int i = 0; i < n; i++) {
      int sum = 0;
      // CHECK: %[[ABOVE:.*]] = vkm.cmp gt
      // CHECK: vkm.select %[[ABOVE]]
      sum += (a[i] > 3) ?: 7;
      sum += (a[i] & 1) ?: (long long)(a[i]);
      sum += 3 ?: a[i];
      sum -= -(2 ?: a[i]);
      sum += !(0 ?: a[i]);
      sum += (unsigned char)(a[i]) ?: -1;
      out[i] = sum;
    }
  }
};
