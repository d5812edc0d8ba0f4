//===- LowerReductions.h - The code that combines the results of a grid's threads -------------===//

#ifndef VKMORPH_PASSES_LOWER_REDUCTIONS_LOWERREDUCTIONS_H
#define VKMORPH_PASSES_LOWER_REDUCTIONS_LOWERREDUCTIONS_H

#include "passes/lower/reductions/ReductionPattern.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <optional>
#include <string>
#include <vector>

namespace vkmorph::vkm {

/// Emits what reductions become in one shader, as the grid's plan says. Of an array whose elements
/// are reduced by an index, each thread has a copy; in shared memory and among the partial results,
/// the values of one element lie side by side.
///
///   int m_sumLocal = 0;                        declareAccumulators
///   for (...) { ... m_sumLocal += x; ... }     lower, for each reduction of the body
///   combineWorkgroup(m_sumLocal);              finish
///   if (first thread) ...                      publish, as the plan's finish says
///
/// What threads keep, and how two shares are combined, is a ReductionPattern's part. Where the
/// order of the values counts (ValueOrder::Sequence), each thread takes a range of iterations, the
/// tree combines neighbours, and the last workgroup's threads take ranges of the partial results.
class ReductionLowering {
public:
  /// `grid` is planned; its reductions are collected here. Shared variables, scratch and functions
  /// are added to the class before `kernel`, which the generated class calls `display`. `numbers`
  /// are the variables that count the iterations upwards, from 0 or more, in each dimension.
  ReductionLowering(KernelOp kernel, llvm::StringRef display, GridOp grid,
                    llvm::ArrayRef<IterationNumber> numbers);

  bool empty() const { return accumulators.empty(); }

  /// Whether a workgroup takes an iteration of the grid together; then lowerRow is what there is to
  /// do, beside the loop in which each thread takes one.
  bool isByRows() const { return !empty() && !finishBy; }

  /// `row` is a copy in a loop of a workgroup over iterations of the grid: lets its threads share
  /// the loop.
  void lowerRow(RowOp row);

  /// The same for grids of which a workgroup takes several iterations side by side: builds the loop
  /// of the workgroups and the copy of the grid's body inside.
  void lowerColumns(mlir::OpBuilder &at, RowOp row, const mlir::IRMapping &mapping);

  /// The same for grids of which groups of threads take an iteration each.
  void lowerLanes(mlir::OpBuilder &at, RowOp row, const mlir::IRMapping &mapping);

  /// The scratch buffer that holds partial results or totals; null where atomic operations change
  /// the reduced places themselves.
  ScratchOp getScratch() const { return scratch; }

  /// Declares one variable per reduced place, with values that change nothing.
  void declareAccumulators(mlir::OpBuilder &builder, mlir::Location loc);

  /// Replaces a reduction in the shader's copy of the body; `numbers` are the places of the
  /// variables given to the constructor.
  void lower(ReductionOpInterface reduction, mlir::ValueRange numbers);

  /// Combines the accumulators of all threads into the reduced places. `emitBefore` and `emitAfter`
  /// emit the statements folded into the last workgroup, before and after the places get their
  /// results.
  using Emit = llvm::function_ref<void(mlir::OpBuilder &)>;
  void finish(mlir::OpBuilder &builder, mlir::Location loc, Emit emitBefore, Emit emitAfter);

  /// Whether another dispatch, of one workgroup of the same size, combines what `finish` leaves in
  /// the scratch buffer. Its shader is finishInDispatch and nothing else; `finish` then emits none
  /// of the folded statements.
  bool needsDispatch() const { return !empty() && finishBy == ReduceFinish::ExtraDispatches; }
  void finishInDispatch(mlir::OpBuilder &builder, mlir::Location loc, Emit emitBefore,
                        Emit emitAfter);

  /// For the shader's documentation: "m_summ (+), m_largest (max); tree in shared memory, ...".
  std::string describe() const;

  /// The smallest subgroup for which the shared memory has slots; 1 where subgroups do not matter.
  int64_t getMinSubgroupSize() const;

private:
  ReductionPattern &getPattern(ReductionOpInterface reduction);

