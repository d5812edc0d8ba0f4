//===- HostStatements.h - What the host does in a control function beside recording ----------===//

#ifndef VKMORPH_BACKENDS_HOST_VULKAN_RAISE_HOSTSTATEMENTS_H
#define VKMORPH_BACKENDS_HOST_VULKAN_RAISE_HOSTSTATEMENTS_H

#include "analysis/commands/RecordedCommands.h"

namespace vkmorph::host {

/// Moves what stands between commands and reads what earlier ones compute behind the last command,
/// with what depends on it, as far as no later command has to do with either.
///
///     run A               run A
///     count = m_count  -> run B
///     run B               count = m_count
void sinkReads(vkm::ControlOp control);

// ReadsBetween.cpp
/// Makes places where members come back between commands of a control function whose host code
/// reads what earlier ones compute; false where it needs none. Variables of the host that what
/// follows the last command needs become the object's: `carried`.
bool readBetween(vkm::ControlOp control, vkm::FieldNames &carried);
/// The members that come back where an operation stands; empty for all others.
mlir::ArrayAttr readBackAt(mlir::Operation *op);

/// Moves statements that are early answers (vkm::isEarlyAnswer), without their commands, behind the
/// run of a drop-in form.
void moveEarlyAnswers(vkm::ControlOp control, mlir::Operation *marker);

/// Reports clocks that are asked between kernels: all of them run in one submission.
mlir::LogicalResult checkClocks(vkm::ControlOp control);
/// Reports vectors of the caller's that get another size behind commands that use them.
mlir::LogicalResult checkResizes(vkm::ControlOp control);
/// Reports commands that depend on what only the host knows; of a recorded form without what its
/// commands do not need.
mlir::LogicalResult checkHostValues(vkm::ControlOp recorded);

/// Says so where commands need what a pointer points to that the function asks whether it is null.
mlir::LogicalResult checkNullable(vkm::ControlOp recorded, vkm::ControlOp dropIn);

/// Values that are computed before the run and read members which the run changes get names.
void keepEarlierReads(mlir::Operation *marker);

/// Parameters that are references: the recorded form takes their values, where it needs them at
/// all; the drop-in form passes on what they were when it was called.
void splitReferences(vkm::ControlOp recorded, vkm::ControlOp dropIn, mlir::Operation *marker);

} // namespace vkmorph::host

#endif // VKMORPH_BACKENDS_HOST_VULKAN_RAISE_HOSTSTATEMENTS_H
