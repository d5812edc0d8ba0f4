//===- PlanTiles.cpp - Which inner loops read tiles into shared memory ------------------------===//
//
// Where all threads of a workgroup read the same elements one after the other, they may read as
// many as they are at once, and find them in shared memory: one wait for memory where there were
// many. A workgroup waits for its threads twice per tile, so that short loops stay as they are.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/patterns/Appends.h"
#include "analysis/patterns/Callables.h"
#include "analysis/patterns/Rounds.h"
#include "analysis/patterns/TiledLoops.h"
#include "ir/Places.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "passes/plan/Choice.h"
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
  void planGrid(GridOp grid, bool isSoftware);
};
} // namespace

/// Whether compilers of devices may write the loop out several times: little to do, no branches.
static bool mayBeUnrolled(ForOp loop) {
  constexpr int64_t kMostOperations = 128;
  int64_t operations = 0;
  for (Operation &op : loop.getBody().front()) {
    if (op.getNumRegions() > 0 || isa<CallOp>(op))
      return false;
    ++operations;
  }
  return operations <= kMostOperations;
}

/// Costs are waits for memory of a thread, for as many elements as a tile has.
static PlanChoice chooseTile(const TileCandidate &candidate, int64_t threads, StringRef asked,
                             bool isSoftware) {
  TiledLoop tiled = candidate.tiled;
  PlanChoice choice("tiles", ("the loop over '" + tiled.loop.getName() + "'").str());
  // The shared memory of a CPU is memory like any other, and its threads wait at barriers.
  choice.add({std::to_string(threads), isSoftware ? 2 * threads : 3,
              "all of their threads need the same", candidate.obstacle, "auto"});
  choice.add({"never",
              threads,
              isSoftware ? "shared memory of a software device is memory like any other"
                         : candidate.obstacle,
              {},
              {}});
  choice.choose(asked);
  return choice;
}

void PlanTilesPass::planGrid(GridOp grid, bool isSoftware) {
  if (!takesOneByOne(grid) || runsCallables(grid) || findRegrouped(grid) || runsRounds(grid))
    return;
  // Measured on one large GPU (bench/results/tries.md) against 1, 4, 8 and 32.
  constexpr int64_t kTurns = 16;
  Builder builder(&getContext());
  int64_t threads = grid.getWorkgroupSizeAttr()[0];
  // Those that combine rows or append need some as well.
  RowOp row = grid.getSharedRow();
  int64_t bytes =
      (row ? row.getSharedBytes(threads, /*dims=*/1) : 0) + getAppendBytes(grid, threads);
  for (TileCandidate &candidate : judgeTiledLoops(grid, threads, bytes)) {
    ForOp loop = candidate.tiled.loop;
    SmallVector<std::string> names;
    for (const TiledRead &read : candidate.tiled.reads) {
      std::string name = ("'" + getRootName(getRoot(read.pointer)) + "'").str();
      if (!llvm::is_contained(names, name))
        names.push_back(name);
    }
    std::string all = llvm::join(names, ", ");
    PlanChoice choice = chooseTile(candidate, threads, tiles, isSoftware);
    note(loop, choice);
    if (choice.getChosen().value == "never")
      continue;
    loop.setTileAttr(builder.getI64IntegerAttr(threads));
    if (mayBeUnrolled(loop) && threads % kTurns == 0)
      loop.setTileTurnsAttr(builder.getI64IntegerAttr(kTurns));
    report(loop.getLoc(), diag::PlanTiles,
           {grid->getParentOfType<KernelOp>().getSymName().str(), all, std::to_string(threads),
            choice.getChosen().reason});
  }
}

void PlanTilesPass::runOnOperation() {
  if (failed(checkDecision(getOperation().getLoc(), "tiles", tiles)))
    return signalPassFailure();
  auto target = getOperation()->getAttrOfType<DictionaryAttr>(kTargetAttr);
  auto isSoftware = target ? target.getAs<BoolAttr>("software_device") : BoolAttr();
  if (getPhase(getOperation()) != Phase::Planned)
    return;
  getOperation().walk([&](GridOp grid) { planGrid(grid, isSoftware && isSoftware.getValue()); });
}
