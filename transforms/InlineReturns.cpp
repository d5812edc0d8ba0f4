//===- InlineReturns.cpp - Bodies that return in branches, written elsewhere -----------------===//

#include "transforms/InlineReturns.h"

#include "transforms/Expressions.h"
#include "transforms/SymbolNames.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

bool vkm::mayReturn(Operation &op) {
  return op.walk([](ReturnOp) { return WalkResult::interrupt(); }).wasInterrupted();
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

std::string vkm::getResultName(StringRef function) {
  std::string name = function.str() + "Result";
  name.front() = StringRef(name).take_front().lower().front();
  return name;
}

void vkm::readWhereUsed(Value value, VarOp var) {
  for (OpOperand &use : llvm::make_early_inc_range(value.getUses()))
    use.set(OpBuilder(use.getOwner())
                .create<LoadOp>(use.getOwner()->getLoc(), value.getType(), var.getRef()));
}

void vkm::writeBranches(OpBuilder &builder, Block::iterator first, Block &block, Value result,
                        IRMapping &mapping, llvm::function_ref<void(VarOp)> onLocal) {
  for (auto op = first; op != block.end(); ++op) {
    if (auto returned = dyn_cast<ReturnOp>(*op)) {
      if (result)
        builder.create<AssignOp>(returned.getLoc(), result,
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
    if (copy.getElseRegion().front().empty()) {
      copy.getElseRegion().front().erase();
    } else if (copy.getThenRegion().front().empty()) { // if (x < 0) return;
      OpBuilder before(copy);
      copy.getConditionMutable().assign(buildNot(before, copy.getLoc(), copy.getCondition()));
      copy.getThenRegion().takeBody(copy.getElseRegion());
    }
    return;
  }
}
