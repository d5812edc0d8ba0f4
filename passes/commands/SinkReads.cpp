//===- SinkReads.cpp - Moves what reads results of commands behind all of them ---------------===//
//
//     run A                              run A
//     count = m_count             ->     run B
//     run B                              count = m_count
//
// What stands between commands of a control function and reads what earlier ones compute, with what
// depends on it, moves behind the last command, as far as no later command has to do with either.
//
//===-----------------------------------------------------------------------------------------===//

#include "analysis/commands/RecordedCommands.h"
#include "analysis/values/CountedLoops.h"
#include "ir/ControlForms.h"
#include "ir/HostCode.h"
#include "passes/Passes.h"
#include "passes/TwoForms.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_SINKREADS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
/// What is to move, in order.
class Sinking {
public:
  explicit Sinking(Operation *last) : last(last) {}
  /// False where something cannot move that would have to.
  bool collect();
  void move();

private:
  bool isLate(Operation *op, const EffectSet &own) const;
  bool usesMoved(Operation *op) const;
  bool sharesVariables(Operation *op) const;
  bool collidesWithLater(Operation *op) const;

  Operation *last;
  FieldNames written; ///< by the commands so far
  SmallVector<Operation *> moved;
  EffectSet effects; ///< of what moves
};
} // namespace

static bool overlap(const EffectSet &a, const EffectSet &b) {
  auto writesInto = [](const EffectSet &from, const EffectSet &to) {
    return llvm::any_of(from.writes,
                        [&](const Root &root) { return to.readsAny(root) || to.writesAny(root); });
  };
  return (a.ordered && b.ordered) || writesInto(a, b) || writesInto(b, a);
}

bool Sinking::usesMoved(Operation *op) const {
  WalkResult result = op->walk([&](Operation *inner) {
    bool uses = llvm::any_of(inner->getOperands(), [&](Value operand) {
      return llvm::is_contained(moved, operand.getDefiningOp());
    });
    return uses ? WalkResult::interrupt() : WalkResult::advance();
  });
  return result.wasInterrupted();
}

/// Whether what holds commands has to do with variables of the host that what moves sets or reads.
bool Sinking::sharesVariables(Operation *op) const {
  EffectSet own = getEffects(op);
  auto meets = [](const SmallVectorImpl<Root> &roots, const EffectSet &other, bool written) {
    return llvm::any_of(roots, [&](const Root &root) {
      return !root.symbol && (other.writesAny(root) || (written && other.readsAny(root)));
    });
  };
  return meets(effects.writes, own, true) || meets(effects.reads, own, false);
}

bool Sinking::isLate(Operation *op, const EffectSet &own) const {
  bool readsResult = llvm::any_of(
      own.reads, [&](const Root &root) { return root.symbol && written.contains(root.symbol); });
  return readsResult || usesMoved(op) || overlap(own, effects);
}

/// Whether a later command changes what the operation reads.
bool Sinking::collidesWithLater(Operation *op) const {
  FieldNames later;
  for (Operation *next = op->getNextNode(); next; next = next->getNextNode())
    addFieldsWritten(next, later);
  return llvm::any_of(getEffects(op).reads,
                      [&](const Root &root) { return root.symbol && later.contains(root.symbol); });
}

bool Sinking::collect() {
  Operation *lastKernel = nullptr;
  for (Operation &op : *last->getBlock())
    if (runsKernel(&op))
      lastKernel = &op;
  for (Operation &op : *last->getBlock()) {
    // Sizes of the caller's vectors are for the commands.
    if (holdsCommand(&op) || op.hasAttr(kResizesAttr)) {
      if (usesMoved(&op) || sharesVariables(&op))
        return false;
      addFieldsWritten(&op, written);
    } else if (!isa<ExtentOp>(op)) {
      EffectSet own = getEffects(&op);
      // What is done behind the last kernel stays there, though assignments to members follow.
      bool isBehind = own.ordered && lastKernel && lastKernel->isBeforeInBlock(&op);
      if (isBehind || isLate(&op, own)) {
        if (mayReturn(op) || collidesWithLater(&op))
          return false;
        moved.push_back(&op);
        effects.add(own);
      }
    }
    if (&op == last)
      return true;
  }
  return true;
}

void Sinking::move() {
  Operation *point = last;
  for (Operation *op : moved) {
    op->moveAfter(point);
    point = op;
  }
}

void vkmorph::vkm::sinkReads(ControlOp control) {
  Operation *last = findLastCommand(control);
  if (!last)
    return;
  Sinking sinking(last);
  if (sinking.collect())
    sinking.move();
}

namespace {
struct SinkReadsPass : vkm::impl::SinkReadsBase<SinkReadsPass> {
  void runOnOperation() override;
};
} // namespace

void SinkReadsPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Lowered)
    return;
  for (ControlOp control : getUnsplitControls(getOperation()))
    sinkReads(control);
}
