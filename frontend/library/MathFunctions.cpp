//===- MathFunctions.cpp - Functions of <cmath> and <algorithm> that shaders have -------------===//

#include "frontend/library/Subjects.h"

using namespace vkmorph;
using namespace vkmorph::frontend;
using vkm::MathFn;

namespace {
class MathCall : public LibraryCall {
public:
  using LibraryCall::LibraryCall;

  template <MathFn function> LibraryResult emit() { return emitMath(function); }

private:
  /// The tests of <cmath> take integers as doubles.
  mlir::Type operandType(MathFn function, unsigned index, mlir::Value operand, mlir::Type result) {
    if (isTest(function) || function == MathFn::Ilogb)
      return llvm::isa<mlir::FloatType>(operand.getType()) ? operand.getType()
                                                           : m_builder.getF64Type();
    return function == MathFn::Ldexp && index == 1 ? intType() : result;
  }
  static bool isTest(MathFn function) {
    return function == MathFn::IsNan || function == MathFn::IsInf || function == MathFn::SignBit;
  }
  LibraryResult emitMath(MathFn function) {
    if (!takesNumbers())
      return std::nullopt;
    mlir::Type type = convert(m_call->getType().getNonReferenceType(), m_where);
    llvm::SmallVector<mlir::Value> operands;
    if (!type || !emitArguments(arguments(), operands))
      return failure();
    for (auto [index, operand] : llvm::enumerate(operands))
      operand = emitCast(operand, operandType(function, index, operand, type), m_where);
    mlir::Value result = m_builder.create<vkm::MathOp>(
        m_where, isTest(function) ? boolType() : type, function, operands);
    // C's isnan gives an int.
    return CallResult::ofValue(isTest(function) ? emitCast(result, type, m_where) : result);
  }
};

template <MathFn function> constexpr LibraryHandler math = by<&MathCall::emit<function>>;
} // namespace

/// C's names for one type (fabsf, labs) are those of the first column with f behind, or rows of
/// their own.
static constexpr LibraryRow kMathFunctionsRows[] = {
    {"abs", 1, math<MathFn::Abs>},
    {"labs", 1, math<MathFn::Abs>},
    {"llabs", 1, math<MathFn::Abs>},
    {"fabs", 1, math<MathFn::Abs>},
    {"sqrt", 1, math<MathFn::Sqrt>},
    {"cbrt", 1, math<MathFn::Cbrt>},
    {"hypot", 2, math<MathFn::Hypot>},
    {"hypot", 3, math<MathFn::Hypot3>},
    {"exp", 1, math<MathFn::Exp>},
    {"exp2", 1, math<MathFn::Exp2>},
    {"expm1", 1, math<MathFn::Expm1>},
    {"log", 1, math<MathFn::Log>},
    {"log2", 1, math<MathFn::Log2>},
    {"log10", 1, math<MathFn::Log10>},
    {"log1p", 1, math<MathFn::Log1p>},
    {"pow", 2, math<MathFn::Pow>},
    {"sin", 1, math<MathFn::Sin>},
    {"cos", 1, math<MathFn::Cos>},
    {"tan", 1, math<MathFn::Tan>},
    {"asin", 1, math<MathFn::Asin>},
    {"acos", 1, math<MathFn::Acos>},
    {"atan", 1, math<MathFn::Atan>},
    {"atan2", 2, math<MathFn::Atan2>},
    {"sinh", 1, math<MathFn::Sinh>},
    {"cosh", 1, math<MathFn::Cosh>},
    {"tanh", 1, math<MathFn::Tanh>},
    {"asinh", 1, math<MathFn::Asinh>},
    {"acosh", 1, math<MathFn::Acosh>},
    {"atanh", 1, math<MathFn::Atanh>},
    {"erf", 1, math<MathFn::Erf>},
    {"erfc", 1, math<MathFn::Erfc>},
    {"tgamma", 1, math<MathFn::TGamma>},
    {"lgamma", 1, math<MathFn::LGamma>},
    {"floor", 1, math<MathFn::Floor>},
    {"ceil", 1, math<MathFn::Ceil>},
    {"trunc", 1, math<MathFn::Trunc>},
    {"round", 1, math<MathFn::Round>},
    {"rint", 1, math<MathFn::Rint>},
    {"nearbyint", 1, math<MathFn::Rint>},
    {"fma", 3, math<MathFn::Fma>},
    {"fmin", 2, math<MathFn::FMin>},
    {"fmax", 2, math<MathFn::FMax>},
    {"fmod", 2, math<MathFn::FMod>},
    {"remainder", 2, math<MathFn::Remainder>},
    {"copysign", 2, math<MathFn::CopySign>},
    {"nextafter", 2, math<MathFn::NextAfter>},
    {"ldexp", 2, math<MathFn::Ldexp>},
    {"scalbn", 2, math<MathFn::Ldexp>},
    {"scalbln", 2, math<MathFn::Ldexp>},
    {"ilogb", 1, math<MathFn::Ilogb>},
    {"isnan", 1, math<MathFn::IsNan>},
    {"isinf", 1, math<MathFn::IsInf>},
    {"signbit", 1, math<MathFn::SignBit>},
    {"remquo", kAnyArity, nullptr, "std::remainder, and (x - remainder) / y for the quotient"},
    {"fpclassify", kAnyArity, nullptr,
     "std::isnan, std::isinf, std::isnormal and a comparison with 0"},
    {"nexttoward", kAnyArity, nullptr, "std::nextafter"},
};

static constexpr LibraryRow kMathFunctionsStdRows[] = {
    {"min", 2, math<MathFn::Min>},
    {"max", 2, math<MathFn::Max>},
    {"clamp", 3, math<MathFn::Clamp>},
};

static constexpr LibraryTable kMathFunctionsTables[] = {
    {LibraryHome::StdOrC, kMathFunctionsRows},
    {LibraryHome::Std, kMathFunctionsStdRows},
};
const LibrarySubject vkmorph::frontend::kMathFunctions = kMathFunctionsTables;
