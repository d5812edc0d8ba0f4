//===- Functions.cpp - Functions and reads that OpenCL C spells in another way ----------------===//
//
//     mod(x, y)           ->  x - y * floor(x / y)
//     fract(x)            ->  x - floor(x)
//     reflect(i, n)       ->  i - n * (2.0f * dot(n, i))
//     faceforward(n, i, r) -> dot(r, i) < 0.0f ? n : -n
//     refract(i, n, eta)  ->  k < 0.0f ? 0 : i * eta - n * (eta * d + sqrt(k))
//     v == w              ->  all(v == w)
//     v != w              ->  any(v != w)
//     findLSB(x)          ->  31 - clz(x & -x)
//     findMSB(x)          ->  31 - clz(x < 0 ? ~x : x)
//     a_dataVec4[i]       ->  (int4)(a_data[4 * i], a_data[4 * i + 1], ...)
//
// The last one because clspv has no loads of vectors from an array of scalars.
//
//===------------------------------------------------------------------------------------------===//

#include "backends/openclc/raise/Raise.h"

#include "llvm/ADT/STLFunctionalExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::shading;
using namespace vkmorph::vkm;

namespace {
/// Builds what one operation becomes.
class Expansion {
public:
  explicit Expansion(Operation *op) : builder(op), loc(op->getLoc()) {}

  Value binary(BinaryKind kind, Value a, Value b) {
    return builder.create<BinaryOp>(loc, a.getType(), kind, a, b);
  }
  Value math(MathFn fn, Type type, ValueRange operands) {
    return builder.create<MathOp>(loc, type, fn, operands);
  }
  Value number(Type type, double value) {
    Type component = getComponentType(type);
    TypedAttr attr = isa<FloatType>(component)
                         ? TypedAttr(FloatAttr::get(component, value))
                         : IntegerAttr::get(component, APInt(component.getIntOrFloatBitWidth(),
                                                             int64_t(value), true));
    return widen(builder.create<ConstantOp>(loc, attr), type);
  }
  /// A scalar as a vector of that type.
  Value widen(Value scalar, Type type) {
    if (scalar.getType() == type)
      return scalar;
    return builder.create<SplatOp>(loc, type, scalar);
  }
  Value choose(Value condition, Value whenTrue, Value whenFalse) {
    auto select = builder.create<SelectOp>(loc, whenTrue.getType(), condition);
    OpBuilder::InsertionGuard guard(builder);
    builder.createBlock(&select.getWhenTrue());
    builder.create<YieldOp>(loc, whenTrue);
    builder.createBlock(&select.getWhenFalse());
    builder.create<YieldOp>(loc, whenFalse);
    return select;
  }
  /// A value that is used several times, by a name.
  Value named(Value value, StringRef name) {
    value.getDefiningOp()->setAttr(kNameHintAttr, builder.getStringAttr(name));
    return value;
  }

  OpBuilder builder;
  Location loc;
};
} // namespace

