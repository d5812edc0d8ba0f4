//===- PlanCoarsening.cpp - Which threads take several iterations ----------------------------===//
//
// A device takes time to start a workgroup, in which one that adds two numbers in each thread would
// have been done. Where a grid has far more workgroups than run at once, fewer of them take several
// iterations in each thread: thread coarsening. Where the loops inside of the iterations read the
// same elements, a thread takes neighbouring iterations together and reads these once: unroll and
// jam.
//
//===------------------------------------------------------------------------------------------===//

#include "passes/BodyCost.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "passes/PlanRules.h"
#include "passes/UnrollAndJam.h"
#include "passes/Utils.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_PLANCOARSENING
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct PlanCoarseningPass : vkm::impl::PlanCoarseningBase<PlanCoarseningPass> {
  using PlanCoarseningBase::PlanCoarseningBase;
  void runOnOperation() override;
};
} // namespace

// Measured on one large GPU (docs/Performance.md) against 1, 2, 8 and 16.
static constexpr int64_t kCoarsening = 4;
// Where an iteration costs more, a workgroup runs far longer than it takes to start.
static constexpr int64_t kMostCost = 1024;

// More variables than that, of 32 bits, leave a thread too few registers for the rest.
static constexpr int64_t kMostWords = 32;
// Beyond this the text of a body is too long to stand in the shader twice.
static constexpr int64_t kMostOperations = 256;

/// How many neighbouring iterations a thread should take together, which share what the loops
/// inside of them read; 1 where they share nothing, or cannot.
static int64_t chooseJam(GridOp grid) {
  if (!findJamObstacle(grid).empty())
    return 1;
  JammedBody body(grid.getBody(), grid.getBody().getArgument(0));
  int64_t operations = 0;
  grid.walk([&](Operation *) { ++operations; });
  if (!body.sharesReads(grid.getBody().getArguments().drop_front()) || operations > kMostOperations)
    return 1;
  std::optional<int64_t> words = body.countWords();
  if (!words)
    return 1;
  return kCoarsening * *words <= kMostWords ? kCoarsening : 2 * *words <= kMostWords ? 2 : 1;
}

void PlanCoarseningPass::runOnOperation() {
  if (coarsening != "auto" && coarsening != "never") {
    report(getOperation().getLoc(), diag::OptionUnknown, {"coarsening", coarsening, "auto, never"});
    return signalPassFailure();
  }
  if (getPhase(getOperation()) != Phase::Planned || coarsening == "never")
    return;
  Builder builder(&getContext());
  getOperation().walk([&](GridOp grid) {
    if (int64_t factor = chooseJam(grid); factor > 1) {
      grid->setAttr(kCoarseningAttr, builder.getI64IntegerAttr(factor));
      grid->setAttr(kJammedAttr, builder.getUnitAttr());
    } else if (findCoarseningObstacle(grid).empty() && estimateCost(grid.getBody()) <= kMostCost) {
      grid->setAttr(kCoarseningAttr, builder.getI64IntegerAttr(kCoarsening));
    }
  });
}
