// Iterations that need each other are a value apart: a thread runs through those.
// RUN: vkmorph %s --class=Apart --emit=recognised --remarks=reductions --without-locations -- -std=c++17 > %t.mlir 2> %t.txt
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=TOLD < %t.txt
// RUN: not vkmorph %s --class=Refused --emit=recognised -- -std=c++17 2>&1 >/dev/null | FileCheck %s --check-prefix=REFUSED
// RUN: vkmorph %s --class=Alone --emit=recognised -- -std=c++17 2>&1 >/dev/null | FileCheck %s --check-prefix=ALONE
// RUN: vkmorph %s --class=Apart -o %t -- -std=c++17
// RUN: FileCheck %s --input-file=%t/shaders/kernel1D_Any.comp --check-prefix=ANY
// RUN: FileCheck %s --input-file=%t/shaders/kernel1D_Positive.comp --check-prefix=POSITIVE
// RUN: FileCheck %s --input-file=%t/shaders/kernel1D_Down.comp --check-prefix=DOWN
// RUN: FileCheck %s --input-file=%t/run-apart_generated.cpp --check-prefix=HOST
// RUN: vkmorph %s --class=Alone -o %t -- -std=c++17 2> %t.warnings
// RUN: FileCheck %s --input-file=%t/shaders/kernel1D_Changed.comp --check-prefix=CHANGED
#include <cstddef>

class Apart {
public:
  virtual ~Apart() = default;

  // Of a distance of any sign; of 0, no iteration needs another one.
  // TOLD: remark: iterations of kernel 'kernel1D_Any' need each other's elements of 'a': those that a thread runs through are as far apart as 'k' say [vkm2054
  // CHECK-LABEL: vkm.kernel @kernel1D_Any
  // CHECK: %apart = vkm.var
  // CHECK: vkm.grid (%firstI: si32 "firstI")
  // CHECK-SAME: vkm.chains = "apart"
  // CHECK-NEXT: vkm.for "i"
  // ANY: Iterations that need each other are `apart` apart
  // ANY: const int apart = k == 0 ? n : max(min(abs(k), n), 1);
  // ANY: for (int i = firstI; i < n; i += apart) {
  // HOST-DAG: const int apart = k == 0 ? n : std::max<int>(std::min<int>(std::abs(k), n), 1);

  void kernel1D_Any(float *a, int n, int k) {
    for (int i = 0; i < n; i++)
      a[i] += a[i + k];
  }

  // What launches say of the sign is known, and of unsigned numbers.
  // POSITIVE: const int apart = min(delay, n - delay);
  // TOLD: 'kernel1D_Unsigned'
  // CHECK-LABEL: vkm.kernel @kernel1D_Unsigned
  // CHECK: vkm.grid

  void kernel1D_Positive(float *a, int n, int delay) {
    for (int i = delay; i < n; i++)
      a[i] += a[i - delay];
  }
  void kernel1D_Unsigned(float *a, size_t n, size_t delay) {
    for (size_t i = delay; i < n; i++)
      a[i] += a[i - delay];
  }

  // Loops that count down; of several distances the one that the others are multiples of.
  // DOWN: const int apart = gap == 0 ? [[ROOM:.*]] : max(min(abs(gap), [[ROOM]]), 1);
  // DOWN: i -= apart

  void kernel1D_Down(int *a, int n, int gap) {
    for (int i = n - 1; i >= 0; --i)
      a[i] = a[i + 2 * gap] - a[i + gap];
  }

  // TOLD: 'kernel1D_Known' {{.*}} those that a thread runs through are 16 apart [vkm2054

  void kernel1D_Known(int *a, int n) {
    for (int i = 16; i < n; i++)
      a[i] = a[i - 16] * 3 + i;
  }

  // Of several distances, pieces of the loop as long as the smallest one.
  // TOLD: 'kernel1D_Taps' {{.*}} it is launched for each piece of the loop, as long as 'k' and 'm' say [vkm2054
  // CHECK-LABEL: vkm.kernel @kernel1D_Taps
  // CHECK-SAME: %piece: si32
  // CHECK: vkm.grid (%place: si32 "place")
  // HOST-DAG: for (int piece = 0; piece < pieces; piece++) {

  void kernel1D_Taps(int *a, int n, int k, int m) {
    for (int i = 0; i < n; i++)
      a[i] = a[i + k] - a[i + m];
  }

  void Run(float *a, int *b, int n, int k, int m) {
    kernel1D_Any(a, n, k);
    kernel1D_Taps(b, n, k, m);
    if (k > 0)
      kernel1D_Positive(a, n, k);
    kernel1D_Unsigned(a, size_t(n), size_t(k));
    kernel1D_Down(b, n, k);
    kernel1D_Known(b, n);
  }
};

// Where the value is no parameter, or the counter cannot go on by it, one thread has the loop.
class Alone {
public:
  virtual ~Alone() = default;

  // ALONE: warning: cannot prove that iterations of kernel 'kernel1D_Changed' need no elements of 'a' that others write, and so one thread runs through all of them (it needs distances that are parameters
  // ALONE: warning: {{.*}} 'kernel1D_Sum' {{.*}} one thread runs through all of them (it could be launched for each piece of the loop, as long as 'k' and 'm' say, but the kernel does something beside this loop

  // CHANGED: Iterations need each other: one thread runs through them.
  // CHANGED-NOT: apart
  // CHANGED: firstI < 3
  // CHANGED: for (int i = firstI; i < n; i += 3) {

  void kernel1D_Changed(int *a, int n, int k) {
    if (k < 1)
      k = 1;
    for (int i = 0; i < n; i += 3)
      if (i >= 3 * k)
        a[i] += a[i - 3 * k];
  }
  void kernel1D_Sum(int *a, int n, int k, int m) {
    m_sum = 0;
    for (int i = 0; i < n; i++) {
      a[i] = a[i + k] - a[i + m];
      m_sum += a[i];
    }
  }

  virtual void Run([[vkmorph::size("n")]] int *a, int n, int k, int m) {
    kernel1D_Changed(a, n, k);
    kernel1D_Sum(a, n, k, m);
  }

  int m_sum = 0;
};

class Refused {
public:
  virtual ~Refused() = default;

  // Few threads would be left.
  // REFUSED: error: iterations of kernel 'kernel1D_Few' depend on each other: one writes 'a' here, and another one reads the same element [vkm2101]

  void kernel1D_Few(int *a, int n) {
    for (int i = 4; i < n; i++)
      a[i] = a[i - 4] / 3 + i;
  }

  // The counter of an inner loop is another one in each iteration.
  // REFUSED: warning: cannot prove that iterations of kernel 'kernel1D_Inner' are independent

  void kernel1D_Inner(int *a, const int *b, int n, int k) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j < b[i]; j++)
        a[i + j] = a[i + j + k] / 2;
  }

  virtual void Run([[vkmorph::size("n")]] int *a, const int *b, int n, int k) {
    kernel1D_Few(a, n);
    kernel1D_Inner(a, b, n, k);
  }
};