/// What replaces a function that OpenCL C lacks; null for others.
static Value expand(MathOp op) {
  Expansion at(op);
  auto in = op.getOperands();
  Type type = op.getType();
  switch (op.getFn()) {
  case MathFn::Mod: {
    Value y = at.widen(in[1], type);
    Value whole = at.math(MathFn::Floor, type, at.binary(BinaryKind::Div, in[0], y));
    return at.binary(BinaryKind::Sub, in[0], at.binary(BinaryKind::Mul, y, whole));
  }
  case MathFn::Fract:
    return at.binary(BinaryKind::Sub, in[0], at.math(MathFn::Floor, type, in[0]));
  case MathFn::Reflect: {
    Type scalar = getComponentType(type);
    Value twice = at.binary(BinaryKind::Mul, at.number(scalar, 2.0),
                            at.math(MathFn::Dot, scalar, {in[1], in[0]}));
    return at.binary(BinaryKind::Sub, in[0],
                     at.binary(BinaryKind::Mul, in[1], at.widen(twice, type)));
  }
  case MathFn::FaceForward: {
    Type scalar = getComponentType(type);
    Value side = at.math(MathFn::Dot, scalar, {in[2], in[1]});
    Value isFront = at.builder.create<CmpOp>(at.loc, CmpKind::Lt, side, at.number(scalar, 0.0));
    return at.choose(isFront, in[0],
                     at.builder.create<UnaryOp>(at.loc, type, UnaryKind::Neg, in[0]));
  }
  case MathFn::Refract: {
    Type scalar = getComponentType(type);
    Value cosine = at.named(at.math(MathFn::Dot, scalar, {in[1], in[0]}), "cosine");
    Value one = at.number(scalar, 1.0);
    Value rest = at.binary(BinaryKind::Sub, one, at.binary(BinaryKind::Mul, cosine, cosine));
    Value eta2 = at.binary(BinaryKind::Mul, in[2], in[2]);
    Value k = at.named(at.binary(BinaryKind::Sub, one, at.binary(BinaryKind::Mul, eta2, rest)),
                       "discriminant");
    Value isTotal = at.builder.create<CmpOp>(at.loc, CmpKind::Lt, k, at.number(scalar, 0.0));
    Value along = at.binary(BinaryKind::Add, at.binary(BinaryKind::Mul, in[2], cosine),
                            at.math(MathFn::Sqrt, scalar, k));
    Value bent =
        at.binary(BinaryKind::Sub, at.binary(BinaryKind::Mul, in[0], at.widen(in[2], type)),
                  at.binary(BinaryKind::Mul, in[1], at.widen(along, type)));
    return at.choose(isTotal, at.number(type, 0.0), bent);
  }
  case MathFn::FindLsb: {
    if (isa<VecType>(in[0].getType()))
      return {};
    Value x = in[0];
    Value lowest = at.binary(BinaryKind::And, x,
                             at.builder.create<UnaryOp>(at.loc, x.getType(), UnaryKind::Neg, x));
    Type wide = at.builder.getIntegerType(32, false);
    if (lowest.getType() != wide)
      lowest = at.builder.create<CastOp>(at.loc, wide, lowest);
    return at.math(MathFn::FindMsb, type, lowest);
  }
  case MathFn::FindMsb: {
    Type from = in[0].getType();
    if (!from.isSignedInteger())
      return {};
    Value zero = at.number(from, 0.0);
    Value isNegative = at.builder.create<CmpOp>(at.loc, CmpKind::Lt, in[0], zero);
    Value bits = at.choose(
        isNegative, at.builder.create<UnaryOp>(at.loc, from, UnaryKind::BitNot, in[0]), in[0]);
    Type wide = at.builder.getIntegerType(32, false);
    Value asBits = at.builder.create<CastOp>(at.loc, wide, bits);
    return at.math(MathFn::FindMsb, type, asBits);
  }
  default:
    return {};
  }
}

/// Whether two vectors are equal, which is a bool for each component in OpenCL C.
static Value compareVectors(CmpOp op) {
  Expansion at(op);
  bool isEqual = op.getKind() == CmpKind::Eq;
  Type bools = withComponentType(op.getLhs().getType(), op.getType());
  Value each = at.math(isEqual ? MathFn::Equal : MathFn::NotEqual, bools, op.getOperands());
  return at.math(isEqual ? MathFn::All : MathFn::Any, op.getType(), each);
}

/// A read of several elements as a vector.
static void readSeparately(LoadOp load, DerefWideOp wide) {
  Expansion at(load);
  auto vector = cast<VecType>(load.getType());
  auto indexType = cast<IntegerType>(wide.getIndex().getType());
  auto index = [&](int64_t value) -> Value {
    return at.builder.create<ConstantOp>(at.loc, IntegerAttr::get(indexType, value));
  };
  Value first =
      at.named(at.binary(BinaryKind::Mul, index(vector.getLength()), wide.getIndex()), "first");
  SmallVector<Value> parts;
  for (int64_t i = 0; i < vector.getLength(); ++i) {
    Value number = i == 0 ? first : at.binary(BinaryKind::Add, first, index(i));
    Value place = at.builder.create<DerefOp>(at.loc, RefType::get(vector.getElementType()),
                                             wide.getPointer(), number);
    parts.push_back(at.builder.create<LoadOp>(at.loc, vector.getElementType(), place));
  }
  load.replaceAllUsesWith(Value(at.builder.create<AggregateOp>(at.loc, vector, parts)));
  load.erase();
}

void vkmorph::openclc::expandFunctions(ModuleOp module) {
  SmallVector<Operation *> operations;
  module.walk([&](Operation *op) { operations.push_back(op); });
  for (Operation *op : operations) {
    if (auto math = dyn_cast<MathOp>(op)) {
      if (Value value = expand(math)) {
        math.replaceAllUsesWith(value);
        math.erase();
      }
    } else if (auto compare = dyn_cast<CmpOp>(op);
               compare && isa<VecType>(compare.getLhs().getType())) {
      compare.replaceAllUsesWith(compareVectors(compare));
      compare.erase();
    } else if (auto load = dyn_cast<LoadOp>(op)) {
      if (auto wide = load.getRef().getDefiningOp<DerefWideOp>())
        readSeparately(load, wide);
    }
  }
  module.walk([](DerefWideOp wide) {
    if (wide->use_empty())
      wide.erase();
  });
}
