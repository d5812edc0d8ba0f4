// An inner loop whose bound the counter around it gives: the grid has all numbers that it has in any row, and the condition of
// the source inside.
// RUN: vkmorph %s --class Triangles --fusion=never --emit=recognised --without-locations -- -std=c++17 2>&1 | FileCheck %s
// RUN: not vkmorph %s --class Refused --fusion=never -o %t.out -- -std=c++17 2>&1 | FileCheck %s --check-prefix=REFUSED --implicit-check-not=error:
// RUN: vkmorph %s --class Starts --fusion=never --emit=recognised --without-locations -- -std=c++17 2>&1 | FileCheck %s --check-prefix=STARTS --implicit-check-not=warning:

#include <algorithm>

class Triangles {
public:
  virtual ~Triangles() {}
  virtual void Run(float *a, int n, unsigned m) {
    kernel2D_Below(a, n);
    kernel2D_BelowWith(a, n);
    kernel2D_Above(a, m);
    kernel3D_Both(a, n);
  }

  // CHECK-LABEL: vkm.kernel @kernel2D_Below(
  // CHECK: vkm.grid (%i: si32 "i", %j: si32 "j") = (%{{.*}}, %{{.*}}) lt, lt (%n : si32, %n : si32) step (1, 1)
  // CHECK: %[[RUNS:.*]] = vkm.cmp lt %j, %i : si32
  // CHECK: vkm.if %[[RUNS]]

  void kernel2D_Below(float *a, int n) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j < i; j++)
        a[i * n + j] = 1.0f;
  }

  // j <= i and i < n is j < n.
  // CHECK-LABEL: vkm.kernel @kernel2D_BelowWith(
  // CHECK: vkm.grid (%i: si32 "i", %j: si32 "j") = (%{{.*}}, %{{.*}}) lt, lt (%n : si32, %n : si32) step (1, 1)
  // CHECK: %[[RUNS:.*]] = vkm.cmp le %j, %i : si32
  // CHECK: vkm.if %[[RUNS]]

  void kernel2D_BelowWith(float *a, int n) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j <= i; j++)
        a[i * n + j] = 1.0f;
  }

  // CHECK-LABEL: vkm.kernel @kernel2D_Above(
  // CHECK: vkm.grid (%i: ui32 "i", %j: ui32 "j") = (%{{.*}}, %{{.*}}) lt, lt (%n : ui32, %n : ui32) step (1, 1)
  // CHECK: %[[RUNS:.*]] = vkm.cmp ge %j, %{{.*}} : ui32
  // CHECK: vkm.if %[[RUNS]]

  void kernel2D_Above(float *a, unsigned n) {
    for (unsigned i = 0; i < n; i++)
      for (unsigned j = i + 1; j < n; j++)
        a[i * n + j] = 1.0f;
  }

  // CHECK-LABEL: vkm.kernel @kernel3D_Both(
  // CHECK: vkm.grid (%i: si32 "i", %j: si32 "j", %k: si32 "k") = (%{{.*}}, %{{.*}}, %{{.*}}) lt, lt, lt (%n : si32, %n : si32, %n : si32)
  // CHECK: vkm.and
  // CHECK: vkm.if

  void kernel3D_Both(float *a, int n) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j < i; j++)
        for (int k = j; k < i; k++)
          a[(i * n + j) * n + k] = 1.0f;
  }
};

// Rows start and end within the numbers that the counter around them has: no element of another row is written.
class Starts {
public:
  virtual ~Starts() {}
  virtual void Run([[vkmorph::size("n*n")]] float *a, [[vkmorph::size("2*n*n")]] float *b, int n, unsigned m) {
    kernel2D_Down(a, n);
    kernel2D_From(a, n);
    kernel2D_Unsigned(a, m);
    kernel2D_Twice(b, n);
    kernel2D_Negative(b, n);
    kernel2D_Falling(b, n);
  }

  // j = i that counts down, with i < n, is n - 1 at first.
  // STARTS-LABEL: vkm.kernel @kernel2D_Down(
  // STARTS: %[[LAST:.*]] = vkm.binary sub %n, %{{.*}} : si32
  // STARTS: vkm.grid (%i: si32 "i", %j: si32 "j") = (%{{.*}}, %[[LAST]]) lt, ge (%n : si32, %{{.*}} : si32) step (1, -1)
  // STARTS: vkm.cmp le %j, %i : si32

  void kernel2D_Down(float *a, int n) {
    for (int i = 0; i < n; i++)
      for (int j = i; j >= 0; j--)
        a[i * n + j] = 1.0f;
  }

  // STARTS-LABEL: vkm.kernel @kernel2D_From(
  // STARTS: %[[END:.*]] = vkm.constant 0 : si32
  // STARTS: %[[FIRST:.*]] = vkm.constant 1 : si32
  // STARTS-NEXT: vkm.grid (%i: si32 "i", %j: si32 "j") = (%{{.*}}, %[[FIRST]]) gt, lt (%[[END]] : si32, %n : si32)

