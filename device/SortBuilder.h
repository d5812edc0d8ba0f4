//===- SortBuilder.h - The code of which merge sorts are made --------------------------------===//

#ifndef VKMORPH_DEVICE_SORTBUILDER_H
#define VKMORPH_DEVICE_SORTBUILDER_H

#include "ir/VkmDialect.h"

#include "mlir/IR/Builders.h"

#include <functional>

namespace vkmorph::vkm {

/// Gives the place of an element by its index.
using ElementFn = std::function<mlir::Value(mlir::Value index)>;

/// Builds what a thread does in a merge sort, where the builder stands. `order` is the region of a
/// `vkm.sort`; numbers are of type ui32.
class SortBuilder {
public:
  SortBuilder(mlir::OpBuilder &builder, mlir::Location loc, mlir::Region &order)
      : m_at(builder), m_loc(loc), m_order(order) {}

  // Kernels: loops whose iterations are independent of each other.

  /// Each iteration sorts `length` neighbours, by insertion.
  ForOp buildRuns(const ElementFn &element, mlir::Value count, int64_t length);
  /// Each iteration sorts `size` neighbours, by a workgroup whose threads take `share` of them.
  ForOp buildTiles(const ElementFn &element, mlir::Value count, int64_t size, int64_t share);
  /// Each iteration writes `share` elements that lie side by side in what two sorted runs of
  /// `length` elements become. `length` is a power of two, and a multiple of `share`.
  ForOp buildMerge(const ElementFn &from, const ElementFn &to, mlir::Value count,
                   mlir::Value length, int64_t share);

  // A tile, by the threads of a workgroup.

  /// Writes the code in the place of the operation, whose workgroup shares a variable of that
  /// symbol.
  void lowerTile(SortTileOp tile, llvm::StringRef shared);

private:
  mlir::Value number(uint64_t value);
  mlir::Value variable(llvm::StringRef name, mlir::Value value, bool isConst = true);
  mlir::Value read(mlir::Value place);
  void assign(mlir::Value place, mlir::Value value);
  mlir::Value binary(BinaryKind kind, mlir::Value lhs, mlir::Value rhs);
  mlir::Value add(mlir::Value lhs, mlir::Value rhs) { return binary(BinaryKind::Add, lhs, rhs); }
  mlir::Value subtract(mlir::Value lhs, mlir::Value rhs) {
    return binary(BinaryKind::Sub, lhs, rhs);
  }
  mlir::Value multiply(mlir::Value lhs, uint64_t rhs) {
    return binary(BinaryKind::Mul, lhs, number(rhs));
  }
  /// How many parts of that length there are, the last one of which may be shorter.
  mlir::Value parts(llvm::StringRef name, mlir::Value count, int64_t length);
  mlir::Value smaller(mlir::Value lhs, mlir::Value rhs);
  mlir::Value compare(CmpKind kind, mlir::Value lhs, mlir::Value rhs);
  /// What a region yields for these arguments.
  mlir::Value clone(mlir::Region &region, mlir::ValueRange arguments);
  mlir::Value comesBefore(mlir::Value first, mlir::Value second) {
    return clone(m_order, {first, second});
  }
  void comment(mlir::Operation *before, llvm::StringRef text);
  /// Emits into a region behind what it has.
  void into(mlir::Region &region, llvm::function_ref<void()> emit);
  /// `for (uint name = first; name < end; name += step) body(name)`
  ForOp loop(llvm::StringRef name, mlir::Value first, llvm::function_ref<mlir::Value()> end,
             llvm::function_ref<void(mlir::Value index)> body, BinaryKind by = BinaryKind::Add,
             uint64_t step = 1);
  void ifTrue(mlir::Value condition, llvm::function_ref<void()> then,
              llvm::function_ref<void()> otherwise = nullptr);
  /// `while (lhs < rhs) body`, of two variables.
  void whileLess(mlir::Value lhs, mlir::Value rhs, llvm::function_ref<void()> body);
  ForOp sortRun(const ElementFn &element, mlir::Value first, mlir::Value end);
  void insert(const ElementFn &element, mlir::Value first, mlir::Value index);
  struct Runs {
    mlir::Value middle, end; ///< of both: where the second run begins, and ends
    mlir::Value left, right; ///< the next element of each
  };
  Runs findRuns(const ElementFn &from, mlir::Value begin, mlir::Value count, mlir::Value length);
  void takeNext(const ElementFn &from, const Runs &runs, mlir::Value target);
  void mergeTile(const ElementFn &element, mlir::Value begin, mlir::Value end, mlir::Value count,
                 mlir::Value length, int64_t share, mlir::Type type);

  mlir::OpBuilder &m_at;
  mlir::Location m_loc;
  mlir::Region &m_order;
};

} // namespace vkmorph::vkm

#endif // VKMORPH_DEVICE_SORTBUILDER_H
