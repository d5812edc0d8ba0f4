//===- ShadingLanguage.cpp - What shading languages spell alike -------------------------------===//

#include "backends/shading/print/ShadingLanguage.h"

#include "backends/common/ExpressionPrinter.h"
#include "backends/shading/raise/Raise.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::shading;
using namespace vkmorph::vkm;

std::string ShadingLanguage::functionName(FunctionOpInterface function) const {
  return function->getAttrOfType<StringAttr>(kPrintedNameAttr).getValue().str();
}

std::string ShadingLanguage::recordName(RecordType type) const {
  return lookupRecord(module, type)->getAttrOfType<StringAttr>(kPrintedNameAttr).getValue().str();
}

bool ShadingLanguage::isSampled(StringRef buffer) const {
  return llvm::any_of(getShader(module).getOps<BufferOp>(), [&](BufferOp op) {
    return op.getName() == buffer && op->hasAttr(kSampledAttr);
  });
}

Expr ShadingLanguage::printInteger(IntegerAttr number, bool asBits) {
  APInt value = number.getValue();
  auto type = ::llvm::cast<IntegerType>(number.getType());
  std::string suffix = type.isUnsigned() ? "u" : "";
  if (type.getWidth() == 64)
    suffix += "l";
  // The smallest number has no literal: -2147483648 is a minus before a number that is too large.
  if (type.isSigned() && type.getWidth() >= 32 && value.isMinSignedValue()) {
    std::string text = llvm::toString(value + 1, 10, /*Signed=*/true) + suffix + " - 1" + suffix;
    return {text, Precedence::Additive};
  }
  bool negative = type.isSigned() && value.isNegative();
  std::string text = asBits && !negative
                         ? "0x" + llvm::toString(value, 16, false, false, /*UpperCase=*/false)
                         : llvm::toString(value, 10, type.isSigned());
  return {text + suffix, negative ? Precedence::Unary : Precedence::Primary};
}

Expr ShadingLanguage::compareWithZero(Type type, const Expr &operand) const {
  TypedAttr zero =
      isa<FloatType>(type) ? TypedAttr(FloatAttr::get(type, 0.0)) : IntegerAttr::get(type, 0);
  Doc left = ExpressionPrinter::operand(operand, operand.precedence < Precedence::Additive
                                                     ? Precedence::Primary
                                                     : Precedence::Additive);
  return {Doc::concat({left, " != ", constant(zero, /*asBits=*/false).doc}), Precedence::Equality};
}

std::optional<PixelComponent> ShadingLanguage::matchPixelComponent(ComponentOp component) {
  auto load = component.getWhole().getDefiningOp<LoadOp>();
  auto pixel = load ? load.getRef().getDefiningOp<PixelOp>() : PixelOp();
  auto index = component.getIndex().getDefiningOp<ConstantOp>();
  if (!pixel || !index)
    return std::nullopt;
  uint64_t number = ::llvm::cast<IntegerAttr>(index.getValue()).getValue().getZExtValue();
  return PixelComponent{pixel, StringRef("xyzw").substr(number, 1)};
}

Doc ShadingLanguage::printCoordinates(StringRef vector, PixelOp pixel, ExpressionPrinter &printer) {
  return ExpressionPrinter::call(vector.str(),
                                 {printer.operand(pixel.getX()), printer.operand(pixel.getY())})
      .doc;
}
