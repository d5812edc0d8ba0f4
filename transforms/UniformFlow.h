//===- UniformFlow.h - Statements in which the threads of a workgroup meet --------------------===//
//
//   for (int k = 0; k < n; k++) {
//     if (skips(k)) continue;
//     x = meet(k, x);
//     if (x < 0) break;
//   }
//
//   =>
//
//   int k;
//   bool kGoesOn = false;
//   if (isActive) { k = 0; kGoesOn = true; }
//   while (true) {
//     if (kGoesOn) kGoesOn = k < n;
//     bool kRuns = kGoesOn;
//     if (kRuns) {
//       if (skips(k)) kRuns = false;
//       else prepare(k, x);
//     }
//     meet();                              // leaves the loop where no thread goes on
//     if (kRuns) {
//       x = taken();
//       if (x < 0) { kRuns = false; kGoesOn = false; }
//     }
//     if (kGoesOn) k++;
//   }
//
// Threads that take no part in a statement go along: loops around meetings are left when no thread
// goes on, and what stands between meetings is done by those whose flags hold. In a switch around
// a meeting threads are in a case from its label on, until they break.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_TRANSFORMS_UNIFORMFLOW_H
#define VKMORPH_TRANSFORMS_UNIFORMFLOW_H

#include "ir/VkmDialect.h"

#include "mlir/IR/Builders.h"

#include <string>

namespace vkmorph::vkm {

/// What is done where threads meet.
class Meetings {
public:
  virtual ~Meetings() = default;
  virtual bool isMeeting(mlir::Operation *op) = 0;
  /// In front of the statements that come to a meeting, by all threads.
  virtual void announce(mlir::OpBuilder &at, mlir::Operation *op) = 0;
  /// Last of these statements, by threads that take part.
  virtual void prepare(mlir::OpBuilder &in, mlir::Operation *op) = 0;
  /// By all threads. With a flag, the loop around is left where no thread's holds.
  virtual void meet(mlir::OpBuilder &at, mlir::Operation *op, VarOp goesOn) = 0;
  /// First of the statements behind it, by threads that take part; gives the result of the
  /// operation, if it has one.
  virtual mlir::Value take(mlir::OpBuilder &in, mlir::Operation *op) = 0;
  /// Leaves the loop around where no thread's flag holds, by all threads.
  virtual void leaveTogether(mlir::OpBuilder &at, VarOp goesOn) = 0;
  /// Behind a loop that they have left, before any of them writes what others have yet to read.
  virtual void closeLoop(mlir::OpBuilder &at) = 0;
};

/// Rewrites the statements of a block that holds meetings, in loops, branches and switches of any
/// depth but in no functions or expressions, and from which nothing returns.
class UniformFlow {
public:
  /// `isActive`: whether a thread takes part in the block at all, which a `continue` out of it
  /// ends.
  UniformFlow(mlir::Block &block, VarOp isActive, Meetings &meetings)
      : m_block(block), m_meetings(meetings), m_flags{{isActive, nullptr, true}} {}
  void run();

private:
  /// A variable that says whether a thread takes part in the statements that are written.
  struct Flag {
    VarOp variable;
    mlir::Operation *left; ///< the loop or switch that it is about; null for the block and branches
    bool isIteration;      ///< `continue` ends it, and `break` what is around it
  };

  bool holdsMeeting(mlir::Operation *op);
  mlir::OpBuilder own();
  mlir::OpBuilder inFront();
  void close();
  void write(mlir::Block &source);
  void moveIn(mlir::Block &source, mlir::Value variable, VarOp place);
  void writeMeeting(mlir::Operation *op);
  void writeBranch(IfOp branch);
  void writeSwitch(SwitchOp choice);
  void writeLoop(LoopOpInterface loop);
  void writeCondition(LoopOpInterface loop, VarOp counter, VarOp goesOn);
  VarOp declare(llvm::StringRef name, mlir::Type type, mlir::Location loc, mlir::Value first = {});
  VarOp declareFlag(llvm::StringRef name, mlir::Location loc);
  VarOp declareSame(llvm::StringRef name, mlir::Location loc);
  void set(mlir::OpBuilder &at, VarOp flag, bool value);

  bool isLeaving(mlir::Operation *jump);
  bool holdsLeaving(mlir::Operation *op);
  bool alwaysLeaves(mlir::Block &block);
  SwitchOp findSwitch(mlir::Operation *op);
  void replaceJump(mlir::Operation *jump);
  void replaceJumps(mlir::Block &block);
  void leaveSwitch(SwitchOp inner);
  void guardRest(mlir::Operation *op, bool leavesAlways);

  void share(mlir::Value value);
  mlir::Operation *findGuarded(mlir::Operation *op);

  mlir::Block &m_block;
  Meetings &m_meetings;
  llvm::SmallVector<Flag> m_flags;             ///< the innermost one last
  llvm::SmallVector<mlir::Block *> m_together; ///< blocks that all threads run, the innermost last
  llvm::SmallPtrSet<mlir::Block *, 8> m_all;   ///< all of these that were written
  IfOp m_open;      ///< the guarded statements that are written; null where there are none
  VarOp m_untested; ///< the flag of the loop that is written, as long as nobody asked for it
};

} // namespace vkmorph::vkm

#endif // VKMORPH_TRANSFORMS_UNIFORMFLOW_H
