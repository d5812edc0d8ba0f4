//===- VkmMath.cpp - What mathematical functions take and give --------------------------------===//

#include "ir/VkmDialect.h"

using namespace mlir;
using namespace vkmorph::vkm;

namespace {
/// How the types of operands and result depend on each other.
enum class Shape {
  Componentwise, ///< all have the result's type
  Test,          ///< a bool for each component of the only operand
  Exponent,      ///< a float and the exponent of a power of two
  ExponentOf,    ///< an int from a float
  Bits,          ///< an int from an unsigned integer
  Relation,      ///< a vector of bools from two vectors
  Condense,      ///< a bool from a vector of bools
  ToScalar,      ///< a component from vectors
  Vectors,       ///< vectors of floats of the result's type
  Cross,         ///< vectors of three components
  Refract,       ///< two vectors and a component
  Transpose,     ///< columns and rows change places
  SquareMatrix,  ///< a square matrix to a matrix
  Determinant,   ///< a square matrix to a component
  Outer,         ///< a column and a row to a matrix
  Matrices,      ///< matrices of the result's type
};

struct Function {
  Shape shape = Shape::Componentwise;
  unsigned arity = 1;
  bool takesIntegers = false;
  /// Operands, counted from the lowest bit, that may be scalars where the result is a vector.
  unsigned scalars = 0;
};
} // namespace

static Function getFunction(MathFn fn) {
  switch (fn) {
  case MathFn::Min:
  case MathFn::Max:
    return {Shape::Componentwise, 2, true, 0b10};
  case MathFn::Clamp:
    return {Shape::Componentwise, 3, true, 0b110};
  case MathFn::Abs:
  case MathFn::Sign:
    return {Shape::Componentwise, 1, true};
  case MathFn::Fma:
    return {Shape::Componentwise, 3};
  case MathFn::Pow:
  case MathFn::Atan2:
  case MathFn::FMin:
  case MathFn::FMax:
  case MathFn::FMod:
  case MathFn::Hypot:
  case MathFn::Remainder:
  case MathFn::CopySign:
  case MathFn::NextAfter:
    return {Shape::Componentwise, 2};
  case MathFn::Hypot3:
    return {Shape::Componentwise, 3};
  case MathFn::Ldexp:
    return {Shape::Exponent, 2};
  case MathFn::Ilogb:
    return {Shape::ExponentOf};
  case MathFn::BitCount:
  case MathFn::FindMsb:
  case MathFn::FindLsb:
    return {Shape::Bits};
  case MathFn::Mod:
    return {Shape::Componentwise, 2, false, 0b10};
  case MathFn::Mix:
    return {Shape::Componentwise, 3, false, 0b100};
  case MathFn::Step:
    return {Shape::Componentwise, 2, false, 0b1};
  case MathFn::SmoothStep:
    return {Shape::Componentwise, 3, false, 0b11};
  case MathFn::IsNan:
  case MathFn::IsInf:
  case MathFn::SignBit:
    return {Shape::Test};
  case MathFn::LessThan:
  case MathFn::LessThanEqual:
  case MathFn::GreaterThan:
  case MathFn::GreaterThanEqual:
  case MathFn::Equal:
  case MathFn::NotEqual:
    return {Shape::Relation, 2, true};
  case MathFn::Any:
  case MathFn::All:
    return {Shape::Condense};
  case MathFn::Dot:
  case MathFn::Distance:
    return {Shape::ToScalar, 2};
  case MathFn::Length:
    return {Shape::ToScalar, 1};
  case MathFn::Cross:
    return {Shape::Cross, 2};
  case MathFn::Normalize:
    return {Shape::Vectors, 1};
  case MathFn::Reflect:
    return {Shape::Vectors, 2};
  case MathFn::FaceForward:
    return {Shape::Vectors, 3};
  case MathFn::Refract:
    return {Shape::Refract, 3};
  case MathFn::Transpose:
    return {Shape::Transpose};
  case MathFn::Inverse:
    return {Shape::SquareMatrix};
  case MathFn::Determinant:
    return {Shape::Determinant};
  case MathFn::OuterProduct:
    return {Shape::Outer, 2};
  case MathFn::MatrixCompMult:
    return {Shape::Matrices, 2};
  default:
    return {};
  }
}

static bool isSquare(Type type) {
  auto matrix = dyn_cast<MatType>(type);
  return matrix && matrix.getColumns() == matrix.getRows();
}

bool vkmorph::vkm::isOfVectorMaths(MathFn fn) {
  return fn >= MathFn::Fract && fn <= MathFn::NotEqual;
}

bool vkmorph::vkm::isComponentwise(MathFn fn) {
  Shape shape = getFunction(fn).shape;
  return shape == Shape::Componentwise || shape == Shape::Test || shape == Shape::Relation;
}

