//===- NumericFunctions.cpp - Functions of <cmath> and <numeric> that are a few operations ----===//
//
//     std::lround(x)          ->  long(round(x))
//     std::isless(x, y)       ->  x < y
//     std::modf(x, &whole)    ->  whole = trunc(x); copysign(isinf(x) ? 0 : x - trunc(x), x)
//
//===------------------------------------------------------------------------------------------===//

#include "frontend/library/NumericCall.h"
#include "frontend/library/Subjects.h"

#include "clang/AST/ParentMapContext.h"
#include "llvm/ADT/APFloat.h"

using namespace vkmorph;
using namespace vkmorph::frontend;
using mlir::Value;
using vkm::BinaryKind;
using vkm::CmpKind;
using vkm::MathFn;

static const llvm::fltSemantics &semanticsOf(Value x) {
  return llvm::cast<mlir::FloatType>(x.getType()).getFloatSemantics();
}

LibraryResult
NumericCall::evaluate(llvm::function_ref<Value(Values operands, mlir::Type result)> emit) {
  if (!takesNumbers())
    return std::nullopt;
  mlir::Type type = convert(m_call->getType().getNonReferenceType(), m_where);
  llvm::SmallVector<Value> operands;
  if (!emitArguments(arguments(), operands) || !type)
    return failure();
  Value value = emit(operands, type);
  return value ? CallResult::ofValue(emitCast(value, type, m_where)) : failure();
}

void NumericCall::convertAll(Values operands, mlir::Type type) {
  for (Value &operand : operands)
    operand = emitCast(operand, type, m_where);
}

mlir::Type NumericCall::convertToReal(Values operands) {
  bool areFloats = llvm::all_of(operands, [](Value x) { return x.getType().isF32(); });
  mlir::Type type = areFloats ? mlir::Type(m_builder.getF32Type()) : m_builder.getF64Type();
  convertAll(operands, type);
  return type;
}

Value NumericCall::select(Value condition, mlir::Type type, Emit whenTrue, Emit whenFalse) {
  auto op = m_builder.create<vkm::SelectOp>(m_where, type, condition);
  fill(op.getWhenTrue(), whenTrue);
  fill(op.getWhenFalse(), whenFalse);
  return op;
}

void NumericCall::fill(mlir::Region &region, Emit emit) {
  mlir::OpBuilder::InsertionGuard guard(m_builder);
  m_builder.createBlock(&region);
  m_builder.create<vkm::YieldOp>(m_where, emit());
}

namespace {

/// Tests and roundings, which <cmath> does in the type of its operands.
class RealCall : public NumericCall {
public:
  using NumericCall::NumericCall;

  LibraryResult finite() {
    return onReals([&](Values x) { return isFinite(x[0]); });
  }
  LibraryResult normal() {
    return onReals([&](Values x) { return isNormal(x[0]); });
  }
  template <CmpKind kind> LibraryResult ordered() {
    return onReals([&](Values x) { return compare(kind, x[0], x[1]); });
  }
  LibraryResult lessGreater() {
    return onReals([&](Values x) {
      return either(compare(CmpKind::Lt, x[0], x[1]),
                    [&] { return compare(CmpKind::Gt, x[0], x[1]); });
    });
  }
  LibraryResult unordered() {
    return onReals([&](Values x) {
      return either(test(MathFn::IsNan, x[0]), [&] { return test(MathFn::IsNan, x[1]); });
    });
  }
  template <MathFn function> LibraryResult rounded() {
    return onReals([&](Values x) { return math(function, x[0].getType(), x); });
  }

protected:
  LibraryResult onReals(llvm::function_ref<Value(Values)> emit) {
    return evaluate([&](Values operands, mlir::Type) {
      convertToReal(operands);
      return emit(operands);
    });
  }
  Value isFinite(Value x) {
    return both(invert(test(MathFn::IsNan, x)), [&] { return invert(test(MathFn::IsInf, x)); });
  }
  Value isNormal(Value x) {
    mlir::Type type = x.getType();
    Value size = math(MathFn::Abs, type, x);
    Value least = real(type, llvm::APFloat::getSmallestNormalized(semanticsOf(x)));
    return both(compare(CmpKind::Ge, size, least), [&] {
      return compare(CmpKind::Le, size, real(type, llvm::APFloat::getLargest(semanticsOf(x))));
    });
  }
};

/// Functions that are computed in the type of their result.
class ResultCall : public RealCall {
public:
  using RealCall::RealCall;

