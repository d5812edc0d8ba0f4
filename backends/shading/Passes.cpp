//===- Passes.cpp - Raising and printing by name, for vkmorph-opt and vkmorph-translate -------===//

#include "backends/shading/ShadingBackend.h"

#include "mlir/Pass/Pass.h"
#include "mlir/Tools/mlir-translate/Translation.h"

#include <deque>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::shading;

namespace {
struct RaiseShadersPass : PassWrapper<RaiseShadersPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RaiseShadersPass)
  explicit RaiseShadersPass(const ShadingBackend &backend)
      : backend(&backend), argument("vkm-raise-" + backend.getName().str()),
        description("From the lowered phase to modules of single shaders that " +
                    backend.getTitle().str() + " can say") {}
  RaiseShadersPass(const RaiseShadersPass &other) : RaiseShadersPass(*other.backend) {}

  StringRef getArgument() const final { return argument; }
  StringRef getDescription() const final { return description; }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<vkm::VkmDialect>();
  }
  void runOnOperation() final {
    ModuleOp module = getOperation();
    OwningOpRef<ModuleOp> raised = backend->raise(module);
    if (!raised)
      return signalPassFailure();
    module.getBody()->clear();
    module->setAttrs((*raised)->getAttrDictionary());
    module.getBody()->getOperations().splice(module.getBody()->end(),
                                             raised->getBody()->getOperations());
  }

  const ShadingBackend *backend;
  std::string argument, description;
};
} // namespace

void shading::registerRaisePass(const ShadingBackend &backend) {
  registerPass([&backend] { return std::make_unique<RaiseShadersPass>(backend); });
}

void shading::registerEmitTranslation(const ShadingBackend &backend) {
  // The list of translations keeps references to their names and descriptions.
  static std::deque<std::string> texts;
  const std::string &name = texts.emplace_back("emit-" + backend.getName().str());
  const std::string &description = texts.emplace_back(
      "Prints the shaders of a lowered or raised module in " + backend.getTitle().str());
  TranslateFromMLIRRegistration registration(
      name, description,
      [&backend](Operation *op, llvm::raw_ostream &os) -> LogicalResult {
        auto module = dyn_cast<ModuleOp>(op);
        if (!module)
          return op->emitError("is no module");
        // Parsing loads the dialects that occur; in an empty file none does.
        module.getContext()->loadDialect<vkm::VkmDialect>();
        FailureOr<Shaders> shaders = emitShaders(backend, module);
        if (failed(shaders))
          return failure();
        for (const Shader &shader : shaders->list)
          os << "//--- " << shader.file << "\n" << shader.text;
        return success();
      },
      [](DialectRegistry &registry) { registry.insert<vkm::VkmDialect>(); });
}
