// How often counted loops run, computed without overflow.
#include "vkmorph/loops.h"

#include <string>

#include "vkmorph/error.h"

namespace vkmorph {
namespace detail {

// vkm-lower-kernels lets loops keep their counter up to these.
static constexpr uint64_t kMaxDirectFirst = 65535;
static constexpr uint64_t kMaxDirectStep = 16;

static std::string LoopOver(const char *counter) {
  return std::string("the loop over '") + counter + "' ";
}

void ThrowMixedSigns(const char *counter) {
  throw Error(
      LoopOver(counter) +
      "compares a negative number as an unsigned one, and so has no end in sight: make both "
      "sides signed");
}

uint32_t IterationCount(const Loop &loop, const char *counter) {
  const auto number = [&](uint64_t value) {
    return loop.isSigned ? std::to_string(static_cast<int64_t>(value)) : std::to_string(value);
  };
  const auto above = [&](uint64_t a, uint64_t b) {
    return loop.isSigned ? static_cast<int64_t>(a) > static_cast<int64_t>(b) : a > b;
  };
  // The condition holds for the first value: the bound lies on one side of it, or is it.
  const bool boundAbove = above(loop.bound, loop.first);
  const bool boundBelow = above(loop.first, loop.bound);
  const uint64_t distance = loop.down ? loop.first - loop.bound : loop.bound - loop.first;
  const bool inclusive =
      loop.compare == Compare::LessEqual || loop.compare == Compare::GreaterEqual;
  const bool upwards = loop.compare == Compare::Less || loop.compare == Compare::LessEqual;
  const bool exact = loop.compare == Compare::NotEqual;
  const bool away = loop.down ? boundAbove : boundBelow;
  const bool ends =
      loop.step != 0 && !away && (exact ? distance % loop.step == 0 : upwards == !loop.down);
  if (!ends)
    throw Error(LoopOver(counter) + "does not end: it goes from " + number(loop.first) + " to " +
                number(loop.bound) + " in steps of " + (loop.down ? "-" : "") +
                std::to_string(loop.step));

  // Steps after the first iteration.
  const uint64_t steps = inclusive ? distance / loop.step : (distance - 1) / loop.step;
  if (steps >= UINT32_MAX)
    throw Error(LoopOver(counter) + "from " + number(loop.first) + " to " + number(loop.bound) +
                " has 2^32 iterations or more, which do not fit the shaders' 32-bit index: process "
                "the data in parts");
  const uint64_t largest = loop.down ? loop.first : loop.first + steps * loop.step;
  const bool negative = loop.isSigned && static_cast<int64_t>(largest) < 0;
  if (!negative && largest > UINT32_MAX)
    throw Error(LoopOver(counter) + "reaches " + number(largest) +
                ", more than the 32 bits that the shaders have for it: process the data in parts");
  // Shaders keep the counter of such loops, and add a step for each thread: to one less than the
  // bound at most.
  const bool strides = upwards && loop.first <= kMaxDirectFirst && loop.step <= kMaxDirectStep;
  if (strides && loop.largestCounter >= INT32_MAX &&
      largest > loop.largestCounter - loop.step * kMaxThreads)
    throw Error(LoopOver(counter) + "reaches " + number(largest) +
                ", so close to the end of its type that the stride of all threads would overflow "
                "it: process the data in parts");
  return static_cast<uint32_t>(steps + 1);
}

} // namespace detail
} // namespace vkmorph
