//===- PlanTiles.cpp - Which inner loops read tiles into shared memory ------------------------===//
//
// Where all threads of a workgroup read the same elements one after the other, they may read as
// many as they are at once, and find them in shared memory: one wait for memory where there were
// many. A workgroup waits for its threads twice per tile, so that short loops stay as they are.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/patterns/TiledLoops.h"
#include "ir/Places.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "passes/plan/PlanRules.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_PLANTILES
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct PlanTilesPass : vkm::impl::PlanTilesBase<PlanTilesPass> {
  using PlanTilesBase::PlanTilesBase;
  void runOnOperation() override;
  void planGrid(GridOp grid);
};
} // namespace

/// Whether compilers of devices may write the loop out several times: little to do, no branches.
static bool isShort(ForOp loop) {
  constexpr int64_t kMostOperations = 128;
  int64_t operations = 0;
  for (Operation &op : loop.getBody().front()) {
    if (op.getNumRegions() > 0 || isa<CallOp>(op))
      return false;
    ++operations;
  }
  return operations <= kMostOperations;
}

void PlanTilesPass::planGrid(GridOp grid) {
  if (!takesOneByOne(grid))
    return;
  // Measured on one large GPU (bench/results/tries.md) against 1, 4, 8 and 32.
  constexpr int64_t kTurns = 16;
  Builder builder(&getContext());
  int64_t threads = grid.getWorkgroupSizeAttr()[0];
  // Those that combine rows need some as well.
  RowOp row = grid.getSharedRow();
  for (TiledLoop &tiled :
       chooseTiledLoops(grid, threads, row ? row.getSharedBytes(threads, /*dims=*/1) : 0)) {
    SmallVector<std::string> names;
    for (const TiledRead &read : tiled.reads) {
      std::string name = ("'" + getRootName(getRoot(read.pointer)) + "'").str();
      if (!llvm::is_contained(names, name))
        names.push_back(name);
    }
    tiled.loop.setTileAttr(builder.getI64IntegerAttr(threads));
    if (isShort(tiled.loop) && threads % kTurns == 0)
      tiled.loop.setTileTurnsAttr(builder.getI64IntegerAttr(kTurns));
    report(tiled.loop.getLoc(), diag::PlanTiles,
           {grid->getParentOfType<KernelOp>().getSymName().str(), llvm::join(names, ", "),
            std::to_string(threads)});
  }
}

void PlanTilesPass::runOnOperation() {
  if (tiles != "auto" && tiles != "never") {
    report(getOperation().getLoc(), diag::OptionUnknown, {"tiles", tiles, "auto, never"});
    return signalPassFailure();
  }
  auto target = getOperation()->getAttrOfType<DictionaryAttr>(kTargetAttr);
  auto isSoftware = target ? target.getAs<BoolAttr>("software_device") : BoolAttr();
  bool isWanted = tiles == "auto" && !(isSoftware && isSoftware.getValue());
  if (getPhase(getOperation()) == Phase::Planned && isWanted)
    getOperation().walk([&](GridOp grid) { planGrid(grid); });
}
