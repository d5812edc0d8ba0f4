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

TEST(Compare, OperationsMayTakeNumbersBelowTheSmallestNormalOneForZero) {
  EXPECT_EQ(compare({}, 0.5f * kSmallest, 0.0f).different, 0u);
  EXPECT_EQ(compare({}, 0.0f, 1000.0f * kSmallest).different, 0u);
  EXPECT_EQ(compare({}, 0.0f, 1100.0f * kSmallest).different, 1u);
  EXPECT_EQ(compare({}, 0.0f, 1000.0f * kSmallest).largestAllowed, 0.0);
  Tolerance hundred;
  hundred.ulps = 100.0;
  EXPECT_EQ(compare(hundred, 1100.0f * kSmallest, 0.0f).different, 0u);
  EXPECT_EQ(compare(hundred, 1200.0f * kSmallest, 0.0f).different, 1u);
  // What they are multiplied with.
  hundred.scale = 100.0;
  EXPECT_EQ(compare(hundred, 0.0f, 112000.0f * kSmallest).different, 0u);
}

TEST(Compare, TheBoundOfLargeNumbersIsThatOfTheirRounding) {
  Tolerance one;
  one.ulps = 1.0;
  EXPECT_EQ(compare(one, 1.0f, 1.0f + 0x1p-23f).different, 1u);
  EXPECT_EQ(compare(one, 1.0f, 1.0f - 0x1p-24f).different, 0u);
}

} // namespace
} // namespace vkmorph::check
