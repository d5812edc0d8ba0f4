//===- InlineDispatches.cpp - Calls of functions that come to a choice between ways -----------===//

#include "transforms/InlineDispatches.h"

#include "analysis/values/CountedLoops.h"
#include "transforms/Expressions.h"
#include "transforms/Inliner.h"
#include "transforms/RemoveReturns.h"
#include "transforms/SpreadHeads.h"

#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// What stands for a parameter: places and constants themselves, everything else a constant
/// variable of the parameter's name, since it is computed where the call is.
static Value makeArgument(OpBuilder &at, CallOp call, FunctionOpInterface callee, unsigned index) {
  Value operand = call->getOperand(index);
  bool isItself = isa<RefType, PtrType>(operand.getType()) || isa<BlockArgument>(operand) ||
                  isa<ConstantOp>(operand.getDefiningOp());
  BlockArgument parameter = callee.getFunctionBody().getArgument(index);
  if (isItself || parameter.use_empty())
    return operand;
  auto variable = at.create<VarOp>(call.getLoc(), RefType::get(operand.getType()),
                                   argName(callee, index), operand, /*is_const=*/true);
  return at.create<LoadOp>(call.getLoc(), operand.getType(), variable.getRef());
}

Dispatch vkmorph::vkm::inlineToDispatch(CallOp call) {
  FunctionOpInterface callee = lookupCallee(call);
  Block &body = callee.getFunctionBody().front();
  Operation *wanted = llvm::find_if(body, [](Operation &op) {
                        auto inner = dyn_cast<CallOp>(op);
                        return matchDispatch(&op) || (inner && findDispatchBehind(inner));
                      }).operator->();
  OpBuilder at(call);
  IRMapping mapping;
  for (BlockArgument parameter : body.getArguments())
    mapping.map(parameter, makeArgument(at, call, callee, parameter.getArgNumber()));
  InlinedResult result = writeBody(call, body, InlinedForm::Straight, mapping);
  if (result.value)
    call->getResult(0).replaceAllUsesWith(result.value);
  call.erase();
  Operation *written = mapping.lookup(wanted);
  if (std::optional<Dispatch> dispatch = matchDispatch(written))
    return *dispatch;
  return inlineToDispatch(cast<CallOp>(written));
}

//===------------------------------------------------------------------------------------------===//
// Choices in loops and branches
//===------------------------------------------------------------------------------------------===//

/// Whether a function comes to a choice, wherever it stands in it; each is looked through once.
static bool comesToDispatch(FunctionOpInterface function,
                            llvm::DenseMap<Operation *, bool> &known) {
  auto [entry, isNew] = known.try_emplace(function, false);
  if (!isNew || function.isExternal())
    return entry->second;
  bool comes = false;
  function->walk([&](Operation *op) {
    auto call = dyn_cast<CallOp>(op);
    FunctionOpInterface callee = call ? lookupCallee(call) : FunctionOpInterface();
    comes |= matchDispatch(op).has_value() || (callee && comesToDispatch(callee, known));
  });
  return known[function] = comes;
}

/// Writes out a body that may return anywhere in front of its call.
static void writeOut(CallOp call) {
  FunctionOpInterface callee = lookupCallee(call);
  callee = cast<FunctionOpInterface>(callee->clone());
  auto discard = llvm::make_scope_exit([&] { callee->erase(); });
  Block &body = callee.getFunctionBody().front();
  InlinedForm form = getInlinedForm(body);
  VarOp returned; // in the copy
  if (form == InlinedForm::None) {
    form = InlinedForm::Straight;
    returned = removeReturns(body, call->use_empty() ? Type() : call->getResult(0).getType(),
                             callee.getName());
  }
  OpBuilder at(call);
  IRMapping mapping;
  for (BlockArgument parameter : body.getArguments())
    mapping.map(parameter, makeArgument(at, call, callee, parameter.getArgNumber()));
  InlinedResult result = writeBody(call, body, form, mapping);
  if (returned)
    result.variable = mapping.lookup(returned.getRef()).getDefiningOp<VarOp>();
  if (result.variable)
    readWhereUsed(call->getResult(0), result.variable);
  else if (result.value)
    call->getResult(0).replaceAllUsesWith(result.value);
  call.erase();
}

void vkmorph::vkm::inlineDispatches(GridOp grid) {
  llvm::DenseMap<Operation *, bool> known;
  llvm::DenseSet<Operation *> kept; // where they are
  // Threads that run calls for one another share no loop besides.
  if (RowOp row = grid.getRow())
    row.dissolve();
  auto isAmongStatements = [&](CallOp call) {
    Region *region = call->getParentRegion();
    while (region != &grid.getBody() && holdsStatements(*region))
      region = region->getParentRegion();
    return region == &grid.getBody();
  };
  auto findNext = [&]() -> CallOp {
    CallOp next;
    grid.walk([&](CallOp call) {
      bool isChoice = matchDispatch(call).has_value();
      bool isWanted =
          isChoice ? !isAmongStatements(call) : comesToDispatch(lookupCallee(call), known);
      if (!isWanted || kept.contains(call))
        return WalkResult::advance();
      next = call;
      return WalkResult::interrupt();
    });
    return next;
  };
  while (CallOp call = findNext()) {
    if (isAmongStatements(call))
      writeOut(call);
    else if (!spreadAround(call))
      kept.insert(call);
  }
}
