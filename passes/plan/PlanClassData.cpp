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
#include "passes/plan/Choice.h"
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
  void planKernel(KernelOp kernel, const std::string &ofClass);
};
} // namespace

/// How a kernel is given the class data. Costs are times of a read of a table, in halves: at one
/// place for all threads it is read at twice the speed from a uniform buffer, elsewhere one by one.
static PlanChoice chooseForm(KernelOp kernel, const std::string &ofClass, TableReads &reads,
                             StringRef asked) {
  constexpr int64_t kAlike = 1, kStorage = 2, kOneByOne = 32;
  std::string obstacle = ofClass.empty() ? findUniformObstacle(kernel) : ofClass;
  std::string reason = obstacle;
  if (obstacle.empty()) {
    reads = findTableReads(kernel);
    reason = reads.table.empty()     ? "it reads no array of the class by a subscript"
             : reads.differs.empty() ? ""
                                     : "threads read '" + reads.differs + "' at different places";
  }
  PlanChoice choice("class-data");
  choice.add({"storage", kStorage, reason, {}, {}});
  choice.add({"uniform",
              reads.table.empty()     ? kStorage
              : reads.differs.empty() ? kAlike
                                      : kOneByOne,
              "it only reads it, and all threads read '" + reads.table + "' at the same place",
              obstacle, "auto"});
  choice.choose(asked);
  return choice;
}

void PlanClassDataPass::planKernel(KernelOp kernel, const std::string &ofClass) {
  TableReads reads;
  PlanChoice choice = chooseForm(kernel, ofClass, reads, classData);
  note(kernel, choice);
  if (choice.getChosen().value == "storage")
    return;
  kernel->setAttr(kUniformClassDataAttr, UnitAttr::get(&getContext()));
  report(kernel.getLoc(), diag::PlanUniform,
         {kernel.getDisplayName().str(), choice.getChosen().reason});
}

void PlanClassDataPass::runOnOperation() {
  if (failed(checkDecision(getOperation().getLoc(), "class-data", classData)))
    return signalPassFailure();
  bool isKept = keepsChoices(getOperation());
  if (getPhase(getOperation()) != Phase::Planned || (classData == "storage" && !isKept))
    return;
  auto keys = getOperation()->getAttrOfType<DictionaryAttr>(kTargetAttr);
  llvm::Expected<Target> device = Target();
  if (keys)
    device = Target::fromAttr(keys);
  // The verifier says what is wrong with it.
  if (!device)
    return llvm::consumeError(device.takeError());
  for (ClassOp op : getOperation().getOps<ClassOp>()) {
    if (!hasTables(op))
      continue;
    std::string obstacle = findUniformObstacle(op, *device);
    if (obstacle.empty() || isKept)
      op.walk([&](KernelOp kernel) { planKernel(kernel, obstacle); });
  }
}
