// What floats may be apart by, and integers that inexact floats were rounded to.
#include "compare.h"

#include <gtest/gtest.h>

#include <limits>

namespace vkmorph::check {
namespace {

constexpr float kSmallest = std::numeric_limits<float>::min();

Comparison compare(const Tolerance &tolerance, float cpu, float gpu) {
  Comparison comparison;
  comparison.add("x", kFloat, 1, false, tolerance, nullptr, &cpu, &gpu,
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

template <class T> bool agree(Scalar scalar, uint64_t roundings, T cpu, T gpu) {
  Tolerance tolerance;
  tolerance.roundings = roundings;
  const Type type = scalarType(scalar);
  Comparison comparison;
  comparison.add("x", type, 1, false, tolerance, nullptr, &cpu, &gpu, [](size_t) { return std::string(); });
  return comparison.different == 0;
}

bool agreePacked(uint32_t cpu, uint32_t gpu) { return agree(Scalar::UInt32, 0x010101, cpu, gpu); }

TEST(Compare, IntegersAreEqual) {
  EXPECT_TRUE(agree<int32_t>(Scalar::Int32, 0, -7, -7));
  EXPECT_FALSE(agree<int32_t>(Scalar::Int32, 0, -7, -6));
}

TEST(Compare, OneMoreOrLessWhereItWasRounded) {
  EXPECT_TRUE(agree<int32_t>(Scalar::Int32, 1, -1, 0));
  EXPECT_TRUE(agree<int32_t>(Scalar::Int32, 1, 0, -1));
  EXPECT_FALSE(agree<int32_t>(Scalar::Int32, 1, -1, 1));
  EXPECT_TRUE(agree<uint8_t>(Scalar::UInt8, 1, 255, 254));
  EXPECT_FALSE(agree<int64_t>(Scalar::Int64, 1, 5, 7));
}

TEST(Compare, EachByteOfAColourByItself) {
  EXPECT_TRUE(agreePacked(0xff804020, 0xff7f4121));
  EXPECT_TRUE(agreePacked(0xff7fff20, 0xff800020 + 0xff00)); // 0x7fff -> 0x80ff
  EXPECT_FALSE(agreePacked(0xff804020, 0xff804022));
  EXPECT_FALSE(agreePacked(0xff804020, 0xfe804020));
  EXPECT_FALSE(agreePacked(0xff804020, 0xff824020));
}

} // namespace
} // namespace vkmorph::check
