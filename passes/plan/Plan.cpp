//===- Plan.cpp - Chooses workgroup sizes and reduction strategies ----------------------------===//
//
// Decides only: each choice becomes an attribute on the operation it concerns, and LowerKernels
// follows it.
//
//===------------------------------------------------------------------------------------------===//

#include "passes/plan/Plan.h"

#include "analysis/accesses/MemoryAccesses.h"
#include "analysis/patterns/AppendTurns.h"
#include "analysis/patterns/Appends.h"
#include "analysis/patterns/BodyCost.h"
#include "analysis/patterns/Images.h"
#include "analysis/patterns/RowLoops.h"
#include "analysis/patterns/TiledLoops.h"
#include "analysis/values/Expressions.h"
#include "analysis/values/GridShape.h"
#include "ir/ClassDataForm.h"
#include "ir/Places.h"
#include "ir/VkmAttributes.h"
#include "ir/WordStructs.h"
#include "passes/Decisions.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "passes/loops/UnrollGrids.h"
#include "passes/plan/PlanRules.h"
#include "passes/plan/ProbeTarget.h"
#include "passes/plan/Target.h"
#include "transforms/SymbolNames.h"

#include "ir/Contraction.h"

#include "llvm/ADT/TypeSwitch.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_PLAN
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {

/// A choice and the reason for it, in words.
template <typename T> struct Choice {
  T value;
  std::string reason;
};

/// The body of a grid with reductions that costs so much that a thread takes fewer iterations than
/// of others.
struct Heavy {
  int64_t cost; ///< of an iteration (BodyCost.h)
  int32_t perThread;
};

struct PlanPass : vkm::impl::PlanBase<PlanPass> {
  using PlanBase::PlanBase;
  void runOnOperation() override;

  LogicalResult checkOptions();
  LogicalResult planGrid(GridOp grid);
  void planWorkgroups(GridOp grid, ArrayRef<ReducedPlace> places, std::optional<Heavy> heavy);
  std::array<int32_t, 3> shapeWorkgroup(int64_t threads, unsigned dims, bool reduces) const;
  void planConversions(ClassOp op);
  Choice<ReduceStrategy> chooseStrategy(GridOp grid, ArrayRef<ReducedPlace> places);
  Choice<ReduceFinish> chooseFinish(GridOp grid, ArrayRef<ReducedPlace> places);
  bool takesSubgroup(GridOp grid, ArrayRef<ReducedPlace> places);
  LogicalResult planReductions(GridOp grid, ArrayRef<ReducedPlace> places,
                               std::optional<Heavy> heavy);
  void planHeavyGroups(GridOp grid);
  void planRow(RowOp row);
  bool planColumns(RowOp row);
  void planFolding(KernelOp kernel);
  LogicalResult planAppends();
  void planAppendSlots();
  LogicalResult planAppendOrder();
  LogicalResult planAppendOrder(GridOp grid, const llvm::StringSet<> &written);
  void planAppendBlocks(GridOp grid);

  Target device;
};

} // namespace

