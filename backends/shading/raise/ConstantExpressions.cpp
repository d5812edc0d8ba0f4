//===- ConstantExpressions.cpp - What is constant in shaders, and its value in C++ ------------===//

#include "backends/shading/raise/ConstantExpressions.h"

#include "backends/common/TargetLanguage.h"
#include "backends/shading/raise/NamedConstants.h"

#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::shading;
using namespace vkmorph::vkm;

using llvm::APFloat;
using llvm::APInt;

static constexpr APFloat::roundingMode kNearest = APFloat::rmNearestTiesToEven;

//===------------------------------------------------------------------------------------------===//
// Operators
//===------------------------------------------------------------------------------------------===//

static std::optional<APInt> computeInt(BinaryKind kind, const APInt &a, const APInt &b,
                                       bool isSigned) {
  bool isDivision = kind == BinaryKind::Div || kind == BinaryKind::Rem;
  bool isShift = kind == BinaryKind::Shl || kind == BinaryKind::Shr;
  if (isDivision && (b.isZero() || (isSigned && a.isMinSignedValue() && b.isAllOnes())))
    return std::nullopt;
  if (isShift && b.uge(a.getBitWidth()))
    return std::nullopt;
  switch (kind) {
  case BinaryKind::Add:
    return a + b;
  case BinaryKind::Sub:
    return a - b;
  case BinaryKind::Mul:
    return a * b;
  case BinaryKind::Div:
    return isSigned ? a.sdiv(b) : a.udiv(b);
  case BinaryKind::Rem:
    return isSigned ? a.srem(b) : a.urem(b);
  case BinaryKind::And:
    return a & b;
  case BinaryKind::Or:
    return a | b;
  case BinaryKind::Xor:
    return a ^ b;
  case BinaryKind::Shl:
    return a.shl(b.getZExtValue());
  case BinaryKind::Shr:
    return isSigned ? a.ashr(b.getZExtValue()) : a.lshr(b.getZExtValue());
  }
  llvm_unreachable("unknown operator");
}

std::optional<APFloat> shading::computeFloat(BinaryKind kind, APFloat a, const APFloat &b) {
  switch (kind) {
  case BinaryKind::Add:
    a.add(b, kNearest);
    return a;
  case BinaryKind::Sub:
    a.subtract(b, kNearest);
    return a;
  case BinaryKind::Mul:
    a.multiply(b, kNearest);
    return a;
  case BinaryKind::Div:
    a.divide(b, kNearest);
    return a;
  default:
    return std::nullopt;
  }
}

static TypedAttr toAttr(Type type, const std::optional<APInt> &value) {
  return value ? IntegerAttr::get(type, *value) : TypedAttr();
}
static TypedAttr toAttr(Type type, const std::optional<APFloat> &value) {
  return value ? FloatAttr::get(type, *value) : TypedAttr();
}
static TypedAttr toAttr(Type type, bool value) { return IntegerAttr::get(type, APInt(1, value)); }

static bool isSignedInt(Type type) { return cast<IntegerType>(type).isSigned(); }

static TypedAttr compute(BinaryOp op, TypedAttr lhs, TypedAttr rhs) {
  if (auto a = dyn_cast<FloatAttr>(lhs))
    return toAttr(op.getType(),
                  computeFloat(op.getKind(), a.getValue(), cast<FloatAttr>(rhs).getValue()));
  return toAttr(op.getType(),
                computeInt(op.getKind(), cast<IntegerAttr>(lhs).getValue(),
                           cast<IntegerAttr>(rhs).getValue(), isSignedInt(op.getType())));
}

static TypedAttr compute(UnaryOp op, TypedAttr operand) {
  if (auto number = dyn_cast<FloatAttr>(operand))
    return toAttr(op.getType(), std::optional(llvm::neg(number.getValue())));
  const APInt &number = cast<IntegerAttr>(operand).getValue();
  return toAttr(op.getType(), std::optional(op.getKind() == UnaryKind::Neg ? -number : ~number));
}

static bool isOrdered(CmpKind kind, bool less, bool equal) {
  switch (kind) {
  case CmpKind::Eq:
    return equal;
  case CmpKind::Ne:
    return !equal;
  case CmpKind::Lt:
    return less;
  case CmpKind::Le:
    return less || equal;
  case CmpKind::Gt:
    return !less && !equal;
  case CmpKind::Ge:
    return !less;
  }
  llvm_unreachable("unknown comparison");
}

static TypedAttr compute(CmpOp op, TypedAttr lhs, TypedAttr rhs) {
  if (auto a = dyn_cast<FloatAttr>(lhs)) {
    APFloat::cmpResult result = a.getValue().compare(cast<FloatAttr>(rhs).getValue());
    if (result == APFloat::cmpUnordered)
      return toAttr(op.getType(), op.getKind() == CmpKind::Ne);
    return toAttr(op.getType(), isOrdered(op.getKind(), result == APFloat::cmpLessThan,
                                          result == APFloat::cmpEqual));
  }
  const APInt &a = cast<IntegerAttr>(lhs).getValue(), &b = cast<IntegerAttr>(rhs).getValue();
  bool less = isSignedInt(lhs.getType()) ? a.slt(b) : a.ult(b);
  return toAttr(op.getType(), isOrdered(op.getKind(), less, a == b));
}

