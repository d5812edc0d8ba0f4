// Finds out which elements belong together.
#include "unordered.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

namespace vkmorph::check {

/// The indices of elements, sorted by the elements' integers, which both sides have alike, then by
/// their floats.
static std::vector<size_t> sortElements(const Type &type, const void *elements, size_t count) {
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
  return order;
}

namespace {

/// Pairs as many elements as can be, by augmenting paths (Kuhn, The Hungarian method, 1955).
class Matcher {
public:
  Matcher(const std::vector<size_t> &left, const std::vector<size_t> &right,
          const std::function<bool(size_t, size_t)> &agree)
      : m_left(left), m_partner(right.size(), kNone), m_neighbours(left.size()) {
    for (size_t i = 0; i < left.size(); ++i)
      for (size_t j = 0; j < right.size(); ++j)
        if (agree(left[i], right[j]))
          m_neighbours[i].push_back(j);
  }

  /// For each of the right ones, which of the left ones; kNone: none.
  const std::vector<size_t> &run() {
    for (size_t i = 0; i < m_left.size(); ++i) {
      m_seen.assign(m_partner.size(), false);
      augment(i);
    }
    return m_partner;
  }

  static constexpr size_t kNone = SIZE_MAX;

private:
  bool augment(size_t left) {
    for (size_t right : m_neighbours[left]) {
      if (m_seen[right])
        continue;
      m_seen[right] = true;
      if (m_partner[right] == kNone || augment(m_partner[right])) {
        m_partner[right] = left;
        return true;
      }
    }
    return false;
  }

  const std::vector<size_t> &m_left;
  std::vector<size_t> m_partner;
  std::vector<std::vector<size_t>> m_neighbours;
  std::vector<bool> m_seen;
};

} // namespace

std::vector<size_t> matchElements(const Type &type, size_t count, const void *cpu, const void *gpu,
                                  const std::function<bool(size_t, size_t)> &agree) {
  // Mostly they are in one order then. What is left are floats that are close to each other.
  constexpr size_t mostLeft = 2000;
  const std::vector<size_t> cpuOrder = sortElements(type, cpu, count),
                            gpuOrder = sortElements(type, gpu, count);
  std::vector<size_t> matched(count), left, right;
  for (size_t i = 0; i < count; ++i) {
    matched[cpuOrder[i]] = gpuOrder[i];
    if (!agree(cpuOrder[i], gpuOrder[i])) {
      left.push_back(cpuOrder[i]);
      right.push_back(gpuOrder[i]);
    }
  }
  if (left.empty() || left.size() > mostLeft)
    return matched;
  const std::vector<size_t> partner = Matcher(left, right, agree).run();
  std::vector<bool> isTaken(left.size(), false);
  for (const size_t one : partner)
    if (one != Matcher::kNone)
      isTaken[one] = true;
  size_t next = 0;
  for (size_t i = 0; i < right.size(); ++i) {
    size_t one = partner[i];
    if (one == Matcher::kNone) {
      while (isTaken[next])
        ++next;
      one = next++;
    }
    matched[left[one]] = right[i];
  }
  return matched;
}

} // namespace vkmorph::check
