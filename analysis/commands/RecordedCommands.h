//===- RecordedCommands.h - Commands of control functions, and host code beside them ----------===//
//
// What there is to know of a lowered control function before its commands are recorded: where they
// stand, which members they write, what the host reads and writes beside them.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_ANALYSIS_COMMANDS_RECORDEDCOMMANDS_H
#define VKMORPH_ANALYSIS_COMMANDS_RECORDEDCOMMANDS_H

#include "ir/Effects.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace vkmorph::vkm {

using FieldNames = llvm::SmallPtrSet<mlir::StringAttr, 8>;

//===------------------------------------------------------------------------------------------===//
// Commands
//===------------------------------------------------------------------------------------------===//

/// Whether an operation is a command, or holds one.
bool holdsCommand(mlir::Operation *op);
/// The first and the last operation of a control function that is or holds a command; null where
/// none does.
mlir::Operation *findFirstCommand(ControlOp control);
mlir::Operation *findLastCommand(ControlOp control);
/// Of a control function that runs in pieces: the statement in front of which its call binds
/// buffers, where those before it may return, or give vectors their sizes, and come first; null
/// where it binds them at once.
mlir::Operation *findBindingPoint(ControlOp control);
/// Whether a command runs in every call that runs any: no branch or loop is around it, and no
/// return behind the first command is in front of it.
bool isUnconditional(mlir::Operation *op);
/// Adds the fields that the commands in an operation write on the device.
void addFieldsWritten(mlir::Operation *op, FieldNames &fields);
/// Whether some kernel's commands use a field.
bool isUsedByCommands(ClassOp theClass, mlir::StringAttr field);
/// Whether an operation runs a kernel that the user wrote.
bool runsKernel(mlir::Operation *op);

//===------------------------------------------------------------------------------------------===//
// Host code
//===------------------------------------------------------------------------------------------===//

/// The fields that an operation with its regions loads, in order.
llvm::SmallVector<mlir::StringAttr> getLoadedFields(mlir::Operation *op);
/// The fields that an operation with its regions assigns on the host, in order.
llvm::SmallVector<mlir::StringAttr> getAssignedFields(mlir::Operation *op);
/// Calls `visit` with what a control function does on the host for good: it writes a parameter that
/// is a reference, or a member that stays there; it prints, or asks a clock.
void forEachOutput(ControlOp control, llvm::function_ref<void(mlir::Operation *)> visit);
/// Whether there is any such thing, besides throws and assertions.
bool hasOutputs(ControlOp control);
/// The functions that host code of the class calls, each after those that it calls itself.
llvm::SmallVector<FuncOp> getHostFunctions(ClassOp theClass);

/// Whether a statement of a control function returns a value in some cases, behind commands of its
/// own or between those of others: `if (n == 0) { m_mean = 0; return m_mean; }`. The value is read
/// when all commands have run.
bool isEarlyAnswer(mlir::Operation *op);
/// Whether an operation is part of the end of such a branch, behind its commands.
bool isOfEarlyAnswer(mlir::Operation *op);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_COMMANDS_RECORDEDCOMMANDS_H
