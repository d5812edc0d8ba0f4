//===- FoldConditions.cpp - Takes branches whose conditions are known ------------------------===//
//
//   if (2 == 0)                  where Step(b, n, 2) was a call of
//     return;                    Step(int *b, int n, int mode) { if (mode == 0) return; ... }
//   kernel1D_Add(b, n);    ->    kernel1D_Add(b, n);
//
// A control function that gives another one a number, and a kernel that is copied for the numbers
// that it is given, ask what they know. What the source itself compares stays as it has it where
// it has a name (`if (kMode == 2)`).
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/values/CountedLoops.h"
#include "ir/EffectLedger.h"
#include "passes/Passes.h"

#include "llvm/ADT/APSInt.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_FOLDCONDITIONS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct FoldConditionsPass : vkm::impl::FoldConditionsBase<FoldConditionsPass> {
  void runOnOperation() override;
};
} // namespace

/// The number that an expression of constants without names is.
static std::optional<llvm::APSInt> getNumber(Value value) {
  Operation *op = value.getDefiningOp();
  auto type = dyn_cast<IntegerType>(value.getType());
  if (!op || !type)
    return std::nullopt;
  if (auto constant = dyn_cast<ConstantOp>(op)) {
    auto number = dyn_cast<IntegerAttr>(constant.getValue());
    return number && op->getDiscardableAttrs().empty()
               ? std::optional(llvm::APSInt(number.getValue(), !type.isSigned()))
               : std::nullopt;
  }
  if (auto binary = dyn_cast<BinaryOp>(op)) {
    std::optional<llvm::APSInt> lhs = getNumber(binary.getLhs()), rhs = getNumber(binary.getRhs());
    if (!lhs || !rhs || lhs->getBitWidth() != rhs->getBitWidth() ||
        lhs->isSigned() != rhs->isSigned())
      return std::nullopt;
    switch (binary.getKind()) {
    case BinaryKind::Add:
      return *lhs + *rhs;
    case BinaryKind::Sub:
      return *lhs - *rhs;
    case BinaryKind::Mul:
      return *lhs * *rhs;
    case BinaryKind::Div:
      return rhs->isZero() ? std::nullopt : std::optional(*lhs / *rhs);
    case BinaryKind::Rem:
      return rhs->isZero() ? std::nullopt : std::optional(*lhs % *rhs);
    default:
      return std::nullopt;
    }
  }
  if (!isa<CastOp, NarrowOp>(op) || type.getWidth() == 1)
    return std::nullopt;
  std::optional<llvm::APSInt> operand = getNumber(op->getOperand(0));
  if (!operand || op->getOperand(0).getType().isInteger(1))
    return std::nullopt;
  llvm::APSInt result = operand->extOrTrunc(type.getWidth());
  result.setIsSigned(type.isSigned());
  return result;
}

static std::optional<bool> getTruth(Value condition);

static std::optional<bool> getTruth(Region &region) {
  return getTruth(cast<YieldOp>(region.front().back()).getValue());
}

/// Whether a condition holds, where numbers alone say so.
static std::optional<bool> getTruth(Value condition) {
  if (auto negation = condition.getDefiningOp<UnaryOp>();
      negation && negation.getKind() == UnaryKind::Not) {
    std::optional<bool> operand = getTruth(negation.getOperand());
    return operand ? std::optional(!*operand) : std::nullopt;
  }
  if (auto both = condition.getDefiningOp<AndOp>()) {
    std::optional<bool> lhs = getTruth(both.getLhs());
    return lhs && *lhs ? getTruth(both.getRhs()) : lhs;
  }
  if (auto either = condition.getDefiningOp<OrOp>()) {
    std::optional<bool> lhs = getTruth(either.getLhs());
    return lhs && !*lhs ? getTruth(either.getRhs()) : lhs;
  }
  auto cmp = condition.getDefiningOp<CmpOp>();
  std::optional<llvm::APSInt> lhs = cmp ? getNumber(cmp.getLhs()) : std::nullopt,
                              rhs = cmp ? getNumber(cmp.getRhs()) : std::nullopt;
  if (!lhs || !rhs || cmp.getLhs().getType() != cmp.getRhs().getType())
    return std::nullopt;
  switch (cmp.getKind()) {
  case CmpKind::Eq:
    return *lhs == *rhs;
  case CmpKind::Ne:
    return *lhs != *rhs;
  case CmpKind::Lt:
    return *lhs < *rhs;
  case CmpKind::Le:
    return *lhs <= *rhs;
  case CmpKind::Gt:
    return *lhs > *rhs;
  case CmpKind::Ge:
    return *lhs >= *rhs;
  }
  llvm_unreachable("all kinds are handled");
}

/// Takes a statement away that never runs: nothing is lost with its effects, neither by the control
/// function that it is in, nor by those that call the function that it is in.
static void drop(FunctionOpInterface function, Operation *statement) {
  if (isa<ControlOp>(function))
    settleEffects(function, statement);
  else
    statement->getParentOfType<ModuleOp>().walk(
        [&](ControlOp control) { settleEffects(control, statement); });
  statement->dropAllUses();
  statement->erase();
}

/// Puts what runs of a branch in its place; what stands behind a jump in it never runs.
static void take(FunctionOpInterface function, IfOp branch, bool holds) {
  Region &taken = holds ? branch.getThenRegion() : branch.getElseRegion();
  Region &left = holds ? branch.getElseRegion() : branch.getThenRegion();
  while (!left.empty() && !left.front().empty())
    drop(function, &left.front().back());
  Operation *last = nullptr;
  if (!taken.empty() && !taken.front().empty()) {
    Block &block = taken.front();
    last = &block.back();
    if (Attribute comment = branch->getAttr(kCommentAttr);
        comment && !block.front().hasAttr(kCommentAttr))
      block.front().setAttr(kCommentAttr, comment);
    branch->getBlock()->getOperations().splice(branch->getIterator(), block.getOperations());
  }
  if (isa_and_nonnull<BreakOp, ContinueOp, ReturnOp>(last))
    while (branch->getNextNode() && !branch->getNextNode()->hasTrait<OpTrait::IsTerminator>())
      drop(function, &branch->getBlock()->back());
  branch.erase();
}

/// `2 == 0 ? a : b`, where what is chosen is an expression without effects.
static void take(FunctionOpInterface function, SelectOp select, bool holds) {
  Block &block = (holds ? select.getWhenTrue() : select.getWhenFalse()).front();
  auto yield = cast<YieldOp>(block.back());
  Value value = yield.getValue();
  yield.erase();
  select->getBlock()->getOperations().splice(select->getIterator(), block.getOperations());
  select.replaceAllUsesWith(value);
  drop(function, select);
}

void FoldConditionsPass::runOnOperation() {
  getOperation().walk([&](FunctionOpInterface function) {
    SmallVector<std::pair<Operation *, bool>> known;
    // What is inside of others comes first, and is gone with them.
    function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      std::optional<bool> holds;
      if (auto branch = dyn_cast<IfOp>(op))
        holds = getTruth(branch.getCondition());
      else if (auto select = dyn_cast<SelectOp>(op))
        holds = getTruth(select.getCondition());
      if (holds)
        known.push_back({op, *holds});
    });
    while (!known.empty()) {
      auto [op, holds] = known.pop_back_val();
      if (auto branch = dyn_cast<IfOp>(op))
        take(function, branch, holds);
      else
        take(function, cast<SelectOp>(op), holds);
    }
  });
}
