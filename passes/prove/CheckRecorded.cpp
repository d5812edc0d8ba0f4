//===- CheckRecorded.cpp - Recorded commands depend on nothing that changes ------------------===//
//
// Commands are recorded once and may be submitted many times: what they depend on has to be the
// same each time, and known to a caller who only records them. Control functions are split into
// their forms before: a recorded form has no more host code than its commands need.
//
//===-----------------------------------------------------------------------------------------===//

#include "analysis/commands/RecordedCommands.h"
#include "ir/ControlForms.h"
#include "ir/HostCode.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "passes/TwoForms.h"
#include "passes/prove/ControlReads.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_CHECKRECORDED
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

/// What the recorded form reads of members, its own commands must not change: they may be submitted
/// again.
static LogicalResult checkReadsOfChanged(ControlOp recorded) {
  Writers writers;
  recorded.walk([&](CmdRunOp run) { noteFieldsWritten(recorded, run, writers); });
  bool isFine = true;
  recorded.walk([&](Operation *op) {
    for (StringAttr field : getFieldsReadBy(recorded, op))
      if (CommandsOp writer = writers.lookup(field)) {
        reportRead(recorded, op, field, writer, diag::HostReadsChanged);
        isFine = false;
      }
  });
  return success(isFine);
}

/// Whether some command of a recorded form has an array.
static bool isBound(ControlOp recorded, Value array) {
  return recorded
      .walk([&](CmdBindOp bind) {
        return llvm::is_contained(bind.getBuffers(), array) ? WalkResult::interrupt()
                                                            : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Commands that depend on what only the host knows.
static LogicalResult checkHostValues(ControlOp recorded) {
  bool isFine = true;
  recorded.walk([&](HostOp host) {
    // Strings are for what is thrown.
    bool isText = llvm::any_of(host.getResultTypes(), llvm::IsaPred<HostType>);
    if (isThrow(host) || (isText && !host.getTiming()))
      return;
    report(host.getLoc(), diag::HostValueInCommands, {getNameInSource(recorded)});
    isFine = false;
  });
  recorded.walk([&](IsSetOp isSet) {
    // Whoever binds buffers says which arrays there are.
    if (isBound(recorded, isSet.getPlace()))
      return;
    report(isSet.getLoc(), diag::HostValueInCommands, {getNameInSource(recorded)});
    isFine = false;
  });
  return success(isFine);
}

/// Commands that need what a pointer points to that the function asks whether it is null.
static LogicalResult checkNullable(ControlOp recorded, ControlOp dropIn) {
  bool isFine = true;
  dropIn.walk([&](IsSetOp isSet) {
    auto place = cast<BlockArgument>(isSet.getPlace());
    if (isa<PtrType>(place.getType()) || !isFine ||
        recorded.getBody().getArgument(place.getArgNumber()).use_empty())
      return;
    report(isSet.getLoc(), diag::HostValueInCommands, {getNameInSource(recorded)});
    isFine = false;
  });
  return success(isFine);
}

LogicalResult vkmorph::vkm::checkRecorded(ControlOp recorded, ControlOp dropIn) {
  bool isFine = readsBetween(recorded) || succeeded(checkReadsOfChanged(recorded));
  return success(isFine && succeeded(checkHostValues(recorded)) &&
                 succeeded(checkNullable(recorded, dropIn)));
}

/// Host code calls copies of functions, which know no object.
static LogicalResult checkFunction(FuncOp function) {
  Operation *use = nullptr;
  function.walk([&](Operation *op) {
    if (isa<FieldRefOp, VectorDataOp, DerefOp>(op) && !use)
      use = op;
  });
  if (!use)
    return success();
  report(use->getLoc(), diag::HostCallsMember, {function.getSymName().str()});
  return failure();
}

namespace {
struct CheckRecordedPass : vkm::impl::CheckRecordedBase<CheckRecordedPass> {
  void runOnOperation() override;
};
} // namespace

void CheckRecordedPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Lowered)
    return;
  bool isFine = true;
  for (ClassOp theClass : getOperation().getOps<ClassOp>()) {
    for (ControlOp dropIn : theClass.getOps<ControlOp>()) {
      ControlOp recorded = getRecordedForm(dropIn);
      if (!recorded)
        continue;
      isFine &= succeeded(checkRecorded(recorded, dropIn));
    }
    for (FuncOp function : getHostFunctions(theClass))
      isFine &= succeeded(checkFunction(function));
  }
  if (!isFine)
    signalPassFailure();
}
