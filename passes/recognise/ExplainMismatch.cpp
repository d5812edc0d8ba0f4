//===- ExplainMismatch.cpp - What keeps a statement from being a reduction --------------------===//

#include "passes/recognise/ExplainMismatch.h"

#include "analysis/values/Expressions.h"

#include <functional>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

const llvm::StringLiteral vkmorph::vkm::kOtherForm =
    "the statement does not combine it with a value "
    "by + - * min max & | ^ && ||, nor by a function "
    "that is said to be associative";

/// Whether the condition of a branch is made of several, which look at what the branch assigns.
static bool comparesSeveral(IfOp branch) {
  Operation *condition = branch.getCondition().getDefiningOp();
  while (isa_and_nonnull<UnaryOp>(condition))
    condition = condition->getOperand(0).getDefiningOp();
  if (!isa_and_nonnull<AndOp, OrOp>(condition) || !branch.getElseRegion().empty())
    return false;
  SmallVector<PlacePath> assigned;
  for (auto assign : branch.getThenRegion().front().getOps<AssignOp>())
    assigned.push_back(getPlacePath(assign.getRef()));
  std::function<unsigned(Value)> countReads = [&](Value value) -> unsigned {
    Operation *op = value.getDefiningOp();
    if (!op)
      return 0;
    if (auto load = dyn_cast<LoadOp>(op))
      return llvm::any_of(assigned, [&](const PlacePath &path) {
        return getPlacePath(load.getRef()).overlaps(path);
      });
    unsigned count = 0;
    for (Region &region : op->getRegions())
      count += countReads(cast<YieldOp>(region.front().back()).getValue());
    for (Value operand : op->getOperands())
      count += countReads(operand);
    return count;
  };
  return countReads(branch.getCondition()) > 1;
}

std::string vkmorph::vkm::explainMismatch(Operation *write, const Target &target) {
  auto assign = dyn_cast<AssignOp>(write);
  if (!assign)
    return kOtherForm.str();
  if (Operation *logic = assign.getValue().getDefiningOp();
      isa_and_nonnull<AndOp, OrOp>(logic) && !isWithoutEffect(logic) &&
      isMadeFrom(assign.getValue(), target.path))
    return "what stands behind it has side effects, and is left out once the result is known; "
           "compute that first, in a statement of its own";
  Operation *computed = assign.getValue().getDefiningOp();
  if (auto back = dyn_cast_or_null<CastOp>(computed)) {
    // m = (float)((double)m + x)
    Operation *inner = back.getOperand().getDefiningOp();
    bool combines = isa_and_nonnull<BinaryOp, MathOp>(inner) &&
                    llvm::any_of(inner->getOperands(), [&](Value operand) {
                      auto cast = operand.getDefiningOp<CastOp>();
                      return cast && getLoadOf(cast.getOperand(), target, assign);
                    });
    if (combines)
      return std::string("it is computed in ") +
             (back.getOperand().getType().isF64()           ? "double"
              : isa<FloatType>(back.getOperand().getType()) ? "float"
                                                            : "another integer type") +
             " and converted back; combine it with a value of its own type";
  }
  auto guard = dyn_cast<IfOp>(assign->getParentOp());
  std::optional<PlaceComparison> comparison =
      guard ? matchComparison(guard.getCondition(), target, guard) : std::nullopt;
  if (comparison) {
    if (!guard.getElseRegion().empty())
      return "the 'if' that compares it has another branch; make that a statement of its own";
    bool ofFloats = isa<FloatType>(assign.getValue().getType());
    if (ofFloats && isa_and_nonnull<UnaryOp>(guard.getCondition().getDefiningOp()))
      return "it takes what is NaN; compare by '<' or '>' alone";
    return isSameExpression(comparison->value, assign.getValue())
               ? "the 'if' that compares it does more than assign it"
               : "the 'if' that compares it does not assign the value that it compares with";
  }
  auto both = guard ? guard.getCondition().getDefiningOp<AndOp>() : AndOp();
  if (both && matchComparison(both.getLhs(), target, guard))
    return "the 'if' compares it before something else; compare it last, as in 'c && x < m'";
  if (guard && comparesSeveral(guard))
    return "the condition of the 'if' that sets it is more than one comparison with what it sets; "
           "begin with the largest or smallest value and compare once, or combine structs by a "
           "function that is said to be associative";
  return kOtherForm.str();
}
