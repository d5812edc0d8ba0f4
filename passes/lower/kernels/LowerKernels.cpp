//===- LowerKernels.cpp - Kernels become shaders and commands, launches bind and run ----------===//
//
//   vkm.kernel @K(%a, %n) {            vkm.shader @K_prologue { P }
//     vkm.once { P }                   vkm.shader @K { for (i = thread; i < n; i += threads) { B }
//     } vkm.grid ... { B }         =>    vkm.commands @K_commands(%n) {
//   }                                    cmd.pipeline @K_prologue ; cmd.push ; cmd.dispatch (1)
//                                        cmd.pipeline @K          ;            cmd.dispatch
//                                        (groups)
//                                      }
//
// Barriers between the dispatches, and between kernels, are placed by vkm-place-barriers.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/accesses/MemoryAccesses.h"
#include "analysis/patterns/Appends.h"
#include "passes/Passes.h"
#include "passes/lower/appends/LowerAppends.h"
#include "passes/lower/appends/OrderedAppends.h"
#include "passes/lower/kernels/GridBodies.h"
#include "passes/lower/kernels/KernelLowering.h"
#include "passes/lower/kernels/LowerControls.h"
#include "passes/lower/kernels/MemberUpdates.h"
#include "transforms/SymbolNames.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_LOWERKERNELS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct LowerKernelsPass : vkm::impl::LowerKernelsBase<LowerKernelsPass> {
  void runOnOperation() override;
};

} // namespace

void LowerKernelsPass::runOnOperation() {
  ModuleOp module = getOperation();
  if (getPhase(module) != Phase::Planned)
    return;
  for (ClassOp op : module.getOps<ClassOp>()) {
    if (failed(checkCounted(op)))
      return signalPassFailure();
    Block &members = op.getBody().front();
    llvm::StringSet<> written = getFieldsWrittenByKernels(op);
    KernelAppends appends = lowerAppends(op);
    SmallVector<KernelOp> kernels(members.getOps<KernelOp>());
    CountedPlaces countedPlaces = makeCountedPlaces(op);
    llvm::StringMap<KernelOp> byName;
    for (KernelOp kernel : kernels) {
      byName[kernel.getSymName()] = kernel;
      if (StringRef name = chooseMethodName(kernel, kernels);
          !lowerToUpdates(kernel, name, appends))
        KernelLowering(kernel, name, appends, written, countedPlaces).run();
    }
    for (Operation &member : members)
      if (isa<ShaderOp, FuncOp>(member))
        dropHostsPart(&member);
    for (ControlOp control : members.getOps<ControlOp>())
      lowerControl(control, byName);
    for (KernelOp kernel : kernels)
      kernel.erase();
    placeFields(op);
  }
  setPhase(module, Phase::Lowered);
}
