//===- FoldConditions.cpp - Takes branches that are known, or minima --------------------------===//
//
//   if (2 == 0)                  where Step(b, n, 2) was a call of
//     return;                    Step(int *b, int n, int mode) { if (mode == 0) return; ... }
//   kernel1D_Add(b, n);    ->    kernel1D_Add(b, n);
//
// A control function that gives another one a number, and a kernel that is copied for the numbers
// that it is given, ask what they know. What the source itself compares stays as it has it where
// it has a name (`if (kMode == 2)`).
//
//   if (n > 100)           ->    n = min(n, 100);
//     n = 100;
//
// What control functions compute is understood as such: numbers of elements behind it.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/values/CountedLoops.h"
#include "analysis/values/Expressions.h"
#include "ir/EffectLedger.h"
#include "passes/Passes.h"
#include "transforms/KnownConditions.h"

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

/// Whether a comparison holds, where numbers alone say so.
static std::optional<bool> compareNumbers(Value part) {
  auto cmp = part.getDefiningOp<CmpOp>();
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

/// Nothing is lost with the effects of a statement that never runs, neither by the control function
/// that it is in, nor by those that call the function that it is in.
static void settleDropped(FunctionOpInterface function, Operation *statement) {
  if (isa<ControlOp>(function))
    settleEffects(function, statement);
  else
    statement->getParentOfType<ModuleOp>().walk(
        [&](ControlOp control) { settleEffects(control, statement); });
}

/// Whether a `break` inside of an operation leaves the `switch` that the operation stands in.
static bool breaksOut(Operation &op) {
  if (isa<BreakOp>(op))
    return true;
  if (isa<LoopOpInterface, SwitchOp>(op))
    return false;
  return llvm::any_of(op.getRegions(), [](Region &region) {
    return llvm::any_of(region.getOps(), [](Operation &inner) { return breaksOut(inner); });
  });
}

/// The first of the cases that run for a number; as many as there are where none does.
static unsigned findCase(SwitchOp choice, const llvm::APSInt &number) {
  unsigned otherwise = choice.getCases().size();
  for (auto [index, labels] : llvm::enumerate(choice.getLabels().getAsRange<ArrayAttr>())) {
    if (labels.empty())
      otherwise = index;
    for (auto label : labels.getAsRange<IntegerAttr>())
      if (llvm::APInt::isSameValue(label.getValue(), number))
        return index;
  }
  return otherwise;
}

/// `switch (2) { case 2: a(); break; default: b(); }` is `a();`, where no `break` stands in
/// branches of the cases.
static void takeCase(SwitchOp choice, DroppedOperation dropped) {
  unsigned first = findCase(choice, *getNumber(choice.getValue()));
  Block *taken = nullptr;
  bool ends = false;
  for (auto [index, region] : llvm::enumerate(choice.getCases())) {
    if (index < first || ends) {
      dropAll(region, dropped);
      continue;
    }
    Block &block = region.front();
    ends = !block.empty() && isa<BreakOp, ContinueOp, ReturnOp>(block.back());
    if (ends && isa<BreakOp>(block.back()))
      block.back().erase();
    if (taken)
      taken->getOperations().splice(taken->end(), block.getOperations());
    else
      taken = &block;
  }
  replaceByBlock(choice, taken, dropped);
}

/// Whether a `switch` is over a number, and one of its cases can stand in its place.
static bool isKnown(SwitchOp choice) {
  return getNumber(choice.getValue()) && llvm::all_of(choice.getCases(), [](Region &region) {
           return llvm::all_of(region.front(), [&](Operation &op) {
             return !breaksOut(op) || (isa<BreakOp>(op) && &op == &region.front().back());
           });
         });
}

/// A loop whose condition never holds.
static bool isDead(Operation *op) {
  auto never = [](Region &condition) {
    Value value = cast<YieldOp>(condition.front().back()).getValue();
    return getTruth(value, compareNumbers) == false;
  };
  if (auto loop = dyn_cast<WhileOp>(op))
    return never(loop.getCond());
  auto loop = dyn_cast<ForOp>(op);
  return loop && isWithoutCalls(loop.getInit()) && never(loop.getCond());
}

/// Whether a value is made of numbers and local variables alone.
static bool isOfVariables(Value value) {
  return isWithoutCalls(value) && !findRead(value, [](const Root &root) {
           return root.value && isa_and_nonnull<VarOp>(root.value.getDefiningOp());
         });
}

/// The assignment of `if (n > limit) n = limit;` of an integer, and which of the two it keeps.
static std::optional<std::pair<AssignOp, MathFn>> findExtreme(IfOp branch) {
  Block &block = branch.getThenRegion().front();
  auto assign = block.empty() ? AssignOp() : dyn_cast<AssignOp>(block.back());
  auto cmp = branch.getCondition().getDefiningOp<CmpOp>();
  if (!assign || !cmp || !branch.getElseRegion().empty() ||
      !isa_and_nonnull<VarOp>(assign.getRef().getDefiningOp()) ||
      !isa<IntegerType>(assign.getValue().getType()) ||
      !llvm::all_of(block.without_terminator(),
                    [](Operation &op) { return op.hasTrait<VkmExpression>(); }))
    return std::nullopt;
  auto isVariable = [&](Value value) {
    auto load = value.getDefiningOp<LoadOp>();
    return load && load.getRef() == assign.getRef();
  };
  bool isLeft = isVariable(cmp.getLhs()), isRight = isVariable(cmp.getRhs());
  Value limit = isLeft ? cmp.getRhs() : cmp.getLhs();
  bool isMore = cmp.getKind() == CmpKind::Gt || cmp.getKind() == CmpKind::Ge,
       isLess = cmp.getKind() == CmpKind::Lt || cmp.getKind() == CmpKind::Le;
  if (isLeft == isRight || (!isMore && !isLess) || !isSameExpression(limit, assign.getValue()) ||
      !isOfVariables(assign.getValue()))
    return std::nullopt;
  return std::pair(assign, isMore == isLeft ? MathFn::Min : MathFn::Max);
}

static void makeExtreme(IfOp branch, AssignOp assign, MathFn fn) {
  OpBuilder builder(branch);
  for (Operation &op : llvm::make_early_inc_range(branch.getThenRegion().front()))
    op.moveBefore(branch);
  Type type = assign.getValue().getType();
  builder.setInsertionPoint(assign);
  Value before = builder.create<LoadOp>(assign.getLoc(), type, assign.getRef());
  assign.getValueMutable().assign(
      builder.create<MathOp>(assign.getLoc(), type, fn, ValueRange{before, assign.getValue()}));
  branch.erase();
}

void FoldConditionsPass::runOnOperation() {
  getOperation().walk([&](IfOp branch) {
    auto extreme = branch->getParentOfType<ControlOp>() ? findExtreme(branch) : std::nullopt;
    if (extreme)
      makeExtreme(branch, extreme->first, extreme->second);
  });
  getOperation().walk([&](FunctionOpInterface function) {
    auto dropped = [&](Operation *op) { settleDropped(function, op); };
    SmallVector<std::pair<Operation *, bool>> known;
    // What is inside of others comes first, and is gone with them.
    function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      std::optional<bool> holds;
      if (isa<IfOp, SelectOp>(op))
        holds = getTruth(op->getOperand(0), compareNumbers);
      else if (auto choice = dyn_cast<SwitchOp>(op); choice && isKnown(choice))
        holds = true;
      else if (isDead(op))
        holds = false;
      if (holds)
        known.push_back({op, *holds});
    });
    while (!known.empty()) {
      auto [op, holds] = known.pop_back_val();
      if (isa<IfOp, SelectOp>(op))
        takeBranch(op, holds, dropped);
      else if (auto choice = dyn_cast<SwitchOp>(op))
        takeCase(choice, dropped);
      else
        dropOperation(op, dropped);
    }
  });
}