// Threads of a workgroup where nobody says otherwise: enough to hide latency, small enough for
// every desktop device to run several at once. Reductions over one counter have more, so that
// fewer results are left to combine.
static constexpr int64_t kDefaultWorkgroup = 256;
static constexpr int64_t kReductionWorkgroup = 512;
// Threads of a workgroup side by side in x, as many as most subgroups have: neighbours that run at
// once read neighbouring elements (bench/results/tries.md).
static constexpr int32_t kRowOfNeighbours = 32;
// Iterations that a thread of a reduction takes before there are more workgroups, and how many
// workgroups there are at most: their partial results are combined by one workgroup.
static constexpr int32_t kElementsPerThread = 16;
// What a thread of a reduction has to do before its workgroup combines what all of them have, in
// instructions (docs/Reductions.md, Heavy bodies): so many for the workgroup itself, and for each
// number that it combines.
static constexpr int64_t kWorkOfGroup = 512, kWorkOfNumber = 64;
// A function that combines values is called so often until a workgroup has one value.
static constexpr int64_t kCombinedTimes = 8;
// How many workgroups there are at most where a thread takes fewer iterations than of light bodies.
static constexpr int32_t kMaxHeavyGroups = 4096;
// The same where they add to atomic totals, and leave nothing to combine: bodies whose iterations
// end after different numbers of steps keep a large device busy (bench/results/tries.md).
static constexpr int32_t kMaxHeavyTotals = 16384;
// The same for each axis where workgroups finish by atomic operations, and leave nothing behind.
static constexpr int32_t kMaxAtomicGroups[3][3] = {{4096, 1, 1}, {1024, 1024, 1}, {128, 128, 64}};
// Reads of 128 bits that a thread has under way. Measured on one large GPU (bench/results/tries.md)
// against 1, 2 and 8.
static constexpr int32_t kWideUnroll = 4;
static constexpr int32_t kMaxReductionGroups[3][3] = {{256, 1, 1}, {16, 32, 1}, {8, 8, 8}};
// Where a workgroup takes a row: its threads, and how many workgroups there are at most; they
// stride over the rest.
static constexpr int64_t kRowWorkgroup = 128;
// The same where threads read tiles together if there are many rows: larger tiles mean fewer waits
// (bench/results/tries.md has 128, 256 and 512).
static constexpr int64_t kTiledRowWorkgroup = 256;
static constexpr int32_t kMaxRowGroups = 2048;
// Where workgroups take iterations side by side: their threads, how many iterations, as many as
// read a line of a cache, and how many workgroups there are at most: a thread for each that runs at
// once on a large device. A few of them share each iteration then, and their results are combined.
// At last, how many reads a thread has under way. bench/results/tries.md has others.
static constexpr int64_t kColumnWorkgroup = 256;
static constexpr int64_t kColumns = 32;
static constexpr int32_t kMaxColumnGroups = 1024;
static constexpr int64_t kColumnTurns = 4;
// Workgroups that append in order: as many shares of the iterations, which one workgroup numbers.
static constexpr int32_t kMaxOrderedGroups = 4096;
// Iterations of a grid that fill a large device with a thread for each, where all of them read the
// same.
static constexpr int64_t kManyRows = 8192;
// The function that combines a workgroup has a parameter for each reduced place, and SPIR-V allows
// 255.
static constexpr size_t kMaxPlaces = 255;

/// The largest power of two that is no larger: what trees and subgroups divide.
static int64_t getPowerBelow(int64_t number) { return int64_t(1) << llvm::Log2_64(number); }

static StringRef nameOf(GridOp grid) { return grid->getParentOfType<KernelOp>().getSymName(); }

LogicalResult PlanPass::checkOptions() {
  Location loc = getOperation().getLoc();
  auto isKnown = [&](StringRef option, StringRef value) -> LogicalResult {
    ArrayRef<StringRef> values = getDecision(option).values;
    if (llvm::is_contained(values, value))
      return success();
    return report(loc, diag::OptionUnknown, {option.str(), value.str(), llvm::join(values, ", ")});
  };
  if (failed(isKnown("reduction", reduction)) || failed(isKnown("finish", finish)) ||
      failed(isKnown("fp-contract", fpContract)) || failed(isKnown("append", append)))
    return failure();
  llvm::Expected<Target> loaded = loadTarget(target);
  if (!loaded && target == kProbeTarget) {
    // The first class: the options have no place in the source.
    auto classes = getOperation().getOps<ClassOp>();
    return report(classes.empty() ? loc : (*classes.begin()).getLoc(), diag::ProbeFailed,
                  {llvm::toString(loaded.takeError())});
  }
  if (!loaded)
    return report(loc, diag::TargetBroken, {llvm::toString(loaded.takeError())});
  device = *loaded;
  for (const std::string &key : missing)
    if (!device.drop(key))
      return report(loc, diag::OptionUnknown, {"missing", key, "flags of a target description"});
  if (!language.empty())
    device.name += " in " + language;
  bool fits = workgroupSize == 0 || (workgroupSize >= 16 && llvm::isPowerOf2_64(workgroupSize) &&
                                     workgroupSize <= device.maxWorkgroupInvocations);
  if (!fits)
    return report(loc, diag::WorkgroupSizeBad,
                  {std::to_string(workgroupSize), device.name,
                   std::to_string(device.maxWorkgroupInvocations)});
  return success();
}

/// As many iterations for each thread as make the combination of a workgroup's values small beside
/// them.
static std::optional<Heavy> findHeavy(GridOp grid, ArrayRef<ReducedPlace> places) {
  if (places.empty())
    return std::nullopt;
  int64_t wanted = kWorkOfGroup;
  for (const ReducedPlace &place : places) {
    wanted += kWorkOfNumber * place.elements * countNumbers(place.op, place.value);
    if (Region *function = ReductionOpInterface(place.op).getFunction())
      wanted += kCombinedTimes * estimateCost(*function);
  }
  int64_t cost = estimateCost(grid.getBody());
  int32_t perThread = 1;
  while (perThread < kElementsPerThread && perThread * cost < wanted)
    perThread *= 2;
  if (perThread == kElementsPerThread || (grid.getNumDims() > 1 && perThread > 1))
    return std::nullopt;
  return Heavy{cost, perThread};
}

