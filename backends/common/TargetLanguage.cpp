//===- TargetLanguage.cpp - What differs between the languages that are printed ---------------===//

#include "backends/common/TargetLanguage.h"

#include "backends/common/ExpressionPrinter.h"
#include "backends/common/Raise.h"

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

/// All but buffers, which texts mention by their names.
SmallVector<Doc> TargetLanguage::arguments(CallOp call, FunctionOpInterface callee,
                                           ExpressionPrinter &printer) const {
  SmallVector<Doc> list;
  for (auto [index, argument] : llvm::enumerate(call.getOperands()))
    if (!callee.getArgAttr(index, kBufferAttr))
      list.push_back(printer.operand(argument));
  return list;
}

std::optional<Expr> TargetLanguage::parameter(BlockArgument) const { return std::nullopt; }

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

/// Whether decimal digits mean that value, also to a compiler that takes them for a double first,
/// as those of GLSL do.
static bool isValue(const std::string &digits, const llvm::APFloat &value) {
  llvm::APFloat direct(value.getSemantics()), wide(llvm::APFloat::IEEEdouble());
  // The digits are ours: they always parse.
  for (llvm::APFloat *number : {&direct, &wide})
    llvm::consumeError(
        number->convertFromString(digits, llvm::APFloat::rmNearestTiesToEven).takeError());
  bool losesInfo = false;
  wide.convert(value.getSemantics(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return direct.bitwiseIsEqual(value) && wide.bitwiseIsEqual(value);
}

std::string vkmorph::decimalDigits(const llvm::APFloat &value) {
  bool isFloat = &value.getSemantics() == &llvm::APFloat::IEEEsingle();
  double number = isFloat ? double(value.convertToFloat()) : value.convertToDouble();
  std::string digits;
  for (int precision = 1; precision <= 17; ++precision) {
    digits.clear();
    llvm::raw_string_ostream(digits) << llvm::format("%.*g", precision, number);
    if (isValue(digits, value))
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
    if (isValue(whole, value))
      return whole;
  }
  return mantissa + "e" + std::to_string(power);
}
