//===- Recognisers.h - Which steps of recognition have run on a module ------------------------===//
//
// All steps of recognition share the phase `recognised`, which the first of them sets. From there
// on the module lists the steps that have run (`vkm.recognised_by`), until it is planned: planning
// relies on all of them, on the proof of independence more than on any other. A module that
// somebody has written in that phase lists nothing, and is taken as it is.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_IR_RECOGNISERS_H
#define VKMORPH_IR_RECOGNISERS_H

#include "ir/VkmDialect.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/LogicalResult.h"

namespace vkmorph::vkm {

/// On a module of the phase `recognised`: the names of the passes that have run on it.
inline constexpr llvm::StringLiteral kRecognisedByAttr = "vkm.recognised_by";

/// Sets the phase `recognised`; `pass` is the first step.
void beginRecognition(mlir::ModuleOp module, llvm::StringRef pass);

/// Whether a step has something to do: the module is in the phase `recognised`. The step is listed
/// then.
bool beginRecogniser(mlir::ModuleOp module, llvm::StringRef pass);

/// Visits the grids of kernels whose iterations nobody says to be independent; a visitor may put
/// others beside them.
void forEachOpenGrid(mlir::ModuleOp module, llvm::function_ref<void(GridOp)> visit);

/// The first step that has not run on a module which lists those that have; empty where all have,
/// or nothing is listed.
llvm::StringRef findMissingRecogniser(mlir::ModuleOp module);

/// Whether the list of a module is one of steps.
mlir::LogicalResult verifyRecognisedBy(mlir::Operation *module, mlir::Attribute list);

} // namespace vkmorph::vkm

#endif // VKMORPH_IR_RECOGNISERS_H