/// Threads in x, y and z: rows of neighbours, a few of them side by side and on top of each other.
std::array<int32_t, 3> PlanPass::shapeWorkgroup(int64_t threads, unsigned dims,
                                                bool reduces) const {
  std::array<int32_t, 3> size = {1, 1, 1};
  int64_t left = llvm::Log2_64(threads);
  auto grow = [&](unsigned dim) {
    if (left == 0 || 2 * size[dim] > device.maxWorkgroupSize[dim])
      return false;
    size[dim] *= 2;
    --left;
    return true;
  };
  // A row of neighbours in x comes first, and the others share what is left. Reductions take
  // several iterations in each thread, and have squares.
  while (!reduces && size[0] < kRowOfNeighbours && grow(0)) {
  }
  bool grew = true;
  while (grew) {
    grew = false;
    for (unsigned dim = reduces || dims == 1 ? 0 : 1; dim < dims; ++dim)
      grew |= grow(dim);
  }
  while (grow(0)) {
  }
  return size;
}

/// How the kernels are dispatched that fill images and bring them back.
void PlanPass::planConversions(ClassOp op) {
  if (!hasPlannedImages(op))
    return;
  int64_t threads = workgroupSize ? int64_t(workgroupSize)
                                  : std::min(kDefaultWorkgroup, device.maxWorkgroupInvocations);
  Builder builder(&getContext());
  NamedAttribute size = builder.getNamedAttr(
      "workgroup_size",
      builder.getDenseI32ArrayAttr(shapeWorkgroup(threads, /*dims=*/1, /*reduces=*/false)));
  op->setAttr(kImageConversionAttr, builder.getDictionaryAttr(size));
}

void PlanPass::planWorkgroups(GridOp grid, ArrayRef<ReducedPlace> places,
                              std::optional<Heavy> heavy) {
  bool reduces = !places.empty();
  unsigned dims = getDispatchedDims(grid);
  bool strides = reduces && dims == 1;
  int64_t threads = workgroupSize
                        ? int64_t(workgroupSize)
                        : std::min(strides && !heavy ? kReductionWorkgroup : kDefaultWorkgroup,
                                   device.maxWorkgroupInvocations);
  if (getSharedBytes(places, threads, dims) > device.sharedMemoryBytes) {
    int64_t wanted = threads;
    while (threads > 1 && getSharedBytes(places, threads, dims) > device.sharedMemoryBytes)
      threads /= 2;
    if (workgroupSize)
      report(grid.getLoc(), diag::WorkgroupShrunk,
             {nameOf(grid).str(), std::to_string(threads), std::to_string(wanted), device.name,
              std::to_string(device.sharedMemoryBytes)});
  }
  Builder builder(grid.getContext());
  grid.setWorkgroupSizeAttr(builder.getDenseI32ArrayAttr(shapeWorkgroup(threads, dims, reduces)));
  // In several dimensions a thread takes one iteration, in order a whole one of the outermost loop.
  bool takesSeveral = reduces && grid.getNumDims() == 1;
  int32_t perThread = heavy ? heavy->perThread : kElementsPerThread;
  grid.setElementsPerThreadAttr(builder.getI32IntegerAttr(takesSeveral ? perThread : 1));
  int64_t factor = reduces ? getUnrollFactor(grid) : 1;
  // A thread that takes fewer has enough to do with one of them.
  if (factor > 1 && (!heavy || factor <= heavy->perThread)) {
    // Long bodies have enough to do while one read is under way.
    int64_t width = factor > kWideUnroll ? getLoadWidth(grid) : 1;
    if (width > 1)
      grid.setLoadWidthAttr(builder.getI32IntegerAttr(width));
    grid.setUnrollAttr(builder.getI32IntegerAttr(width > 1 ? kWideUnroll : factor));
  }
  if (reduces)
    grid.setMaxWorkgroupsAttr(builder.getDenseI32ArrayAttr(kMaxReductionGroups[dims - 1]));
  if (heavy)
    planHeavyGroups(grid);
}

