// Extents hold where loops have no iterations and conditions do not hold, too: what is only known in a loop's body says
// nothing about the rest of the kernel.
//
// RUN: vkmorph %s --class=Reaches -o %t -- -std=c++17 2>&1 | FileCheck %s --check-prefix=WARN
// RUN: FileCheck %s --input-file=%t/infer-extents-assumptions_generated.cpp

class Reaches {
public:
  virtual ~Reaches() = default;

  // The rounded number of steps of the first loop does not say that n is positive.
  virtual void TwoSteps(int *a, int *b, int n) { kernel1D_TwoSteps(a, b, n); }
  virtual void kernel1D_TwoSteps(int *a, int *b, int n) {
    for (int i = 0; i < n; i += 2)
      b[i] = 7;
    for (int i = 0; i < n; ++i)
      a[i + 3] += 1;
  }

  // Neither does the quotient of unsigned numbers: n - 1 wraps.
  virtual void HalfOf(int *b, unsigned n) { kernel1D_HalfOf(b, n); }
  virtual void kernel1D_HalfOf(int *b, unsigned n) {
    for (unsigned i = 0; i < (n - 1) / 2; ++i)
      b[i + 1] = 1;
    for (unsigned i = 0; i < n; ++i)
      b[i + 4] = 2;
  }

  // Divisions come after what keeps them from dividing by 0.
  virtual void Part(const int *a, int *b, int n, int s, int m) { kernel1D_Part(a, b, n, s, m); }
  virtual void kernel1D_Part(const int *a, int *b, int n, int s, int m) {
    for (int i = 0; i < n; ++i) {
      int sum = 0;
      if (s > 0)
        for (int j = 0; j < m / s; ++j)
          sum += a[j];
      b[i] = sum;
    }
  }

  // The condition around the loop says that the step is positive, not the loop.
  virtual void Strides(const int *a, int *b, unsigned n, unsigned s) { kernel1D_Strides(a, b, n, s); }
  virtual void kernel1D_Strides(const int *a, int *b, unsigned n, unsigned s) {
    for (unsigned i = 0; i < n; ++i) {
      int sum = 0;
      if (s > 0)
        for (unsigned j = 0; j < n; j += s)
          sum += a[j + s - 1];
      b[i] = sum;
    }
  }

  // i is 0 where the inner loop is left out.
  virtual void Mirror(const int *a, const int *flag, int *b, int n) { kernel1D_Mirror(a, flag, b, n); }
  virtual void kernel1D_Mirror(const int *a, const int *flag, int *b, int n) {
    for (int i = 0; i < n; ++i) {
      int sum = a[i];
      if (i > 0)
        for (int j = 0; j < n; j += i)
          ++sum;
      if (flag[i] != 0)
        sum += a[n - i];
      b[i] = sum;
    }
  }

  // The outer loop may be left before the inner one gets as far as m.
  virtual void Prefixes(const int *a, int *b, int m, int n) { kernel1D_Prefixes(a, b, m, n); }
  virtual void kernel1D_Prefixes(const int *a, int *b, int m, int n) {
    for (int i = 0; i < n; ++i) {
      int sum = 0;
      for (int j = 0; j < m; ++j) {
        for (int k = 0; k <= j; ++k)
          sum += a[k];
        if (sum > 9)
          break;
      }
      b[i] = sum;
    }
  }

  // The step leads nowhere where s is 0, but the loop is left; s is not negative, or a[i * s] would lie before the array.
  virtual void Searched(int *a, int n, int s) { kernel1D_Searched(a, n, s); }
  virtual void kernel1D_Searched(int *a, int n, int s) {
    for (int i = 0; i < n; ++i) {
      int tries = 0;
      for (int j = 0; j < 9; j += s)
        if (++tries > 3)
          break;
      a[i * s] = 1;
    }
  }

  // n - 1 is a large number where n is 0: no array is as long as the loop, but the condition holds.
  virtual void Last(const int *a, int *b, unsigned n) { kernel1D_Last(a, b, n, n - 1); }
  virtual void kernel1D_Last(const int *a, int *b, unsigned n, unsigned last) {
    for (unsigned i = 0; i < n; ++i)
      b[i + 2] = a[last];
  }
  // As many as the condition says, where the loop runs.
  virtual void Chosen(int *a, int *b, unsigned n) { kernel1D_Chosen(a, b, n, n - 1); }
  virtual void kernel1D_Chosen(int *a, int *b, unsigned n, unsigned last) {
    for (unsigned i = 0; i < n; ++i) {
      b[i] = 2;
      if (last > 5)
        a[7] = 1;
    }
  }
};

// WARN: the number of elements of 'a' is unknown, so that 'Mirror' cannot be called with host arrays: an access may be left out
// WARN: the number of elements of 'a' is unknown, so that 'Prefixes' cannot be called with host arrays: an access may be left out
// WARN-NOT: warning

// CHECK: call.InOut("a", a, n > 0 ? uint64_t(n) + 3ull : 0ull);
// CHECK: n > 0u ? uint64_t(n) + 4ull : 0ull
// CHECK: call.In("a", a, n > 0 && s > 0 && m / s > 0 ? m / s : 0);
// CHECK: n > 0u && s > 0u ? uint64_t(s) * ((uint64_t(n) - 1ull) / uint64_t(s)) + uint64_t(s) : 0ull
// CHECK: call.In("a", a, n);
// CHECK-NEXT: call.InOut("b", b, n > 0u ? uint64_t(n) + 2ull : 0ull);
// CHECK: call.InOut("a", a, elementsOfAInChosenOnHost(n));
