//===- CheckBarriers.cpp - Proves that every hazard between commands is covered --------------===//
//
// Shares nothing with the placement but the effects of shaders and the way through loops and
// branches: it plays the commands, keeps the accesses that later ones may conflict with, and notes
// for which kernels a barrier has made each of them safe. An order may come in several steps: what
// waits for a write waits for all that the write has waited for. It is the last word on every
// output, and on commands written by hand.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/commands/CommandEffects.h"
#include "analysis/commands/CommandFlow.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

#include <array>
#include <map>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_CHECKBARRIERS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {

/// A set of kernels; of a kernel's own commands, of dispatches and updates.
using Kernels = llvm::BitVector;

/// What a barrier may order: the kinds of hazards, and reads of numbers of workgroups behind
/// writes.
constexpr size_t kKinds = 4, kIndirectRead = 3;

/// The kernels whose commands come after an access by a barrier on every way from it to here, for
/// each kind of hazard.
struct Order {
  std::array<Kernels, kKinds> before;

  explicit Order(unsigned kernels) { before.fill(Kernels(kernels)); }
  bool join(const Order &other) {
    std::array<Kernels, kKinds> old = before;
    for (auto [own, theirs] : llvm::zip(before, other.before))
      own &= theirs;
    return before != old;
  }
};

/// An access: the number of a command, and which one of its accesses.
using AccessKey = std::pair<unsigned, unsigned>;

/// The accesses that later commands may conflict with. Of a command that runs again, the last run.
struct Pending {
  std::map<Resource, std::map<AccessKey, Order>> accesses;

  bool join(const Pending &other) {
    bool changes = false;
    for (const auto &[resource, theirs] : other.accesses)
      for (const auto &[key, order] : theirs) {
        auto [own, isNew] = accesses[resource].try_emplace(key, order);
        changes |= isNew || own->second.join(order);
      }
    return changes;
  }
};

/// The numbers of the kernels of a class, by their symbols.
using KernelNumbers = llvm::StringMap<unsigned>;

/// Plays the commands of one function, behind those that may have been recorded earlier.
class Player : CommandFlow<Pending> {
public:
  /// In a kernel, whose `kernels` are null, dispatches have the number 0, updates 1.
  Player(ArrayRef<Command> earlier, ArrayRef<Command> commands, const KernelNumbers *kernels)
      : kernels(kernels), count(kernels ? kernels->size() : 2), numEarlier(earlier.size()) {
    for (const Command &command : llvm::concat<const Command>(earlier, commands)) {
      idAt[command.op] = all.size();
      all.push_back(&command);
      numbers.push_back(kernels ? kernels->lookup(CommandsOp(command.kernel).getSymName())
                                : command.isUpdate);
    }
  }

  LogicalResult run(Block &body) {
    Pending state;
    for (unsigned id = 0; id < numEarlier; ++id)
      remember(id, state);
    play(body, std::move(state));
    return failure(broken);
  }

private:
  /// The kernels that one side of a barrier names.
  Kernels sideOf(ArrayAttr names) const {
    Kernels side(count, names.empty());
    for (FlatSymbolRefAttr name : names.getAsRange<FlatSymbolRefAttr>())
      side.set(kernels ? kernels->lookup(name.getValue()) : 0);
    return side;
  }

  void visit(Operation *op, Pending &state) override {
    if (auto barrier = dyn_cast<CmdBarrierOp>(op))
      order(barrier, state);
    else if (auto id = idAt.find(op); id != idAt.end())
      execute(id->second, state);
  }

  void order(CmdBarrierOp op, Pending &state) const;
  void execute(unsigned id, Pending &state);
  void fail(const Command &before, const ResourceAccess &first, const Command &after,
            const ResourceAccess &second);

  void remember(unsigned id, Pending &state) const {
    for (auto [index, access] : llvm::enumerate(all[id]->accesses))
      state.accesses[access.resource].insert_or_assign({id, index}, Order(count));
  }

  const KernelNumbers *kernels;
  unsigned count, numEarlier;
  std::vector<const Command *> all;
  std::vector<unsigned> numbers; ///< of the kernels of the commands
  llvm::DenseMap<Operation *, unsigned> idAt;
  bool broken = false;
};

struct CheckBarriersPass : vkm::impl::CheckBarriersBase<CheckBarriersPass> {
  void runOnOperation() override;
};

} // namespace

void Player::order(CmdBarrierOp op, Pending &state) const {
  Kernels from = sideOf(op.getFrom()), to = sideOf(op.getTo());
  auto restrict = [&](Kernels &side, BarrierSide what) {
    if (!kernels && what != BarrierSide::Both)
      side.reset(what == BarrierSide::Updates ? 0 : 1);
  };
  restrict(from, op.getSource());
  restrict(to, op.getTarget());
  // A barrier orders the kinds of hazards that it names; all of them keep later writes behind
  // earlier reads.
  std::array<bool, kKinds> orders = {};
  orders[static_cast<size_t>(HazardKind::WAR)] = true;
  for (HazardAttr hazard : op.getHazards().getAsRange<HazardAttr>())
    orders[static_cast<size_t>(hazard.getKind())] = true;
  if (op.getEverything())
    orders.fill(true);
  // In a kernel; what joins kernels has their stages.
  orders[kIndirectRead] =
      orders[static_cast<size_t>(HazardKind::RAW)] && (kernels || op.getIndirect());
  for (auto &[resource, accesses] : state.accesses)
    for (auto &[key, order] : accesses)
      if (from.test(numbers[key.first]))
        for (size_t kind = 0; kind < kKinds; ++kind)
          if (orders[kind])
            order.before[kind] |= to;
}

