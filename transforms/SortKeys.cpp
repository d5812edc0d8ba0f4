//===- SortKeys.cpp - The keys that the order of a sort compares ------------------------------===//
//
//   [](const Item &a, const Item &b) { return a.cell > b.cell; }    ->    the key `cell`,
//   descending
//
// Both sides of the comparison are one expression, of the one element and of the other. Several
// kernels compute the key of an element and have to agree on it: arithmetic of floats, which each
// may round in its own way, makes no key.
//
//===------------------------------------------------------------------------------------------===//

#include "transforms/SortKeys.h"

#include "analysis/values/Expressions.h"
#include "transforms/Expressions.h"
#include "transforms/ReturnedValues.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace {
/// Looks at the comparison of an order.
class KeyFinder {
public:
  KeyFinder(Value first, Value second) : m_arguments{first, second} {}

  /// Whether one expression of the argument `which` is what another one is of the other argument.
  bool isMirrored(Value value, Value other, unsigned which);
  /// Whether all kernels compute the same key.
  bool isExact(Value value);
  bool readsOthers(Value value);

private:
  bool isInside(Value value) const {
    Operation *owner = value.getDefiningOp();
    return owner && owner->getBlock() == Value(m_arguments[0]).getParentBlock();
  }
  Value m_arguments[2];
};
} // namespace

static bool isIntegral(Type type) { return isa<IntegerType>(type); }

bool KeyFinder::isExact(Value value) {
  if (!isInside(value))
    return true;
  Operation *op = value.getDefiningOp();
  bool isKnown =
      llvm::TypeSwitch<Operation *, bool>(op)
          .Case<LoadOp, MemberOp, ElementOp, ExtractOp, ComponentOp, DerefOp, VectorDataOp,
                FieldRefOp, ConstantOp, BitcastOp>([](auto) { return true; })
          .Case<VarOp>([](VarOp var) { return keepsInitialValue(var); })
          .Case<BinaryOp, UnaryOp, AggregateOp>([](auto made) {
            return isIntegral(made.getResult().getType()) || isa<AggregateOp>(made.getOperation());
          })
          .Case<CastOp>([](CastOp cast) {
            Type from = cast.getOperand().getType(), to = cast.getResult().getType();
            return isIntegral(from) && isIntegral(to);
          })
          .Default([](Operation *) { return false; });
  return isKnown &&
         llvm::all_of(op->getOperands(), [&](Value operand) { return isExact(operand); });
}

bool KeyFinder::isMirrored(Value value, Value other, unsigned which) {
  if (value == m_arguments[which] || other == m_arguments[1 - which])
    return value == m_arguments[which] && other == m_arguments[1 - which];
  if (!isInside(value) || !isInside(other))
    return value == other && value != m_arguments[1 - which];
  Operation *op = value.getDefiningOp(), *same = other.getDefiningOp();
  if (op->getName() != same->getName() || op->getAttrDictionary() != same->getAttrDictionary() ||
      op->getResultTypes() != same->getResultTypes() ||
      op->getNumOperands() != same->getNumOperands() || op->getNumRegions())
    return false;
  return llvm::all_of(llvm::zip(op->getOperands(), same->getOperands()), [&](auto pair) {
    return isMirrored(std::get<0>(pair), std::get<1>(pair), which);
  });
}

bool KeyFinder::readsOthers(Value value) {
  if (!isInside(value))
    return false;
  Operation *op = value.getDefiningOp();
  return isa<DerefOp>(op) ||
         llvm::any_of(op->getOperands(), [&](Value operand) { return readsOthers(operand); });
}

/// Conversions to wider integers keep the order.
static Value dropWidening(Value value) {
  while (auto cast = value.getDefiningOp<CastOp>()) {
    auto from = dyn_cast<IntegerType>(cast.getOperand().getType());
    auto to = dyn_cast<IntegerType>(cast.getResult().getType());
    bool keepsSign = from && to && from.isUnsigned() == to.isUnsigned();
    bool isWider = from && to && from.getWidth() < to.getWidth();
    bool isKept = isWider && (keepsSign || from.isUnsigned()) && from.getWidth() >= 8;
    if (!isKept)
      break;
    value = cast.getOperand();
  }
  return value;
}

