//===- Polyfills.cpp - What GLSL lacks or leaves undefined, as functions of ours --------------===//
//
//     a % b      (signed)   ->  remainder(a, b), unless both are known not to be negative
//     x %= b                ->  x = remainder(x, b)
//     std::round(x)         ->  roundHalfAway(x)
//     std::pow(x, y)        ->  power(x, y), unless x is a positive literal
//     std::fmod(x, y)       ->  floatRemainder(x, y)
//     std::atan2(y, x)      ->  arcTangent(y, x)
//     std::fmin(x, y)       ->  minNumber(x, y)
//     std::min(x, y)        ->  smaller(x, y), unless both are known not to be NaN
//     std::clamp(x, a, b)   ->  limited(x, a, b), unless all are known not to be NaN
//     double(float(x))      ->  double(nearestFloat(x))
//     switch (x)   (64 bits) ->  switch (x == 5l ? 0 : x == 7l ? 1 : -1), labels being 0 and 1
//     a[i]  (i of 64 bits)  ->  a[uint(i)]
//
//===------------------------------------------------------------------------------------------===//

#include "backends/Diagnostics.h"
#include "backends/glsl/raise/NonNegative.h"
#include "backends/glsl/raise/Raise.h"
#include "ir/Effects.h"
#include "ir/NeverNan.h"

#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace {
/// A function in the dialect's syntax; T stands for the type.
struct Polyfill {
  const char *name;
  const char *text;
};
} // namespace

// int remainder(int a, int b) { return a - b * (a / b); }
static constexpr Polyfill kRemainder = {"remainder", R"(
vkm.func @NAME(%a: T {vkm.name = "a"}, %b: T {vkm.name = "b"}) -> T attributes {vkm.comment =
    "The remainder of C++ has the sign of a; GLSL leaves % undefined where an operand is negative."} {
  %quotient = vkm.binary div %a, %b : T
  %whole = vkm.binary mul %b, %quotient : T
  %rest = vkm.binary sub %a, %whole : T
  vkm.return %rest : T
})"};

// const float whole = trunc(x);
// if (abs(x - whole) < 0.5) { return whole; }
// return x < 0.0 ? whole - 1.0 : whole + 1.0;
static constexpr Polyfill kRound = {"roundHalfAway", R"(
vkm.func @NAME(%x: T {vkm.name = "x"}) -> T attributes {vkm.comment =
    "std::round: halves go away from zero; GLSL lets a device round them either way."} {
  %0 = vkm.math trunc(%x) : (T) -> T
  %whole = vkm.var const "whole" : !vkm.ref<T> = %0 : T
  %1 = vkm.load %whole : !vkm.ref<T>
  %2 = vkm.binary sub %x, %1 : T
  %3 = vkm.math abs(%2) : (T) -> T
  %half = vkm.constant 0.5 : T
  %4 = vkm.cmp lt %3, %half : T
  vkm.if %4 {
    %5 = vkm.load %whole : !vkm.ref<T>
    vkm.return %5 : T
  }
  %zero = vkm.constant 0.0 : T
  %one = vkm.constant 1.0 : T
  %6 = vkm.cmp lt %x, %zero : T
  %7 = vkm.select %6 : T {
    %8 = vkm.load %whole : !vkm.ref<T>
    %9 = vkm.binary sub %8, %one : T
    vkm.yield %9 : T
  } else {
    %8 = vkm.load %whole : !vkm.ref<T>
    %9 = vkm.binary add %8, %one : T
    vkm.yield %9 : T
  }
  vkm.return %7 : T
})"};

