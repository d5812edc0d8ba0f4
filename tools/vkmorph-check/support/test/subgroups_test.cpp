// Invocations of shaders that have changed places.
#include "subgroups.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace vkmorph::check {
namespace {

using Words = std::vector<uint32_t>;

// Workgroups of 64 invocations, which use where they are in the whole grid.
const uint32_t kGridShader[] = {
#include "add_scaled.inc"
};
const Words kModule(std::begin(kGridShader), std::end(kGridShader));

constexpr uint32_t kOpBitwiseXor = 198;

Words swapped(uint32_t size) { return withSwappedSubgroups(kModule.data(), kModule.size(), size); }

size_t countOf(const Words &module, uint32_t opcode) {
  constexpr size_t kHeader = 5;
  size_t count = 0;
  for (size_t i = kHeader; i < module.size(); i += module[i] >> 16)
    count += (module[i] & 0xffff) == opcode;
  return count;
}

TEST(Subgroups, NeighboursChangePlaces) {
  EXPECT_EQ(countOf(kModule, kOpBitwiseXor), 0u);
  EXPECT_EQ(countOf(swapped(8), kOpBitwiseXor), 1u);
  EXPECT_EQ(countOf(swapped(32), kOpBitwiseXor), 1u);
}

TEST(Subgroups, OfTwoEachSecondWorkgroupDoes) {
  constexpr uint32_t bitwiseAnd = 199;
  EXPECT_EQ(countOf(swapped(16), bitwiseAnd), countOf(kModule, bitwiseAnd));
  EXPECT_EQ(countOf(swapped(32), bitwiseAnd), countOf(kModule, bitwiseAnd) + 1);
}

TEST(Subgroups, OnlyAnEvenNumberOfFullOnes) {
  EXPECT_EQ(swapped(64), kModule);
  EXPECT_EQ(swapped(128), kModule);
  EXPECT_EQ(swapped(24), kModule);
  EXPECT_EQ(swapped(0), kModule);
}

TEST(Subgroups, WhatIsCutOffStays) {
  Words module = kModule;
  module.push_back(3u << 16 | kOpBitwiseXor);
  EXPECT_EQ(withSwappedSubgroups(module.data(), module.size(), 8), module);
}

TEST(Subgroups, ShadersWithBarriers) {
  constexpr uint32_t controlBarrier = 4u << 16 | 224;
  EXPECT_FALSE(hasWorkgroupBarrier(kModule.data(), kModule.size()));
  Words module = kModule;
  module.insert(module.end(), {controlBarrier, 1, 1, 1});
  EXPECT_TRUE(hasWorkgroupBarrier(module.data(), module.size()));
}

} // namespace
} // namespace vkmorph::check
