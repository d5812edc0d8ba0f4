//===- Polyfills.cpp - What a language lacks or leaves undefined, as functions of ours --------===//
//
// In GLSL; a language with C's operators and functions keeps more (PolyfillOptions::hasC).
//
//     a % b      (signed)   ->  remainder(a, b), unless both are known not to be negative
//     x %= b                ->  x = remainder(x, b)
//     std::round(x)         ->  roundHalfAway(x)
//     std::rint(x)          ->  roundHalfEven(x), unless the device is known to round exactly;
//     std::trunc(x) (double) ->  towardZero(x), and
//     std::floor(x) (float)  ->  withSign(floor(x), x), where the sign of zero counts, alike
//     std::pow(x, y)        ->  power(x, y), or what Powers.cpp finds for x and y
//     std::fmod(x, y)       ->  floatRemainder(x, y)
//     std::atan2(y, x)      ->  arcTangent(y, x)
//     std::fmin(x, y)       ->  minNumber(x, y)
//     std::min(x, y)        ->  smaller(x, y), unless both are known not to be NaN
//     std::clamp(x, a, b)   ->  limited(x, a, b), unless all are known not to be NaN
//     double(float(x))      ->  double(nearestFloat(x)), where x is a double or an integer
//     std::cbrt(x)          ->  cubeRoot(x), and other functions of the library in maths/
//     switch (x)   (64 bits) ->  switch (x == 5l ? 0 : x == 7l ? 1 : -1), labels being 0 and 1
//     a[i]  (i of 64 bits)  ->  a[uint(i)]
//
//===------------------------------------------------------------------------------------------===//

#include "backends/Diagnostics.h"
#include "backends/shading/raise/ExtendedFloats.h"
#include "backends/shading/raise/MathsLibrary.h"
#include "backends/shading/raise/NonNegative.h"
#include "backends/shading/raise/PolyfillTexts.h"
#include "backends/shading/raise/Powers.h"
#include "backends/shading/raise/Raise.h"
#include "backends/shading/raise/Rounding.h"
#include "ir/Effects.h"
#include "ir/NamedConstants.h"
#include "ir/NeverNan.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::shading;
using namespace vkmorph::vkm;

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
  case MathFn::Rint:
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

/// Functions of the library that GLSL has for float, or for integers of 32 bits.
static bool has32Bits(MathFn fn) {
  switch (fn) {
  case MathFn::Exp:
  case MathFn::Exp2:
  case MathFn::Log:
  case MathFn::Log2:
  case MathFn::Pow:
  case MathFn::Sin:
  case MathFn::Cos:
  case MathFn::Tan:
  case MathFn::Asin:
  case MathFn::Acos:
  case MathFn::Atan:
  case MathFn::Atan2:
  case MathFn::Sinh:
  case MathFn::Cosh:
  case MathFn::Tanh:
  case MathFn::BitCount:
  case MathFn::FindMsb:
  case MathFn::FindLsb:
    return true;
  default:
    return false;
  }
}

namespace {
class Polyfiller {
public:
  Polyfiller(ModuleOp module, const PolyfillOptions &options)
      : extended(module), options(options), module(module),
        functions(shading::getClass(module), options.language) {
    if (auto widths = module->getAttrOfType<DenseI32ArrayAttr>(shading::kFloatControlsAttr))
      keepsZerosOfFloats = llvm::is_contained(widths.asArrayRef(), 32);
    SmallVector<Operation *> operations;
    module.walk([&](Operation *op) {
      operations.push_back(op);
      // Before the first is replaced, which hides what is known of its result.
      auto math = dyn_cast<MathOp>(op);
      if (math && llvm::all_of(math.getOperands(), isNeverNan))
        math->setAttr(shading::kNeverNanAttr, UnitAttr::get(math.getContext()));
      if (math && math.getFn() == MathFn::Pow)
        powers[op] = classifyPower(math);
    });
    for (Operation *op : operations)
      visit(op);
    visitOwnFunctions();
  }
  bool failed = false;

private:
  ExtendedFloats extended;
  const PolyfillOptions &options;
  bool keepsZerosOfFloats = false; ///< the source looks at signs
  ModuleOp module;

