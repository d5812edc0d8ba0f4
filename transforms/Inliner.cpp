//===- Inliner.cpp - The body of a function where it is called --------------------------------===//

#include "transforms/Inliner.h"

#include "analysis/values/CountedLoops.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

//===------------------------------------------------------------------------------------------===//
// Forms
//===------------------------------------------------------------------------------------------===//

bool vkm::returnsEarly(Block &body) {
  return llvm::any_of(body, [](Operation &op) { return !isa<ReturnOp>(op) && mayReturn(op); });
}

bool vkm::alwaysReturns(Region &region) {
  if (region.empty() || region.front().empty())
    return false;
  Operation &last = region.front().back();
  auto branch = dyn_cast<IfOp>(last);
  return isa<ReturnOp>(last) ||
         (branch && alwaysReturns(branch.getThenRegion()) && alwaysReturns(branch.getElseRegion()));
}

bool vkm::returnsInBranches(Block &block) {
  return llvm::all_of(block, [&](Operation &op) {
    if (isa<ReturnOp>(op))
      return &op == &block.back();
    if (!mayReturn(op))
      return true;
    auto branch = dyn_cast<IfOp>(op);
    return branch && llvm::all_of(branch->getRegions(), [](Region &region) {
             bool returns = !region.empty() && llvm::any_of(region.front(), [](Operation &inner) {
               return mayReturn(inner);
             });
             return !returns || (alwaysReturns(region) && returnsInBranches(region.front()));
           });
  });
}

/// Whether a block computes a value from `first` on and returns it: `if (c) return a; return b;` is
/// the value of a choice.
static bool returnsValue(Block::iterator first, Block &block) {
  for (auto op = first; op != block.end(); ++op) {
    if (auto result = dyn_cast<ReturnOp>(*op))
      return result.getValue() && std::next(op) == block.end();
    if (auto branch = dyn_cast<IfOp>(*op)) {
      Block &then = branch.getThenRegion().front();
      if (!returnsValue(then.begin(), then))
        return false;
      if (branch.getElseRegion().empty())
        continue;
      Block &other = branch.getElseRegion().front();
      return std::next(op) == block.end() && returnsValue(other.begin(), other);
    }
    if (!op->hasTrait<VkmExpression>())
      return false;
  }
  return false;
}

/// Where the statements of a function end and the choice of its value begins.
static Block::iterator findChoice(Block &body) {
  return llvm::find_if(body, [](Operation &op) { return isa<IfOp>(op) && mayReturn(op); });
}

InlinedForm vkm::getInlinedForm(Block &body) {
  if (!returnsEarly(body))
    return InlinedForm::Straight;
  auto choice = findChoice(body);
  bool leaves = llvm::any_of(llvm::make_range(body.begin(), choice),
                             [](Operation &op) { return !isa<ReturnOp>(op) && mayReturn(op); });
  if (!leaves && choice != body.end() && returnsValue(choice, body))
    return InlinedForm::Choice;
  return returnsInBranches(body) ? InlinedForm::Branches : InlinedForm::None;
}

//===------------------------------------------------------------------------------------------===//
// Results
//===------------------------------------------------------------------------------------------===//

std::string vkm::getResultName(StringRef function) {
  std::string name = function.str() + "Result";
  name.front() = StringRef(name).take_front().lower().front();
  return name;
}

VarOp vkm::makeResultVariable(CallOp call, Value value) {
  Type type = value ? value.getType() : call->getResult(0).getType();
  return OpBuilder(call).create<VarOp>(call.getLoc(), RefType::get(type),
                                       getResultName(call.getCallee()), value,
                                       /*constant=*/static_cast<bool>(value));
}

void vkm::readWhereUsed(Value value, VarOp var) {
  for (OpOperand &use : llvm::make_early_inc_range(value.getUses()))
    use.set(OpBuilder(use.getOwner())
                .create<LoadOp>(use.getOwner()->getLoc(), value.getType(), var.getRef()));
}

//===------------------------------------------------------------------------------------------===//
// Bodies
//===------------------------------------------------------------------------------------------===//