  LibraryResult fdim() {
    return onResults([&](Values x, mlir::Type type) {
      return select(
          compare(CmpKind::Le, x[0], x[1]), type, [&] { return real(type, 0.0); },
          [&] { return binary(BinaryKind::Sub, x[0], x[1]); });
    });
  }
  LibraryResult logb() {
    return onResults([&](Values x, mlir::Type) { return exponentOf(x[0]); });
  }
  LibraryResult lerp() {
    return onResults([&](Values x, mlir::Type) { return interpolate(x[0], x[1], x[2]); });
  }
  LibraryResult midpoint() {
    return onResults([&](Values x, mlir::Type type) {
      auto integer = llvm::dyn_cast<mlir::IntegerType>(type);
      return integer ? midpointOfInts(x[0], x[1], integer) : midpointOfFloats(x[0], x[1]);
    });
  }

private:
  LibraryResult onResults(llvm::function_ref<Value(Values, mlir::Type)> emit) {
    return evaluate([&](Values operands, mlir::Type type) {
      convertAll(operands, type);
      return emit(operands, type);
    });
  }

  Value exponentOf(Value x) {
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

  /// Exact at both ends. Where a and b have different signs their difference might overflow, and
  /// the sum of shares is as good; else it does not, and beyond t = 1 the result lies beyond b.
  Value interpolate(Value a, Value b, Value t) {
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
  Value midpointOfInts(Value a, Value b, mlir::IntegerType type) {
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
  Value midpointOfFloats(Value a, Value b) {
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
};

/// modf and frexp, which store one of their two results where the second argument points.
class SplitCall : public RealCall {
public:
  using RealCall::RealCall;

  LibraryResult modf() {
    return split([&](Value x, mlir::Type type) {
      Value whole = math(MathFn::Trunc, type, x);
      // The part behind the point has x's sign also where it is 0.
      Value part = select(
          test(MathFn::IsInf, x), type, [&] { return real(type, 0.0); },
          [&] { return binary(BinaryKind::Sub, x, whole); });
      return std::pair(math(MathFn::CopySign, type, {part, x}), whole);
    });
  }
  /// A fraction from 0.5 to 1 and its exponent; what is 0, infinite or NaN is its own fraction.
  LibraryResult frexp() {
    return split([&](Value x, mlir::Type type) {
      Value hasExponent =
          both(compare(CmpKind::Ne, x, real(type, 0.0)), [&] { return isFinite(x); });
      Value exponent = select(
          hasExponent, intType(),
          [&] {
            Value below = math(MathFn::Ilogb, intType(), x);
            return binary(BinaryKind::Add, below, number(intType(), 1));
          },
          [&] { return number(intType(), 0); });
      Value opposite = unary(vkm::UnaryKind::Neg, exponent);
      return std::pair(math(MathFn::Ldexp, type, {x, opposite}), exponent);
    });
  }

private:
  /// `emit` gives the result and what is stored.
  LibraryResult split(llvm::function_ref<std::pair<Value, Value>(Value, mlir::Type)> emit) {
    if (!m_callee.function->getParamDecl(1)->getType()->isPointerType())
      return std::nullopt;
    mlir::Type type = convert(m_call->getType(), m_where);
    llvm::SmallVector<Value> operands;
    bool isRead = emitArguments(arguments().take_front(1), operands);
    std::optional<PointerValue> pointer = emitPointer(arg(1));
    if (!type || !isRead || !pointer)
      return failure();
    Value place = dereference(*pointer, m_where);
    mlir::Type stored = llvm::cast<vkm::RefType>(place.getType()).getPointee();
    auto [result, other] = emit(emitCast(operands.front(), type, m_where), type);
    m_builder.create<vkm::AssignOp>(m_where, place, emitCast(other, stored, m_where));
    return CallResult::ofValue(result);
  }
};
} // namespace

namespace {

/// Functions of <cctype> in the locale that programs begin with: of letters and digits of ASCII.
class CharacterCall : public NumericCall {
public:
  using NumericCall::NumericCall;

  LibraryResult upper() {
    return onCharacter([&](Value c) { return moved(c, 'a', BinaryKind::Sub); });
  }
  LibraryResult lower() {
    return onCharacter([&](Value c) { return moved(c, 'A', BinaryKind::Add); });
  }
  LibraryResult isUpper() {
    return onTested([&](Value c) { return isWithin(c, 'A', 'Z'); });
  }
  LibraryResult isLower() {
    return onTested([&](Value c) { return isWithin(c, 'a', 'z'); });
  }
  LibraryResult isDigit() {
    return onTested([&](Value c) { return isWithin(c, '0', '9'); });
  }
  LibraryResult isAlpha() {
    return onTested([&](Value c) { return isLetter(c); });
  }
  LibraryResult isAlnum() {
    return onTested(
        [&](Value c) { return either(isLetter(c), [&] { return isWithin(c, '0', '9'); }); });
  }
  LibraryResult isSpace() {
    return onTested([&](Value c) {
      return either(compare(CmpKind::Eq, c, number(intType(), ' ')),
                    [&] { return isWithin(c, '\t', '\r'); });
    });
  }

private:
  LibraryResult onCharacter(llvm::function_ref<Value(Value)> emit) {
    return evaluate([&](Values operands, mlir::Type) {
      convertAll(operands, intType());
      return emit(operands[0]);
    });
  }
  /// Which number says yes, C++ does not say: the call stands for a condition.
  LibraryResult onTested(llvm::function_ref<Value(Value)> emit) {
    return isCondition() ? onCharacter(emit) : std::nullopt;
  }
  bool isCondition() {
    clang::DynTypedNode node = clang::DynTypedNode::create(*m_call);
    for (auto parents = m_ast.getParents(node); !parents.empty();
         parents = m_ast.getParents(node)) {
      node = parents[0];
      if (auto *cast = node.get<clang::CastExpr>())
        return cast->getCastKind() == clang::CK_IntegralToBoolean;
      if (!node.get<clang::ParenExpr>())
        return false;
    }
    return false;
  }
  Value isWithin(Value c, int64_t first, int64_t last) {
    return both(compare(CmpKind::Ge, c, number(intType(), first)),
                [&] { return compare(CmpKind::Le, c, number(intType(), last)); });
  }
  Value isLetter(Value c) {
    return either(isWithin(c, 'A', 'Z'), [&] { return isWithin(c, 'a', 'z'); });
  }
  Value moved(Value c, int64_t first, BinaryKind kind) {
    constexpr int64_t kLetters = 26, kDistance = 'a' - 'A';
    return select(
        isWithin(c, first, first + kLetters - 1), intType(),
        [&] { return binary(kind, c, number(intType(), kDistance)); }, [&] { return c; });
  }
};

} // namespace

static constexpr LibraryRow kNumericFunctionsRows[] = {
    {"toupper", 1, by<&CharacterCall::upper>},
    {"tolower", 1, by<&CharacterCall::lower>},
    {"isupper", 1, by<&CharacterCall::isUpper>},
    {"islower", 1, by<&CharacterCall::isLower>},
    {"isdigit", 1, by<&CharacterCall::isDigit>},
    {"isalpha", 1, by<&CharacterCall::isAlpha>},
    {"isalnum", 1, by<&CharacterCall::isAlnum>},
    {"isspace", 1, by<&CharacterCall::isSpace>},
    {"isfinite", 1, by<&RealCall::finite>},
    {"isnormal", 1, by<&RealCall::normal>},
    {"isless", 2, by<&RealCall::ordered<CmpKind::Lt>>},
    {"islessequal", 2, by<&RealCall::ordered<CmpKind::Le>>},
    {"isgreater", 2, by<&RealCall::ordered<CmpKind::Gt>>},
    {"isgreaterequal", 2, by<&RealCall::ordered<CmpKind::Ge>>},
    {"islessgreater", 2, by<&RealCall::lessGreater>},
    {"isunordered", 2, by<&RealCall::unordered>},
    {"lround", 1, by<&RealCall::rounded<MathFn::Round>>},
    {"llround", 1, by<&RealCall::rounded<MathFn::Round>>},
    {"lrint", 1, by<&RealCall::rounded<MathFn::Rint>>},
    {"llrint", 1, by<&RealCall::rounded<MathFn::Rint>>},
    {"fdim", 2, by<&ResultCall::fdim>},
    {"logb", 1, by<&ResultCall::logb>},
    {"modf", 2, by<&SplitCall::modf>},
    {"frexp", 2, by<&SplitCall::frexp>},
};

static constexpr LibraryRow kNumericFunctionsStdRows[] = {
    {"lerp", 3, by<&ResultCall::lerp>},
    {"midpoint", 2, by<&ResultCall::midpoint>},
};

static constexpr LibraryTable kNumericFunctionsTables[] = {
    {LibraryHome::StdOrC, kNumericFunctionsRows},
    {LibraryHome::Std, kNumericFunctionsStdRows},
};
const LibrarySubject vkmorph::frontend::kNumericFunctions = kNumericFunctionsTables;
