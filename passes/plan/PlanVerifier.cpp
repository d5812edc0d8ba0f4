//===- PlanVerifier.cpp - What is planned for a class belongs together ------------------------===//
//
// Lowering follows the attributes of the planned phase and trusts them. Any pass may change one,
// and any text may hold one; what an attribute needs of the operation it stands on, of the other
// decisions and of the target is asked here, after every pass. Who adds an attribute of the plan
// adds its rule here, and its row to the table in ir/VkmAttributes.cpp.
//
//===------------------------------------------------------------------------------------------===//

#include "passes/plan/PlanVerifier.h"

#include "analysis/accesses/MemoryAccesses.h"
#include "analysis/patterns/AppendTurns.h"
#include "analysis/patterns/Appends.h"
#include "analysis/patterns/Callables.h"
#include "analysis/patterns/Images.h"
#include "analysis/patterns/JoinedStores.h"
#include "analysis/patterns/RowLoops.h"
#include "analysis/patterns/Scans.h"
#include "analysis/patterns/SmallStructs.h"
#include "analysis/patterns/Textures.h"
#include "analysis/patterns/TiledLoops.h"
#include "analysis/patterns/UnevenRows.h"
#include "analysis/values/GridShape.h"
#include "ir/ClassDataForm.h"
#include "ir/PlanVerifier.h"
#include "ir/VkmAttributes.h"
#include "ir/WordStructs.h"
#include "passes/loops/UnrollGrids.h"
#include "passes/plan/CountedGroups.h"
#include "passes/plan/PlanRules.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

// What a thread takes at a time must not lead a counter of 32 bits past its end: the runtime gives
// the threads of a dispatch at most 2^24 iterations at once, in steps of at most 16.
static constexpr int64_t kMostUnrolled = 8;
static constexpr int64_t kMostIterations = 1 << 24;
// Which of its turns a thread keeps elements of is a word of bits.
static constexpr int64_t kMostTurns = 32;
// Partial results of as many workgroups are kept in one buffer.
static constexpr int64_t kMostGroups = 1 << 20;

namespace {

/// The plan of one class.
class ClassPlan {
public:
  explicit ClassPlan(ClassOp op) : op(op) {}
  LogicalResult verify();

private:
  LogicalResult readTarget();
  LogicalResult verifyGrid(GridOp grid);
  LogicalResult verifyWorkgroup(GridOp grid);
  LogicalResult verifyOrderOf(GridOp grid, DenseI32ArrayAttr order, StringRef name);
  LogicalResult verifyLoopOrder(GridOp grid);
  LogicalResult verifyWork(GridOp grid);
  LogicalResult verifyGroups(GridOp grid);
  LogicalResult verifyAllGroups(GridOp grid);
  LogicalResult verifyCoarsening(GridOp grid);
  LogicalResult verifyCallables(GridOp grid);
  LogicalResult verifyScatters(GridOp grid);
  LogicalResult verifyPlan(GridOp grid, ArrayRef<ReducedPlace> places);
  LogicalResult verifyReductions(GridOp grid, ArrayRef<ReducedPlace> places);
  LogicalResult verifyThreads(GridOp grid, bool isTree);
  LogicalResult verifyRow(RowOp row);
  LogicalResult verifyColumns(RowOp row);
  LogicalResult verifyLanes(RowOp row);
  LogicalResult verifyTiles(GridOp grid, int64_t bytes);
  LogicalResult verifyAppends(GridOp grid);
  LogicalResult verifyBlocks(GridOp grid, StringRef what);
  LogicalResult verifyScans(GridOp grid);
  LogicalResult verifyFill(GridOp grid);
  LogicalResult verifyCounted();
  LogicalResult verifyOrder(GridOp grid);
  LogicalResult verifyCounting(GridOp counting);
  LogicalResult verifyFold(OnceOp once);
  LogicalResult verifyWords(KernelOp kernel);
  LogicalResult verifyImages();
  LogicalResult verifySampler(FuncOp function);
  LogicalResult verifyClassData(KernelOp kernel);

  ClassOp op;
  std::optional<TextureAnalysis> textures; ///< once something asks for it
  Target device;
  llvm::StringSet<> written; ///< fields that kernels write
};

/// The interface of the dialect.
class PlanVerifier : public PlanVerifierInterface {
public:
  using PlanVerifierInterface::PlanVerifierInterface;
  LogicalResult verifyPlan(ClassOp op) const override { return ClassPlan(op).verify(); }
};

} // namespace

/// "16 x 16 x 4"
static std::string spellSize(ArrayRef<int32_t> size) {
  return llvm::join(llvm::map_range(size, [](int32_t number) { return std::to_string(number); }),
                    " x ");
}

/// The value of an attribute of 32 bits; 1 where there is none.
static int64_t getNumber(IntegerAttr attr) { return attr ? attr.getValue().getSExtValue() : 1; }

/// What may be assumed where the module names no target: everything.
static Target getAnyTarget() {
  Target target;
  constexpr int64_t most = std::numeric_limits<int64_t>::max();
  target.subgroupArithmetic = target.subgroupBallot = target.subgroupShuffle = true;
  target.maxWorkgroupInvocations = target.sharedMemoryBytes = most;
  target.maxWorkgroupSize = {most, most, most};
  target.float32AtomicAdd = target.int64Atomics = target.scalarBlockLayout = true;
  target.rayTracingPipeline = true;
  return target;
}

