// How often counted loops run, computed without overflow: what decides how many threads a kernel
// gets.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

namespace vkmorph {

/// The condition of `for (i = first; i <compare> bound; i += step)`.
enum class Compare { Less, LessEqual, Greater, GreaterEqual, NotEqual };

/// No dispatch has more threads in one dimension than this, so that a thread that strides over a
/// grid does not step past the end of its counter's type.
inline constexpr uint32_t kMaxThreads = 1u << 24;

namespace detail {

/// A loop over numbers of 64 bits, which are signed or not as the comparison in C++ is.
struct Loop {
  uint64_t first;
  uint64_t bound;
  bool isSigned;
  Compare compare;
  uint64_t step; ///< its magnitude
  bool down;
  uint64_t largestCounter; ///< what the counter's type holds
};

uint32_t IterationCount(const Loop &loop, const char *counter);
/// Throws: a negative number is compared as an unsigned one.
[[noreturn]] void ThrowMixedSigns(const char *counter);

template <class First, class Bound> bool Holds(First first, Compare compare, Bound bound) {
  switch (compare) {
  case Compare::Less:
    return first < bound;
  case Compare::LessEqual:
    return first <= bound;
  case Compare::Greater:
    return first > bound;
  case Compare::GreaterEqual:
    return first >= bound;
  case Compare::NotEqual:
    break;
  }
  return first != bound;
}

template <class T> bool IsNegative(T value) {
  if constexpr (std::is_signed_v<T>)
    return value < 0;
  else
    return false;
}

template <class First, class Bound>
uint32_t IterationCount(First first, Compare compare, Bound bound, uint64_t step, bool down,
                        const char *counter) {
  static_assert(std::is_integral_v<First> && std::is_integral_v<Bound>, "loops count integers");
  // What C++ compares, after its conversions.
  using Common = std::common_type_t<decltype(+first), decltype(+bound)>;
  const Common from = static_cast<Common>(first);
  const Common to = static_cast<Common>(bound);
  if (!Holds(from, compare, to))
    return 0;
  if (std::is_unsigned_v<Common> && (IsNegative(first) || IsNegative(bound)))
    ThrowMixedSigns(counter);
  const Loop loop = {static_cast<uint64_t>(from),
                     static_cast<uint64_t>(to),
                     std::is_signed_v<Common>,
                     compare,
                     step,
                     down,
                     static_cast<uint64_t>(std::numeric_limits<First>::max())};
  return IterationCount(loop, counter);
}

} // namespace detail

/// How often `for (i = first; i <compare> bound; i += step)` runs. Throws Error that names the
/// counter if it is 2^32 times or more, if the counter gets as large as that, or so large that a
/// step of all threads at once would overflow its type, or if the loop does not end.
template <class First, class Bound, class Step>
uint32_t IterationCount(First first, Compare compare, Bound bound, Step step, const char *counter) {
  static_assert(std::is_integral_v<Step>, "loops count integers");
  const bool down = detail::IsNegative(step);
  const uint64_t bits = static_cast<uint64_t>(step);
  return detail::IterationCount(first, compare, bound, down ? 0 - bits : bits, down, counter);
}

/// How often `for (i = 0; i < bound; i++)` runs.
template <class Bound> uint32_t IterationCount(Bound bound, const char *counter) {
  return IterationCount(Bound(0), Compare::Less, bound, 1, counter);
}

/// The same for `i -= step`.
template <class First, class Bound, class Step>
uint32_t IterationCountDown(First first, Compare compare, Bound bound, Step step,
                            const char *counter) {
  static_assert(std::is_integral_v<Step>, "loops count integers");
  const bool up = detail::IsNegative(step);
  const uint64_t bits = static_cast<uint64_t>(step);
  return detail::IterationCount(first, compare, bound, up ? 0 - bits : bits, !up, counter);
}

} // namespace vkmorph
