// Loops of a test suite for vectorising compilers that are refused, and what the messages say to do; test/programs/ports/v_remedies.cpp has them so changed.
// RUN: not vkmorph %s --class=Refused --emit=recognised -- -std=c++17 2>&1 >/dev/null | FileCheck %s --implicit-check-not=error:

class Refused {
public:
  virtual ~Refused() {}
  virtual void Run(float *a, float *b, const float *c, [[vkmorph::size("n")]] const int *index, int n) {
    kernel1D_DecidesOnPrevious(a, c, n);
    kernel1D_AgainstItself(a, c, n);
    kernel1D_PeelFirst(a, c, n);
    kernel1D_Convolved(a, c, n);
    kernel1D_GatherSelf(a, c, index, n);
    kernel1D_RecurrenceBeside(a, b, c, n);
    kernel1D_Spread(c, n);
  }

private:
  void kernel1D_DecidesOnPrevious(float *a, const float *b, int n) {
    int i;
    for (i = 1; i < n; i++) {
      if (a[i - 1] > b[i])
        // CHECK-DAG: :[[@LINE+2]]:9: error: iterations of kernel 'kernel1D_DecidesOnPrevious' depend on each other: one writes 'a' here
        // CHECK-DAG: :[[@LINE+1]]:9: note: iterations of a kernel run in any order and in parallel; write to another array, or split the kernel in two; to keep the order, let the control function count this loop, and launch a kernel for each iteration
        a[i] = b[i];
      else
        a[i] = a[i - 1];
    }
  }
  void kernel1D_AgainstItself(float *a, const float *b, int n) {
    int i;
    for (i = 0; i < n; i++)
      // CHECK-DAG: :[[@LINE+1]]:7: error: iterations of kernel 'kernel1D_AgainstItself' depend on each other: one writes 'a' here
      a[i] = a[n - 1 - i] + b[i];
  }
  void kernel1D_PeelFirst(float *a, const float *b, int n) {
    int i;
    for (i = 0; i < n; i++)
      // CHECK-DAG: :[[@LINE+1]]:7: error: iterations of kernel 'kernel1D_PeelFirst' depend on each other: one writes 'a' here
      a[i] = a[0] * 0.5f + b[i];
  }
  void kernel1D_Convolved(float *w, const float *b, int n) {
    int i, k;
    for (i = 1; i < n; i++)
      for (k = 0; k < i; k++)
        // CHECK-DAG: :[[@LINE+1]]:9: error: iterations of kernel 'kernel1D_Convolved' depend on each other: one writes 'w' here
        w[i] += b[k * n + i] * w[i - k - 1] * 0.01f;
  }
  void kernel1D_GatherSelf(float *a, const float *b, const int *index, int n) {
    int i;
    for (i = 0; i < n; i++)
      if (index[i] >= 0 && index[i] < n)
        // CHECK-DAG: :[[@LINE+2]]:9: error: an iteration of kernel 'kernel1D_GatherSelf' writes an element of 'a' here, which others may read before or after that
        // CHECK-DAG: :[[@LINE+1]]:9: note: {{.*}}to keep the order, let the control function count this loop
        a[i] = a[index[i]] + b[i];
  }
  void kernel1D_RecurrenceBeside(float *a, float *b, const float *c, int n) {
    int i;
    for (i = 1; i < n; i++) {
      a[i] += c[i] * 0.5f;
      // CHECK-DAG: :[[@LINE+2]]:14: error: iterations of kernel 'kernel1D_RecurrenceBeside' depend on each other by the variable 'b'
      // CHECK-DAG: :[[@LINE+1]]:7: note: 'b' is no reduction: {{.*}}keep it in a local variable before
      b[i] = b[i - 1] + a[i];
    }
  }
  void kernel1D_Spread(const float *a, int n) {
    int i;
    float max, min;
    max = a[0];
    min = a[0];
    for (i = 1; i < n; i++) {
      // CHECK-DAG: :[[@LINE+1]]:18: error: iterations of kernel 'kernel1D_Spread' depend on each other by the variable 'max'
      if (a[i] > max)
        // CHECK-DAG: :[[@LINE+1]]:9: note: 'max' is no reduction: the 'if' that compares it has another branch; make that a statement of its own
        max = a[i];
      else if (a[i] < min)
        min = a[i];
    }
    m_max = max;
    m_min = min;
  }
  float m_max = 0, m_min = 0;
};
