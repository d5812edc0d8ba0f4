//===- SortBuilder.h - The code of which merge sorts are made --------------------------------===//

#ifndef VKMORPH_DEVICE_SORTBUILDER_H
#define VKMORPH_DEVICE_SORTBUILDER_H

#include "device/CodeBuilder.h"

namespace vkmorph::vkm {

/// Builds what a thread does in a merge sort, where the builder stands. `order` is the region of a
/// `vkm.sort`; numbers are of type ui32. The length of runs is a power of two.
class SortBuilder : CodeBuilder {
public:
  SortBuilder(mlir::OpBuilder &builder, mlir::Location loc, mlir::Region &order)
      : CodeBuilder(builder, loc), m_order(order) {}

  // Kernels: loops whose iterations are independent of each other.

  /// Each iteration sorts `length` neighbours, by insertion.
  ForOp buildRuns(const ElementFn &element, mlir::Value count, int64_t length);
  /// Each iteration sorts `size` neighbours, by a workgroup whose threads take `share` of them.
  ForOp buildTiles(const ElementFn &element, mlir::Value count, int64_t size, int64_t share);
  /// Each iteration writes `share` elements that lie side by side in what two sorted runs of
  /// `length` elements become. `length` is a multiple of `share`.
  ForOp buildMerge(const ElementFn &from, const ElementFn &to, mlir::Value count,
                   mlir::Value length, int64_t share);
  /// Each iteration finds how many elements in front of a tile of `size` of what two runs become
  /// come from the left one, for `buildTileMerge`.
  ForOp buildSplits(const ElementFn &from, const ElementFn &split, mlir::Value count,
                    mlir::Value length, int64_t size);
  /// Each iteration writes a tile of `size` elements, by a workgroup. `length` is a multiple of
  /// `size`.
  ForOp buildTileMerge(const ElementFn &from, const ElementFn &to, const ElementFn &split,
                       mlir::Value count, mlir::Value length, int64_t size, int64_t share);

  // A tile, by the threads of a workgroup.

  /// Writes the code in the place of the operation, whose workgroup shares that array.
  void lowerTile(SortTileOp tile, const SharedArray &elements);

private:
  mlir::Value comesBefore(mlir::Value first, mlir::Value second) {
    return clone(m_order, {first, second});
  }
  ForOp sortRun(const ElementFn &element, mlir::Value first, mlir::Value end);
  void insert(const ElementFn &element, mlir::Value first, mlir::Value index);
  /// Variables: where the left run begins, where the right one does, and where that ends. Null
  /// stands for a left run that begins at 0.
  struct Runs {
    mlir::Value start, middle, end;
  };
  struct Next {
    mlir::Value left, right;
  };
  Runs findRuns(mlir::Value begin, mlir::Value count, mlir::Value length);
  mlir::Value findSplit(const ElementFn &from, const Runs &runs, mlir::Value before);
  Next findNext(const ElementFn &from, const Runs &runs, mlir::Value before);
  void takeNext(const ElementFn &from, const Runs &runs, const Next &next, mlir::Value target);
  void mergeShare(const ElementFn &element, llvm::function_ref<Runs()> findRuns, mlir::Value begin,
                  mlir::Value end, int64_t share, mlir::Type type);
  void buildSortTile(const ElementFn &from, const ElementFn &to, mlir::Value count, int64_t size,
                     int64_t share, mlir::Value left);

  mlir::Region &m_order;
};

} // namespace vkmorph::vkm

#endif // VKMORPH_DEVICE_SORTBUILDER_H
