//===- LibraryFunctions.cpp - Functions of the standard library that shaders have too --------===//

#include "frontend/LibraryFunctions.h"

#include "frontend/Program.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/StringMap.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

namespace {
struct Row {
  llvm::StringLiteral name;
  vkm::MathFn function;
  unsigned arity;
};
} // namespace

/// Functions of <cmath>, <cstdlib> and <algorithm>. C's names for one type (fabsf, labs) are those
/// of the first column with f behind, or rows of their own.
static constexpr Row kMathRows[] = {
    {"min", vkm::MathFn::Min, 2},     {"max", vkm::MathFn::Max, 2},
    {"clamp", vkm::MathFn::Clamp, 3}, {"abs", vkm::MathFn::Abs, 1},
    {"labs", vkm::MathFn::Abs, 1},    {"llabs", vkm::MathFn::Abs, 1},
    {"fabs", vkm::MathFn::Abs, 1},    {"sqrt", vkm::MathFn::Sqrt, 1},
    {"exp", vkm::MathFn::Exp, 1},     {"exp2", vkm::MathFn::Exp2, 1},
    {"log", vkm::MathFn::Log, 1},     {"log2", vkm::MathFn::Log2, 1},
    {"pow", vkm::MathFn::Pow, 2},     {"sin", vkm::MathFn::Sin, 1},
    {"cos", vkm::MathFn::Cos, 1},     {"tan", vkm::MathFn::Tan, 1},
    {"asin", vkm::MathFn::Asin, 1},   {"acos", vkm::MathFn::Acos, 1},
    {"atan", vkm::MathFn::Atan, 1},   {"atan2", vkm::MathFn::Atan2, 2},
    {"sinh", vkm::MathFn::Sinh, 1},   {"cosh", vkm::MathFn::Cosh, 1},
    {"tanh", vkm::MathFn::Tanh, 1},   {"floor", vkm::MathFn::Floor, 1},
    {"ceil", vkm::MathFn::Ceil, 1},   {"trunc", vkm::MathFn::Trunc, 1},
    {"round", vkm::MathFn::Round, 1}, {"fma", vkm::MathFn::Fma, 3},
    {"isnan", vkm::MathFn::IsNan, 1}, {"isinf", vkm::MathFn::IsInf, 1},
    {"fmin", vkm::MathFn::FMin, 2},   {"fmax", vkm::MathFn::FMax, 2},
    {"fmod", vkm::MathFn::FMod, 2},
};

static const Row *findRow(llvm::StringRef name, unsigned arity) {
  for (const Row &row : kMathRows)
    if (row.name == name && row.arity == arity)
      return &row;
  return nullptr;
}

LibraryFunction vkmorph::frontend::classifyLibraryFunction(const clang::FunctionDecl *function) {
  LibraryFunction result;
  if (function->getOverloadedOperator() == clang::OO_LessLess ||
      function->getOverloadedOperator() == clang::OO_GreaterGreater) {
    result.kind = LibraryKind::Output;
    return result;
  }
  if (!function->getIdentifier() || llvm::isa<clang::CXXMethodDecl>(function))
    return result;
  llvm::StringRef name = function->getName();
  bool inStd = isOfStandardLibrary(function);
  bool isC = function->isExternC() || function->getBuiltinID() != 0;
  if (!inStd && !isC)
    return result;
  if (inStd && function->getNumParams() == 1 &&
      (name == "move" || name == "forward" || name == "as_const" || name == "move_if_noexcept")) {
    result.kind = LibraryKind::Identity;
    return result;
  }
  if (inStd && name == "swap" && function->getNumParams() == 2) {
    result.kind = LibraryKind::Swap;
    return result;
  }
  if (inStd && name == "bit_cast" && function->getNumParams() == 1) {
    result.kind = LibraryKind::BitCast;
    return result;
  }
  if ((name == "memcpy" || name == "__builtin_memcpy") && function->getNumParams() == 3) {
    result.kind = LibraryKind::CopyBits;
    return result;
  }
  if (isC &&
      (name.ends_with("printf") || name.ends_with("scanf") || name == "puts" || name == "putchar" ||
       name == "getchar" || name.starts_with("fopen") || name.starts_with("fputs"))) {
    result.kind = LibraryKind::Output;
    return result;
  }
  name.consume_front("__builtin_");
  if (name == "isfinite" && function->getNumParams() == 1) {
    result.kind = LibraryKind::IsFinite;
    return result;
  }
  const Row *row = findRow(name, function->getNumParams());
  // sqrtf(float); min and the like are templates of std and have no such form.
  if (!row && isC && name.ends_with("f"))
    row = findRow(name.drop_back(), function->getNumParams());
  bool isTemplateOfStd =
      row && (row->function == vkm::MathFn::Min || row->function == vkm::MathFn::Max ||
              row->function == vkm::MathFn::Clamp);
  if (!row || (isTemplateOfStd && !inStd))
    return result;
  // Not std::max(initializer_list, comparator).
  for (const clang::ParmVarDecl *parameter : function->parameters())
    if (!parameter->getType().getNonReferenceType()->isArithmeticType() &&
        !parameter->getType().getNonReferenceType()->isEnumeralType())
      return result;
  result.kind = LibraryKind::Math;
  result.math = row->function;
  return result;
}
