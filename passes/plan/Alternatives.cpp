//===- Alternatives.cpp - What a planned grid could have had instead --------------------------===//

#include "passes/plan/Alternatives.h"

#include "analysis/patterns/Appends.h"
#include "analysis/values/GridShape.h"
#include "ir/VkmAttributes.h"
#include "passes/Decisions.h"
#include "passes/plan/PlanRules.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// The option's values, as `last_workgroup` is spelled on a command line.
static std::string spellOption(StringRef value) {
  std::string spelled = value.str();
  std::replace(spelled.begin(), spelled.end(), '_', '-');
  return spelled;
}

/// All values of an option but the one that leaves the choice to the planner, with what stands
/// against each.
static ChoiceOfGrid describe(StringRef option, std::string chosen,
                             llvm::function_ref<std::string(StringRef)> findObstacle) {
  const Decision &decision = getDecision(option);
  ChoiceOfGrid choice{decision.option, std::move(chosen), {}};
  for (StringRef value : decision.values.drop_front())
    if (value != choice.chosen)
      choice.alternatives.push_back({value.str(), findObstacle(value)});
  return choice;
}

/// Why all places of a grid cannot be finished by atomic operations.
static std::string findFinishObstacle(ArrayRef<ReducedPlace> places, StringRef finish,
                                      const Target &device) {
  bool isTotals = finish == "atomic-totals";
  if (!isTotals && finish != "atomics")
    return {};
  for (const ReducedPlace &place : places) {
    std::string obstacle = findAtomicObstacle(place, device, /*deterministic=*/false);
    if (obstacle.empty() && isTotals)
      obstacle = findTotalObstacle(place);
    if (!obstacle.empty())
      return obstacle;
  }
  return {};
}

/// How a grid's elements get their slots; none where it appends nothing.
static std::optional<AppendStrategy> getAppendStrategy(GridOp grid) {
  std::optional<AppendStrategy> strategy;
  walkReached(grid, [&](Operation *op) {
    if (auto append = dyn_cast<AppendOp>(op))
      strategy = append.getStrategy();
  });
  return strategy;
}

std::vector<ChoiceOfGrid> vkmorph::vkm::listChoices(GridOp grid, const Target &device) {
  std::vector<ChoiceOfGrid> choices;
  ReductionPlanAttr plan = grid.getPlanAttr();
  SmallVector<ReducedPlace> places = collectPlaces(grid);
  std::optional<RowLoop> row = plan && places.empty() ? matchRowLoop(grid) : std::nullopt;
  if (plan)
    choices.push_back(describe(
        "reduction", stringifyReduceStrategy(plan.getStrategy()).str(), [&](StringRef value) {
          if (value != "subgroup")
            return std::string();
          return row ? findSubgroupObstacle(*row, device) : findSubgroupObstacle(places, device);
        }));
  if (plan && !places.empty())
    choices.push_back(
        describe("finish", spellOption(stringifyReduceFinish(plan.getFinish())),
                 [&](StringRef value) { return findFinishObstacle(places, value, device); }));
  if (std::optional<AppendStrategy> strategy = getAppendStrategy(grid))
    choices.push_back(
        describe("append", stringifyAppendStrategy(*strategy).str(), [&](StringRef value) {
          bool asksBallot = value == "subgroup" || value == "workgroup";
          if (asksBallot && !device.subgroupBallot)
            return "target '" + device.name + "' has no subgroup ballots";
          if (value == "stable" && keepsOrder(grid))
            return std::string("these loops also combine values by a function");
          return std::string();
        }));
  return choices;
}
