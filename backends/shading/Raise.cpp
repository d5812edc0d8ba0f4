//===- Raise.cpp - From a lowered module to one module for each shader ------------------------===//

#include "backends/shading/raise/Raise.h"
#include "backends/Diagnostics.h"
#include "ir/Contraction.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::shading;
using namespace vkmorph::vkm;

/// A module without a class is in all phases.
static LogicalResult checkPhase(ModuleOp module, StringRef language) {
  Phase phase = getPhase(module);
  bool isEmpty = module.getOps<ClassOp>().empty() && phase != Phase::Raised;
  if (isEmpty && module.walk([](ClassOp) { return WalkResult::interrupt(); }).wasInterrupted())
    return report(module.getLoc(), backends::diag::ShaderModulesInside);
  if (phase == Phase::Lowered || isEmpty)
    return success();
  return report(module.getLoc(), backends::diag::ShaderPhase,
                {stringifyPhase(phase).str(),
                 phase == Phase::Raised
                     ? "print it as it is: vkmorph-translate --emit-" + language.str()
                     : std::string("lower it before: vkmorph-opt --vkm-lower")});
}

bool RaiseOptions::hasFlag(StringRef key) const {
  auto flag = target ? target.getAs<BoolAttr>(key) : BoolAttr();
  return flag && flag.getValue();
}

OwningOpRef<ModuleOp> ShadingBackend::raise(ModuleOp lowered) const {
  if (failed(checkPhase(lowered, getName())))
    return {};
  RaiseOptions options;
  options.target = lowered->getAttrOfType<DictionaryAttr>(kTargetAttr);
  options.contracts = lowered->hasAttr(kFpContractAttr);
  OwningOpRef<ModuleOp> raised = splitShaders(lowered);
  for (ModuleOp module : raised->getOps<ModuleOp>())
    if (failed(raiseShader(module, options)))
      return {};
  return raised;
}
