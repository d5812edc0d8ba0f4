//===- Decisions.h - What users may decide in place of the planner ----------------------------===//

#ifndef VKMORPH_PASSES_DECISIONS_H
#define VKMORPH_PASSES_DECISIONS_H

#include "passes/Pipelines.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace vkmorph::vkm {

/// An option with a list of values.
struct Decision {
  llvm::StringRef option;                 ///< "finish", without dashes
  llvm::ArrayRef<llvm::StringRef> values; ///< the default first
  std::string PipelineOptions::*member;   ///< what it sets
  llvm::StringRef description;            ///< for --help
};

/// All of them: command lines, passes and reports take spellings from here.
llvm::ArrayRef<Decision> getDecisions();

/// The one with that option, which has to be there.
const Decision &getDecision(llvm::StringRef option);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_DECISIONS_H