// if (x > 0.0) { return pow(x, y); }
// if (y == 0.0) { return 1.0; }
// if (x == 0.0) { return y > 0.0 ? 0.0 : isnan(y) ? y : infinity; }
// if (y != trunc(y)) { return isinf(x) ? pow(-x, y) : NaN; }
// const float size = pow(-x, y);
// const float middle = y * 0.5;
// return middle == trunc(middle) ? size : -size;
static constexpr Polyfill kPow = {"power", R"(
vkm.func @NAME(%x: T {vkm.name = "x"}, %y: T {vkm.name = "y"}) -> T attributes {vkm.comment =
    "std::pow; the pow of GLSL is undefined for negative x, and for 0 where y is not positive."} {
  %zero = vkm.constant 0.0 : T
  %one = vkm.constant 1.0 : T
  %0 = vkm.cmp gt %x, %zero : T
  vkm.if %0 {
    %1 = vkm.math pow(%x, %y) : (T, T) -> T
    vkm.return %1 : T
  }
  %2 = vkm.cmp eq %y, %zero : T
  vkm.if %2 {
    vkm.return %one : T
  }
  %3 = vkm.cmp eq %x, %zero : T
  vkm.if %3 {
    %4 = vkm.cmp gt %y, %zero : T
    %5 = vkm.select %4 : T {
      vkm.yield %zero : T
    } else {
      %unknown = vkm.math isnan(%y) : (T) -> i1
      %or = vkm.select %unknown : T {
        vkm.yield %y : T
      } else {
        %infinity = vkm.constant INFINITY : T
        vkm.yield %infinity : T
      }
      vkm.yield %or : T
    }
    vkm.return %5 : T
  }
  %6 = vkm.math trunc(%y) : (T) -> T
  %7 = vkm.cmp ne %y, %6 : T
  vkm.if %7 {
    %endless = vkm.math isinf(%x) : (T) -> i1
    %8 = vkm.select %endless : T {
      %positive = vkm.unary neg %x : T
      %9 = vkm.math pow(%positive, %y) : (T, T) -> T
      vkm.yield %9 : T
    } else {
      %nan = vkm.constant NAN : T
      vkm.yield %nan : T
    }
    vkm.return %8 : T
  }
  %10 = vkm.unary neg %x : T
  %11 = vkm.math pow(%10, %y) : (T, T) -> T
  %size = vkm.var const "size" : !vkm.ref<T> = %11 : T
  %half = vkm.constant 0.5 : T
  %12 = vkm.binary mul %y, %half : T
  %middle = vkm.var const "middle" : !vkm.ref<T> = %12 : T
  %13 = vkm.load %middle : !vkm.ref<T>
  %14 = vkm.load %middle : !vkm.ref<T>
  %15 = vkm.math trunc(%14) : (T) -> T
  %16 = vkm.cmp eq %13, %15 : T
  %17 = vkm.select %16 : T {
    %18 = vkm.load %size : !vkm.ref<T>
    vkm.yield %18 : T
  } else {
    %18 = vkm.load %size : !vkm.ref<T>
    %19 = vkm.unary neg %18 : T
    vkm.yield %19 : T
  }
  vkm.return %17 : T
})"};