void Player::execute(unsigned id, Pending &state) {
  const Command &command = *all[id];
  for (const ResourceAccess &access : command.accesses)
    for (auto &[key, order] : state.accesses[access.resource]) {
      const Command &other = *all[key.first];
      const ResourceAccess &before = other.accesses[key.second];
      size_t kind =
          access.isIndirect ? kIndirectRead : static_cast<size_t>(getHazardKind(before, access));
      if ((before.isWrite || access.isWrite) && !areApart(other, command, access.resource) &&
          !order.before[kind].test(numbers[id]))
        fail(other, before, command, access);
    }
  // What has to wait for this write waits for what the write has waited for: not for writes of
  // other elements.
  for (const ResourceAccess &access : command.accesses)
    if (access.isWrite) {
      auto &known = state.accesses[access.resource];
      for (auto it = known.begin(); it != known.end();)
        it = areApart(*all[it->first.first], command, access.resource) ? std::next(it)
                                                                       : known.erase(it);
    }
  remember(id, state);
}

void Player::fail(const Command &before, const ResourceAccess &first, const Command &after,
                  const ResourceAccess &second) {
  if (std::exchange(broken, true))
    return;
  InFlightDiagnostic diagnostic =
      report(after.op->getLoc(), diag::HazardUncovered,
             {after.display, second.isWrite ? "writes" : "reads", second.resource.name,
              first.isWrite ? "written" : "read", before.display});
  diagnostic.attachNote(before.op->getLoc()) << "'" << before.display << "' is here";
}

/// Commands of a kernel whose order is not that of the text would escape the check.
static LogicalResult checkStraight(CommandsOp commands) {
  WalkResult result = commands.walk([&](Operation *op) -> WalkResult {
    if (!isa<CmdDispatchOp, CmdDispatchIndirectOp, CmdTraceRaysOp, CmdUpdateOp, CmdFillOp,
             CmdPipelineOp, CmdBarrierOp>(op) ||
        op->getParentOp() == commands)
      return WalkResult::advance();
    return report(op->getLoc(), diag::CommandNotStraight, {op->getName().getStringRef().str()});
  });
  return failure(result.wasInterrupted());
}

/// What a run reads and writes is known by the descriptor set that is bound.
static LogicalResult checkSets(ControlOp control, ClassOp op) {
  WalkResult result = control.walk([&](CmdRunOp run) -> WalkResult {
    auto commands = op.lookupSymbol<CommandsOp>(run.getKernel());
    auto bindings = commands.getBindings().getAsRange<BindingAttr>();
    std::optional<CmdBindOp> bind = findBoundSet(run);
    bool isKnown = bind && *bind && bind->getKernel() == run.getKernel();
    if (isKnown || llvm::none_of(bindings, [](BindingAttr binding) {
          return binding.getKind() == ResourceKind::Parameter;
        }))
      return WalkResult::advance();
    return report(run.getLoc(), diag::SetUnknown, {commands.getDisplay().str()});
  });
  return failure(result.wasInterrupted());
}

/// An image has a layout, and is done with what came before, behind the operation that prepares it:
/// on every way to a run, before the set that binds it.
static LogicalResult checkImages(ControlOp control, ClassCommands &effects) {
  for (const Command &command : effects.getRuns(control))
    for (const ResourceAccess &access : command.accesses) {
      if (access.resource.kind != Resource::Image)
        continue;
      auto isPrepared = [&](Operation *op) {
        for (; !isa<ControlOp>(op); op = op->getParentOp())
          for (Operation *before = op->getPrevNode(); before; before = before->getPrevNode())
            if (auto prepare = dyn_cast<PrepareImageOp>(before);
                prepare && prepare.getField() == access.resource.name)
              return true;
        return false;
      };
      std::optional<CmdBindOp> bind = findBoundSet(cast<CmdRunOp>(command.op));
      if (!isPrepared(bind && *bind ? bind->getOperation() : command.op))
        return report(command.op->getLoc(), diag::ImageNotPrepared,
                      {command.display, access.resource.name});
    }
  return success();
}

void CheckBarriersPass::runOnOperation() {
  Phase phase = getPhase(getOperation());
  if (phase != Phase::Lowered && phase != Phase::Raised)
    return;
  for (ClassOp op : getOperation().getOps<ClassOp>()) {
    Block &members = op.getBody().front();
    ClassCommands effects(op);
    KernelNumbers kernels;
    for (CommandsOp commands : members.getOps<CommandsOp>()) {
      kernels.try_emplace(commands.getSymName(), kernels.size());
      if (failed(checkStraight(commands)) ||
          failed(
              Player({}, effects.getCommands(commands), nullptr).run(commands.getBody().front())))
        signalPassFailure();
    }
    for (ControlOp control : members.getOps<ControlOp>())
      if (failed(checkSets(control, op)) || failed(checkImages(control, effects)))
        return signalPassFailure();
    std::vector<Command> earlier = effects.getEarlierCommands();
    for (ControlOp control : members.getOps<ControlOp>())
      if (failed(
              Player(earlier, effects.getRuns(control), &kernels).run(control.getBody().front())))
        signalPassFailure();
  }
}
