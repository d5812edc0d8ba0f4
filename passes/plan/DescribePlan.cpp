//===- DescribePlan.cpp - The planner's decisions in words ------------------------------------===//

#include "analysis/patterns/Appends.h"
#include "analysis/patterns/Callables.h"
#include "analysis/patterns/RowLoops.h"
#include "analysis/patterns/Scans.h"
#include "ir/ClassDataForm.h"
#include "ir/Places.h"
#include "ir/VkmAttributes.h"
#include "ir/WordStructs.h"
#include "passes/plan/Plan.h"
#include "passes/plan/Planning.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

std::vector<std::string> vkmorph::vkm::describeDecisions(ModuleOp planned) {
  std::vector<std::string> lines;
  planned.walk([&](GridOp grid) {
    if (grid.getCountsAppends())
      return;
    std::string line = grid->getParentOfType<KernelOp>().getDisplayName().str() + ": ";
    if (grid.getByFill()) {
      lines.push_back(line + "fills by commands");
      return;
    }
    ArrayRef<int32_t> size = grid.getWorkgroupSizeAttr().asArrayRef();
    line += runsCallables(grid) ? "callable shaders" : "workgroup " + std::to_string(size[0]);
    for (unsigned dim = 1; dim < grid.getNumDims() && !grid.getInOrder() && !runsCallables(grid);
         ++dim)
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
      describe(plan.getStrategy(), spellFinish(plan.getFinish()));
      if (grid->hasAttr(kPackedTotalAttr))
        line += " that count workgroups";
    }
    if (auto tile = grid->getAttrOfType<IntegerAttr>(kStepTileAttr))
      line += ", tiles of " + std::to_string(tile.getInt()) + " x " +
              std::to_string(tile.getInt()) + " iterations";
    if (RowOp row = grid.getSharedRow()) {
      for (unsigned index = 0; index < row.getAccumulators().size(); ++index)
        places.push_back(row.getVariable(index).getName().str());
      describe(row.getPlan()->getStrategy(), "row");
      if (int64_t columns = row.getPlan()->getColumns())
        line += ", " + std::to_string(columns) + " side by side";
      if (int64_t lanes = row.getPlan()->getLanes())
        line += ", " + std::string(lanes == row.getPlan()->getLeast() ? "" : "up to ") +
                std::to_string(lanes) + " threads for each";
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
    SmallVector<std::string> totals;
    for (RunningOp running : collectRunning(grid))
      totals.push_back(spellPlace(running.getField(), running.getSteps()));
    if (!totals.empty())
      line += ", running " + llvm::join(totals, ", ") +
              ": what shares of workgroups give is computed first";
    for (const auto &[name, plan] : listScatters(grid))
      line += ", updates of " + name + ": " + describeScatter(plan);
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
  SmallVector<StringRef> textures;
  planned.walk([&](FieldOp field) {
    if (field.isTexture())
      textures.push_back(field.getSymName());
  });
  if (!textures.empty())
    lines.push_back("textures: " + llvm::join(textures, ", "));
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
