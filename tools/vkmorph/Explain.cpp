//===- Explain.cpp - What was decided, and why, in words and as JSON --------------------------===//

#include "Explain.h"

#include "analysis/values/GridShape.h"
#include "ir/Diagnostics.h"
#include "ir/Places.h"
#include "ir/VkmAttributes.h"
#include "ir/VkmDialect.h"
#include "ir/WordStructs.h"
#include "passes/Decisions.h"
#include "passes/plan/Choice.h"
#include "passes/plan/PlanRules.h"
#include "passes/plan/Target.h"
#include "transforms/FuseKernels.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::tool;
using namespace vkmorph::vkm;

static void explainDispatches(ClassOp op, llvm::raw_ostream &os) {
  for (CommandsOp commands : op.getBody().front().getOps<CommandsOp>()) {
    os << "kernel " << commands.getDisplay() << ":\n";
    if (auto parts = commands->getAttrOfType<ArrayAttr>(kFusesAttr))
      os << "  " << llvm::join(parts.getAsValueRange<StringAttr>(), ", ")
         << " in one dispatch, which saves " << parts.size() - 1
         << (parts.size() == 2 ? " dispatch and a barrier" : " dispatches with their barriers")
         << "\n";
    for (CmdFillOp fill : commands.getBody().front().getOps<CmdFillOp>())
      os << "  fill of " << fill.getField() << ": a transfer stores one number, without a shader\n";
    for (CmdPipelineOp pipeline : commands.getBody().front().getOps<CmdPipelineOp>()) {
      auto shader = op.lookupSymbol<ShaderOp>(pipeline.getShader());
      ArrayRef<int32_t> size = shader.getLocalSize();
      if (shader.getStage() == ShaderStage::RayGeneration) {
        os << "  rays of " << shader.getSymName()
           << ", which runs callable shaders: " << shader.getDoc() << "\n";
        continue;
      }
      os << "  dispatch of " << shader.getSymName() << ", workgroups of " << size[0] << " x "
         << size[1] << " x " << size[2] << ": " << shader.getDoc() << "\n";
    }
  }
}

void vkmorph::tool::explain(ModuleOp lowered, const Explain &topics,
                            const std::vector<std::string> &decisions, llvm::raw_ostream &os) {
  if (topics.reductions)
    for (const std::string &decision : decisions)
      os << decision << "\n";
  for (ClassOp op : lowered.getOps<ClassOp>()) {
    if (topics.dispatch)
      explainDispatches(op, os);
    if (topics.barriers)
      explainBarriers(op, os);
  }
}

static llvm::json::Value toJson(Location loc) {
  FileLineColLoc begin = getSourceBegin(loc);
  if (!begin)
    return nullptr;
  return llvm::json::Object{{"file", begin.getFilename().getValue()},
                            {"line", begin.getLine()},
                            {"column", begin.getColumn()}};
}

/// One choice: what was chosen and why, and what stands for or against each of the other ways. An
/// option can ask for a way where it has that value.
static llvm::json::Object describeChoice(DictionaryAttr choice) {
  StringRef subject = choice.getAs<StringAttr>("subject");
  auto decision =
      llvm::find_if(getDecisions(), [&](const Decision &row) { return row.option == subject; });
  bool hasOption = decision != getDecisions().end();
  llvm::json::Array alternatives;
  for (auto keys : choice.getAs<ArrayAttr>("alternatives").getAsRange<DictionaryAttr>()) {
    StringRef value = keys.getAs<StringAttr>("value");
    llvm::json::Object alternative{{"value", value}};
    if (auto cost = keys.getAs<IntegerAttr>("cost"))
      alternative["cost"] = cost.getInt();
    if (auto obstacle = keys.getAs<StringAttr>("obstacle"))
      alternative["obstacle"] = obstacle.getValue();
    auto asked = keys.getAs<StringAttr>("asked");
    if (asked && hasOption && llvm::is_contained(decision->values, asked.getValue()))
      alternative["ask"] = ("--" + subject + "=" + asked.getValue()).str();
    alternatives.push_back(std::move(alternative));
  }
  llvm::json::Object object{{"subject", subject},
                            {"chosen", choice.getAs<StringAttr>("chosen").getValue()},
                            {"reason", choice.getAs<StringAttr>("reason").getValue()},
                            {"cost", choice.getAs<IntegerAttr>("cost").getInt()},
                            {"alternatives", std::move(alternatives)}};
  if (hasOption)
    object["option"] = subject;
  if (auto about = choice.getAs<StringAttr>("about"))
    object["about"] = about.getValue();
  return object;
}

