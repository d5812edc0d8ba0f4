//===- PlaceBarriers.cpp - The fewest barriers that cover every hazard -----------------------===//
//
//   run A   writes x                        run A
//   run B   writes y          =>            run B
//   run C   reads x, y                      barrier from A, B to C: x (RAW), y (RAW)
//                                           run C
//
// On a straight line, a hazard between commands a < b is an interval of the places where a barrier
// may stand: before a+1, ..., before b. The minimum number of points that stab all intervals is
// found by taking them in order of their ends and, where none stands in an interval yet, placing a
// barrier at its end.
//
//===------------------------------------------------------------------------------------------===//

#include "passes/CommandEffects.h"
#include "passes/Passes.h"

#include "llvm/ADT/STLExtras.h"

#include <array>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_PLACEBARRIERS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {

/// A conflict between an earlier command and command `last` of the sequence.
struct Hazard {
  int first; ///< index in the sequence; -1 for a command that ran before the sequence
  int last;
  HazardKind kind;
  std::string resource;
  const Command *from;
  const Command *to;
};

struct PlaceBarriersPass : vkm::impl::PlaceBarriersBase<PlaceBarriersPass> {
  void runOnOperation() override;
};

} // namespace

/// Whether the order of two accesses matters. The members of the class data block count as one
/// resource: a descriptor covers the whole block, and that is what synchronisation validation and
/// drivers see.
static bool mayConflict(const ResourceAccess &before, const ResourceAccess &after) {
  if (before.resource.kind != after.resource.kind || !(before.isWrite || after.isWrite))
    return false;
  return before.resource.kind == Resource::Field || before.resource.name == after.resource.name;
}

/// What a hazard between different members of the class data block is called.
static constexpr llvm::StringLiteral kOtherMembers = "class data";

static void collectHazards(const Command &from, int first, const Command &to, int last,
                           std::vector<Hazard> &hazards) {
  std::array<bool, 3> otherMembers = {};
  for (const ResourceAccess &before : from.accesses)
    for (const ResourceAccess &after : to.accesses) {
      // Updates name the bytes that they write.
      bool apart = from.isUpdate && to.isUpdate && before.resource.name != after.resource.name;
      if (apart || !mayConflict(before, after))
        continue;
      HazardKind kind = !before.isWrite  ? HazardKind::WAR
                        : !after.isWrite ? HazardKind::RAW
                                         : HazardKind::WAW;
      bool sameName = before.resource.name == after.resource.name;
      // One of them says it for all pairs of different members.
      if (!sameName && std::exchange(otherMembers[static_cast<size_t>(kind)], true))
        continue;
      hazards.push_back(
          {first, last, kind, sameName ? before.resource.name : kOtherMembers.str(), &from, &to});
    }
}

/// The barrier before `to` covers the hazards that it stands between.
static void createBarrier(const Command &to, ArrayRef<Hazard> covered, bool betweenKernels) {
  OpBuilder builder(to.op);
  MLIRContext *context = builder.getContext();
  llvm::SmallSetVector<Attribute, 8> hazards, sources, targets;
  bool entry = false, afterUpdates = false, afterDispatches = false;
  // Different members are worth a word only where nothing else is a hazard of that kind.
  std::array<bool, 3> isNamed = {};
  for (const Hazard &hazard : covered)
    isNamed[static_cast<size_t>(hazard.kind)] |= hazard.resource != kOtherMembers;
  for (const Hazard &hazard : covered) {
    entry |= hazard.first < 0;
    (hazard.from->isUpdate ? afterUpdates : afterDispatches) = true;
    if (hazard.resource != kOtherMembers || !isNamed[static_cast<size_t>(hazard.kind)])
      hazards.insert(HazardAttr::get(context, hazard.kind, hazard.resource, hazard.from->display,
                                     hazard.to->display));
    sources.insert(FlatSymbolRefAttr::get(context, CommandsOp(hazard.from->kernel).getSymName()));
    targets.insert(FlatSymbolRefAttr::get(context, CommandsOp(hazard.to->kernel).getSymName()));
  }
  if (!betweenKernels) {
    sources.clear();
    targets.clear();
  }
  // In front of the command's own set-up, so that the text reads barrier, bind, run.
  Operation *point = to.op;
  while (Operation *previous = point->getPrevNode()) {
    if (!isa<CmdBindOp, CmdPipelineOp, CmdPushOp>(previous))
      break;
    point = previous;
  }
  builder.setInsertionPoint(point);
  builder.create<CmdBarrierOp>(to.op->getLoc(), builder.getArrayAttr(sources.getArrayRef()),
                               builder.getArrayAttr(targets.getArrayRef()),
                               builder.getArrayAttr(hazards.getArrayRef()), entry,
                               !afterUpdates     ? BarrierSource::Dispatches
                               : afterDispatches ? BarrierSource::Both
                                                 : BarrierSource::Updates);
}

