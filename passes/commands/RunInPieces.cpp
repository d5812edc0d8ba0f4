//===- RunInPieces.cpp - Control functions that have no recorded form -------------------------===//
//
//   for (int at = 0; at < n; at += 64) {   for (...) {                        vkm.in_pieces
//     kernel1D_Search(a, at, key);           bind, run Search
//     if (m_found >= 0)               ->     cmd.read_back [@m_found]
//       return m_found;                      if (m_found >= 0) return m_found;
//   }                                      }
//   return -1;                             return -1;
//
// Commands that are recorded once cannot follow what the host decides between them. Such a control
// function stays as it is written: its drop-in form records commands, submits them and waits where
// the host reads what they have computed, and goes on. What two forms can do is tried first, on a
// copy.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/commands/RecordedCommands.h"
#include "ir/ControlForms.h"
#include "ir/HostCode.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "passes/TwoForms.h"
#include "transforms/SymbolNames.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_RUNINPIECES
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

/// Makes two forms of a copy of a control function, and takes them away again. What is reported of
/// it on the way is kept in `reasons`. Whether that worked.
static bool canBeSplit(ControlOp control, SmallVectorImpl<Diagnostic> &reasons) {
  ScopedDiagnosticHandler keep(control.getContext(), [&](Diagnostic &diagnostic) {
    reasons.push_back(std::move(diagnostic));
    return success();
  });
  auto theClass = control->getParentOfType<ClassOp>();
  OpBuilder builder(control);
  auto trial = cast<ControlOp>(builder.clone(*control));
  trial.setSymName(makeFreeSymbol(theClass, (control.getSymName() + "_trial").str()));
  // Messages name the control function, not its copy.
  trial->setAttr("cpp_name", builder.getStringAttr(getNameInSource(control)));
  sinkReads(trial);
  readBetween(trial);
  ControlOp dropIn;
  bool isSplit = succeeded(checkHostCode(trial));
  if (isSplit) {
    dropIn = splitControl(trial);
    isSplit = succeeded(checkRecorded(trial, dropIn));
  }
  // Variables that both forms would need.
  for (FieldOp field : llvm::make_early_inc_range(theClass.getOps<FieldOp>()))
    if (carries(trial, field))
      field.erase();
  if (dropIn)
    dropIn.erase();
  trial.erase();
  return isSplit;
}

/// A throw that commands may come before, and others behind; null where there is none. They have
/// to have run by then, and those behind it do not.
static Operation *findThrowBetween(ControlOp control) {
  Operation *last = findLastCommand(control), *found = nullptr;
  control.walk([&](HostOp host) {
    if (!isThrow(host) || found)
      return;
    bool isBehind = false;
    Operation *at = host;
    for (; !isa<ControlOp>(at); at = at->getParentOp()) {
      isBehind |= isa<LoopOpInterface>(at) && holdsCommand(at);
      // The cases of a switch follow each other.
      if (isa<SwitchOp>(at->getParentOp()))
        isBehind |= holdsCommand(at->getParentOp());
      for (Operation *before = at->getPrevNode(); before; before = before->getPrevNode())
        isBehind |= holdsCommand(before);
      if (isa<ControlOp>(at->getParentOp()))
        break;
    }
    if (isBehind && last && (at == last || at->isBeforeInBlock(last)))
      found = host;
  });
  return found;
}

/// Says why a control function runs in pieces.
static void explain(ControlOp control, SmallVectorImpl<Diagnostic> &reasons) {
  bool any = false;
  for (Diagnostic &reason : reasons) {
    // Errors are reported where they are checked for.
    if (reason.getSeverity() != DiagnosticSeverity::Remark)
      continue;
    control.getContext()->getDiagEngine().emit(std::move(reason));
    any = true;
  }
  if (any)
    report(control.getLoc(), diag::HostInPieces, {getNameInSource(control)});
}

namespace {
struct RunInPiecesPass : vkm::impl::RunInPiecesBase<RunInPiecesPass> {
  void runOnOperation() override;
};
} // namespace

void RunInPiecesPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Lowered)
    return;
  for (ControlOp control : getUnsplitControls(getOperation())) {
    SmallVector<Diagnostic> reasons;
    if (Operation *between = findThrowBetween(control)) {
      report(between->getLoc(), diag::HostThrowsBetween, {getNameInSource(control)});
      report(control.getLoc(), diag::HostInPieces, {getNameInSource(control)});
    } else {
      if (canBeSplit(control, reasons))
        continue;
      explain(control, reasons);
    }
    control->setAttr(kInPiecesAttr, UnitAttr::get(&getContext()));
    eraseLastReturn(control);
    keepEntryValues(control);
    readWhereNeeded(control);
  }
}
