//===- SortKernels.h - The loops of which kernels that sort are made -------------------------===//

#ifndef VKMORPH_PASSES_NORMALISE_SORTKERNELS_H
#define VKMORPH_PASSES_NORMALISE_SORTKERNELS_H

#include "ir/VkmDialect.h"

#include "mlir/IR/Builders.h"

namespace vkmorph::vkm {

/// A part of an array.
struct SortedPart {
  mlir::Value elements; ///< a pointer
  mlir::Value first;    ///< the index of its first element, a ui32; null where that is 0
};

/// Builds the loops of a merge sort, whose iterations are independent of each other, where the
/// builder stands. `order` is the region of a `vkm.sort`; numbers are of type ui32.
class SortKernels {
public:
  SortKernels(mlir::OpBuilder &builder, mlir::Location loc, mlir::Region &order)
      : m_at(builder), m_loc(loc), m_order(order) {}

  /// Each iteration sorts `length` neighbours, by insertion.
  ForOp buildRuns(SortedPart part, mlir::Value count, int64_t length);

  /// Each iteration writes `share` elements that lie side by side in what two sorted runs of
  /// `length` elements become. `length` is a power of two, and a multiple of `share`.
  ForOp buildMerge(SortedPart from, SortedPart to, mlir::Value count, mlir::Value length,
                   int64_t share);

private:
  mlir::Value number(uint64_t value);
  mlir::Value variable(llvm::StringRef name, mlir::Value value, bool isConst = true);
  mlir::Value read(mlir::Value place);
  mlir::Value binary(BinaryKind kind, mlir::Value lhs, mlir::Value rhs);
  mlir::Value add(mlir::Value lhs, mlir::Value rhs) { return binary(BinaryKind::Add, lhs, rhs); }
  mlir::Value subtract(mlir::Value lhs, mlir::Value rhs) {
    return binary(BinaryKind::Sub, lhs, rhs);
  }
  /// How many parts of that length there are, the last one of which may be shorter.
  mlir::Value parts(llvm::StringRef name, mlir::Value count, int64_t length);
  mlir::Value smaller(mlir::Value lhs, mlir::Value rhs);
  mlir::Value compare(CmpKind kind, mlir::Value lhs, mlir::Value rhs);
  mlir::Value element(const SortedPart &part, mlir::Value index);
  mlir::Value comesBefore(mlir::Value first, mlir::Value second);
  void comment(mlir::Operation *before, llvm::StringRef text);
  /// Emits into a region behind what it has.
  void into(mlir::Region &region, llvm::function_ref<void()> emit);
  ForOp loop(llvm::StringRef name, mlir::Value first, llvm::function_ref<mlir::Value()> end,
             llvm::function_ref<void(mlir::Value index)> body);
  void ifTrue(mlir::Value condition, llvm::function_ref<void()> then,
              llvm::function_ref<void()> otherwise = nullptr);
  /// `while (lhs < rhs) body`, of two variables.
  void whileLess(mlir::Value lhs, mlir::Value rhs, llvm::function_ref<void()> body);
  void insert(const SortedPart &part, mlir::Value first, mlir::Value index);
  struct Runs {
    mlir::Value middle, end; ///< of both: where the second run begins, and ends
    mlir::Value left, right; ///< the next element of each
  };
  Runs findRuns(const SortedPart &from, mlir::Value begin, mlir::Value count, mlir::Value length);
  void takeNext(const SortedPart &from, const SortedPart &to, const Runs &runs, mlir::Value target);

  mlir::OpBuilder &m_at;
  mlir::Location m_loc;
  mlir::Region &m_order;
};

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_NORMALISE_SORTKERNELS_H
