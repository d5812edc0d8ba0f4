// Inputs: values that are chosen by turns, smaller ones on demand, what users state before what the
// check knows.
#include "inputs.h"

#include <algorithm>
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

template <class T>
static std::vector<T> drawMany(const Type &type, const Drawing &drawing,
                               const std::vector<InputRule> &rules = {}) {
  Random random(1);
  std::vector<T> values(256);
  fill(type, values.size(), "Run", "mode", rules, drawing, random,
       reinterpret_cast<uint8_t *>(values.data()));
  return values;
}

template <class T> static bool has(const std::vector<T> &values, T value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

TEST(Inputs, LimitsAndTheirNeighboursAreDrawn) {
  const std::vector<InputUse> uses = {{"Run", "mode", {1000.0}, false}};
  const auto values = drawMany<int32_t>(kInt32, {Style::Full, Reach::Usual, 0, &uses});
  for (int32_t value : {999, 1000, 1001})
    EXPECT_TRUE(has(values, value));
  EXPECT_FALSE(has(values, 1002));
  const std::vector<InputUse> others = {{"Walk", "mode", {1000.0}, false}};
  EXPECT_FALSE(
      has(drawMany<int32_t>(kInt32, {Style::Full, Reach::Usual, 0, &others}), int32_t(1000)));
  EXPECT_FALSE(has(drawMany<int32_t>(kInt32, {Style::Full, Reach::Few, 0, &uses}), int32_t(1000)));
}

TEST(Inputs, HalfOfTheTurnsHaveLimits) {
  const std::vector<InputUse> uses = {{"Run", "mode", {1000.0}, false}};
  int atLimit = 0;
  for (uint64_t turn = 0; turn < 20; ++turn)
    atLimit += drawInt({}, {Style::Full, Reach::Usual, turn, &uses}, turn) >= 999;
  EXPECT_EQ(atLimit, 10);
}

TEST(Inputs, LimitsStayWithinWhatIsStated) {
  const std::vector<InputUse> uses = {{"Run", "mode", {20.0}, false}};
  InputRule stated;
  stated.path = "mode";
  stated.kind = InputRule::Kind::Range;
  stated.high = 20;
  const auto values = drawMany<int32_t>(kInt32, {Style::Full, Reach::Usual, 0, &uses}, {stated});
  EXPECT_TRUE(has(values, int32_t(20)));
  EXPECT_FALSE(has(values, int32_t(21)));
  // Those that keep loops short are the check's own.
  stated.isDefault = true;
  stated.high = 8;
  EXPECT_TRUE(
      has(drawMany<int32_t>(kInt32, {Style::Full, Reach::Usual, 0, &uses}, {stated}), int32_t(21)));
}

TEST(Inputs, FloatsOfFewBitsGetLimitsOfFewBits) {
  const std::vector<InputUse> uses = {{"Run", "mode", {1000.0, 6.5, 0.3}, false}};
  const auto eighths = drawMany<double>(kDouble, {Style::Eighths, Reach::Usual, 0, &uses});
  EXPECT_TRUE(has(eighths, 6.5));
  EXPECT_FALSE(has(eighths, 0.3));
  EXPECT_FALSE(has(eighths, 1000.0));
  const auto full = drawMany<double>(kDouble, {Style::Full, Reach::Usual, 0, &uses});
  EXPECT_TRUE(has(full, 0.3));
  EXPECT_TRUE(has(full, 1000.0));
}

TEST(Inputs, UnsignedNumbersHaveAllBits) {
  const auto largest = [](const std::vector<InputUse> *uses) {
    const auto values = drawMany<uint32_t>(kUInt32, {Style::Full, Reach::Usual, 0, uses});
    return *std::max_element(values.begin(), values.end());
  };
  const std::vector<InputUse> none, count = {{"Run", "mode", {}, true}};
  EXPECT_GT(largest(&none), 0x80000000u);
  EXPECT_LE(largest(&count), 200u);
  EXPECT_LE(largest(nullptr), 200u);
}

TEST(Inputs, UniformArraysHaveOneNumber) {
  const std::vector<InputUse> none, count = {{"Run", "mode", {}, true}};
  const auto countOf = [](const std::vector<InputUse> *uses) {
    const auto values =
        drawMany<int32_t>(kInt32, {Style::Full, Reach::Usual, 0, uses, false, true});
    return std::set<int32_t>(values.begin(), values.end()).size();
  };
  EXPECT_EQ(countOf(&none), 1u);
  const auto full = drawMany<float>(kFloat, {Style::Full, Reach::Usual, 0, &none, false, true});
  EXPECT_EQ(full.front(), full.back());
  const auto eighths =
      drawMany<float>(kFloat, {Style::Eighths, Reach::Usual, 0, &none, false, true});
  EXPECT_EQ(eighths.front(), eighths.back());
  EXPECT_GT(countOf(&count), 20u);
}

TEST(Inputs, SizesAreKeptTogether) {
  const InputRule size = makeRule(InputRule::Kind::Size, {64});
  for (int32_t own : {0, 5}) {
    Random random(1);
    int32_t value = own;
    fill(kInt32, 1, "Run", "mode", {size}, {Style::Full, Reach::Usual, 0, nullptr, true}, random,
         reinterpret_cast<uint8_t *>(&value));
    EXPECT_EQ(value, own == 0 ? 64 : own);
  }
}