  void visit(Operation *op) {
    if (auto binary = dyn_cast<BinaryOp>(op)) {
      if (binary.getKind() == BinaryKind::Rem && !options.hasC &&
          !getComponentType(binary.getType()).isUnsignedInteger() &&
          !(shading::isNonNegative(binary.getLhs()) && shading::isNonNegative(binary.getRhs())))
        replace(op, kRemainder, binary.getOperands());
    } else if (auto update = dyn_cast<UpdateOp>(op)) {
      visitUpdate(update);
    } else if (auto cmp = dyn_cast<CmpOp>(op); cmp && !options.hasC) {
      visitComparison(cmp);
    } else if (auto cast = dyn_cast<CastOp>(op)) {
      if (extended.contains(cast.getResult()) && getComponentType(cast.getType()).isF32())
        roundToFloat(cast);
    } else if (auto math = dyn_cast<MathOp>(op)) {
      visitMath(math);
    } else if (isa<ElementOp, DerefOp, DerefWideOp, ComponentOp>(op) && !options.hasC) {
      narrowIndex(op);
    } else if (auto switchOp = dyn_cast<SwitchOp>(op)) {
      if (!options.hasC && switchOp.getValue().getType().isInteger(64) && !narrowSwitch(switchOp))
        numberLabels(switchOp);
    } else if (auto atomic = dyn_cast<AtomicOp>(op)) {
      Type type = atomic.getValue().getType();
      if (type.isF64() || (type.isF32() && atomic.getKind() != ReduceKind::Add)) {
        report(op->getLoc(), backends::diag::ShaderNoAtomic,
               {stringifyReduceKind(atomic.getKind()).str(), type.isF64() ? "double" : "float"});
        failed = true;
      }
    }
  }

  void visitUpdate(UpdateOp update) {
    if (update.getKind() != BinaryKind::Rem || options.hasC)
      return;
    OpBuilder builder(update);
    Type type = cast<RefType>(update.getRef().getType()).getPointee();
    if (getComponentType(type).isUnsignedInteger() ||
        (shading::isNonNegative(update.getValue()) &&
         shading::isVariableNonNegative(update.getRef())))
      return;
    Value old = builder.create<LoadOp>(update.getLoc(), type, update.getRef());
    Value rest = call(builder, update.getLoc(), kRemainder, type, {old, update.getValue()});
    auto assign = builder.create<AssignOp>(update.getLoc(), update.getRef(), rest);
    assign->setDiscardableAttrs(update->getDiscardableAttrDictionary());
    update.erase();
  }

  /// A value that was one of 32 bits without sign, as what std::variant::index() gives, is that.
  static bool narrowSwitch(SwitchOp op) {
    auto cast = op.getValue().getDefiningOp<CastOp>();
    auto fits = [](Attribute entry) {
      return llvm::all_of(llvm::cast<ArrayAttr>(entry).getAsRange<IntegerAttr>(),
                          [](IntegerAttr label) { return llvm::isUInt<32>(label.getInt()); });
    };
    if (!cast || !cast.getOperand().getType().isUnsignedInteger(32) ||
        !llvm::all_of(op.getLabels(), fits))
      return false;
    op.getValueMutable().assign(cast.getOperand());
    if (cast->use_empty())
      cast.erase();
    return true;
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
    op->removeAttr(kLabelNamesAttr);
  }

