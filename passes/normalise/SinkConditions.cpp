//===- SinkConditions.cpp - Loops that conditions choose ask them in their iterations ---------===//
//
//   if (m_mode == 0) {                     if (m_mode == 0)
//     m_sum = 0;                             m_sum = 0;
//     for (i...)                 ->        for (i...)
//       a[i] = b[i];                         if (m_mode == 0)
//   } else                                     a[i] = b[i];
//     for (i...)                           for (i...)
//       a[i] = 0;                            if (!(m_mode == 0))
//                                              a[i] = 0;
//
// A kernel's loops over its grid stand at its top; beside such loops, one thread runs those that
// conditions choose, in their order. So it is where nothing in the branches changes
// what the condition is made of, and where all that bounds of loops and variables in front of them
// are made of are numbers, which nothing divides: these are computed whatever the condition is.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/values/CountedLoops.h"
#include "analysis/values/Expressions.h"
#include "ir/Effects.h"
#include "ir/Places.h"
#include "ir/VkmAttributes.h"
#include "passes/Passes.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_SINKCONDITIONS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct SinkConditionsPass : vkm::impl::SinkConditionsBase<SinkConditionsPass> {
  void runOnOperation() override;
};

/// Takes one branch apart.
class ConditionSinker {
public:
  ConditionSinker(IfOp branch, unsigned gridDepth)
      : branch(branch), gridDepth(gridDepth), effects(getEffects(branch)) {}
  /// False, and nothing has changed, where the branch has to stay.
  bool run();

private:
  bool isLoop(Operation &op) { return isa<ForOp>(op) && getLoopDepth(&op) >= gridDepth; }
  bool canSink(Region &region);
  void wrap(Block &block, Block::iterator first, Block::iterator end, bool holds);
  void sink(Region &region, bool holds);

  IfOp branch;
  unsigned gridDepth;
  EffectSet effects;
};
} // namespace

static bool isScalarRoot(const Root &root) {
  return root.symbol ? !root.value : !isa<PtrType>(root.value.getType());
}

/// Whether an operation of an expression may do harm where the source does not evaluate it: it
/// reads an element that need not be there, divides by what may be 0, or shifts too far.
static bool isHarmful(Operation *op) {
  if (auto load = dyn_cast<LoadOp>(op))
    return !getPlacePath(load.getRef()).isExact();
  auto binary = dyn_cast<BinaryOp>(op);
  bool isLimited =
      binary && (binary.getKind() == BinaryKind::Div || binary.getKind() == BinaryKind::Rem ||
                 binary.getKind() == BinaryKind::Shl || binary.getKind() == BinaryKind::Shr);
  if (!isLimited || !isa<IntegerType>(binary.getType()))
    return false;
  std::optional<int64_t> second = getConstantInt(binary.getRhs());
  return !second || *second <= 0;
}

/// Whether a value can be computed wherever the branch stands. Null where there is none to compute.
static bool isSafe(Value value) {
  if (!value)
    return true;
  if (findRead(value, isScalarRoot))
    return false;
  SmallVector<Value> open = {value};
  while (!open.empty()) {
    Operation *op = open.pop_back_val().getDefiningOp();
    if (!op)
      continue;
    bool isUnsafe = op->walk([&](Operation *inner) {
                        return isHarmful(inner) ? WalkResult::interrupt() : WalkResult::advance();
                      }).wasInterrupted();
    if (isUnsafe)
      return false;
    llvm::append_range(open, op->getOperands());
  }
  return true;
}

/// The loop whose body is an iteration of the grid; null where something stands in between.
static ForOp findInnermost(ForOp loop, unsigned gridDepth) {
  for (unsigned depth = 1; depth < gridDepth; ++depth) {
    ForOp inner;
    for (Operation &op : loop.getBody().front()) {
      if (op.hasTrait<VkmExpression>() && isWithoutEffect(&op))
        continue;
      if (inner || !isa<ForOp>(op))
        return {};
      inner = cast<ForOp>(op);
    }
    if (!inner)
      return {};
    loop = inner;
  }
  return loop;
}

bool ConditionSinker::canSink(Region &region) {
  if (region.empty())
    return true;
  for (Operation &op : region.front()) {
    if (auto loop = dyn_cast<ForOp>(op); loop && isLoop(op)) {
      Value condition = cast<YieldOp>(loop.getCond().front().back()).getValue();
      if (!isSafe(loop.getInit()) || !isSafe(condition) || !findInnermost(loop, gridDepth))
        return false;
    } else if (auto variable = dyn_cast<VarOp>(op)) {
      if (!isSafe(variable.getInit()))
        return false;
    } else if (isa<IfOp>(op) && getLoopDepth(&op) >= gridDepth) {
      return false;
    }
  }
  return true;
}

/// Puts statements of a block under the condition.
void ConditionSinker::wrap(Block &block, Block::iterator first, Block::iterator end, bool holds) {
  if (first == end)
    return;
  OpBuilder at(&block, first);
  IRMapping mapping;
  Value condition = cloneExpression(at, branch.getCondition(), mapping);
  if (!holds)
    condition = buildNot(at, branch.getLoc(), condition);
  auto made = at.create<IfOp>(branch.getLoc(), condition);
  Block &inside = made.getThenRegion().front();
  inside.getOperations().splice(inside.end(), block.getOperations(), first, end);
}

/// Puts what a branch does in front of it.
void ConditionSinker::sink(Region &region, bool holds) {
  if (region.empty())
    return;
  Block &outer = *branch->getBlock();
  for (Operation &op : llvm::make_early_inc_range(region.front())) {
    op.moveBefore(branch);
    if (auto loop = dyn_cast<ForOp>(op); loop && isLoop(op)) {
      Block &body = findInnermost(loop, gridDepth).getBody().front();
      wrap(body, body.begin(), body.end(), holds);
    } else if (!isa<VarOp>(op) && !(op.hasTrait<VkmExpression>() && isWithoutEffect(&op))) {
      wrap(outer, op.getIterator(), std::next(op.getIterator()), holds);
    }
  }
}

bool ConditionSinker::run() {
  bool returns = branch->walk([](ReturnOp) { return WalkResult::interrupt(); }).wasInterrupted();
  auto stays = [&](const Root &root) { return isScalarRoot(root) && !effects.writesAny(root); };
  if (returns || findRead(branch.getCondition(), stays) || !canSink(branch.getThenRegion()) ||
      !canSink(branch.getElseRegion()))
    return false;
  sink(branch.getThenRegion(), /*holds=*/true);
  sink(branch.getElseRegion(), /*holds=*/false);
  branch.erase();
  return true;
}

void SinkConditionsPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Imported)
    return;
  getOperation().walk([](KernelOp kernel) {
    unsigned depth = static_cast<unsigned>(kernel.getDims());
    SmallVector<IfOp> branches;
    bool hasGrid = false;
    kernel.walk([&](Operation *op) {
      Operation *around = op->getParentOp();
      while (isa_and_nonnull<ScopeOp>(around))
        around = around->getParentOp();
      if (around != kernel || getLoopDepth(op) < depth)
        return;
      hasGrid |= isa<LoopOpInterface>(op);
      if (auto branch = dyn_cast<IfOp>(op))
        branches.push_back(branch);
    });
    for (IfOp branch : branches)
      if (!hasGrid)
        ConditionSinker(branch, depth).run();
  });
}