static bool isKeyType(Type type) { return isa<IntegerType>(type) || type.isF32() || type.isF64(); }

std::optional<SortKey> SortKey::find(SortOp sort, std::string &obstacle) {
  SortKey key;
  OpBuilder builder(sort);
  auto holder = cast<SortOp>(builder.clone(*sort));
  Block &order = holder.getOrder().front();
  auto yield = cast<YieldOp>(order.back());
  inlineReturned(yield.getValue());
  auto comparison = yield.getValue().getDefiningOp<CmpOp>();
  // Functions are looked up, which takes the place in the class.
  holder->remove();
  key.m_holder = holder;
  bool isLess = comparison && comparison.getKind() == CmpKind::Lt;
  if (!isLess && !(comparison && comparison.getKind() == CmpKind::Gt)) {
    obstacle = "its order is more than one comparison by < or >";
    return std::nullopt;
  }
  Value first = order.getArgument(0), second = order.getArgument(1);
  KeyFinder finder(first, second);
  bool isForward = finder.isMirrored(comparison.getLhs(), comparison.getRhs(), 0);
  if (!isForward && !finder.isMirrored(comparison.getLhs(), comparison.getRhs(), 1)) {
    obstacle = "its order does not compare the same of both elements";
    return std::nullopt;
  }
  key.m_element = first;
  key.m_key = dropWidening(isForward ? comparison.getLhs() : comparison.getRhs());
  key.m_isDescending = isForward != isLess;
  key.m_readsOthers = finder.readsOthers(key.m_key);
  if (!isKeyType(key.m_key.getType())) {
    obstacle = "its order does not compare integers or floats";
    return std::nullopt;
  }
  if (!finder.isExact(key.m_key)) {
    obstacle = "what its order compares is computed, and may be rounded in several ways";
    return std::nullopt;
  }
  return key;
}

int64_t SortKey::getBits() const { return m_key.getType().getIntOrFloatBitWidth(); }

Value SortKey::build(OpBuilder &at, Value place) const {
  IRMapping mapping;
  mapping.map(m_element, place);
  return cloneExpression(at, m_key, mapping);
}

// Of floats: const uint bits = floatBitsToUint(key); bits > sign ? ~bits : bits | sign, where both
// zeros become the sign.
Value SortKey::buildOrdered(OpBuilder &at, Location loc, Value place) const {
  Value key = build(at, place);
  auto integer = dyn_cast<IntegerType>(key.getType());
  int64_t width = getBits() <= 32 ? 32 : 64;
  Type word = at.getIntegerType(width, /*isSigned=*/false);
  auto sign = [&]() -> Value {
    APInt value(width, uint64_t(1) << (getBits() - 1));
    return at.create<ConstantOp>(loc, IntegerAttr::get(word, value));
  };
  auto inverse = [&](Value value) -> Value {
    return at.create<UnaryOp>(loc, word, UnaryKind::BitNot, value);
  };
  Value ordered;
  if (integer) {
    ordered = integer == word ? key : Value(at.create<CastOp>(loc, word, key));
    if (integer.isSigned())
      ordered = at.create<BinaryOp>(loc, word, BinaryKind::Xor, ordered, sign());
  } else {
    Value cast = at.create<BitcastOp>(loc, word, key);
    Value bits = at.create<VarOp>(loc, RefType::get(word), "bits", cast, /*is_const=*/true);
    auto read = [&] { return buildLoad(at, loc, bits); };
    auto isNegative = at.create<CmpOp>(loc, at.getI1Type(), CmpKind::Gt, read(), sign());
    auto select = at.create<SelectOp>(loc, word, isNegative);
    OpBuilder::InsertionGuard guard(at);
    at.setInsertionPointToEnd(&select.getWhenTrue().emplaceBlock());
    at.create<YieldOp>(loc, inverse(read()));
    at.setInsertionPointToEnd(&select.getWhenFalse().emplaceBlock());
    at.create<YieldOp>(loc, at.create<BinaryOp>(loc, word, BinaryKind::Or, read(), sign()));
    ordered = select;
  }
  return m_isDescending ? inverse(ordered) : ordered;
}