  /// From what a float may not hold exactly.
  void roundToFloat(CastOp cast) {
    OpBuilder builder(cast);
    Location loc = cast.getLoc();
    Type from = getComponentType(cast.getOperand().getType()), wide = builder.getF64Type();
    auto integer = dyn_cast<IntegerType>(from);
    bool isExact = integer ? integer.getWidth() <= 16 : !from.isF64();
    if (isExact || isa<MatType>(cast.getType()))
      return;
    Value value = cast.getOperand();
    if (auto vector = dyn_cast<VecType>(cast.getType()))
      wide = VecType::get(builder.getContext(), vector.getLength(), wide);
    if (integer && integer.getWidth() == 64)
      value = call(builder, loc, kOddInteger, value.getType(), value);
    if (integer)
      value = builder.create<CastOp>(loc, wide, value);
    FuncOp function = functions.get(kNearestFloat, builder.getF64Type());
    cast.replaceAllUsesWith(functions.call(builder, loc, function, cast.getType(), value));
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

  /// Whether the language has a function of the library.
  bool isNative(MathFn fn, Type type) const {
    if (options.hasC)
      return isa<FloatType>(type) ? fn != MathFn::Hypot3
                                  : fn == MathFn::BitCount || type.getIntOrFloatBitWidth() == 32;
    return type.getIntOrFloatBitWidth() != 64 && has32Bits(fn);
  }

  void visitMath(MathOp math) {
    MathFn fn = math.getFn();
    Type type = getComponentType(math.getOperands().front().getType());
    if (fn == MathFn::Pow && visitPower(math, powers.lookup(math), type.isF64()))
      return;
    const char *inLibrary = shading::getLibraryFunction(fn);
    if (inLibrary && !isNative(fn, type)) {
      callLibrary(math, inLibrary);
      return;
    }
    if (type.isF64() && !hasDouble(fn)) {
      report(math.getLoc(), backends::diag::GlslNoDouble, {stringifyMathFn(fn).str()});
      failed = true;
      return;
    }
    if (options.hasC)
      return visitMathOfC(math);
    if (keepsZerosOfFloats && shading::losesSignOfZero(fn, type, options.hasFloatControls))
      keepSign(math, type);
    if (shading::isRoundedInexactly(fn, type)) {
      visitRounding(math, type);
    } else if (fn == MathFn::Abs && type.isUnsignedInteger()) {
      math.replaceAllUsesWith(math.getOperands().front());
      math.erase();
    } else if (fn == MathFn::Round) {
      replace(math, kRound, math.getOperands());
    } else if (fn == MathFn::FMod) {
      replace(math, kFMod, math.getOperands());
    } else if (fn == MathFn::Atan2) {
      replace(math, kAtan2, math.getOperands());
    } else if (fn == MathFn::FMin || fn == MathFn::FMax) {
      replace(math, fn == MathFn::FMin ? kFMin : kFMax, math.getOperands());
    } else {
      visitLimits(math);
    }
  }

  /// What the functions of C's language leave open.
  void visitMathOfC(MathOp math) {
    if (math.getFn() == MathFn::Atan2)
      replace(math, kAtan2, math.getOperands());
    else
      visitLimits(math);
  }

  void visitLimits(MathOp math) {
    MathFn fn = math.getFn();
    if (math->hasAttr(shading::kNeverNanAttr))
      return;
    if (fn == MathFn::Clamp)
      replace(math, kClamp, math.getOperands());
    else if (fn == MathFn::Min || fn == MathFn::Max)
      replace(math, fn == MathFn::Min ? kMin : kMax, math.getOperands());
  }

  /// What the device rounds exactly stays, and is a requirement. True if so.
  bool leaveToDevice() {
    if (options.hasExactRounding)
      module->setAttr(shading::kExactRoundingAttr, UnitAttr::get(module.getContext()));
    return options.hasExactRounding;
  }

  void visitRounding(MathOp math, Type type) {
    if (leaveToDevice())
      return;
    const Polyfill &polyfill = math.getFn() == MathFn::Rint ? kRoundHalfEven : kTowardZero;
    functions.getForOthers(polyfill, type);
    replace(math, polyfill, math.getOperands());
  }

  /// Rounding never changes the sign.
  void keepSign(MathOp math, Type type) {
    if (leaveToDevice())
      return;
    OpBuilder builder(math);
    builder.setInsertionPointAfter(math);
    FuncOp sign = functions.getOfLibrary("withSign", {type, type});
    Value x = math.getOperands().front();
    Value result =
        functions.call(builder, math.getLoc(), sign, math.getType(), {math.getResult(), x});
    math.getResult().replaceAllUsesExcept(result, result.getDefiningOp());
  }

  /// The functions that were added round too. The signs of their zeros do not count.
  void visitOwnFunctions() {
    if (options.hasC)
      return;
    SmallVector<MathOp> roundings;
    for (FuncOp function : shading::getClass(module).getOps<FuncOp>())
      if (function->hasAttr(shading::kPolyfillAttr))
        function.walk([&](MathOp math) {
          if (shading::isRoundedInexactly(math.getFn(), math.getType()))
            roundings.push_back(math);
        });
    for (MathOp math : roundings)
      visitRounding(math, math.getType());
  }

  /// False where the library has the function.
  bool visitPower(MathOp math, Power power, bool isDouble) {
    // Products of more are less exact than the library.
    if (isDouble && power != Power::Squared && power != Power::Cube)
      return false;
    OpBuilder builder(math);
    Value base = math.getOperands()[0];
    auto times = [&](Value lhs, Value rhs) -> Value {
      return builder.create<BinaryOp>(math.getLoc(), math.getType(), BinaryKind::Mul, lhs, rhs);
    };
    auto become = [&](Value value) {
      math.replaceAllUsesWith(value);
      math.erase();
    };
    switch (power) {
    case Power::Defined:
      break;
    case Power::Squared:
      become(times(base, base));
      break;
    case Power::Cube:
      become(times(times(base, base), base));
      break;
    case Power::Fourth: {
      Value square = times(base, base);
      square.getDefiningOp()->setAttr(kNameHintAttr, builder.getStringAttr("square"));
      become(times(square, square));
      break;
    }
    case Power::Even:
      math->setOperand(0, builder.create<MathOp>(math.getLoc(), math.getType(), MathFn::Abs, base));
      break;
    case Power::Odd:
      replace(math, kOddPow, math.getOperands());
      break;
    case Power::Fraction:
      replace(math, kFractionPow, math.getOperands());
      break;
    case Power::NegativeFraction:
      replace(math, kNegativeFractionPow, math.getOperands());
      break;
    case Power::Any:
      replace(math, kPow, math.getOperands());
      break;
    }
    return true;
  }

  void callLibrary(MathOp math, StringRef name) {
    SmallVector<Type> types;
    for (Value operand : math.getOperands())
      types.push_back(getComponentType(operand.getType()));
    OpBuilder builder(math);
    FuncOp function = functions.getOfLibrary(name, types);
    math.replaceAllUsesWith(
        functions.call(builder, math.getLoc(), function, math.getType(), math.getOperands()));
    math.erase();
  }

  void replace(Operation *op, const Polyfill &polyfill, ValueRange operands) {
    OpBuilder builder(op);
    Value result = call(builder, op->getLoc(), polyfill, op->getResult(0).getType(), operands);
    op->getResult(0).replaceAllUsesWith(result);
    op->erase();
  }

  Value call(OpBuilder &builder, Location loc, const Polyfill &polyfill, Type type,
             ValueRange operands) {
    return functions.call(builder, loc, functions.get(polyfill, getComponentType(type)), type,
                          operands);
  }

  llvm::DenseMap<Operation *, Power> powers;
  shading::PolyfillFunctions functions;
};
} // namespace

LogicalResult vkmorph::shading::addPolyfills(ModuleOp module, const PolyfillOptions &options) {
  return failure(Polyfiller(module, options).failed);
}
