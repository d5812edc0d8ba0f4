// Gives elements an order of their own.
#include "unordered.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

namespace vkmorph::check {

std::vector<uint8_t> inFixedOrder(const Type &type, const void *elements, size_t count) {
  const auto *bytes = static_cast<const uint8_t *>(elements);
  std::vector<Leaf> leaves;
  for (const bool ofFloats : {false, true})
    for (const Leaf &leaf : leavesOf(type))
      if (isFloat(leaf.scalar) == ofFloats)
        leaves.push_back(leaf);
  const auto compare = [&](const Leaf &leaf, const uint8_t *a, const uint8_t *b) {
    if (!isFloat(leaf.scalar)) // 64 bits are more than a double holds
      return std::memcmp(a + leaf.offset, b + leaf.offset, sizeOf(leaf.scalar));
    const double x = toDouble(leaf.scalar, a + leaf.offset);
    const double y = toDouble(leaf.scalar, b + leaf.offset);
    if (std::isnan(x) || std::isnan(y)) // last
      return int(std::isnan(x)) - int(std::isnan(y));
    return x < y ? -1 : x > y ? 1 : 0;
  };
  std::vector<size_t> order(count);
  std::iota(order.begin(), order.end(), size_t(0));
  std::sort(order.begin(), order.end(), [&](size_t first, size_t second) {
    const uint8_t *a = bytes + first * type.bytes, *b = bytes + second * type.bytes;
    for (const Leaf &leaf : leaves)
      if (const int difference = compare(leaf, a, b))
        return difference < 0;
    return false;
  });
  std::vector<uint8_t> sorted(count * type.bytes);
  for (size_t i = 0; i < count; ++i)
    std::memcpy(sorted.data() + i * type.bytes, bytes + order[i] * type.bytes, type.bytes);
  return sorted;
}

} // namespace vkmorph::check
