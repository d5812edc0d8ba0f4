//===- ScanDispatches.h - The dispatches of loops whose iterations need what comes before -----===//

#ifndef VKMORPH_PASSES_LOWER_SCANS_SCANDISPATCHES_H
#define VKMORPH_PASSES_LOWER_SCANS_SCANDISPATCHES_H

#include "passes/lower/kernels/GridDispatch.h"

#include <memory>
#include <vector>

namespace vkmorph::vkm {

/// What a grid becomes whose iterations need what all iterations before them combine to. Each
/// workgroup takes a share of neighbouring iterations, block by block:
///
///   first dispatch    what each share combines to:             before[workgroup] = total
///   second, of one    what comes before each share:            before[workgroup] = totals before
///   workgroup         and what is left in the end:             m_sum = ...
///   third             each share, from there on
///
/// No workgroup waits for another one, of which a device need not run more than one at a time.
/// What is combined, and what becomes of it, the classes that derive from this one say: running
/// totals (RunningTotals.cpp), elements that come in order (passes/lower/appends).
class ScanDispatches : public GridDispatch {
public:
  /// `scanning` is the grid, `counting` the one before it, of which only what iterations give is
  /// left.
  ScanDispatches(KernelOp kernel, GridOp counting, GridOp scanning);

  ScratchOp getScratch() const override { return scratch; }
  llvm::SmallVector<Dispatch> getBefore() override;
  GridOp getCounting() const override { return counting; }
  /// The loops of the third dispatch.
  ForOp buildLoops(mlir::OpBuilder &at, const GridLoops &loops,
                   llvm::SmallVectorImpl<mlir::Value> &numbers) override;

protected:
  /// What one place comes to.
  struct Total {
    std::string name;   ///< "m_sum"
    mlir::Type type;    ///< of what iterations combine to
    std::string member; ///< of the scratch buffer: what each share combines to
    /// Of the scratch buffer: what comes before each share, and its type. The same as `member`
    /// where what iterations combine to is a value as the place has it.
    std::string startMember = {};
    mlir::Type startType = {};
  };
  /// How variables are named that belong to a total, behind its name.
  struct Words {
    llvm::StringRef share;   ///< what a thread's iterations give: "Count"
    llvm::StringRef inBlock; ///< what all iterations of a block give
    llvm::StringRef done;    ///< what the first dispatch does with iterations: "counted"
  };
  using PlaceFn = llvm::function_ref<mlir::Value(mlir::OpBuilder &)>;
  using NumberFn = llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::Value turn)>;

  /// Adds the scratch buffer, when all totals are there.
  void makeScratch(const std::string &name);
  virtual Words getWords() const = 0;
  /// Names and comments of the first and the second dispatch.
  virtual Dispatch describeShares() const = 0;
  virtual Dispatch describeStarts() const = 0;
  /// In the first dispatch, in front of the loop over blocks and behind it.
  virtual void beginShares(mlir::OpBuilder &at) { (void)at; }
  virtual void finishShares(mlir::OpBuilder &at, llvm::ArrayRef<mlir::Value> shares) = 0;
  /// The second dispatch: each thread has a range of the shares.
  using LoopFn = llvm::function_ref<ForOp(mlir::OpBuilder &)>;
  virtual void buildStarts(mlir::OpBuilder &at, LoopFn loopOverShares) = 0;
  /// Whether iterations combine in their order alone.
  virtual bool isOrdered() const { return false; }
  /// `start = what the iterations that are combined to value make of it`
  virtual void advance(mlir::OpBuilder &at, const Total &total, mlir::Value start,
                       mlir::Value value) {
    combine(at, total, start, value);
  }
  /// What an operation for which `findTotal` has an answer stands for; `place` has its total.
  virtual mlir::Value buildUse(mlir::OpBuilder &at, mlir::Operation *use, mlir::Value place);
  /// The value that changes nothing, and `place = place combined with value`.
  virtual mlir::Value buildNeutral(mlir::OpBuilder &at, const Total &total) = 0;
  virtual void combine(mlir::OpBuilder &at, const Total &total, mlir::Value place,
                       mlir::Value value) = 0;
  /// A variable for what comes before an iteration of the block: what comes before the block,
  /// `first`, combined with what the threads before this one have.
  virtual mlir::Value buildStart(mlir::OpBuilder &at, const Total &total, mlir::Value first,
                                 mlir::Value ofThreads) = 0;
  /// The function of the workgroup (device/BlockScan.h).
  virtual FuncOp getBlockScan(const Total &total) = 0;
  /// The total that an operation of a body asks for; null where it is none of these.
  virtual const Total *findTotal(mlir::Operation *use) const = 0;
  /// Where threads keep what they have done in several turns: what is done behind these.
  virtual void finishTurns(ForOp turn, mlir::Value isWhole, llvm::ArrayRef<mlir::Value> places) {
    (void)turn, (void)isWhole, (void)places;
  }

