//===- Dispatches.h - Where iterations go different ways by the class of an object ------------===//
//
//   m_surfaces[ids[i]]->Drop(x, y)      a call of a function with a switch over the class
//   std::visit(price, m_book[ids[i]])   a switch over the alternative
//
// Threads of a subgroup that take different ways wait for each other. A grid can be cut there: its
// first part puts each iteration into a queue of its way, and a grid for each way finishes the
// iterations of its queue.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_ANALYSIS_PATTERNS_DISPATCHES_H
#define VKMORPH_ANALYSIS_PATTERNS_DISPATCHES_H

#include "ir/Effects.h"
#include "ir/VkmDialect.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

#include <string>

namespace vkmorph::vkm {

/// A choice between ways, or a branch behind which some iterations go on.
struct Dispatch {
  mlir::Operation *op; ///< a call of a dispatcher, or a switch of the body itself
  FuncOp dispatcher;   ///< the function with the switch; null where `op` is the switch
  SwitchOp choice;     ///< null where `op` is a guard
  IfOp guard = {};     ///< the branch: iterations for which it holds do nothing more

  unsigned getNumWays() { return guard ? 1 : choice.getCases().size(); }
  /// What messages call it: the virtual method, the variant, or the kernel that begins with the
  /// branch.
  llvm::StringRef getName();
};

/// On the branch by which threads leave a kernel that they take no part in, where those that go on
/// are to be queued: the vector that says who takes part (vkm-split-threads).
inline constexpr llvm::StringLiteral kQueuesAttr = "vkm.queues";

/// On a grid over a queue: its iterations are some of those of the grid in front of it that has no
/// such attribute (vkm-sort-dispatches).
inline constexpr llvm::StringLiteral kQueuedAttr = "vkm.queued";

/// The way of the iterations that go on behind such a branch; none for other operations.
std::optional<Dispatch> matchQueue(mlir::Operation *op);

/// None for other operations than calls of dispatchers and switches over alternatives.
std::optional<Dispatch> matchDispatch(mlir::Operation *op);

/// The first choice that a call of another function comes to in all cases, and once: among the
/// statements of that function, or of one that these call.
std::optional<Dispatch> findDispatchBehind(CallOp call);

/// What says which way an iteration takes.
mlir::Value getChoosing(Dispatch dispatch);

/// What each way costs, as estimateCost counts.
llvm::SmallVector<int64_t> estimateWays(Dispatch dispatch);

/// Whether a choice, a call in front of one, or the grid of several is planned to be dispatched in
/// that way (`vkm.dispatch`).
bool isDispatchedBy(mlir::Operation *op, llvm::StringRef how);

/// Why iterations cannot be sorted, where the reason is.
struct DispatchObstacle {
  std::string why;
  mlir::Location loc;
};

/// Whether memory that is reached so is the same behind iterations with these effects. Two pointers
/// may name one array where each iteration keeps to its own elements.
bool isKept(const EffectSet &effects, const Root &root);

/// Whether a vector can hold a value until another grid takes it: numbers, vectors, and structs of
/// them.
bool isStorable(mlir::Operation *from, mlir::Type type);

/// What such a vector has of a value of that type: bools are numbers in memory.
mlir::Type getStoredType(mlir::Type type);

/// The type of what the second part of a cut grid uses of the first: of a place, of what it holds.
mlir::Type getUsedType(mlir::Value used);
/// A name for it: that of the variable that has it, or had it.
llvm::StringRef getUsedName(mlir::Value used);

/// A grid that is cut in front of one of the statements of its iterations.
class GridCut {
public:
  GridCut(GridOp grid, mlir::Operation *at);

  /// What the second part uses of the first, in order.
  llvm::ArrayRef<mlir::Value> getUsed() const { return m_used.getArrayRef(); }
  /// Whether the first part has to store a value, or that of the variable which a reference names;
  /// everything else the second part computes again.
  bool isStored(mlir::Value used) const { return m_stored.contains(used); }
  /// Of a value that memory cannot hold; none where all are storable.
  std::optional<DispatchObstacle> findObstacle() const;

private:
  bool isOfFirst(mlir::Value value) const;
  bool canRecompute(mlir::Value value) const;
  bool isHeld(LoadOp load) const;
  bool isOverwritten(VarOp variable) const;
  void use(mlir::Value value);

  mutable GridOp m_grid;
  mlir::Operation *m_at;
  EffectSet m_first; ///< of the first part
  llvm::SetVector<mlir::Value> m_used;
  llvm::DenseSet<mlir::Value> m_stored;
};

/// What is asked of the order of iterations: which place one has in a queue differs from run to
/// run.
struct OrderDemands {
  bool isRepeatable = false;   ///< floats are combined in one order in all runs
  bool appendsInOrder = false; ///< elements are appended in the order of the source
};

/// Why the iterations of the grid around a dispatch cannot be sorted by their ways; `written` are
/// the fields that kernels write.
std::optional<DispatchObstacle>
findSortObstacle(Dispatch dispatch, const llvm::StringSet<> &written, const OrderDemands &demands);

//===------------------------------------------------------------------------------------------===//
// Iterations that workgroups sort
//===------------------------------------------------------------------------------------------===//

/// Threads of a workgroup that sorts its iterations, and how many iterations each of them takes at
/// most, both where the target has room: the more there are of a way, the fewer subgroups go two
/// ways. And how many workgroups are to be left where threads take several. Measured on one large
/// GPU (bench/results/README.md) against 256 and 512 threads, and 1, 2 and 8 iterations.
inline constexpr int64_t kRegroupThreads = 1024, kRegroupTurns = 4, kFewestRegrouping = 128;

/// The choice by whose ways the workgroups of a grid are to sort its iterations; none where they
/// are not.
std::optional<Dispatch> findRegrouped(GridOp grid);

/// What shared memory has of a value of that type until another thread takes it: a word of numbers
/// that are narrower.
mlir::Type getKeptType(mlir::Type type);

/// Whether shared memory can hold a value of that type, which is one that getKeptType gives:
/// without features of their own it has words, and bools in structs.
bool isShareable(mlir::Operation *from, mlir::Type type);

/// Bytes of shared memory that a workgroup of so many threads takes to sort iterations, so many of
/// each thread.
int64_t getRegroupBytes(Dispatch dispatch, int64_t threads, int64_t turns);

/// What threads of a workgroup run for one another.
enum class Shared {
  Iterations, ///< the rest of them, of which the values are another thread's then
  Calls       ///< a thread has what its own iterations give
};

/// Why threads of a workgroup cannot run that for one another, whichever calls these are; empty
/// where nothing is in the way.
std::string findSharingObstacle(GridOp grid, Shared what, const OrderDemands &demands);

/// Whether a pattern is none that threads do alone whose calls run in rounds: a grid behind theirs
/// can do it (PatternCut).
bool isLeftByRounds(mlir::Operation *op, const OrderDemands &demands);

/// Why the workgroups of the grid around a dispatch cannot sort its iterations by their ways.
std::optional<DispatchObstacle> findRegroupObstacle(Dispatch dispatch);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_PATTERNS_DISPATCHES_H
