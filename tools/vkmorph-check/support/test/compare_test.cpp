// What floats may be apart by, integers that inexact floats were rounded to, and what is thrown.
#include "compare.h"
#include "subject.h"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

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

TEST(Compare, AnInfiniteResultMayBeNanWhereFactorsMayOverflow) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(compare({}, infinity, nan).different, 1u);
  Tolerance overflowing;
  overflowing.mayOverflow = true;
  EXPECT_EQ(compare(overflowing, infinity, nan).different, 0u);
  EXPECT_EQ(compare(overflowing, infinity, -infinity).different, 1u);
  EXPECT_EQ(compare(overflowing, nan, infinity).different, 1u);
  EXPECT_EQ(compare(overflowing, 1.0f, nan).different, 1u);
  Tolerance cancelling;
  cancelling.mayCancel = true;
  EXPECT_EQ(compare(cancelling, nan, infinity).different, 0u);
  EXPECT_EQ(compare(cancelling, infinity, -infinity).different, 0u);
  EXPECT_EQ(compare(cancelling, nan, 1.0f).different, 1u);
  EXPECT_EQ(compare(cancelling, 1.0f, infinity).different, 1u);
  // Errors that are alike in each block are none of floats, whose matrices are doubles.
  cancelling.ulps = 1.0;
  cancelling.isSure = false;
  EXPECT_EQ(cancelling.allowed(Scalar::Float, 0.0, 1.0), 24.0);
  EXPECT_EQ(cancelling.allowed(Scalar::Double, 0.0, 1.0), 8 * 24.0);
}

