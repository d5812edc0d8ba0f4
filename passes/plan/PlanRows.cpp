//===- PlanRows.cpp - Who takes the inner loop of an iteration --------------------------------===//
//
// A thread, as the source has it; a workgroup, whose threads share the loop where it is long; or a
// workgroup that takes several iterations side by side, where neighbouring ones read neighbouring
// elements.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/patterns/RowLoops.h"
#include "analysis/patterns/TiledLoops.h"
#include "analysis/patterns/UnevenRows.h"
#include "passes/Diagnostics.h"
#include "passes/plan/Choice.h"
#include "passes/plan/Planning.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

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
// Iterations of a grid that fill a large device with a thread for each, where all of them read the
// same.
static constexpr int64_t kManyRows = 8192;

namespace {
/// Who takes the iterations of one row.
class RowPlan {
public:
  RowPlan(RowOp row, const Planning &planning)
      : row(row), grid(row.getGrid()), planning(planning), device(planning.device) {}
  void run();

private:
  void sizeRows();
  void sizeColumns();
  std::string findRowObstacle() const;
  std::string findColumnLimit() const;
  std::string findColumnObstacle() const;
  std::string findShort(int64_t least) const;
  PlanChoice choose() const;
  void takeRows();
  void takeColumns(StringRef reason);

  RowOp row;
  GridOp grid;
  const Planning &planning;
  const Target &device;
  bool alongRows = false;   ///< neighbouring iterations of the loop read neighbouring elements
  bool isOfColumns = false; ///< neighbouring iterations read neighbouring elements
  int64_t rowThreads = 0;   ///< of a workgroup that takes a row
  int64_t threads = 0, columns = 0; ///< of one that takes several, and how many
};
} // namespace

//===------------------------------------------------------------------------------------------===//
// Sizes
//===------------------------------------------------------------------------------------------===//

void RowPlan::sizeRows() {
  int64_t bytes = row.getSharedBytes(kTiledRowWorkgroup, /*dims=*/1);
  bool isTiled = !alongRows && !chooseTiledLoops(grid, kTiledRowWorkgroup, bytes).empty();
  int64_t wanted = isTiled ? kTiledRowWorkgroup : kRowWorkgroup;
  rowThreads = planning.workgroupSize
                   ? planning.workgroupSize
                   : getPowerBelow(std::min(wanted, device.maxWorkgroupInvocations));
}

void RowPlan::sizeColumns() {
  int64_t most = std::min(device.maxWorkgroupInvocations, device.maxWorkgroupSize[0]);
  threads = planning.workgroupSize ? planning.workgroupSize
                                   : getPowerBelow(std::min(kColumnWorkgroup, most));
  while (!planning.workgroupSize && threads > 1 &&
         row.getSharedBytes(threads, /*dims=*/1) > device.sharedMemoryBytes)
    threads /= 2;
  columns = std::min(kColumns, threads / 2);
}

//===------------------------------------------------------------------------------------------===//
// Obstacles
//===------------------------------------------------------------------------------------------===//

/// Why a loop of a known length is too short for its iterations to be shared.
std::string RowPlan::findShort(int64_t least) const {
  std::optional<int64_t> trips = getTrips(RowOp(row).getLoop());
  return trips && *trips < least
             ? "its loop has " + std::to_string(*trips) + " iterations, fewer than the " +
                   std::to_string(least) + " that are worth sharing"
             : "";
}

static std::string findSharedObstacle(RowOp row, int64_t threads, int64_t most,
                                      const Target &device) {
  if (row.getAccumulators().size() > kMaxPlaces)
    return "it has more than " + std::to_string(kMaxPlaces) + " sums";
  if (threads > most)
    return "target '" + device.name + "' has at most " + std::to_string(most) + " threads along x";
  return row.getSharedBytes(threads, /*dims=*/1) > device.sharedMemoryBytes
             ? "its sums do not fit into the shared memory of target '" + device.name + "'"
             : "";
}

std::string RowPlan::findColumnLimit() const {
  if (!canShareColumns(row))
    return "it does not count up by ones in 32 bits, or writes before its loop";
  if (columns < 2)
    return "workgroups have too few threads";
  int64_t most = std::min(device.maxWorkgroupInvocations, device.maxWorkgroupSize[0]);
  return findSharedObstacle(row, threads, most, device);
}

std::string RowPlan::findColumnObstacle() const {
  if (!isOfColumns)
    return "neighbouring iterations read no neighbouring elements";
  // A CPU has neighbours in its vectors, and waits at barriers.
  if (device.softwareDevice)
    return "a software device has neighbours in its vectors";
  std::string limit = findColumnLimit();
  return limit.empty() ? findShort(kRowsOfShare * threads / columns) : limit;
}

