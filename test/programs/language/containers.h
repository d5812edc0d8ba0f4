#pragma once
#include <array>
#include <cstddef>
#include <tuple>
#include <utility>

namespace life {

using Block = std::array<std::array<int, 4>, 3>;

/// Counts neighbours in small blocks and keeps the results in standard containers.
class Garden {
public:
  virtual ~Garden() = default;
  virtual void Grow(const int *seeds, int *plants, int *ranges, int n);

private:
  void kernel1D_Grow(const int *seeds, int *plants, int n);
  void kernel1D_Range(const int *seeds, int *ranges, int n);
  std::tuple<int, int, unsigned> Describe(const std::array<int, 4> &row) const;

  std::array<int, 4> m_soil{{1, 3, 2, 5}};
  Block m_pattern = {{{1, 0, 1, 0}, {0, 1, 1, 1}, {2, 0, 0, 1}}};
  std::pair<int, int> m_bounds{-20, 60};
};

} // namespace life
