// Origin: written with the part of the compiler that it tests.
// Standard aggregates: std::array as member, local and argument, in two dimensions, pairs, tuples, ties, range-for.
// RUN: %check %s --class life::Garden -- -std=c++17
#include "containers.h"
#include <iterator>

namespace life {

std::tuple<int, int, unsigned> Garden::Describe(const std::array<int, 4> &row) const {
  int sum = 0;
  unsigned positive = 0;
  for (const auto &cell : row) {
    sum += cell;
    positive += cell > 0 ? 1u : 0u;
  }
  return std::make_tuple(sum, row.front() - row.back(), positive);
}

static std::pair<int, int> Ordered(int a, int b) {
  if (a < b)
    return {a, b};
  return std::make_pair(b, a);
}

template <std::size_t N> static std::array<int, N> Doubled(std::array<int, N> values) {
  for (int &v : values)
    v *= 2;
  return values;
}

void Garden::kernel1D_Grow(const int *seeds, int *plants, int n) {
  for (int i = 0; i < n; ++i) {
    Block block = m_pattern;
    block[1][2] = seeds[i];
    block.at(2).at(i & 3) += 4;
    for (auto row : block) // a copy: the block stays as it is
      row[0] = 99;
    for (auto &row : block)
      for (std::size_t c = 0; c < row.size(); ++c)
        row[c] += m_soil[c] * block[0][c];
    int sum = 0, difference = 0;
    unsigned positive = 0;
    plants[i] = 0;
    for (const auto &row : block) {
      std::tie(sum, std::ignore, positive) = Describe(Doubled(row));
      plants[i] = plants[i] * 3 + sum + int(positive);
    }
    std::array<int, 4> best{};
    best.fill(2);
    best.back() = std::get<1>(block[2]);
    const auto described = Describe(best);
    difference = std::get<1>(described);
    plants[i] += difference * 100 + std::get<0>(described) + (best == m_soil ? 7 : 0) + (block[0] != block[1] ? 1000 : 0);
  }
}

void Garden::kernel1D_Range(const int *seeds, int *ranges, int n) {
  for (int i = 0; i < n; ++i) {
    auto [low, high] = Ordered(seeds[i], m_soil[i % 4]);
    std::pair<int, std::array<int, 2>> nested{low, {{high, i & 7}}};
    nested.second[1] += nested.first;
    std::pair<int, int> clipped = m_bounds;
    if (low > clipped.first)
      clipped.first = low;
    std::get<1>(clipped) = high < clipped.second ? high : clipped.second;
    std::pair<int, int> other(clipped.second, clipped.first);
    if (clipped < other)
      other.swap(clipped);
    std::tuple<int, float, unsigned char> t{clipped.first, 0.5f, static_cast<unsigned char>(seeds[i])};
    auto &[whole, half, byte] = t;
    whole += byte;
    half *= 6.0f;
    int plain[5] = {1, 2, 3, 4, 5}, total = 0;
    for (int v : plain)
      total += v * nested.second[1];
    for (auto it = std::begin(plain); it != std::end(plain); ++it)
      *it += total & 3;
    total += int(std::size(plain)) * plain[4] + int(m_soil.size() + std::tuple_size<decltype(t)>::value);
    ranges[i] = std::get<0>(t) * 8 + int(std::get<1>(t)) + total - other.first + other.second * 16;
  }
}

void Garden::Grow(const int *seeds, int *plants, int *ranges, int n) {
  kernel1D_Grow(seeds, plants, n);
  kernel1D_Range(seeds, ranges, n);
}

} // namespace life
