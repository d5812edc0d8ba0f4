//===- Passes.cpp - The steps to GLSL as passes of vkmorph-opt --------------------------------===//

#include "backends/glsl/Glsl.h"

#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace {
struct RaiseGlslPass : PassWrapper<RaiseGlslPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RaiseGlslPass)
  StringRef getArgument() const final { return "vkm-raise-glsl"; }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<vkm::VkmDialect>();
  }
  StringRef getDescription() const final {
    return "From the lowered phase to modules of single shaders that GLSL can say";
  }
  void runOnOperation() final {
    ModuleOp module = getOperation();
    OwningOpRef<ModuleOp> raised = glsl::raiseToGlsl(module);
    if (!raised)
      return signalPassFailure();
    module.getBody()->clear();
    module->setAttrs((*raised)->getAttrDictionary());
    module.getBody()->getOperations().splice(module.getBody()->end(),
                                             raised->getBody()->getOperations());
  }
};
} // namespace

void vkmorph::glsl::registerGlslPasses() { PassRegistration<RaiseGlslPass>(); }
