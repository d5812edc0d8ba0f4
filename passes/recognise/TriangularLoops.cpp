//===- TriangularLoops.cpp - Inner loops whose bounds the counter around them gives -----------===//
//
//   for (int i = 0; i < n; i++)                 for (int i = 0; i < n; i++)
//     for (int j = i + 1; j < n; j++)    ->       for (int j = 1; j < n; j++)
//       body                                        if (j >= i + 1)
//                                                     body
//
// A bound that grows or falls with the counter has its extremes where the counter has: they are
// bounds of the grid. A number more than needed does no harm.
//
//===------------------------------------------------------------------------------------------===//

#include "passes/recognise/TriangularLoops.h"

#include "analysis/values/CountedLoops.h"
#include "analysis/values/Expressions.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph::vkm;

namespace {

/// The loop around, and what its counter has at most and at least.
class OuterCounter {
public:
  explicit OuterCounter(ForOp loop) : loop(loop), counted(matchCountedLoop(loop)) {}

  /// Whether the loop counts towards its bound by a constant.
  bool isKnown() const;
  /// 1 for what grows with the counter, -1 for what falls, 0 for what does not depend on it; none
  /// where that is not known.
  std::optional<int> getSlope(Value value) const;
  bool isUsed(Value value) const;
  /// Whether a value that depends on the counter changes by one or more with each of its steps.
  bool changesByOne(Value value) const;
  /// The expression with the counter's first number, or with its bound, which it does not reach.
  Value substitute(OpBuilder &builder, Value value, bool atBound) const;
  /// The largest, or the smallest, value that an expression has in any iteration, or one beyond.
  Value findExtreme(OpBuilder &builder, Value value, bool isLargest) const;
  /// Whether that extreme is certain to be beyond all values of the expression.
  bool isExtremeBeyond(Value value, bool isLargest) const;
  bool isUp() const { return !counted->subtracted; }
  bool reachesBound() const {
    return counted->predicate == CmpKind::Le || counted->predicate == CmpKind::Ge;
  }

private:
  bool isCounter(Value value) const {
    auto load = value.getDefiningOp<LoadOp>();
    return load && load.getRef() == loop.getBodyVar();
  }

  mutable ForOp loop;
  std::optional<CountedLoop> counted;
};

} // namespace

/// What a variable that keeps its value is declared with; null for other values.
static Value getInitial(Value value) {
  auto load = value.getDefiningOp<LoadOp>();
  auto var = load ? load.getRef().getDefiningOp<VarOp>() : VarOp();
  return var && keepsInitialValue(var) ? var.getInit() : Value();
}

bool OuterCounter::isKnown() const {
  if (!counted)
    return false;
  std::optional<int64_t> amount = getConstantInt(counted->amount);
  bool isOf = counted->predicate == CmpKind::Ne ? amount == 1
                                                : (counted->predicate == CmpKind::Lt ||
                                                   counted->predicate == CmpKind::Le) == isUp();
  return amount && *amount > 0 && isOf && counted->predicate != CmpKind::Eq;
}

bool OuterCounter::isUsed(Value value) const {
  if (isCounter(value))
    return true;
  if (Value initial = getInitial(value))
    return isUsed(initial);
  Operation *op = value.getDefiningOp();
  // The parts of `c ? i : n` stand in regions.
  return op && op->walk([&](Operation *part) {
                   return llvm::any_of(part->getOperands(),
                                       [&](Value operand) { return isUsed(operand); })
                              ? WalkResult::interrupt()
                              : WalkResult::advance();
                 }).wasInterrupted();
}

static std::optional<int> combine(std::optional<int> a, std::optional<int> b) {
  if (!a || !b || (*a && *b && *a != *b))
    return std::nullopt;
  return *a ? *a : *b;
}

