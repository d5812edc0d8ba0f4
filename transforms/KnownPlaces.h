//===- KnownPlaces.h - Pointers of which it is known whether they are null -------------------===//

#ifndef VKMORPH_TRANSFORMS_KNOWNPLACES_H
#define VKMORPH_TRANSFORMS_KNOWNPLACES_H

#include "transforms/KnownConditions.h"

namespace vkmorph::vkm {

/// What is known of a place: that it is one, that it is none, or nothing.
using PlaceAnswer = llvm::function_ref<std::optional<bool>(mlir::Value root)>;

/// Whether a place in a control function is one; nothing of the function's own parameters.
std::optional<bool> isKnownPlace(mlir::Value root);

/// Leaves out what constants decide: branches that are not taken, and parts of conditions, also
/// where a constant variable has the constant. `dropped` is told of each operation that goes.
void takeKnownConditions(mlir::Region &body, DroppedOperation dropped = [](mlir::Operation *) {});

/// Answers `vkm.is_set` as far as it is known, and leaves the branches that are not taken out.
void answerPlaces(
    mlir::Region &body, PlaceAnswer answer, DroppedOperation dropped = [](mlir::Operation *) {});

} // namespace vkmorph::vkm

#endif // VKMORPH_TRANSFORMS_KNOWNPLACES_H
