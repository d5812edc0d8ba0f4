//===- NeverNan.cpp - Which float expressions cannot be NaN -----------------------------------===//

#include "ir/NeverNan.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace vkmorph::vkm;

static bool isMathNeverNan(MathOp math) {
  OperandRange operands = math.getOperands();
  switch (math.getFn()) {
  // Their first operand, unless a comparison with the others holds, which NaN never does.
  case MathFn::Min:
  case MathFn::Max:
    return isNeverNan(operands[0]);
  case MathFn::Clamp:
    return isNeverNan(operands[0]) && isNeverNan(operands[1]) && isNeverNan(operands[2]);
  // The operand that is a number.
  case MathFn::FMin:
  case MathFn::FMax:
    return isNeverNan(operands[0]) || isNeverNan(operands[1]);
  case MathFn::Abs:
  case MathFn::Floor:
  case MathFn::Ceil:
  case MathFn::Trunc:
  case MathFn::Round:
    return isNeverNan(operands[0]);
  default:
    return false;
  }
}

bool vkmorph::vkm::isNeverNan(Value value) {
  if (!isFloating(value.getType()))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([](ConstantOp constant) {
        return !cast<FloatAttr>(constant.getValue()).getValue().isNaN();
      })
      .Case([](CastOp cast) { return isNeverNan(cast.getOperand()); })
      .Case<UnaryOp, SplatOp, ResizeOp>([](auto op) { return isNeverNan(op.getOperand()); })
      .Case([](AggregateOp whole) {
        return isa<VecType, MatType>(whole.getType()) && llvm::all_of(whole.getParts(), isNeverNan);
      })
      .Case([](LetOp let) { return isNeverNan(let.getValue()); })
      .Case([](LoadOp load) {
        auto var = load.getRef().getDefiningOp<VarOp>();
        return var && var.getConstant() && var.getInit() && isNeverNan(var.getInit());
      })
      .Case([](SelectOp select) {
        return isNeverNan(cast<YieldOp>(select.getWhenTrue().front().back()).getValue()) &&
               isNeverNan(cast<YieldOp>(select.getWhenFalse().front().back()).getValue());
      })
      .Case([](MathOp math) { return isMathNeverNan(math); })
      .Default([](Operation *) { return false; });
}
