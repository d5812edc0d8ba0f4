//===- ThreadSegments.h - What a thread does, cut where kernels begin -------------------------===//
//
//   Ray ray;                                      segment 0   kernel_MakeRay(x, y, &ray);
//   kernel_MakeRay(x, y, &ray);                   loop over bounce, on the host:
//   for (int bounce = 0; bounce < m_most; ...)      segment 1   if (!kernel_Hit(x, y, &ray))
//     if (!kernel_Hit(x, y, &ray))           ->                   next = 3;
//       break;                                      segment 2   kernel_Bounce(x, y, &ray);
//     kernel_Bounce(x, y, &ray);
//   kernel_Store(x, y, ray);                      segment 3   kernel_Store(x, y, ray);
//
// Segments have numbers in the order in which they run. A thread takes part in those whose number
// is not below `next`, a number of its own: to skip some is to set it. Since all threads go through
// a loop of the host together, its counter is one for all of them.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_TRANSFORMS_THREADSEGMENTS_H
#define VKMORPH_TRANSFORMS_THREADSEGMENTS_H

#include "ir/Effects.h"

#include "mlir/IR/IRMapping.h"

#include <string>
#include <vector>

namespace vkmorph::vkm {

/// The discardable unit attribute of a function that is a kernel_X: a step of what a thread does.
inline constexpr llvm::StringLiteral kThreadKernelAttr = "thread_kernel";

/// On a kernel of threads, what becomes of it: "joined", "split" or "wavefront" (vkm-plan-threads).
inline constexpr llvm::StringLiteral kThreadsAttr = "vkm.threads";

/// Statements that one kernel runs for a thread.
struct ThreadSegment {
  mlir::Block *block;
  unsigned number;
  std::string name;         ///< of the kernel_X that it calls; empty where it calls none
  bool callsKernel = false; ///< nothing else that calls one belongs into it
  /// Of the first segment of a loop's iteration the label behind the iteration: who continues there
  /// takes part again.
  std::optional<unsigned> restart;
  llvm::SmallVector<ForOp> loops;    ///< those of the host around it, outermost first
  mlir::Operation *shared = nullptr; ///< the last of what it computes as other segments do
};

/// What the host does: launches a segment, or runs a loop around others.
struct ThreadStep {
  unsigned segment = 0;
  ForOp loop; ///< with an empty body; null for a launch
  std::vector<ThreadStep> steps;
};

/// The loops over the threads of a kernel that `vkm-outline-threads` made, outermost first.
llvm::SmallVector<ForOp> findThreadLoops(KernelOp kernel);

/// Why what a thread does stays one kernel, and where the reason stands.
struct ThreadObstacle {
  std::string why;
  mlir::Location where;
};

/// What stands against several kernels, whatever the steps of a thread are.
std::optional<ThreadObstacle> findThreadObstacle(KernelOp kernel, llvm::ArrayRef<ForOp> loops);

/// Cuts what the threads of a kernel do. The statements are copies in a function of their own,
/// whose blocks use values of one another: it is no valid function, and goes with this object.
class ThreadSegments {
public:
  /// `innermost` is the loop whose body is a thread.
  ThreadSegments(KernelOp kernel, ForOp innermost);
  ~ThreadSegments();
  ThreadSegments(const ThreadSegments &) = delete;

  void cut();