// float rest = abs(x);
// const float divisor = abs(y);
// if (isinf(rest) || isnan(rest) || isnan(divisor) || divisor == 0.0) { return NaN; }
// if (divisor > rest) { return x; }
// float scaled = divisor;
// while (scaled <= rest * 0.5) { scaled *= 2.0; }
// while (scaled >= divisor) {
//   if (rest >= scaled) { rest -= scaled; }
//   scaled *= 0.5;
// }
// return x < 0.0 ? -rest : rest;
static constexpr Polyfill kFMod = {"floatRemainder", R"(
vkm.func @NAME(%x: T {vkm.name = "x"}, %y: T {vkm.name = "y"}) -> T attributes {vkm.comment =
    "std::fmod by long division; each step is exact."} {
  %zero = vkm.constant 0.0 : T
  %half = vkm.constant 0.5 : T
  %two = vkm.constant 2.0 : T
  %0 = vkm.math abs(%x) : (T) -> T
  %rest = vkm.var "rest" : !vkm.ref<T> = %0 : T
  %1 = vkm.math abs(%y) : (T) -> T
  %divisor = vkm.var const "divisor" : !vkm.ref<T> = %1 : T
  %2 = vkm.load %rest : !vkm.ref<T>
  %3 = vkm.math isinf(%2) : (T) -> i1
  %4 = vkm.or %3 {
    %5 = vkm.load %rest : !vkm.ref<T>
    %6 = vkm.math isnan(%5) : (T) -> i1
    vkm.yield %6 : i1
  }
  %7 = vkm.or %4 {
    %8 = vkm.load %divisor : !vkm.ref<T>
    %9 = vkm.math isnan(%8) : (T) -> i1
    vkm.yield %9 : i1
  }
  %10 = vkm.or %7 {
    %11 = vkm.load %divisor : !vkm.ref<T>
    %12 = vkm.cmp eq %11, %zero : T
    vkm.yield %12 : i1
  }
  vkm.if %10 {
    %nan = vkm.constant NAN : T
    vkm.return %nan : T
  }
  %13 = vkm.load %divisor : !vkm.ref<T>
  %14 = vkm.load %rest : !vkm.ref<T>
  %15 = vkm.cmp gt %13, %14 : T
  vkm.if %15 {
    vkm.return %x : T
  }
  %16 = vkm.load %divisor : !vkm.ref<T>
  %scaled = vkm.var "scaled" : !vkm.ref<T> = %16 : T
  vkm.while {
    %17 = vkm.load %scaled : !vkm.ref<T>
    %18 = vkm.load %rest : !vkm.ref<T>
    %19 = vkm.binary mul %18, %half {vkm.free_order} : T
    %20 = vkm.cmp le %17, %19 : T
    vkm.yield %20 : i1
  } do {
    vkm.update mul %scaled, %two : !vkm.ref<T>, T {vkm.free_order}
  }
  vkm.while {
    %17 = vkm.load %scaled : !vkm.ref<T>
    %18 = vkm.load %divisor : !vkm.ref<T>
    %19 = vkm.cmp ge %17, %18 : T
    vkm.yield %19 : i1
  } do {
    %20 = vkm.load %rest : !vkm.ref<T>
    %21 = vkm.load %scaled : !vkm.ref<T>
    %22 = vkm.cmp ge %20, %21 : T
    vkm.if %22 {
      %23 = vkm.load %scaled : !vkm.ref<T>
      vkm.update sub %rest, %23 : !vkm.ref<T>, T {vkm.free_order}
    }
    vkm.update mul %scaled, %half : !vkm.ref<T>, T {vkm.free_order}
  }
  %24 = vkm.cmp lt %x, %zero : T
  %25 = vkm.select %24 : T {
    %26 = vkm.load %rest : !vkm.ref<T>
    %27 = vkm.unary neg %26 : T
    vkm.yield %27 : T
  } else {
    %26 = vkm.load %rest : !vkm.ref<T>
    vkm.yield %26 : T
  }
  vkm.return %25 : T
})"};

// return x == 0.0 && y == 0.0 ? 0.0 : atan(y, x);
static constexpr Polyfill kAtan2 = {"arcTangent", R"(
vkm.func @NAME(%y: T {vkm.name = "y"}, %x: T {vkm.name = "x"}) -> T attributes {vkm.comment =
    "std::atan2; GLSL leaves atan(0, 0) undefined."} {
  %zero = vkm.constant 0.0 : T
  %0 = vkm.cmp eq %x, %zero : T
  %1 = vkm.and %0 {
    %2 = vkm.cmp eq %y, %zero : T
    vkm.yield %2 : i1
  }
  %3 = vkm.select %1 : T {
    vkm.yield %zero : T
  } else {
    %4 = vkm.math atan2(%y, %x) : (T, T) -> T
    vkm.yield %4 : T
  }
  vkm.return %3 : T
})"};

