//===- StepTiles.h - Tiles of iterations that a workgroup takes diagonal by diagonal ----------===//

#ifndef VKMORPH_PASSES_STEPTILES_H
#define VKMORPH_PASSES_STEPTILES_H

#include "ir/VkmAttributes.h"
#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// How many rows and columns behind the iteration's own element another one is.
struct TileOffset {
  int64_t rows = 0, columns = 0;
};

/// The elements of one array that a tile needs: a rectangle around the own elements of its
/// iterations.
struct TileShape {
  int64_t firstRow = 0, firstColumn = 0; ///< behind the first own element, not positive
  int64_t rows = 0, columns = 0;
  int64_t pitch = 0; ///< elements from row to row in shared memory
};

/// Of tiles of `size` rows and columns of iterations.
TileShape findTileShape(int64_t size, llvm::ArrayRef<TileOffset> offsets);

/// What `vkm.in_tile` says of the place of an element.
TileOffset getTileOffset(mlir::Operation *place);

/// Whether an operation writes to the place of a number.
inline bool isWritten(mlir::Operation *place) {
  return llvm::any_of(place->getUsers(), [](mlir::Operation *user) { return !isa<LoadOp>(user); });
}

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_STEPTILES_H
