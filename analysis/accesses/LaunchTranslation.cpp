//===- LaunchTranslation.cpp - What a kernel's analysis says, in the control function --------===//

#include "analysis/accesses/LaunchTranslation.h"

#include "analysis/accesses/AccessReach.h"

using namespace mlir;
using namespace vkmorph::vkm;

/// A parameter or field of which the control function does not know what it is.
std::optional<Polynomial> Translation::makeUnknown(Symbol symbol) {
  if (!followsUnknowns)
    return std::nullopt;
  Symbol made = to.makeInvariant();
  if (from.getUnknown(symbol).value.getType().isUnsignedInteger())
    to.assumeAtLeast(made, 0);
  meanings.push_back({symbol, Polynomial::symbol(made)});
  if (auto load = from.getUnknown(symbol).value.getDefiningOp<LoadOp>())
    unknownFields.push_back({made, load});
  return meanings.back().second;
}

std::optional<Polynomial> Translation::translate(Symbol symbol) {
  for (const auto &[known, meaning] : meanings)
    if (known == symbol)
      return meaning;
  const Unknown unknown = from.getUnknown(symbol);
  switch (unknown.kind) {
  case Unknown::Parameter: {
    unsigned index = cast<BlockArgument>(unknown.value).getArgNumber();
    if (std::optional<Polynomial> argument = to.evaluate(launch.getOperands()[index])) {
      if (unknown.value.getType().isUnsignedInteger())
        converted.push_back({symbol, *argument});
      return argument;
    }
    if (std::optional<Polynomial> unknownValue = makeUnknown(symbol))
      return unknownValue;
    return fail("the argument '" + getName(symbol) + "' of kernel '" + launch.getKernel() +
                "' is not known before the call");
  }
  case Unknown::Field: {
    if (unknown.value)
      if (std::optional<Polynomial> field = to.evaluate(unknown.value))
        return field;
    if (std::optional<Polynomial> unknownValue = unknown.value ? makeUnknown(symbol) : std::nullopt)
      return unknownValue;
    return fail("kernel '" + launch.getKernel() +
                "' reaches as far as a member says that changes during the call");
  }
  case Unknown::Quotient:
  case Unknown::Expression: {
    SmallVector<Polynomial> operands;
    for (const Polynomial &operand : unknown.operands) {
      std::optional<Polynomial> translated = translate(operand);
      if (!translated)
        return std::nullopt;
      operands.push_back(*translated);
    }
    if (unknown.kind == Unknown::Quotient)
      return to.makeQuotient(operands[0], operands[1]);
    return to.makeExpression(unknown.value.getDefiningOp(), operands);
  }
  case Unknown::Counter:
  case Unknown::Varying:
  case Unknown::Invariant:
    break;
  }
  return fail("a bound of kernel '" + launch.getKernel() + "' is not understood");
}

std::optional<Polynomial> Translation::translate(const Polynomial &polynomial) {
  Polynomial result;
  for (const auto &[monomial, coefficient] : polynomial.getTerms()) {
    Polynomial term(coefficient);
    for (Symbol symbol : monomial) {
      std::optional<Polynomial> factor = translate(symbol);
      if (!factor)
        return std::nullopt;
      term = term * *factor;
    }
    result += term;
  }
  if (!result.isValid())
    return fail("it is too large an expression");
  return result;
}

std::optional<Reach> Translation::translate(const Reach &reach, const Facts &facts,
                                            ArrayRef<Polynomial> conditions) {
  Reach result;
  Facts known = facts;
  auto addGuard = [&](const Polynomial &guard) {
    if (known.isNonNegative(guard))
      return;
    result.guards.push_back(guard);
    known.add(guard);
  };
  llvm::for_each(conditions, addGuard);
  const Facts atLaunch = known;
  converted.clear();
  for (const Polynomial &guard : reach.guards) {
    std::optional<Polynomial> translated = translate(guard);
    if (!translated)
      return std::nullopt;
    addGuard(*translated);
  }
  std::optional<Polynomial> count = translate(reach.count);
  if (!count)
    return std::nullopt;
  result.count = *count;
  for (const Polynomial &assumption : reach.assumed) {
    std::optional<Polynomial> translated = translate(assumption);
    if (!translated)
      return std::nullopt;
    if (!known.isNonNegative(*translated))
      result.assumed.push_back(*translated);
  }
  // A number below 0 that is passed as unsigned is a large one. No array is as long where the reach
  // grows with it; where it only takes part in conditions it may be meant.
  Facts inKernel = getFacts(from, reach);
  for (const auto &[symbol, argument] : converted) {
    if (atLaunch.isNonNegative(argument))
      continue;
    if (!inKernel.isPositive(reach.count.getCoefficient(symbol)))
      return fail("the argument '" + getName(symbol) + "' of kernel '" + launch.getKernel() +
                  "', which is unsigned, may be less than 0 here");
    result.assumed.push_back(argument);
  }
  return result;
}
