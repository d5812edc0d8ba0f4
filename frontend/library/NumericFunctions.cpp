//===- NumericFunctions.cpp - Functions on numbers that are a few operations ------------------===//
//
//     std::lround(x)          ->  long(round(x))
//     std::isless(x, y)       ->  x < y
//     std::modf(x, &whole)    ->  whole = trunc(x); copysign(isinf(x) ? 0 : x - trunc(x), x)
//     std::countl_zero(x)     ->  31 - findMSB(x)
//     std::countr_zero(x)     ->  x == 0 ? 32 : findLSB(x)
//     std::rotl(x, n)         ->  x << (n & 31) | x >> (-n & 31)
//     std::rotl(x, 5)         ->  x << 5 | x >> 27
//     __builtin_bswap32(x)    ->  halves change places, then the bytes in each
//
//===------------------------------------------------------------------------------------------===//

#include "frontend/body/BodyBuilder.h"
#include "frontend/library/LibraryFunctions.h"
#include "ir/NamedConstants.h"

#include "llvm/ADT/APFloat.h"

using namespace vkmorph;
using namespace vkmorph::frontend;
using mlir::Value;
using vkm::BinaryKind;
using vkm::CmpKind;
using vkm::MathFn;

namespace {

/// Operations at one place of the source.
class NumericBuilder {
public:
  NumericBuilder(mlir::OpBuilder &builder, mlir::Location loc) : builder(builder), loc(loc) {}

  mlir::Type boolType() { return builder.getI1Type(); }
  mlir::IntegerType intType(unsigned width, bool isSigned) {
    return builder.getIntegerType(width, isSigned);
  }
  mlir::IntegerType intType() { return intType(32, /*isSigned=*/true); }

  Value number(mlir::Type type, int64_t value) {
    return builder.create<vkm::ConstantOp>(loc, mlir::IntegerAttr::get(type, value));
  }
  Value real(mlir::Type type, const llvm::APFloat &value) {
    return builder.create<vkm::ConstantOp>(loc, mlir::FloatAttr::get(type, value));
  }
  Value real(mlir::Type type, double value) {
    return builder.create<vkm::ConstantOp>(loc, mlir::FloatAttr::get(type, value));
  }
  Value cast(Value value, mlir::Type type) {
    return builder.createOrFold<vkm::CastOp>(loc, type, value);
  }
  Value binary(BinaryKind kind, Value lhs, Value rhs) {
    return builder.create<vkm::BinaryOp>(loc, kind, lhs, rhs);
  }
  Value compare(CmpKind kind, Value lhs, Value rhs) {
    return builder.create<vkm::CmpOp>(loc, boolType(), kind, lhs, rhs);
  }
  Value math(MathFn fn, mlir::Type type, mlir::ValueRange operands) {
    return builder.create<vkm::MathOp>(loc, type, fn, operands);
  }
  Value test(MathFn fn, Value operand) { return math(fn, boolType(), operand); }
  Value invert(Value condition) {
    return builder.create<vkm::UnaryOp>(loc, vkm::UnaryKind::Not, condition);
  }

  using Emit = llvm::function_ref<Value()>;
  Value both(Value first, Emit second) { return shortCircuit<vkm::AndOp>(first, second); }
  Value either(Value first, Emit second) { return shortCircuit<vkm::OrOp>(first, second); }
  Value select(Value condition, mlir::Type type, Emit whenTrue, Emit whenFalse) {
    auto op = builder.create<vkm::SelectOp>(loc, type, condition);
    fill(op.getWhenTrue(), whenTrue);
    fill(op.getWhenFalse(), whenFalse);
    return op;
  }

  Value isFinite(Value x) {
    return both(invert(test(MathFn::IsNan, x)), [&] { return invert(test(MathFn::IsInf, x)); });
  }
  Value isNormal(Value x);
  Value modf(Value x, Value whole);
  Value logb(Value x);
  Value lerp(Value a, Value b, Value t);
  Value midpointOfInts(Value a, Value b, mlir::IntegerType type);
  Value midpointOfFloats(Value a, Value b);
  Value byteSwap(Value x);
  Value bits(NumericFunction function, Value x, mlir::IntegerType type);
  Value rotate(Value x, Value count, bool isLeft, mlir::IntegerType type);

private:
  template <typename Op> Value shortCircuit(Value first, Emit second) {
    auto op = builder.create<Op>(loc, boolType(), first);
    fill(op.getRhs(), second);
    return op;
  }
  void fill(mlir::Region &region, Emit emit) {
    mlir::OpBuilder::InsertionGuard guard(builder);
    builder.createBlock(&region);
    builder.create<vkm::YieldOp>(loc, emit());
  }