std::optional<int> OuterCounter::getSlope(Value value) const {
  if (isCounter(value))
    return 1;
  if (Value initial = getInitial(value))
    return getSlope(initial);
  if (!isUsed(value))
    return 0;
  Operation *op = value.getDefiningOp();
  auto type = dyn_cast<IntegerType>(value.getType());
  if (!type)
    return std::nullopt;
  if (auto cast = dyn_cast<CastOp>(op)) {
    auto from = dyn_cast<IntegerType>(cast.getOperand().getType());
    std::optional<int64_t> first = getConstantInt(loop.getInit());
    // A counter that is never negative is the same number without a sign.
    bool isPositive = isCounter(cast.getOperand()) && isUp() && first && *first >= 0;
    bool keeps = from && from.getWidth() <= type.getWidth() &&
                 (from.isSigned() == type.isSigned() || isPositive ||
                  (from.isUnsigned() && from.getWidth() < type.getWidth()));
    return keeps ? getSlope(cast.getOperand()) : std::nullopt;
  }
  if (auto math = dyn_cast<MathOp>(op)) {
    bool picks = math.getFn() == MathFn::Min || math.getFn() == MathFn::Max;
    return picks ? combine(getSlope(math->getOperand(0)), getSlope(math->getOperand(1)))
                 : std::nullopt;
  }
  auto turn = [](std::optional<int> slope) { return slope ? std::optional(-*slope) : slope; };
  if (auto unary = dyn_cast<UnaryOp>(op); unary && unary.getKind() == UnaryKind::Neg)
    return type.isSigned() ? turn(getSlope(unary.getOperand())) : std::nullopt;
  auto binary = dyn_cast<BinaryOp>(op);
  // Numbers without a sign may wrap around, those with one may not.
  bool mayWrap = type.isUnsigned() && type.getWidth() <= 32;
  if (!binary || (type.isUnsigned() && binary.getKind() == BinaryKind::Sub))
    return std::nullopt;
  std::optional<int> lhs = getSlope(binary.getLhs()), rhs = getSlope(binary.getRhs());
  std::optional<int64_t> factor = getConstantInt(binary.getRhs()),
                         first = getConstantInt(binary.getLhs());
  auto scale = [&](std::optional<int> slope, std::optional<int64_t> by) {
    if (!by || *by == 0 || (type.isUnsigned() && *by < 0))
      return std::optional<int>();
    return *by > 0 ? slope : turn(slope);
  };
  switch (binary.getKind()) {
  case BinaryKind::Add:
    return mayWrap && !(factor && *factor >= 0 && *factor <= 1) ? std::nullopt : combine(lhs, rhs);
  case BinaryKind::Sub:
    return combine(lhs, turn(rhs));
  case BinaryKind::Mul:
    return mayWrap ? std::nullopt : factor ? scale(lhs, factor) : scale(rhs, first);
  case BinaryKind::Div:
    return scale(lhs, factor);
  default:
    return std::nullopt;
  }
}

static Value convertTo(OpBuilder &builder, Value value, Type type) {
  return value.getType() == type ? value
                                 : Value(builder.createOrFold<CastOp>(value.getLoc(), type, value));
}

/// `0 + 1` is 1, and `n + 0 * 2` is n.
static Value fold(OpBuilder &builder, Value value) {
  auto unary = value.getDefiningOp<UnaryOp>();
  if (unary && getConstantInt(unary.getOperand()) == 0) {
    Value zero = unary.getOperand();
    unary.erase();
    return zero;
  }
  auto binary = value.getDefiningOp<BinaryOp>();
  if (!binary)
    return value;
  Value left = binary.getLhs();
  std::optional<int64_t> lhs = getConstantInt(left), rhs = getConstantInt(binary.getRhs());
  bool isSum = binary.getKind() == BinaryKind::Add || binary.getKind() == BinaryKind::Sub;
  if (isSum && rhs == 0) {
    binary.erase();
    return left;
  }
  constexpr int64_t kSmall = 1 << 15;
  if (!lhs || !rhs || std::abs(*lhs) >= kSmall || std::abs(*rhs) >= kSmall ||
      (!isSum && binary.getKind() != BinaryKind::Mul))
    return value;
  int64_t number = binary.getKind() == BinaryKind::Add   ? *lhs + *rhs
                   : binary.getKind() == BinaryKind::Sub ? *lhs - *rhs
                                                         : *lhs * *rhs;
  auto type = cast<IntegerType>(value.getType());
  if (type.isUnsigned() ? number < 0 : !llvm::isIntN(type.getWidth(), number))
    return value;
  Value folded =
      builder.create<ConstantOp>(value.getLoc(), type, builder.getIntegerAttr(type, number));
  binary.erase();
  return folded;
}