/// Gives each hazard to one of the barriers in its interval, so that none is stronger than it has
/// to be: a hazard that has a choice goes where its kind, or at least another one that orders
/// memory, is already.
static std::vector<std::vector<Hazard>> distribute(ArrayRef<Hazard> hazards, ArrayRef<int> points) {
  std::vector<std::vector<Hazard>> covered(points.size());
  // Which kinds each barrier covers.
  std::vector<std::array<bool, 3>> kinds(points.size());
  auto cover = [&](size_t barrier, const Hazard &hazard) {
    kinds[barrier][static_cast<size_t>(hazard.kind)] = true;
    covered[barrier].push_back(hazard);
  };
  auto strength = [&](size_t barrier, HazardKind kind) {
    const std::array<bool, 3> &known = kinds[barrier];
    bool memory =
        known[static_cast<size_t>(HazardKind::RAW)] || known[static_cast<size_t>(HazardKind::WAW)];
    return known[static_cast<size_t>(kind)] ? 2 : memory;
  };
  auto candidates = [&](const Hazard &hazard) {
    SmallVector<size_t> result;
    for (size_t barrier = 0; barrier < points.size(); ++barrier)
      if (hazard.first < points[barrier] && points[barrier] <= hazard.last)
        result.push_back(barrier);
    return result;
  };
  for (const Hazard &hazard : hazards)
    if (SmallVector<size_t> barriers = candidates(hazard); barriers.size() == 1)
      cover(barriers.front(), hazard);
  for (const Hazard &hazard : hazards) {
    SmallVector<size_t> barriers = candidates(hazard);
    if (barriers.size() == 1)
      continue;
    auto best = std::max_element(barriers.begin(), barriers.end(), [&](size_t a, size_t b) {
      return strength(a, hazard.kind) < strength(b, hazard.kind);
    });
    cover(*best, hazard);
  }
  return covered;
}

/// Barriers for one sequence; `earlier` may have run before it.
static void placeBarriers(const std::vector<Command> &sequence, const std::vector<Command> &earlier,
                          bool betweenKernels) {
  std::vector<Hazard> hazards;
  for (int last = 0, count = sequence.size(); last < count; ++last) {
    for (const Command &before : earlier)
      collectHazards(before, -1, sequence[last], last, hazards);
    for (int first = 0; first < last; ++first)
      collectHazards(sequence[first], first, sequence[last], last, hazards);
  }
  // They stand in order of their ends already.
  std::vector<int> points;
  for (const Hazard &hazard : hazards)
    if (points.empty() || points.back() <= hazard.first)
      points.push_back(hazard.last);
  std::vector<std::vector<Hazard>> covered = distribute(hazards, points);
  for (auto [point, guarded] : llvm::zip(points, covered))
    createBarrier(sequence[point], guarded, betweenKernels);
}

void PlaceBarriersPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Lowered)
    return;
  for (ClassOp op : getOperation().getOps<ClassOp>()) {
    Block &members = op.getBody().front();
    std::vector<Command> earlier = getEarlierCommands(op);
    for (CommandsOp commands : members.getOps<CommandsOp>())
      placeBarriers(getCommands(commands), {}, /*betweenKernels=*/false);
    for (ControlOp control : members.getOps<ControlOp>())
      placeBarriers(getRuns(control), earlier, /*betweenKernels=*/true);
  }
}