  mlir::OpBuilder &builder;
  mlir::Location loc;
};

} // namespace

static const llvm::fltSemantics &semanticsOf(Value x) {
  return llvm::cast<mlir::FloatType>(x.getType()).getFloatSemantics();
}

//===------------------------------------------------------------------------------------------===//
// <cmath> and <numeric>
//===------------------------------------------------------------------------------------------===//

Value NumericBuilder::isNormal(Value x) {
  mlir::Type type = x.getType();
  Value size = math(MathFn::Abs, type, x);
  Value least = real(type, llvm::APFloat::getSmallestNormalized(semanticsOf(x)));
  return both(compare(CmpKind::Ge, size, least), [&] {
    return compare(CmpKind::Le, size, real(type, llvm::APFloat::getLargest(semanticsOf(x))));
  });
}

/// The part behind the point, with x's sign also where it is 0.
Value NumericBuilder::modf(Value x, Value whole) {
  mlir::Type type = x.getType();
  Value part = select(
      test(MathFn::IsInf, x), type, [&] { return real(type, 0.0); },
      [&] { return binary(BinaryKind::Sub, x, whole); });
  return math(MathFn::CopySign, type, {part, x});
}

Value NumericBuilder::logb(Value x) {
  mlir::Type type = x.getType();
  auto infinity = llvm::APFloat::getInf(semanticsOf(x), /*Negative=*/true);
  return select(
      compare(CmpKind::Eq, x, real(type, 0.0)), type, [&] { return real(type, infinity); },
      [&] {
        return select(
            isFinite(x), type, [&] { return cast(math(MathFn::Ilogb, intType(), x), type); },
            [&] { return math(MathFn::Abs, type, x); });
      });
}

/// Exact at both ends. Where a and b have different signs their difference might overflow, and the
/// sum of shares is as good; else it does not, and beyond t = 1 the result lies beyond b.
Value NumericBuilder::lerp(Value a, Value b, Value t) {
  mlir::Type type = a.getType();
  Value zero = real(type, 0.0), one = real(type, 1.0);
  auto differ = [&](CmpKind kind, CmpKind opposite) {
    return both(compare(kind, a, zero), [&] { return compare(opposite, b, zero); });
  };
  auto shares = [&] {
    Value rest = binary(BinaryKind::Mul, binary(BinaryKind::Sub, one, t), a);
    return binary(BinaryKind::Add, binary(BinaryKind::Mul, t, b), rest);
  };
  auto along = [&] {
    Value way = binary(BinaryKind::Mul, t, binary(BinaryKind::Sub, b, a));
    Value result = binary(BinaryKind::Add, a, way);
    Value beyond = compare(CmpKind::Gt, t, one), grows = compare(CmpKind::Gt, b, a);
    return select(
        compare(CmpKind::Eq, beyond, grows), type,
        [&] { return math(MathFn::Max, type, {result, b}); },
        [&] { return math(MathFn::Min, type, {result, b}); });
  };
  Value different =
      either(differ(CmpKind::Le, CmpKind::Ge), [&] { return differ(CmpKind::Ge, CmpKind::Le); });
  return select(different, type, shares, [&] {
    return select(compare(CmpKind::Eq, t, one), type, [&] { return b; }, along);
  });
}

/// Rounded towards a. The distance always fits into the unsigned type.
Value NumericBuilder::midpointOfInts(Value a, Value b, mlir::IntegerType type) {
  mlir::IntegerType wide = intType(std::max(type.getWidth(), 32u), /*isSigned=*/false);
  Value from = cast(a, wide), to = cast(b, wide), one = number(intType(), 1);
  auto half = [&](Value high, Value low) {
    return binary(BinaryKind::Shr, binary(BinaryKind::Sub, high, low), one);
  };
  Value middle = select(
      compare(CmpKind::Gt, a, b), wide,
      [&] { return binary(BinaryKind::Sub, from, half(from, to)); },
      [&] { return binary(BinaryKind::Add, from, half(to, from)); });
  return cast(middle, type);
}

