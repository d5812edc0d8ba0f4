//===- Alternatives.cpp - What a planned grid could have had instead --------------------------===//

#include "passes/plan/Alternatives.h"

#include "analysis/accesses/MemoryAccesses.h"
#include "analysis/patterns/Dispatches.h"
#include "ir/HostCode.h"
#include "passes/Decisions.h"
#include "passes/plan/PlanRules.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// `last_workgroup` is `last-workgroup` on a command line.
static std::string exchange(StringRef value, char from, char to) {
  std::string spelled = value.str();
  std::replace(spelled.begin(), spelled.end(), from, to);
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

std::vector<ChoiceOfGrid> vkmorph::vkm::listChoices(GridOp grid, const Target &device,
                                                    bool deterministic) {
  std::vector<ChoiceOfGrid> choices;
  ReductionPlanAttr plan = grid.getPlanAttr();
  SmallVector<ReducedPlace> places = collectPlaces(grid);
  RowOp row = grid.getSharedRow();
  if (plan || row) {
    ReduceStrategy strategy = plan ? plan.getStrategy() : row.getPlan()->getStrategy();
    choices.push_back(
        describe("reduction", stringifyReduceStrategy(strategy).str(), [&](StringRef value) {
          if (value != "subgroup")
            return std::string();
          return row ? findSubgroupObstacle(row, device) : findSubgroupObstacle(places, device);
        }));
  }
  if (plan && !places.empty())
    choices.push_back(describe("finish",
                               exchange(stringifyReduceFinish(plan.getFinish()), '_', '-'),
                               [&](StringRef value) {
                                 auto finish = symbolizeReduceFinish(exchange(value, '-', '_'));
                                 return findFinishObstacle(places, *finish, device, deterministic);
                               }));
  grid.getBody().walk([&](Operation *op) {
    auto how = op->getAttrOfType<StringAttr>(kDispatchAttr);
    if (!how)
      return;
    std::optional<Dispatch> dispatch = matchDispatch(op); // none where the iterations are sorted
    choices.push_back(describe("virtual", how.getValue().str(), [&](StringRef value) {
      if (value != "sort" || !dispatch)
        return std::string();
      auto obstacle =
          findSortObstacle(*dispatch, getFieldsWrittenByKernels(grid->getParentOfType<ClassOp>()),
                           grid.getInOrder());
      return obstacle ? obstacle->why : std::string();
    }));
  });
  if (std::optional<AppendStrategy> strategy = getAppendStrategy(grid))
    choices.push_back(
        describe("append", stringifyAppendStrategy(*strategy).str(), [&](StringRef value) {
          bool asksBallot = value == "subgroup" || value == "workgroup";
          if (asksBallot && !device.subgroupBallot)
            return "target '" + device.name + "' has no subgroup ballot";
          auto obstacle = value == "stable" ? findAppendOrderObstacle(grid, grid.getDeviceBounds())
                                            : std::nullopt;
          return obstacle ? obstacle->why.str() : std::string();
        }));
  return choices;
}
