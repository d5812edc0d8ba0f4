// Loops of shaders that ask not to be unrolled.
#include "unrolling.h"

#include <gtest/gtest.h>

namespace vkmorph::check {
namespace {

using Words = std::vector<uint32_t>;

/// A module of these instructions.
Words moduleOf(const std::vector<Words> &instructions) {
  Words words = {0x07230203, 0x00010000, 0, 100, 0};
  for (const Words &instruction : instructions) {
    words.push_back(uint32_t(instruction.size()) << 16 | instruction[0]);
    words.insert(words.end(), instruction.begin() + 1, instruction.end());
  }
  return words;
}

Words hinted(const Words &words) { return withoutUnrolling(words.data(), words.size()); }

constexpr uint32_t kLoopMerge = 246, kBranch = 249;

TEST(Unrolling, EachLoopAsksNotToBe) {
  EXPECT_EQ(hinted(moduleOf({{kLoopMerge, 7, 8, 0}, {kBranch, 7}, {kLoopMerge, 9, 10, 1}})),
            moduleOf({{kLoopMerge, 7, 8, 2}, {kBranch, 7}, {kLoopMerge, 9, 10, 2}}));
}

TEST(Unrolling, OtherHintsStay) {
  constexpr uint32_t dependencyLength = 8;
  const Words module = moduleOf({{kLoopMerge, 7, 8, dependencyLength, 4}, {kLoopMerge, 9, 10, 2}});
  EXPECT_EQ(hinted(module), module);
}

TEST(Unrolling, WhatIsCutOffStays) {
  Words module = moduleOf({{kLoopMerge, 7, 8, 0}});
  module.pop_back();
  EXPECT_EQ(hinted(module), module);
}

} // namespace
} // namespace vkmorph::check
