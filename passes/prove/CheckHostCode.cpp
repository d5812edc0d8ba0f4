//===- CheckHostCode.cpp - Host code sees nothing of what its commands will compute ----------===//
//
// A control function records commands, which run later, and may run again without it. So what it
// does on the host beside them may not depend on what they compute, except where members come back
// in between (vkm.cmd.read_back), and unless it runs in pieces; nor may it change what only
// commands can change.
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
#define GEN_PASS_DEF_CHECKHOSTCODE
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

/// Clocks that are asked between kernels: all of them run in one submission.
static LogicalResult checkClocks(ControlOp control) {
  Operation *last = findLastCommand(control);
  bool hasRun = false, isFine = true;
  for (Operation &op : control.getBody().front()) {
    hasRun |= runsKernel(&op);
    if (hasRun)
      op.walk([&](HostOp host) {
        if (host.getTiming() && isFine) {
          report(host.getLoc(), diag::HostClockBetween, {getNameInSource(control)});
          isFine = false;
        }
      });
    // Clocks behind the last command are read when all commands have run.
    if (&op == last)
      break;
  }
  return success(isFine);
}

/// Vectors of the caller's that get another size behind commands that use them.
static LogicalResult checkResizes(ControlOp control) {
  bool isFine = true;
  llvm::SmallPtrSet<Value, 8> bound;
  auto check = [&](HostOp host) {
    if (!host->hasAttr(kResizesAttr) || !bound.contains(host.getOperands().front()))
      return;
    report(host.getLoc(), diag::HostResizesBehind, {getNameInSource(control)});
    isFine = false;
  };
  // The call resizes before any command runs, and before it binds the vector once for all of them.
  for (Operation &op : control.getBody().front()) {
    op.walk([&](CmdBindOp bind) {
      for (Value buffer : bind.getBuffers())
        bound.insert(buffer);
    });
    op.walk(check);
  }
  return success(isFine);
}

namespace {

/// Host code that runs while commands are recorded sees nothing of what they will compute.
class RecordingCheck {
public:
  explicit RecordingCheck(ControlOp control)
      : control(control), last(findLastCommand(control)), isSplit(readsBetween(control)),
        isInPieces(runsInPieces(control)) {}

  LogicalResult run() {
    for (Operation &op : control.getBody().front()) {
      if (last && last->isBeforeInBlock(&op))
        // The recorded form ends with its last command.
        op.walk([&](Operation *inner) { checkMembers(inner); });
      else
        visit(&op, /*loop=*/nullptr);
    }
    control.walk([&](DerefOp deref) {
      fail(deref, diag::HostReadsBuffer, {getNameInSource(control), nameOf(deref.getPointer())});
    });
    return failure(broken);
  }

private:
  std::string nameOf(Value array) {
    auto argument = dyn_cast<BlockArgument>(array);
    return argument ? argName(control, argument.getArgNumber()).str() : "a buffer";
  }

  void fail(Operation *op, const DiagInfo &row, ArrayRef<std::string> arguments) {
    report(op->getLoc(), row, arguments);
    broken = true;
  }

  /// In a loop what stands behind an operation also comes before it, in the next iteration.
  void visit(Operation *op, Operation *loop) {
    bool isLoop = isa<LoopOpInterface>(op);
    if (isLoop)
      op->walk([&](CmdRunOp run) {
        noteWrites(run);
        launched = true;
      });
    if (auto known = dyn_cast<CmdReadBackOp>(op))
      for (auto name : known.getFields().getAsRange<FlatSymbolRefAttr>())
        writers.erase(name.getAttr());
    // Any region may be left out, and a loop's may follow itself.
    Writers entry = writers, exit;
    if (op->getNumRegions() == 0 || !isa<ScopeOp>(op))
      exit = entry;
    for (Region &region : op->getRegions()) {
      writers = entry;
      for (Operation &inner : region.getOps())
        visit(&inner, isLoop ? op : loop);
      exit.insert(writers.begin(), writers.end());
    }
    if (op->getNumRegions() != 0)
      writers = exit;
    check(op);
    if (auto run = dyn_cast<CmdRunOp>(op)) {
      noteWrites(run);
      launched = true;
    }
  }

  void noteWrites(CmdRunOp run) { noteFieldsWritten(control, run, writers); }

  /// What the operation assigns, which must not be a member.
  Root checkMembers(Operation *op) {
    Value place;
    if (auto assign = dyn_cast<AssignOp>(op))
      place = assign.getRef();
    if (auto update = dyn_cast<UpdateOp>(op))
      place = update.getRef();
    Root written = place ? getRoot(place) : Root();
    auto checkSymbol = [&](StringAttr symbol) {
      bool stays = op->hasAttr(kOnHostAttr) &&
                   !isUsedByCommands(control->getParentOfType<ClassOp>(), symbol);
      if (!stays)
        fail(op, diag::HostWritesField, {getNameInSource(control), symbol.str()});
    };
    if (written.symbol)
      checkSymbol(written.symbol);
    // A function that is given a member or an array, or has one.
    if (auto call = dyn_cast<CallOp>(op))
      for (const Root &root : getEffects(call).writes) {
        if (root.symbol)
          checkSymbol(root.symbol);
        else if (isa<PtrType>(root.value.getType()))
          fail(op, diag::HostReadsBuffer, {getNameInSource(control), nameOf(root.value)});
      }
    return written;
  }

  void check(Operation *op) {
    if (isInPieces || (!isSplit && isOfEarlyAnswer(op))) {
      checkMembers(op);
      return;
    }
    std::string name = getNameInSource(control);
    for (StringAttr field : getFieldsReadBy(control, op))
      if (CommandsOp writer = writers.lookup(field)) {
        reportRead(control, op, field, writer, diag::HostReadsResult);
        broken = true;
      }
    Root written = checkMembers(op);
    auto argument = dyn_cast_or_null<BlockArgument>(written.value);
    // A reference is the caller's.
    if (argument && argument.getOwner() == &control.getBody().front() &&
        !isa<RefType>(argument.getType()))
      fail(op, diag::HostWritesField, {name, argName(control, argument.getArgNumber()).str()});
    bool stays = !control.getResultTypes().empty() || hasTail() || hasOutputs(control);
    if (auto end = dyn_cast<ReturnOp>(op); end && launched && stays)
      fail(op, diag::HostReturnsEarly, {name, end.getValue() ? " a value" : ""});
  }

  /// Whether anything but the end of the function follows the last command.
  bool hasTail() const {
    Operation *next = last ? last->getNextNode() : nullptr;
    return next && !(isa<ReturnOp>(next) && next->getNumOperands() == 0);
  }

  ControlOp control;
  Operation *last;
  bool isSplit; ///< members come back in between
  bool isInPieces;
  Writers writers;
  bool launched = false;
  bool broken = false;
};

} // namespace

LogicalResult vkmorph::vkm::checkHostCode(ControlOp control) {
  return success((runsInPieces(control) || succeeded(checkClocks(control))) &&
                 succeeded(checkResizes(control)) && succeeded(RecordingCheck(control).run()));
}

namespace {
struct CheckHostCodePass : vkm::impl::CheckHostCodeBase<CheckHostCodePass> {
  void runOnOperation() override;
};
} // namespace

void CheckHostCodePass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Lowered)
    return;
  bool isFine = true;
  getOperation().walk([&](ControlOp control) {
    if (runsInPieces(control) || !isForm(control))
      isFine &= succeeded(checkHostCode(control));
  });
  if (!isFine)
    signalPassFailure();
}
