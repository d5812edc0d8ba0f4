//===- ExtendedFloats.cpp - Which floats become doubles as they are ---------------------------===//

#include "backends/shading/raise/ExtendedFloats.h"

#include "backends/shading/raise/Raise.h"
#include "ir/Effects.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;
using namespace vkmorph::shading;

ExtendedFloats::ExtendedFloats(ModuleOp module) {
  module.walk([&](Operation *op) { collect(op); });
  for (Value value : extended)
    follow(value);
}

void ExtendedFloats::collect(Operation *op) {
  if (auto cast = dyn_cast<CastOp>(op)) {
    if (getComponentType(cast.getOperand().getType()).isF32() &&
        getComponentType(cast.getType()).isF64())
      extended.push_back(cast.getOperand());
  } else if (auto var = dyn_cast<VarOp>(op)) {
    if (var.getInit())
      stored[getMemoryKey(var.getRef())].push_back(var.getInit());
  } else if (auto loop = dyn_cast<ForOp>(op)) {
    stored[getMemoryKey(loop.getBodyVar())].push_back(loop.getInit());
  } else if (auto assign = dyn_cast<AssignOp>(op)) {
    stored[getMemoryKey(assign.getRef())].push_back(assign.getValue());
  } else if (auto call = dyn_cast<CallOp>(op)) {
    FunctionOpInterface callee = lookupCallee(call);
    if (!callee || callee.isExternal())
      return;
    for (auto [argument, parameter] :
         llvm::zip(call.getOperands(), callee.getFunctionBody().front().getArguments())) {
      if (!isa<RefType>(argument.getType())) {
        passed[parameter].push_back(argument);
        continue;
      }
      same[getMemoryKey(argument)].push_back(getMemoryKey(parameter));
      same[getMemoryKey(parameter)].push_back(getMemoryKey(argument));
    }
  } else if (auto ret = dyn_cast<ReturnOp>(op)) {
    if (ret.getValue())
      returned[ret->getParentOfType<FunctionOpInterface>()].push_back(ret.getValue());
  }
}

/// Functions that give one of their operands, or change its sign.
static bool isSelection(MathFn fn) {
  return fn == MathFn::Abs || fn == MathFn::Min || fn == MathFn::Max || fn == MathFn::FMin ||
         fn == MathFn::FMax || fn == MathFn::Clamp;
}

void ExtendedFloats::follow(Value value) {
  if (!values.insert(value).second)
    return;
  Operation *op = value.getDefiningOp();
  auto math = dyn_cast_or_null<MathOp>(op);
  if (!op) {
    llvm::for_each(passed.lookup(value), [&](Value argument) { follow(argument); });
  } else if (auto load = dyn_cast<LoadOp>(op)) {
    followMemory(getMemoryKey(load.getRef()));
  } else if (auto call = dyn_cast<CallOp>(op)) {
    llvm::for_each(returned.lookup(lookupCallee(call)), [&](Value result) { follow(result); });
  } else if (auto select = dyn_cast<SelectOp>(op)) {
    follow(cast<YieldOp>(select.getWhenTrue().front().back()).getValue());
    follow(cast<YieldOp>(select.getWhenFalse().front().back()).getValue());
  } else if (isa<UnaryOp, LetOp, ExtractOp, ComponentOp, SplatOp, ResizeOp, AggregateOp>(op) ||
             (math && isSelection(math.getFn()))) {
    llvm::for_each(op->getOperands(), [&](Value operand) { follow(operand); });
  }
}

void ExtendedFloats::followMemory(const void *key) {
  if (!memory.insert(key).second)
    return;
  llvm::for_each(stored.lookup(key), [&](Value value) { follow(value); });
  llvm::for_each(same.lookup(key), [&](const void *other) { followMemory(other); });
}