LogicalResult ClassPlan::readTarget() {
  // The module's own verifier has seen that it is a dictionary.
  auto keys = op->getParentOfType<ModuleOp>()->getAttrOfType<DictionaryAttr>(kTargetAttr);
  if (!keys) {
    device = getAnyTarget();
    return success();
  }
  llvm::Expected<Target> target = Target::fromAttr(keys);
  if (!target)
    return op.emitOpError("is planned for a target that cannot be: ")
           << llvm::toString(target.takeError());
  device = *target;
  return success();
}

//===------------------------------------------------------------------------------------------===//
// Workgroups
//===------------------------------------------------------------------------------------------===//

LogicalResult ClassPlan::verifyWorkgroup(GridOp grid) {
  ArrayRef<int32_t> size = grid.getWorkgroupSizeAttr().asArrayRef();
  if (size.size() != 3 || llvm::any_of(size, [](int32_t threads) { return threads < 1; }))
    return grid.emitOpError("workgroup_size holds three numbers of threads, each at least 1");
  unsigned dims = getDispatchedDims(grid);
  int64_t threads = 1;
  for (unsigned axis = 0; axis < 3; ++axis) {
    if (axis >= dims && size[axis] != 1)
      return grid.emitOpError("is dispatched along ")
             << (dims == 1 ? "x" : "x and y")
             << (dims < grid.getNumDims() ? " to keep its order" : "")
             << ", but its workgroup_size is " << spellSize(size)
             << "; the threads beyond would run every iteration again";
    if (size[axis] > device.maxWorkgroupSize[axis])
      return grid.emitOpError("workgroup_size is ")
             << spellSize(size) << ", and target '" << device.name << "' has at most "
             << device.maxWorkgroupSize[axis] << " threads in " << "xyz"[axis];
    // Each factor has 32 bits, and the product before has no more than the limit.
    threads *= size[axis];
    if (threads > device.maxWorkgroupInvocations || threads > kMostIterations)
      return grid.emitOpError("workgroup_size is ")
             << spellSize(size) << ", and target '" << device.name << "' has at most "
             << device.maxWorkgroupInvocations << " threads in a workgroup";
  }
  return success();
}

/// Loops that are or were interchanged.
LogicalResult ClassPlan::verifyOrderOf(GridOp grid, DenseI32ArrayAttr order, StringRef name) {
  if (!order)
    return success();
  SmallVector<int32_t> sorted(order.asArrayRef());
  llvm::sort(sorted);
  bool isOrder = sorted.size() == grid.getNumDims();
  for (auto [dim, number] : llvm::enumerate(sorted))
    isOrder &= number == static_cast<int32_t>(dim);
  if (!isOrder)
    return grid.emitOpError("has a ") << name << " that does not name each of its "
                                      << grid.getNumDims() << " dimensions once, from 0";
  if (std::string obstacle = findOrderObstacle(grid, grid.getInOrder());
      !obstacle.empty() || grid.getCountsAppends())
    return grid.emitOpError("has a ")
           << name << ", but "
           << (obstacle.empty() ? "counts for loops in the order of the source" : obstacle);
  return success();
}

LogicalResult ClassPlan::verifyLoopOrder(GridOp grid) {
  if (getLoopOrder(grid) && grid.getSourceOrder())
    return grid.emitOpError("has a ") << kLoopOrderAttr << " beside a " << "source_order"
                                      << ": its loops are interchanged already";
  return failure(failed(verifyOrderOf(grid, getLoopOrder(grid), kLoopOrderAttr)) ||
                 failed(verifyOrderOf(grid, grid.getSourceOrderAttr(), "source_order")));
}

/// What a thread takes at a time.
LogicalResult ClassPlan::verifyWork(GridOp grid) {
  int64_t elements = getNumber(grid.getElementsPerThreadAttr());
  int64_t unroll = getNumber(grid.getUnrollAttr()), width = getNumber(grid.getLoadWidthAttr());
  if (elements < 1 || elements * getWorkgroupThreads(grid) > kMostIterations)
    return grid.emitOpError("elements_per_thread is ")
           << elements << "; it is at least 1, and a workgroup takes at most " << kMostIterations
           << " iterations";
  if (unroll < 1 || unroll > kMostUnrolled)
    return grid.emitOpError("unroll is ") << unroll << "; it is 1 to " << kMostUnrolled;
  bool isPlain = !keepsOrder(grid) && !grid.getInOrder() && !appendsByBlocks(grid);
  int64_t possible = isPlain ? getLoadWidth(grid) : 1;
  if (width != 1 && width != possible)
    return grid.emitOpError("load_width is ")
           << width << ", and its iterations read "
           << (possible == 1 ? std::string("no elements together")
                             : std::to_string(possible) + " elements together");
  return success();
}