static TypedAttr compute(CastOp op, TypedAttr operand) {
  auto number = dyn_cast<FloatAttr>(operand);
  auto toInt = dyn_cast<IntegerType>(op.getType());
  if (number && toInt) {
    if (toInt.getWidth() == 1)
      return toAttr(toInt, !number.getValue().isZero());
    llvm::APSInt result(toInt.getWidth(), toInt.isUnsigned());
    bool isExact = false;
    // Out of the type's range: undefined in C++.
    if (number.getValue().convertToInteger(result, APFloat::rmTowardZero, &isExact) ==
        APFloat::opInvalidOp)
      return {};
    return IntegerAttr::get(toInt, result);
  }
  SmallVector<OpFoldResult> results;
  if (op.getOperand().getType() == op.getType())
    return operand;
  if (failed(op->fold({operand}, results)) || results.empty())
    return {};
  return dyn_cast_or_null<TypedAttr>(results.front().dyn_cast<Attribute>());
}

//===------------------------------------------------------------------------------------------===//
// Functions
//===------------------------------------------------------------------------------------------===//

/// The functions that IEEE 754 and C++ define to the last bit.
static std::optional<APFloat> computeFloat(MathFn fn, ArrayRef<APFloat> x) {
  auto rounded = [&](APFloat::roundingMode mode) {
    APFloat result = x[0];
    result.roundToIntegral(mode);
    return result;
  };
  switch (fn) {
  case MathFn::Min:
    return x[1] < x[0] ? x[1] : x[0];
  case MathFn::Max:
    return x[0] < x[1] ? x[1] : x[0];
  case MathFn::Clamp:
    return x[0] < x[1] ? x[1] : x[2] < x[0] ? x[2] : x[0];
  case MathFn::FMin:
    return x[0].isNaN() ? x[1] : x[1] < x[0] ? x[1] : x[0];
  case MathFn::FMax:
    return x[0].isNaN() ? x[1] : x[0] < x[1] ? x[1] : x[0];
  case MathFn::Abs:
    return llvm::abs(x[0]);
  case MathFn::Floor:
    return rounded(APFloat::rmTowardNegative);
  case MathFn::Ceil:
    return rounded(APFloat::rmTowardPositive);
  case MathFn::Trunc:
    return rounded(APFloat::rmTowardZero);
  case MathFn::Round:
    return rounded(APFloat::rmNearestTiesToAway);
  case MathFn::Rint:
    return rounded(kNearest);
  case MathFn::Fma: {
    APFloat result = x[0];
    result.fusedMultiplyAdd(x[1], x[2], kNearest);
    return result;
  }
  case MathFn::FMod: {
    APFloat result = x[0];
    result.mod(x[1]);
    return result;
  }
  // The host's square root is that of IEEE 754.
  case MathFn::Sqrt:
    if (&x[0].getSemantics() == &APFloat::IEEEsingle())
      return APFloat(std::sqrt(x[0].convertToFloat()));
    return APFloat(std::sqrt(x[0].convertToDouble()));
  default:
    return std::nullopt;
  }
}

static std::optional<APInt> computeInt(MathFn fn, ArrayRef<APInt> x, bool isSigned) {
  auto isLess = [&](const APInt &a, const APInt &b) { return isSigned ? a.slt(b) : a.ult(b); };
  switch (fn) {
  case MathFn::Min:
    return isLess(x[1], x[0]) ? x[1] : x[0];
  case MathFn::Max:
    return isLess(x[0], x[1]) ? x[1] : x[0];
  case MathFn::Clamp:
    return isLess(x[0], x[1]) ? x[1] : isLess(x[2], x[0]) ? x[2] : x[0];
  case MathFn::Abs:
    return isSigned && x[0].isNegative() ? -x[0] : x[0];
  default:
    return std::nullopt;
  }
}

static TypedAttr compute(MathOp op, ArrayRef<TypedAttr> operands) {
  if (op.getFn() == MathFn::Ldexp) {
    int64_t exponent = cast<IntegerAttr>(operands[1]).getValue().getSExtValue();
    APFloat number = cast<FloatAttr>(operands[0]).getValue();
    return toAttr(op.getType(), std::optional(scalbn(number, exponent, kNearest)));
  }
  // mix(x, y, c) with a bool
  if (llvm::any_of(operands, [&](TypedAttr operand) {
        return operand.getType() != operands.front().getType();
      }))
    return {};
  if (!isa<FloatType>(operands.front().getType())) {
    SmallVector<APInt> numbers;
    for (TypedAttr operand : operands)
      numbers.push_back(cast<IntegerAttr>(operand).getValue());
    return toAttr(op.getType(), computeInt(op.getFn(), numbers, isSignedInt(op.getType())));
  }
  SmallVector<APFloat> numbers;
  for (TypedAttr operand : operands)
    numbers.push_back(cast<FloatAttr>(operand).getValue());
  if (op.getFn() == MathFn::IsNan || op.getFn() == MathFn::IsInf)
    return toAttr(op.getType(), op.getFn() == MathFn::IsNan ? numbers.front().isNaN()
                                                            : numbers.front().isInfinity());
  return toAttr(op.getType(), computeFloat(op.getFn(), numbers));
}

