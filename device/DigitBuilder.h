//===- DigitBuilder.h - The code of which radix sorts are made --------------------------------===//
//
// A radix sort by the lowest digit first: a pass counts how often each digit occurs in each tile,
// adds these counts up, digit by digit and tile by tile, and moves each element behind all that
// have a smaller digit, or the same one and stand before it.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_DEVICE_DIGITBUILDER_H
#define VKMORPH_DEVICE_DIGITBUILDER_H

#include "device/CodeBuilder.h"

namespace vkmorph::vkm {

/// What a workgroup takes, and by which digits.
struct DigitTiles {
  int64_t size, share;
  int64_t bits;      ///< of a digit
  mlir::Value count; ///< of all elements
};

/// Gives the digit of the element in a place.
using DigitFn = std::function<mlir::Value(mlir::Value place)>;

/// Builds what threads do in a pass of a radix sort, where the builder stands. Numbers are of type
/// ui32. The tables that `counts` gives places of have a number for each digit and tile, those of
/// a digit side by side.
class DigitBuilder : CodeBuilder {
public:
  using CodeBuilder::CodeBuilder;

  // Kernels: loops.

  /// Each iteration counts the digits of a tile, by a workgroup.
  ForOp buildCounts(const DigitTiles &tiles, const DigitFn &digit, const ElementFn &from,
                    const ElementFn &counts);
  /// Puts in place of each count the sum of those before it, by a running total; gives the loop,
  /// and in `sum` the variable in front of it.
  ForOp buildStarts(const DigitTiles &tiles, const ElementFn &counts, VarOp &sum);
  /// Each iteration moves the elements of a tile, by a workgroup, which ranks them, or their digits
  /// and indices.
  ForOp buildMoves(const DigitTiles &tiles, const DigitFn &digit, const ElementFn &from,
                   const ElementFn &to, const ElementFn &counts, bool byIndices);

  // A tile, by the threads of a workgroup.

  /// What a workgroup shares.
  struct Shared {
    SharedArray counts;   ///< a number for each digit
    SharedArray elements; ///< all elements
    SharedArray columns;  ///< 8 numbers for each thread
  };
  /// Writes the code in the place of the operation; `counts` is used.
  void lowerCounts(CountDigitsOp tile, const Shared &shared);
  /// The same; `scan` is the function that gives what the threads before have, added up.
  void lowerRanks(RankDigitsOp tile, const Shared &shared, FuncOp scan);

private:
  /// The places of a tile's numbers in a table.
  mlir::Value entry(const DigitTiles &tiles, const ElementFn &counts, mlir::Value digit,
                    mlir::Value tile);
  template <typename TileOp>
  ForOp buildTiles(const DigitTiles &tiles,
                   llvm::function_ref<void(TileOp op, mlir::Value tile, mlir::Value first)> fill);
  mlir::Value declareShare(llvm::StringRef name, int64_t share, mlir::Type of);
  mlir::Value buildThread(RankDigitsOp tile, FuncOp scan);
  void scanColumns(const ElementFn &column, FuncOp scan, mlir::Value thread);
  void sortByPart(const Shared &shared, FuncOp scan, RankDigitsOp tile, mlir::Value count,
                  mlir::Value thread, mlir::Value firstBit);
};

} // namespace vkmorph::vkm

#endif // VKMORPH_DEVICE_DIGITBUILDER_H
