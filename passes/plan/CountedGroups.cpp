//===- CountedGroups.cpp - Kernels that leave how many workgroups another one has -------------===//

#include "passes/plan/CountedGroups.h"

#include "analysis/accesses/MemoryAccesses.h"
#include "analysis/commands/CommandFlow.h"
#include "analysis/patterns/Appends.h"
#include "analysis/patterns/Callables.h"
#include "analysis/patterns/MemberUpdates.h"
#include "analysis/values/CountedLoops.h"
#include "analysis/values/Expressions.h"
#include "analysis/values/GridShape.h"
#include "ir/ClassSymbols.h"
#include "passes/plan/PlanRules.h"

#include "llvm/ADT/StringSet.h"

#include <set>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

//===------------------------------------------------------------------------------------------===//
// What is counted
//===------------------------------------------------------------------------------------------===//

/// Whether a bound is made of numbers and members alone, which any shader reads; gives these.
static bool readsMembersOnly(Value value, llvm::SetVector<StringAttr> &fields) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumRegions() > 0)
    return false;
  if (auto load = dyn_cast<LoadOp>(op)) {
    if (auto variable = load.getRef().getDefiningOp<VarOp>())
      return keepsInitialValue(variable) && readsMembersOnly(variable.getInit(), fields);
    auto place = load.getRef().getDefiningOp<FieldRefOp>();
    if (place)
      fields.insert(place.getFieldAttr().getAttr());
    return place != nullptr;
  }
  if (!isa<ConstantOp, CastOp, BinaryOp, UnaryOp, MathOp, NarrowOp>(op))
    return false;
  return llvm::all_of(op->getOperands(),
                      [&](Value operand) { return readsMembersOnly(operand, fields); });
}

static bool writesAny(const EffectSet &effects, const llvm::SetVector<StringAttr> &fields) {
  return llvm::any_of(fields, [&](StringAttr field) { return effects.writesAny(Root{field, {}}); });
}

/// Whether the workgroups of a grid can be counted before its kernel begins; gives what its bounds
/// read.
static bool isCountedBefore(GridOp grid, llvm::SetVector<StringAttr> &fields) {
  auto kernel = grid->getParentOfType<KernelOp>();
  for (GridOp other : kernel.getBody().front().getOps<GridOp>())
    if (other != grid && other.getDeviceBounds() && !other.getCountsAppends())
      return false;
  if (runsCallables(grid))
    return false;
  for (unsigned dim = 0; dim < grid.getNumDims(); ++dim)
    if (!keepsCounter(grid, dim) || !readsMembersOnly(grid.getUpper()[dim], fields))
      return false;
  if (grid.getSharedRow() || fields.empty())
    return false;
  for (Operation *op = grid->getPrevNode(); op; op = op->getPrevNode())
    if (auto once = dyn_cast<OnceOp>(op);
        (once && once.getFolded() == Fold::Counting) || writesAny(getEffects(op), fields))
      return false;
  return true;
}

ArrayAttr vkmorph::vkm::getCounts(Operation *op) {
  auto once = dyn_cast<OnceOp>(op);
  auto grid = dyn_cast<GridOp>(op);
  return once ? once.getCountsAttr() : grid ? grid.getCountsAttr() : ArrayAttr();
}

GridOp vkmorph::vkm::getCountedGrid(KernelOp kernel) {
  for (GridOp grid : kernel.getBody().front().getOps<GridOp>())
    if (grid.getCounted() && !grid.getCountsAppends())
      return grid;
  return {};
}

//===------------------------------------------------------------------------------------------===//
// Who counts
//===------------------------------------------------------------------------------------------===//

/// The last statements of a kernel that change a member; null where none does.
static Operation *findLastWriter(KernelOp kernel, const llvm::SetVector<StringAttr> &fields) {
  for (Operation &op : llvm::reverse(kernel.getBody().front()))
    if (writesAny(getEffects(&op), fields))
      return &op;
  return nullptr;
}

/// Why the thread that runs statements once cannot count workgroups behind them.
static std::string findOnceObstacle(OnceOp once) {
  auto kernel = once->getParentOfType<KernelOp>();
  if (once.getFolded())
    return "no dispatch of its own runs what '" + kernel.getDisplayName().str() + "' does once";
  if (llvm::any_of(once.getBody().front(), mayReturn))
    return "'" + kernel.getDisplayName().str() + "' may return";
  bool areCommands =
      kernel->hasAttr(kOutlinedAttr) && llvm::all_of(kernel.getBody().front(), [](Operation &op) {
        auto other = dyn_cast<OnceOp>(op);
        return !other || matchMemberUpdates(other);
      });
  return areCommands ? "commands set what the bounds read" : "";
}