// if (isnan(a)) { return b; }
// return isnan(b) ? a : min(a, b);
#define MIN_OR_MAX(NAME, FN)                                                                       \
  {NAME, "vkm.func @NAME(%a: T {vkm.name = \"a\"}, %b: T {vkm.name = \"b\"}) -> T attributes {"    \
         "    vkm.comment = \"std::f" FN ": the number where the other operand is NaN.\"} {"       \
         "  %0 = vkm.math isnan(%a) : (T) -> i1\n"                                                 \
         "  vkm.if %0 {\n vkm.return %b : T\n }\n"                                                 \
         "  %1 = vkm.math isnan(%b) : (T) -> i1\n"                                                 \
         "  %2 = vkm.select %1 : T {\n vkm.yield %a : T\n } else {\n"                              \
         "    %3 = vkm.math " FN "(%a, %b) : (T, T) -> T\n vkm.yield %3 : T\n }\n"                 \
         "  vkm.return %2 : T\n }"}
static constexpr Polyfill kFMin = MIN_OR_MAX("minNumber", "min");
static constexpr Polyfill kFMax = MIN_OR_MAX("maxNumber", "max");
#undef MIN_OR_MAX

// return b < a ? b : a;
#define MIN_OR_MAX(NAME, FN, CMP)                                                                  \
  {NAME, "vkm.func @NAME(%a: T {vkm.name = \"a\"}, %b: T {vkm.name = \"b\"}) -> T attributes {"    \
         "    vkm.comment = \"std::" FN ": a where an operand is NaN; GLSL's " FN                  \
         " may give either.\"} {"                                                                  \
         "  %0 = vkm.cmp " CMP " : T\n"                                                            \
         "  %1 = vkm.select %0 : T {\n vkm.yield %b : T\n } else {\n vkm.yield %a : T\n }\n"       \
         "  vkm.return %1 : T\n }"}
static constexpr Polyfill kMin = MIN_OR_MAX("smaller", "min", "lt %b, %a");
static constexpr Polyfill kMax = MIN_OR_MAX("larger", "max", "lt %a, %b");
#undef MIN_OR_MAX

// return x < low ? low : high < x ? high : x;
// const uint64_t bits = doubleBitsToUint64(x);
// if (isnan(x)) { return float(x); }
// return float(uint64BitsToDouble((bits + 0x0fffffff + (bits >> 29 & 1)) & ~0x1fffffff));
static constexpr Polyfill kNearestFloat = {"nearestFloat", R"(
vkm.func @NAME(%x: f64 {vkm.name = "x"}) -> f32 attributes {vkm.comment =
    "x to the nearest float, ties to even; a device may take double(float(x)) for x."} {
  %0 = vkm.math isnan(%x) : (f64) -> i1
  vkm.if %0 {
    %1 = vkm.cast %x : f64 to f32
    vkm.return %1 : f32
  }
  %2 = vkm.bitcast %x : f64 to ui64
  %bits = vkm.var const "bits" : !vkm.ref<ui64> = %2 : ui64
  %3 = vkm.load %bits : !vkm.ref<ui64>
  %4 = vkm.load %bits : !vkm.ref<ui64>
  %width = vkm.constant 29 : si32
  %one = vkm.constant 1 : ui64
  %below = vkm.constant 268435455 : ui64 {vkm.hex}
  %mask = vkm.constant 18446744073172680704 : ui64 {vkm.hex}
  %5 = vkm.binary shr %4, %width : ui64, si32
  %6 = vkm.binary and %5, %one : ui64
  %7 = vkm.binary add %3, %below : ui64
  %8 = vkm.binary add %7, %6 : ui64
  %9 = vkm.binary and %8, %mask : ui64
  %10 = vkm.bitcast %9 : ui64 to f64
  %11 = vkm.cast %10 : f64 to f32
  vkm.return %11 : f32
})"};

