// A member that each iteration combines with a value, in a way that is no reduction: the error says what keeps it from
// being one.
//
// RUN: not vkmorph %s --class=Totals --emit=planned -- -std=c++17 2>&1 | FileCheck %s
// RUN: vkmorph %s --class=Fine --emit=planned -- -std=c++17 2>/dev/null | FileCheck %s --check-prefix=FINE
//
// The reason stays with the passes that need it.
// FINE: vkm.assign
// FINE-NOT: no_reduction

class Totals {
public:
  virtual ~Totals() = default;

  // The literal is a double, and each step cuts off the fraction.
  // CHECK: error: iterations of kernel 'kernel1D_Halves' depend on each other: one writes 'm_others'
  // CHECK: note: 'm_others' is no reduction: it is computed in double and converted back; combine it with a value of its own type
  virtual void kernel1D_Halves(const float *a, int n) {
    for (int i = 0; i < n; ++i)
      m_others += a[i] * 0.5;
  }
  // CHECK: error: iterations of kernel 'kernel1D_Count' depend on each other: one writes 'm_least'
  // CHECK: note: 'm_least' is no reduction: the 'if' that compares it has another branch; make that a statement of its own
  virtual void kernel1D_Count(const float *a, int n) {
    for (int i = 0; i < n; ++i)
      if (m_least < a[i])
        m_least = a[i];
      else
        ++m_others;
  }
  // CHECK: error: iterations of kernel 'kernel1D_Where' depend on each other
  // CHECK: note: 'm_largest' is no reduction: the 'if' that compares it does not assign the value that it compares with
  virtual void kernel1D_Where(const int *a, int n) {
    for (int i = 0; i < n; ++i)
      if (m_largest < a[i]) {
        m_largest = a[i] + 1;
        m_others = i;
      }
  }
  // CHECK: error: iterations of kernel 'kernel1D_Both' depend on each other: more than one writes the same element of 'm_largest'
  // CHECK: note: 'm_largest' is no reduction: it is combined by different operations
  virtual void kernel1D_Both(const int *a, int n) {
    for (int i = 0; i < n; ++i) {
      m_largest ^= a[i];
      if (m_largest < a[i])
        m_largest = a[i];
    }
  }

  // CHECK: error: iterations of kernel 'kernel1D_Lexical' depend on each other
  // CHECK: note: 'm_largest' is no reduction: the condition of the 'if' that sets it is more than one comparison with what it sets
  virtual void kernel1D_Lexical(const int *a, int n) {
    for (int i = 0; i < n; ++i)
      if (a[i] > m_largest || (a[i] == m_largest && a[i + n] < m_others)) {
        m_largest = a[i];
        m_others = a[i + n];
      }
  }
  bool See(int x) {
    m_others++;
    return x > 3;
  }
  // CHECK: error: iterations of kernel 'kernel1D_Short' depend on each other
  // CHECK: note: 'm_any' is no reduction: what stands behind it has side effects, and is left out once the result is known
  // CHECK: note: reductions are not looked for behind this call, which is not always evaluated
  virtual void kernel1D_Short(const int *a, int n) {
    for (int i = 0; i < n; ++i)
      m_any = m_any || See(a[i]);
  }
  // What is NaN is taken here, and not in the next iteration.
  // CHECK: error: iterations of kernel 'kernel1D_Nan' depend on each other
  // CHECK: note: 'm_least' is no reduction: it takes what is NaN; compare by '<' or '>' alone
  virtual void kernel1D_Nan(const float *a, int n) {
    for (int i = 0; i < n; ++i)
      if (!(a[i] >= m_least)) {
        m_least = a[i];
        m_others = i;
      }
  }

private:
  int m_largest = 0, m_others = 0;
  float m_least = 0;
  bool m_any = false;
};

class Fine {
public:
  virtual ~Fine() = default;
  virtual void Run(int *a, int n) { kernel1D_Fine(a, n); }
  virtual void kernel1D_Fine(int *a, int n) {
    for (int i = 0; i < n; ++i)
      if (i == 3)
        m_third = a[i] > m_third ? 1 : m_third;
    for (int i = 0; i < n; ++i)
      if (i == 3)
        m_third = int(m_third + 0.5);
  }

private:
  int m_third = 0;
};