/// The halves are exact unless they are too small, and then the sum cannot overflow.
Value NumericBuilder::midpointOfFloats(Value a, Value b) {
  mlir::Type type = a.getType();
  llvm::APFloat most = llvm::APFloat::getLargest(semanticsOf(a));
  most.multiply(llvm::APFloat(semanticsOf(a), "0.5"), llvm::APFloat::rmNearestTiesToEven);
  Value half = real(type, 0.5), limit = real(type, most);
  auto isSmall = [&](Value x) { return compare(CmpKind::Le, math(MathFn::Abs, type, x), limit); };
  return select(
      both(isSmall(a), [&] { return isSmall(b); }), type,
      [&] { return binary(BinaryKind::Mul, binary(BinaryKind::Add, a, b), half); },
      [&] {
        Value first = binary(BinaryKind::Mul, a, half);
        return binary(BinaryKind::Add, first, binary(BinaryKind::Mul, b, half));
      });
}

//===------------------------------------------------------------------------------------------===//
// <bit>
//===------------------------------------------------------------------------------------------===//

/// Neighbours change places: halves of the whole, then halves of those, down to bytes.
Value NumericBuilder::byteSwap(Value x) {
  auto type = llvm::cast<mlir::IntegerType>(x.getType());
  unsigned width = type.getWidth();
  if (width < 32) { // 16 bits; those above are cut off by the caller
    Value eight = number(intType(), 8), wide = cast(x, intType(32, /*isSigned=*/false));
    Value up = binary(BinaryKind::Shl, wide, eight);
    return binary(BinaryKind::Or, up, binary(BinaryKind::Shr, wide, eight));
  }
  for (unsigned step = width / 2; step >= 8; step /= 2) {
    Value amount = number(intType(), step);
    Value up = x, down = binary(BinaryKind::Shr, x, amount);
    if (step * 2 < width) {
      // The lower one of each pair: 0x00ff00ff
      uint64_t pattern = 0;
      for (unsigned at = 0; at < width; at += 2 * step)
        pattern |= ((uint64_t(1) << step) - 1) << at;
      Value mask = builder.create<vkm::ConstantOp>(
          loc, mlir::IntegerAttr::get(type, llvm::APInt(width, pattern)));
      mask.getDefiningOp()->setAttr(vkm::kHexAttr, builder.getUnitAttr());
      up = binary(BinaryKind::And, up, mask);
      down = binary(BinaryKind::And, down, mask);
    }
    x = binary(BinaryKind::Or, binary(BinaryKind::Shl, up, amount), down);
  }
  return x;
}

/// Functions of one unsigned integer of that type.
Value NumericBuilder::bits(NumericFunction function, Value x, mlir::IntegerType type) {
  unsigned width = type.getWidth();
  mlir::IntegerType wide = intType(std::max(width, 32u), /*isSigned=*/false);
  mlir::IntegerType result = intType();
  Value zero = number(wide, 0), one = number(wide, 1);
  // Narrow ones are computed in 32 bits, those above being 0.
  x = cast(x, wide);
  auto inverted = [&] {
    Value all = builder.create<vkm::UnaryOp>(loc, vkm::UnaryKind::BitNot, x);
    return width == wide.getWidth() ? all : cast(cast(all, type), wide);
  };
  auto highest = [&](Value of) { return math(MathFn::FindMsb, result, of); };
  auto lowest = [&](Value of) { return math(MathFn::FindLsb, result, of); };
  auto zerosLeft = [&](Value of) {
    Value last = number(result, width - 1);
    return binary(BinaryKind::Sub, last, highest(of));
  };
  auto zerosRight = [&](Value of) {
    return select(
        compare(CmpKind::Eq, of, zero), result, [&] { return number(result, width); },
        [&] { return lowest(of); });
  };
  auto withOne = [&](BinaryKind kind, Value value) {
    return binary(kind, value, number(result, 1));
  };
  auto power = [&](Value exponent) { return binary(BinaryKind::Shl, one, exponent); };
  switch (function) {
  case NumericFunction::BitCount:
    return math(MathFn::BitCount, result, x);
  case NumericFunction::Parity:
    return withOne(BinaryKind::And, math(MathFn::BitCount, result, x));
  case NumericFunction::HasSingleBit:
    x = math(MathFn::BitCount, result, x);
    return compare(CmpKind::Eq, x, number(result, 1));
  case NumericFunction::CountLeftZeros:
    return zerosLeft(x);
  case NumericFunction::CountLeftOnes:
    return zerosLeft(inverted());
  case NumericFunction::CountRightZeros:
    return zerosRight(x);
  case NumericFunction::CountRightOnes:
    return zerosRight(inverted());
  case NumericFunction::CountSignBits: {
    // Where the bits are those of a negative number, their opposites are counted.
    Value top = binary(BinaryKind::Shr, x, number(result, width - 1));
    Value flipped = select(compare(CmpKind::Eq, top, zero), wide, [&] { return x; }, inverted);
    return withOne(BinaryKind::Sub, zerosLeft(flipped));
  }
  case NumericFunction::LowestSet:
    return lowest(x);
  case NumericFunction::FirstSet:
    return withOne(BinaryKind::Add, lowest(x));
  case NumericFunction::BitWidth:
    return withOne(BinaryKind::Add, highest(x));
  case NumericFunction::BitFloor:
    return select(
        compare(CmpKind::Eq, x, zero), wide, [&] { return zero; },
        [&] { return power(highest(x)); });
  case NumericFunction::BitCeil:
    return select(
        compare(CmpKind::Le, x, one), wide, [&] { return one; },
        [&] {
          Value below = highest(binary(BinaryKind::Sub, x, one));
          return power(withOne(BinaryKind::Add, below));
        });
  case NumericFunction::ByteSwap:
    return byteSwap(width < 32 ? cast(x, type) : x);
  default:
    llvm_unreachable("not a function of one integer");
  }
}

