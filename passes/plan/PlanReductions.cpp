//===- PlanReductions.cpp - How reductions are combined and finished --------------------------===//

#include "ir/VkmAttributes.h"
#include "passes/Diagnostics.h"
#include "passes/plan/Choice.h"
#include "passes/plan/Planning.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

// How many workgroups there are at most for each axis where they finish by atomic operations, and
// leave nothing behind.
static constexpr int32_t kMaxAtomicGroups[3][3] = {{4096, 1, 1}, {1024, 1024, 1}, {128, 128, 64}};
// The same where they add to atomic totals, and leave nothing to combine: bodies whose iterations
// end after different numbers of steps keep a large device busy (bench/results/tries.md).
static constexpr int32_t kMaxHeavyTotals = 16384;

static std::string nameOf(GridOp grid) {
  return grid->getParentOfType<KernelOp>().getSymName().str();
}

static int64_t countNumbers(ArrayRef<ReducedPlace> places) {
  int64_t numbers = 0;
  for (const ReducedPlace &place : places)
    numbers += place.elements * getNumComponents(place.value);
  return numbers;
}

//===------------------------------------------------------------------------------------------===//
// The choices
//===------------------------------------------------------------------------------------------===//

/// How the threads of a workgroup combine what they have.
static PlanChoice chooseStrategy(ArrayRef<ReducedPlace> places, const Planning &planning) {
  // Barriers of a workgroup, in rounds of waiting.
  constexpr int64_t kSubgroupRounds = 1, kTreeRounds = 9;
  std::string obstacle = findSubgroupObstacle(places, planning.device);
  PlanChoice choice("reduction");
  choice.add({"subgroup", kSubgroupRounds, "the target has subgroup arithmetic", obstacle, {}});
  choice.add({"tree", kTreeRounds, obstacle, {}, {}});
  choice.choose(planning.reduction);
  return choice;
}

/// Why no subgroup combines what the workgroups leave. Barriers of the last workgroup take longer
/// than its few rounds (bench/results/tries.md).
static std::string findLastSubgroupObstacle(GridOp grid, ArrayRef<ReducedPlace> places, bool isTree,
                                            const Target &device) {
  constexpr int64_t kMaxNumbers = 4, kMaxGroups = 256;
  if (isTree)
    return "its workgroups combine by a tree";
  if (!device.subgroupBallot)
    return "target '" + device.name + "' has no subgroup ballot";
  if (countNumbers(places) > kMaxNumbers || getMostWorkgroups(grid) > kMaxGroups)
    return "a subgroup takes at most " + std::to_string(kMaxNumbers) + " numbers of each of " +
           std::to_string(kMaxGroups) + " workgroups";
  return {};
}

/// Who combines what the workgroups have. Costs are rounds in which something waits for memory.
static PlanChoice chooseFinish(GridOp grid, ArrayRef<ReducedPlace> places, bool isTree,
                               const Planning &planning) {
  constexpr int64_t kSubgroupRounds = 5, kWorkgroupRounds = 9, kDispatchRounds = 64;
  // More atomic operations than this wait for each other longer than a read of all results takes;
  // of other numbers than words they take longer, and of floats the order is open.
  constexpr int64_t kMaxTotals = 4, kSlowRounds = 16;
  const Target &device = planning.device;
  int64_t totals = countNumbers(places);
  bool areWords = llvm::all_of(places, [](const ReducedPlace &place) {
    Type component = getComponentType(place.value);
    return component.isInteger() && component.getIntOrFloatBitWidth() == 32;
  });
  auto findObstacle = [&](ReduceFinish finish) {
    return findFinishObstacle(places, finish, device, planning.deterministic);
  };
  const std::string fixedOrder = "one dispatch, and the order of combination is fixed";
  PlanChoice choice("finish");
  choice.add({"atomic-totals",
              areWords && totals <= kMaxTotals ? totals : kSlowRounds + totals,
              "one dispatch, and sums of integers have no order",
              findObstacle(ReduceFinish::AtomicTotals),
              {}});
  choice.add({"last-subgroup", kSubgroupRounds, fixedOrder,
              findLastSubgroupObstacle(grid, places, isTree, device), "last-workgroup"});
  choice.add({"last-workgroup", kWorkgroupRounds, fixedOrder, {}, {}});
  choice.add({"atomics",
              kSlowRounds + totals,
              "one dispatch, and nothing is left to combine",
              findObstacle(ReduceFinish::Atomics),
              {}});
  choice.add({"extra-dispatches", kDispatchRounds, "the order of combination is fixed", {}, {}});
  choice.choose(planning.finish);
  return choice;
}

/// `last-workgroup` of the command line.
static ReduceFinish getFinish(std::string value) {
  std::replace(value.begin(), value.end(), '-', '_');
  return *symbolizeReduceFinish(value);
}

