//===- HostStatements.h - Statements that control functions have beside their launches --------===//

#ifndef VKMORPH_ANALYSIS_COMMANDS_HOSTSTATEMENTS_H
#define VKMORPH_ANALYSIS_COMMANDS_HOSTSTATEMENTS_H

#include "ir/Effects.h"

namespace vkmorph::vkm {

/// Whether a value is a parameter of a control function that is an array.
bool isArray(mlir::Value value);

/// Whether a place is one that kernels work on: in a member, or in an array of the caller.
bool isOnDevice(const Root &root);

/// Whether a statement of a control function changes what kernels work on and nothing of the
/// host's, so that the device can do it in its place among the commands.
bool writesDeviceOnly(mlir::Operation &op);

/// The statement of the same block that a value is a part of; null where there are several, or
/// none.
mlir::Operation *findStatement(mlir::Operation *op);

/// What a statement of a control function does, with the kernels that it launches.
EffectSet getRunEffects(mlir::Operation *op);

/// The parameter of a control function that an assignment sets, a member of an object of the
/// caller's; null for others. No member of the class is in such an object.
mlir::BlockArgument getLentPlace(mlir::Operation *op);

/// The same as getRunEffects, as far as members of the class are concerned: of an assignment to
/// such an object nothing.
EffectSet getEffectsOnMembers(mlir::Operation *op);

/// Whether nothing changes a place between where an operation reads it and a later one, which may
/// stand deeper in loops and branches.
bool staysUntil(mlir::Operation *read, const Root &root, mlir::Operation *later);

/// Whether an operation of a control function stands among statements, where another one may stand
/// before it: in no head of a loop and no part of an expression that may be left out.
bool isAmongStatements(mlir::Operation *op);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_COMMANDS_HOSTSTATEMENTS_H
