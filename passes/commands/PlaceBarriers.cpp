//===- PlaceBarriers.cpp - The fewest barriers that cover every hazard -----------------------===//
//
//   run A   writes x                        run A
//   run B   writes y          =>            run B
//   run C   reads x, y                      barrier from A, B to C: x (RAW), y (RAW)
//                                           run C
//
// A hazard is a pair of accesses of one resource, at least one of which writes, with a way from one
// to the other. On every such way there has to be a barrier. Commands are played in order, and
// where one meets an access that nothing orders yet, a barrier is placed in front of it: on a
// straight line the hazards are intervals, which are stabbed in the order of their ends, so that
// there are as few barriers as can be. In loops and branches, where a barrier serves several ways,
// further places are tried, and what is not needed in the end is taken out.
//
// An access is forgotten once a write to its resource comes behind it: what follows has to wait for
// that write, and barriers add up.
//
//===------------------------------------------------------------------------------------------===//

#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "passes/commands/BarrierPlaces.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

#include <set>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_PLACEBARRIERS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct PlaceBarriersPass : vkm::impl::PlaceBarriersBase<PlaceBarriersPass> {
  using PlaceBarriersBase::PlaceBarriersBase;
  LogicalResult initialize(MLIRContext *context) override;
  void runOnOperation() override;

private:
  bool isNaive = false;
};
} // namespace

/// In front of the command's own set-up, so that the text reads barrier, bind, run.
static Operation *findPoint(Operation *place) {
  Operation *point = place;
  while (Operation *previous = point->getPrevNode()) {
    if (!isa<CmdBindOp, CmdPipelineOp, CmdPushOp>(previous))
      break;
    point = previous;
  }
  return point;
}

/// Whether it is about numbers of workgroups, which a dispatch reads.
static bool readsIndirectly(const Hazard &hazard) {
  return hazard.kind == HazardKind::RAW &&
         llvm::any_of(hazard.to->accesses, [&](const ResourceAccess &access) {
           return access.isIndirect && access.resource == hazard.resource;
         });
}

namespace {
/// Which commands of a kernel stand on one side of a barrier inside it.
struct SideOfBarrier {
  bool updates = false, dispatches = false;

  void add(const Command &command) { (command.isUpdate ? updates : dispatches) = true; }
  BarrierSide get() const {
    return !updates     ? BarrierSide::Dispatches
           : dispatches ? BarrierSide::Both
                        : BarrierSide::Updates;
  }
};
} // namespace

static void createBarrier(const PlacedBarrier &barrier, bool betweenKernels) {
  OpBuilder builder(findPoint(barrier.place));
  MLIRContext *context = builder.getContext();
  llvm::SmallSetVector<Attribute, 8> hazards, sources, targets;
  bool entry = false, indirect = false;
  SideOfBarrier after, before;
  // Different members are worth a word only where nothing else is a hazard of that kind, for the
  // shaders: numbers of workgroups are read before they run.
  std::set<std::pair<HazardKind, bool>> named;
  for (const Hazard &hazard : barrier.hazards)
    if (!hazard.isOtherMember && (betweenKernels || !readsIndirectly(hazard)))
      named.insert({hazard.kind, hazard.isEarlier});
  for (const Hazard &hazard : barrier.hazards) {
    entry |= hazard.isEarlier;
    indirect |= !betweenKernels && readsIndirectly(hazard);
    after.add(*hazard.from);
    before.add(*hazard.to);
    if (!hazard.isOtherMember || !named.count({hazard.kind, hazard.isEarlier}))
      hazards.insert(HazardAttr::get(context, hazard.isEarlier, hazard.kind, hazard.getResource(),
                                     hazard.from->display, hazard.to->display));
    sources.insert(FlatSymbolRefAttr::get(context, CommandsOp(hazard.from->kernel).getSymName()));
    targets.insert(FlatSymbolRefAttr::get(context, CommandsOp(hazard.to->kernel).getSymName()));
  }
  if (!betweenKernels) {
    sources.clear();
    targets.clear();
  }
  builder.create<CmdBarrierOp>(barrier.place->getLoc(), builder.getArrayAttr(sources.getArrayRef()),
                               builder.getArrayAttr(targets.getArrayRef()),
                               builder.getArrayAttr(hazards.getArrayRef()), entry,
                               /*everything=*/false, indirect, after.get(), before.get());
}

/// A barrier that orders everything in front of each command but the first of a kernel.
static void placeEverywhere(ArrayRef<Command> commands, ArrayAttr kernels) {
  SideOfBarrier all;
  all.dispatches = true;
  for (const Command &command : kernels.empty() ? commands : ArrayRef<Command>())
    all.add(command);
  bool indirect = kernels.empty() && llvm::any_of(commands, [](const Command &command) {
                    return llvm::any_of(command.accesses, [](const ResourceAccess &access) {
                      return access.isIndirect;
                    });
                  });
  for (const Command &command : kernels.empty() ? commands.drop_front() : commands) {
    OpBuilder builder(findPoint(command.op));
    builder.create<CmdBarrierOp>(command.op->getLoc(), kernels, kernels, builder.getArrayAttr({}),
                                 /*entry=*/!kernels.empty(), /*everything=*/true, indirect,
                                 all.get(), all.get());
  }
}

LogicalResult PlaceBarriersPass::initialize(MLIRContext *context) {
  isNaive = barriers == "naive";
  if (isNaive || barriers == "fewest")
    return success();
  return emitError(UnknownLoc::get(context))
         << "option 'barriers' is fewest or naive, not '" << barriers << "'";
}

void PlaceBarriersPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Lowered)
    return;
  for (ClassOp op : getOperation().getOps<ClassOp>()) {
    if (op.walk([](CmdBarrierOp) { return WalkResult::interrupt(); }).wasInterrupted()) {
      report(op.getLoc(), diag::BarriersPlaced, {op.getSymName().str()});
      return signalPassFailure();
    }
    Block &members = op.getBody().front();
    ClassCommands effects(op);
    SmallVector<Attribute> kernels;
    for (CommandsOp commands : members.getOps<CommandsOp>()) {
      kernels.push_back(FlatSymbolRefAttr::get(commands.getSymNameAttr()));
      ArrayRef<Command> sequence = effects.getCommands(commands);
      if (isNaive && !sequence.empty())
        placeEverywhere(sequence, ArrayAttr::get(&getContext(), {}));
      else if (!isNaive)
        for (const PlacedBarrier &barrier : placeBarriers(commands.getBody().front(), sequence, {}))
          createBarrier(barrier, /*betweenKernels=*/false);
    }
    std::vector<Command> earlier = effects.getEarlierCommands();
    for (ControlOp control : members.getOps<ControlOp>()) {
      std::vector<Command> runs = effects.getRuns(control);
      if (isNaive)
        placeEverywhere(runs, ArrayAttr::get(&getContext(), kernels));
      else
        for (const PlacedBarrier &barrier : placeBarriers(control.getBody().front(), runs, earlier))
          createBarrier(barrier, /*betweenKernels=*/true);
    }
  }
}