/// The workgroups of all axes together, of which each may leave results.
LogicalResult ClassPlan::verifyAllGroups(GridOp grid) {
  DenseI32ArrayAttr attr = grid.getMaxWorkgroupsAttr();
  auto most = grid.getMostWorkgroupsAttr();
  if (most) {
    if (!attr || getDispatchedDims(grid) == 1)
      return grid.emitOpError("has ")
             << "most_workgroups" << ", and "
             << (attr ? "its workgroups lie along x alone" : "no max_workgroups");
    // The limit is shared out among the workgroups along x, of which there may be none here.
    bool isNeeded =
        grid.getPlan() ? grid.getPlan()->getFinish() != ReduceFinish::Atomics : runsLast(grid);
    if (!isNeeded)
      return grid.emitOpError("has ")
             << "most_workgroups" << ", and may be dispatched with no workgroup at all";
    for (int32_t count : attr.asArrayRef())
      if (count > most.getInt())
        return grid.emitOpError("max_workgroups is ")
               << spellSize(attr.asArrayRef()) << ", and there are at most " << most.getInt()
               << " together (" << "most_workgroups" << ")";
  }
  if (attr && getMostWorkgroups(grid) > kMostGroups)
    return grid.emitOpError("max_workgroups is ")
           << spellSize(attr.asArrayRef()) << "; together they are at most " << kMostGroups;
  return success();
}

LogicalResult ClassPlan::verifyCoarsening(GridOp grid) {
  auto coarsening = grid.getCoarseningAttr();
  if (grid.getJammed()) {
    if (!coarsening)
      return grid.emitOpError("has ") << "jammed" << " without " << "coarsening";
    if (std::string obstacle = findJamObstacle(grid); !obstacle.empty())
      return grid.emitOpError("has ") << "jammed" << ", and " << obstacle;
  }
  if (!coarsening)
    return success();
  if (coarsening.getInt() < 2 || coarsening.getInt() > kMostUnrolled)
    return grid.emitOpError("has ")
           << "coarsening" << " = " << coarsening.getInt() << "; it is 2 to " << kMostUnrolled;
  if (std::string obstacle = findCoarseningObstacle(grid); !obstacle.empty())
    return grid.emitOpError("has ") << "coarsening" << ", and " << obstacle;
  return success();
}

/// A grid whose shader generates rays.
LogicalResult ClassPlan::verifyCallables(GridOp grid) {
  if (!runsCallables(grid))
    return success();
  auto fail = [&] { return grid.emitOpError("runs callable shaders, and "); };
  if (!device.rayTracingPipeline)
    return fail() << "target '" << device.name << "' has no ray-tracing pipelines";
  if (collectVirtualCalls(grid).empty())
    return fail() << "calls no virtual methods";
  if (std::optional<DispatchObstacle> obstacle = findCallableObstacle(grid, written))
    return fail() << "cannot: " << obstacle->why;
  if (llvm::any_of(grid.getWorkgroupSizeAttr().asArrayRef(),
                   [](int32_t size) { return size != 1; }))
    return fail() << "has workgroups, which ray generation shaders have not";
  if (grid.getSharedRow() || getNumber(grid.getUnrollAttr()) != 1 ||
      getNumber(grid.getLoadWidthAttr()) != 1 || getNumber(grid.getElementsPerThreadAttr()) != 1)
    return fail() << "has workgroups or threads that take several iterations";
  return success();
}

LogicalResult ClassPlan::verifyGroups(GridOp grid) {
  bool isLimited = grid.getPlan() || grid.getSharedRow() || grid.getInOrder();
  DenseI32ArrayAttr attr = grid.getMaxWorkgroupsAttr();
  if (!attr && isLimited)
    return grid.emitOpError("has no max_workgroups, and keeps results of each workgroup");
  for (int32_t count : attr ? attr.asArrayRef() : ArrayRef<int32_t>())
    if (count < 1 || count > kMostWorkgroups)
      return grid.emitOpError("max_workgroups is ")
             << spellSize(attr.asArrayRef()) << "; each number is 1 to " << kMostWorkgroups
             << ", and together they are at most " << kMostGroups;
  if (attr && attr.size() != 3)
    return grid.emitOpError("max_workgroups holds three numbers of workgroups");
  if (attr && llvm::any_of(attr.asArrayRef().drop_front(getDispatchedDims(grid)),
                           [](int32_t count) { return count != 1; }))
    return grid.emitOpError("max_workgroups is ")
           << spellSize(attr.asArrayRef()) << ", and the grid is dispatched along "
           << getDispatchedDims(grid) << " of the axes; that of the others is 1";
  if (failed(verifyAllGroups(grid)) || failed(verifyCoarsening(grid)))
    return failure();
  if (int64_t threads = grid.getTileThreads(); threads && getWorkgroupThreads(grid) != threads)
    return grid.emitOpError("has workgroups of ")
           << getWorkgroupThreads(grid) << " threads, and " << threads << " take a tile";
  if (!grid.getDeviceBounds() && isDeviceBound(grid, written))
    return grid.emitOpError("has no device_bounds, and kernels change its bounds");
  return success();
}