  /// Combines each accumulator's place, `mine`, with a value that is never NaN, `theirs`.
  void combineAll(mlir::OpBuilder &builder, mlir::Location loc, LeafValueFn mine,
                  LeafValueFn theirs);
  /// Combines what the thread has into the reduced places.
  void combineIntoFields(mlir::OpBuilder &builder, mlir::Location loc);

  /// Calls `emit` for each leaf of all accumulators, with the place among `places` that each
  /// accumulator has.
  void forAllLeaves(
      mlir::OpBuilder &builder, mlir::Location loc, mlir::ValueRange places,
      llvm::function_ref<void(mlir::OpBuilder &, const Accumulator &, mlir::Value, const Leaf &)>
          emit);
  mlir::Value sharedPart(mlir::OpBuilder &builder, mlir::Location loc,
                         const Accumulator &accumulator, const Leaf &leaf, mlir::Value slot);
  void addCombineFunction(mlir::OpBuilder &builder);
  FuncOp makeCombineFunction(mlir::OpBuilder &builder, llvm::StringRef cppName);
  void emitTree(mlir::OpBuilder &builder, mlir::Location loc, FuncOp function);
  void emitSubgroup(mlir::OpBuilder &builder, mlir::Location loc, FuncOp function);
  /// Combines what the threads of a subgroup have in a place of the accumulator's shape.
  void combineSubgroup(mlir::OpBuilder &builder, mlir::Location loc, const Accumulator &accumulator,
                       mlir::Value place);

  // RowReductions.cpp
  void addRow(RowOp row);
  /// What becomes of a row's accumulators and of the statements around its loop.
  struct RowParts {
    ForOp loop;
    /// Variables that get what their accumulators have at the end, and elements that do.
    llvm::SmallVector<std::pair<VarOp, Accumulator *>> carried;
    llvm::SmallVector<std::pair<AssignOp, Accumulator *>> stores;
  };
  RowParts takeRow(RowOp row);
  void finishRow(mlir::OpBuilder &first, mlir::Location loc, const RowParts &parts,
                 llvm::ArrayRef<mlir::Operation *> behind);
  /// Gives a thread the iterations of a row's loop from number `first` on, `stride` apart, of a
  /// loop that counts by `step`.
  void shareLoop(ForOp loop, int64_t step, mlir::Value first,
                 llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::Type)> stride);

  // ColumnReductions.cpp
  struct ColumnShape;
  /// Whether workgroups may take twice as many columns side by side as planned, and share each.
  bool canWiden() const { return 4 * columns <= threads; }
  mlir::Value buildColumnBits(mlir::OpBuilder &at, mlir::Location loc, const ColumnShape &shape);
  uint64_t getColumnBits(int64_t count);
  mlir::Value buildNarrowedBits(mlir::OpBuilder &at, mlir::Location loc, const ColumnShape &shape);
  ColumnShape buildColumnShape(mlir::OpBuilder &at, RowOp row, const mlir::IRMapping &mapping);
  void combineSlices(mlir::OpBuilder &at, mlir::Location loc, const ColumnShape &shape,
                     mlir::Value item, mlir::Value block);