  /// Whether an operation calls a kernel_X, or a function that does.
  static bool callsKernel(mlir::Operation *op);
  /// Whether a value is one that each kernel can compute anew, or, without counters of threads, the
  /// host: made of parameters, constants, counters and members that no thread writes.
  bool isStable(mlir::Value value, bool withThreads = true) const;
  /// Whether a variable keeps a value that is stable.
  bool isStableVariable(VarOp var) const { return m_stable.contains(var); }
  /// The block of the copies that holds an operation; null for what is not among them.
  mlir::Block *getHome(mlir::Operation *op) const;
  /// The loop of the host in which a variable without a first value is declared; null for none.
  ForOp getLoopOfDeclaration(VarOp var) const { return m_declared.lookup(var); }
  /// The number of a thread's next segment; unused where no thread skips one.
  VarOp getNext() const { return m_next; }
  bool skips() const { return !m_jumps.empty(); }
  /// The segments that call a kernel_X.
  unsigned countKernels() const;
  /// The number up to which a thread takes part in a segment.
  unsigned getLast(const ThreadSegment &segment) const {
    return segment.restart ? m_labels[*segment.restart] : segment.number;
  }
  /// Whether some threads may skip a segment, so that it asks each whether it takes part.
  bool isSkipped(const ThreadSegment &segment) const {
    return segment.number > 0 && leadsBehind(getLast(segment));
  }
  /// Whether it is worth a queue: what calls no kernel_X is done sooner than that.
  bool isQueued(const ThreadSegment &segment) const {
    return segment.callsKernel && isSkipped(segment);
  }
  /// Whether a thread may go on with a segment behind `number`, up to `last`.
  bool leadsBehind(unsigned number, unsigned last = ~0u) const;
  /// The number that a label stands for, once all is cut.
  unsigned getNumber(unsigned label) const { return m_labels[label]; }

  KernelOp kernel;
  FuncOp program;
  mlir::Block *declarations; ///< variables of several segments, and what is stable
  std::vector<ThreadSegment> segments;
  std::vector<ThreadStep> steps;
  llvm::SmallVector<mlir::Operation *> kept; ///< loops and switches with kernels that stay in one

private:
  struct Scope {
    mlir::IRMapping mapping;
    unsigned end; ///< the label behind the function
    mlir::Value result;
  };
  struct Around {
    ForOp original, shell;
    unsigned leave, next; ///< labels behind the loop, and behind an iteration
  };

  void cutBlock(mlir::Block &block, Scope &scope);
  void cutStatement(mlir::Operation &op, llvm::ArrayRef<mlir::Operation *> pending, Scope &scope);
  void cutVariable(VarOp var, llvm::ArrayRef<mlir::Operation *> pending, Scope &scope);
  void cutCall(CallOp call, FuncOp callee, llvm::ArrayRef<mlir::Operation *> pending, Scope &scope);
  void cutBranch(IfOp branch, llvm::ArrayRef<mlir::Operation *> pending, Scope &scope);
  bool cutLoop(ForOp loop, llvm::ArrayRef<mlir::Operation *> pending, Scope &scope);
  ForOp makeShell(ForOp loop, Scope &scope, mlir::Value &rest);
  bool isStablePlace(mlir::Value value) const;
  bool copyStable(llvm::ArrayRef<mlir::Operation *> ops, Scope &scope);
  void copyAll(llvm::ArrayRef<mlir::Operation *> ops, Scope &scope);
  void replaceJumps(mlir::Operation &op, Scope &scope);
  void replaceJump(mlir::Operation *jump, unsigned label);
  unsigned findLabel(mlir::Operation *jump, const Scope &scope) const;

  void open();
  void openFor(bool callsKernel);
  void close() { m_isOpen = false; }
  void setNext(mlir::Location loc, unsigned label);
  unsigned makeLabel() {
    m_labels.push_back(0);
    return m_labels.size() - 1;
  }
  void bind(unsigned label) { m_labels[label] = m_count; }

  ForOp m_innermost;
  EffectSet m_effects; ///< of all threads
  EffectSet m_others;  ///< of the other kernels of the class
  mlir::OpBuilder m_builder;
  VarOp m_next;
  bool m_isOpen = false;
  unsigned m_count = 0;
  std::optional<unsigned> m_restart; ///< of the loop whose iteration has no segment yet
  std::vector<unsigned> m_labels;
  std::vector<std::pair<ConstantOp, unsigned>> m_jumps; ///< numbers that are not known yet
  llvm::SmallVector<Around> m_loops;
  std::vector<std::vector<ThreadStep> *> m_places; ///< where the next step goes
  llvm::SmallPtrSet<mlir::Operation *, 8> m_stable;
  llvm::DenseMap<mlir::Operation *, ForOp> m_declared;
  llvm::SmallPtrSet<mlir::Operation *, 4> m_tested; ///< loops behind which it is asked who leaves
};

} // namespace vkmorph::vkm

#endif // VKMORPH_TRANSFORMS_THREADSEGMENTS_H
