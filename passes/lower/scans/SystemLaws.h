//===- SystemLaws.h - What iterations do to totals that depend on each other linearly --------===//

#ifndef VKMORPH_PASSES_LOWER_SCANS_SYSTEMLAWS_H
#define VKMORPH_PASSES_LOWER_SCANS_SYSTEMLAWS_H

#include "passes/lower/scans/RunningLaws.h"

namespace vkmorph::vkm {

/// "y1PerY2": what one unit of another state adds to one.
std::string nameFactor(llvm::StringRef state, llvm::StringRef other);

/// "y1AndY2"
std::string nameSystem(llvm::ArrayRef<std::string> states);

/// The functions of a system, whose totals have these names; its type is a struct of them.
LawFunctions makeSystemLaw(KernelOp kernel, llvm::ArrayRef<RunningOp> system,
                           llvm::ArrayRef<std::string> names);

/// The member of the law's struct for a share of the total with an index.
mlir::Value buildSystemPart(mlir::OpBuilder &at, const LawFunctions &law, RunningShareOp share,
                            mlir::Value place, size_t index);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_LOWER_SCANS_SYSTEMLAWS_H