static constexpr Polyfill kClamp = {"limited", R"(
vkm.func @NAME(%x: T {vkm.name = "x"}, %low: T {vkm.name = "low"}, %high: T {vkm.name = "high"}) -> T attributes {
    vkm.comment = "std::clamp: NaN stays; GLSL's clamp may give a limit."} {
  %0 = vkm.cmp lt %x, %low : T
  %1 = vkm.select %0 : T {
    vkm.yield %low : T
  } else {
    %2 = vkm.cmp lt %high, %x : T
    %3 = vkm.select %2 : T {
      vkm.yield %high : T
    } else {
      vkm.yield %x : T
    }
    vkm.yield %3 : T
  }
  vkm.return %1 : T
})"};

//===------------------------------------------------------------------------------------------===//
// Where none is needed
//===------------------------------------------------------------------------------------------===//

/// A literal greater than 0, whose powers GLSL defines.
static bool isPositiveLiteral(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  auto number = constant ? dyn_cast<FloatAttr>(constant.getValue()) : FloatAttr();
  return number && !number.getValue().isNegative() && number.getValue().isFiniteNonZero();
}

//===------------------------------------------------------------------------------------------===//
// Replacement
//===------------------------------------------------------------------------------------------===//

/// Functions that GLSL has for double.
static bool hasDouble(MathFn fn) {
  switch (fn) {
  case MathFn::Min:
  case MathFn::Max:
  case MathFn::Abs:
  case MathFn::Clamp:
  case MathFn::Sqrt:
  case MathFn::Floor:
  case MathFn::Ceil:
  case MathFn::Trunc:
  case MathFn::Round:
  case MathFn::Fma:
  case MathFn::IsNan:
  case MathFn::IsInf:
  case MathFn::FMin:
  case MathFn::FMax:
  case MathFn::FMod:
  case MathFn::Fract:
  case MathFn::Sign:
  case MathFn::Mod:
  case MathFn::InverseSqrt:
  case MathFn::Mix:
  case MathFn::Step:
  case MathFn::SmoothStep:
  case MathFn::Dot:
  case MathFn::Cross:
  case MathFn::Length:
  case MathFn::Distance:
  case MathFn::Normalize:
  case MathFn::FaceForward:
  case MathFn::Reflect:
  case MathFn::Refract:
  case MathFn::Transpose:
  case MathFn::Determinant:
  case MathFn::Inverse:
  case MathFn::OuterProduct:
  case MathFn::MatrixCompMult:
  case MathFn::LessThan:
  case MathFn::LessThanEqual:
  case MathFn::GreaterThan:
  case MathFn::GreaterThanEqual:
  case MathFn::Equal:
  case MathFn::NotEqual:
    return true;
  default:
    return false;
  }
}

namespace {
class Polyfiller {
public:
  explicit Polyfiller(ModuleOp module) : parent(glsl::getClass(module)) {
    SmallVector<Operation *> operations;
    module.walk([&](Operation *op) {
      operations.push_back(op);
      // Before the first is replaced, which hides what is known of its result.
      if (auto cast = dyn_cast<CastOp>(op))
        extendsFloats |= cast.getOperand().getType().isF32() && cast.getType().isF64();
      if (auto math = dyn_cast<MathOp>(op); math && llvm::all_of(math.getOperands(), isNeverNan))
        math->setAttr(glsl::kNeverNanAttr, UnitAttr::get(math.getContext()));
    });
    for (Operation *op : operations)
      visit(op);
  }
  bool failed = false;

private:
  /// Whether some float becomes a double.
  bool extendsFloats = false;

