// Algorithms and lambdas in control functions: over local arrays they are loops of the host; over the elements that kernels work
// on they are kernels.
// RUN: %import %s --class C | FileCheck %s
// RUN: %import %s --class Moves | FileCheck %s --check-prefix=MOVES
// RUN: not %import %s --class Bad 2>&1 | FileCheck %s --check-prefix=BAD
#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <vector>

class C {
public:
  virtual ~C() {}
  // CHECK: vkm.control @Median
  virtual void Median(int *a, int n, int x, int y, int z) {
    std::array<int, 3> limits = {x, y, z};
    // CHECK: vkm.for
    std::sort(limits.begin(), limits.end());
    auto twice = [](int v) { return 2 * v; };
    // CHECK: vkm.call @twice
    // CHECK: vkm.call @kernel1D_Add
    kernel1D_Add(a, n, twice(limits[1]));
  }
  // CHECK: vkm.control @Total
  virtual int Total(int *a, int n) {
    const int weights[] = {1, n, 3};
    // CHECK: vkm.for
    // CHECK: vkm.call @kernel1D_Add
    kernel1D_Add(a, n, std::accumulate(weights, weights + 3, 0));
    return m_sum;
  }
  void kernel1D_Add(int *a, int n, int s) {
    m_sum = 0;
    for (int i = 0; i < n; i++) {
      a[i] += s;
      m_sum += a[i];
    }
  }
  int m_sum = 0;
};

// Over what kernels work on they are kernels: one for each, between the others.
class Moves {
public:
  virtual ~Moves() {}
  // MOVES: vkm.kernel @kernel1D_Run_fill(%a: !vkm.ptr<si32> {{.*}}, %n: si32 {{.*}}) attributes {dims = 1 : i32, display = "Run_fill", vkm.source_name = "std::fill of Moves::Run"}
  // MOVES: vkm.for "index" = {{.*}} : si32 cond
  // MOVES: vkm.deref %a[
  // MOVES: vkm.kernel @kernel1D_Run_copy(%b: !vkm.ptr<si32> {{.*}}, %n: si32 {{.*}}, %by: si32
  // MOVES: vkm.vector_data @m_v
  // MOVES: vkm.kernel @kernel1D_Run_memcpy({{.*}} attributes {assume_independent, dims = 1 : i32
  // MOVES: vkm.kernel @kernel1D_Run_memmove({{.*}} attributes {dims = 1 : i32
  // MOVES: vkm.kernel @kernel1D_Run_memset(%a: !vkm.ptr<si32> {{.*}}, %n: si32
  // MOVES: %[[BYTES:.*]] = vkm.constant 16843009 : si32
  // MOVES: vkm.kernel @kernel1D_Run_transform(%a: !vkm.ptr<si32> {{.*}}, %n: si32 {{.*}}, %by: si32
  // MOVES: vkm.control @Run
  virtual void Run(int *a, int *b, int n, int by) {
    // MOVES: vkm.call @kernel1D_Run_fill(%a, %n)
    std::fill(a, a + n, 1);
    // MOVES: vkm.call @kernel1D_Add(%a, %n)
    kernel1D_Add(a, n);
    // MOVES: vkm.call @kernel1D_Run_copy(%b,
    std::copy(b + by, b + n, m_v.begin() + 3);
    // MOVES: vkm.call @kernel1D_Run_memcpy(
    size_t bytes = n * sizeof(int);
    std::memcpy(a, b, bytes);
    // MOVES: vkm.call @kernel1D_Run_memmove(%b
    memmove(b, b + 2, (n - 2) * sizeof(*b));
    // MOVES: vkm.call @kernel1D_Run_memset(%a, %n)
    memset(a, 1, sizeof(int) * n);
    // MOVES: vkm.call @kernel1D_Run_find(%a, %n, %by, %found)
    // MOVES: vkm.call @kernel1D_Run_equal(%a, %n, %same)
    if (std::find(a, a + n, by) != a + n || std::equal(a, a + n, a))
      kernel1D_Add(a, n);
    // MOVES: vkm.call @kernel1D_Run_transform(%a, %n, %
    std::transform(a, a + n, a, [&](int x) { return x * by; });
    // MOVES: vkm.call @kernel1D_Run_iota(%a, %n,
    std::iota(a, a + n, by);
    // MOVES: vkm.call @kernel1D_Run_adjacent_difference(%a, %b, %n)
    std::adjacent_difference(a, a + n, b);
    // The element that halves would have led to is the first one that is not before the number.
    // MOVES: vkm.call @kernel1D_Run_lower_bound(%a, %n, %by, %found
    // MOVES: vkm.call @kernel1D_Add(%a, %
    const int *first = std::lower_bound(a, a + n, by);
    kernel1D_Add(a, first - a);
    // MOVES: vkm.call @kernel1D_Run_rotate(%a, %by,
    // MOVES: vkm.call @kernel1D_Run_rotate_2(%a, %n, %by,
    // MOVES: vkm.call @kernel1D_Run_rotate_3(%a, %n,
    std::rotate(a, a + by, a + n);
  }
  void kernel1D_Add(int *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] += m_v[i];
  }
  std::vector<int> m_v;
};

class Bad {
public:
  virtual ~Bad() {}
  virtual int Run(int *a, int n, const int *weights) {
    kernel1D_Add(a, n);
    // BAD: :[[@LINE+2]]:15: error: 'adjacent_difference' in a control function uses elements that are on the device while the function runs [vkm1463]
    // BAD: note: let it write to another array, or call it in a kernel, or before or after the control function
    int sum = std::adjacent_difference(a, a + n, a) - a;
    // Each ++ rounds, a sum does it once.
    // BAD: :[[@LINE+2]]:5: error: 'iota' in a control function rounds for each number here, and on the device only once, so that the numbers would differ [vkm1467]
    // BAD: note: start at a whole number, or another constant of four binary digits behind the point at most (0.25f); or write a loop, or call it in a kernel, or before or after the control function
    std::iota(m_v.begin(), m_v.end(), 0.1f);
    int next = n;
    // BAD: :[[@LINE+2]]:5: error: 'generate' in a control function becomes a kernel, to which this cannot be passed [vkm1464]
    // BAD: note: use numbers, members, pointer parameters and std::vectors in it, and change elements only
    std::generate(a, a + n, [&] { return next++; });
    const int table[] = {1, 2, 3};
    // BAD: :[[@LINE+1]]:5: error: 'copy' in a control function becomes a kernel, {{.*}} [vkm1464]
    std::copy(table, table + 3, a);
    // BAD: :[[@LINE+1]]:5: error: this memcpy does not
    std::memcpy(a, weights, n);
    // BAD: :[[@LINE+1]]:5: error: {{.*}}memset
    memset(m_v.data(), 1, n * sizeof(float));
    return sum;
  }
  void kernel1D_Add(int *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] += int(m_v[i]);
  }
  std::vector<float> m_v;
};
