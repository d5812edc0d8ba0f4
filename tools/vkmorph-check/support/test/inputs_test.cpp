// Inputs: values that are chosen by turns, smaller ones on demand, what users state before what the
// check knows.
#include "inputs.h"

#include <cmath>
#include <set>

#include <gtest/gtest.h>

using namespace vkmorph::check;

static int32_t drawInt(const std::vector<InputRule> &rules, const Drawing &drawing, uint64_t seed,
                       const std::string &name = "mode") {
  Random random(seed);
  int32_t value = 0;
  fill(kInt32, 1, "Run", name, rules, drawing, random, reinterpret_cast<uint8_t *>(&value));
  return value;
}

static InputRule makeRule(InputRule::Kind kind, std::vector<double> numbers) {
  InputRule rule;
  rule.function = "Run";
  rule.path = "mode";
  rule.kind = kind;
  rule.numbers = std::move(numbers);
  rule.isDefault = true;
  return rule;
}

TEST(Inputs, AsManyTurnsHaveAllChoices) {
  const InputRule rule = makeRule(InputRule::Kind::Choice, {3, 5, 8});
  for (uint64_t first : {0, 3, 300}) {
    std::set<int32_t> values;
    for (uint64_t turn = first; turn < first + 3; ++turn)
      values.insert(drawInt({rule}, {Style::Full, Reach::Usual, turn}, turn));
    EXPECT_EQ(values, (std::set<int32_t>{3, 5, 8}));
  }
}

TEST(Inputs, NamesDoNotGoTogether) {
  std::vector<InputRule> rules = {makeRule(InputRule::Kind::Choice, {0, 1})};
  rules.push_back(rules.front());
  rules.back().path = "other";
  std::set<std::pair<int32_t, int32_t>> pairs;
  for (uint64_t turn = 0; turn < 32; ++turn) {
    const Drawing drawing = {Style::Full, Reach::Usual, turn};
    pairs.emplace(drawInt(rules, drawing, turn), drawInt(rules, drawing, turn, "other"));
  }
  EXPECT_EQ(pairs.size(), 4u);
}

TEST(Inputs, ReachLimitsSizesAndIntegers) {
  const InputRule size = makeRule(InputRule::Kind::Size, {1, 7, 64, 1000});
  for (uint64_t seed = 0; seed < 50; ++seed) {
    EXPECT_LE(drawInt({size}, {Style::Full, Reach::Few}, seed), 7);
    EXPECT_EQ(drawInt({size}, {Style::Full, Reach::One}, seed), 1);
    EXPECT_LE(uint32_t(drawInt({}, {Style::Full, Reach::Few}, seed)), 8u);
    EXPECT_LE(uint32_t(drawInt({}, {Style::Full, Reach::One}, seed)), 1u);
  }
}

TEST(Inputs, WhatUsersStateGoesBefore) {
  InputRule stated;
  stated.path = "mode";
  stated.kind = InputRule::Kind::Value;
  stated.low = 77;
  EXPECT_EQ(drawInt({stated, makeRule(InputRule::Kind::Choice, {3})}, {Style::Full}, 1), 77);
  EXPECT_EQ(drawInt({makeRule(InputRule::Kind::Choice, {3}), stated}, {Style::Full}, 1), 77);
}

TEST(Inputs, WholeFloatsAreIntegers) {
  Random random(1);
  float values[100];
  fill(kFloat, 100, "Run", "a", {}, {Style::Whole}, random, reinterpret_cast<uint8_t *>(values));
  for (float value : values) {
    EXPECT_EQ(value, std::floor(value));
    EXPECT_LE(std::fabs(value), 4.0f);
  }
}
