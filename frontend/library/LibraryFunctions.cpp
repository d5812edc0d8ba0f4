//===- LibraryFunctions.cpp - Functions of the standard library that shaders have too --------===//

#include "frontend/library/LibraryFunctions.h"

#include "frontend/source/Program.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"

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
    {"min", vkm::MathFn::Min, 2},
    {"max", vkm::MathFn::Max, 2},
    {"clamp", vkm::MathFn::Clamp, 3},
    {"abs", vkm::MathFn::Abs, 1},
    {"labs", vkm::MathFn::Abs, 1},
    {"llabs", vkm::MathFn::Abs, 1},
    {"fabs", vkm::MathFn::Abs, 1},
    {"sqrt", vkm::MathFn::Sqrt, 1},
    {"cbrt", vkm::MathFn::Cbrt, 1},
    {"hypot", vkm::MathFn::Hypot, 2},
    {"hypot", vkm::MathFn::Hypot3, 3},
    {"exp", vkm::MathFn::Exp, 1},
    {"exp2", vkm::MathFn::Exp2, 1},
    {"expm1", vkm::MathFn::Expm1, 1},
    {"log", vkm::MathFn::Log, 1},
    {"log2", vkm::MathFn::Log2, 1},
    {"log10", vkm::MathFn::Log10, 1},
    {"log1p", vkm::MathFn::Log1p, 1},
    {"pow", vkm::MathFn::Pow, 2},
    {"sin", vkm::MathFn::Sin, 1},
    {"cos", vkm::MathFn::Cos, 1},
    {"tan", vkm::MathFn::Tan, 1},
    {"asin", vkm::MathFn::Asin, 1},
    {"acos", vkm::MathFn::Acos, 1},
    {"atan", vkm::MathFn::Atan, 1},
    {"atan2", vkm::MathFn::Atan2, 2},
    {"sinh", vkm::MathFn::Sinh, 1},
    {"cosh", vkm::MathFn::Cosh, 1},
    {"tanh", vkm::MathFn::Tanh, 1},
    {"asinh", vkm::MathFn::Asinh, 1},
    {"acosh", vkm::MathFn::Acosh, 1},
    {"atanh", vkm::MathFn::Atanh, 1},
    {"erf", vkm::MathFn::Erf, 1},
    {"erfc", vkm::MathFn::Erfc, 1},
    {"tgamma", vkm::MathFn::TGamma, 1},
    {"lgamma", vkm::MathFn::LGamma, 1},
    {"floor", vkm::MathFn::Floor, 1},
    {"ceil", vkm::MathFn::Ceil, 1},
    {"trunc", vkm::MathFn::Trunc, 1},
    {"round", vkm::MathFn::Round, 1},
    {"rint", vkm::MathFn::Rint, 1},
    {"nearbyint", vkm::MathFn::Rint, 1},
    {"fma", vkm::MathFn::Fma, 3},
    {"fmin", vkm::MathFn::FMin, 2},
    {"fmax", vkm::MathFn::FMax, 2},
    {"fmod", vkm::MathFn::FMod, 2},
    {"remainder", vkm::MathFn::Remainder, 2},
    {"copysign", vkm::MathFn::CopySign, 2},
    {"nextafter", vkm::MathFn::NextAfter, 2},
    {"ldexp", vkm::MathFn::Ldexp, 2},
    {"scalbn", vkm::MathFn::Ldexp, 2},
    {"scalbln", vkm::MathFn::Ldexp, 2},
    {"ilogb", vkm::MathFn::Ilogb, 1},
    {"isnan", vkm::MathFn::IsNan, 1},
    {"isinf", vkm::MathFn::IsInf, 1},
    {"signbit", vkm::MathFn::SignBit, 1},
};

namespace {
struct NumericRow {
  llvm::StringLiteral name;
  NumericFunction function;
  unsigned arity;
  /// Of std only; the others are names of C, with f behind for float.
  bool isOfStd = false;
};
} // namespace

