// Origin: written as a user would, before its first translation.
// std::partial_sum, std::inclusive_scan, std::exclusive_scan and their transforming forms, in control functions and kernels,
// over pointers, vectors and ranges of them, of what kernels have computed before.
// RUN: %check %s --class Offsets --control=Build --control=Transform --size n=1,256,257,3000 -- -std=c++17 -Wno-unknown-attributes
// RUN: %check %s --class RadixStep,Survivors --size n=1,300,3000 -- -std=c++17
#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

/// Each algorithm once.
class Offsets {
public:
  virtual ~Offsets() = default;
  virtual void Build(const int *counts, int n, int *ends, int *starts, int *products) {
    kernel1D_Clear(n, ends);
    std::inclusive_scan(counts, counts + n, ends);
    std::exclusive_scan(counts, counts + n, starts, 7);
    std::partial_sum(counts, counts + n, products, [](int a, int b) { return a * b; });
  }
  virtual void Transform(const float *a, int n, [[vkmorph::size("n")]] float *squares, int *lengths) {
    m_values.resize(n);
    kernel1D_Halve(a, n);
    std::transform_inclusive_scan(m_values.begin(), m_values.end(), squares, std::plus<>(),
                                  [](float x) { return x * x; });
    std::transform_exclusive_scan(a, a + n, lengths, 0, std::plus<int>(), [](float x) { return x > 0.0f ? 1 : 0; });
    std::inclusive_scan(m_values.begin(), m_values.end(), m_values.begin(),
                        [](float x, float y) { return std::max(x, y); }, 0.5f);
  }
  std::vector<float> m_values;

private:
  void kernel1D_Clear(int n, int *ends) {
    for (int i = 0; i < n; i++)
      ends[i] = 0;
  }
  void kernel1D_Halve(const float *a, int n) {
    for (int i = 0; i < n; i++)
      m_values[i] = 0.5f * a[i];
  }
};

/// One step of a radix sort: numbers with a bit of 0 come in front of those with a bit of 1.
class RadixStep {
public:
  virtual ~RadixStep() = default;
  virtual void Split(const unsigned *keys, int n, int bit, [[vkmorph::size("n")]] unsigned *out) {
    m_zeros.resize(n);
    kernel1D_Mark(keys, n, bit);
    std::exclusive_scan(m_zeros.begin(), m_zeros.end(), m_zeros.begin(), 0);
    kernel1D_Move(keys, n, bit, out);
  }
  std::vector<int> m_zeros;

private:
  void kernel1D_Mark(const unsigned *keys, int n, int bit) {
    for (int i = 0; i < n; i++)
      m_zeros[i] = (keys[i] >> (bit & 31)) & 1u ? 0 : 1;
  }
  void kernel1D_Move(const unsigned *keys, int n, int bit, unsigned *out) {
    const int zeros = m_zeros[n - 1] + ((keys[n - 1] >> (bit & 31)) & 1u ? 0 : 1);
    for (int i = 0; i < n; i++) {
      const bool isOne = (keys[i] >> (bit & 31)) & 1u;
      out[isOne ? zeros + i - m_zeros[i] : m_zeros[i]] = keys[i];
    }
  }
};

/// Ranks of what a kernel has taken: the device alone knows how many there are.
class Survivors {
public:
  virtual ~Survivors() = default;
  virtual void Run(const int *weights, int n, [[vkmorph::size("n")]] int *loads) {
    m_taken.clear();
    kernel1D_Take(weights, n);
    kernel1D_Load(loads);
  }
  std::vector<int> m_taken;

private:
  void kernel1D_Take(const int *weights, int n) {
    for (int i = 0; i < n; i++)
      if (weights[i] % 2 == 0)
        m_taken.push_back(3);
  }
  void kernel1D_Load(int *loads) {
    int load = 0;
    for (size_t i = 0; i < m_taken.size(); i++) {
      load += m_taken[i];
      loads[i] = load;
    }
  }
};
