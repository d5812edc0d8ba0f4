// Origin: written with the part of the compiler that it tests.
// Pairs and tuples in host code: results of functions that control functions call, of control functions themselves,
// nested ones, those of structs, bound, tied and changed by their elements.
// RUN: %check %s --class HostPairs --size n=1,3,300 -- -std=c++17
// RUN: vkmorph %s --emit=host -- -std=c++17 | FileCheck %s
#include <cstdint>
#include <tuple>
#include <utility>

// CHECK: #include <tuple>
// CHECK-NEXT: #include <utility>
// CHECK: std::pair<int, int> SplitOnHost(int n) { return std::pair<int, int>{n / 2, n - n / 2}; }
// CHECK: return std::tuple<int, float, bool>{n / 2, float(n) * 0.5f, n > 3};
struct Range {
  int low;
  float high;
};

class HostPairs {
public:
  virtual ~HostPairs() = default;

  virtual std::pair<int, float> Both([[vkmorph::size("n")]] int *a, int n) {
    auto [half, rest] = Split(n);
    kernel1D_Add(a, n, half);
    kernel1D_Add(a, n, rest);
    kernel1D_Sum(a, n);
    return Sums();
  }
  virtual std::tuple<int, bool, double> Elements([[vkmorph::size("n")]] int *a, int n) {
    auto parts = Three(n);
    kernel1D_Add(a, n, std::get<0>(parts));
    if (std::get<bool>(parts))
      kernel1D_Add(a, n, static_cast<int>(std::get<1>(parts)));
    std::get<0>(parts) += 3;
    kernel1D_Sum(a, n);
    return {std::get<0>(parts), m_sum > 10, m_scale * 2.0};
  }
  virtual int Tied([[vkmorph::size("n")]] int *a, int n) {
    int low, high;
    std::tie(low, high) = Split(n + 3);
    std::pair<int, int> both = Split(low);
    both.second++;
    kernel1D_Add(a, n, both.second * high);
    return Larger(both);
  }
  virtual void Nested([[vkmorph::size("n")]] int *a, int n) {
    const auto [range, shift] = Ranges(n);
    const auto inner = Deep(n);
    kernel1D_Add(a, n, range.low + static_cast<int>(range.high) + shift);
    kernel1D_Add(a, n, inner.first.second - std::get<1>(inner.second));
  }

protected:
  static std::pair<int, int> Split(int n) { return {n / 2, n - n / 2}; }
  static std::tuple<int, float, bool> Three(int n) { return {n / 2, n * 0.5f, n > 3}; }
  static std::pair<Range, std::int8_t> Ranges(int n) { return {{n, n * 0.25f}, std::int8_t(n % 100)}; }
  static std::pair<std::pair<int, int>, std::tuple<float, int>> Deep(int n) {
    return std::make_pair(Split(n), std::make_tuple(n * 2.0f, 3));
  }
  static int Larger(const std::pair<int, int> &both) { return both.first > both.second ? both.first : both.second; }
  std::pair<int, float> Sums() const { return {m_sum, m_scale}; }

  void kernel1D_Sum(const int *a, int n) {
    m_sum = 0;
    for (int i = 0; i < n; ++i)
      m_sum += a[i];
  }
  void kernel1D_Add(int *a, int n, int x) {
    for (int i = 0; i < n; ++i)
      a[i] += x;
  }
  int m_sum = 0;
  float m_scale = 1.5f;
};