  void visit(Operation *op) {
    if (auto binary = dyn_cast<BinaryOp>(op)) {
      if (binary.getKind() == BinaryKind::Rem &&
          !getComponentType(binary.getType()).isUnsignedInteger() &&
          !(glsl::isNonNegative(binary.getLhs()) && glsl::isNonNegative(binary.getRhs())))
        replace(op, kRemainder, binary.getOperands());
    } else if (auto update = dyn_cast<UpdateOp>(op)) {
      visitUpdate(update);
    } else if (auto cmp = dyn_cast<CmpOp>(op)) {
      visitComparison(cmp);
    } else if (auto cast = dyn_cast<CastOp>(op)) {
      if (extendsFloats && cast.getOperand().getType().isF64() && cast.getType().isF32())
        roundToFloat(cast);
    } else if (auto math = dyn_cast<MathOp>(op)) {
      visitMath(math);
    } else if (isa<ElementOp, DerefOp, ComponentOp>(op)) {
      narrowIndex(op);
    } else if (auto switchOp = dyn_cast<SwitchOp>(op)) {
      if (switchOp.getValue().getType().isInteger(64))
        numberLabels(switchOp);
    } else if (auto atomic = dyn_cast<AtomicOp>(op)) {
      Type type = atomic.getValue().getType();
      if (type.isF64() || (type.isF32() && atomic.getKind() != ReduceKind::Add)) {
        report(op->getLoc(), backends::diag::GlslNoAtomic,
               {stringifyReduceKind(atomic.getKind()).str(), type.isF64() ? "double" : "float"});
        failed = true;
      }
    }
  }

  void visitUpdate(UpdateOp update) {
    if (update.getKind() != BinaryKind::Rem)
      return;
    OpBuilder builder(update);
    Type type = cast<RefType>(update.getRef().getType()).getPointee();
    if (getComponentType(type).isUnsignedInteger() ||
        (glsl::isNonNegative(update.getValue()) && glsl::isVariableNonNegative(update.getRef())))
      return;
    Value old = builder.create<LoadOp>(update.getLoc(), type, update.getRef());
    Value rest = call(builder, update.getLoc(), kRemainder, type, {old, update.getValue()});
    auto assign = builder.create<AssignOp>(update.getLoc(), update.getRef(), rest);
    assign->setDiscardableAttrs(update->getDiscardableAttrDictionary());
    update.erase();
  }

  /// GLSL has no switch over integers of 64 bits: labels become their numbers.
  void numberLabels(SwitchOp op) {
    OpBuilder builder(op);
    Location loc = op.getLoc();
    auto type = cast<IntegerType>(op.getValue().getType());
    Type number = builder.getIntegerType(32, /*isSigned=*/true);
    SmallVector<APInt> labels;
    SmallVector<Attribute> entries;
    for (auto entry : op.getLabels().getAsRange<ArrayAttr>()) {
      SmallVector<Attribute> numbers;
      for (auto label : entry.getAsRange<IntegerAttr>()) {
        numbers.push_back(builder.getI64IntegerAttr(labels.size()));
        labels.push_back(label.getValue());
      }
      entries.push_back(builder.getArrayAttr(numbers));
    }
    Value which = builder.create<ConstantOp>(loc, IntegerAttr::get(number, -1));
    for (size_t i = labels.size(); i-- > 0;) {
      Value label =
          builder.create<ConstantOp>(loc, IntegerAttr::get(type, labels[i].sextOrTrunc(64)));
      Value isLabel = builder.create<CmpOp>(loc, CmpKind::Eq, op.getValue(), label);
      Value own = builder.create<ConstantOp>(loc, IntegerAttr::get(number, i));
      auto select = builder.create<SelectOp>(loc, number, isLabel);
      OpBuilder::InsertionGuard guard(builder);
      builder.createBlock(&select.getWhenTrue());
      builder.create<YieldOp>(loc, own);
      builder.createBlock(&select.getWhenFalse());
      builder.create<YieldOp>(loc, which);
      which = select;
    }
    op.getValueMutable().assign(which);
    op.setLabelsAttr(builder.getArrayAttr(entries));
  }

  void roundToFloat(CastOp cast) {
    OpBuilder builder(cast);
    FuncOp function = getFunction(kNearestFloat, builder.getF64Type());
    cast.replaceAllUsesWith(
        builder
            .create<CallOp>(cast.getLoc(), cast.getType(), function.getSymName(), cast.getOperand())
            .getResult(0));
    cast.erase();
  }

