//===- PlanWorkgroups.cpp - The threads of a workgroup, and what each takes at a time ---------===//

#include "analysis/patterns/Appends.h"
#include "analysis/patterns/BodyCost.h"
#include "analysis/patterns/Callables.h"
#include "analysis/patterns/Images.h"
#include "analysis/patterns/Rounds.h"
#include "analysis/patterns/Scans.h"
#include "analysis/values/Expressions.h"
#include "ir/VkmAttributes.h"
#include "passes/Diagnostics.h"
#include "passes/loops/UnrollGrids.h"
#include "passes/plan/Choice.h"
#include "passes/plan/Planning.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

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
// How often a function that combines values is called until a workgroup has one value.
static constexpr int64_t kCombinedTimes = 8;
// Reads of 128 bits that a thread has under way. Measured on one large GPU (bench/results/tries.md)
// against 1, 2 and 8.
static constexpr int32_t kWideUnroll = 4;

int64_t vkmorph::vkm::getPowerBelow(int64_t number) { return int64_t(1) << llvm::Log2_64(number); }

std::optional<Heavy> vkmorph::vkm::findHeavy(GridOp grid, ArrayRef<ReducedPlace> places) {
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

//===------------------------------------------------------------------------------------------===//
// Threads
//===------------------------------------------------------------------------------------------===//

/// Threads in x, y and z: rows of neighbours, a few of them side by side and on top of each other.
static std::array<int32_t, 3> shapeWorkgroup(int64_t threads, unsigned dims, bool reduces,
                                             const Target &device) {
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

static bool appendsInOrder(GridOp grid, const Planning &planning) {
  return planning.append == "stable" && !countAppends(grid).empty();
}

int64_t vkmorph::vkm::getRoom(GridOp grid, int64_t threads, const Planning &planning) {
  int64_t all = planning.device.sharedMemoryBytes;
  all -= getScanBytes(grid, threads);
  if (runsRounds(grid))
    all -= getRoundsBytes(grid, threads);
  return appendsInOrder(grid, planning)
             ? all - getAppendBytes(grid, AppendStrategy::Stable, threads)
             : all;
}

/// What speaks against workgroups of so many threads; empty where nothing does.
static std::string findThreadsObstacle(GridOp grid, ArrayRef<ReducedPlace> places, int64_t threads,
                                       const Planning &planning) {
  static constexpr StringLiteral kAxes[] = {"x", "x and y", "x, y and z"};
  const Target &device = planning.device;
  // What one thread needs is an error of its own.
  if (threads == 1)
    return "";
  std::optional<Dispatch> regrouped = findRegrouped(grid);
  if (regrouped && threads <= int64_t(regrouped->getNumWays()))
    return "its iterations go " + std::to_string(regrouped->getNumWays()) + " ways";
  if (runsRounds(grid) && threads <= getMostWays(grid))
    return "its calls go " + std::to_string(getMostWays(grid)) + " ways";
  unsigned dims = getDispatchedDims(grid);
  int64_t bytes = places.empty() ? 0 : getSharedBytes(places, threads, dims);
  bytes += device.sharedMemoryBytes - getRoom(grid, threads, planning);
  bytes += regrouped ? getRegroupBytes(*regrouped, threads, /*turns=*/1) : 0;
  if (bytes > device.sharedMemoryBytes)
    return "its values take " + std::to_string(bytes) + " bytes of shared memory, and target '" +
           device.name + "' has " + std::to_string(device.sharedMemoryBytes);
  // Workgroups that append in order lie along one axis.
  unsigned along = appendsInOrder(grid, planning) ? 1 : dims;
  int64_t most = 1;
  for (int32_t size : shapeWorkgroup(threads, along, !places.empty(), device))
    most *= size;
  return most == threads
             ? ""
             : "workgroups of powers of two have at most " + std::to_string(most) +
                   " threads along " + kAxes[along - 1].str() + " on target '" + device.name + "'";
}

/// Costs are how often the wanted number was halved; more threads than that cost more than any
/// halving.
PlanChoice vkmorph::vkm::chooseWorkgroupSize(int64_t wanted, StringRef reason, bool goesToOne,
                                             llvm::function_ref<std::string(int64_t)> findObstacle,
                                             const Planning &planning) {
  constexpr int64_t kMore = 64, kFewest = 16;
  PlanChoice choice("workgroup-size");
  bool isAnyLegal = false;
  auto add = [&](int64_t threads, int64_t cost) {
    std::string obstacle = findObstacle(threads);
    isAnyLegal |= obstacle.empty();
    choice.add({std::to_string(threads), cost, reason.str(), obstacle, {}});
  };
  for (int64_t threads = wanted, halved = 0; threads >= 1; threads /= 2, ++halved)
    if (threads >= kFewest || goesToOne || !isAnyLegal)
      add(threads, halved);
  for (int64_t threads = 2 * wanted, more = kMore;
       threads <= planning.device.maxWorkgroupInvocations; threads *= 2, ++more)
    add(threads, more);
  choice.choose(planning.workgroupSize ? std::to_string(planning.workgroupSize) : "auto");
  return choice;
}

static PlanChoice chooseThreads(GridOp grid, ArrayRef<ReducedPlace> places, bool isHeavy,
                                const Planning &planning) {
  const Target &device = planning.device;
  bool strides = !places.empty() && getDispatchedDims(grid) == 1 && !isHeavy;
  bool regroups = findRegrouped(grid).has_value();
  bool isRounds = runsRounds(grid);
  int64_t best = isRounds   ? kRoundThreads
                 : strides  ? kReductionWorkgroup
                 : regroups ? kRegroupThreads
                            : kDefaultWorkgroup;
  int64_t wanted = planning.workgroupSize
                       ? planning.workgroupSize
                       : getPowerBelow(std::min(best, device.maxWorkgroupInvocations));
  std::string reason = isRounds   ? "more calls that go one way come together"
                       : strides  ? "fewer results are left to combine"
                       : regroups ? "more iterations that go one way come together"
                                  : "enough to hide the latency of memory, and several workgroups "
                                    "run at once";
  return chooseWorkgroupSize(
      wanted, reason, /*goesToOne=*/!places.empty(),
      [&](int64_t threads) { return findThreadsObstacle(grid, places, threads, planning); },
      planning);
}

void vkmorph::vkm::planConversions(ClassOp op, const Planning &planning) {
  if (!hasPlannedImages(op))
    return;
  const Target &device = planning.device;
  int64_t threads = planning.workgroupSize
                        ? planning.workgroupSize
                        : std::min(kDefaultWorkgroup, device.maxWorkgroupInvocations);
  Builder builder(op.getContext());
  NamedAttribute size = builder.getNamedAttr(
      "workgroup_size",
      builder.getDenseI32ArrayAttr(shapeWorkgroup(threads, /*dims=*/1, /*reduces=*/false, device)));
  op->setAttr(kImageConversionAttr, builder.getDictionaryAttr(size));
}

//===------------------------------------------------------------------------------------------===//
// Iterations
//===------------------------------------------------------------------------------------------===//

/// How many iterations of a reduction a thread takes at a time, or, by wide reads, how many blocks
/// of so many elements. Costs are reads that a thread waits for, for as many elements.
static PlanChoice chooseUnroll(GridOp grid, std::optional<Heavy> heavy, int64_t &width) {
  constexpr int64_t kOften = 32;
  // Threads come to each round with one iteration.
  bool isRounds = runsRounds(grid);
  int64_t factor = isRounds ? 1 : getUnrollFactor(grid);
  width = factor > kWideUnroll ? getLoadWidth(grid) : 1;
  std::string tooLong = factor > 1 ? ""
                        : isRounds ? "its threads run what they call for one another"
                                   : "its body is too long, or how long it takes is not known";
  // A thread that takes fewer has enough to do with one of them.
  if (factor > 1 && heavy && factor > heavy->perThread)
    tooLong = "a thread takes no more than " + std::to_string(heavy->perThread);
  PlanChoice choice("unroll");
  // Long bodies have enough to do while one read is under way.
  if (width > 1)
    choice.add({std::to_string(kWideUnroll) + " x " + std::to_string(width),
                kOften / (kWideUnroll * width),
                "its elements lie side by side, and are read together",
                tooLong,
                {}});
  if (factor > 1)
    choice.add({std::to_string(factor),
                kOften / factor,
                "several reads are under way at a time",
                tooLong,
                {}});
  else
    choice.add({std::to_string(kWideUnroll), kOften / kWideUnroll, "", tooLong, {}});
  choice.add({"1", kOften, tooLong, {}, {}});
  choice.choose();
  return choice;
}

static void planUnroll(GridOp grid, std::optional<Heavy> heavy) {
  int64_t width = 1;
  PlanChoice choice = chooseUnroll(grid, heavy, width);
  note(grid, choice);
  if (choice.getChosen().value == "1")
    return;
  Builder builder(grid.getContext());
  if (width > 1)
    grid.setLoadWidthAttr(builder.getI32IntegerAttr(width));
  grid.setUnrollAttr(builder.getI32IntegerAttr(width > 1 ? kWideUnroll : getUnrollFactor(grid)));
}

/// Enough workgroups for any device, whatever the shape of the grid.
static void planHeavyGroups(GridOp grid) {
  Builder builder(grid.getContext());
  int32_t most[3] = {1, 1, 1};
  for (unsigned axis = 0; axis < getDispatchedDims(grid); ++axis)
    most[axis] = kMaxHeavyGroups;
  grid.setMaxWorkgroupsAttr(builder.getDenseI32ArrayAttr(most));
  if (getDispatchedDims(grid) > 1)
    grid.setMostWorkgroupsAttr(builder.getI64IntegerAttr(kMaxHeavyGroups));
}

/// How the threads that rank elements by their digits learn what those before them have: as those
/// of a running total do.
static void planRanks(GridOp grid, const Planning &planning) {
  const Target &device = planning.device;
  bool hasSubgroups = device.subgroupArithmetic && device.subgroupBallot;
  bool bySubgroups = hasSubgroups && planning.scan != "tree";
  grid.walk([&](RankDigitsOp ranks) {
    ranks.setPlan(bySubgroups ? ReduceStrategy::Subgroup : ReduceStrategy::Tree);
  });
}

void vkmorph::vkm::planWorkgroups(GridOp grid, ArrayRef<ReducedPlace> places,
                                  std::optional<Heavy> heavy, const Planning &planning) {
  bool reduces = !places.empty();
  const Target &device = planning.device;
  // Ray generation shaders have no workgroups.
  if (runsCallables(grid)) {
    grid.setWorkgroupSizeAttr(Builder(grid.getContext()).getDenseI32ArrayAttr({1, 1, 1}));
    grid.setElementsPerThreadAttr(Builder(grid.getContext()).getI32IntegerAttr(1));
    return;
  }
  // So many threads take a tile of a sort.
  if (int64_t threads = grid.getTileThreads()) {
    Builder builder(grid.getContext());
    grid.setWorkgroupSizeAttr(builder.getDenseI32ArrayAttr({int32_t(threads), 1, 1}));
    grid.setElementsPerThreadAttr(builder.getI32IntegerAttr(1));
    planRanks(grid, planning);
    return;
  }
  PlanChoice choice = chooseThreads(grid, places, heavy.has_value(), planning);
  note(grid, choice);
  int64_t threads = 0;
  (void)StringRef(choice.getChosen().value).getAsInteger(10, threads);
  if (!choice.getRefusal().empty())
    report(grid.getLoc(), diag::WorkgroupShrunk,
           {grid->getParentOfType<KernelOp>().getSymName().str(), std::to_string(threads),
            std::to_string(planning.workgroupSize), choice.getRefusal().str()});
  Builder builder(grid.getContext());
  unsigned dims = getDispatchedDims(grid);
  grid.setWorkgroupSizeAttr(
      builder.getDenseI32ArrayAttr(shapeWorkgroup(threads, dims, reduces, device)));
  // In several dimensions a thread takes one iteration, in order a whole one of the outermost loop.
  bool takesSeveral = reduces && grid.getNumDims() == 1;
  int32_t perThread = heavy ? heavy->perThread : kElementsPerThread;
  grid.setElementsPerThreadAttr(builder.getI32IntegerAttr(takesSeveral ? perThread : 1));
  if (reduces) {
    planUnroll(grid, heavy);
    grid.setMaxWorkgroupsAttr(builder.getDenseI32ArrayAttr(kMaxReductionGroups[dims - 1]));
  }
  if (heavy)
    planHeavyGroups(grid);
}
