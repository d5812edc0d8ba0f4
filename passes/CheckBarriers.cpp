//===- CheckBarriers.cpp - Proves that every hazard between commands is covered ---------------------------===//
//
// Shares nothing with the placement but the effects of shaders: it plays each sequence of commands, keeps the
// accesses that later commands may conflict with, and notes for which kernels a barrier has made each of them
// safe. It is the last word on every output, and on command sequences written by hand.
//
//===----------------------------------------------------------------------------------------------------===//

#include "passes/CommandEffects.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"

#include "llvm/ADT/STLExtras.h"

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
  Location loc;
  bool safeForAll = false;
  std::set<std::string> safeFor; ///< kernels that a barrier ordered after it
};

struct CheckBarriersPass : vkm::impl::CheckBarriersBase<CheckBarriersPass> {
  void runOnOperation() override;
};

/// Plays one sequence.
class Player {
public:
  void addEarlier(const Command &command) { remember(command); }

  void barrier(CmdBarrierOp op) {
    // Only write-after-read: an execution dependency, which makes no write visible.
    bool ordersWrites = llvm::any_of(op.getHazards().getAsRange<HazardAttr>(),
                                     [](HazardAttr hazard) { return hazard.getKind() != HazardKind::WAR; });
    for (Pending &access : pending) {
      if (access.access.isWrite && !ordersWrites)
        continue;
      bool isSource = op.getFrom().empty() || llvm::any_of(op.getFrom().getAsRange<FlatSymbolRefAttr>(), [&](auto name) {
                        return name.getValue() == access.kernel.getSymName();
                      });
      if (!isSource)
        continue;
      access.safeForAll |= op.getTo().empty();
      for (FlatSymbolRefAttr name : op.getTo().getAsRange<FlatSymbolRefAttr>())
        access.safeFor.insert(name.getValue().str());
    }
  }

  LogicalResult command(const Command &command) {
    std::string kernel = CommandsOp(command.kernel).getSymName().str();
    for (const ResourceAccess &access : command.accesses)
      for (const Pending &before : pending) {
        bool conflicts = before.access.resource.kind == access.resource.kind &&
                         before.access.resource.name == access.resource.name &&
                         (before.access.isWrite || access.isWrite);
        if (!conflicts || before.safeForAll || before.safeFor.count(kernel))
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
      pending.push_back({access, command.kernel, command.display, command.op->getLoc(), false, {}});
  }

  std::vector<Pending> pending;
};

} // namespace

static LogicalResult check(Block &body, const std::vector<Command> &sequence, const std::vector<Command> &earlier) {
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
      if (failed(check(commands.getBody().front(), getDispatches(commands), {})))
        signalPassFailure();
    for (ControlOp control : members.getOps<ControlOp>())
      if (failed(check(control.getBody().front(), getRuns(control), earlier)))
        signalPassFailure();
  }
}
