//===- StateLaws.h - What iterations do to totals that are one of a few values ----------------===//

#ifndef VKMORPH_PASSES_LOWER_SCANS_STATELAWS_H
#define VKMORPH_PASSES_LOWER_SCANS_STATELAWS_H

#include "passes/lower/scans/RunningLaws.h"

namespace vkmorph::vkm {

/// The functions of a total with states, which are its own.
LawFunctions makeStateLaw(KernelOp kernel, RunningOp running, llvm::StringRef name);

/// What iterations so far make of the state with that code, where the total is `before` in front of
/// the loop.
mlir::Value buildState(mlir::OpBuilder &at, const LawFunctions &law, RunningStateOp state,
                       mlir::Value place, mlir::Value before);
/// `place = remember(place, code, state)`: iterations make that state of the one with that code.
void buildRemember(mlir::OpBuilder &at, const LawFunctions &law, RunningMapOp map,
                   mlir::Value place);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_LOWER_SCANS_STATELAWS_H
