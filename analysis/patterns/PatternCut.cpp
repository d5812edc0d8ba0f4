//===- PatternCut.cpp - What a grid leaves to another one behind it ---------------------------===//

#include "analysis/patterns/PatternCut.h"

#include "analysis/patterns/Appends.h"
#include "analysis/values/Expressions.h"
#include "analysis/values/GridShape.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

PatternCut::PatternCut(GridOp grid, llvm::function_ref<bool(Operation *)> isLeft)
    : m_grid(grid), m_effects(getEffects(grid.getBody())) {
  walkReached(grid, [&](Operation *op) {
    if (isa<PatternOpInterface>(op) && !isa<RowOp, CarryOp>(op) && isLeft(op))
      m_left.insert(op);
  });
  findTail();
  collect();
}

/// Whether an iteration may end before it comes to an operation of its block.
static bool mayEndBefore(Operation *op) {
  for (Operation *before = op->getPrevNode(); before; before = before->getPrevNode())
    if (before->walk([](ContinueOp) { return WalkResult::interrupt(); }).wasInterrupted())
      return true;
  return false;
}

/// Running totals are declared at the begin of an iteration; from the first of its statements on
/// that uses one it is the other grid's.
void PatternCut::findTail() {
  Block &body = m_grid.getBody().front();
  for (VarOp variable : body.getOps<VarOp>()) {
    auto running = variable.getInit() ? variable.getInit().getDefiningOp<RunningOp>() : RunningOp();
    if (!running || !m_left.contains(running))
      continue;
    m_totals.push_back(variable);
    for (Operation *user : variable.getRef().getUsers()) {
      Operation *statement = body.findAncestorOpInBlock(*user);
      if (!m_tail || statement->isBeforeInBlock(m_tail))
        m_tail = statement;
    }
  }
}

bool PatternCut::isTailConditional() const { return mayEndBefore(m_tail); }

bool PatternCut::isInTail(Operation *op) const {
  Operation *statement = m_tail ? m_tail->getBlock()->findAncestorOpInBlock(*op) : nullptr;
  return statement && !statement->isBeforeInBlock(m_tail);
}

/// Patterns of one block belong together as long as nothing leaves it between them.
void PatternCut::collect() {
  m_grid.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!m_left.contains(op) || isa<RunningOp>(op) || isInTail(op))
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

bool PatternCut::canRecompute(Value value) const {
  return !findRead(value, [&](const Root &root) { return isKept(m_effects, root); });
}

void PatternCut::use(Value value, llvm::SetVector<Value> &stored) const {
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

SmallVector<Value> PatternCut::getStored(Operation *pattern) const {
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

std::optional<DispatchObstacle> PatternCut::findObstacle(Operation *pattern, StringRef who) const {
  auto refuse = [&](const Twine &why) { return DispatchObstacle{why.str(), pattern->getLoc()}; };
  StringRef work = cast<PatternOpInterface>(pattern).describeWork();
  if (isInTail(pattern))
    return std::nullopt;
  if (auto running = dyn_cast<RunningOp>(pattern)) {
    bool isDeclared =
        llvm::any_of(m_totals, [&](VarOp total) { return total.getInit() == running.getBefore(); });
    return isDeclared ? std::nullopt : std::optional(refuse("the loop of its kernel " + work));
  }
  if (!isa<ReductionOpInterface, AppendOp, ScatterOp>(pattern))
    return refuse("the loop of its kernel " + work + ", which " + who + " cannot");
  for (Operation *around = pattern->getParentOp(); around != m_grid; around = around->getParentOp())
    if (isa<LoopOpInterface>(around))
      return refuse("a loop in the iterations of its kernel " + work +
                    ", and the dispatch behind it does so once for each iteration");
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

std::optional<DispatchObstacle> PatternCut::findObstacle(StringRef who) const {
  if (!isNeeded())
    return std::nullopt;
  for (Operation *op : m_left) {
    if (!m_grid->isProperAncestor(op))
      return DispatchObstacle{("a function that its kernel calls " +
                               cast<PatternOpInterface>(op).describeWork() + ", which " + who +
                               " cannot")
                                  .str(),
                              op->getLoc()};
    if (std::optional<DispatchObstacle> found = findObstacle(op, who))
      return found;
  }
  if (m_tail)
    if (std::optional<DispatchObstacle> found = GridCut(m_grid, m_tail).findObstacle())
      return found;
  for (unsigned dim = 0; dim < m_grid.getNumDims(); ++dim)
    if (!countsFromZero(m_grid, dim))
      return DispatchObstacle{("the loop over '" + getCounterInSource(m_grid, dim) +
                               "' does not count from 0 by ones, and its kernel " +
                               cast<PatternOpInterface>(m_left.front()).describeWork())
                                  .str(),
                              m_grid.getLoc()};
  return std::nullopt;
}