/// A negative count turns the other way, as its lower bits say.
Value NumericBuilder::rotate(Value x, Value count, bool isLeft, mlir::IntegerType type) {
  unsigned width = type.getWidth();
  x = cast(x, intType(std::max(width, 32u), /*isSigned=*/false));
  count = cast(count, intType());
  if (auto constant = count.getDefiningOp<vkm::ConstantOp>()) {
    int64_t turns = llvm::cast<mlir::IntegerAttr>(constant.getValue()).getValue().getSExtValue();
    unsigned left = (isLeft ? turns : -turns) & (width - 1);
    if (left == 0)
      return x;
    Value up = binary(BinaryKind::Shl, x, number(intType(), left));
    return binary(BinaryKind::Or, up, binary(BinaryKind::Shr, x, number(intType(), width - left)));
  }
  Value mask = number(intType(), width - 1);
  Value amount = binary(BinaryKind::And, count, mask);
  Value opposite = builder.create<vkm::UnaryOp>(loc, vkm::UnaryKind::Neg, count);
  Value rest = binary(BinaryKind::And, opposite, mask);
  Value up = binary(BinaryKind::Shl, x, isLeft ? amount : rest);
  return binary(BinaryKind::Or, up, binary(BinaryKind::Shr, x, isLeft ? rest : amount));
}

//===------------------------------------------------------------------------------------------===//
// Calls
//===------------------------------------------------------------------------------------------===//

static std::optional<CmpKind> comparisonOf(NumericFunction function) {
  switch (function) {
  case NumericFunction::IsLess:
    return CmpKind::Lt;
  case NumericFunction::IsLessEqual:
    return CmpKind::Le;
  case NumericFunction::IsGreater:
    return CmpKind::Gt;
  case NumericFunction::IsGreaterEqual:
    return CmpKind::Ge;
  default:
    return std::nullopt;
  }
}

/// The type in which <cmath> takes these: float where all are.
static mlir::Type realTypeOf(mlir::ValueRange operands, mlir::OpBuilder &builder) {
  bool areFloats = llvm::all_of(operands, [](Value x) { return x.getType().isF32(); });
  return areFloats ? builder.getF32Type() : builder.getF64Type();
}

BodyBuilder::CallResult BodyBuilder::emitSplitNumber(const clang::CallExpr *call,
                                                     NumericFunction function) {
  CallResult result;
  result.failed = true;
  mlir::Location where = loc(call);
  mlir::Type type = convert(call->getType(), where);
  Value x = emitArgument(call->getArg(0), Passing::Value, /*isReference=*/false).value;
  std::optional<PointerValue> pointer = emitPointer(call->getArg(1));
  if (!type || !x || !pointer)
    return result;
  Value place = dereference(*pointer, where);
  mlir::Type stored = llvm::cast<vkm::RefType>(place.getType()).getPointee();
  NumericBuilder numbers(m_builder, where);
  x = emitCast(x, type, where);
  Value other;
  if (function == NumericFunction::Modf) {
    other = numbers.math(MathFn::Trunc, type, x);
    result.value = numbers.modf(x, other);
  } else {
    // A fraction from 0.5 to 1 and its exponent; what is 0, infinite or NaN is its own fraction.
    Value hasExponent = numbers.both(numbers.compare(CmpKind::Ne, x, numbers.real(type, 0.0)),
                                     [&] { return numbers.isFinite(x); });
    other = numbers.select(
        hasExponent, numbers.intType(),
        [&] {
          Value below = numbers.math(MathFn::Ilogb, numbers.intType(), x);
          return numbers.binary(BinaryKind::Add, below, numbers.number(numbers.intType(), 1));
        },
        [&] { return numbers.number(numbers.intType(), 0); });
    Value opposite = m_builder.create<vkm::UnaryOp>(where, vkm::UnaryKind::Neg, other);
    result.value = numbers.math(MathFn::Ldexp, type, {x, opposite});
  }
  m_builder.create<vkm::AssignOp>(where, place, emitCast(other, stored, where));
  result.failed = false;
  return result;
}

