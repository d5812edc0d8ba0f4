//===- ControlForms.h - The two forms of a control function in the generated program ---------===//
//
// Once its commands are known, a control function is split into two functions: the recorded form,
// which keeps its symbol and records the commands, and the drop-in form, which means what the C++
// function means: it runs the commands of the other one (vkm.run_recorded) in the midst of what the
// host does besides. passes/commands/SplitControls.cpp makes them, and shows how they look.
//
// One whose host code between its commands goes by what they compute, or does what cannot be put
// off, has one form alone, which runs in pieces (passes/commands/RunInPieces.cpp).
//
//===-----------------------------------------------------------------------------------------===//

#ifndef VKMORPH_IR_CONTROLFORMS_H
#define VKMORPH_IR_CONTROLFORMS_H

#include "ir/HostCode.h"
#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// On a control function that is the drop-in form of another one: that one's symbol.
inline constexpr llvm::StringLiteral kDropInOfAttr = "vkm.drop_in_of";
/// What the symbol of a drop-in form has behind that of the recorded form.
inline constexpr llvm::StringLiteral kDropInSuffix = ".drop_in";
/// A unit attribute of a field with kLocalOfAttr: a variable of the host that the recorded form
/// computes and the drop-in form needs behind the last command.
inline constexpr llvm::StringLiteral kCarriedAttr = "vkm.carried";
/// A unit attribute of a control function that runs in pieces: it has no recorded form, and what it
/// means is what it says, with `vkm.cmd.read_back` where the host has to wait.
inline constexpr llvm::StringLiteral kInPiecesAttr = "vkm.in_pieces";
/// A unit attribute of a vkm.cmd.read_back in such a function: no command runs behind it.
inline constexpr llvm::StringLiteral kLastAttr = "vkm.last";
/// On a `vkm.var` of a drop-in form: what a parameter that is a reference (its number) was when the
/// function was called.
inline constexpr llvm::StringLiteral kAtEntryAttr = "vkm.at_entry";

/// Whether a field is such a variable of a control function.
inline bool carries(ControlOp control, FieldOp field) {
  return field->hasAttr(kCarriedAttr) &&
         field->getAttrOfType<mlir::StringAttr>(kLocalOfAttr) == control.getSymNameAttr();
}

inline bool runsInPieces(ControlOp control) { return control->hasAttr(kInPiecesAttr); }

/// The drop-in form of a control function, which is itself where it runs in pieces; null where it
/// has none.
inline ControlOp getDropInForm(ControlOp recorded) {
  if (runsInPieces(recorded))
    return recorded;
  return recorded->getParentOfType<ClassOp>().lookupSymbol<ControlOp>(
      (recorded.getSymName() + kDropInSuffix).str());
}

/// The recorded form that a drop-in form runs; null where a control function is none.
inline ControlOp getRecordedForm(ControlOp dropIn) {
  auto recorded = dropIn->getAttrOfType<mlir::FlatSymbolRefAttr>(kDropInOfAttr);
  return recorded ? dropIn->getParentOfType<ClassOp>().lookupSymbol<ControlOp>(recorded.getAttr())
                  : ControlOp();
}

/// Whether a control function is one of two forms, or the only one.
inline bool isForm(ControlOp control) {
  return control->hasAttr(kDropInOfAttr) || getDropInForm(control);
}

/// The control functions that have not been split into forms, and do not run in pieces.
inline llvm::SmallVector<ControlOp> getUnsplitControls(mlir::ModuleOp module) {
  llvm::SmallVector<ControlOp> controls;
  module.walk([&](ControlOp control) {
    if (!isForm(control))
      controls.push_back(control);
  });
  return controls;
}

/// Whether members come back between the commands of a control function, which only its drop-in
/// form can run.
inline bool readsBetween(ControlOp control) {
  return control.walk([](CmdReadBackOp) { return mlir::WalkResult::interrupt(); }).wasInterrupted();
}

} // namespace vkmorph::vkm

#endif // VKMORPH_IR_CONTROLFORMS_H