//===------------------------------------------------------------------------------------------===//
// Expressions
//===------------------------------------------------------------------------------------------===//

static Value getYielded(Region &region) { return cast<YieldOp>(region.front().back()).getValue(); }

Value shading::ConstantExpressions::getPart(Value whole, StringAttr member) {
  auto aggregate = whole ? whole.getDefiningOp<AggregateOp>() : AggregateOp();
  auto type = aggregate ? dyn_cast<RecordType>(aggregate.getType()) : RecordType();
  RecordOp record = type ? lookupRecord(aggregate, type) : RecordOp();
  if (!record)
    return {};
  for (auto [part, attr] :
       llvm::zip(aggregate.getParts(), record.getMembers().getAsRange<MemberAttr>()))
    if (attr.getName() == member)
      return part;
  return {};
}

Value shading::ConstantExpressions::getInitial(Value place) {
  Operation *op = place.getDefiningOp();
  if (auto var = dyn_cast_or_null<VarOp>(op)) {
    if (!var.getConstant())
      return {};
    variables.insert(var);
    return var.getInit();
  }
  if (auto member = dyn_cast_or_null<MemberOp>(op))
    return getPart(getInitial(member.getBase()), member.getNameAttr());
  auto element = dyn_cast_or_null<ElementOp>(op);
  Value whole = element ? getInitial(element.getBase()) : Value();
  auto aggregate = whole ? whole.getDefiningOp<AggregateOp>() : AggregateOp();
  auto index =
      aggregate ? dyn_cast_or_null<IntegerAttr>(evaluate(element.getIndex())) : IntegerAttr();
  if (!index || index.getValue().uge(aggregate.getParts().size()))
    return {};
  return aggregate.getParts()[index.getValue().getZExtValue()];
}

TypedAttr shading::ConstantExpressions::evaluate(Value value) {
  if (auto found = known.find(value); found != known.end())
    return found->second;
  TypedAttr result = compute(value);
  known[value] = result;
  return result;
}

TypedAttr shading::ConstantExpressions::compute(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || !isa<IntegerType, FloatType>(value.getType()))
    return {};
  if (auto constant = dyn_cast<ConstantOp>(op))
    return constant.getValue();
  if (auto let = dyn_cast<LetOp>(op))
    return evaluate(let.getValue());
  if (auto load = dyn_cast<LoadOp>(op)) {
    Value initial = getInitial(load.getRef());
    return initial ? evaluate(initial) : TypedAttr();
  }
  if (auto extract = dyn_cast<ExtractOp>(op)) {
    Value part = getPart(extract.getRecord(), extract.getNameAttr());
    return part ? evaluate(part) : TypedAttr();
  }
  bool isLazy = isa<SelectOp, AndOp, OrOp>(op);
  if (!isLazy && !isa<BinaryOp, UnaryOp, CmpOp, CastOp, MathOp>(op))
    return {};
  SmallVector<TypedAttr> operands;
  for (Value operand : op->getOperands()) {
    TypedAttr number = evaluate(operand);
    if (!number)
      return {};
    operands.push_back(number);
  }
  if (isLazy) {
    bool first = cast<IntegerAttr>(operands.front()).getValue().isOne();
    if (auto select = dyn_cast<SelectOp>(op))
      return evaluate(getYielded(first ? select.getWhenTrue() : select.getWhenFalse()));
    if (first == isa<OrOp>(op))
      return operands.front();
    return evaluate(getYielded(op->getRegion(0)));
  }
  return llvm::TypeSwitch<Operation *, TypedAttr>(op)
      .Case<BinaryOp, CmpOp>([&](auto it) { return ::compute(it, operands[0], operands[1]); })
      .Case<UnaryOp, CastOp>([&](auto it) { return ::compute(it, operands[0]); })
      .Case([&](MathOp math) { return ::compute(math, operands); });
}

bool shading::ConstantExpressions::isConstant(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  if (auto load = dyn_cast<LoadOp>(op)) {
    Value place = load.getRef();
    while (Operation *part = place.getDefiningOp()) {
      if (auto var = dyn_cast<VarOp>(part))
        return var.getConstant() && var.getInit() && isConstant(var.getInit());
      if (!isa<MemberOp, ElementOp>(part))
        return false;
      if (auto element = dyn_cast<ElementOp>(part); element && !isConstant(element.getIndex()))
        return false;
      place = part->getOperand(0);
    }
    return false;
  }
  if (!isa<ConstantOp, LetOp, ExtractOp, ComponentOp, SplatOp, ResizeOp, AggregateOp, SelectOp,
           AndOp, OrOp, BinaryOp, UnaryOp, CmpOp, CastOp, MathOp>(op))
    return false;
  return llvm::all_of(op->getOperands(), [&](Value operand) { return isConstant(operand); }) &&
         llvm::all_of(op->getRegions(),
                      [&](Region &region) { return isConstant(getYielded(region)); });
}