/// The choices about an operation, and about loops in it.
static llvm::json::Array describeChoices(Operation *op) {
  llvm::json::Array choices;
  auto add = [&](Operation *on) {
    for (DictionaryAttr choice : getChoices(on))
      choices.push_back(describeChoice(choice));
  };
  add(op);
  if (isa<GridOp>(op))
    op->walk([&](Operation *inner) {
      if (inner != op)
        add(inner);
    });
  return choices;
}

static llvm::json::Object describeGrid(GridOp grid) {
  llvm::json::Array size, reductions;
  for (int32_t threads : grid.getWorkgroupSizeAttr().asArrayRef())
    size.push_back(threads);
  grid.walk([&](ReductionOpInterface reduce) {
    if (!isPart(reduce))
      reductions.push_back(llvm::json::Object{
          {"place", spellPlace(reduce.getFieldAttr().getValue(), reduce.getSteps())},
          {"operation", reduce.getOperationTitle()},
          {"location", toJson(reduce.getLoc())}});
  });
  llvm::json::Object object{{"dimensions", grid.getNumDims()}, {"workgroupSize", std::move(size)}};
  if (llvm::json::Array choices = describeChoices(grid); !choices.empty())
    object["choices"] = std::move(choices);
  if (getLoopOrder(grid))
    object["fastest"] = grid.getCounterName(getPlannedDim(grid, grid.getNumDims() - 1));
  if (auto coarsening = grid.getCoarseningAttr())
    object["coarsening"] = coarsening.getInt();
  if (grid.getJammed())
    object["jammed"] = true;
  if (grid.getDeviceBounds())
    object["dispatch"] = "indirect";
  ReductionPlanAttr plan = grid.getPlanAttr();
  RowOp row = grid.getSharedRow();
  if (plan || row) {
    object["reductions"] = std::move(reductions);
    if (grid.getElementsPerThread() && !row)
      object["elementsPerThread"] = *grid.getElementsPerThread();
    object["maxWorkgroups"] = getMostWorkgroups(grid);
    object["strategy"] =
        stringifyReduceStrategy(plan ? plan.getStrategy() : row.getPlan()->getStrategy());
    object["finish"] = plan ? stringifyReduceFinish(plan.getFinish()) : "row";
  }
  return object;
}

std::string vkmorph::tool::makeReport(ModuleOp planned) {
  llvm::json::Array kernels;
  std::string className;
  llvm::json::Array choices;
  auto target = planned->getAttrOfType<DictionaryAttr>(kTargetAttr);
  // The planner has put it there, and the verifier has read it.
  Target device = llvm::cantFail(Target::fromAttr(target));
  for (ClassOp op : planned.getOps<ClassOp>()) {
    className = op.getQualifiedName();
    choices = describeChoices(op);
  }
  planned.walk([&](KernelOp kernel) {
    llvm::json::Array parts;
    for (Operation &op : kernel.getBody().front()) {
      if (auto grid = dyn_cast<GridOp>(op))
        parts.push_back(describeGrid(grid));
      else if (auto once = dyn_cast<OnceOp>(op))
        parts.push_back(llvm::json::Object{{"once", once.getFolded() ? "folded" : "own dispatch"},
                                           {"choices", describeChoices(once)}});
    }
    llvm::json::Object object{{"name", kernel.getSymName()},
                              {"location", toJson(kernel.getLoc())},
                              {"parts", std::move(parts)}};
    if (llvm::json::Array ofKernel = describeChoices(kernel); !ofKernel.empty())
      object["choices"] = std::move(ofKernel);
    if (auto names = kernel->getAttrOfType<ArrayAttr>(kWordsAttr)) {
      llvm::json::Array words;
      for (StringAttr name : names.getAsRange<StringAttr>())
        words.push_back(name.getValue());
      object["words"] = std::move(words);
    }
    kernels.push_back(std::move(object));
  });
  llvm::json::Object report{
      {"class", className}, {"kernels", std::move(kernels)}, {"target", device.name}};
  if (!choices.empty())
    report["choices"] = std::move(choices);
  std::string text;
  llvm::raw_string_ostream os(text);
  os << llvm::formatv("{0:2}", llvm::json::Value(std::move(report))) << "\n";
  return text;
}
