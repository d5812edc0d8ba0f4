//===- OrderedAppends.h - The shaders of loops that append in order ---------------------------===//

#ifndef VKMORPH_PASSES_LOWER_APPENDS_ORDEREDAPPENDS_H
#define VKMORPH_PASSES_LOWER_APPENDS_ORDEREDAPPENDS_H

#include "ir/VkmDialect.h"

#include "mlir/IR/Builders.h"

namespace vkmorph::vkm {

/// What a grid becomes whose elements come in the order of its iterations. Each workgroup takes a
/// share of them, all neighbours, block by block:
///
///   first dispatch    counts what each share appends:          m_foundFirst[workgroup] = count
///   second, of one    gives each share its first slot:         m_foundFirst[workgroup] = slot
///   workgroup         and sets the size:                       m_found_size = ...
///   third             each share appends from its slot on:     m_found[slot++] = ...
///
/// No workgroup waits for another one. In the third dispatch a thread keeps what it appends in
/// several iterations until the workgroup has counted the block (`elements_per_thread`); or, with
/// one iteration for each, a block is counted once more before it is appended.
class OrderedAppends {
public:
  /// `appending` is the grid that appends, `counting` the one before it. Adds a scratch buffer and
  /// shared variables to the class, before the kernel, which the generated class calls `display`.
  OrderedAppends(KernelOp kernel, llvm::StringRef display, GridOp counting, GridOp appending);

  ScratchOp getScratch() const { return scratch; }

  /// How a shader gets at the grid.
  struct Loops {
    /// The number of iterations, of a dimension or (one more) of all; in the counter's type where
    /// that is `direct`: the only dimension has a counter from 0 by ones.
    llvm::function_ref<mlir::Value(mlir::OpBuilder &, unsigned dim)> count;
    bool direct;
    llvm::SmallVector<std::string> names; ///< of the numbers of each dimension
    /// Builds the body of an iteration with these numbers.
    llvm::function_ref<void(mlir::OpBuilder &, GridOp, llvm::ArrayRef<mlir::Value> numbers)> body;
  };

  /// The first dispatch; gives the outermost loop, for comments, as the third does.
  ForOp buildCounting(mlir::OpBuilder &at, const Loops &loops);
  /// The second dispatch.
  void buildSlots(mlir::OpBuilder &at);
  /// The third dispatch.
  ForOp buildAppending(mlir::OpBuilder &at, const Loops &loops);

private:
  /// One vector that the grid appends to.
  struct Vector {
    FieldOp field, size, capacity, lost;
    std::string name;   ///< "m_found"
    std::string member; ///< of the scratch buffer
    std::string total;  ///< the shared variable in which a share is counted
  };
  using NumberFn = llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::Value block)>;

  bool keeps() const { return turns > 1; }
  bool needsCast(const Loops &loops) const;
  mlir::Value buildTotal(mlir::OpBuilder &at, const Loops &loops);
  using PlaceFn = llvm::function_ref<mlir::Value(mlir::OpBuilder &)>;
  ForOp buildBlockLoop(mlir::OpBuilder &at, const Loops &loops, PlaceFn which);
  llvm::SmallVector<mlir::Value> buildNumbers(mlir::OpBuilder &at, const Loops &loops,
                                              mlir::Value number);
  void buildIteration(mlir::OpBuilder &at, const Loops &loops, GridOp grid, mlir::Value number,
                      llvm::ArrayRef<mlir::Value> counters);
  void buildTurns(mlir::OpBuilder &at, const Loops &loops, GridOp grid, ForOp blocks,
                  NumberFn number, llvm::ArrayRef<mlir::Value> counters);
  mlir::Value buildThreadNumber(mlir::OpBuilder &at, mlir::Value &lanes);
  mlir::Value buildFirst(mlir::OpBuilder &at, const Vector &vector, mlir::Value workgroup);
  FuncOp getSumBefore();

  KernelOp kernel;
  ClassOp parent;
  GridOp counting, appending;
  mlir::Location loc;
  mlir::Type uintType;
  int64_t threads, turns;
  ScratchOp scratch;
  llvm::SmallVector<Vector, 2> vectors;
};

/// What the dispatch in the middle does to sizes, capacities and numbers of lost elements, for all
/// grids of a kernel that append in order.
llvm::SmallVector<std::pair<mlir::StringAttr, Access>> getOrderedAccess(KernelOp kernel);

/// Whether each grid of a class that appends in order has one before it that counts; an error where
/// vkm-count-appends was left out.
mlir::LogicalResult checkCounted(ClassOp op);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_LOWER_APPENDS_ORDEREDAPPENDS_H