/// Enough workgroups for any device, whatever the shape of the grid.
void PlanPass::planHeavyGroups(GridOp grid) {
  Builder builder(grid.getContext());
  int32_t most[3] = {1, 1, 1};
  for (unsigned axis = 0; axis < getDispatchedDims(grid); ++axis)
    most[axis] = kMaxHeavyGroups;
  grid.setMaxWorkgroupsAttr(builder.getDenseI32ArrayAttr(most));
  if (getDispatchedDims(grid) > 1)
    grid.setMostWorkgroupsAttr(builder.getI64IntegerAttr(kMaxHeavyGroups));
}

Choice<ReduceStrategy> PlanPass::chooseStrategy(GridOp grid, ArrayRef<ReducedPlace> places) {
  std::string obstacle = findSubgroupObstacle(places, device);
  if (reduction == "tree")
    return {ReduceStrategy::Tree, "asked for"};
  if (obstacle.empty())
    return {ReduceStrategy::Subgroup,
            reduction == "subgroup" ? "asked for" : "the target has subgroup arithmetic"};
  if (reduction == "subgroup")
    report(grid.getLoc(), diag::StrategyImpossible, {nameOf(grid).str(), obstacle});
  return {ReduceStrategy::Tree, obstacle};
}

/// The finish that was asked for, or the one that takes the least time on most devices.
Choice<ReduceFinish> PlanPass::chooseFinish(GridOp grid, ArrayRef<ReducedPlace> places) {
  // More atomic operations than this wait for each other longer than a read of all results takes.
  constexpr int64_t kMaxTotals = 4;
  Choice<ReduceFinish> lastWorkgroup{ReduceFinish::LastWorkgroup,
                                     "one dispatch, and the order of combination is fixed"};
  if (finish == "last-workgroup")
    return {ReduceFinish::LastWorkgroup, "asked for"};
  if (finish == "extra-dispatches")
    return {ReduceFinish::ExtraDispatches, "asked for"};
  ReduceFinish wanted = finish == "atomics" ? ReduceFinish::Atomics : ReduceFinish::AtomicTotals;
  std::string obstacle = findFinishObstacle(places, wanted, device, deterministic);
  int64_t totals = 0;
  bool areWords = true;
  for (const ReducedPlace &place : places) {
    totals += place.elements * getNumComponents(place.value);
    Type component = getComponentType(place.value);
    areWords &= component.isInteger() && component.getIntOrFloatBitWidth() == 32;
  }
  if (finish == "auto")
    return obstacle.empty() && areWords && totals <= kMaxTotals
               ? Choice<ReduceFinish>{ReduceFinish::AtomicTotals,
                                      "one dispatch, and sums of integers have no order"}
               : lastWorkgroup;
  if (!obstacle.empty()) {
    report(grid.getLoc(), diag::FinishImpossible, {nameOf(grid).str(), obstacle});
    return {ReduceFinish::LastWorkgroup, obstacle};
  }
  return {wanted, "asked for"};
}

/// Whether a subgroup is enough to combine what the workgroups leave: barriers of the last
/// workgroup take longer than its few rounds (bench/results/tries.md).
bool PlanPass::takesSubgroup(GridOp grid, ArrayRef<ReducedPlace> places) {
  constexpr int64_t kMaxNumbers = 4, kMaxGroups = 256;
  int64_t numbers = 0;
  for (const ReducedPlace &place : places)
    numbers += place.elements * getNumComponents(place.value);
  return device.subgroupBallot && numbers <= kMaxNumbers && getMostWorkgroups(grid) <= kMaxGroups;
}

/// As remarks and the generated text name it.
static StringRef spell(ReduceFinish finish) {
  switch (finish) {
  case ReduceFinish::Atomics:
    return "atomics";
  case ReduceFinish::LastWorkgroup:
    return "last workgroup";
  case ReduceFinish::LastSubgroup:
    return "first subgroup of the last workgroup";
  case ReduceFinish::AtomicTotals:
    return "atomic totals";
  case ReduceFinish::ExtraDispatches:
    return "extra dispatch";
  }
  llvm_unreachable("all finishes are spelled");
}

/// As remarks say what finishes: "the last workgroup", "atomics".
static std::string describe(ReduceFinish finish) {
  bool isOne = finish == ReduceFinish::LastWorkgroup || finish == ReduceFinish::LastSubgroup;
  StringRef article = isOne ? "the " : finish == ReduceFinish::ExtraDispatches ? "an " : "";
  return (article + spell(finish)).str();
}