Value OuterCounter::substitute(OpBuilder &builder, Value value, bool atBound) const {
  IRMapping mapping;
  if (isCounter(value)) {
    if (!atBound)
      return cloneExpression(builder, loop.getInit(), mapping);
    return convertTo(builder, cloneExpression(builder, counted->bound, mapping), value.getType());
  }
  if (Value initial = getInitial(value))
    return substitute(builder, initial, atBound);
  if (!isUsed(value))
    return cloneExpression(builder, value, mapping);
  Operation *op = value.getDefiningOp();
  for (Value operand : op->getOperands())
    mapping.map(operand, substitute(builder, operand, atBound));
  Value result = builder.clone(*op, mapping)->getResult(0);
  return fold(builder, result);
}

Value OuterCounter::findExtreme(OpBuilder &builder, Value value, bool isLargest) const {
  bool isLast = (*getSlope(value) > 0) == (isLargest == isUp());
  return substitute(builder, value, isLast);
}

bool OuterCounter::changesByOne(Value value) const {
  if (isCounter(value) || !isUsed(value))
    return true;
  if (Value initial = getInitial(value))
    return changesByOne(initial);
  if (auto cast = value.getDefiningOp<CastOp>())
    return changesByOne(cast.getOperand());
  if (auto unary = value.getDefiningOp<UnaryOp>())
    return changesByOne(unary.getOperand());
  // A quotient, or the smaller of two numbers, may stay the same.
  auto binary = value.getDefiningOp<BinaryOp>();
  if (binary && binary.getKind() == BinaryKind::Mul)
    return changesByOne(getConstantInt(binary.getRhs()) ? binary.getLhs() : binary.getRhs());
  bool isSum =
      binary && (binary.getKind() == BinaryKind::Add || binary.getKind() == BinaryKind::Sub);
  return isSum && changesByOne(binary.getLhs()) && changesByOne(binary.getRhs());
}

bool OuterCounter::isExtremeBeyond(Value value, bool isLargest) const {
  bool isAtBound = (*getSlope(value) > 0) == (isLargest == isUp());
  return isAtBound && !reachesBound() && changesByOne(value);
}

/// The comparison of a loop's condition, with the counter that the body sees.
static Value buildCondition(OpBuilder &builder, ForOp loop) {
  IRMapping mapping;
  mapping.map(loop.getCondVar(), loop.getBodyVar());
  Value condition;
  for (Operation &op : loop.getCond().front()) {
    if (auto yield = dyn_cast<YieldOp>(op))
      condition = mapping.lookupOrDefault(yield.getValue());
    else
      builder.clone(op, mapping);
  }
  return condition;
}

/// `j >= first`, or `j <= first` for a loop that counts down.
static Value buildStarted(OpBuilder &builder, ForOp loop, bool isUp) {
  Location where = loop.getLoc();
  Value counter = buildLoad(builder, where, loop.getBodyVar());
  return builder.create<CmpOp>(where, builder.getI1Type(), isUp ? CmpKind::Ge : CmpKind::Le,
                               counter, loop.getInit());
}

/// Puts conditions around the body.
static void guardBody(ForOp loop, ArrayRef<Value> conditions) {
  Block &body = loop.getBody().front();
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  builder.setInsertionPointAfterValue(conditions.back());
  Value all = conditions.front();
  for (Value condition : conditions.drop_front()) {
    auto both = builder.create<AndOp>(loop.getLoc(), builder.getI1Type(), all);
    OpBuilder inside = OpBuilder::atBlockBegin(&both.getRhs().emplaceBlock());
    inside.create<YieldOp>(loop.getLoc(), condition);
    all = both;
  }
  auto guard = builder.create<IfOp>(loop.getLoc(), all);
  Block &inside = guard.getThenRegion().front();
  inside.getOperations().splice(inside.end(), body.getOperations(), std::next(guard->getIterator()),
                                body.end());
}

