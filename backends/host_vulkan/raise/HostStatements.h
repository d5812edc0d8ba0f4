//===- HostStatements.h - What the host does in a control function beside recording ----------===//

#ifndef VKMORPH_BACKENDS_HOST_VULKAN_RAISE_HOSTSTATEMENTS_H
#define VKMORPH_BACKENDS_HOST_VULKAN_RAISE_HOSTSTATEMENTS_H

#include "ir/VkmDialect.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace vkmorph::host {

using FieldNames = llvm::SmallPtrSet<mlir::StringAttr, 8>;

/// Whether an operation is a command, or holds one.
bool holdsCommand(mlir::Operation *op);
/// The first and the last operation of a control function that is or holds a command; null where
/// none does.
mlir::Operation *findFirstCommand(vkm::ControlOp control);
mlir::Operation *findLastCommand(vkm::ControlOp control);
/// Whether a command runs in every call that runs any: no branch or loop is around it, and no
/// return behind the first command is in front of it.
bool isUnconditional(mlir::Operation *op);
/// Adds the fields that the commands in an operation write on the device.
void addFieldsWritten(mlir::Operation *op, FieldNames &fields);

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
bool readBetween(vkm::ControlOp control, FieldNames &carried);
/// The members that come back where an operation stands; empty for all others.
mlir::ArrayAttr readBackAt(mlir::Operation *op);

/// Whether a statement of a control function returns a value in some cases, behind commands of its
/// own or between those of others: `if (n == 0) { m_mean = 0; return m_mean; }`. The value is read
/// when all commands have run.
bool isEarlyAnswer(mlir::Operation *op);
/// Whether an operation is part of the end of such a branch, behind its commands.
bool isOfEarlyAnswer(mlir::Operation *op);
/// Moves such statements, without their commands, behind the run of a drop-in form.
void moveEarlyAnswers(vkm::ControlOp control, mlir::Operation *marker);

/// Whether some kernel's commands use a field.
bool isUsedByCommands(vkm::ClassOp theClass, mlir::StringAttr field);
/// Reports clocks that are asked between kernels: all of them run in one submission.
mlir::LogicalResult checkClocks(vkm::ControlOp control);
/// Reports vectors of the caller's that get another size behind commands that use them.
mlir::LogicalResult checkResizes(vkm::ControlOp control);
/// Reports commands that depend on what only the host knows; of a recorded form without what its
/// commands do not need.
mlir::LogicalResult checkHostValues(vkm::ControlOp recorded);

/// Says so where commands need what a pointer points to that the function asks whether it is null.
mlir::LogicalResult checkNullable(vkm::ControlOp recorded, vkm::ControlOp dropIn);

/// The fields that an operation with its regions assigns on the host, in order.
llvm::SmallVector<mlir::StringAttr> assignedFields(mlir::Operation *op);

/// Calls `visit` with what a control function does on the host for good: it writes a parameter that
/// is a reference, or a member that stays there; it prints, or asks a clock.
void forEachOutput(vkm::ControlOp control, llvm::function_ref<void(mlir::Operation *)> visit);

/// Values that are computed before the run and read members which the run changes get names.
void keepEarlierReads(mlir::Operation *marker);

/// Parameters that are references: the recorded form takes their values, where it needs them at
/// all; the drop-in form passes on what they were when it was called.
void splitReferences(vkm::ControlOp recorded, vkm::ControlOp dropIn, mlir::Operation *marker);

} // namespace vkmorph::host

#endif // VKMORPH_BACKENDS_HOST_VULKAN_RAISE_HOSTSTATEMENTS_H
