// Counts of iterations against loops that run, and at the ends of the types.
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include <vkmorph/error.h>
#include <vkmorph/loops.h>

using vkmorph::Compare;
using vkmorph::IterationCount;
using vkmorph::IterationCountDown;

namespace {

uint32_t RunLoop(int first, Compare compare, int bound, int step) {
  uint32_t count = 0;
  for (int i = first; vkmorph::detail::Holds(i, compare, bound); i += step)
    count++;
  return count;
}

TEST(Loops, CountsAreThoseOfLoops) {
  for (int first = -7; first <= 7; first++)
    for (int bound = -7; bound <= 7; bound++)
      for (int step = 1; step <= 4; step++) {
        EXPECT_EQ(IterationCount(first, Compare::Less, bound, step, "i"),
                  RunLoop(first, Compare::Less, bound, step));
        EXPECT_EQ(IterationCount(first, Compare::LessEqual, bound, step, "i"),
                  RunLoop(first, Compare::LessEqual, bound, step));
        EXPECT_EQ(IterationCount(first, Compare::Greater, bound, -step, "i"),
                  RunLoop(first, Compare::Greater, bound, -step));
        EXPECT_EQ(IterationCountDown(first, Compare::GreaterEqual, bound, step, "i"),
                  RunLoop(first, Compare::GreaterEqual, bound, -step));
        if (first <= bound && (bound - first) % step == 0) {
          EXPECT_EQ(IterationCount(first, Compare::NotEqual, bound, step, "i"),
                    RunLoop(first, Compare::NotEqual, bound, step));
        }
      }
}

TEST(Loops, TypesMeetAsInCpp) {
  EXPECT_EQ(IterationCount(0u, Compare::Less, uint64_t(5), 1, "i"), 5u);
  EXPECT_EQ(IterationCount(0, Compare::Less, 5u, 2u, "i"), 3u);
  EXPECT_EQ(IterationCount(uint8_t(250), Compare::LessEqual, 255, 1, "i"), 6u);
  EXPECT_EQ(IterationCount(-3, Compare::Less, int64_t(2), 1, "i"), 5u);
  // -1 is the largest unsigned number: the loop does not begin.
  EXPECT_EQ(IterationCount(-1, Compare::Less, 10u, 1, "i"), 0u);
  EXPECT_EQ(IterationCount(4, Compare::Less, -3, 1, "i"), 0u);
}

TEST(Loops, TheLoopThatEverybodyWrites) {
  EXPECT_EQ(IterationCount(7, "i"), 7u);
  EXPECT_EQ(IterationCount(-7, "i"), 0u);
  EXPECT_EQ(IterationCount(size_t(7), "i"), 7u);
  EXPECT_THROW(IterationCount(uint64_t(1) << 32, "i"), vkmorph::Error);
}

TEST(Loops, EndsOfTheTypes) {
  const int lowest = std::numeric_limits<int>::min();
  const int highest = std::numeric_limits<int>::max();
  EXPECT_EQ(IterationCount(lowest, Compare::Less, highest, 1, "i"), UINT32_MAX);
  EXPECT_EQ(IterationCount(uint64_t(0), Compare::Less, UINT32_MAX, 1, "i"), UINT32_MAX);
  EXPECT_EQ(IterationCount(uint64_t(0), Compare::LessEqual, UINT32_MAX, 2, "i"), 0x80000000u);
  const int64_t farBelow = std::numeric_limits<int64_t>::min();
  EXPECT_EQ(IterationCount(farBelow, Compare::Less, int64_t(0), int64_t(1) << 62, "i"), 2u);
}

template <class Call> std::string MessageOf(Call call) {
  try {
    call();
  } catch (const vkmorph::Error &error) {
    return error.what();
  }
  return "no error";
}

TEST(Loops, WhatDoesNotFitIsAnErrorThatNamesTheCounter) {
  const uint64_t many = uint64_t(1) << 32;
  EXPECT_EQ(
      MessageOf([&] { IterationCount(0u, Compare::Less, many, 1, "row"); }),
      "the loop over 'row' from 0 to 4294967296 has 2^32 iterations or more, which do not fit "
      "the shaders' 32-bit index: process the data in parts");
  EXPECT_EQ(MessageOf([&] { IterationCount(0u, Compare::Less, many + 5, 1024, "row"); }),
            "the loop over 'row' reaches 4294967296, more than the 32 bits that the shaders have "
            "for it: process the data in parts");
  EXPECT_EQ(MessageOf([&] { IterationCount(0, Compare::Less, 8, 0, "row"); }),
            "the loop over 'row' does not end: it goes from 0 to 8 in steps of 0");
  EXPECT_EQ(MessageOf([&] { IterationCount(0, Compare::NotEqual, 8, 3, "row"); }),
            "the loop over 'row' does not end: it goes from 0 to 8 in steps of 3");
  EXPECT_EQ(MessageOf([&] { IterationCount(9, Compare::NotEqual, 8, 1, "row"); }),
            "the loop over 'row' does not end: it goes from 9 to 8 in steps of 1");
  EXPECT_EQ(MessageOf([&] { IterationCount(0, Compare::Less, 8, -1, "row"); }),
            "the loop over 'row' does not end: it goes from 0 to 8 in steps of -1");
  EXPECT_EQ(
      MessageOf([&] { IterationCount(-1, Compare::Greater, 8u, 1, "row"); }),
      "the loop over 'row' compares a negative number as an unsigned one, and so has no end in "
      "sight: make both sides signed");
}

TEST(Loops, TheStrideOfAllThreadsDoesNotOverflowTheCounter) {
  const int highest = std::numeric_limits<int>::max() - int(vkmorph::kMaxThreads);
  EXPECT_EQ(IterationCount(0, Compare::LessEqual, highest, 1, "i"), uint32_t(highest) + 1);
  EXPECT_EQ(MessageOf([&] { IterationCount(0, Compare::LessEqual, highest + 1, 1, "row"); }),
            "the loop over 'row' reaches 2130706432, so close to the end of its type that the "
            "stride of all threads would overflow it: process the data in parts");
  EXPECT_EQ(IterationCount(0u, Compare::LessEqual, unsigned(highest) + 1, 1, "i"),
            uint32_t(highest) + 2);
  // What counts down, or in large steps, is numbered from 0 in the shader.
  EXPECT_EQ(IterationCount(highest + 1, Compare::Greater, 0, -1, "i"), uint32_t(highest) + 1);
  EXPECT_EQ(IterationCount(0, Compare::Less, highest + 1, 1 << 20, "i"), 2032u);
}

} // namespace
