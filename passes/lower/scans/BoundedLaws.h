//===- BoundedLaws.h - What iterations do to totals that are held between bounds -------------===//

#ifndef VKMORPH_PASSES_LOWER_SCANS_BOUNDEDLAWS_H
#define VKMORPH_PASSES_LOWER_SCANS_BOUNDEDLAWS_H

#include "passes/lower/scans/RunningLaws.h"

namespace vkmorph::vkm {

/// The functions of totals of that type between bounds.
LawFunctions makeBoundedLaw(KernelOp kernel, RunningOp running);

/// `place = add(place, value)`, where a place holds what iterations make of a total so far: what
/// they make of it together with the change. The function is made before `kernel` when it is first
/// asked for.
void buildChange(mlir::OpBuilder &at, KernelOp kernel, const LawFunctions &law,
                 RunningStepOp change, mlir::Value place);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_LOWER_SCANS_BOUNDEDLAWS_H
