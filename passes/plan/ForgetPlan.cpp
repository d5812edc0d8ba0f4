//===- ForgetPlan.cpp - Takes a plan back ----------------------------------------------------===//
//
// All that planning does are these attributes: without them, a module is what it was before.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/patterns/Images.h"
#include "analysis/values/GridShape.h"
#include "ir/ClassDataForm.h"
#include "ir/Contraction.h"
#include "ir/HostCode.h"
#include "ir/Textures.h"
#include "ir/VkmAttributes.h"
#include "ir/WordStructs.h"
#include "passes/Passes.h"
#include "passes/plan/Choice.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_FORGETPLAN
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct ForgetPlanPass : vkm::impl::ForgetPlanBase<ForgetPlanPass> {
  using ForgetPlanBase::ForgetPlanBase;
  void runOnOperation() override;
};
} // namespace

// Who adds a decision adds its attribute here, or planning changes more than attributes of the plan
// (test/lit/passes/plan-attributes.test).
static constexpr llvm::StringLiteral kOfGrids[] = {"workgroup_size",  "elements_per_thread",
                                                   "load_width",      "unroll",
                                                   "max_workgroups",  "plan",
                                                   "device_bounds",   "coarsening",
                                                   "most_workgroups", "jammed",
                                                   "in_order",        "by_fill",
                                                   "counted",         "counts"};
static constexpr llvm::StringLiteral kOfLoops[] = {"tile", "tile_turns"};
static constexpr llvm::StringLiteral kOfAppends[] = {"strategy"};
static constexpr llvm::StringLiteral kOfRows[] = {"plan"};
static constexpr llvm::StringLiteral kOfScans[] = {"plan", "wide"};
static constexpr llvm::StringLiteral kOfRanks[] = {"plan"};
static constexpr llvm::StringLiteral kOfScatters[] = {"plan"};
static constexpr llvm::StringLiteral kOfOnces[] = {"folded", "counts"};
static constexpr llvm::StringLiteral kOfAny[] = {
    kTargetAttr,  kFpContractAttr,       kImageAttr,     kImageConversionAttr, kWordsAttr,
    kJoinedAttr,  kUniformClassDataAttr, kLoopOrderAttr, kDispatchAttr,        kPackedTotalAttr,
    kChoicesAttr, kBySamplerAttr};

static void forget(Operation *op, ArrayRef<llvm::StringLiteral> names) {
  for (StringRef name : names)
    op->removeAttr(name);
}

void ForgetPlanPass::runOnOperation() {
  ModuleOp module = getOperation();
  if (getPhase(module) != Phase::Planned)
    return;
  module.walk([](Operation *op) {
    if (isa<GridOp>(op))
      forget(op, kOfGrids);
    else if (isa<ForOp>(op))
      forget(op, kOfLoops);
    else if (isa<AppendOp>(op))
      forget(op, kOfAppends);
    else if (isa<RowOp>(op))
      forget(op, kOfRows);
    else if (isa<RunningOp>(op))
      forget(op, kOfScans);
    else if (isa<RankDigitsOp>(op))
      forget(op, kOfRanks);
    else if (isa<ScatterOp>(op))
      forget(op, kOfScatters);
    else if (isa<OnceOp>(op))
      forget(op, kOfOnces);
    forget(op, kOfAny);
    if (auto function = dyn_cast<FunctionOpInterface>(op))
      for (unsigned index = 0; index < function.getNumArguments(); ++index)
        function.removeArgAttr(index, kImageAttr);
  });
  setPhase(module, Phase::Recognised);
}
