// Extents by what loops around launches, conditions and earlier statements say. No extent is longer than what is surely
// reached: the host copies as many elements.
//
// RUN: vkmorph %s --class=Facts -o %t -- -std=c++17 2>&1 | FileCheck %s --check-prefix=WARN
// RUN: FileCheck %s --input-file=%t/infer-extents-facts_generated.cpp

class Facts {
public:
  virtual ~Facts() = default;

  // Where k is not negative, n is neither.
  // CHECK-LABEL: Facts_Generated::Pivot(
  // CHECK: call.InOut("a", a, n > 1 ? uint64_t(n) * uint64_t(n) : 0ull)
  virtual void Pivot(float *a, int n) {
    for (int k = 0; k + 1 < n; ++k)
      kernel2D_Rest(a, n, k);
  }

  // The last iteration whose kernel has one is neither the first nor the last one.
  // CHECK-LABEL: Facts_Generated::Below(
  // CHECK: call.InOut("a", a, n > 1 ? uint64_t(n) * uint64_t(n) - 1ull : 0ull)
  virtual void Below(float *a, int n) {
    for (int k = 0; k < n; ++k)
      kernel1D_Column(a, n, k);
  }

  // A loop that is left early comes to its first iteration: of the others nothing is sure.
  // WARN: warning: the number of elements of 'b' is unknown, so that 'Left' cannot be called with host arrays
  virtual void Left(float *a, float *b, int n) {
    for (int k = 1; k <= n; ++k) {
      kernel1D_Sum(a, 5);
      if (m_sum > 3)
        return;
      kernel1D_Sum(b, k);
    }
  }

  // CHECK-LABEL: Facts_Generated::Down(
  // CHECK: call.InOut("a", a, steps > 0 ? std::max<int>(n, 0) : 0)
  virtual void Down(float *a, int n, int steps) {
    while (steps-- > 0)
      kernel1D_Add(a, n);
  }

  // CHECK-LABEL: Facts_Generated::Halves(
  // CHECK: call.InOut("a", a, n > 1 ? n : 0)
  virtual void Halves(float *a, int n) {
    int left = n;
    while (left > 1) {
      const int half = left / 2;
      kernel1D_Fold(a, left - half, half);
      left -= half;
    }
  }

  // What the loop changes before the launch may go anywhere: it is counted ahead.
  // CHECK-LABEL: Facts_Generated::Grows(
  // CHECK: call.InOut("a", a, elementsOfAInGrowsOnHost(n))
  virtual void Grows(float *a, int n) {
    for (int size = 1; size < n; size *= 3)
      kernel1D_Add(a, size);
  }

  // Rows have no negative length, or their first element would lie before the array.
  // CHECK-LABEL: Facts_Generated::Borders(
  // CHECK: call.InOut("a", a, n > 0 ? uint64_t(n) * uint64_t(m) + uint64_t(n) - uint64_t(m) : 0ull)
  virtual void Borders(float *a, int n, int m) { kernel1D_Border(a, n, m); }

  // CHECK-LABEL: Facts_Generated::Triangle(
  // CHECK: call.In("a", a, n > 1 ? uint64_t(n) * uint64_t(n) - 1ull : 0ull)
  virtual void Triangle(const float *a, int n) { kernel2D_Triangle(a, n); }

protected:
  void kernel2D_Rest(float *a, int n, int k) {
    for (int i = k + 1; i < n; ++i)
      for (int j = k + 1; j < n; ++j)
        a[i * n + j] -= a[k * n + j] * 0.5f;
  }
  void kernel1D_Column(float *a, int n, int k) {
    for (int i = k + 1; i < n; ++i)
      a[i * n + k] *= 0.5f;
  }
  void kernel1D_Sum(const float *a, int n) {
    m_sum = 0;
    for (int i = 0; i < n; ++i)
      m_sum += a[i];
  }
  void kernel1D_Add(float *a, int n) {
    for (int i = 0; i < n; ++i)
      a[i] += 1;
  }
  void kernel1D_Fold(float *a, int half, int count) {
    for (int i = 0; i < count; ++i)
      a[i] += a[half + i];
  }
  void kernel1D_Border(float *a, int n, int m) {
    for (int i = 0; i < n; ++i)
      a[i * (m + 1)] = 3;
  }
  void kernel2D_Triangle(const float *a, int n) {
    for (int i = 0; i < n; ++i)
      for (int j = i + 1; j < n; ++j)
        m_sum += a[j * n + i];
  }
  float m_sum = 0;
};