void vkm::dropEmptyBranch(IfOp branch) {
  Region &then = branch.getThenRegion(), &other = branch.getElseRegion();
  if (other.empty())
    return;
  if (other.front().empty()) {
    other.front().erase();
  } else if (then.front().empty()) { // if (x < 0) return;
    OpBuilder before(branch);
    branch.getConditionMutable().assign(buildNot(before, branch.getLoc(), branch.getCondition()));
    then.takeBody(other);
  }
}

/// Writes a block from `first` on, for which returnsInBranches holds; `result`, if there is one,
/// gets what it returns.
static void writeBranches(OpBuilder &builder, Block::iterator first, Block &block, VarOp result,
                          IRMapping &mapping, llvm::function_ref<void(VarOp)> onLocal) {
  for (auto op = first; op != block.end(); ++op) {
    if (auto returned = dyn_cast<ReturnOp>(*op)) {
      if (result)
        builder.create<AssignOp>(returned.getLoc(), result.getRef(),
                                 mapping.lookupOrDefault(returned.getValue()));
      return;
    }
    auto branch = dyn_cast<IfOp>(*op);
    if (!branch || !mayReturn(*op)) {
      builder.clone(*op, mapping)->walk(onLocal);
      continue;
    }
    // The rest follows the branch that does not return.
    Region &then = branch.getThenRegion(), &other = branch.getElseRegion();
    auto copy =
        builder.create<IfOp>(branch.getLoc(), mapping.lookupOrDefault(branch.getCondition()),
                             /*withElse=*/true);
    copy->setAttrs(branch->getAttrs());
    for (auto [from, to] :
         {std::pair(&then, &copy.getThenRegion()), std::pair(&other, &copy.getElseRegion())}) {
      OpBuilder inner = OpBuilder::atBlockEnd(&to->front());
      if (!from->empty())
        writeBranches(inner, from->front().begin(), from->front(), result, mapping, onLocal);
      if (!alwaysReturns(*from))
        writeBranches(inner, std::next(op), block, result, mapping, onLocal);
    }
    dropEmptyBranch(copy);
    return;
  }
}

/// The value that a block returns, from `first` on, as an expression.
static Value buildChoice(OpBuilder &builder, Block::iterator first, Block &block, Type type,
                         IRMapping mapping) {
  for (auto op = first;; ++op) {
    if (auto result = dyn_cast<ReturnOp>(*op))
      return mapping.lookupOrDefault(result.getValue());
    auto branch = dyn_cast<IfOp>(*op);
    if (!branch) {
      builder.clone(*op, mapping);
      continue;
    }
    Block &then = branch.getThenRegion().front();
    bool hasElse = !branch.getElseRegion().empty();
    Block &other = hasElse ? branch.getElseRegion().front() : block;
    Location loc = branch.getLoc();
    auto select =
        builder.create<SelectOp>(loc, type, mapping.lookupOrDefault(branch.getCondition()));
    OpBuilder inner = OpBuilder::atBlockEnd(&select.getWhenTrue().emplaceBlock());
    inner.create<YieldOp>(loc, buildChoice(inner, then.begin(), then, type, mapping));
    inner = OpBuilder::atBlockEnd(&select.getWhenFalse().emplaceBlock());
    inner.create<YieldOp>(
        loc, buildChoice(inner, hasElse ? other.begin() : std::next(op), other, type, mapping));
    return select;
  }
}

InlinedResult vkm::writeBody(CallOp call, Block &body, InlinedForm form, IRMapping &mapping,
                             llvm::function_ref<void(VarOp)> onLocal) {
  OpBuilder builder(call);
  InlinedResult result;
  if (form == InlinedForm::Branches) {
    if (!call->use_empty())
      result.variable = makeResultVariable(call);
    writeBranches(builder, body.begin(), body, result.variable, mapping, onLocal);
    return result;
  }
  auto end = form == InlinedForm::Choice ? findChoice(body) : body.end();
  for (Operation &op : llvm::make_range(body.begin(), end)) {
    auto returned = dyn_cast<ReturnOp>(op);
    if (!returned || form == InlinedForm::Returning)
      builder.clone(op, mapping)->walk(onLocal);
    else if (returned.getValue() && !call->use_empty())
      result.value = mapping.lookupOrDefault(returned.getValue());
  }
  if (form == InlinedForm::Choice)
    result.value = buildChoice(builder, end, body, call->getResult(0).getType(), mapping);
  return result;
}