Type vkmorph::vkm::getMathType(MathFn fn, TypeRange operands) {
  Function function = getFunction(fn);
  if (operands.size() != function.arity)
    return {};
  Type first = operands.front(), component = getComponentType(first);
  Type boolean = IntegerType::get(first.getContext(), 1);
  auto allAre = [&](Type type) {
    return llvm::all_of(operands, [&](Type operand) { return operand == type; });
  };
  bool isVector = isa<VecType>(first), isFloat = isFloating(first);
  switch (function.shape) {
  case Shape::Componentwise: {
    if (llvm::any_of(operands, [](Type type) { return isa<MatType>(type); }))
      return {};
    Type result = first;
    bool hasSelector = fn == MathFn::Mix;
    for (Type operand : operands.drop_back(hasSelector))
      if (isa<VecType>(operand))
        result = operand;
    for (auto [index, operand] : llvm::enumerate(operands)) {
      bool isSelector =
          fn == MathFn::Mix && index == 2 && operand == withComponentType(result, boolean);
      bool isScalar = (function.scalars >> index & 1) && operand == getComponentType(result);
      if (operand != result && !isSelector && !isScalar)
        return {};
    }
    bool selects = fn == MathFn::Mix && getComponentType(operands[2]) == boolean;
    bool fits = isFloating(result) ||
                ((function.takesIntegers || selects) && getComponentType(result) != boolean);
    return fits ? result : Type();
  }
  case Shape::Test:
    return isFloat && !isa<MatType>(first) ? withComponentType(first, boolean) : Type();
  case Shape::Exponent:
    return isa<FloatType>(first) && operands[1].isSignedInteger(32) ? first : Type();
  case Shape::ExponentOf:
    return isa<FloatType>(first) ? IntegerType::get(first.getContext(), 32, IntegerType::Signed)
                                 : Type();
  case Shape::Bits:
    return first.isUnsignedInteger(32) || first.isUnsignedInteger(64)
               ? IntegerType::get(first.getContext(), 32, IntegerType::Signed)
               : Type();
  case Shape::Relation: {
    bool isOrder = fn != MathFn::Equal && fn != MathFn::NotEqual;
    bool fits = isVector && allAre(first) && !(isOrder && component == boolean);
    return fits ? withComponentType(first, boolean) : Type();
  }
  case Shape::Condense:
    return isVector && component == boolean ? boolean : Type();
  case Shape::ToScalar:
    return isVector && isFloat && allAre(first) ? component : Type();
  case Shape::Vectors:
    return isVector && isFloat && allAre(first) ? first : Type();
  case Shape::Cross:
    return isVector && isFloat && getNumComponents(first) == 3 && allAre(first) ? first : Type();
  case Shape::Refract:
    return isVector && isFloat && operands[1] == first && operands[2] == component ? first : Type();
  case Shape::Transpose: {
    auto matrix = dyn_cast<MatType>(first);
    return matrix
               ? MatType::get(first.getContext(), matrix.getRows(), matrix.getColumns(), component)
               : Type();
  }
  case Shape::SquareMatrix:
    return isSquare(first) ? first : Type();
  case Shape::Determinant:
    return isSquare(first) ? component : Type();
  case Shape::Outer: {
    bool fits = isVector && isFloat && isa<VecType>(operands[1]) &&
                getComponentType(operands[1]) == component;
    return fits ? MatType::get(first.getContext(), getNumComponents(operands[1]),
                               getNumComponents(first), component)
                : Type();
  }
  case Shape::Matrices:
    return isa<MatType>(first) && allAre(first) ? first : Type();
  }
  llvm_unreachable("unknown shape");
}

//===------------------------------------------------------------------------------------------===//
// Names of the source
//===------------------------------------------------------------------------------------------===//

std::string vkmorph::vkm::getCppNameKey(Type type) {
  std::string key;
  llvm::raw_string_ostream stream(key);
  type.print(stream);
  return key;
}

std::string vkmorph::vkm::getCppNameKey(MathFn fn, Type first) {
  return (stringifyMathFn(fn) + "(" + getCppNameKey(first) + ")").str();
}

StringRef vkmorph::vkm::lookupCppName(Operation *from, StringRef key) {
  auto module = isa<ModuleOp>(from) ? cast<ModuleOp>(from) : from->getParentOfType<ModuleOp>();
  auto names = module ? module->getAttrOfType<DictionaryAttr>(kCppNamesAttr) : DictionaryAttr();
  auto name = names ? names.getAs<StringAttr>(key) : StringAttr();
  return name ? name.getValue() : StringRef();
}

LogicalResult MathOp::verify() {
  MathFn fn = getFn();
  Function function = getFunction(fn);
  StringRef name = stringifyMathFn(fn);
  if (getOperands().size() != function.arity)
    return emitOpError("'") << name << "' takes " << function.arity << " operands";
  bool isScalar = llvm::all_of(getOperands().getTypes(),
                               [](Type type) { return isa<FloatType, IntegerType>(type); });
  Type type = getMathType(fn, getOperands().getTypes());
  if (!type && isScalar && function.shape == Shape::Componentwise && !function.takesIntegers &&
      !llvm::all_of(getOperands().getTypes(), [](Type type) { return isa<FloatType>(type); }))
    return emitOpError("'") << name << "' takes floats";
  if (type == getType())
    return success();
  if (function.shape == Shape::Test && isScalar)
    return emitOpError("'") << name << (type ? "' gives a bool" : "' takes floats");
  bool isMixed = function.shape == Shape::Exponent || function.shape == Shape::ExponentOf ||
                 function.shape == Shape::Bits;
  if (type && isMixed)
    return emitOpError("'") << name << "' does not give that type";
  return type || function.shape == Shape::Componentwise
             ? emitOpError("operands and result have different types")
             : emitOpError("'") << name << "' does not take operands of these types";
}
