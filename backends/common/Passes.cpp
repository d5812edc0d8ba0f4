//===- Passes.cpp - The back ends' common steps as passes of vkmorph-opt ----------------------===//

#include "backends/common/Passes.h"

#include "backends/common/LegaliseNames.h"
#include "backends/common/Raise.h"

#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

static bool isBody(Operation *op) {
  return isa<FuncOp, ShaderOp, ControlOp, CommandsOp>(op) && !op->getRegion(0).empty();
}

namespace {
struct NameValuesPass : PassWrapper<NameValuesPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(NameValuesPass)
  StringRef getArgument() const final { return "vkm-name-values"; }
  StringRef getDescription() const final {
    return "Names the values that cannot be printed where they are used";
  }
  void runOnOperation() final {
    setPhase(getOperation(), Phase::Raised);
    getOperation().walk([](Operation *op) {
      if (isBody(op))
        nameValues(op);
    });
  }
};

struct LegaliseLocalsPass : PassWrapper<LegaliseLocalsPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LegaliseLocalsPass)
  StringRef getArgument() const final { return "vkm-legalise-locals"; }
  StringRef getDescription() const final {
    return "Makes the names of locals and parameters legal in C++, and distinct from the class's "
           "members";
  }
  void runOnOperation() final {
    llvm::StringSet<> globals;
    getOperation().walk([&](FieldOp field) { globals.insert(field.getSymName()); });
    std::vector<Renaming> renamings;
    getOperation().walk([&](Operation *op) {
      if (isBody(op))
        legaliseLocals(op, getCppNamingRules(), globals, renamings);
    });
  }
};
} // namespace

void vkmorph::registerBackendPasses() {
  PassRegistration<NameValuesPass>();
  PassRegistration<LegaliseLocalsPass>();
}
