//===- TwoForms.h - The steps by which a control function becomes two forms -------------------===//
//
// Each of them is a pass of its own over all control functions. RunInPieces.cpp takes them on a
// copy of one, to see whether they lead to two forms.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_PASSES_TWOFORMS_H
#define VKMORPH_PASSES_TWOFORMS_H

#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// SinkReads.cpp
void sinkReads(ControlOp control);

/// ReadBetween.cpp
void readBetween(ControlOp control);
/// Lets members and sizes of vectors come back wherever the host reads them, of a control function
/// that runs in pieces.
void readWhereNeeded(ControlOp control);

/// CheckHostCode.cpp: reports what a control function cannot be translated with, and, unless it
/// runs in pieces, what keeps it from having two forms.
mlir::LogicalResult checkHostCode(ControlOp control);

/// SplitControls.cpp: makes a control function its recorded form, and returns its drop-in form.
ControlOp splitControl(ControlOp control);
/// Keeps what references were when a control function that runs in pieces was called, where extents
/// go by them and buffers are bound behind a change.
void keepEntryValues(ControlOp control);
/// Takes the return off the end of a control function that returns nothing.
void eraseLastReturn(ControlOp control);

/// CheckRecorded.cpp: reports what recorded commands may not depend on.
mlir::LogicalResult checkRecorded(ControlOp recorded, ControlOp dropIn);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_TWOFORMS_H