/// Workgroups for a grid whose iterations have a row, which a workgroup takes together where it is
/// long.
void PlanPass::planRow(RowOp row) {
  GridOp grid = row.getGrid();
  Builder builder(grid.getContext());
  bool alongRows = readsRows(row);
  int64_t bytes = row.getSharedBytes(kTiledRowWorkgroup, /*dims=*/1);
  bool isTiled = !alongRows && !chooseTiledLoops(grid, kTiledRowWorkgroup, bytes).empty();
  int64_t wanted = isTiled ? kTiledRowWorkgroup : kRowWorkgroup;
  int64_t threads = workgroupSize ? int64_t(workgroupSize)
                                  : getPowerBelow(std::min(wanted, device.maxWorkgroupInvocations));
  // One that is known to be too short for a workgroup stays as it is.
  if (std::optional<int64_t> trips = getTrips(row.getLoop()); trips && *trips < threads)
    return;
  std::string obstacle = findSubgroupObstacle(row, device);
  if (row.getSharedBytes(threads, /*dims=*/1) > device.sharedMemoryBytes ||
      row.getAccumulators().size() > kMaxPlaces || threads > device.maxWorkgroupSize[0])
    return;
  ReduceStrategy strategy =
      obstacle.empty() && reduction != "tree" ? ReduceStrategy::Subgroup : ReduceStrategy::Tree;
  grid.setWorkgroupSizeAttr(builder.getDenseI32ArrayAttr({int32_t(threads), 1, 1}));
  grid.setMaxWorkgroupsAttr(builder.getDenseI32ArrayAttr({kMaxRowGroups, 1, 1}));
  row.setPlanAttr(RowPlanAttr::get(grid.getContext(), strategy, /*from=*/threads,
                                   /*below=*/alongRows ? 0 : kManyRows, /*columns=*/0,
                                   /*turns=*/1));
  report(grid.getLoc(), diag::PlanRows,
         {nameOf(grid).str(), std::to_string(threads),
          strategy == ReduceStrategy::Tree ? "a tree in shared memory" : "subgroup operations"});
}

/// Whether a loop may be written out several times: little to do, and no loops in it.
static bool isShort(ForOp loop) {
  constexpr int64_t kMostOperations = 64;
  int64_t operations = 0;
  return !loop.getBody()
              .walk([&](Operation *op) {
                bool isLong = isa<LoopOpInterface, CallOp, ContinueOp>(op);
                return WalkResult(failure(isLong || ++operations > kMostOperations));
              })
              .wasInterrupted();
}

/// Workgroups for a grid of columns; false where they cannot share them.
bool PlanPass::planColumns(RowOp row) {
  // A CPU has neighbours in its vectors, and waits at barriers.
  if (device.softwareDevice)
    return true;
  if (!canShareColumns(row) || row.getAccumulators().size() > kMaxPlaces)
    return false;
  int64_t most = std::min(device.maxWorkgroupInvocations, device.maxWorkgroupSize[0]);
  int64_t threads =
      workgroupSize ? int64_t(workgroupSize) : getPowerBelow(std::min(kColumnWorkgroup, most));
  while (!workgroupSize && threads > 1 &&
         row.getSharedBytes(threads, /*dims=*/1) > device.sharedMemoryBytes)
    threads /= 2;
  int64_t columns = std::min(kColumns, threads / 2);
  if (columns < 2 || threads > most ||
      row.getSharedBytes(threads, /*dims=*/1) > device.sharedMemoryBytes)
    return false;
  int64_t least = kRowsOfShare * threads / columns;
  ForOp loop = row.getLoop();
  std::optional<int64_t> trips = getTrips(loop);
  if (trips && *trips < least)
    return true;
  GridOp grid = row.getGrid();
  Builder builder(grid.getContext());
  grid.setWorkgroupSizeAttr(builder.getDenseI32ArrayAttr({int32_t(threads), 1, 1}));
  grid.setMaxWorkgroupsAttr(builder.getDenseI32ArrayAttr({kMaxColumnGroups, 1, 1}));
  bool isWrittenOut = isShort(loop) && comparesWithBound(row);
  row.setPlanAttr(RowPlanAttr::get(grid.getContext(), ReduceStrategy::Tree, least, /*below=*/0,
                                   columns, isWrittenOut ? kColumnTurns : 1));
  report(grid.getLoc(), diag::PlanColumns,
         {nameOf(grid).str(), std::to_string(threads), std::to_string(columns),
          grid.getCounterName(0).str(), loop.getName().str()});
  return true;
}

