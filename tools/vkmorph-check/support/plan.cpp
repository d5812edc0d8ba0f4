// Reads a plan.
#include "plan.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <stdexcept>

#include <nlohmann/json.hpp>

namespace vkmorph::check {

using nlohmann::json;

/// How many bits a number has behind the point.
static int fractionBitsOf(double value) {
  constexpr int kMost = 12;
  for (int bits = 0; bits <= kMost; ++bits)
    if (const double scaled = std::ldexp(value, bits); scaled == std::floor(scaled))
      return bits;
  return InputTraits::kManyBits;
}

void InputTraits::add(const Type &type, size_t number, const void *values) {
  // Fewer random ones may happen to have one sign, and in sums of fewer that makes no difference.
  constexpr size_t many = 64;
  const auto *bytes = static_cast<const uint8_t *>(values);
  for (const Leaf &leaf : leavesOf(type)) {
    bool isPositive = isFloat(leaf.scalar) && number >= many, isNegative = isPositive;
    for (size_t i = 0; i < number; ++i) {
      const double value = toDouble(leaf.scalar, bytes + i * type.bytes + leaf.offset);
      const double size = std::fabs(value);
      isPositive &= value >= 0.0;
      isNegative &= value <= 0.0;
      if (!isFloat(leaf.scalar)) {
        data = std::max(data, size);
      } else if (std::isfinite(value)) {
        magnitude = std::max(magnitude, size);
        if (fractionBits < kManyBits)
          fractionBits = std::max(fractionBits, fractionBitsOf(size));
      }
    }
    isOfOneSign |= isPositive || isNegative;
  }
}

void InputTraits::addStart(const std::string &name, const Type &type, const void *value) {
  InputTraits own;
  own.magnitude = 0.0;
  own.add(type, 1, value);
  starts.emplace(name, own.magnitude);
}

/// What a sum goes on with: the member itself, or one of those that the result is computed from.
static double startOf(const InputTraits &inputs, const std::string &name) {
  if (const auto own = inputs.starts.find(name); own != inputs.starts.end())
    return own->second;
  double largest = 0.0;
  for (const auto &[member, start] : inputs.starts)
    largest = std::max(largest, start);
  return largest;
}

/// How many additions of N terms may round in one direction: all N - 1 of the CPU's, and those that
/// a term goes through on the GPU. There a thread of at least 16 adds up its share, and subgroups
/// of at most 128 threads the threads' shares, twice. No order has more than N - 1.
static double countAdditions(double elements) {
  constexpr double leastThreads = 16.0, subgroups = 2.0 * 128.0;
  const double all = elements - 1.0;
  return all + std::min(all, elements / leastThreads + subgroups);
}

Tolerance Bound::at(const InputTraits &inputs, const std::string &name) const {
  // The probability that a sum of N terms is further off than lambda * sqrt(N) * u is at most
  // 2 * N * exp(-lambda^2 / 2) (Higham and Mary, A new approach to probabilistic rounding error
  // analysis, 2019): below 2e-9 for 65537 terms.
  constexpr double lambda = 8.0;
  constexpr int fewBits = 12, bitsOfFloat = 24;
  const double root = std::sqrt(inputs.elements);
  double perSum = lambda * root;
  if (inputs.fractionBits <= fewBits) {
    const double bits = degree * (inputs.fractionBits + std::log2(inputs.magnitude)) + exactBits +
                        std::log2(inputs.elements);
    perSum = exactBits >= 0 && bits <= bitsOfFloat ? 0.0 : inputs.elements;
  }
  // Sizes of vectors are data, too.
  const double rounds =
      isLoopOfData ? std::max({inputs.count, inputs.data, inputs.elements}) : inputs.count;
  Tolerance tolerance;
  tolerance.roundings = roundings;
  tolerance.mayOverflow = mayOverflow;
  tolerance.mayCancel = mayCancel;
  tolerance.ulps = ulps * std::pow(rounds, loops) + sums * perSum;
  // Where terms are alike, so are the roundings of their sums: then each counts in full, relative
  // to the sum of the terms' magnitudes (Higham, Accuracy and Stability of Numerical Algorithms,
  // 2002, section 4.2), which is |cpu|, and twice what the sum goes on with where that cancels.
  // Terms of one sign may be alike, and that of others' sums is small.
  if (perSum > 0.0)
    tolerance.ulpsOfResult = (inputs.isOfOneSign ? sums : alike) * countAdditions(inputs.elements);
  tolerance.isSure = tolerance.ulpsOfResult > 0.0 || (isRelative && sums == 0.0);
  const double start = isOntoMember ? startOf(inputs, name) : 0.0;
  const double factors = std::pow(inputs.magnitude, std::max(degree, 1u) - 1);
  tolerance.start = 2.0 * start * factors;
  // Of few values, one order may round where the CPU's is exact, so that perturbed calls show
  // nothing. Where four values x go onto s, there are three sums before the last one, of s and one,
  // two and three values, or of two, three and four values: their roundings are no more than
  // 3 u (|s| + 3 |x|) together. That of the last one is relative to the result.
  if (isOfElements && perSum > 0.0) {
    tolerance.unseenSums = 3.0;
    tolerance.onto = start * factors;
  }
  if (!isRelative)
    tolerance.scale =
        std::pow(inputs.magnitude, degree) * (sums > 0.0 ? root : 1.0) + start * factors;
  return tolerance;
}

static Bound readBound(const json &object) {
  Bound bound;
  bound.ulps = object.value("ulps", 0.0);
  bound.loops = object.value("loops", 0u);
  bound.sums = object.value("sums", 0.0);
  bound.alike = object.value("alike", 0.0);
  bound.isOntoMember = object.value("ontoMember", false);
  bound.isOfElements = object.value("ofElements", false);
  bound.mayOverflow = object.value("overflows", false);
  bound.mayCancel = object.value("cancels", false);
  bound.degree = object.value("degree", 1u);
  bound.isRelative = object.value("relative", false);
  bound.isLoopOfData = object.value("loopOfData", false);
  bound.exactBits = object.value("exactBits", -1);
  bound.roundings = object.value("roundings", uint64_t(0));
  return bound;
}

static InputRule readRule(const json &object) {
  InputRule rule;
  rule.function = object.value("function", "");
  rule.path = object.at("path").get<std::string>();
  const std::string kind = object.at("kind").get<std::string>();
  rule.kind = kind == "value"    ? InputRule::Kind::Value
              : kind == "range"  ? InputRule::Kind::Range
              : kind == "file"   ? InputRule::Kind::File
              : kind == "choice" ? InputRule::Kind::Choice
              : kind == "size"   ? InputRule::Kind::Size
                                 : InputRule::Kind::Random;
  rule.low = object.value("low", 0.0);
  rule.high = object.value("high", 0.0);
  rule.file = object.value("file", "");
  rule.numbers = object.value("values", std::vector<double>());
  rule.isDefault = object.value("default", false);
  return rule;
}

static Case readCase(const json &object) {
  Case read;
  read.number = object.at("number").get<int64_t>();
  read.function = object.at("function").get<std::string>();
  read.sizes = object.at("sizes").get<std::map<std::string, int64_t>>();
  const std::string style = object.at("style").get<std::string>();
  read.style = style == "full" ? Style::Full : style == "whole" ? Style::Whole : Style::Eighths;
  read.drawsMembers = object.value("drawsMembers", true);
  read.seed = object.at("seed").get<uint64_t>();
  read.mostElements = object.value("mostElements", uint64_t(0));
  read.mutateBarriers = object.value("mutateBarriers", false);
  return read;
}

bool halveSizes(Case &which) {
  bool isSmaller = false;
  for (auto &[name, size] : which.sizes)
    if (size > 1) {
      size /= 2;
      isSmaller = true;
    }
  return isSmaller;
}

Plan readPlan(const std::string &file) {
  std::ifstream stream(file);
  if (!stream)
    throw std::runtime_error("cannot read '" + file + "'");
  const json object = json::parse(stream);
  Plan plan;
  plan.validation = object.value("validation", true);
  for (const json &rule : object.at("rules"))
    plan.rules.push_back(readRule(rule));
  plan.keptSizes = object.at("keptSizes").get<std::set<std::string>>();
  for (const json &use : object.at("uses"))
    plan.uses.push_back({use.at("function").get<std::string>(), use.at("path").get<std::string>(),
                         use.at("limits").get<std::vector<double>>(), use.value("count", false)});
  for (const auto &[function, members] : object.at("members").items())
    for (const json &member : members)
      plan.members[function].push_back({member.at("name").get<std::string>(),
                                        member.value("stated", false), member.value("kept", ""),
                                        member.value("overwritten", false)});
  for (const auto &[function, calls] : object.at("earlier").items())
    for (const json &call : calls)
      plan.earlier[function].push_back({call.at("function").get<std::string>(),
                                        call.at("sizes").get<std::map<std::string, int64_t>>()});
  for (const auto &[function, names] : object.at("written").items())
    plan.written[function] = names.get<std::set<std::string>>();
  for (const json &one : object.at("cases"))
    plan.cases.push_back(readCase(one));
  for (const json &one : object.at("orders")) {
    const std::string order = one.at("order").get<std::string>();
    plan.orders.push_back({order == "reverse"    ? Order::Reverse
                           : order == "shuffled" ? Order::Shuffled
                                                 : Order::AsRecorded,
                           one.value("seed", uint64_t(0))});
  }
  for (const auto &[name, bounds] : object.at("bounds").items()) {
    Bounds &read = plan.bounds[name];
    read.result = readBound(bounds.at("result"));
    for (const auto &[buffer, bound] : bounds.at("buffers").items())
      read.buffers[buffer] = readBound(bound);
    for (const auto &[field, bound] : bounds.at("fields").items())
      read.fields[field] = readBound(bound);
    read.inputFields = bounds.at("inputFields").get<std::vector<std::string>>();
    read.halfBuffers = bounds.at("halfBuffers").get<std::set<std::string>>();
    read.halfVectors = bounds.at("halfVectors").get<std::set<std::string>>();
  }
  plan.unorderedVectors = object.at("unorderedVectors").get<std::set<std::string>>();
  for (const auto &[name, buffers] : object.at("unorderedBuffers").items())
    plan.unorderedBuffers[name] = buffers.get<std::set<std::string>>();
  if (object.contains("tolerance")) {
    plan.tolerance.emplace();
    plan.tolerance->relative = object["tolerance"].at(0).get<double>();
    plan.tolerance->absolute = object["tolerance"].at(1).get<double>();
  }
  plan.recordedRehearsal = object.value("recordedRehearsal", "");
  plan.replayedRehearsal = object.value("replayedRehearsal", "");
  plan.samples = object.value("samples", false);
  plan.untilDifference = object.value("untilDifference", false);
  if (object.contains("shaders"))
    plan.shaders = object["shaders"].get<decltype(plan.shaders)>();
  return plan;
}

} // namespace vkmorph::check
