//===- Recognisers.cpp - Which steps of recognition have run on a module ----------------------===//

#include "ir/Recognisers.h"

#include "ir/VkmDialect.h"

using namespace mlir;
using namespace vkmorph::vkm;

// In the order of the pipeline (passes/Pipelines.cpp).
static constexpr llvm::StringLiteral kRecognisers[] = {"vkm-recognise-grids",
                                                       "vkm-defer-members",
                                                       "vkm-inline-accumulations",
                                                       "vkm-recognise-arg-reductions",
                                                       "vkm-keep-last-written",
                                                       "vkm-set-equal-values",
                                                       "vkm-recompute-previous",
                                                       "vkm-recognise-last-values",
                                                       "vkm-recognise-recurrences",
                                                       "vkm-merge-states",
                                                       "vkm-split-totals",
                                                       "vkm-recognise-scans",
                                                       "vkm-recognise-reductions",
                                                       "vkm-narrow-sizes",
                                                       "vkm-recognise-compactions",
                                                       "vkm-nest-rows",
                                                       "vkm-check-appends",
                                                       "vkm-recognise-scatters",
                                                       "vkm-let-last-write",
                                                       "vkm-keep-old-elements",
                                                       "vkm-distribute-loops",
                                                       "vkm-order-iterations",
                                                       "vkm-check-independence",
                                                       "vkm-plan-fusion",
                                                       "vkm-fuse-launches",
                                                       "vkm-infer-extents",
                                                       "vkm-allow-identical",
                                                       "vkm-copy-old-elements",
                                                       "vkm-run-apart",
                                                       "vkm-plan-steps",
                                                       "vkm-split-steps",
                                                       "vkm-keep-elements",
                                                       "vkm-recognise-rows"};

static SmallVector<StringRef> getList(ModuleOp module) {
  auto list = module->getAttrOfType<ArrayAttr>(kRecognisedByAttr);
  return list ? llvm::to_vector(list.getAsValueRange<StringAttr>()) : SmallVector<StringRef>();
}

static void setList(ModuleOp module, ArrayRef<StringRef> list) {
  module->setAttr(kRecognisedByAttr, Builder(module.getContext()).getStrArrayAttr(list));
}

void vkmorph::vkm::beginRecognition(ModuleOp module, StringRef pass) {
  setPhase(module, Phase::Recognised);
  setList(module, pass);
}

bool vkmorph::vkm::beginRecogniser(ModuleOp module, StringRef pass) {
  if (getPhase(module) != Phase::Recognised)
    return false;
  SmallVector<StringRef> list = getList(module);
  if (!list.empty() && !llvm::is_contained(list, pass)) {
    list.push_back(pass);
    setList(module, list);
  }
  return true;
}

void vkmorph::vkm::forEachOpenGrid(ModuleOp module, llvm::function_ref<void(GridOp)> visit) {
  module.walk([&](KernelOp kernel) {
    if (!kernel->hasAttr(kAssumeIndependentAttr))
      for (GridOp grid : llvm::to_vector(kernel.getBody().front().getOps<GridOp>()))
        visit(grid);
  });
}

StringRef vkmorph::vkm::findMissingRecogniser(ModuleOp module) {
  SmallVector<StringRef> list = getList(module);
  if (!list.empty())
    for (StringRef step : kRecognisers)
      if (!llvm::is_contained(list, step))
        return step;
  return "";
}

LogicalResult vkmorph::vkm::verifyRecognisedBy(Operation *module, Attribute list) {
  if (getPhase(module) != Phase::Recognised)
    return module->emitOpError("lists steps of recognition in ")
           << kRecognisedByAttr << ", and is in the phase '" << stringifyPhase(getPhase(module))
           << "'";
  for (StringRef step : cast<ArrayAttr>(list).getAsValueRange<StringAttr>())
    if (!llvm::is_contained(kRecognisers, step))
      return module->emitOpError("lists '")
             << step << "' in " << kRecognisedByAttr << ", which is no step of recognition";
  return success();
}
