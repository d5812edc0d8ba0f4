// Origin: written as a user would, before its first translation.
// The ways in which a sort can be written: iterators in variables, ranges, function objects in variables.
// RUN: %check %s --class WaysToSort --size n=0,1,1500 --setup "object.Load(4100);" -- -std=c++20
#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

struct Version {
  int major, minor;
  bool operator<(const Version &other) const {
    return major != other.major ? major < other.major : minor < other.minor;
  }
};

struct CloserTo {
  int middle;
  bool operator()(int a, int b) const { return (a - middle) * (a - middle) < (b - middle) * (b - middle); }
};

class WaysToSort {
public:
  virtual ~WaysToSort() = default;
  void Load(int n) {
    m_values.resize(n);
    for (int i = 0; i < n; i++)
      m_values[i] = i * 37 % 1009;
  }

  virtual void Iterators() {
    kernel1D_Lower();
    auto first = m_values.begin();
    auto last = m_values.end();
    std::sort(first, last);
  }
  virtual void Ranges() {
    kernel1D_Lower();
    std::ranges::sort(m_values);
    kernel1D_Lower();
    std::ranges::sort(m_values.begin(), m_values.end(), std::greater<>());
    std::ranges::stable_sort(m_values, [](int a, int b) { return a % 10 < b % 10; });
  }
  // Equal elements that differ in something else keep their order.
  virtual void Ties() {
    kernel1D_Lower();
    std::ranges::sort(m_values, [](int a, int b) { return a / 100 < b / 100; });
  }
  virtual void Objects(int *values, int n, int middle) {
    kernel1D_Spread(values, n);
    const CloserTo closer = {middle % 100};
    std::stable_sort(values, values + n, closer);
    auto isLess = [](int a, int b) { return a / 4 < b / 4; };
    std::stable_sort(values, values + n, isLess);
    std::greater<> down;
    std::sort(values, values + n, down);
  }
  virtual void Versions(Version *versions, int n) {
    kernel1D_Release(versions, n);
    std::sort(versions, versions + n);
  }

protected:
  void kernel1D_Lower() {
    for (unsigned i = 0; i < m_values.size(); i++)
      m_values[i] = m_values[i] * 31 % 1013 - 500;
  }
  void kernel1D_Spread(int *values, int n) {
    for (int i = 0; i < n; i++)
      values[i] = i * 53 % 211;
  }
  void kernel1D_Release(Version *versions, int n) {
    for (int i = 0; i < n; i++)
      versions[i] = {i * 7 % 5, i * 13 % 11};
  }

  std::vector<int> m_values;
};