  /// Whether threads of a workgroup come in the order of its subgroups, not in that of their
  /// indices.
  virtual bool bySubgroups() const { return keeps(); }

  bool keeps() const { return turns > 1; }
  int64_t countSubgroups() const;
  /// What the share of a workgroup combines to, and what comes before it.
  mlir::Value buildBefore(mlir::OpBuilder &at, const Total &total, mlir::Value workgroup);
  mlir::Value buildStartBefore(mlir::OpBuilder &at, const Total &total, mlir::Value workgroup);
  void publishGroups(mlir::OpBuilder &first);
  mlir::Value buildScan(mlir::OpBuilder &at, const Total &total, mlir::Value value,
                        mlir::Value all);
  mlir::Value buildShared(mlir::OpBuilder &at, llvm::StringRef name, mlir::Type type);

  KernelOp kernel;
  ClassOp parent;
  GridOp counting, scanning;
  mlir::Location loc;
  mlir::Type uintType;
  int64_t threads, turns;
  ScratchOp scratch;
  std::vector<Total> totals;
  /// In the third dispatch, while what a block gives is computed: the variables of what comes
  /// before it, by total.
  llvm::SmallVector<mlir::Value> beforeBlock;

private:
  mlir::Value buildMember(mlir::OpBuilder &at, llvm::StringRef member, mlir::Type type,
                          mlir::Value workgroup);
  void buildSharesInOrder(mlir::OpBuilder &at, const GridLoops &loops, ForOp blocks,
                          NumberFn number, llvm::ArrayRef<mlir::Value> shares);
  void buildShares(mlir::OpBuilder &at, const GridLoops &loops);
  void buildStarts(mlir::OpBuilder &at);
  bool needsCast(const GridLoops &loops) const;
  mlir::Value buildCount(mlir::OpBuilder &at, const GridLoops &loops);
  ForOp buildBlockLoop(mlir::OpBuilder &at, const GridLoops &loops, PlaceFn which);
  llvm::SmallVector<mlir::Value> buildNumbers(mlir::OpBuilder &at, const GridLoops &loops,
                                              mlir::Value number);
  void buildIteration(mlir::OpBuilder &at, const GridLoops &loops, GridOp grid, mlir::Value number,
                      llvm::ArrayRef<mlir::Value> places);
  void buildTurns(mlir::OpBuilder &at, const GridLoops &loops, GridOp grid, ForOp blocks,
                  NumberFn number, llvm::ArrayRef<mlir::Value> places);
  void buildBlock(mlir::OpBuilder &at, const GridLoops &loops, ForOp blocks, mlir::Value thread,
                  llvm::ArrayRef<mlir::Value> next);
  mlir::Value buildThreadNumber(mlir::OpBuilder &at, mlir::Value &lanes);

  llvm::SmallVector<mlir::Value> latest; ///< what holds the numbers of the body that was built last
};

/// What running totals make of the dispatch of a grid that keeps some; null for all others.
/// Scratch buffers and shared variables are added to the class before `kernel`, which the generated
/// class calls `display`.
std::unique_ptr<GridDispatch> makeRunningTotals(KernelOp kernel, llvm::StringRef display,
                                                GridOp grid);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_LOWER_SCANS_SCANDISPATCHES_H
