//===- OrderedAppends.h - The shaders of loops that append in order ---------------------------===//

#ifndef VKMORPH_PASSES_LOWER_APPENDS_ORDEREDAPPENDS_H
#define VKMORPH_PASSES_LOWER_APPENDS_ORDEREDAPPENDS_H

#include "passes/lower/appends/AppendPattern.h"
#include "passes/lower/scans/ScanDispatches.h"

namespace vkmorph::vkm {

/// What a grid becomes whose elements come in the order of its iterations: a scan of how many
/// elements iterations append. Each workgroup takes a share of them:
///
///   first dispatch    counts what each share appends:          m_foundFirst[workgroup] = count
///   second, of one    gives each share its first slot:         m_foundFirst[workgroup] = slot
///   workgroup         and sets the size:                       m_found_size = ...
///   third             each share appends from its slot on:     m_found[slot++] = ...
///
/// In the third dispatch a thread keeps what it appends in several iterations until the workgroup
/// has counted the block (`elements_per_thread`); or, with one iteration for each, a block is
/// counted once more before it is appended.
class OrderedAppends : public ScanDispatches {
public:
  /// `appending` is the grid that appends, `counting` the one before it. Adds a scratch buffer and
  /// shared variables to the class, before the kernel, which the generated class calls `display`.
  OrderedAppends(KernelOp kernel, llvm::StringRef display, GridOp counting, GridOp appending);

  /// The dispatch in the middle sets sizes up to capacities, and counts what is lost.
  llvm::SmallVector<std::pair<mlir::StringAttr, Access>> getAccess() const override;
  llvm::StringRef describe() const override { return "Appends in the order of the loop."; }

private:
  /// One vector that the grid appends to.
  struct Vector {
    FieldOp field, size, capacity, lost;
    std::string total; ///< the shared variable in which a share is counted
  };
  Words getWords() const override;
  Dispatch describeShares() const override;
  Dispatch describeStarts() const override;
  void beginShares(mlir::OpBuilder &at) override;
  void finishShares(mlir::OpBuilder &at, llvm::ArrayRef<mlir::Value> shares) override;
  void buildStarts(mlir::OpBuilder &at, LoopFn loopOverGroups) override;
  void buildSlots(mlir::OpBuilder &at, const Vector &vector, const Total &total,
                  LoopFn loopOverGroups);
  mlir::Value buildNeutral(mlir::OpBuilder &at, const Total &total) override;
  void combine(mlir::OpBuilder &at, const Total &total, mlir::Value place,
               mlir::Value value) override;
  mlir::Value buildStart(mlir::OpBuilder &at, const Total &total, mlir::Value first,
                         mlir::Value ofThreads) override;
  FuncOp getBlockScan(const Total &total) override;
  const Total *findTotal(mlir::Operation *use) const override;
  void finishTurns(ForOp turn, mlir::Value isWhole, llvm::ArrayRef<mlir::Value> places) override;

  llvm::SmallVector<Vector, 2> vectors; ///< as many as there are totals
};

/// Whether each grid of a class whose iterations need what comes before has one in front that
/// computes it; an error where vkm-count-appends was left out.
mlir::LogicalResult checkCounted(ClassOp op);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_LOWER_APPENDS_ORDEREDAPPENDS_H