  /// GLSL counts elements in 32 bits; no buffer has more of them.
  void narrowIndex(Operation *op) {
    auto type = cast<IntegerType>(op->getOperand(1).getType());
    if (type.getWidth() != 64)
      return;
    OpBuilder builder(op);
    op->setOperand(1, builder.createOrFold<CastOp>(op->getLoc(),
                                                   builder.getIntegerType(32, type.isSigned()),
                                                   op->getOperand(1)));
  }

  /// GLSL orders no bools: false < true is 0 < 1.
  void visitComparison(CmpOp cmp) {
    if (!cmp.getLhs().getType().isInteger(1) || cmp.getKind() == CmpKind::Eq ||
        cmp.getKind() == CmpKind::Ne)
      return;
    OpBuilder builder(cmp);
    Type type = builder.getIntegerType(32, true);
    for (OpOperand &operand : cmp->getOpOperands())
      operand.set(builder.create<CastOp>(cmp.getLoc(), type, operand.get()));
  }

  void visitMath(MathOp math) {
    MathFn fn = math.getFn();
    Type type = getComponentType(math.getOperands().front().getType());
    if (type.isF64() && !hasDouble(fn)) {
      report(math.getLoc(), backends::diag::GlslNoDouble, {stringifyMathFn(fn).str()});
      failed = true;
      return;
    }
    if (fn == MathFn::Abs && type.isUnsignedInteger()) {
      math.replaceAllUsesWith(math.getOperands().front());
      math.erase();
    } else if (fn == MathFn::Round) {
      replace(math, kRound, math.getOperands());
    } else if (fn == MathFn::Pow && !isPositiveLiteral(math.getOperands()[0])) {
      replace(math, kPow, math.getOperands());
    } else if (fn == MathFn::FMod) {
      replace(math, kFMod, math.getOperands());
    } else if (fn == MathFn::Atan2) {
      replace(math, kAtan2, math.getOperands());
    } else if (fn == MathFn::FMin || fn == MathFn::FMax) {
      replace(math, fn == MathFn::FMin ? kFMin : kFMax, math.getOperands());
    } else if (fn == MathFn::Clamp && !math->hasAttr(glsl::kNeverNanAttr)) {
      replace(math, kClamp, math.getOperands());
    } else if ((fn == MathFn::Min || fn == MathFn::Max) && !math->hasAttr(glsl::kNeverNanAttr)) {
      replace(math, fn == MathFn::Min ? kMin : kMax, math.getOperands());
    }
  }

  void replace(Operation *op, const Polyfill &polyfill, ValueRange operands) {
    OpBuilder builder(op);
    Value result = call(builder, op->getLoc(), polyfill, op->getResult(0).getType(), operands);
    op->getResult(0).replaceAllUsesWith(result);
    op->erase();
  }

  Value call(OpBuilder &builder, Location loc, const Polyfill &polyfill, Type type,
             ValueRange operands) {
    if (isa<VecType>(type))
      return callForVector(builder, loc, polyfill, type, operands);
    FuncOp function = getFunction(polyfill, type);
    return builder.create<CallOp>(loc, type, function.getSymName(), operands).getResult(0);
  }

  Value callForVector(OpBuilder &builder, Location loc, const Polyfill &polyfill, Type type,
                      ValueRange operands) {
    SmallVector<Value> vectors;
    for (Value operand : operands)
      vectors.push_back(operand.getType() == type
                            ? operand
                            : builder.create<SplatOp>(loc, type, operand).getResult());
    FuncOp function = getVectorFunction(polyfill, type);
    return builder.create<CallOp>(loc, type, function.getSymName(), vectors).getResult(0);
  }

