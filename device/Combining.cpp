//===- Combining.cpp - Values that reductions combine ----------------------------------------===//

#include "device/Combining.h"

#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

SmallVector<Type> vkmorph::vkm::getPartTypes(Operation *from, Type type) {
  auto record = dyn_cast<RecordType>(type);
  if (!record)
    return SmallVector<Type>(getNumElements(type), getElementType(type));
  SmallVector<Type> types;
  for (auto member : lookupRecord(from, record).getMembers().getAsRange<MemberAttr>())
    types.push_back(member.getType());
  return types;
}

TypedAttr vkmorph::vkm::getIdentity(ReduceKind kind, Type type) {
  bool isMin = kind == ReduceKind::Min, isMax = kind == ReduceKind::Max;
  if (auto floatType = dyn_cast<FloatType>(type)) {
    const llvm::fltSemantics &semantics = floatType.getFloatSemantics();
    llvm::APFloat number = isMin || isMax ? llvm::APFloat::getInf(semantics, /*Negative=*/isMax)
                           : kind == ReduceKind::Mul ? llvm::APFloat::getOne(semantics)
                                                     : llvm::APFloat::getZero(semantics);
    return FloatAttr::get(type, number);
  }
  auto intType = cast<IntegerType>(type);
  unsigned width = intType.getWidth();
  llvm::APInt number(width, kind == ReduceKind::Mul ? 1 : 0);
  if (kind == ReduceKind::And)
    number = llvm::APInt::getAllOnes(width);
  else if (isMin)
    number = intType.isSigned() ? llvm::APInt::getSignedMaxValue(width)
                                : llvm::APInt::getMaxValue(width);
  else if (isMax && intType.isSigned())
    number = llvm::APInt::getSignedMinValue(width);
  return IntegerAttr::get(intType, number);
}

Value vkmorph::vkm::makeIdentity(OpBuilder &builder, Location loc, std::optional<ReduceKind> kind,
                                 Type type) {
  if (isa<RecordType, ArrayType>(type)) {
    SmallVector<Value> parts;
    for (Type part : getPartTypes(builder.getBlock()->getParentOp(), type))
      parts.push_back(makeIdentity(builder, loc, kind, part));
    return builder.create<AggregateOp>(loc, type, parts);
  }
  Type component = getComponentType(type);
  // What is carried with no value is never looked at.
  Value number = builder.create<ConstantOp>(
      loc, kind ? getIdentity(*kind, component) : cast<TypedAttr>(builder.getZeroAttr(component)));
  return number.getType() == type ? number : builder.create<SplatOp>(loc, type, number);
}

bool vkmorph::vkm::isNeutral(Value value, ReduceKind kind) {
  Operation *op = value.getDefiningOp();
  if (auto constant = dyn_cast_or_null<ConstantOp>(op))
    return constant.getValue() == getIdentity(kind, constant.getType());
  return isa_and_nonnull<SplatOp, AggregateOp>(op) &&
         llvm::all_of(op->getOperands(), [&](Value part) { return isNeutral(part, kind); });
}

BinaryKind vkmorph::vkm::getOperator(ReduceKind kind) {
  switch (kind) {
  case ReduceKind::Add:
    return BinaryKind::Add;
  case ReduceKind::Mul:
    return BinaryKind::Mul;
  case ReduceKind::And:
    return BinaryKind::And;
  case ReduceKind::Or:
    return BinaryKind::Or;
  case ReduceKind::Xor:
    return BinaryKind::Xor;
  case ReduceKind::Min:
  case ReduceKind::Max:
    break;
  }
  llvm_unreachable("minima and maxima are functions");
}

void vkmorph::vkm::combineInto(OpBuilder &builder, Location loc, ReduceKind kind, Value place,
                               Value value, Operands operands) {
  Type type = value.getType();
  if (type.isInteger(1)) {
    Value combined;
    if (kind == ReduceKind::Xor) {
      combined = builder.create<CmpOp>(loc, CmpKind::Ne, value, buildLoad(builder, loc, place));
    } else {
      Operation *op = kind == ReduceKind::And
                          ? builder.create<AndOp>(loc, type, value).getOperation()
                          : builder.create<OrOp>(loc, type, value).getOperation();
      OpBuilder inner = OpBuilder::atBlockEnd(&op->getRegion(0).emplaceBlock());
      inner.create<YieldOp>(loc, buildLoad(inner, loc, place));
      combined = op->getResult(0);
    }
    builder.create<AssignOp>(loc, place, combined);
    return;
  }
  if (kind != ReduceKind::Min && kind != ReduceKind::Max) {
    BinaryKind op = getOperator(kind);
    auto negated = value.getDefiningOp<UnaryOp>();
    if (kind == ReduceKind::Add && negated && negated.getKind() == UnaryKind::Neg) {
      op = BinaryKind::Sub;
      value = negated.getOperand();
    }
    // The order of a reduction is free: its sums need not be precise.
    builder.create<UpdateOp>(loc, op, place, value)
        ->setAttr("vkm.free_order", builder.getUnitAttr());
    return;
  }
  bool isMin = kind == ReduceKind::Min;
  if (isFloating(type) && operands == Operands::MayBeNan) {
    Value old = buildLoad(builder, loc, place);
    if (isa<VecType>(type)) {
      auto isTaken = builder.create<MathOp>(loc, withComponentType(type, builder.getI1Type()),
                                            isMin ? MathFn::LessThan : MathFn::GreaterThan,
                                            ValueRange{value, old});
      Value mixed = builder.create<MathOp>(
          loc, type, MathFn::Mix, ValueRange{buildLoad(builder, loc, place), value, isTaken});
      builder.create<AssignOp>(loc, place, mixed);
      return;
    }
    Value isTaken = builder.create<CmpOp>(loc, isMin ? CmpKind::Lt : CmpKind::Gt, value, old);
    auto ifOp = builder.create<IfOp>(loc, isTaken);
    OpBuilder::atBlockEnd(&ifOp.getThenRegion().front()).create<AssignOp>(loc, place, value);
    return;
  }
  Value old = buildLoad(builder, loc, place);
  auto combined =
      builder.create<MathOp>(loc, type, isMin ? MathFn::Min : MathFn::Max, ValueRange{old, value});
  if (isFloating(type))
    combined->setAttr("vkm.never_nan", builder.getUnitAttr());
  builder.create<AssignOp>(loc, place, combined);
}