LogicalResult PlanPass::planGrid(GridOp grid) {
  SmallVector<ReducedPlace> places = collectPlaces(grid);
  std::optional<Heavy> heavy = findHeavy(grid, places);
  planWorkgroups(grid, places, heavy);
  if (!places.empty())
    return planReductions(grid, places, heavy);
  RowOp row = grid.getRow();
  bool isOfColumns = row && !readsRows(row) && readsColumns(row);
  if (row && !(isOfColumns && planColumns(row)))
    planRow(row);
  return success();
}

LogicalResult PlanPass::planReductions(GridOp grid, ArrayRef<ReducedPlace> places,
                                       std::optional<Heavy> heavy) {
  if (places.size() > kMaxPlaces)
    return report(grid.getLoc(), diag::TooManyReductions,
                  {nameOf(grid).str(), std::to_string(places.size()), std::to_string(kMaxPlaces)});
  if (int64_t bytes = getSharedBytes(places, /*slots=*/1, getDispatchedDims(grid));
      bytes > device.sharedMemoryBytes)
    return report(grid.getLoc(), diag::ReductionsTooLarge,
                  {nameOf(grid).str(), std::to_string(bytes), device.name,
                   std::to_string(device.sharedMemoryBytes)});
  Choice<ReduceStrategy> strategy = chooseStrategy(grid, places);
  Choice<ReduceFinish> finishBy = chooseFinish(grid, places);
  if (finishBy.value == ReduceFinish::LastWorkgroup && strategy.value == ReduceStrategy::Subgroup &&
      takesSubgroup(grid, places))
    finishBy.value = ReduceFinish::LastSubgroup;
  // What a light body waits for is memory; here the end is a tenth of a sum of 100,000 iterations
  // (bench/results/tries.md), which is worth asking for 64-bit atomics.
  if (heavy && finishBy.value == ReduceFinish::AtomicTotals &&
      findPackingObstacle(places, device).empty()) {
    grid->setAttr(kPackedTotalAttr, UnitAttr::get(grid.getContext()));
    finishBy.reason += ", and one atomic operation adds to the total and counts the workgroup";
  }
  grid.setPlanAttr(ReductionPlanAttr::get(grid.getContext(), strategy.value, finishBy.value));
  int64_t threads = getWorkgroupThreads(grid);
  report(
      grid.getLoc(), diag::PlanReduction,
      {nameOf(grid).str(),
       strategy.value == ReduceStrategy::Tree ? "a tree in shared memory" : "subgroup operations",
       std::to_string(threads), describe(finishBy.value),
       strategy.reason + "; " + finishBy.reason});
  if (!heavy)
    return success();
  if (finishBy.value == ReduceFinish::Atomics && grid.getMostWorkgroups()) {
    grid.removeMostWorkgroupsAttr();
    grid.setMaxWorkgroupsAttr(
        Builder(grid.getContext()).getDenseI32ArrayAttr(kMaxAtomicGroups[grid.getNumDims() - 1]));
  }
  if (finishBy.value == ReduceFinish::AtomicTotals && getDispatchedDims(grid) == 1)
    grid.setMaxWorkgroupsAttr(
        Builder(grid.getContext()).getDenseI32ArrayAttr({kMaxHeavyTotals, 1, 1}));
  int64_t most = getMostWorkgroups(grid);
  report(grid.getLoc(), diag::PlanHeavy,
         {nameOf(grid).str(), std::to_string(heavy->cost), std::to_string(threads),
          std::to_string(*grid.getElementsPerThread()), std::to_string(most)});
  return success();
}

//===------------------------------------------------------------------------------------------===//
// Folding
//===------------------------------------------------------------------------------------------===//

void PlanPass::planFolding(KernelOp kernel) {
  for (OnceOp once : kernel.getBody().front().getOps<OnceOp>()) {
    GridOp previous = getFoldNeighbour(once, Fold::Previous);
    GridOp next = getFoldNeighbour(once, Fold::Next);
    GridOp takes;
    if (previous && canFold(once, previous, Fold::Previous)) {
      once.setFolded(Fold::Previous);
      takes = previous;
    } else if (next && canFold(once, next, Fold::Next)) {
      once.setFolded(Fold::Next);
      takes = next;
    }
    bool inExtra = takes && takes.getPlan()->getFinish() == ReduceFinish::ExtraDispatches;
    report(once.getLoc(), diag::PlanFold,
           {kernel.getSymName().str(), !takes    ? "a dispatch of one thread of its own"
                                       : inExtra ? "the dispatch that finishes the reductions"
                                                 : "the last workgroup of the loops' dispatch"});
  }
}