std::string RowPlan::findRowObstacle() const {
  // Threads that take an iteration each read neighbouring elements then.
  if (isOfColumns && (device.softwareDevice || findColumnLimit().empty()))
    if (std::string obstacle = findColumnObstacle(); !obstacle.empty())
      return obstacle;
  std::string tooShort = findShort(rowThreads);
  return tooShort.empty() ? findSharedObstacle(row, rowThreads, device.maxWorkgroupSize[0], device)
                          : tooShort;
}

//===------------------------------------------------------------------------------------------===//
// The choice
//===------------------------------------------------------------------------------------------===//

/// Costs are ranks: where it is long, a workgroup that has an iteration for itself is busy, and one
/// that reads what lies side by side reads it at once.
PlanChoice RowPlan::choose() const {
  std::string ofRows = findRowObstacle();
  PlanChoice choice("rows");
  choice.add({"side-by-side",
              1,
              "neighbouring iterations read neighbouring elements",
              findColumnObstacle(),
              {}});
  choice.add({"workgroup", 2, "its loop may be long", ofRows, {}});
  choice.add({"thread", 3, ofRows, {}, {}});
  choice.choose(planning.rows);
  return choice;
}

void RowPlan::takeRows() {
  Builder builder(grid.getContext());
  note(grid, chooseWorkgroupSize(
                 rowThreads, "as many as share the loop of an iteration", /*goesToOne=*/false,
                 [&](int64_t threads) {
                   return findSharedObstacle(row, threads, device.maxWorkgroupSize[0], device);
                 },
                 planning));
  std::string obstacle = findSubgroupObstacle(row, device);
  PlanChoice strategy("reduction");
  strategy.add({"subgroup", 1, "the target has subgroup arithmetic", obstacle, {}});
  strategy.add({"tree", 9, obstacle, {}, {}});
  strategy.choose(planning.reduction);
  note(grid, strategy);
  auto by = *symbolizeReduceStrategy(strategy.getChosen().value);
  grid.setWorkgroupSizeAttr(builder.getDenseI32ArrayAttr({int32_t(rowThreads), 1, 1}));
  grid.setMaxWorkgroupsAttr(builder.getDenseI32ArrayAttr({kMaxRowGroups, 1, 1}));
  row.setPlanAttr(RowPlanAttr::get(grid.getContext(), by, /*from=*/rowThreads,
                                   /*below=*/alongRows ? 0 : kManyRows, /*columns=*/0,
                                   /*turns=*/1, /*lanes=*/0, /*least=*/1));
  report(grid.getLoc(), diag::PlanRows,
         {grid->getParentOfType<KernelOp>().getSymName().str(), std::to_string(rowThreads),
          by == ReduceStrategy::Tree ? "a tree in shared memory" : "subgroup operations"});
}

void RowPlan::takeColumns(StringRef reason) {
  Builder builder(grid.getContext());
  int64_t most = std::min(device.maxWorkgroupInvocations, device.maxWorkgroupSize[0]);
  note(grid,
       chooseWorkgroupSize(
           threads, "several iterations side by side, and a few threads for each",
           /*goesToOne=*/false,
           [&](int64_t size) { return findSharedObstacle(row, size, most, device); }, planning));
  grid.setWorkgroupSizeAttr(builder.getDenseI32ArrayAttr({int32_t(threads), 1, 1}));
  grid.setMaxWorkgroupsAttr(builder.getDenseI32ArrayAttr({kMaxColumnGroups, 1, 1}));
  bool isWrittenOut = isShort(row.getLoop()) && comparesWithBound(row);
  row.setPlanAttr(RowPlanAttr::get(grid.getContext(), ReduceStrategy::Tree,
                                   kRowsOfShare * threads / columns, /*below=*/0, columns,
                                   isWrittenOut ? kColumnTurns : 1, /*lanes=*/0, /*least=*/1));
  report(grid.getLoc(), diag::PlanColumns,
         {grid->getParentOfType<KernelOp>().getSymName().str(), std::to_string(threads),
          std::to_string(columns), grid.getCounterName(0).str(), row.getLoop().getName().str(),
          reason.str()});
}

void RowPlan::run() {
  alongRows = readsRows(row);
  isOfColumns = !alongRows && readsColumns(row);
  sizeRows();
  sizeColumns();
  PlanChoice choice = choose();
  note(grid, choice);
  if (choice.getChosen().value == "workgroup")
    takeRows();
  else if (choice.getChosen().value == "side-by-side")
    takeColumns(choice.getReason());
}

void vkmorph::vkm::planRow(GridOp grid, const Planning &planning) {
  RowOp row = grid.getRow();
  if (row && hasOneLength(row))
    RowPlan(row, planning).run();
  else if (row)
    planUnevenRow(row, planning);
}
