//===- LowerSorts.cpp - Workgroups sort, count and rank tiles in shared memory ---------------===//
//
//   vkm.sort_tile %inTile of 1024 by 8     ->     read the elements into shared memory
//                                                 each thread sorts 8 neighbours, by insertion
//                                                 for (runLength = 8; runLength < 1024; ...)
//                                                   each thread merges 8 elements of two runs
//                                                 write the elements
//
//   vkm.count_digits, vkm.rank_digits      ->     device/DigitBuilder.cpp
//
//===------------------------------------------------------------------------------------------===//

#include "passes/lower/sorts/LowerSorts.h"

#include "device/BlockScan.h"
#include "device/Builders.h"
#include "device/DigitBuilder.h"
#include "device/SortBuilder.h"
#include "ir/TargetFacts.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

static void lower(SortTileOp tile, OpBuilder &before, ClassOp parent) {
  OpBuilder at(tile);
  Location loc = tile.getLoc();
  SharedArray elements = addSharedArray(before, loc, parent, "tileElements", tile.getElementType(),
                                        tile.getSize(), /*hasGaps=*/true);
  SortBuilder(at, loc, tile.getOrder()).lowerTile(tile, elements);
}

static void lower(CountDigitsOp tile, OpBuilder &before, ClassOp parent) {
  OpBuilder at(tile);
  Location loc = tile.getLoc();
  DigitBuilder::Shared shared;
  shared.counts = addSharedArray(before, loc, parent, "digitCounts", getUintType(tile.getContext()),
                                 tile.getRadix(),
                                 /*hasGaps=*/false);
  DigitBuilder(at, loc).lowerCounts(tile, shared);
}

static FuncOp getRankScan(RankDigitsOp tile, OpBuilder &before, ClassOp parent) {
  int64_t threads = tile.getThreads();
  int64_t subgroups = tile.getPlan() == ReduceStrategy::Subgroup
                          ? std::max<int64_t>(threads / getTargetMinSubgroupSize(tile), 1)
                          : 0;
  Location loc = tile.getLoc();
  BlockScan scan =
      makeBlockScan(ReduceKind::Add, getUintType(tile.getContext()), threads, subgroups);
  scan.neutral = [&](OpBuilder &at) { return buildUint(at, loc, 0); };
  scan.combine = [&](OpBuilder &at, Value place, Value value) {
    at.create<UpdateOp>(loc, BinaryKind::Add, place, value);
  };
  return getBlockScan(before, loc, parent, scan);
}

static void lower(RankDigitsOp tile, OpBuilder &before, ClassOp parent) {
  OpBuilder at(tile);
  Location loc = tile.getLoc();
  Type number = getUintType(tile.getContext());
  DigitBuilder::Shared shared;
  shared.counts = addSharedArray(before, loc, parent, "digitStarts", number, tile.getRadix(),
                                 /*hasGaps=*/false);
  shared.elements = addSharedArray(before, loc, parent, "tileElements", tile.getElementType(),
                                   tile.getSize(), /*hasGaps=*/true);
  shared.columns = addSharedArray(before, loc, parent, "columns", number, 8 * tile.getThreads(),
                                  /*hasGaps=*/true);
  DigitBuilder(at, loc).lowerRanks(tile, shared, getRankScan(tile, before, parent));
}

void vkmorph::vkm::lowerSortTiles(ShaderOp shader) {
  auto parent = shader->getParentOfType<ClassOp>();
  shader.walk([&](Operation *op) {
    OpBuilder before(shader);
    llvm::TypeSwitch<Operation *>(op).Case<SortTileOp, CountDigitsOp, RankDigitsOp>([&](auto tile) {
      lower(tile, before, parent);
      tile.erase();
    });
  });
}
