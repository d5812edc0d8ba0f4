//===- Mistranslate.h - Faults planted on purpose ---------------------------------------------===//

#ifndef VKMORPH_PASSES_FAULTS_MISTRANSLATE_H
#define VKMORPH_PASSES_FAULTS_MISTRANSLATE_H

#include "ir/VkmDialect.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace vkmorph::vkm {

/// The kinds of faults that vkm-mistranslate plants.
llvm::ArrayRef<llvm::StringRef> getMistranslations();

/// Whether a text names a fault, of a class that has a place for it: KIND, or KIND@N for the N-th
/// place (from 1).
bool isMistranslation(llvm::StringRef name);

/// A fault that a module in its present phase has a place for.
struct PossibleFault {
  std::string name; ///< "short-loop@2"
  std::string kind;
  Phase phase; ///< that it is planted in
  std::string file;
  unsigned line, column; ///< 0 where the place has none
  std::string function;  ///< that the place is in; empty of a member
  std::string what;      ///< "'<' for '<='"
};
std::vector<PossibleFault> findPossibleFaults(mlir::ModuleOp module);

/// At most that many of some faults, in their order: each kind gets its turn, and of one kind
/// places that lie apart.
std::vector<PossibleFault> sampleFaults(const std::vector<PossibleFault> &faults, size_t most);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_FAULTS_MISTRANSLATE_H
