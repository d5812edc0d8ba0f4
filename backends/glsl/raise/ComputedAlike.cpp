//===- ComputedAlike.cpp - What glslang makes of constant expressions -------------------------===//

#include "backends/glsl/raise/ComputedAlike.h"

#include "backends/common/TargetLanguage.h"
#include "backends/shading/raise/NamedConstants.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::shading;
using namespace vkmorph::vkm;

static APFloat toDouble(const APInt &number, bool isSigned) {
  APFloat result(APFloat::IEEEdouble());
  result.convertFromAPInt(number, isSigned, APFloat::rmNearestTiesToEven);
  return result;
}

/// The number that digits are to who reads them as a double.
static std::optional<APFloat> readDigits(TypedAttr literal) {
  if (auto integer = dyn_cast<IntegerAttr>(literal))
    return toDouble(integer.getValue(), cast<IntegerType>(integer.getType()).isSigned());
  APFloat number = cast<FloatAttr>(literal).getValue();
  if (!number.isFinite())
    return std::nullopt;
  return APFloat(APFloat::IEEEdouble(), decimalDigits(number));
}

/// Whether an expression of integers, which has the same value everywhere, mentions a name.
static bool mentionsConstant(Value value) {
  Operation *op = value.getDefiningOp();
  if (auto constant = dyn_cast_or_null<ConstantOp>(op))
    return !!getDeclaredValue(constant);
  return isa_and_nonnull<BinaryOp, UnaryOp, CastOp>(op) &&
         llvm::any_of(op->getOperands(), mentionsConstant);
}

/// What glslang has for a number of floats before it rounds it; none where that is not known.
static std::optional<APFloat> computeInDouble(ConstantExpressions &constants, Value value,
                                              bool &mentionsName) {
  Operation *op = value.getDefiningOp();
  if (!isa_and_nonnull<FloatType>(value.getType()) || !op)
    return std::nullopt;
  if (auto constant = dyn_cast<ConstantOp>(op)) {
    TypedAttr declared = getDeclaredValue(constant);
    mentionsName |= !!declared;
    return readDigits(declared ? declared : constant.getValue());
  }
  if (auto castOp = dyn_cast<CastOp>(op)) {
    if (isa<FloatType>(castOp.getOperand().getType()))
      return computeInDouble(constants, castOp.getOperand(), mentionsName);
    mentionsName |= mentionsConstant(castOp.getOperand());
    TypedAttr integer = constants.evaluate(castOp.getOperand());
    return integer ? readDigits(integer) : std::nullopt;
  }
  if (auto unary = dyn_cast<UnaryOp>(op)) {
    std::optional<APFloat> operand = computeInDouble(constants, unary.getOperand(), mentionsName);
    return operand ? std::optional(llvm::neg(*operand)) : std::nullopt;
  }
  auto binary = dyn_cast<BinaryOp>(op);
  if (!binary)
    return std::nullopt;
  std::optional<APFloat> lhs = computeInDouble(constants, binary.getLhs(), mentionsName);
  std::optional<APFloat> rhs = computeInDouble(constants, binary.getRhs(), mentionsName);
  return lhs && rhs ? computeFloat(binary.getKind(), *lhs, *rhs) : std::nullopt;
}

bool glsl::isComputedAlike(ConstantExpressions &constants, Value value, TypedAttr number) {
  bool mentionsName = false;
  std::optional<APFloat> computed = computeInDouble(constants, value, mentionsName);
  if (!computed || !mentionsName || !computed->isNormal())
    return false;
  const APFloat &expected = cast<FloatAttr>(number).getValue();
  bool losesInfo = false;
  computed->convert(expected.getSemantics(), APFloat::rmNearestTiesToEven, &losesInfo);
  return computed->bitwiseIsEqual(expected);
}