static constexpr NumericRow kNumericRows[] = {
    {"isfinite", NumericFunction::IsFinite, 1},
    {"isnormal", NumericFunction::IsNormal, 1},
    {"isless", NumericFunction::IsLess, 2},
    {"islessequal", NumericFunction::IsLessEqual, 2},
    {"isgreater", NumericFunction::IsGreater, 2},
    {"isgreaterequal", NumericFunction::IsGreaterEqual, 2},
    {"islessgreater", NumericFunction::IsLessGreater, 2},
    {"isunordered", NumericFunction::IsUnordered, 2},
    {"lround", NumericFunction::LRound, 1},
    {"llround", NumericFunction::LRound, 1},
    {"lrint", NumericFunction::LRint, 1},
    {"llrint", NumericFunction::LRint, 1},
    {"fdim", NumericFunction::FDim, 2},
    {"logb", NumericFunction::Logb, 1},
    {"modf", NumericFunction::Modf, 2},
    {"frexp", NumericFunction::Frexp, 2},
    {"lerp", NumericFunction::Lerp, 3, true},
    {"midpoint", NumericFunction::Midpoint, 2, true},
    {"popcount", NumericFunction::BitCount, 1, true},
    {"countl_zero", NumericFunction::CountLeftZeros, 1, true},
    {"countl_one", NumericFunction::CountLeftOnes, 1, true},
    {"countr_zero", NumericFunction::CountRightZeros, 1, true},
    {"countr_one", NumericFunction::CountRightOnes, 1, true},
    {"has_single_bit", NumericFunction::HasSingleBit, 1, true},
    {"bit_ceil", NumericFunction::BitCeil, 1, true},
    {"bit_floor", NumericFunction::BitFloor, 1, true},
    {"bit_width", NumericFunction::BitWidth, 1, true},
    {"rotl", NumericFunction::RotateLeft, 2, true},
    {"rotr", NumericFunction::RotateRight, 2, true},
    {"byteswap", NumericFunction::ByteSwap, 1, true},
    {"ffs", NumericFunction::FirstSet, 1},
    {"ffsl", NumericFunction::FirstSet, 1},
    {"ffsll", NumericFunction::FirstSet, 1},
};

/// Functions of the compiler, behind __builtin_. Those for long and long long end in l and ll.
static constexpr NumericRow kBuiltinRows[] = {
    {"popcount", NumericFunction::BitCount, 1},
    {"clz", NumericFunction::CountLeftZeros, 1},
    {"ctz", NumericFunction::LowestSet, 1},
    {"clrsb", NumericFunction::CountSignBits, 1},
    {"parity", NumericFunction::Parity, 1},
    {"bswap16", NumericFunction::ByteSwap, 1},
    {"bswap32", NumericFunction::ByteSwap, 1},
    {"bswap64", NumericFunction::ByteSwap, 1},
    {"rotateleft8", NumericFunction::RotateLeft, 2},
    {"rotateleft16", NumericFunction::RotateLeft, 2},
    {"rotateleft32", NumericFunction::RotateLeft, 2},
    {"rotateleft64", NumericFunction::RotateLeft, 2},
    {"rotateright8", NumericFunction::RotateRight, 2},
    {"rotateright16", NumericFunction::RotateRight, 2},
    {"rotateright32", NumericFunction::RotateRight, 2},
    {"rotateright64", NumericFunction::RotateRight, 2},
};

static const Row *findRow(llvm::StringRef name, unsigned arity) {
  for (const Row &row : kMathRows)
    if (row.name == name && row.arity == arity)
      return &row;
  return nullptr;
}

static const NumericRow *findNumericRow(llvm::ArrayRef<NumericRow> rows, llvm::StringRef name,
                                        unsigned arity, bool isStd) {
  for (const NumericRow &row : rows)
    if (row.name == name && row.arity == arity && (isStd || !row.isOfStd))
      return &row;
  return nullptr;
}

static bool isNumber(clang::QualType type) {
  type = type.getNonReferenceType();
  return type->isArithmeticType() || type->isEnumeralType();
}

