//===- Cases.h - Which sizes and inputs are run -----------------------------------------------===//

#ifndef VKMORPH_TOOLS_VKMORPH_CHECK_CASES_H
#define VKMORPH_TOOLS_VKMORPH_CHECK_CASES_H

#include "ClassModel.h"
#include "ErrorBound.h"
#include "Variants.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/JSON.h"

#include <array>

namespace vkmorph::check {

/// One control function with one set of sizes; support/plan.h runs it.
struct CasePlan {
  int64_t number;
  const ControlModel *control;
  std::vector<std::pair<std::string, int64_t>> sizes;
  /// What the sizes were first, where the CPU takes too long for them; else empty.
  std::vector<std::pair<std::string, int64_t>> tooLong;
  /// What floats are drawn like: all bits of mantissas random, multiples of 1/8, or integers.
  enum class Floats { Full, Eighths, Whole } floats;
  bool drawsMembers = true; ///< else they are what the constructor leaves
  uint64_t seed;
  int64_t mostElements;        ///< it is skipped where an extent is larger; 0: never
  bool mutateBarriers = false; ///< it is also run without each of its barriers
};

struct Cases {
  std::vector<CasePlan> cases;
  /// Control functions that were not asked for by name and cannot be run, each with a sentence.
  std::vector<std::pair<const ControlModel *, std::string>> unchecked;
  using Estimates = std::map<const ControlModel *, FunctionEstimates>;
  std::array<Estimates, Liberties::kCount> estimates;

  const Estimates &getEstimates(Liberties liberties) const { return estimates[liberties.index()]; }
};

/// Chooses cases. Returns an error message of usage where options name what is not there, or where
/// something has to be stated.
llvm::Expected<Cases> makeCases(const ClassModel &model, const Options &options);

/// Leaves of --arg, --size and --control what is of this class, and adds these names to `found`: of
/// classes that are checked together, each may have some of what is stated.
void takeOwnNames(const ClassModel &model, Options &options, llvm::StringSet<> &found);

/// Adds the cases of some control functions again, with integers in floats; without members that
/// are drawn where they were once. Returns the number of the first.
int64_t addExactCases(Cases &cases, llvm::ArrayRef<const ControlModel *> controls,
                      bool drawsMembers);

/// The plan that a harness reads, of all cases from a number on, for programs with these liberties.
llvm::json::Value makePlan(const Cases &cases, const ClassModel &model, const Options &options,
                           Liberties liberties, int64_t first = 0);

/// Takes over what a harness reported of sizes that it has halved, so that others need not.
void adoptSizes(Cases &cases, llvm::ArrayRef<llvm::json::Object> lines);

/// The options that run just this case again.
std::string reproduce(const CasePlan &one, llvm::StringRef variant, const Options &options);

} // namespace vkmorph::check

#endif // VKMORPH_TOOLS_VKMORPH_CHECK_CASES_H
