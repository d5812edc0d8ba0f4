//===- NameLaunches.cpp - Calls of kernels become launches ------------------------------------===//
//
//   kernel1D_Blur(image, n);    =>    vkm.launch @kernel1D_Blur(%image, %n)
//
// What a launch is given are distinct arrays: iterations and hazards are judged so.
//
//===------------------------------------------------------------------------------------------===//

#include "ir/Effects.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_NAMELAUNCHES
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct NameLaunchesPass : vkm::impl::NameLaunchesBase<NameLaunchesPass> {
  void runOnOperation() override;
};
} // namespace

/// Iterations and hazards are judged with parameters that are distinct arrays.
static LogicalResult checkDistinctBuffers(LaunchOp launch, KernelOp kernel) {
  EffectSet effects = getEffects(kernel.getBody());
  for (auto [index, operand] : llvm::enumerate(launch.getOperands()))
    for (unsigned other = 0; other < index; ++other)
      if (isa<PtrType>(operand.getType()) && operand == launch.getOperands()[other] &&
          (effects.writesAny({{}, kernel.getArgument(index)}) ||
           effects.writesAny({{}, kernel.getArgument(other)})))
        return report(launch.getLoc(), diag::BufferTwice,
                      {kernel.getArgName(other).str(), kernel.getArgName(index).str(),
                       kernel.getSymName().str()});
  return success();
}

static LogicalResult nameLaunches(ControlOp control) {
  auto parent = control->getParentOfType<ClassOp>();
  LogicalResult result = success();
  control.walk([&](CallOp call) {
    auto kernel = parent.lookupSymbol<KernelOp>(call.getCallee());
    if (!kernel)
      return;
    OpBuilder builder(call);
    auto launch = builder.create<LaunchOp>(call.getLoc(), call.getCalleeAttr(), call.getOperands());
    launch->setDiscardableAttrs(call->getDiscardableAttrDictionary());
    call.erase();
    if (failed(checkDistinctBuffers(launch, kernel)))
      result = failure();
  });
  // What inlined functions computed for a result that nobody takes.
  eraseDeadExpressions(control.getBody());
  return result;
}

void NameLaunchesPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Imported)
    return;
  for (ClassOp op : getOperation().getOps<ClassOp>())
    for (ControlOp control : op.getBody().front().getOps<ControlOp>())
      if (failed(nameLaunches(control)))
        signalPassFailure();
}