  /// vec2 power(vec2 x, vec2 y) { return vec2(power(x.x, y.x), power(x.y, y.y)); }
  FuncOp getVectorFunction(const Polyfill &polyfill, Type type) {
    FuncOp scalar = getFunction(polyfill, getComponentType(type));
    FuncOp &function = functions[polyfill.name + getCppNameKey(type)];
    if (function)
      return function;
    std::string symbol = polyfill.name + ("_" + getCppNameKey(type));
    while (parent.lookupSymbol(symbol))
      symbol += "_";
    OpBuilder builder(scalar);
    builder.setInsertionPointAfter(scalar);
    Location loc = scalar.getLoc();
    SmallVector<Type> types(scalar.getNumArguments(), type);
    function = builder.create<FuncOp>(loc, symbol, builder.getFunctionType(types, type),
                                      scalar.getArgAttrsAttr(), ArrayAttr());
    function->setAttr("cpp_name", builder.getStringAttr(polyfill.name));
    function->setAttr(glsl::kPolyfillAttr, builder.getUnitAttr());
    Block *body = function.getBody().empty() ? &function.getBody().emplaceBlock()
                                             : &function.getBody().front();
    if (body->getNumArguments() == 0)
      body->addArguments(types, SmallVector<Location>(types.size(), loc));
    OpBuilder inside = OpBuilder::atBlockEnd(body);
    SmallVector<Value> parts;
    for (int64_t i = 0; i < getNumComponents(type); ++i) {
      SmallVector<Value> operands;
      for (Value argument : body->getArguments()) {
        Value index = inside.create<ConstantOp>(
            loc, inside.getIntegerAttr(inside.getIntegerType(32, true), i));
        operands.push_back(
            inside.create<ComponentOp>(loc, getComponentType(type), argument, index));
      }
      parts.push_back(
          inside.create<CallOp>(loc, getComponentType(type), scalar.getSymName(), operands)
              .getResult(0));
    }
    inside.create<ReturnOp>(loc, inside.create<AggregateOp>(loc, type, parts));
    return function;
  }

  /// The function for that type, made from its text at its first use.
  FuncOp getFunction(const Polyfill &polyfill, Type type) {
    std::string typeText;
    llvm::raw_string_ostream(typeText) << type;
    FuncOp &function = functions[polyfill.name + typeText];
    if (function)
      return function;
    std::string symbol = polyfill.name + ("_" + typeText);
    while (parent.lookupSymbol(symbol))
      symbol += "_";
    std::string text;
    bool isDouble = type.isF64();
    for (StringRef rest = polyfill.text; !rest.empty();) {
      auto take = [&](StringRef word, StringRef with) {
        bool begins = rest.consume_front(word);
        if (begins)
          text += with;
        return begins;
      };
      if (take("@NAME", ("@" + symbol)) ||
          take("INFINITY", isDouble ? "0x7FF0000000000000" : "0x7F800000") ||
          take("NAN :", isDouble ? "0x7FF8000000000000 :" : "0x7FC00000 :"))
        continue;
      bool isWord = llvm::isAlnum(rest.front()) || rest.front() == '_';
      StringRef word = isWord ? rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; })
                              : rest.take_front(1);
      text += word == "T" ? StringRef(typeText) : word;
      rest = rest.drop_front(word.size());
    }
    Block parsed;
    ParserConfig config(parent.getContext(), /*verifyAfterParse=*/false);
    // The text is ours: it parses.
    if (mlir::failed(parseSourceString(text, &parsed, config, "polyfill")))
      llvm::report_fatal_error("a polyfill does not parse");
    function = *parsed.getOps<FuncOp>().begin();
    function->moveBefore(firstFunction());
    function->setAttr("cpp_name", StringAttr::get(parent.getContext(), polyfill.name));
    function->setAttr(glsl::kPolyfillAttr, UnitAttr::get(parent.getContext()));
    return function;
  }

  /// Polyfills stand before everything that may call them.
  Operation *firstFunction() {
    for (Operation &op : parent.getBody().front())
      if (isa<FuncOp, ShaderOp>(op))
        return &op;
    llvm_unreachable("a shader's class holds a shader");
  }

  ClassOp parent;
  llvm::StringMap<FuncOp> functions;
};
} // namespace

LogicalResult vkmorph::glsl::addPolyfills(ModuleOp module) {
  return failure(Polyfiller(module).failed);
}