  // LaneReductions.cpp
  struct LaneShape;
  LaneShape buildLaneShape(mlir::OpBuilder &at, RowOp row, const mlir::IRMapping &mapping);
  struct Takers;
  struct Leaving;
  using BuildFn = llvm::function_ref<mlir::Value(mlir::OpBuilder &)>;
  mlir::Value buildMostTurns(mlir::OpBuilder &at, mlir::Location loc, RowPlanAttr plan,
                             mlir::Value lanesOfGroup);
  Leaving buildLeaving(mlir::OpBuilder &at, mlir::Location loc, RowPlanAttr plan, BuildFn length,
                       const Takers &takers);
  Leaving shareUnevenLoop(ForOp loop, RowPlanAttr plan, int64_t step, CmpKind predicate,
                          mlir::Value bound, const Takers &takers);
  void takeIteration(mlir::OpBuilder &at, RowOp row, const mlir::IRMapping &mapping,
                     const Takers &takers);
  void takeLongIterations(mlir::OpBuilder &at, RowOp row, const mlir::IRMapping &mapping,
                          mlir::Value left);
  ForOp buildBlocks(mlir::OpBuilder &at, mlir::Location loc, const LaneShape &shape);
  void takeHugeIterations(mlir::OpBuilder &at, RowOp row, const mlir::IRMapping &mapping,
                          const LaneShape &shape);
  void emitExchange(mlir::OpBuilder &builder, mlir::Location loc, FuncOp function);
  void emitExchangeOverSubgroups(mlir::OpBuilder &builder, mlir::Location loc, FuncOp function);

  // FinishReductions.cpp
  /// Whether the scratch buffer has the results of each workgroup.
  bool hasPartials() const;
  void addScratch(mlir::OpBuilder &builder);
  /// What an accumulator has in the scratch buffer: its name and type there, and the number that
  /// belongs to a component of a leaf, of the workgroup that `group` computes.
  using GroupFn = llvm::function_ref<mlir::Value(mlir::OpBuilder &)>;
  std::string getScratchName(const Accumulator &accumulator) const;
  mlir::Type getScratchType(const Accumulator &accumulator) const;
  /// The members of the scratch buffer that hold an accumulator; their offsets are not known yet.
  llvm::SmallVector<MemberAttr, 1> getScratchMembers(const Accumulator &accumulator) const;
  mlir::Value scratchPlace(mlir::OpBuilder &builder, mlir::Location loc,
                           const Accumulator &accumulator, const Leaf &leaf, unsigned component,
                           GroupFn group);
  mlir::Value loadScratch(mlir::OpBuilder &builder, mlir::Location loc,
                          const Accumulator &accumulator, const Leaf &leaf, GroupFn group);
  void storeScratch(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value place,
                    mlir::Value value);
  ForOp buildGroupLoop(mlir::OpBuilder &builder, mlir::Location loc, GroupFn count);
  /// Calls `emit` for each number of the accumulators, with its place in the thread's variable.
  void forEachNumber(mlir::OpBuilder &builder, mlir::Location loc,
                     llvm::function_ref<void(mlir::OpBuilder &, const Accumulator &, const Leaf &,
                                             unsigned component, mlir::Value mine)>
                         emit);
  /// Calls the function that combines a workgroup; `columnsPlace` holds how many columns it has.
  void callCombine(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value columnsPlace = {});
  /// Calls one that combines so many columns, or threads of a group.
  void callCombine(mlir::OpBuilder &builder, mlir::Location loc, FuncOp function, mlir::Value size);
  /// `atomicAdd(groupsDone, 1u)`: counts this workgroup; gives how many were there before.
  mlir::Value countDone(mlir::OpBuilder &builder, mlir::Location loc);
  /// `done == gl_NumWorkGroups.x - 1u`: whether it is the last one.
  mlir::Value compareDone(mlir::OpBuilder &builder, mlir::Location loc, CmpKind kind,
                          mlir::Value done);
  void resetDone(mlir::OpBuilder &builder, mlir::Location loc);
  void finishByAtomics(mlir::OpBuilder &builder, mlir::Location loc);
  void finishByAtomicTotals(mlir::OpBuilder &builder, mlir::Location loc, Emit emitBefore,
                            Emit emitAfter);
  void finishByPackedTotal(mlir::OpBuilder &builder, mlir::Location loc, Emit emitBefore,
                           Emit emitAfter);
  void finishByLastWorkgroup(mlir::OpBuilder &builder, mlir::Location loc, Emit emitBefore,
                             Emit emitAfter);
  void finishByLastSubgroup(mlir::OpBuilder &builder, mlir::Location loc, Emit emitBefore,
                            Emit emitAfter);
  void publishPartials(mlir::OpBuilder &first, mlir::Location loc);
  void takePartials(mlir::OpBuilder &builder, mlir::Location loc, GroupFn lane, GroupFn lanes,
                    GroupFn count);
  void takeAllPartials(mlir::OpBuilder &builder, mlir::Location loc, GroupFn count);
  void combineResults(mlir::OpBuilder &final, mlir::Location loc, Emit emitBefore, Emit emitAfter);
  void combinePartials(mlir::OpBuilder &builder, mlir::Location loc, GroupFn count, Emit emitBefore,
                       Emit emitAfter);
  void leaveToDispatch(mlir::OpBuilder &builder, mlir::Location loc);
  std::string describeFinish() const;

