//===- CallableCut.cpp - What a grid of callable shaders leaves to another grid ---------------===//

#include "analysis/patterns/CallableCut.h"

#include "analysis/patterns/Appends.h"
#include "analysis/values/Expressions.h"
#include "analysis/values/GridShape.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

CallableCut::CallableCut(GridOp grid) : m_grid(grid), m_effects(getEffects(grid.getBody())) {
  collect();
}

/// A row is a loop like others to a thread that takes it alone; what is carried is a part of the
/// pattern around it.
static bool isLeft(Operation *op) {
  return isa<PatternOpInterface>(op) && !isa<RowOp, CarryOp>(op);
}

/// Whether an iteration may end before it comes to an operation of its block.
static bool mayEndBefore(Operation *op) {
  for (Operation *before = op->getPrevNode(); before; before = before->getPrevNode())
    if (before->walk([](ContinueOp) { return WalkResult::interrupt(); }).wasInterrupted())
      return true;
  return false;
}

/// Patterns of one block belong together as long as nothing leaves it between them.
void CallableCut::collect() {
  m_grid.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isLeft(op))
      return;
    Operation *last = m_groups.empty() ? nullptr : m_groups.back().patterns.back();
    bool isTogether =
        last && last->getBlock() == op->getBlock() && mayEndBefore(last) == mayEndBefore(op);
    if (!isTogether) {
      bool isConditional = op->getParentOp() != m_grid || mayEndBefore(op);
      m_groups.push_back({{}, isConditional});
    }
    m_groups.back().patterns.push_back(op);
  });
}

bool CallableCut::canRecompute(Value value) const {
  return !findRead(value, [&](const Root &root) { return isKept(m_effects, root); });
}

void CallableCut::use(Value value, llvm::SetVector<Value> &stored) const {
  Operation *op = value.getDefiningOp();
  if (!op || !m_grid->isProperAncestor(op))
    return;
  if (isa<RefType, PtrType>(value.getType()) && !isa<VarOp>(op)) {
    for (Value operand : op->getOperands())
      use(operand, stored);
  } else if (isa<RefType>(value.getType()) || !op->hasTrait<VkmExpression>() ||
             !canRecompute(value)) {
    stored.insert(value);
  }
}

SmallVector<Value> CallableCut::getStored(Operation *pattern) const {
  llvm::SetVector<Value> stored;
  for (Value operand : pattern->getOperands())
    use(operand, stored);
  // What is carried stands in a region.
  for (Region &region : pattern->getRegions())
    region.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (!region.isAncestor(operand.getParentRegion()))
          use(operand, stored);
    });
  return stored.takeVector();
}

std::optional<DispatchObstacle> CallableCut::findObstacle(Operation *pattern) const {
  auto refuse = [&](const Twine &why) { return DispatchObstacle{why.str(), pattern->getLoc()}; };
  StringRef work = cast<PatternOpInterface>(pattern).describeWork();
  if (!isa<ReductionOpInterface, AppendOp, ScatterOp>(pattern))
    return refuse("the loop of its kernel " + work + ", which ray generation shaders cannot");
  for (Operation *around = pattern->getParentOp(); around != m_grid; around = around->getParentOp())
    if (isa<LoopOpInterface>(around))
      return refuse("a loop in the iterations of its kernel " + work +
                    ", and the dispatch behind the callable shaders does so once for each "
                    "iteration");
  bool readsInside = false;
  for (Region &region : pattern->getRegions())
    region.walk([&](LoadOp) { readsInside |= !isa<CombineOp>(pattern); });
  if (readsInside)
    return refuse("what its kernel keeps beside an extreme is read from memory there");
  for (Value value : getStored(pattern))
    if (!isStorable(m_grid, value.getType()))
      return refuse("the loop of its kernel " + work +
                    " of a type that cannot be stored until all have been called");
  return std::nullopt;
}

std::optional<DispatchObstacle> CallableCut::findObstacle() const {
  std::optional<DispatchObstacle> found;
  walkReached(m_grid, [&](Operation *op) {
    if (!isLeft(op) || found)
      return;
    if (m_grid->isProperAncestor(op))
      found = findObstacle(op);
    else
      found = DispatchObstacle{("a function that its kernel calls " +
                                cast<PatternOpInterface>(op).describeWork() +
                                ", which ray generation and callable shaders cannot")
                                   .str(),
                               op->getLoc()};
  });
  if (found || m_groups.empty())
    return found;
  for (unsigned dim = 0; dim < m_grid.getNumDims(); ++dim)
    if (!countsFromZero(m_grid, dim))
      return DispatchObstacle{
          ("the loop over '" + m_grid.getCounterName(dim) +
           "' does not count from 0 by ones, and its kernel " +
           cast<PatternOpInterface>(m_groups.front().patterns.front()).describeWork())
              .str(),
          m_grid.getLoc()};
  return std::nullopt;
}