/// Whether one atomic operation of 64 bits adds to a total and counts the workgroup. Costs are such
/// operations. What a light body waits for is memory; of a heavy one the end is a tenth of a sum of
/// 100,000 iterations (bench/results/tries.md), which is worth asking for 64-bit atomics.
static PlanChoice chooseTotal(ArrayRef<ReducedPlace> places, bool isHeavy, const Target &device) {
  std::string obstacle = findPackingObstacle(places, device);
  PlanChoice choice("total");
  choice.add({"packed",
              isHeavy ? 1 : 2,
              "one atomic operation adds to the total and counts the workgroup",
              obstacle,
              {}});
  choice.add(
      {"apart",
       isHeavy ? 2 : 1,
       obstacle.empty() ? "an iteration is so light that memory is what it waits for" : obstacle,
       {},
       {}});
  choice.choose();
  return choice;
}

//===------------------------------------------------------------------------------------------===//
// Words
//===------------------------------------------------------------------------------------------===//

StringRef vkmorph::vkm::spellFinish(ReduceFinish finish) {
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
  return (article + spellFinish(finish)).str();
}

//===------------------------------------------------------------------------------------------===//
// The plan
//===------------------------------------------------------------------------------------------===//

static LogicalResult checkSizes(GridOp grid, ArrayRef<ReducedPlace> places, const Target &device) {
  if (places.size() > kMaxPlaces)
    return report(grid.getLoc(), diag::TooManyReductions,
                  {nameOf(grid), std::to_string(places.size()), std::to_string(kMaxPlaces)});
  int64_t bytes = getSharedBytes(places, /*slots=*/1, getDispatchedDims(grid));
  if (bytes > device.sharedMemoryBytes)
    return report(grid.getLoc(), diag::ReductionsTooLarge,
                  {nameOf(grid), std::to_string(bytes), device.name,
                   std::to_string(device.sharedMemoryBytes)});
  return success();
}

/// How many workgroups heavy bodies have, by what finishes them.
static void planHeavyFinish(GridOp grid, ReduceFinish finish) {
  Builder builder(grid.getContext());
  if (finish == ReduceFinish::Atomics && grid.getMostWorkgroups()) {
    grid.removeMostWorkgroupsAttr();
    grid.setMaxWorkgroupsAttr(
        builder.getDenseI32ArrayAttr(kMaxAtomicGroups[grid.getNumDims() - 1]));
  }
  if (finish == ReduceFinish::AtomicTotals && getDispatchedDims(grid) == 1)
    grid.setMaxWorkgroupsAttr(builder.getDenseI32ArrayAttr({kMaxHeavyTotals, 1, 1}));
}

LogicalResult vkmorph::vkm::planReductions(GridOp grid, ArrayRef<ReducedPlace> places,
                                           std::optional<Heavy> heavy, const Planning &planning) {
  if (failed(checkSizes(grid, places, planning.device)))
    return failure();
  PlanChoice strategy = chooseStrategy(places, planning);
  if (!strategy.getRefusal().empty())
    report(grid.getLoc(), diag::StrategyImpossible, {nameOf(grid), strategy.getRefusal().str()});
  bool isTree = strategy.getChosen().value == "tree";
  PlanChoice finish = chooseFinish(grid, places, isTree, planning);
  if (!finish.getRefusal().empty())
    report(grid.getLoc(), diag::FinishImpossible, {nameOf(grid), finish.getRefusal().str()});
  note(grid, strategy);
  note(grid, finish);
  auto by = *symbolizeReduceStrategy(strategy.getChosen().value);
  ReduceFinish with = getFinish(finish.getChosen().value);
  grid.setPlanAttr(ReductionPlanAttr::get(grid.getContext(), by, with));
  int64_t threads = getWorkgroupThreads(grid);
  std::string why = finish.getRefusal().empty() ? finish.getReason() : finish.getRefusal().str();
  if (with == ReduceFinish::AtomicTotals) {
    PlanChoice total = chooseTotal(places, heavy.has_value(), planning.device);
    note(grid, total);
    if (total.getChosen().value == "packed") {
      grid->setAttr(kPackedTotalAttr, UnitAttr::get(grid.getContext()));
      why += ", and " + total.getReason();
    }
  }
  report(grid.getLoc(), diag::PlanReduction,
         {nameOf(grid), isTree ? "a tree in shared memory" : "subgroup operations",
          std::to_string(threads), describe(with), strategy.getReason() + "; " + why});
  if (!heavy)
    return success();
  planHeavyFinish(grid, with);
  report(grid.getLoc(), diag::PlanHeavy,
         {nameOf(grid), std::to_string(heavy->cost), std::to_string(threads),
          std::to_string(*grid.getElementsPerThread()), std::to_string(getMostWorkgroups(grid))});
  return success();
}