  void resetAccumulator(mlir::OpBuilder &builder, mlir::Location loc,
                        const Accumulator &accumulator, mlir::Value place);

  KernelOp kernel;
  std::string display;
  ClassOp parent;
  ReduceStrategy strategy = ReduceStrategy::Tree;
  std::optional<ReduceFinish> finishBy; ///< none where workgroups share rows
  unsigned dims = 1;
  int64_t threads = 1;
  int64_t maxGroups = 1;
  int64_t columns = 0;  ///< that a workgroup combines side by side at most; 0 for a single value
  int64_t lanes = 0;    ///< threads of a group that takes an iteration at most; 0 without groups
  int64_t partials = 1; ///< of each number
  int64_t minSubgroupSize = 1;
  bool isOrdered = false;
  bool handsOn = false;  ///< whether the last workgroup runs what needs all that others have done
  bool isPacked = false; ///< whether a total and the count of workgroups are one number
  Accumulators accumulators;
  std::vector<std::unique_ptr<ReductionPattern>> patterns; ///< in the order of the table
  llvm::StringMap<ReductionPattern *> patternOf;           ///< by the operation's name
  ScratchOp scratch;
  std::string hasHuge; ///< the shared variable that says whether iterations are left to all threads
  std::string flag;    ///< the shared variable that says whether this workgroup is the last
  FuncOp combine;
  FuncOp combineSubgroups; ///< what combines groups of threads that are no larger than a subgroup
};

/// The member of a scratch buffer that counts workgroups.
inline constexpr llvm::StringLiteral kGroupsDone = "groupsDone";

/// Whether a row is long enough for a workgroup to take it together, as planned, and its loop runs
/// at all; null where both are known. What reads neither rows nor columns runs faster with a thread
/// for each iteration of the grid, if there are enough of them to fill a large device. `mapping`
/// knows what the bounds are made of.
mlir::Value buildIsRowLong(mlir::OpBuilder &at, RowOp row, const mlir::IRMapping &mapping);

/// Builds how many iterations a grid of one dimension has, as a number of type uint; what has to be
/// computed for that is computed at `at`.
std::function<mlir::Value(mlir::OpBuilder &)> buildIterationCount(mlir::OpBuilder &at, GridOp grid,
                                                                  const mlir::IRMapping &mapping);

/// Declares the counter of the iteration of such a grid with this number, from 0 on.
mlir::Value buildCounter(mlir::OpBuilder &at, GridOp grid, mlir::Value number);

/// Iterations of the grid for which there is a workgroup, up to as many of these as are planned.
int32_t getRowsOfWorkgroup(RowOp row);

/// Rows that a thread takes at least where threads share columns.
int64_t getRowsOfShare(RowOp row);

/// What the number of workgroups of a grid whose rows they share is made of: a number, and how much
/// of it a workgroup takes; of iterations, or of threads where workgroups may take iterations
/// together. Where that is for a few iterations alone, many take a thread each, and workgroups that
/// find no work would cost more than their coming and going (bench/results/tries.md).
/// `mapping` knows what the bounds of loops are made of; `written` are the fields that the host
/// does not know.
std::pair<mlir::Value, int32_t> buildRowThreads(mlir::OpBuilder &at, RowOp row, mlir::Value count,
                                                const mlir::IRMapping &mapping,
                                                const llvm::StringSet<> &written);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_LOWER_REDUCTIONS_LOWERREDUCTIONS_H
