//===- InlineDispatches.cpp - Calls of functions that come to a choice between ways -----------===//

#include "transforms/InlineDispatches.h"

#include "transforms/Inliner.h"

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
