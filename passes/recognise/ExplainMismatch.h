//===- ExplainMismatch.h - What keeps a statement from being a reduction ----------------------===//

#ifndef VKMORPH_PASSES_RECOGNISE_EXPLAINMISMATCH_H
#define VKMORPH_PASSES_RECOGNISE_EXPLAINMISMATCH_H

#include "analysis/patterns/ReductionForms.h"

#include "llvm/ADT/StringRef.h"

#include <string>

namespace vkmorph::vkm {

/// Why a statement that is close to none of the forms is no reduction.
extern const llvm::StringLiteral kOtherForm;

/// What keeps a statement that writes `target` from having one of the forms of reductions.
std::string explainMismatch(mlir::Operation *write, const Target &target);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_RECOGNISE_EXPLAINMISMATCH_H