/// The number next to a first one that no row has.
static Value buildNext(OpBuilder &builder, Value first, bool isUp) {
  Type type = first.getType();
  // `n - 1` of a number without a sign is a large one where n is 0.
  if (!isUp && type.isUnsignedInteger())
    return first;
  Value one = builder.create<ConstantOp>(first.getLoc(), type, builder.getIntegerAttr(type, 1));
  return fold(builder,
              builder.create<BinaryOp>(first.getLoc(), type,
                                       isUp ? BinaryKind::Add : BinaryKind::Sub, first, one));
}

/// Gives a loop bounds that do not depend on the counter of one around it; false where that is not
/// possible.
static bool squareLoop(ForOp inner, const OuterCounter &counter) {
  std::optional<CountedLoop> counted = matchCountedLoop(inner);
  bool startVaries = counter.isUsed(inner.getInit()), endVaries = counter.isUsed(counted->bound);
  std::optional<int64_t> amount = getConstantInt(counted->amount);
  bool isOrdered = counted->predicate != CmpKind::Eq && counted->predicate != CmpKind::Ne;
  if (!counter.isKnown() || (startVaries && amount != 1) || (endVaries && !isOrdered))
    return false;
  std::optional<int> startSlope = counter.getSlope(inner.getInit()),
                     endSlope = counter.getSlope(counted->bound);
  // Both ends of a band move along: of each row of the square it has few numbers.
  if (!startSlope || !endSlope || (startVaries && startSlope == endSlope))
    return false;
  bool isUp = !counted->subtracted;
  OpBuilder before(inner);
  if (startVaries) {
    // j = i that counts down, with i < n, is n - 1 at first.
    bool isBeyond = counter.isExtremeBeyond(inner.getInit(), !isUp);
    Value first = counter.findExtreme(before, inner.getInit(), !isUp);
    inner.getInitMutable().assign(isBeyond ? buildNext(before, first, isUp) : first);
  }
  if (!endVaries)
    return true;
  auto cmp = cast<YieldOp>(inner.getCond().front().back()).getValue().getDefiningOp<CmpOp>();
  OpBuilder inside(cmp);
  unsigned side = cmp.getRhs() == counted->bound ? 1 : 0;
  // j <= i with i < n is j < n.
  bool isBeyond = counter.isExtremeBeyond(counted->bound, isUp);
  cmp->setOperand(side, counter.findExtreme(inside, counted->bound, isUp));
  if (isBeyond && cmp.getKind() == CmpKind::Le)
    cmp.setKind(CmpKind::Lt);
  else if (isBeyond && cmp.getKind() == CmpKind::Ge)
    cmp.setKind(CmpKind::Gt);
  return true;
}

bool vkmorph::vkm::squareLoops(ArrayRef<ForOp> nest) {
  ForOp innermost = nest.back();
  OpBuilder builder = OpBuilder::atBlockBegin(&innermost.getBody().front());
  SmallVector<Value> conditions;
  // The innermost loop first: its bounds become those of the loops around it.
  for (size_t index = nest.size(); index-- > 1;) {
    ForOp inner = nest[index];
    bool isGuarded = false;
    for (size_t around = index; around-- > 0;) {
      OuterCounter counter(nest[around]);
      std::optional<CountedLoop> counted = matchCountedLoop(inner);
      if (!counted)
        break;
      if (!counter.isUsed(inner.getInit()) && !counter.isUsed(counted->bound))
        continue;
      auto varies = [&](Value value) {
        return llvm::any_of(nest.take_front(index),
                            [&](ForOp outer) { return OuterCounter(outer).isUsed(value); });
      };
      if (!isGuarded && varies(inner.getInit()))
        conditions.push_back(buildStarted(builder, inner, !counted->subtracted));
      if (!isGuarded && varies(counted->bound))
        conditions.push_back(buildCondition(builder, inner));
      isGuarded = true;
      if (!squareLoop(inner, counter))
        break;
    }
  }
  if (!conditions.empty())
    guardBody(innermost, conditions);
  return !conditions.empty();
}
