//===- CheckBarriers.cpp - Proves that every hazard between commands is covered --------------===//
//
// Shares nothing with the placement but the effects of shaders: it plays each sequence of commands,
// keeps the accesses that later commands may conflict with, and notes for which kernels a barrier
// has made each of them safe. It is the last word on every output, and on command sequences written
// by hand.
//
//===------------------------------------------------------------------------------------------===//

#include "passes/CommandEffects.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_CHECKBARRIERS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {

/// An access whose effect is not ordered for everybody yet.
struct Pending {
  ResourceAccess access;
  CommandsOp kernel;
  std::string display;
  bool isUpdate;
  Location loc;
  /// Kernels that a barrier ordered after it, for each kind of hazard; "" stands for all.
  std::map<HazardKind, std::set<std::string>> safeFor = {};
};

struct CheckBarriersPass : vkm::impl::CheckBarriersBase<CheckBarriersPass> {
  void runOnOperation() override;
};

/// Plays one sequence.
class Player {
public:
  void addEarlier(const Command &command) { remember(command); }

  void barrier(CmdBarrierOp op) {
    for (Pending &access : pending) {
      bool inKernel = op.getSource() == BarrierSource::Both ||
                      (op.getSource() == BarrierSource::Updates) == access.isUpdate;
      bool isSource =
          op.getFrom().empty()
              ? inKernel
              : llvm::any_of(op.getFrom().getAsRange<FlatSymbolRefAttr>(), [&](auto name) {
                  return name.getValue() == access.kernel.getSymName();
                });
      if (!isSource)
        continue;
      // A barrier orders the kinds of hazards that it names; all of them keep later writes behind
      // earlier reads.
      std::set<HazardKind> kinds = {HazardKind::WAR};
      for (HazardAttr hazard : op.getHazards().getAsRange<HazardAttr>())
        kinds.insert(hazard.getKind());
      for (HazardKind kind : kinds) {
        if (op.getTo().empty())
          access.safeFor[kind].insert("");
        for (FlatSymbolRefAttr name : op.getTo().getAsRange<FlatSymbolRefAttr>())
          access.safeFor[kind].insert(name.getValue().str());
      }
    }
  }

  LogicalResult command(const Command &command) {
    std::string kernel = CommandsOp(command.kernel).getSymName().str();
    for (const ResourceAccess &access : command.accesses)
      for (Pending &before : pending) {
        bool conflicts = before.access.resource.kind == access.resource.kind &&
                         before.access.resource.name == access.resource.name &&
                         (before.access.isWrite || access.isWrite);
        HazardKind kind = !before.access.isWrite ? HazardKind::WAR
                          : access.isWrite       ? HazardKind::WAW
                                                 : HazardKind::RAW;
        const std::set<std::string> &safe = before.safeFor[kind];
        if (!conflicts || safe.count("") || safe.count(kernel))
          continue;
        InFlightDiagnostic diagnostic =
            report(command.op->getLoc(), diag::HazardUncovered,
                   {command.display, access.isWrite ? "writes" : "reads", access.resource.name,
                    before.access.isWrite ? "written" : "read", before.display});
        diagnostic.attachNote(before.loc) << "'" << before.display << "' is here";
        return diagnostic;
      }
    remember(command);
    return success();
  }

private:
  void remember(const Command &command) {
    for (const ResourceAccess &access : command.accesses)
      pending.push_back(
          {access, command.kernel, command.display, command.isUpdate, command.op->getLoc()});
  }

  std::vector<Pending> pending;
};

} // namespace

/// Commands whose order is not that of the text would escape the check.
static LogicalResult checkStraight(FunctionOpInterface function) {
  WalkResult result = function->walk([&](Operation *op) -> WalkResult {
    if (!isa<CmdRunOp, CmdDispatchOp, CmdUpdateOp, CmdBindOp, CmdPipelineOp, CmdBarrierOp>(op) ||
        op->getParentOp() == function)
      return WalkResult::advance();
    return report(op->getLoc(), diag::CommandNotStraight, {op->getName().getStringRef().str()});
  });
  return failure(result.wasInterrupted());
}

static LogicalResult check(Block &body, const std::vector<Command> &sequence,
                           const std::vector<Command> &earlier) {
  Player player;
  for (const Command &command : earlier)
    player.addEarlier(command);
  size_t next = 0;
  for (Operation &op : body) {
    if (auto barrier = dyn_cast<CmdBarrierOp>(op))
      player.barrier(barrier);
    if (next < sequence.size() && sequence[next].op == &op)
      if (failed(player.command(sequence[next++])))
        return failure();
  }
  return success();
}

void CheckBarriersPass::runOnOperation() {
  Phase phase = getPhase(getOperation());
  if (phase != Phase::Lowered && phase != Phase::Raised)
    return;
  for (ClassOp op : getOperation().getOps<ClassOp>()) {
    Block &members = op.getBody().front();
    std::vector<Command> earlier = getEarlierCommands(op);
    for (CommandsOp commands : members.getOps<CommandsOp>())
      if (failed(checkStraight(commands)) ||
          failed(check(commands.getBody().front(), getCommands(commands), {})))
        signalPassFailure();
    for (ControlOp control : members.getOps<ControlOp>())
      if (failed(checkStraight(control)) ||
          failed(check(control.getBody().front(), getRuns(control), earlier)))
        signalPassFailure();
  }
}