/// A workgroup gets the slots of all that a block of iterations appends at once, where its threads
/// can keep the elements until then.
void PlanPass::planAppendBlocks(GridOp grid) {
  int64_t turns = getAppendTurns(grid);
  if (!turns)
    return;
  grid.walk([](AppendOp append) { append.setStrategy(AppendStrategy::Workgroup); });
  grid.setElementsPerThread(turns);
  grid.removeUnrollAttr();
  grid.removeLoadWidthAttr();
}

/// Workgroups along one axis, of which each takes neighbouring iterations.
LogicalResult PlanPass::planAppendOrder(GridOp grid, const llvm::StringSet<> &written) {
  if (auto obstacle = findAppendOrderObstacle(grid, isDeviceBound(grid, written)))
    return report(grid.getLoc(), diag::AppendOrderImpossible,
                  {nameOf(grid).str(), obstacle->why.str(), obstacle->remedy.str()});
  Builder builder(grid.getContext());
  int64_t threads = getWorkgroupThreads(grid);
  if (RowOp row = grid.getRow())
    row.removePlanAttr();
  int64_t turns = device.subgroupBallot ? getAppendTurns(grid) : 0;
  grid.walk([](AppendOp append) { append.setStrategy(AppendStrategy::Stable); });
  int32_t along = int32_t(getPowerBelow(std::min(threads, device.maxWorkgroupSize[0])));
  grid.setInOrder(true);
  grid.setWorkgroupSizeAttr(builder.getDenseI32ArrayAttr({along, 1, 1}));
  int32_t groups = grid.getPlan() ? kMaxReductionGroups[0][0] : kMaxOrderedGroups;
  grid.setMaxWorkgroupsAttr(builder.getDenseI32ArrayAttr({groups, 1, 1}));
  grid.removeMostWorkgroupsAttr();
  grid.setElementsPerThread(turns ? turns : 1);
  grid.removeUnrollAttr();
  grid.removeLoadWidthAttr();
  report(grid.getLoc(), diag::PlanAppendOrder,
         {nameOf(grid).str(),
          turns ? "threads keep theirs until then" : "what decides on them is computed once more"});
  return success();
}

LogicalResult PlanPass::planAppendOrder() {
  LogicalResult result = success();
  for (ClassOp op : getOperation().getOps<ClassOp>()) {
    llvm::StringSet<> written = getFieldsWrittenByKernels(op);
    op.walk([](AppendOp append) { append.setStrategy(AppendStrategy::Stable); });
    op.walk([](OnceOp once) {
      once.walk([](AppendOp append) { append.setStrategy(AppendStrategy::Atomic); });
    });
    op.walk([&](GridOp grid) {
      if (!countAppends(grid).empty() && failed(planAppendOrder(grid, written)))
        result = failure();
    });
  }
  return result;
}

/// How appended elements get their slots, and who counts the workgroups of each grid.
LogicalResult PlanPass::planAppends() {
  if (append == "stable") {
    if (failed(planAppendOrder()))
      return failure();
  } else {
    planAppendSlots();
  }
  for (ClassOp op : getOperation().getOps<ClassOp>()) {
    llvm::StringSet<> written = getFieldsWrittenByKernels(op);
    op.walk([&](GridOp grid) {
      if (!isDeviceBound(grid, written))
        return;
      grid.setDeviceBounds(true);
      report(grid.getLoc(), diag::PlanIndirect, {nameOf(grid).str()});
    });
  }
  return success();
}

/// One atomic operation for each element, each subgroup or each workgroup.
void PlanPass::planAppendSlots() {
  AppendStrategy strategy = device.subgroupBallot && append != "atomic" ? AppendStrategy::Subgroup
                                                                        : AppendStrategy::Atomic;
  bool isWanted = append == "subgroup" || append == "workgroup", isTold = false;
  getOperation().walk([&](AppendOp op) {
    if (isWanted && !device.subgroupBallot && !std::exchange(isTold, true))
      report(op.getLoc(), diag::AppendImpossible, {device.name});
    op.setStrategy(strategy);
  });
  if (device.subgroupBallot && append != "atomic" && append != "subgroup")
    getOperation().walk([&](GridOp grid) { planAppendBlocks(grid); });
}

