//===- KnownConditions.cpp - Takes the branches that known conditions choose -----------------===//
//
//   if (2 == 0) { Halve(a); } else { Scale(a); return; }        Scale(a);
//   Scale(b);                                            ->     return;
//
//===------------------------------------------------------------------------------------------===//

#include "transforms/KnownConditions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

bool vkmorph::vkm::isWithoutCalls(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return true;
  bool calls = op->walk([](CallOp) { return WalkResult::interrupt(); }).wasInterrupted();
  return !calls && llvm::all_of(op->getOperands(), isWithoutCalls);
}

std::optional<bool> vkmorph::vkm::getTruth(Value condition, KnownPart known) {
  Operation *op = condition.getDefiningOp();
  if (auto unary = dyn_cast_or_null<UnaryOp>(op); unary && unary.getKind() == UnaryKind::Not) {
    std::optional<bool> operand = getTruth(unary.getOperand(), known);
    return operand ? std::optional(!*operand) : std::nullopt;
  }
  bool isAnd = isa_and_nonnull<AndOp>(op);
  if (!isAnd && !isa_and_nonnull<OrOp>(op))
    return known(condition);
  // `false && x`
  std::optional<bool> left = getTruth(op->getOperand(0), known);
  if (left && *left != isAnd)
    return left;
  auto yield = dyn_cast<YieldOp>(op->getRegion(0).front().back());
  std::optional<bool> right = yield ? getTruth(yield.getValue(), known) : std::nullopt;
  // `m_total > 4 && false`
  bool isDecided = right && *right != isAnd && isWithoutCalls(op->getOperand(0));
  return isDecided || left ? right : std::nullopt;
}

void vkmorph::vkm::dropOperation(Operation *op, DroppedOperation dropped) {
  dropped(op);
  op->dropAllUses();
  op->erase();
}

void vkmorph::vkm::dropAll(Region &region, DroppedOperation dropped) {
  while (!region.empty() && !region.front().empty())
    dropOperation(&region.front().back(), dropped);
}

void vkmorph::vkm::replaceByBlock(Operation *statement, Block *taken, DroppedOperation dropped) {
  Operation *last = nullptr;
  Block *around = statement->getBlock();
  if (taken && !taken->empty()) {
    last = &taken->back();
    if (Attribute comment = statement->getAttr(kCommentAttr);
        comment && !taken->front().hasAttr(kCommentAttr))
      taken->front().setAttr(kCommentAttr, comment);
    around->getOperations().splice(statement->getIterator(), taken->getOperations());
  }
  if (isa_and_nonnull<BreakOp, ContinueOp, ReturnOp>(last))
    while (statement->getNextNode() && !statement->getNextNode()->hasTrait<OpTrait::IsTerminator>())
      dropOperation(&around->back(), dropped);
  statement->erase();
  // At the end of the loop's body nothing is left to jump over.
  if (isa_and_nonnull<ContinueOp>(last) && last == &around->back() &&
      isa<LoopOpInterface>(around->getParentOp()))
    last->erase();
}

static void takeBranch(IfOp branch, bool holds, DroppedOperation dropped) {
  Region &taken = holds ? branch.getThenRegion() : branch.getElseRegion();
  dropAll(holds ? branch.getElseRegion() : branch.getThenRegion(), dropped);
  replaceByBlock(branch, taken.empty() ? nullptr : &taken.front(), dropped);
}

static void takeBranch(SelectOp choice, bool holds, DroppedOperation dropped) {
  Block &taken = (holds ? choice.getWhenTrue() : choice.getWhenFalse()).front();
  auto yield = cast<YieldOp>(taken.back());
  Value value = yield.getValue();
  yield.erase();
  choice->getBlock()->getOperations().splice(choice->getIterator(), taken.getOperations());
  choice.replaceAllUsesWith(value);
  dropOperation(choice, dropped);
}

void vkmorph::vkm::takeBranch(Operation *branch, bool holds, DroppedOperation dropped) {
  if (auto statement = dyn_cast<IfOp>(branch))
    ::takeBranch(statement, holds, dropped);
  else
    ::takeBranch(cast<SelectOp>(branch), holds, dropped);
}

void vkmorph::vkm::takeKnownBranches(Region &body, KnownPart known, DroppedOperation dropped) {
  SmallVector<std::pair<Operation *, bool>> branches;
  do {
    // What is inside of others comes first, and is gone with them; a `?:` that is taken may be the
    // condition of an `if`.
    while (!branches.empty()) {
      auto [op, holds] = branches.pop_back_val();
      takeBranch(op, holds, dropped);
    }
    body.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (!isa<IfOp, SelectOp>(op))
        return;
      if (std::optional<bool> holds = getTruth(op->getOperand(0), known))
        branches.push_back({op, *holds});
    });
  } while (!branches.empty());
}
