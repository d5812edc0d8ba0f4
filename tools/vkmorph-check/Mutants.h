//===- Mutants.h - Which faults of a translation the check would notice -----------------------===//
//
// The compiler plants faults, one at a time (--mistranslations). Each of these translations is run
// on the plan of the check, up to the first thing that does not agree.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_TOOLS_VKMORPH_CHECK_MUTANTS_H
#define VKMORPH_TOOLS_VKMORPH_CHECK_MUTANTS_H

#include "Coverage.h"
#include "Run.h"

#include "llvm/Support/raw_ostream.h"

namespace vkmorph::check {

/// A fault that was planted.
struct Mutant {
  std::string name; ///< "short-loop@2"
  std::string file;
  unsigned line, column;
  std::string function;
  std::string what; ///< "'<' for '<='"
  enum class Outcome {
    Noticed,
    Unnoticed,
    Same,   ///< what is generated is the right translation
    Refused ///< by the compiler, or by the C++ compiler: nothing to run
  } outcome;
  std::string how; ///< who noticed, or why nobody did

  /// "terrain.cpp:31: '<=' for '<' in kernel2D_Survey (short-loop@2)"
  std::string describe() const;
};

/// The faults of one variant.
struct MutantRun {
  const Variant *variant;
  size_t possible = 0; ///< how many places there are
  std::vector<Mutant> mutants;
  std::string failure; ///< why nothing was planted

  size_t count(Mutant::Outcome outcome) const;
};

/// Plants the faults that the options name in the program of a variant, all of whose results agree.
/// `plans` are the check's: the first one, whose file of rehearsals has been recorded, and those of
/// cases that were added since results had no useful bounds. `right` is what came out of them.
MutantRun runMutants(const ClassModel &model, const Options &options,
                     const Installation &installation, const WorkFolder &folder,
                     const Program &program, llvm::ArrayRef<const llvm::json::Object *> plans,
                     const VariantRun &right, llvm::ArrayRef<FunctionCoverage> functions);

void printMutants(llvm::raw_ostream &os, const MutantRun &run);
llvm::json::Object describeMutants(const MutantRun &run);

} // namespace vkmorph::check

#endif // VKMORPH_TOOLS_VKMORPH_CHECK_MUTANTS_H
