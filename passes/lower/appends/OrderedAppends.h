//===- OrderedAppends.h - The shaders of loops that append in order ---------------------------===//

#ifndef VKMORPH_PASSES_LOWER_APPENDS_ORDEREDAPPENDS_H
#define VKMORPH_PASSES_LOWER_APPENDS_ORDEREDAPPENDS_H

#include "passes/lower/appends/AppendPattern.h"

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
class OrderedAppends : public GridAppends {
public:
  /// `appending` is the grid that appends, `counting` the one before it. Adds a scratch buffer and
  /// shared variables to the class, before the kernel, which the generated class calls `display`.
  OrderedAppends(KernelOp kernel, llvm::StringRef display, GridOp counting, GridOp appending);

  ScratchOp getScratch() const override { return scratch; }
  llvm::SmallVector<Dispatch> getBefore() override;
  /// The dispatch in the middle sets sizes up to capacities, and counts what is lost.
  llvm::SmallVector<std::pair<mlir::StringAttr, Access>> getAccess() const override;
  GridOp getCounting() const override { return counting; }
  /// The loops of the third dispatch.
  ForOp buildLoops(mlir::OpBuilder &at, const GridLoops &loops,
                   llvm::SmallVectorImpl<mlir::Value> &numbers) override;
  llvm::StringRef describe() const override { return "Appends in the order of the loop."; }

private:
  /// One vector that the grid appends to.
  struct Vector {
    FieldOp field, size, capacity, lost;
    std::string name;   ///< "m_found"
    std::string member; ///< of the scratch buffer
    std::string total;  ///< the shared variable in which a share is counted
  };
  using NumberFn = llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::Value block)>;

  void buildCounting(mlir::OpBuilder &at, const GridLoops &loops);
  void buildSlots(mlir::OpBuilder &at);
  bool keeps() const { return turns > 1; }
  bool needsCast(const GridLoops &loops) const;
  mlir::Value buildTotal(mlir::OpBuilder &at, const GridLoops &loops);
  using PlaceFn = llvm::function_ref<mlir::Value(mlir::OpBuilder &)>;
  ForOp buildBlockLoop(mlir::OpBuilder &at, const GridLoops &loops, PlaceFn which);
  llvm::SmallVector<mlir::Value> buildNumbers(mlir::OpBuilder &at, const GridLoops &loops,
                                              mlir::Value number);
  void buildIteration(mlir::OpBuilder &at, const GridLoops &loops, GridOp grid, mlir::Value number,
                      llvm::ArrayRef<mlir::Value> counters);
  void buildTurns(mlir::OpBuilder &at, const GridLoops &loops, GridOp grid, ForOp blocks,
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
  llvm::SmallVector<mlir::Value> latest; ///< what holds the numbers of the body that was built last
};

/// Whether each grid of a class that appends in order has one before it that counts; an error where
/// vkm-count-appends was left out.
mlir::LogicalResult checkCounted(ClassOp op);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_LOWER_APPENDS_ORDEREDAPPENDS_H
