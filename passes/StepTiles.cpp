//===- StepTiles.cpp - Tiles of iterations that a workgroup takes diagonal by diagonal --------===//

#include "passes/StepTiles.h"

using namespace mlir;
using namespace vkmorph::vkm;

TileShape vkmorph::vkm::findTileShape(int64_t size, ArrayRef<TileOffset> offsets) {
  TileOffset least, most;
  for (const TileOffset &offset : offsets) {
    least = {std::min(least.rows, offset.rows), std::min(least.columns, offset.columns)};
    most = {std::max(most.rows, offset.rows), std::max(most.columns, offset.columns)};
  }
  int64_t columns = size + most.columns - least.columns;
  // Neighbours of a diagonal are as far apart in memory as a row has elements, less one: an odd
  // number, so that they lie in different banks.
  return {least.rows, least.columns, size + most.rows - least.rows, columns, columns + columns % 2};
}

TileOffset vkmorph::vkm::getTileOffset(Operation *place) {
  ArrayRef<int32_t> offset = place->getAttrOfType<DenseI32ArrayAttr>(kInTileAttr).asArrayRef();
  return {offset[0], offset[1]};
}