BodyBuilder::CallResult BodyBuilder::emitNumeric(const clang::CallExpr *call,
                                                 NumericFunction function) {
  if (function == NumericFunction::Modf || function == NumericFunction::Frexp)
    return emitSplitNumber(call, function);
  CallResult result;
  result.failed = true;
  mlir::Location where = loc(call);
  mlir::Type type = convert(call->getType().getNonReferenceType(), where);
  llvm::SmallVector<Argument> arguments;
  for (const clang::Expr *argument : call->arguments())
    arguments.push_back(emitArgument(argument, Passing::Value, /*isReference=*/true));
  llvm::SmallVector<Value> operands;
  if (!finishArguments(arguments, operands) || !type)
    return result;
  NumericBuilder numbers(m_builder, where);
  auto asReals = [&](mlir::Type real) {
    for (Value &operand : operands)
      operand = emitCast(operand, real, where);
  };
  Value value;
  switch (function) {
  case NumericFunction::IsFinite:
  case NumericFunction::IsNormal:
    asReals(realTypeOf(operands, m_builder));
    value = function == NumericFunction::IsFinite ? numbers.isFinite(operands[0])
                                                  : numbers.isNormal(operands[0]);
    break;
  case NumericFunction::IsLess:
  case NumericFunction::IsLessEqual:
  case NumericFunction::IsGreater:
  case NumericFunction::IsGreaterEqual:
    asReals(realTypeOf(operands, m_builder));
    value = numbers.compare(*comparisonOf(function), operands[0], operands[1]);
    break;
  case NumericFunction::IsLessGreater:
    asReals(realTypeOf(operands, m_builder));
    value = numbers.either(numbers.compare(CmpKind::Lt, operands[0], operands[1]),
                           [&] { return numbers.compare(CmpKind::Gt, operands[0], operands[1]); });
    break;
  case NumericFunction::IsUnordered:
    asReals(realTypeOf(operands, m_builder));
    value = numbers.either(numbers.test(MathFn::IsNan, operands[0]),
                           [&] { return numbers.test(MathFn::IsNan, operands[1]); });
    break;
  case NumericFunction::LRound:
  case NumericFunction::LRint: {
    mlir::Type real = realTypeOf(operands, m_builder);
    asReals(real);
    MathFn rounding = function == NumericFunction::LRound ? MathFn::Round : MathFn::Rint;
    value = numbers.math(rounding, real, operands);
    break;
  }
  case NumericFunction::FDim:
    asReals(type);
    value = numbers.select(
        numbers.compare(CmpKind::Le, operands[0], operands[1]), type,
        [&] { return numbers.real(type, 0.0); },
        [&] { return numbers.binary(BinaryKind::Sub, operands[0], operands[1]); });
    break;
  case NumericFunction::Logb:
    asReals(type);
    value = numbers.logb(operands[0]);
    break;
  case NumericFunction::Lerp:
    asReals(type);
    value = numbers.lerp(operands[0], operands[1], operands[2]);
    break;
  case NumericFunction::Midpoint:
    asReals(type);
    if (auto integer = llvm::dyn_cast<mlir::IntegerType>(type))
      value = numbers.midpointOfInts(operands[0], operands[1], integer);
    else
      value = numbers.midpointOfFloats(operands[0], operands[1]);
    break;
  default: {
    // The width of the parameter's own type; its sign does not matter.
    auto integer = llvm::dyn_cast<mlir::IntegerType>(operands[0].getType());
    if (!integer)
      return result;
    mlir::IntegerType bits = numbers.intType(integer.getWidth(), /*isSigned=*/false);
    bool isLeft = function == NumericFunction::RotateLeft;
    if (isLeft || function == NumericFunction::RotateRight)
      value = numbers.rotate(operands[0], operands[1], isLeft, bits);
    else
      value = numbers.bits(function, emitCast(operands[0], bits, where), bits);
    break;
  }
  }
  result.value = emitCast(value, type, where);
  result.failed = !result.value;
  return result;
}
