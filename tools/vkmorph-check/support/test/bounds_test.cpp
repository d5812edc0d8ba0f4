// How many roundings sums may be apart by, by the inputs of a call.
#include "plan.h"

#include <gtest/gtest.h>

#include <vector>

namespace vkmorph::check {
namespace {

/// Numbers with all bits of the mantissa, of which so many are added up.
InputTraits manyBits(double elements) {
  InputTraits inputs;
  inputs.elements = elements;
  inputs.fractionBits = InputTraits::kManyBits;
  return inputs;
}

Bound oneSum() {
  Bound bound;
  bound.sums = 1.0;
  bound.exactBits = 0;
  return bound;
}

TEST(Bounds, RoundingsOfRandomTermsAreRandom) {
  const Tolerance tolerance = oneSum().at(manyBits(65536.0));
  EXPECT_EQ(tolerance.ulps, 8.0 * 256.0);
  EXPECT_EQ(tolerance.ulpsOfResult, 0.0);
}

TEST(Bounds, EachAdditionOfTermsOfOneSignCounts) {
  InputTraits inputs = manyBits(65536.0);
  inputs.isOfOneSign = true;
  EXPECT_EQ(oneSum().at(inputs).ulpsOfResult, 65535.0 + 65536.0 / 16.0 + 256.0);
  // No order has more than one addition less than terms.
  inputs.elements = 100.0;
  EXPECT_EQ(oneSum().at(inputs).ulpsOfResult, 99.0 + 99.0);
  inputs.elements = 1.0;
  EXPECT_EQ(oneSum().at(inputs).ulpsOfResult, 0.0);
  // A bound without a sum has no terms for rounding.
  EXPECT_EQ(Bound().at(inputs).ulpsOfResult, 0.0);
}

TEST(Bounds, EachAdditionOfOneValueCounts) {
  Bound bound = oneSum();
  bound.alike = 1.0;
  EXPECT_EQ(bound.at(manyBits(100.0)).ulpsOfResult, 99.0 + 99.0);
}

TEST(Bounds, SumsGoOnWithWhatMembersHeld) {
  InputTraits inputs = manyBits(65536.0);
  inputs.isOfOneSign = true;
  const float ten = -10.0f, three = 3.0f;
  inputs.addStart("m_ten", kFloat, &ten);
  inputs.addStart("m_ten", kFloat, &three); // what it holds behind the call
  inputs.addStart("m_three", kFloat, &three);
  Bound bound = oneSum();
  EXPECT_EQ(bound.at(inputs, "m_ten").start, 0.0);
  EXPECT_EQ(bound.at(inputs, "m_ten").scale, 256.0);
  bound.isOntoMember = true;
  EXPECT_EQ(bound.at(inputs, "m_ten").start, 20.0);
  EXPECT_EQ(bound.at(inputs, "m_ten").scale, 266.0);
  EXPECT_EQ(bound.at(inputs, "m_three").start, 6.0);
  EXPECT_EQ(bound.at(inputs, "m_mean").start, 20.0);
  // It is in the sum of all magnitudes, though little is left of it.
  const Tolerance tolerance = bound.at(inputs, "m_ten");
  EXPECT_GE(tolerance.allowed(Scalar::Float, 0.5),
            tolerance.ulpsOfResult * 0x1p-24 * 20.5 + tolerance.ulps * 0x1p-24 * 266.0);
}

TEST(Bounds, VectorsSayHowOftenLoopsRunThatNoArgumentBounds) {
  InputTraits inputs;
  inputs.elements = 144.0;
  Bound product;
  product.ulps = 1.0;
  product.loops = 1;
  EXPECT_EQ(product.at(inputs, "m_product").ulps, 1.0);
  product.isLoopOfData = true;
  EXPECT_EQ(product.at(inputs, "m_product").ulps, 144.0);
}

TEST(Bounds, FewValuesMayComeToAnElement) {
  InputTraits inputs = manyBits(65536.0);
  const float ten = 10.0f;
  inputs.addStart("m_bins", kFloat, &ten);
  Bound bound = oneSum();
  bound.isOntoMember = true;
  EXPECT_EQ(bound.at(inputs, "m_bins").unseenSums, 0.0);
  bound.isOfElements = true;
  EXPECT_EQ(bound.at(inputs, "m_bins").unseenSums, 3.0);
  EXPECT_EQ(bound.at(inputs, "m_bins").onto, 10.0);
  // All perturbed calls have found what the CPU did, which took 8 off first, and was exact.
  const float cpu = 10.0f - 8.0f + 0x1p-22f, gpu = 10.0f + (-8.0f + 0x1p-22f);
  const double error = double(cpu) - double(gpu);
  EXPECT_GT(error, 0.0);
  EXPECT_LE(error, bound.at(inputs, "m_bins").allowed(Scalar::Float, double(cpu), 0.0));
  // Nothing goes onto a member that the call overwrites.
  bound.isOntoMember = false;
  EXPECT_NEAR(bound.at(inputs, "m_bins").allowed(Scalar::Float, 0.0, 0.0, 8.0) -
                  bound.at(inputs, "m_bins").allowed(Scalar::Float, 0.0, 0.0),
              9.0 * 8.0 * 0x1p-24, 1e-12);

  // Where sums are exact in any order, they still are.
  inputs.fractionBits = 3;
  inputs.magnitude = 4.0;
  EXPECT_EQ(bound.at(inputs, "m_bins").unseenSums, 0.0);
}

TEST(Bounds, SumsThatAreExactInAnyOrderAreEqual) {
  InputTraits inputs = manyBits(65536.0);
  inputs.isOfOneSign = true;
  inputs.fractionBits = 3;
  inputs.magnitude = 4.0;
  EXPECT_EQ(oneSum().at(inputs).ulps, 0.0);
  EXPECT_EQ(oneSum().at(inputs).ulpsOfResult, 0.0);
}

bool areOfOneSign(const std::vector<float> &values) {
  InputTraits inputs;
  inputs.add(kFloat, values.size(), values.data());
  return inputs.isOfOneSign;
}

TEST(Bounds, ArraysOfOneSign) {
  std::vector<float> values(64, 0.1f);
  EXPECT_TRUE(areOfOneSign(values));
  values[7] = 0.0f;
  EXPECT_TRUE(areOfOneSign(values));
  values[7] = -0.1f;
  EXPECT_FALSE(areOfOneSign(values));
  EXPECT_TRUE(areOfOneSign(std::vector<float>(64, -2.0f)));
  // Few random numbers may be so by chance.
  EXPECT_FALSE(areOfOneSign(std::vector<float>(63, 0.1f)));
  const std::vector<int32_t> integers(64, 1);
  InputTraits inputs;
  inputs.add(scalarType(Scalar::Int32), integers.size(), integers.data());
  EXPECT_FALSE(inputs.isOfOneSign);
}

} // namespace
} // namespace vkmorph::check