  void kernel2D_From(float *a, int n) {
    for (int i = n - 1; i > 0; i--)
      for (int j = i; j < n; j++)
        a[i * n + j] = 1.0f;
  }

  // n - 1 of a number without a sign would be a large one.
  // STARTS-LABEL: vkm.kernel @kernel2D_Unsigned(
  // STARTS: vkm.grid (%i: ui32 "i", %j: ui32 "j") = (%{{.*}}, %n) lt, gt

  void kernel2D_Unsigned(float *a, unsigned n) {
    for (unsigned i = 0; i < n; i++)
      for (unsigned j = i; j > 0; j--)
        a[i * (n + 1) + j] = 1.0f;
  }

  // STARTS-LABEL: vkm.kernel @kernel2D_Twice(
  // STARTS: %[[TWICE:.*]] = vkm.binary mul %{{.*}}, %n : si32
  // STARTS: vkm.grid (%i: si32 "i", %j: si32 "j") = {{.*}} lt, lt (%n : si32, %[[TWICE]] : si32)

  void kernel2D_Twice(float *b, int n) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j <= 2 * i; j++)
        b[i * 2 * n + j] = 1.0f;
  }

  // STARTS-LABEL: vkm.kernel @kernel2D_Negative(
  // STARTS: %[[BELOW:.*]] = vkm.unary neg %n : si32
  // STARTS: %[[LEAST:.*]] = vkm.binary add %[[BELOW]], %{{.*}} : si32
  // STARTS: vkm.grid (%i: si32 "i", %j: si32 "j") = (%{{.*}}, %[[LEAST]]) lt, lt (%n : si32, %n : si32)

  void kernel2D_Negative(float *b, int n) {
    for (int i = 0; i < n; i++)
      for (int j = -i; j < n; j++)
        b[i * 2 * n + j + n] = 1.0f;
  }

  // STARTS-LABEL: vkm.kernel @kernel2D_Falling(
  // STARTS: vkm.grid (%i: si32 "i", %j: si32 "j") = {{.*}} lt, lt (%n : si32, %n : si32)

  void kernel2D_Falling(float *b, int n) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n + i * -1; j++)
        b[i * 2 * n + j] = 1.0f;
  }
};

// What neither grows nor falls with the counter has no extremes there; numbers without a sign wrap around.
class Refused {
public:
  virtual ~Refused() {}
  virtual void Run(float *a, const int *ends, int n, unsigned m) {
    kernel2D_Ends(a, ends, n);
    kernel2D_Square(a, n);
    kernel2D_Wraps(a, m);
    kernel2D_Band(a, n);
    kernel2D_Edges(a, n);
    kernel2D_Choice(a, n);
  }

  // REFUSED: :[[@LINE+3]]:7: error: the bound of this loop of kernel 'kernel2D_Ends' depends on
  void kernel2D_Ends(float *a, const int *ends, int n) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j < ends[i]; j++)
        a[i * n + j] = 1.0f;
  }
  // REFUSED: :[[@LINE+3]]:7: error: the bound of this loop of kernel 'kernel2D_Square' depends on 'i'
  void kernel2D_Square(float *a, int n) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j < i * (n - i); j++)
        a[i * n + j] = 1.0f;
  }
  // REFUSED: :[[@LINE+3]]:7: error: the bound of this loop of kernel 'kernel2D_Wraps' depends on 'i'
  void kernel2D_Wraps(float *a, unsigned n) {
    for (unsigned i = 0; i < n; i++)
      for (unsigned j = 0; j < i - 1; j++)
        a[i * n + j] = 1.0f;
  }
  // Both ends move along: a square would have few of its numbers in each row.
  // REFUSED: :[[@LINE+3]]:7: error: the bound of this loop of kernel 'kernel2D_Band' depends on 'i'
  void kernel2D_Band(float *a, int n) {
    for (int i = 0; i < n; i++)
      for (int j = i - 2; j <= i + 2; j++)
        a[i * (n + 4) + j + 2] = 1.0f;
  }
  // REFUSED: :[[@LINE+3]]:7: error: the bound of this loop of kernel 'kernel2D_Edges' depends on 'i'
  void kernel2D_Edges(float *a, int n) {
    for (int i = 0; i < n; i++)
      for (int j = std::max(i - 2, 0); j < std::min(i + 3, n); j++)
        a[i * n + j] = 1.0f;
  }
  // REFUSED: :[[@LINE+3]]:7: error: the bound of this loop of kernel 'kernel2D_Choice' depends on 'i'
  void kernel2D_Choice(float *a, int n) {
    for (int i = 0; i < n; i++)
      for (int j = i; j < (n > 2 ? i : n); j++)
        a[i * n + j] = 1.0f;
  }
};
