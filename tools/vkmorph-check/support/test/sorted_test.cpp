// What is noted of sorts, by the overloads that a checked class is compiled with.
// The library says of what its sorts call that it is deprecated.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

#include "sorted.h"
#include "stable_sorts.h"

#include <functional>
#include <vector>

#include <gtest/gtest.h>

using namespace vkmorph::check;

namespace {

using Integers = std::vector<int>;

bool isOutOfOrder(const Integers &cpu, const Integers &gpu) {
  return vkmorph::check::isOutOfOrder(cpu.data(), cpu.size() * sizeof(int), gpu.data());
}

TEST(Sorted, ElementsFollowTheOrderOfTheOriginal) {
  forgetSorts();
  Integers cpu = {3, 1, 2};
  std::sort(cpu.begin(), cpu.end(), std::greater<int>());
  EXPECT_FALSE(isOutOfOrder(cpu, {3, 2, 1}));
  EXPECT_TRUE(isOutOfOrder(cpu, {1, 2, 3}));
}

TEST(Sorted, WhatIsEqualForTheOrderMayChangePlaces) {
  forgetSorts();
  Integers cpu = {31, 12, 11, 22};
  std::stable_sort(cpu.begin(), cpu.end(), [](int a, int b) { return a / 10 < b / 10; });
  EXPECT_FALSE(isOutOfOrder(cpu, {11, 12, 22, 31}));
  EXPECT_TRUE(isOutOfOrder(cpu, {22, 12, 11, 31}));
}

TEST(Sorted, PartsAreFollowedWhereTheyAre) {
  forgetSorts();
  Integers cpu = {9, 3, 1, 2, 0};
  std::sort(cpu.data() + 1, cpu.data() + 4);
  EXPECT_FALSE(isOutOfOrder(cpu, {0, 1, 2, 3, 9}));
  EXPECT_TRUE(isOutOfOrder(cpu, {0, 2, 1, 3, 9}));
}

TEST(Sorted, WhatHasChangedSinceIsNotAskedFor) {
  forgetSorts();
  Integers cpu = {3, 1, 2};
  std::sort(cpu.begin(), cpu.end());
  cpu[0] = 7;
  EXPECT_FALSE(isOutOfOrder(cpu, {7, 3, 2}));
}

TEST(Sorted, AnOrderWithMembersIsNotAskedAgain) {
  forgetSorts();
  Integers cpu = {3, 1, 2};
  const int turn = cpu[1];
  std::sort(cpu.begin(), cpu.end(), [turn](int a, int b) { return turn * a < turn * b; });
  EXPECT_FALSE(isOutOfOrder(cpu, {3, 2, 1}));
}

TEST(Sorted, EachCallIsForItself) {
  forgetSorts();
  Integers cpu = {2, 1};
  std::sort(cpu.begin(), cpu.end());
  forgetSorts();
  EXPECT_FALSE(isOutOfOrder(cpu, {2, 1}));
}

} // namespace
