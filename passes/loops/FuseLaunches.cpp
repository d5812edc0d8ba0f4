//===- FuseLaunches.cpp - Launches that are planned to be one become one ----------------------===//
//
//   launch @Scale(in, out, n)
//   launch @Shift(out, soft, n) {vkm.fused}      =>      launch @ScaleThenShift(in, out, n, soft)
//
// Kernels that nothing launches any more are gone then. PlanFusion has proved that this means the
// same.
//
//===------------------------------------------------------------------------------------------===//

#include "ir/ClassSymbols.h"
#include "ir/Recognisers.h"
#include "passes/Passes.h"
#include "transforms/FuseKernels.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_FUSELAUNCHES
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct FuseLaunchesPass : vkm::impl::FuseLaunchesBase<FuseLaunchesPass> {
  void runOnOperation() override;
};
} // namespace

/// Fuses the launches of a control function; those of three become one in two steps.
static void fuse(ControlOp control, llvm::SetVector<KernelOp> &launched) {
  SmallVector<LaunchOp> planned;
  control.walk([&](LaunchOp launch) {
    if (launch->hasAttr(kFusedAttr))
      planned.push_back(launch);
  });
  for (LaunchOp second : planned) {
    LaunchOp first = findLaunchBefore(second);
    for (LaunchOp launch : {first, second})
      launched.insert(lookupInClass<KernelOp>(launch, launch.getKernel()));
    FusedLaunch fused = fuseLaunches(first, second);
    finish(fused, first, second);
  }
}

void FuseLaunchesPass::runOnOperation() {
  if (!beginRecogniser(getOperation(), getArgument()))
    return;
  for (ClassOp op : getOperation().getOps<ClassOp>()) {
    llvm::SetVector<KernelOp> launched;
    for (ControlOp control : llvm::to_vector(op.getBody().front().getOps<ControlOp>()))
      fuse(control, launched);
    // One walk for all of them: a class may have hundreds of kernels.
    SymbolTableCollection symbols;
    SymbolUserMap users(symbols, op);
    for (KernelOp kernel : launched)
      if (users.useEmpty(kernel))
        kernel.erase();
  }
}
