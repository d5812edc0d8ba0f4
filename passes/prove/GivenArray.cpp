//===- GivenArray.cpp - A control function where one of its arrays is there -------------------===//
//
//   Forward(x, bias, n) {                          Forward(x, bias, n) {
//     Dense(x, bias, n, bias != nullptr);     ->     Dense(x, bias, n, true);
//     if (bias) AddTo(x, bias, n); }                 AddTo(x, bias, n); }
//   Dense: hasBias ? bias[o] : 0                   Dense: bias[o]
//
//===------------------------------------------------------------------------------------------===//

#include "passes/prove/GivenArray.h"

#include "transforms/Expressions.h"
#include "transforms/KnownPlaces.h"
#include "transforms/SymbolNames.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace vkmorph::vkm;

/// A copy of a kernel, or of a function that it calls, that is told `true` for some of its
/// parameters.
FunctionOpInterface GivenArray::copyTold(FunctionOpInterface function, ArrayRef<unsigned> answers) {
  OpBuilder builder(function);
  auto told = cast<FunctionOpInterface>(builder.clone(*function));
  StringAttr symbol = SymbolTable::getSymbolName(function);
  SymbolTable::setSymbolName(told, makeFreeSymbol(theClass, symbol.str() + "_given"));
  copies.push_back(told);
  llvm::MapVector<Operation *, SmallVector<unsigned>> calls;
  builder.setInsertionPointToStart(&told.getFunctionBody().front());
  for (unsigned index : answers) {
    BlockArgument answer = told.getArgument(index);
    for (OpOperand &use : answer.getUses())
      if (isa<CallOp>(use.getOwner()))
        calls[use.getOwner()].push_back(use.getOperandNumber());
    answer.replaceAllUsesWith(builder.create<ConstantOp>(told.getLoc(), builder.getBoolAttr(true)));
  }
  for (auto &[op, given] : calls) {
    auto call = cast<CallOp>(op);
    call.setCallee(SymbolTable::getSymbolName(copyTold(lookupCallee(call), given)));
  }
  takeKnownConditions(told.getFunctionBody());
  return told;
}

GivenArray::GivenArray(ControlOp control, unsigned index)
    : theClass(control->getParentOfType<ClassOp>()) {
  OpBuilder builder(control);
  copy = cast<ControlOp>(builder.clone(*control));
  copy.setSymName(makeFreeSymbol(theClass, (control.getSymName() + "_given").str()));
  BlockArgument array = copy.getBody().getArgument(index);
  SmallVector<std::pair<LaunchOp, SmallVector<unsigned>>> launches;
  copy.walk([&](LaunchOp launch) {
    SmallVector<unsigned> answers;
    for (auto [number, operand] : llvm::enumerate(launch.getOperands()))
      if (auto isSet = operand.getDefiningOp<IsSetOp>(); isSet && isSet.getPlace() == array)
        answers.push_back(number);
    if (!answers.empty())
      launches.push_back({launch, answers});
  });
  for (auto &[launch, answers] : launches) {
    kernels.push_back(cast<KernelOp>(copyTold(lookupKernel(launch), answers).getOperation()));
    launch.setKernel(kernels.back().getSymName());
  }
  answerPlaces(copy.getBody(),
               [&](Value root) { return root == array ? std::optional(true) : std::nullopt; });
}

GivenArray::~GivenArray() {
  copy.erase();
  for (Operation *function : copies)
    function->erase();
}
