//===- PlanTiles.cpp - Which inner loops read tiles into shared memory ------------------------===//
//
// Where all threads of a workgroup read the same elements one after the other, they may read as
// many as they are at once, and find them in shared memory: one wait for memory where there were
// many. A workgroup waits for its threads twice per tile, so that short loops stay as they are.
//
//===------------------------------------------------------------------------------------------===//

#include "passes/DeviceBounds.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "passes/TiledLoops.h"
#include "passes/Utils.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_PLANTILES
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

// Vulkan guarantees 16 KiB of shared memory; reductions need some of it, and workgroups that take
// more are fewer at once.
static constexpr int64_t kMostBytes = 8 * 1024;

namespace {
struct PlanTilesPass : vkm::impl::PlanTilesBase<PlanTilesPass> {
  using PlanTilesBase::PlanTilesBase;
  void runOnOperation() override;
  void planGrid(GridOp grid);
};
} // namespace

/// Whether the threads of a workgroup take neighbouring iterations, one each at a time.
static bool isTakenOneByOne(GridOp grid) {
  bool isRow = grid.getPlan() && grid.getPlan()->getFinish() == ReduceFinish::Row;
  bool isInOrder = grid->hasAttr(kCountsAttr) || grid->hasAttr(kInOrderAttr);
  return grid.getNumDims() == 1 && !isInOrder && (!grid.getPlan() || isRow) &&
         grid.getUnroll().value_or(1) == 1 && grid.getLoadWidth().value_or(1) == 1 &&
         keepsCounter(grid, 0) && grid.getSteps()[0] == 1 && grid.getPredicate(0) == CmpKind::Lt &&
         grid.getUpper()[0].getType() == grid.getLower()[0].getType();
}

void PlanTilesPass::planGrid(GridOp grid) {
  if (!isTakenOneByOne(grid))
    return;
  int64_t threads = grid.getWorkgroupSizeAttr()[0], bytes = 0;
  for (TiledLoop &tiled : matchTiledLoops(grid, grid.getBody().front())) {
    std::optional<int64_t> trips = getTrips(tiled.loop);
    if (trips && *trips < 2 * threads)
      continue;
    int64_t own = 0;
    SmallVector<std::string> names;
    for (const TiledRead &read : tiled.reads) {
      own += threads * getLayout(grid, read.type).size;
      std::string name = "'" + getArrayName(read.pointer) + "'";
      if (!llvm::is_contained(names, name))
        names.push_back(name);
    }
    if (bytes + own > kMostBytes)
      continue;
    bytes += own;
    tiled.loop->setAttr(kTileAttr, Builder(&getContext()).getI64IntegerAttr(threads));
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
