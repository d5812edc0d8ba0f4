//===- UnrollAndJam.h - Neighbouring iterations of a grid inside of the loops of its body -----===//

#ifndef VKMORPH_PASSES_LOOPS_UNROLLANDJAM_H
#define VKMORPH_PASSES_LOOPS_UNROLLANDJAM_H

#include "ir/Effects.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace vkmorph::vkm {

/// The body of a grid's iterations, taken apart for several of them at once (unroll and jam;
/// Callahan, Cocke, Kennedy: Estimating interlock and improving balance for pipelined
/// architectures, 1988): statements that are alike for all values of a counter run once; loops and
/// conditions that are alike stay, around copies of what is in them; what else there is runs for
/// one iteration after the other.
class JammedBody {
public:
  using Counter = llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::Value)>;

  /// `counter` is the number of an iteration: a value, or a variable's place.
  JammedBody(mlir::Region &body, mlir::Value counter);

  /// Why iterations cannot be taken together; empty if they can.
  llvm::StringRef getObstacle() const { return obstacle; }

  /// Whether loops read elements of buffers that are the same for all values of the counter, other
  /// ones in each of the loop's iterations, and other ones for the grid's `others`, counters or
  /// variables: what there is to gain. What all threads of a workgroup read at a time costs little.
  bool sharesReads(mlir::ValueRange others) const;

  /// Whether an expression of the body has the same value for all values of the counter.
  bool isAlike(mlir::Value value) const { return !varying.contains(value); }

  /// The 32-bit words of the variables that each of the iterations needs of its own across the
  /// loops. None where these would not stay in registers: arrays do only where all loops over them
  /// are written out, and compilers of devices may not write out what an iteration runs as often as
  /// itself says.
  std::optional<int64_t> countWords() const;

  /// Builds `factor` iterations; `getCounter` makes the counter's value in one of them, of the
  /// number that it is given (a uint).
  void build(mlir::OpBuilder &at, int64_t factor, llvm::StringRef name, Counter getCounter) const;

private:
  /// What becomes of a statement.
  enum class Kind {
    Shared, ///< runs once for all iterations
    Own,    ///< runs for one after the other
    Split,  ///< stays around statements of all three kinds
  };
  struct Builder;

  void findVarying(mlir::Region &region, bool isControlled);
  void visit(mlir::Operation &op, bool isControlled);
  void mark(mlir::Value value) { hasChanged |= varying.insert(value).second; }
  void markWritten(mlir::Operation &op);
  bool readsVarying(const Root &root) const;
  bool isShared(mlir::Operation &op) const;
  bool hasAlikeHeader(ForOp loop) const;
  bool containsLoop(mlir::Operation &op);
  Kind classify(mlir::Operation &op);
  void splitBlock(mlir::Block &block);
  bool isStable(mlir::Value value) const;
  bool areAlike(mlir::ResultRange values) const;
  bool checkOperands(llvm::ArrayRef<mlir::Operation *> cluster) const;
  void findRuns(mlir::Block &block);
  void findCrossing();
  unsigned findRun(mlir::Operation *user) const;

  mlir::Region &body;
  mlir::Value counter;
  EffectSet effects;
  llvm::DenseSet<mlir::Value> varying; ///< values, and variables by their places
  bool hasChanged = false;
  std::string obstacle;

  /// Of statements in blocks that are split.
  llvm::MapVector<mlir::Operation *, Kind> kinds;
  /// Own statements that stand together are a run, with the expressions before them.
  llvm::DenseMap<mlir::Operation *, unsigned> runs;
  unsigned numRuns = 0;
  /// Expressions that are alike, before statements that are not own ones.
  llvm::SmallPtrSet<mlir::Operation *, 8> sharedParts;
  llvm::SmallVector<ForOp> loops;    ///< those that are split
  llvm::SmallVector<VarOp> crossing; ///< varying variables that several runs use
};

/// Lets a thread take blocks of neighbouring iterations of a grid's outermost loop, which is the
/// innermost of the grid-stride `loops` that it is lowered to, where there are fewer threads along
/// its axis than iterations; the loop takes what is left. Its variable begins at the number of the
/// thread, and `countsFromLower` says whether at the grid's lower bound besides. Nothing is in the
/// way (`findJamObstacle`).
void unrollAndJam(GridOp grid, llvm::ArrayRef<ForOp> loops, bool countsFromLower);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_LOOPS_UNROLLANDJAM_H
