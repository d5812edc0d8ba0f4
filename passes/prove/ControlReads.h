//===- ControlReads.h - Reads of members that commands write ---------------------------------===//

#ifndef VKMORPH_PASSES_PROVE_CONTROLREADS_H
#define VKMORPH_PASSES_PROVE_CONTROLREADS_H

#include "ir/Diagnostics.h"
#include "ir/VkmDialect.h"

#include "llvm/ADT/DenseMap.h"

namespace vkmorph::vkm {

/// The commands that write each field.
using Writers = llvm::DenseMap<mlir::StringAttr, CommandsOp>;

/// Adds the fields that a run of commands in a control function writes.
void noteFieldsWritten(ControlOp control, CmdRunOp run, Writers &writers);

/// The fields that an operation of the host reads while it records.
llvm::SmallVector<mlir::StringAttr> getFieldsReadBy(ControlOp control, mlir::Operation *op);

/// Reports that an operation of a control function reads what commands write: the arguments of the
/// message are the function, the member, and who writes it.
void reportRead(ControlOp control, mlir::Operation *op, mlir::StringAttr field, CommandsOp writer,
                const DiagInfo &row);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_PROVE_CONTROLREADS_H
