//===- Powers.cpp - Which powers GLSL defines -------------------------------------------------===//
//
// GLSL leaves pow(x, y) undefined where x is negative, and where x is 0 and y is not positive. Most
// exponents are constant, and many numbers are known not to be negative by what computes them:
//
//     std::pow(x, 2.0f)                        ->  x * x
//     std::pow(std::max(x, 0.0f), 1 / 2.2f)    ->  pow(larger(x, 0.0), 0.45454544)
//
//===------------------------------------------------------------------------------------------===//

#include "backends/shading/raise/Powers.h"

#include "backends/shading/raise/ConstantExpressions.h"
#include "backends/shading/raise/NonNegative.h"
#include "ir/Effects.h"
#include "ir/NeverNan.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::shading;
using namespace vkmorph::vkm;

/// Whether nothing is written from the one operation to the other.
static bool isUnchangedBetween(Operation *first, Operation *last) {
  if (first->getBlock() != last->getBlock())
    return false;
  if (last->isBeforeInBlock(first))
    std::swap(first, last);
  return llvm::all_of(llvm::make_range(first->getIterator(), last->getIterator()),
                      [](Operation &op) {
                        EffectSet effects = getEffects(&op);
                        return !effects.ordered && effects.writes.empty();
                      });
}

/// Whether two values are computed alike, from the same values.
static bool isSame(Value a, Value b) {
  if (a == b)
    return true;
  Operation *x = a.getDefiningOp(), *y = b.getDefiningOp();
  if (!x || !y || x->getName() != y->getName() || x->getNumRegions() != 0 ||
      a.getType() != b.getType())
    return false;
  if (auto number = dyn_cast<ConstantOp>(x))
    return number.getValue() == cast<ConstantOp>(y).getValue();
  if (!isa<LoadOp, FieldRefOp, MemberOp, ElementOp, DerefOp, ExtractOp, ComponentOp, UnaryOp,
           BinaryOp, CastOp>(x) ||
      x->getAttrDictionary() != y->getAttrDictionary() ||
      !llvm::equal(x->getOperands(), y->getOperands(), isSame))
    return false;
  return !isa<LoadOp>(x) || isUnchangedBetween(x, y);
}

namespace {
/// One proof that floats are not less than 0: all that follows holds for NaN and -0.0 too.
class NotNegative {
public:
  bool prove(Value value) {
    Operation *op = value.getDefiningOp();
    // Proofs are short, or not worth their time.
    if (!op || ++steps > 64)
      return false;
    return llvm::TypeSwitch<Operation *, bool>(op)
        .Case([](ConstantOp constant) {
          auto number = dyn_cast<FloatAttr>(constant.getValue());
          return number && !number.getValue().isNegative();
        })
        .Case([&](CastOp cast) {
          Value from = cast.getOperand();
          return isFloating(from.getType()) ? prove(from) : shading::isNonNegative(from);
        })
        .Case<SplatOp, ResizeOp>([&](auto whole) { return prove(whole.getOperand()); })
        .Case([&](AggregateOp whole) {
          return isa<VecType>(whole.getType()) &&
                 llvm::all_of(whole.getParts(), [&](Value part) { return prove(part); });
        })
        .Case([&](ComponentOp part) { return prove(part.getWhole()); })
        .Case([&](LetOp let) { return prove(let.getValue()); })
        .Case([&](LoadOp load) {
          auto var = load.getRef().getDefiningOp<VarOp>();
          return var && var.getConstant() && var.getInit() && prove(var.getInit());
        })
        .Case([&](SelectOp select) {
          return prove(cast<YieldOp>(select.getWhenTrue().front().back()).getValue()) &&
                 prove(cast<YieldOp>(select.getWhenFalse().front().back()).getValue());
        })
        .Case([&](BinaryOp binary) { return proveBinary(binary); })
        .Case([&](MathOp math) { return proveMath(math); })
        .Default([](Operation *) { return false; });
  }

private:
  bool proveBinary(BinaryOp binary) {
    Value lhs = binary.getLhs(), rhs = binary.getRhs();
    if (isa<MatType>(lhs.getType()) || isa<MatType>(rhs.getType()))
      return false;
    switch (binary.getKind()) {
    case BinaryKind::Mul:
      return isSame(lhs, rhs) || (prove(lhs) && prove(rhs));
    case BinaryKind::Add:
      return prove(lhs) && prove(rhs);
    // What is divided by -0.0 is negative.
    case BinaryKind::Div: {
      auto divisor = rhs.getDefiningOp<ConstantOp>();
      auto number = divisor ? dyn_cast<FloatAttr>(divisor.getValue()) : FloatAttr();
      return number && !number.getValue().isNegative() && prove(lhs);
    }
    default:
      return false;
    }
  }

  bool proveMath(MathOp math) {
    auto operand = [&](unsigned i) { return prove(math.getOperands()[i]); };
    auto number = [&](unsigned i) { return isNeverNan(math.getOperands()[i]) && operand(i); };
    switch (math.getFn()) {
    case MathFn::Abs:
    case MathFn::Sqrt:
    case MathFn::Exp:
    case MathFn::Exp2:
    case MathFn::Length:
    case MathFn::Distance:
    case MathFn::Fract:
    case MathFn::Step:
    case MathFn::SmoothStep:
      return true;
    case MathFn::Min:
      return operand(0) && operand(1);
    // The first operand where the other one is NaN.
    case MathFn::Max:
      return operand(0) || number(1);
    case MathFn::FMax:
      return number(0) || number(1);
    case MathFn::Clamp:
      return number(1);
    case MathFn::Dot:
      return isSame(math.getOperands()[0], math.getOperands()[1]);
    case MathFn::Fma:
      return operand(2) &&
             (isSame(math.getOperands()[0], math.getOperands()[1]) || (operand(0) && operand(1)));
    default:
      return false;
    }
  }

  unsigned steps = 0;
};
} // namespace

/// A literal greater than 0, of which GLSL defines all powers.
static bool isPositiveLiteral(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  auto number = constant ? dyn_cast<FloatAttr>(constant.getValue()) : FloatAttr();
  return number && !number.getValue().isNegative() && number.getValue().isFiniteNonZero();
}

/// The same number for all components, where it is constant.
static std::optional<APFloat> getExponent(Value value) {
  if (auto splat = value.getDefiningOp<SplatOp>())
    value = splat.getOperand();
  auto number = dyn_cast_or_null<FloatAttr>(ConstantExpressions().evaluate(value));
  return number ? std::optional(number.getValue()) : std::nullopt;
}

Power shading::classifyPower(MathOp power) {
  Value base = power.getOperands()[0];
  std::optional<APFloat> exponent = getExponent(power.getOperands()[1]);
  if (exponent)
    for (auto [number, form] :
         {std::pair(2, Power::Squared), std::pair(3, Power::Cube), std::pair(4, Power::Fourth)})
      if (exponent->isExactlyValue(number))
        return form;
  if (isPositiveLiteral(base))
    return Power::Defined;
  if (!exponent || !exponent->isFiniteNonZero())
    return Power::Any;
  if (!exponent->isInteger())
    return exponent->isNegative()      ? Power::NegativeFraction
           : NotNegative().prove(base) ? Power::Defined
                                       : Power::Fraction;
  if (exponent->isNegative())
    return Power::Any;
  if (NotNegative().prove(base))
    return Power::Defined;
  APFloat half = scalbn(*exponent, -1, APFloat::rmNearestTiesToEven);
  return half.isInteger() ? Power::Even : Power::Odd;
}