void PlanPass::runOnOperation() {
  ModuleOp module = getOperation();
  if (getPhase(module) != Phase::Recognised)
    return;
  if (failed(checkOptions()))
    return signalPassFailure();
  module->setAttr(kTargetAttr, device.toAttr(&getContext()));
  if (fpContract == "on")
    module->setAttr(kFpContractAttr, UnitAttr::get(&getContext()));
  for (ClassOp op : module.getOps<ClassOp>())
    planConversions(op);
  module.walk([&](KernelOp kernel) {
    for (GridOp grid : kernel.getBody().front().getOps<GridOp>())
      if (mlir::failed(planGrid(grid)))
        signalPassFailure();
    planFolding(kernel);
  });
  if (mlir::failed(planAppends()))
    return signalPassFailure();
  setPhase(module, Phase::Planned);
}

std::vector<std::string> vkmorph::vkm::describeDecisions(ModuleOp planned) {
  std::vector<std::string> lines;
  planned.walk([&](GridOp grid) {
    if (grid.getCountsAppends())
      return;
    std::string line = grid->getParentOfType<KernelOp>().getDisplayName().str() + ": workgroup ";
    ArrayRef<int32_t> size = grid.getWorkgroupSizeAttr().asArrayRef();
    line += std::to_string(size[0]);
    for (unsigned dim = 1; dim < grid.getNumDims() && !grid.getInOrder(); ++dim)
      line += " x " + std::to_string(size[dim]);
    if (grid.getSourceOrder().has_value())
      line += (", " + grid.getCounterName(grid.getNumDims() - 1) + " fastest").str();
    SmallVector<std::string> places;
    for (const ReducedPlace &place : collectPlaces(grid))
      places.push_back(spellPlace(place.field, place.steps));
    auto describe = [&](ReduceStrategy strategy, StringRef finish) {
      line += ", reduction " + llvm::join(places, ", ") + ": ";
      line += strategy == ReduceStrategy::Tree ? "tree" : "subgroup";
      line += (", finish: " + finish).str();
    };
    if (ReductionPlanAttr plan = grid.getPlanAttr()) {
      describe(plan.getStrategy(), spell(plan.getFinish()));
      if (grid->hasAttr(kPackedTotalAttr))
        line += " that count workgroups";
    }
    if (RowOp row = grid.getSharedRow()) {
      for (unsigned index = 0; index < row.getAccumulators().size(); ++index)
        places.push_back(row.getVariable(index).getName().str());
      describe(row.getPlan()->getStrategy(), "row");
      if (int64_t columns = row.getPlan()->getColumns())
        line += ", " + std::to_string(columns) + " side by side";
    }
    if (std::optional<AppendStrategy> append = getAppendStrategy(grid)) {
      SmallVector<std::string> vectors;
      for (const auto &[vector, count] : countAppends(grid))
        vectors.push_back(vector.str());
      line += ", append " + llvm::join(vectors, ", ") + ": ";
      line += *append == AppendStrategy::Stable ? "in order, counted by workgroups first"
              : *append == AppendStrategy::Atomic
                  ? "one atomic operation per element"
                  : "one atomic operation per " + vkm::stringifyAppendStrategy(*append).str();
    }
    grid.walk([&](ForOp loop) {
      if (auto tile = loop.getTileAttr())
        line += ", tiles of " + std::to_string(tile.getInt());
    });
    if (auto coarsening = grid.getCoarseningAttr())
      line += (grid.getJammed() ? ", blocks of " : ", up to ") +
              std::to_string(coarsening.getInt()) + " iterations in a thread";
    if (grid.getDeviceBounds())
      line += ", indirect dispatch";
    lines.push_back(line);
  });
  planned.walk([&](KernelOp kernel) {
    if (auto words = kernel->getAttrOfType<ArrayAttr>(kWordsAttr))
      for (StringAttr name : words.getAsRange<StringAttr>())
        lines.push_back((kernel.getDisplayName() + ": " + name.getValue() + " in words").str());
  });
  llvm::SetVector<StringRef> images;
  planned.walk([&](PrepareImageOp op) { images.insert(op.getField()); });
  if (!images.empty())
    lines.push_back("images: " + llvm::join(images, ", "));
  return lines;
}

std::vector<std::string> vkmorph::vkm::describeClassData(ModuleOp lowered) {
  SmallVector<std::string> uniform;
  lowered.walk([&](CommandsOp commands) {
    if (commands->hasAttr(kUniformClassDataAttr))
      uniform.push_back(commands.getDisplay().str());
  });
  if (uniform.empty())
    return {};
  return {"class data: a uniform buffer to " + llvm::join(uniform, ", ")};
}
