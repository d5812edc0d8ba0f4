//===- AffineVariables.cpp - What a local variable holds where it is read --------------------===//
//
//     int k = 4 * i;                    4 * i, until it is assigned again
//     while (k < n) { f(k); k += 2; }   the counter of a loop
//
//===------------------------------------------------------------------------------------------===//

#include "passes/Affine.h"
#include "passes/CountedLoops.h"

using namespace mlir;
using namespace vkmorph::vkm;

/// The one value that a variable ever gets, where it has got it before the load; or one of two.
std::optional<Polynomial> AffineAnalysis::computeVariable(VarOp var, LoadOp load,
                                                          const Frame *frame) {
  AssignOp assign;
  for (Operation *user : var.getRef().getUsers()) {
    if (isa<LoadOp>(user))
      continue;
    auto write = dyn_cast<AssignOp>(user);
    if (!write || assign)
      return computeReaching(var, load, frame);
    assign = write;
  }
  if (!assign)
    return var.getInit() ? evaluate(var.getInit(), frame) : std::nullopt;
  if (var.getInit()) {
    std::optional<Polynomial> chosen = computeAssigned(var, assign, load, frame);
    return chosen || openChoice ? chosen : computeReaching(var, load, frame);
  }
  // The assignment is a statement of a block that holds the load, and stands before it.
  Operation *ancestor = assign->getBlock()->findAncestorOpInBlock(*load);
  if (!ancestor || ancestor == assign || !assign->isBeforeInBlock(ancestor))
    return computeReaching(var, load, frame);
  return evaluate(assign.getValue(), frame);
}

/// What the last write before `at` gives a variable, where that is the same whatever way control
/// takes.
std::optional<Polynomial> AffineAnalysis::computeReaching(VarOp var, Operation *at,
                                                          const Frame *frame) {
  SmallVector<Operation *> writes;
  for (Operation *user : var.getRef().getUsers()) {
    if (isa<LoadOp>(user))
      continue;
    if (!isa<AssignOp, UpdateOp, CallOp>(user))
      return std::nullopt;
    writes.push_back(user);
  }
  while (at && !isa<FunctionOpInterface>(at)) {
    Block *block = at->getBlock();
    Operation *last = nullptr;
    for (Operation *write : writes) {
      Operation *before = block->findAncestorOpInBlock(*write);
      Operation *jump = write->getNextNode();
      bool jumpsAway = before != write &&
                       (isa_and_nonnull<ReturnOp>(jump) ||
                        (isa_and_nonnull<ContinueOp>(jump) && getJumpTarget(jump)->isAncestor(at)));
      if (before && !jumpsAway && before != at && before->isBeforeInBlock(at) &&
          (!last || last->isBeforeInBlock(before)))
        last = before;
    }
    if (auto assign = dyn_cast_or_null<AssignOp>(last); assign && assign.getRef() == var.getRef())
      return evaluate(assign.getValue(), frame);
    // The step of a counted loop is the one write that is followed further.
    Operation *parent = block->getParentOp();
    auto loop = dyn_cast<WhileOp>(parent);
    bool isWritten =
        llvm::any_of(writes, [&](Operation *write) { return parent->isAncestor(write); });
    if (loop && isWritten) {
      std::optional<CountedWhile> counted = matchCountedWhile(loop);
      if (!counted || counted->variable != var || (last && last != counted->step))
        return std::nullopt;
      const Counter *counter = getCounter(loop, frame);
      if (!counter)
        return std::nullopt;
      Polynomial number = Polynomial::symbol(counter->symbol) + (last ? 1 : 0);
      return counter->first + number * counter->step;
    }
    if (last)
      return std::nullopt;
    if (block == var->getBlock())
      return var.getInit() ? evaluate(var.getInit(), frame) : std::nullopt;
    // What comes before in a loop, or in a case that is fallen through from, stands behind as well.
    if (isWritten && !isa<IfOp, ScopeOp, SelectOp, AndOp, OrOp>(parent))
      return std::nullopt;
    at = parent;
  }
  return std::nullopt;
}

/// Of the values that the variable gets inside, only the step's depends on itself.
const Counter *AffineAnalysis::getCounter(WhileOp loop, const Frame *frame) {
  return getCounter(loop, frame, [&]() -> std::optional<Range> {
    std::optional<CountedWhile> counted = matchCountedWhile(loop);
    if (!counted)
      return std::nullopt;
    Type type = cast<RefType>(counted->variable.getRef().getType()).getPointee();
    return Range{counted->header, type, computeReaching(counted->variable, loop, frame)};
  });
}
