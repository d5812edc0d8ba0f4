//===- Estimate.cpp - How errors of several values come together, and how they are spelled ----===//

#include "ErrorBound.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <tuple>

using namespace vkmorph::check;

void Estimate::join(const Estimate &other) {
  ulps = std::max(ulps, other.ulps);
  loops = std::max(loops, other.loops);
  sums = std::max(sums, other.sums);
  alike = std::max(alike, other.alike);
  isOntoMember |= other.isOntoMember;
  isOfElements |= other.isOfElements;
  mayOverflow |= other.mayOverflow;
  mayCancel |= other.mayCancel;
  degree = std::max(degree, other.degree);
  isLoopOfData |= other.isLoopOfData;
  isRelative &= other.isRelative;
  exactBits = exactBits < 0 || other.exactBits < 0 ? -1 : std::max(exactBits, other.exactBits);
  isNonNegative &= other.isNonNegative;
  isSumOfSquares &= other.isSumOfSquares;
  roundings |= other.roundings;
}

static std::string spell(double number) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.3g", number);
  return text;
}

std::string Estimate::describe() const {
  if (isExact())
    return roundings == 0 ? "exact" : kRounded;
  std::string text;
  if (ulps > 0.0)
    text = spell(ulps) + (loops == 0 ? "" : loops == 1 ? " n" : " n^" + std::to_string(loops));
  if (sums > 0.0) {
    std::string part = spell(8.0 * sums) + " sqrt(N)";
    text = text.empty() ? part : "(" + text + " + " + part + ")";
  }
  text += " u";
  if (!isRelative && degree > 0)
    text += degree == 1 ? " S" : " S^" + std::to_string(degree);
  if (!isRelative && sums > 0.0)
    text += " sqrt(N)";
  return text + (alike > 0.0 ? " + N u" : "");
}

Estimate FunctionEstimates::loosest() const {
  Estimate loosest = result;
  auto consider = [&](const Estimate &estimate) {
    auto rank = [](const Estimate &e) {
      return std::make_tuple(!e.isExact() && !e.isRelative, e.loops, e.sums, e.ulps,
                             e.roundings != 0, e.degree);
    };
    if (rank(estimate) > rank(loosest))
      loosest = estimate;
  };
  for (const auto &[name, estimate] : buffers)
    consider(estimate);
  for (const auto &[name, estimate] : fields)
    consider(estimate);
  return loosest;
}