/// Looks a name without __builtin_ up.
static const NumericRow *findNumeric(const clang::FunctionDecl *function, llvm::StringRef name,
                                     unsigned arity, bool isStd) {
  bool isBuiltin = function->getBuiltinID() != 0 && function->getName() != name;
  const NumericRow *row = findNumericRow(kNumericRows, name, arity, isStd);
  // C's names for float.
  if (!row && !isStd && name.ends_with("f"))
    row = findNumericRow(kNumericRows, name.drop_back(), arity, isStd);
  for (llvm::StringRef rest = name; !row && isBuiltin; rest = rest.drop_back()) {
    row = findNumericRow(kBuiltinRows, rest, arity, isStd);
    if (!rest.ends_with("l"))
      break;
  }
  if (!row)
    return nullptr;
  // A number, then a pointer to the second result.
  if (row->function == NumericFunction::Modf || row->function == NumericFunction::Frexp)
    return function->getParamDecl(1)->getType()->isPointerType() ? row : nullptr;
  // Not std::midpoint of pointers.
  for (const clang::ParmVarDecl *parameter : function->parameters())
    if (!isNumber(parameter->getType()))
      return nullptr;
  return row;
}

/// What to use in the place of functions that have no counterpart.
static llvm::StringLiteral findSubstitute(llvm::StringRef name) {
  using Text = llvm::StringLiteral;
  return llvm::StringSwitch<Text>(name)
      .Cases("rotate", "shift_left", "shift_right",
             Text("std::reverse of the two parts and of the whole, or a loop"))
      .Cases("remove", "remove_if", "unique",
             Text("a loop that copies what stays, or std::copy_if into another array"))
      .Cases("nth_element", "partial_sort", Text("std::sort of the array"))
      .Case("remquo", Text("std::remainder, and (x - remainder) / y for the quotient"))
      .Case("fpclassify", Text("std::isnan, std::isinf, std::isnormal and a comparison with 0"))
      .Case("nexttoward", Text("std::nextafter"))
      .Cases("rand", "srand",
             Text("a generator of your own that begins with the iteration's number"))
      .Cases("memset", "memmove", "bzero", Text("std::fill, std::copy or a loop"))
      .Default(Text(""));
}

LibraryFunction vkmorph::frontend::classifyLibraryFunction(const clang::FunctionDecl *function,
                                                           unsigned arity) {
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
  result.instead = findSubstitute(name);
  if (name.starts_with("__sync_") || name.starts_with("__atomic_") ||
      (inStd && name.starts_with("atomic_"))) {
    result.kind = LibraryKind::Atomic;
    return result;
  }
  if (isC && llvm::StringSwitch<bool>(name)
                 .Cases("malloc", "calloc", "realloc", "aligned_alloc", "posix_memalign", true)
                 .Cases("free", "alloca", "__builtin_alloca", "__builtin_malloc", true)
                 .Default(false)) {
    result.kind = LibraryKind::Allocation;
    return result;
  }
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
  if (const NumericRow *numeric = findNumeric(function, name, arity, inStd)) {
    result.kind = LibraryKind::Numeric;
    result.numeric = numeric->function;
    return result;
  }
  const Row *row = findRow(name, arity);
  // sqrtf(float); min and the like are templates of std and have no such form.
  if (!row && isC && name.ends_with("f"))
    row = findRow(name.drop_back(), arity);
  bool isTemplateOfStd =
      row && (row->function == vkm::MathFn::Min || row->function == vkm::MathFn::Max ||
              row->function == vkm::MathFn::Clamp);
  if (!row || (isTemplateOfStd && !inStd))
    return result;
  // Not std::max(initializer_list, comparator).
  for (const clang::ParmVarDecl *parameter : function->parameters())
    if (!isNumber(parameter->getType()))
      return result;
  result.kind = LibraryKind::Math;
  result.math = row->function;
  return result;
}

LibraryFunction vkmorph::frontend::classifyLibraryFunction(const clang::FunctionDecl *function) {
  return classifyLibraryFunction(function, function->getNumParams());
}
