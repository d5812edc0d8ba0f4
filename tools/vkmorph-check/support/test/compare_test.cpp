// What floats may be apart by.
#include "compare.h"

#include <gtest/gtest.h>

#include <limits>

namespace vkmorph::check {
namespace {

constexpr float kSmallest = std::numeric_limits<float>::min();

Comparison compare(const Tolerance &tolerance, float cpu, float gpu) {
  Comparison comparison;
  comparison.add("x", kFloat, 1, false, tolerance, &cpu, &gpu,
                 [](size_t) { return std::string(); });
  return comparison;
}

TEST(Compare, ExactNumbersBelowTheSmallestNormalOneMayBeZero) {
  EXPECT_EQ(compare({}, 0.5f * kSmallest, 0.0f).different, 0u);
  EXPECT_EQ(compare({}, 1.5f * kSmallest, 0.0f).different, 1u);
}

TEST(Compare, EachOperationMayTakeSuchNumbersForZero) {
  Tolerance three;
  three.ulps = 3.0;
  EXPECT_EQ(compare(three, 3.5f * kSmallest, 0.0f).different, 0u);
  EXPECT_EQ(compare(three, 4.5f * kSmallest, 0.0f).different, 1u);
  // What they are multiplied with.
  three.scale = 100.0;
  EXPECT_EQ(compare(three, 0.0f, 399.0f * kSmallest).different, 0u);
}

TEST(Compare, TheBoundOfLargeNumbersIsThatOfTheirRounding) {
  Tolerance one;
  one.ulps = 1.0;
  EXPECT_EQ(compare(one, 1.0f, 1.0f + 0x1p-23f).different, 1u);
  EXPECT_EQ(compare(one, 1.0f, 1.0f - 0x1p-24f).different, 0u);
}

} // namespace
} // namespace vkmorph::check
