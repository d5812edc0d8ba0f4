//===- EndLast.cpp - Iterations that end with their last statement ---------------------------===//

#include "transforms/EndLast.h"

#include "ir/VkmDialect.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// The `continue` at the end of `if (c) { ...; continue; }`, where an operation is that; null for
/// others.
static Operation *findEndOfIteration(Operation &op) {
  auto branch = dyn_cast<IfOp>(op);
  if (!branch)
    return nullptr;
  Block &taken = branch.getThenRegion().front();
  bool hasElse = !branch.getElseRegion().empty() && !branch.getElseRegion().front().empty();
  return !hasElse && !taken.empty() && isa<ContinueOp>(taken.back()) ? &taken.back() : nullptr;
}

/// Whether a statement ends the iteration somewhere.
static bool endsIteration(Operation &op) {
  return op
      .walk([](Operation *inner) {
        bool ends = isa<ReturnOp>(inner) ||
                    (isa<ContinueOp>(inner) && !inner->getParentOfType<LoopOpInterface>());
        return ends ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

bool vkmorph::vkm::canEndLast(Block &block) {
  return llvm::all_of(block, [](Operation &op) {
    Operation *end = findEndOfIteration(op);
    if (!end)
      return !endsIteration(op);
    return llvm::all_of(*end->getBlock(),
                        [&](Operation &inner) { return &inner == end || !endsIteration(inner); });
  });
}

void vkmorph::vkm::endLast(Block &block) {
  for (Operation &op : block) {
    Operation *end = findEndOfIteration(op);
    if (!end)
      continue;
    auto branch = cast<IfOp>(op);
    Block &taken = *end->getBlock();
    end->erase();
    // `if (c) continue;` has nothing to do but for the others.
    bool isEmpty = taken.empty();
    Region &otherwise = isEmpty ? branch.getThenRegion() : branch.getElseRegion();
    if (isEmpty) {
      OpBuilder at(branch);
      branch.getConditionMutable().assign(buildNot(at, branch.getLoc(), branch.getCondition()));
    }
    Block &rest = otherwise.empty() ? otherwise.emplaceBlock() : otherwise.front();
    rest.getOperations().splice(rest.end(), block.getOperations(), std::next(op.getIterator()),
                                block.end());
    endLast(rest);
    if (rest.empty() && !isEmpty)
      rest.erase();
    return;
  }
}