/// Grids whose workgroups other kernels count.
LogicalResult ClassPlan::verifyCounted() {
  llvm::SmallDenseSet<Operation *> counted;
  bool counts = false;
  op.walk([&](Operation *inner) {
    if (auto grid = dyn_cast<GridOp>(inner); grid && grid.getCounted() && !grid.getCountsAppends())
      counted.insert(grid);
    counts |= getCounts(inner) != ArrayAttr();
  });
  if (counted.empty() && !counts)
    return success();
  for (const CountedGrid &known : findCountedGrids(op)) {
    GridOp grid = known.grid;
    if (!counted.erase(grid))
      continue;
    if (!known.obstacle.empty())
      return grid.emitOpError("has ") << "counted" << ", and " << known.obstacle;
    auto name = FlatSymbolRefAttr::get(grid->getParentOfType<KernelOp>().getSymNameAttr());
    for (Operation *counter : known.counters)
      if (ArrayAttr all = getCounts(counter); !all || !llvm::is_contained(all, name))
        return counter->emitOpError("changes the bounds of ")
               << name << " last, whose grid is counted, and does not count its workgroups";
  }
  if (!counted.empty())
    return (*counted.begin())->emitOpError("has ")
           << "counted" << ", and its workgroups cannot be counted before its kernel begins";
  WalkResult walk = op.walk([&](Operation *inner) -> WalkResult {
    ArrayAttr all = getCounts(inner);
    if (!all)
      return WalkResult::advance();
    for (auto name : all.getAsRange<FlatSymbolRefAttr>()) {
      auto kernel = op.lookupSymbol<KernelOp>(name.getValue());
      if (!kernel || !getCountedGrid(kernel))
        return inner->emitOpError("counts workgroups of ") << name << ", which counts them itself";
    }
    return WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}

/// A grid that commands do the work of.
LogicalResult ClassPlan::verifyFill(GridOp grid) {
  if (!grid.getByFill())
    return success();
  std::optional<SmallVector<Fill>> fills = matchFills(grid);
  if (!fills)
    return grid.emitOpError("has ") << "by_fill" << ", and does more than fill arrays";
  std::string obstacle = findFillObstacle(grid, *fills, written);
  return obstacle.empty() ? success()
                          : grid.emitOpError("has ") << "by_fill" << ", and " << obstacle;
}

//===------------------------------------------------------------------------------------------===//
// Reductions and rows
//===------------------------------------------------------------------------------------------===//

/// The threads of a workgroup that combine values.
LogicalResult ClassPlan::verifyThreads(GridOp grid, bool isTree) {
  int64_t threads = getWorkgroupThreads(grid);
  if (isTree && !llvm::isPowerOf2_64(threads))
    return grid.emitOpError("combines values of ")
           << threads << " threads by a tree, which takes a power of two";
  // There is a slot in shared memory for each subgroup, however small it is.
  if (!isTree && threads % std::min(threads, device.minSubgroupSize) != 0)
    return grid.emitOpError("has workgroups of ")
           << threads << " threads, which are no subgroups of " << device.minSubgroupSize;
  return success();
}

LogicalResult ClassPlan::verifyReductions(GridOp grid, ArrayRef<ReducedPlace> places) {
  ReductionPlanAttr plan = grid.getPlanAttr();
  ReduceFinish finish = plan.getFinish();
  bool isTree = plan.getStrategy() == ReduceStrategy::Tree;
  if (std::string obstacle = findSubgroupObstacle(places, device); !isTree && !obstacle.empty())
    return grid.emitOpError("cannot combine by subgroup operations: ") << obstacle;
  if (std::string obstacle = findFinishObstacle(places, finish, device, /*deterministic=*/false);
      !obstacle.empty())
    return grid.emitOpError("cannot finish by atomics: ") << obstacle;
  if (grid->hasAttr(kPackedTotalAttr)) {
    std::string obstacle = findPackingObstacle(places, device);
    if (finish != ReduceFinish::AtomicTotals || !obstacle.empty())
      return grid.emitOpError("has ")
             << kPackedTotalAttr << ", and "
             << (obstacle.empty() ? "is not finished by atomic totals" : obstacle);
  }
  if (finish == ReduceFinish::LastSubgroup && (isTree || !device.subgroupBallot))
    return grid.emitOpError("cannot finish in a subgroup: ")
           << (isTree ? "it combines by a tree"
                      : "target '" + device.name + "' has no subgroup ballot");
  return success();
}

/// Iterations that a workgroup takes side by side.
LogicalResult ClassPlan::verifyColumns(RowOp row) {
  RowPlanAttr plan = row.getPlanAttr();
  int64_t columns = plan.getColumns(), threads = getWorkgroupThreads(row.getGrid());
  if (plan.getTurns() > 1 && !plan.getLanes() &&
      (!columns || plan.getTurns() > kMostUnrolled || !comparesWithBound(row)))
    return row.emitOpError("is planned in ")
           << plan.getTurns() << " turns; there are 1 to " << kMostUnrolled
           << ", beside columns, of loops whose condition is 'variable < bound'";
  if (!columns)
    return success();
  if (plan.getStrategy() != ReduceStrategy::Tree)
    return row.emitOpError("is planned by columns without a tree, which combines them");
  if (!llvm::isPowerOf2_64(columns) || 2 * columns > threads)
    return row.emitOpError("takes ")
           << columns << " iterations side by side in workgroups of " << threads
           << " threads; a tree takes a power of two of them, and two threads or more for each";
  if (plan.getFrom() < threads / columns)
    return row.emitOpError("is planned by columns from ")
           << plan.getFrom() << "; each of the " << threads / columns
           << " threads of a column takes a part of it";
  if (plan.getBelow())
    return row.emitOpError("is planned by columns below ")
           << plan.getBelow() << ", and workgroups share any number of them";
  if (!canShareColumns(row))
    return row.emitOpError("is planned by columns, and workgroups cannot share its iterations: the "
                           "grid does not count up by ones in 32 bits, or something is written "
                           "before its loop");
  return success();
}

/// Groups of threads that take an iteration each.
LogicalResult ClassPlan::verifyLanes(RowOp row) {
  RowPlanAttr plan = row.getPlanAttr();
  int64_t lanes = plan.getLanes(), least = plan.getLeast();
  int64_t threads = getWorkgroupThreads(row.getGrid());
  if (!lanes && least == 1)
    return success();
  if (!llvm::isPowerOf2_64(lanes) || !llvm::isPowerOf2_64(least) || least > lanes ||
      lanes > threads || !llvm::isPowerOf2_64(threads))
    return row.emitOpError("has groups of ")
           << least << " to " << lanes << " in workgroups of " << threads
           << " threads; these are powers of two, none larger than the next";
  if (plan.getColumns() || plan.getBelow())
    return row.emitOpError("is planned by lanes, and by columns or below a number of rows");
  if (hasOneLength(row) || row.getGuard() || !canShareColumns(row))
    return row.emitOpError("is planned by lanes, and groups of threads cannot take its iterations: "
                           "the grid does not count up by ones in 32 bits, something is written "
                           "before its loop, a condition stands around it, or it has one length");
  if (least < lanes && !areEndsKnown(row))
    return row.emitOpError("is planned by lanes of the mean length, which nobody knows: where its "
                           "loop begins and ends depends on what iterations change");
  return success();
}

/// A loop that workgroups share.
LogicalResult ClassPlan::verifyRow(RowOp row) {
  if (!isAsRecognised(row))
    return row.emitOpError(
        "is none any more: its loop is not one that a workgroup can take "
        "together, or not with these accumulators; vkm-recognise-rows says what it is");
  RowPlanAttr plan = row.getPlanAttr();
  if (!plan)
    return success();
  bool isTree = plan.getStrategy() == ReduceStrategy::Tree;
  if (failed(verifyThreads(row.getGrid(), isTree)))
    return failure();
  if (!plan.getLanes() && !hasOneLength(row))
    return row.emitOpError("is planned without lanes, and its loop has not one length in all "
                           "iterations of the grid");
  std::string obstacle =
      plan.getLanes() ? findExchangeObstacle(row, device) : findSubgroupObstacle(row, device);
  if (!isTree && !obstacle.empty())
    return row.emitOpError("cannot combine by subgroup operations: ") << obstacle;
  return failure(failed(verifyColumns(row)) || failed(verifyLanes(row)));
}

LogicalResult ClassPlan::verifyPlan(GridOp grid, ArrayRef<ReducedPlace> places) {
  if (grid->hasAttr(kPackedTotalAttr) && places.empty())
    return grid.emitOpError("has ") << kPackedTotalAttr << ", and no reductions";
  if (ReductionPlanAttr plan = grid.getPlanAttr()) {
    bool isTree = plan.getStrategy() == ReduceStrategy::Tree;
    if (places.empty())
      return grid.emitOpError("has a plan, and no reductions");
    if (failed(verifyThreads(grid, isTree)) || failed(verifyReductions(grid, places)))
      return failure();
  }
  if (RowOp row = grid.getRow(); row && failed(verifyRow(row)))
    return failure();
  return verifyTiles(grid, getCombiningBytes(grid, device) +
                               getAppendBytes(grid, getWorkgroupThreads(grid)) +
                               getScanBytes(grid, getWorkgroupThreads(grid)));
}

//===------------------------------------------------------------------------------------------===//
// Tiles
//===------------------------------------------------------------------------------------------===//

/// `bytes` are those of the shared memory that reductions, rows and appends take.
LogicalResult ClassPlan::verifyTiles(GridOp grid, int64_t bytes) {
  SmallVector<ForOp> loops;
  grid.walk([&](ForOp loop) {
    if (loop.getTile().has_value() || loop.getTileTurns().has_value())
      loops.push_back(loop);
  });
  SmallVector<TiledLoop> tileable;
  if (!loops.empty() && takesOneByOne(grid))
    tileable = matchTiledLoops(grid, grid.getBody().front());
  int64_t threads = getWorkgroupThreads(grid);
  for (ForOp loop : loops) {
    auto tile = loop.getTileAttr();
    if (!tile)
      return loop.emitOpError("has ") << "tile_turns" << " without " << "tile";
    auto known = llvm::find_if(tileable, [&](TiledLoop &tiled) { return tiled.loop == loop; });
    if (known == tileable.end())
      return loop.emitOpError("has ") << "tile" << ", and reads nothing in tiles: not all threads "
                                      << "of a workgroup come here together, or read the same";
    if (tile.getInt() != threads)
      return loop.emitOpError("has tiles of ") << tile.getInt() << " elements, and workgroups have "
                                               << threads << " threads, of which each reads one";
    auto turns = loop.getTileTurnsAttr();
    if (turns && (turns.getInt() < 1 || turns.getInt() > tile.getInt()))
      return loop.emitOpError("writes out ")
             << turns.getInt() << " iterations of a tile of " << tile.getInt();
    bytes += getTileBytes(*known, threads);
  }
  if (bytes > device.sharedMemoryBytes)
    return grid.emitOpError("takes ")
           << bytes << " bytes of shared memory in workgroups of " << threads
           << " threads, and target '" << device.name << "' has " << device.sharedMemoryBytes;
  return success();
}

//===------------------------------------------------------------------------------------------===//
// Appends
//===------------------------------------------------------------------------------------------===//

/// Threads keep what several iterations append until all of the workgroup append together.
LogicalResult ClassPlan::verifyBlocks(GridOp grid, StringRef what) {
  int64_t turns = getNumber(grid.getElementsPerThreadAttr());
  if (!grid.getElementsPerThreadAttr() || turns > kMostTurns)
    return grid.emitOpError(what) << " of 1 to " << kMostTurns << " elements_per_thread, not of "
                                  << turns;
  if (getAppendTurns(grid) == 0)
    return grid.emitOpError(what) << ", which its threads cannot keep until then";
  if (!device.subgroupBallot)
    return grid.emitOpError(what) << ", and target '" << device.name << "' has no subgroup ballot";
  if (grid.getUnrollAttr() || grid.getLoadWidthAttr())
    return grid.emitOpError(what) << "; unroll and load_width are for loops of single iterations";
  return verifyThreads(grid, /*isTree=*/false);
}

LogicalResult ClassPlan::verifyAppends(GridOp grid) {
  bool isOrdered = grid.getInOrder(), byBlocks = appendsByBlocks(grid);
  LogicalResult result = success();
  walkReached(grid, [&](Operation *inner) {
    auto append = dyn_cast<AppendOp>(inner);
    if (!append || failed(result))
      return;
    AppendStrategy strategy = append.getStrategy().value_or(AppendStrategy::Atomic);
    if (isOrdered != (strategy == AppendStrategy::Stable))
      result =
          append.emitOpError(isOrdered ? "gets its slot in no order, and stands in a grid that "
                                         "appends in order"
                                       : "gets its slot in order, and stands in a grid that "
                                         "appends in none");
    else if (byBlocks && strategy != AppendStrategy::Workgroup)
      result = append.emitOpError("does not wait for the workgroup, and others of its grid do");
    else if (strategy == AppendStrategy::Subgroup && !device.subgroupBallot)
      result = append.emitOpError("gets its slot by subgroup, and target '")
               << device.name << "' has no subgroup ballot";
  });
  if (failed(result))
    return failure();
  if (byBlocks)
    return verifyBlocks(grid, "appends blocks");
  if (grid.getCountsAppends() && !isOrdered)
    return verifyCounting(grid);
  if (failed(verifyScans(grid)))
    return failure();
  return isOrdered ? verifyOrder(grid) : success();
}

/// Running totals.
LogicalResult ClassPlan::verifyScans(GridOp grid) {
  for (RunningOp running : collectRunning(grid)) {
    if (!grid.getInOrder())
      return running.emitOpError("is in a grid whose iterations are taken in no order");
    std::optional<ScanPlanAttr> plan = running.getPlan();
    if (!plan)
      return running.emitOpError("is not planned");
    if (*plan != collectRunning(grid).front().getPlan())
      return running.emitOpError("is planned otherwise than the first one of its grid");
    if (plan->getWorkgroup() == ReduceStrategy::Subgroup &&
        !(device.subgroupArithmetic && device.subgroupBallot))
      return running.emitOpError("is by subgroup, and target '")
             << device.name << "' has no subgroup arithmetic or no ballot";
    if (running.getWide() && !device.float64)
      return running.emitOpError("is wide, and target '")
             << device.name << "' has no 64-bit floats";
    if (plan->getWorkgroup() == ReduceStrategy::Subgroup && running.isOrdered())
      return running.emitOpError("is by subgroup, which combines in no order");
    if (getNumber(grid.getElementsPerThreadAttr()) != 1)
      return running.emitOpError("is in a grid whose threads take several iterations at a time");
  }
  return success();
}

LogicalResult ClassPlan::verifyOrder(GridOp grid) {
  if (keepsOrder(grid))
    return grid.emitOpError("appends in order, and combines values by a function as well");
  if (grid.getSharedRow())
    return grid.emitOpError("appends in order, and workgroups share its rows as well");
  if (grid.getUnrollAttr() || grid.getLoadWidthAttr())
    return grid.emitOpError("appends in order; unroll and load_width are for other grids");
  if (findAppendOrderObstacle(grid, grid.getDeviceBounds()))
    return grid.emitOpError(
        "appends in order, and the device cannot count its iterations: it is no "
        "single loop from 0 by ones");
  if (grid.getCountsAppends())
    return verifyCounting(grid);
  bool keeps = getNumber(grid.getElementsPerThreadAttr()) > 1;
  if (keeps && failed(verifyBlocks(grid, "appends blocks in order")))
    return failure();
  // The grid that counts is made later, by vkm-count-appends.
  Operation *before = grid->getPrevNode();
  if (!before || !countsAppends(before))
    return success();
  WalkResult walk = grid.walk([&](AppendOp append) -> WalkResult {
    if (keeps == !append.getNext())
      return WalkResult::advance();
    return append.emitOpError(keeps ? "has a place of the next slot, and stands in a grid whose "
                                      "threads keep their elements"
                                    : "has no place of the next slot, and stands in a grid whose "
                                      "threads keep nothing");
  });
  return failure(walk.wasInterrupted());
}

/// Updates of elements that other iterations update.
LogicalResult ClassPlan::verifyScatters(GridOp grid) {
  int64_t room = device.sharedMemoryBytes - kOtherSharedBytes;
  for (const ScatterArray &array : collectScatters(grid)) {
    ScatterOp first = array.scatters.front();
    std::optional<ScatterPlanAttr> plan = first.getPlan();
    for (ScatterOp scatter : array.scatters)
      if (scatter.getPlan() != plan)
        return scatter.emitOpError("is planned otherwise than the first one of its elements");
    if (!plan)
      return first.emitOpError("is not planned");
    std::string obstacle = findScatterObstacle(array, *plan, device, /*deterministic=*/false, room);
    if (!obstacle.empty())
      return first.emitOpError("is by ") << *plan << ", and " << obstacle;
    if (plan->isShared())
      room -= getSharedBytes(array, getWorkgroupThreads(grid));
  }
  if (updatesInOrder(grid) && (!grid.getMaxWorkgroupsAttr() || getMostWorkgroups(grid) != 1))
    return grid.emitOpError("updates elements in the order of the source, which one workgroup "
                            "does, and has more of them");
  int64_t bytes = getScatterBytes(grid, getWorkgroupThreads(grid));
  if (bytes > device.sharedMemoryBytes - kOtherSharedBytes)
    return grid.emitOpError("updates elements in ")
           << bytes << " bytes of shared memory, of which target '" << device.name << "' has "
           << device.sharedMemoryBytes - kOtherSharedBytes << " for them";
  return success();
}

/// A grid that counts, and the one behind it, which appends, have the same iterations.
LogicalResult ClassPlan::verifyCounting(GridOp counting) {
  auto appending = dyn_cast_or_null<GridOp>(counting->getNextNode());
  if (!counting.getInOrder() || !appending || !appending.getInOrder() ||
      appending.getCountsAppends())
    return counting.emitOpError("counts, and no grid that appends in order stands behind it");
  bool isSame = counting.getOperands() == appending.getOperands() &&
                counting.getSteps() == appending.getSteps() &&
                counting.getPredicates() == appending.getPredicates();
  if (!isSame)
    return counting.emitOpError("counts other iterations than those of the grid behind it");
  if (counting.getElementsPerThreadAttr() != appending.getElementsPerThreadAttr() ||
      counting.getWorkgroupSizeAttr() != appending.getWorkgroupSizeAttr())
    return counting.emitOpError("counts in other workgroups than those of the grid behind it");
  if (counting.getPlan() || !countAppends(counting).empty())
    return counting.emitOpError("counts, and does more than that");
  return success();
}

//===------------------------------------------------------------------------------------------===//
// Statements that run once
//===------------------------------------------------------------------------------------------===//

LogicalResult ClassPlan::verifyFold(OnceOp once) {
  std::optional<Fold> fold = once.getFolded();
  if (!fold)
    return success();
  if (*fold == Fold::Counting || *fold == Fold::Commands) {
    bool counting = *fold == Fold::Counting;
    std::string obstacle =
        counting ? findCountingObstacle(once, [](GridOp grid) { return grid.getDeviceBounds(); })
                 : findCommandsObstacle(once);
    if (!obstacle.empty())
      return once.emitOpError("is left to ")
             << (counting ? "the thread that counts workgroups" : "commands")
             << ", which is not possible: " << obstacle;
    return success();
  }
  if (*fold == Fold::Last) {
    std::string obstacle = findLastObstacle(once);
    if (!obstacle.empty())
      return once.emitOpError("is left to the last workgroup, which is not possible: ") << obstacle;
    return success();
  }
  StringRef where = *fold == Fold::Next ? "next" : "previous";
  GridOp grid = getFoldNeighbour(once, *fold);
  if (!grid)
    return once.emitOpError("is folded into the ") << where << " grid, and there is none";
  if (!canFold(once, grid, *fold))
    return once.emitOpError("is folded into the ")
           << where << " grid, whose loops it would not run "
           << (*fold == Fold::Next ? "before" : "behind");
  return success();
}

//===------------------------------------------------------------------------------------------===//
// Words
//===------------------------------------------------------------------------------------------===//

/// Structs that shaders see as words.
LogicalResult ClassPlan::verifyWords(KernelOp kernel) {
  auto names = kernel->getAttrOfType<ArrayAttr>(kWordsAttr);
  if (!names)
    return success();
  llvm::MapVector<StringAttr, StructUse> uses = collectStructUses(kernel);
  for (StringAttr name : names.getAsRange<StringAttr>()) {
    auto record = op->getParentOfType<ModuleOp>().lookupSymbol<RecordOp>(name);
    if (!record)
      return kernel.emitOpError("has ")
             << kWordsAttr << " of '" << name.getValue() << "', and there is no such struct";
    if (std::string obstacle = findWordsObstacle(record); !obstacle.empty())
      return kernel.emitOpError("has ")
             << kWordsAttr << " of '" << name.getValue() << "', which " << obstacle;
    if (Operation *store = uses.lookup(name).partlyStored)
      return store->emitOpError("stores a part of a word of '")
             << name.getValue() << "', which the kernel has in " << kWordsAttr;
  }
  return success();
}

/// Stores that become one.
static LogicalResult verifyJoined(AssignOp store) {
  if (store->getParentOfType<KernelOp>() && matchJoinedStores(store))
    return success();
  return store.emitOpError("has ") << kJoinedAttr
                                   << ", and the stores from here on do not set all numbers of an "
                                      "element of a buffer, a struct of a few words";
}

//===------------------------------------------------------------------------------------------===//
// Images and class data
//===------------------------------------------------------------------------------------------===//

/// How kernels are dispatched that convert images.
LogicalResult ClassPlan::verifyImages() {
  if (!hasPlannedImages(op))
    return success();
  auto plan = op->getAttrOfType<DictionaryAttr>(kImageConversionAttr);
  if (!plan)
    return op.emitOpError("has arrays with ")
           << kImageAttr << ", and no " << kImageConversionAttr
           << " that says how kernels are dispatched that fill images";
  ArrayRef<int32_t> size = plan.getAs<DenseI32ArrayAttr>("workgroup_size").asArrayRef();
  bool fits = size.size() == 3 && size[0] >= 1 && size[1] == 1 && size[2] == 1 &&
              size[0] <= device.maxWorkgroupInvocations && size[0] <= device.maxWorkgroupSize[0];
  auto coarsening = plan.getAs<IntegerAttr>("coarsening");
  fits &= !coarsening || (coarsening.getInt() >= 2 && coarsening.getInt() <= kMostUnrolled);
  return fits ? success()
              : op.emitOpError("has an ") << kImageConversionAttr << " that target '" << device.name
                                          << "' cannot run: workgroups of " << spellSize(size)
                                          << " threads, of which each takes several pixels";
}

/// A sampler in the place of a function.
LogicalResult ClassPlan::verifySampler(FuncOp function) {
  if (!function->hasAttr(kSamplingAttr))
    return function.emitOpError("has ")
           << kBySamplerAttr << ", and no " << kSamplingAttr << " that says what it samples";
  // It looks at the whole class.
  if (!textures)
    textures.emplace(op);
  std::string obstacle = textures->findObstacle(function, device.nonuniformSampling);
  return obstacle.empty() ? success()
                          : function.emitOpError("has ") << kBySamplerAttr << ", and " << obstacle;
}

/// Kernels that are given the class data as a uniform buffer.
LogicalResult ClassPlan::verifyClassData(KernelOp kernel) {
  if (!kernel->hasAttr(kUniformClassDataAttr))
    return success();
  std::string obstacle = findUniformObstacle(op, device);
  if (obstacle.empty())
    obstacle = findUniformObstacle(kernel);
  return obstacle.empty()
             ? success()
             : kernel.emitOpError("has ") << kUniformClassDataAttr << ", and " << obstacle;
}

//===------------------------------------------------------------------------------------------===//
// All of it
//===------------------------------------------------------------------------------------------===//

LogicalResult ClassPlan::verifyGrid(GridOp grid) {
  SmallVector<ReducedPlace> places = collectPlaces(grid);
  return failure(
      failed(verifyWorkgroup(grid)) || failed(verifyLoopOrder(grid)) || failed(verifyWork(grid)) ||
      failed(verifyGroups(grid)) || failed(verifyCallables(grid)) || failed(verifyAppends(grid)) ||
      failed(verifyScatters(grid)) || failed(verifyPlan(grid, places)) || failed(verifyFill(grid)));
}

LogicalResult ClassPlan::verify() {
  if (failed(readTarget()))
    return failure();
  written = getFieldsWrittenByKernels(op);
  if (failed(verifyImages()) || failed(verifyCounted()))
    return failure();
  WalkResult walk = op.walk([&](Operation *inner) -> WalkResult {
    if (auto grid = dyn_cast<GridOp>(inner))
      return verifyGrid(grid);
    if (auto once = dyn_cast<OnceOp>(inner))
      return verifyFold(once);
    if (auto kernel = dyn_cast<KernelOp>(inner))
      return failure(failed(verifyWords(kernel)) || failed(verifyClassData(kernel)));
    if (auto function = dyn_cast<FuncOp>(inner); function && function->hasAttr(kBySamplerAttr))
      return verifySampler(function);
    if (auto store = dyn_cast<AssignOp>(inner); store && store->hasAttr(kJoinedAttr))
      return verifyJoined(store);
    auto loop = dyn_cast<ForOp>(inner);
    if (loop && (loop.getTile() || loop.getTileTurns()) && !loop->getParentOfType<GridOp>())
      return inner->emitOpError("has tiles outside of a grid");
    return WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}

void vkmorph::vkm::registerPlannedDialect(DialectRegistry &registry) {
  registry.insert<VkmDialect>();
  registry.addExtension(
      +[](MLIRContext *, VkmDialect *dialect) { dialect->addInterfaces<PlanVerifier>(); });
}
