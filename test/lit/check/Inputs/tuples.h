#pragma once
#include <array>
#include <tuple>
#include <utility>
class Tuples {
public:
  virtual ~Tuples() = default;
  virtual void Run(const int *in, int *out, int n);
private:
  struct Key { int major = 0, minor = 0; bool operator<(const Key &o) const { return std::tie(major, minor) < std::tie(o.major, o.minor); } };
  std::tuple<char, int, float> split(int v) const { return {static_cast<char>(v & 63), v / 7, 0.25f * float(v % 16)}; }
  void kernel1D_T(const int *in, int *out, int n);
  std::array<int, 4> m_row{{1, 2, 3, 4}};
};
