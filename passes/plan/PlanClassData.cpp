//===- PlanClassData.cpp - Which kernels are given the class data as a uniform buffer --------===//
//
// Devices have a path of its own for small data that all threads of a subgroup read at the same
// place: a table of weights that an inner loop goes through is read at twice the speed there
// (docs/Rationale.md). Elsewhere such a read is slower, since the places are taken one by one; and
// a few scalars that a kernel reads once make no difference.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/patterns/ClassData.h"
#include "ir/ClassDataForm.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "passes/plan/PlanRules.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_PLANCLASSDATA
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct PlanClassDataPass : vkm::impl::PlanClassDataBase<PlanClassDataPass> {
  using PlanClassDataBase::PlanClassDataBase;
  void runOnOperation() override;
  void planKernel(KernelOp kernel);
};
} // namespace

void PlanClassDataPass::planKernel(KernelOp kernel) {
  if (!findUniformObstacle(kernel).empty())
    return;
  TableReads reads = findTableReads(kernel);
  if (reads.table.empty() || !reads.differs.empty())
    return;
  kernel->setAttr(kUniformClassDataAttr, UnitAttr::get(&getContext()));
  report(kernel.getLoc(), diag::PlanUniform, {kernel.getDisplayName().str(), reads.table});
}

void PlanClassDataPass::runOnOperation() {
  if (classData != "auto" && classData != "storage") {
    report(getOperation().getLoc(), diag::OptionUnknown,
           {"class-data", classData, "auto, storage"});
    return signalPassFailure();
  }
  if (getPhase(getOperation()) != Phase::Planned || classData == "storage")
    return;
  auto keys = getOperation()->getAttrOfType<DictionaryAttr>(kTargetAttr);
  llvm::Expected<Target> device = Target();
  if (keys)
    device = Target::fromAttr(keys);
  // The verifier says what is wrong with it.
  if (!device)
    return llvm::consumeError(device.takeError());
  for (ClassOp op : getOperation().getOps<ClassOp>())
    if (hasTables(op) && findUniformObstacle(op, *device).empty())
      op.walk([&](KernelOp kernel) { planKernel(kernel); });
}
