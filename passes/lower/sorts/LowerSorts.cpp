//===- LowerSorts.cpp - Workgroups sort tiles in shared memory -------------------------------===//
//
//   vkm.sort_tile %inTile of 1024 by 8     ->     read the elements into shared memory
//                                                 each thread sorts 8 neighbours, by insertion
//                                                 for (runLength = 8; runLength < 1024; ...)
//                                                   each thread merges 8 elements of two runs
//                                                 write the elements
//
//===------------------------------------------------------------------------------------------===//

#include "passes/lower/sorts/LowerSorts.h"

#include "device/Builders.h"
#include "device/SortBuilder.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

void vkmorph::vkm::lowerSortTiles(ShaderOp shader) {
  auto parent = shader->getParentOfType<ClassOp>();
  shader.walk([&](SortTileOp tile) {
    Location loc = tile.getLoc();
    OpBuilder before(shader), at(tile);
    Type type = ArrayType::get(tile.getContext(), tile.getSize(), tile.getElementType());
    std::string shared = addShared(before, loc, parent, "tileElements", type);
    SortBuilder(at, loc, tile.getOrder()).lowerTile(tile, shared);
    tile.erase();
  });
}