TEST(Compare, WhatNoOperationTouchesIsNotTakenForZero) {
  Tolerance none;
  none.mayFlush = false;
  EXPECT_EQ(compare(none, 0.5f * kSmallest, 0.0f).different, 1u);
  EXPECT_EQ(compare(none, 0.5f * kSmallest, 0.5f * kSmallest).different, 0u);
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
  comparison.add("x", type, 1, false, tolerance, nullptr, &cpu, &gpu,
                 [](size_t) { return std::string(); });
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

Comparison compareSpread(const Tolerance &tolerance, const std::vector<double> &spread,
                         const std::vector<float> &cpu, const std::vector<float> &gpu) {
  Comparison comparison;
  comparison.add("x", kFloat, cpu.size(), true, tolerance, &spread, cpu.data(), gpu.data(),
                 [](size_t) { return std::string(); });
  return comparison;
}

TEST(Compare, WhatCameApartBoundsWhatIsNotSure) {
  Tolerance inexact;
  inexact.ulps = 1.0;
  inexact.scale = 1e6;
  inexact.isSure = false;
  EXPECT_EQ(compareSpread(inexact, {1e-4}, {1.0f}, {1.002f}).different, 0u);
  EXPECT_EQ(compareSpread(inexact, {1e-4}, {1.0f}, {1.003f}).different, 1u);
  // Sure bounds hold beside.
  inexact.isSure = true;
  inexact.scale = 0.0;
  EXPECT_EQ(compareSpread(inexact, {1e-4}, {1.0f}, {1.002f}).different, 1u);
  // What is exact stays that.
  EXPECT_EQ(compareSpread({}, {1e-4}, {1.0f}, {1.0001f}).different, 1u);
}

TEST(Compare, BoundsAsLargeAsTheValueAreUseless) {
  Tolerance inexact;
  inexact.ulps = 1.0;
  inexact.isSure = false;
  const Comparison useless =
      compareSpread(inexact, {0.5, 0.2, 0.1}, {1.0f, 2.0f, 1.5f}, {9.0f, 2.0f, 1.5f});
  EXPECT_EQ(useless.different, 0u);
  EXPECT_EQ(useless.usefulness.at("x").useless, 3u);
  const Comparison useful = compareSpread(inexact, {1e-7, 1e-7}, {1.0f, 2.0f}, {1.0f, 2.0f});
  EXPECT_EQ(useful.usefulness.at("x").useful, 2u);
  EXPECT_EQ(useful.usefulness.at("x").useless, 0u);
}

TEST(Compare, FewDifferencesAmongUselessBoundsAreTold) {
  Tolerance inexact;
  inexact.ulps = 1.0;
  inexact.isSure = false;
  // 512 values of 2000 may be anything; some of the others differ.
  const auto compare = [&](size_t different) {
    std::vector<double> spread(2000, 1e-7);
    std::fill_n(spread.begin(), 512, std::numeric_limits<double>::infinity());
    const std::vector<float> cpu(2000, 1.0f);
    std::vector<float> gpu = cpu;
    std::fill_n(gpu.end() - std::ptrdiff_t(different), different, 2.0f);
    Tolerance one = inexact;
    return compareSpread(one, spread, cpu, gpu);
  };
  EXPECT_EQ(compare(2).different, 0u);
  EXPECT_EQ(compare(2).usefulness.at("x").byChance, 2u);
  EXPECT_EQ(compare(3).different, 3u);
  EXPECT_EQ(compare(3).usefulness.at("x").byChance, 0u);
}

TEST(Compare, IntegersThatMayBeAnythingAreNotChecked) {
  const auto usefulness = [](const std::vector<double> &spread, const std::vector<int> &gpu) {
    const std::vector<int> cpu = {7, 0, 3};
    Comparison comparison;
    comparison.add("x", kInt32, cpu.size(), true, {}, &spread, cpu.data(), gpu.data(),
                   [](size_t) { return std::string(); });
    EXPECT_EQ(comparison.different, 0u);
    return comparison.usefulness.at("x");
  };
  // Perturbed calls left vectors of other lengths.
  const double unknown = std::numeric_limits<double>::infinity();
  EXPECT_EQ(usefulness({unknown, unknown, unknown}, {1, 2, 9}).useless, 3u);
  // One pixel beside a threshold, and what counts such pixels.
  const Usefulness decided = usefulness({0.0, 1.0, 1.0}, {7, 1, 4});
  EXPECT_EQ(decided.useful, 2u);
  EXPECT_EQ(decided.useless, 1u);
}

struct Entry {
  int key;
  float value;
};
constexpr Part kEntryParts[] = {{"key", &kInt32, 0}, {"value", &kFloat, 4}};
constexpr Type kEntry = recordType(sizeof(Entry), kEntryParts);

uint64_t countDifferent(const std::vector<Entry> &cpu, const std::vector<Entry> &gpu) {
  Tolerance near;
  near.absolute = 0.1;
  Comparison comparison;
  comparison.addUnordered("v", kEntry, cpu.size(), near, nullptr, cpu.data(), gpu.data(),
                          [](size_t) { return std::string(); });
  return comparison.different;
}

TEST(Compare, RecordsInAnyOrderAreWhole) {
  EXPECT_EQ(countDifferent({{1, 1.0f}, {2, 2.0f}}, {{2, 2.0f}, {1, 1.0f}}), 0u);
  // The same numbers, in other records.
  EXPECT_EQ(countDifferent({{1, 1.0f}, {2, 2.0f}}, {{2, 1.0f}, {1, 2.0f}}), 2u);
  // Sorted by value, the first two would be pairs that are too far apart.
  EXPECT_EQ(countDifferent({{1, 1.0f}, {1, 1.05f}, {1, 1.2f}}, {{1, 1.1f}, {1, 0.95f}, {1, 1.14f}}),
            0u);
}

template <class T> std::string describe(const T &thrown) {
  try {
    throw thrown;
  } catch (...) {
    return describeThrown();
  }
}

TEST(Compare, WhatIsThrownHasATypeAndAValue) {
  EXPECT_EQ(describe(3), "int: 3");
  EXPECT_EQ(describe(3L), "long: 3");
  EXPECT_EQ(describe(0.5f), "float: 0.500000");
  EXPECT_EQ(describe(std::invalid_argument("n")), "std::invalid_argument: n");
  EXPECT_EQ(describe<const char *>("text"), "char const*: text");
  EXPECT_NE(describe(std::string("text")).find(": text"), std::string::npos);
  EXPECT_EQ(describe(Entry{}), "vkmorph::check::(anonymous namespace)::Entry");
}

} // namespace
} // namespace vkmorph::check
