//===- TargetLanguage.cpp - What differs between the languages that are printed ---------------===//

#include "backends/common/TargetLanguage.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/Format.h"

#include <cstdlib>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

std::string TargetLanguage::declarator(Type type, StringRef name) const {
  std::string dimensions;
  while (auto array = dyn_cast<ArrayType>(type)) {
    dimensions += "[" + std::to_string(array.getLength()) + "]";
    type = array.getElementType();
  }
  return typeName(type) + " " + name.str() + dimensions;
}

std::optional<Expr> TargetLanguage::otherExpression(Operation *, ExpressionPrinter &) const {
  return std::nullopt;
}

bool TargetLanguage::otherStatement(Operation *, StatementPrinter &) const { return false; }

std::string TargetLanguage::qualifiers(Operation *op) const {
  if (isa<LetOp>(op))
    return "const ";
  auto var = dyn_cast<VarOp>(op);
  return var && var.getConstant() && var.getInit() ? "const " : "";
}

/// The value of decimal digits in the format of `like`.
static llvm::APFloat parse(const std::string &digits, const llvm::APFloat &like) {
  llvm::APFloat result(like.getSemantics());
  // The digits are ours: they always parse.
  llvm::consumeError(
      result.convertFromString(digits, llvm::APFloat::rmNearestTiesToEven).takeError());
  return result;
}

std::string vkmorph::decimalDigits(const llvm::APFloat &value) {
  bool isFloat = &value.getSemantics() == &llvm::APFloat::IEEEsingle();
  double number = isFloat ? double(value.convertToFloat()) : value.convertToDouble();
  std::string digits;
  for (int precision = 1; precision <= 17; ++precision) {
    digits.clear();
    llvm::raw_string_ostream(digits) << llvm::format("%.*g", precision, number);
    if (parse(digits, value).bitwiseIsEqual(value))
      break;
  }
  // 1e+08 -> 1e8, 1e-07 -> 1e-7; 100 -> 100.0
  size_t exponent = digits.find('e');
  if (exponent == std::string::npos)
    return digits.find('.') == std::string::npos ? digits + ".0" : digits;
  std::string mantissa = digits.substr(0, exponent);
  int power = std::atoi(digits.c_str() + exponent + 1);
  // A small power of ten reads better written out: 1e2 is 100.0.
  if (power >= 0 && power < 16) {
    std::string whole;
    llvm::raw_string_ostream(whole) << llvm::format("%.1f", number);
    if (parse(whole, value).bitwiseIsEqual(value))
      return whole;
  }
  return mantissa + "e" + std::to_string(power);
}
