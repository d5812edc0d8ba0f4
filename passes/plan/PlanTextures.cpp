//===- PlanTextures.cpp - Decides which textures samplers of the device read ------------------===//
//
//   vkm.func @bricks_Sample(%u, %v)           vkm.func @bricks_Sample(%u, %v)
//     attributes {vkm.sampling = {...}}   ->    attributes {vkm.sampling = {...}, vkm.by_sampler}
//
// Decides only; LowerTextures follows.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/patterns/Textures.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "passes/plan/Choice.h"
#include "passes/plan/Target.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_PLANTEXTURES
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct PlanTexturesPass : vkm::impl::PlanTexturesBase<PlanTexturesPass> {
  using PlanTexturesBase::PlanTexturesBase;
  void runOnOperation() override;
  void planFunction(FuncOp function, const TextureAnalysis &analysis, bool isMixed);
};
} // namespace

void PlanTexturesPass::planFunction(FuncOp function, const TextureAnalysis &analysis,
                                    bool isMixed) {
  Sampling sampling = *Sampling::of(function);
  std::string obstacle = withoutSamplers.empty()
                             ? analysis.findObstacle(function, isMixed)
                             : "shaders in " + withoutSamplers + " read buffers alone";
  PlanChoice choice("textures", "'" + sampling.name.str() + "'");
  choice.add({"buffers",
              0,
              "samplers weigh texels by a few bits: they are taken where they are asked for",
              {},
              {}});
  choice.add({"samplers", 1, "", obstacle, {}});
  choice.choose(textures);
  note(function->getParentOfType<ClassOp>(), choice);
  if (textures == "buffers")
    return;
  if (!choice.getRefusal().empty()) {
    report(function.getLoc(), diag::TextureRefused,
           {sampling.name.str(), choice.getRefusal().str()});
    return;
  }
  function->setAttr(kBySamplerAttr, UnitAttr::get(&getContext()));
  std::string filter = sampling.filter.str();
  if (sampling.hasLevels())
    filter += ", between levels " + sampling.betweenLevels.str();
  report(function.getLoc(), diag::PlanTexture, {sampling.name.str(), filter});
}

void PlanTexturesPass::runOnOperation() {
  ModuleOp module = getOperation();
  if (failed(checkDecision(module.getLoc(), "textures", textures)))
    return signalPassFailure();
  if (getPhase(module) != Phase::Planned || (textures == "buffers" && !keepsChoices(module)))
    return;
  auto keys = module->getAttrOfType<DictionaryAttr>(kTargetAttr);
  llvm::Expected<Target> device = Target();
  if (keys)
    device = Target::fromAttr(keys);
  // The verifier says what is wrong with it.
  if (!device)
    return llvm::consumeError(device.takeError());
  for (ClassOp parent : module.getOps<ClassOp>()) {
    TextureAnalysis analysis(parent);
    for (FuncOp function : parent.getBody().front().getOps<FuncOp>())
      if (function->hasAttr(kSamplingAttr))
        planFunction(function, analysis, device->nonuniformSampling);
  }
}
