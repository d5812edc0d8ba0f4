// Loops whose counter or pointer is declared before them, or beside another one; variables that are assigned several times.
// RUN: vkmorph %s -o %t -- -std=c++17 2>%t.err
// RUN: FileCheck %s --input-file=%t/infer-extents-while_generated.cpp
// RUN: FileCheck %s --check-prefix=MISSING --input-file=%t.err --implicit-check-not=warning:
#include <cstdint>

class C {
public:
  virtual ~C() = default;

  // CHECK: call.In("a", a, 8ull * uint64_t(n));
  virtual void End(const int *a, int *out, unsigned n) { kernel1D_End(a, out, n); }
  void kernel1D_End(const int *a, int *out, unsigned n) {
    for (unsigned i = 0; i < n; i++) {
      int sum = 0;
      for (const int *p = a + i * 8u, *e = p + 8; p < e; p++)
        sum += *p;
      out[i] = sum;
    }
  }

  // CHECK: call.In("a", a, 8ull * uint64_t(n));
  virtual void Moved(const int *a, int *out, unsigned n) { kernel1D_Moved(a, out, n); }
  void kernel1D_Moved(const int *a, int *out, unsigned n) {
    for (unsigned i = 0; i < n; i++) {
      const int *p = a + i * 8u;
      const int *const e = p + 8;
      int sum = 0;
      while (p != e)
        sum += *p++;
      out[i] = sum;
    }
  }

  // One counter for two loops, the second one backwards; a `continue` does the step.
  // CHECK: call.In("a", a, n > 0 ? uint64_t(n) + 6ull : 0ull);
  // CHECK-NEXT: call.In("b", b, n > 0 ? 4ull * uint64_t(n) + 1ull : 0ull);
  virtual void Before(const int *a, const int *b, int *out, int n) { kernel1D_Before(a, b, out, n); }
  void kernel1D_Before(const int *a, const int *b, int *out, int n) {
    for (int i = 0; i < n; i++) {
      int k, sum = 0;
      for (k = 0; k < 7; k++) {
        if (k == 3)
          continue;
        sum += a[i + k];
      }
      for (k = 4; k > 0; k -= 2)
        sum += b[4 * i + k];
      out[i] = sum;
    }
  }

  // The value behind the step is the next one; what is assigned in a row is followed.
  // CHECK: call.In("a", a, n > 0 ? 3ull * uint64_t(n) + 2ull : 0ull);
  virtual void Row(const int *a, int *out, int n) { kernel1D_Row(a, out, n); }
  void kernel1D_Row(const int *a, int *out, int n) {
    for (int i = 0; i < n; i++) {
      int at = i;
      at = 3 * at;
      at += 0;
      out[i] = 0;
      at = 3 * i;
      int k = 0;
      while (k < 4) {
        k += 1;
        out[i] += a[at + k];
      }
    }
  }

  // What changes with a counter: pointers that are moved on, once or in a loop.
  // CHECK: call.In("a", a, 5ull * uint64_t(std::max<int>(n, 0)));
  // CHECK-NEXT: call.InOut("out", out, 3ull * uint64_t(std::max<int>(n, 0)));
  virtual void Moving(const int *a, int *out, int n) { kernel1D_Moving(a, out, n); }
  void kernel1D_Moving(const int *a, int *out, int n) {
    for (int i = 0; i < n; i++) {
      int *to = out + 3 * i;
      const int *from = a + 5 * i;
      int sum = 0;
      for (int k = 1; k < 5; k++)
        sum += *from++;
      sum -= *from;
      *to++ = sum;
      *to++ = 2 * sum;
      *to = 3 * sum;
    }
  }

  // A step that some iterations leave out, steps of several sizes, a bound that changes.
  // MISSING: warning: the number of elements of 'a' is unknown, so that 'Leaves' {{.*}} a subscript is no affine function
  virtual void Leaves(const int *a, int *out, int n) { kernel1D_Leaves(a, out, n); }
  void kernel1D_Leaves(const int *a, int *out, int n) {
    for (int i = 0; i < n; i++) {
      int k = 0, tries = 0;
      while (k < 8 && tries < 100) {
        tries++;
        if (a[i + k] > 0)
          k++;
      }
      out[i] = k;
    }
  }
  // MISSING: warning: the number of elements of 'a' is unknown, so that 'Skips' {{.*}} a subscript is no affine function
  // MISSING: warning: the number of elements of 'out' is unknown, so that 'Skips' {{.*}} may be left out
  virtual void Skips(const int *a, int *out, int n) { kernel1D_Skips(a, out, n); }
  void kernel1D_Skips(const int *a, int *out, int n) {
    for (int i = 0; i < n; i++) {
      int k = 0;
      while (k < 8) {
        out[i] = a[i + k];
        if (out[i] < 0) {
          k += 3;
          continue;
        }
        k += 2;
      }
    }
  }
  // MISSING: warning: the number of elements of 'a' is unknown, so that 'Shrinks' {{.*}} a subscript is no affine function
  // MISSING: warning: the number of elements of 'out' is unknown, so that 'Shrinks' {{.*}} may be left out
  virtual void Shrinks(const int *a, int *out, int n) { kernel1D_Shrinks(a, out, n); }
  void kernel1D_Shrinks(const int *a, int *out, int n) {
    for (int i = 0; i < n; i++) {
      int k = 0, end = 8;
      while (k < end) {
        out[i] = a[i + k];
        end--;
        k++;
      }
    }
  }
};