/// Why the last workgroup of a grid, or the one that gives the others their slots, cannot.
static std::string findGridObstacle(GridOp grid, const llvm::SetVector<StringAttr> &fields) {
  std::string name = "'" + grid->getParentOfType<KernelOp>().getDisplayName().str() + "'";
  std::optional<AppendStrategy> strategy = getAppendStrategy(grid);
  if (!strategy || (*strategy != AppendStrategy::Workgroup && *strategy != AppendStrategy::Stable))
    return "workgroups of " + name + " do not take the slots of elements together";
  if (grid.getPlan() || !collectPlaces(grid).empty())
    return "workgroups of " + name + " leave when they have combined their results";
  // What is appended is all that it changes of these.
  llvm::StringSet<> sizes;
  for (const auto &[vector, count] : countAppends(grid))
    for (FieldOp field : grid->getParentOfType<ClassOp>().getBody().front().getOps<FieldOp>())
      if (field.getSizeOf() == vector.getValue())
        sizes.insert(field.getSymName());
  EffectSet effects = getEffects(grid);
  for (StringAttr field : fields)
    if (effects.writesAny(Root{field, {}}) && !sizes.contains(field.getValue()))
      return "workgroups of " + name + " do not take the slots of elements together";
  return "";
}

namespace {
/// For each grid in question who may have been the last to change what its bounds read; null:
/// whatever ran before the control function.
struct Writers {
  std::vector<std::set<Operation *>> of;

  bool join(const Writers &other) {
    bool changes = false;
    for (auto [mine, theirs] : llvm::zip(of, other.of))
      for (Operation *writer : theirs)
        changes |= mine.insert(writer).second;
    return changes;
  }
};

/// Follows the launches of a control function.
class LaunchPlayer : CommandFlow<Writers> {
public:
  LaunchPlayer(std::vector<CountedGrid> &grids, std::vector<std::set<Operation *>> &writers)
      : grids(grids), writers(writers) {}

  void run(ControlOp control) {
    Writers state;
    state.of.assign(grids.size(), {nullptr});
    play(control.getBody().front(), std::move(state));
  }

private:
  void visit(Operation *op, Writers &state) override {
    auto launch = dyn_cast<LaunchOp>(op);
    if (!launch) {
      bool isPlain = op->getNumRegions() > 0 || (isa<HostOp>(op) && !op->hasAttr(kResizesAttr));
      for (auto [number, grid] : llvm::enumerate(grids))
        if (!isPlain && writesAny(getEffects(op), grid.fields))
          state.of[number] = {nullptr};
      return;
    }
    auto kernel = lookupInClass<KernelOp>(launch, launch.getKernel());
    for (auto [number, grid] : llvm::enumerate(grids)) {
      if (grid.grid->getParentOp() == kernel)
        writers[number].insert(state.of[number].begin(), state.of[number].end());
      if (Operation *last = findLastWriter(kernel, grid.fields))
        state.of[number] = {last};
    }
  }

  std::vector<CountedGrid> &grids;
  std::vector<std::set<Operation *>> &writers; ///< at some launch of the grid's kernel
};
} // namespace

/// Whether a kernel has a buffer left for the numbers of workgroups of others.
static bool hasBufferLeft(KernelOp kernel) {
  bool keepsShares = llvm::any_of(kernel.getBody().front().getOps<GridOp>(), [](GridOp grid) {
    return getAppendStrategy(grid) == AppendStrategy::Stable;
  });
  return hasRoomForBuffers(kernel, 1 + keepsShares);
}

static std::string findObstacle(const CountedGrid &counted, const std::set<Operation *> &writers) {
  if (writers.empty())
    return "no control function launches it";
  for (Operation *writer : writers) {
    if (!writer)
      return "the bounds may be those of an earlier call";
    if (writer->getParentOp() == counted.grid->getParentOp())
      return "the kernel changes its own bounds";
    auto once = dyn_cast<OnceOp>(writer);
    auto grid = dyn_cast<GridOp>(writer);
    std::string why = once   ? findOnceObstacle(once)
                      : grid ? findGridObstacle(grid, counted.fields)
                             : "what changes the bounds is no kernel";
    auto kernel = cast<KernelOp>(writer->getParentOp());
    if (why.empty() && !hasBufferLeft(kernel))
      why = "'" + kernel.getDisplayName().str() +
            "' has no buffer left for the numbers, of those that the target takes";
    if (!why.empty())
      return why;
  }
  return "";
}

std::vector<CountedGrid> vkmorph::vkm::findCountedGrids(ClassOp op) {
  std::vector<CountedGrid> grids;
  op.walk([&](GridOp grid) {
    CountedGrid counted{grid, {}, {}, {}};
    if (grid.getDeviceBounds() && !grid.getCountsAppends() && isCountedBefore(grid, counted.fields))
      grids.push_back(std::move(counted));
  });
  if (grids.empty())
    return grids;
  std::vector<std::set<Operation *>> writers(grids.size());
  for (ControlOp control : op.getBody().front().getOps<ControlOp>())
    LaunchPlayer(grids, writers).run(control);
  for (auto [grid, all] : llvm::zip(grids, writers)) {
    grid.obstacle = findObstacle(grid, all);
    // In the order of the text.
    if (grid.obstacle.empty())
      op.walk([&, &counters = grid.counters, &known = all](Operation *inner) {
        if (known.count(inner))
          counters.insert(inner);
      });
  }
  return grids;
}
