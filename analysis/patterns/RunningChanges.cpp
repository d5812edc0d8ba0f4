//===- RunningChanges.cpp - Statements that hold a running total between bounds --------------===//

#include "analysis/patterns/RunningSteps.h"
#include "analysis/values/Expressions.h"

using namespace mlir;
using namespace vkmorph::vkm;

namespace {
/// The changes by which an expression is made of a place.
class Chain {
public:
  explicit Chain(const PlacePath &path, Type type) : path(path), type(type), multiple(path) {}
  /// Of an expression that reads the place; whether it is a chain.
  bool visit(Value value);

  SmallVector<Change> changes;

private:
  bool visitBinary(BinaryOp op);
  bool visitMath(MathOp op);
  bool visitSelect(SelectOp op);
  bool visitBound(Value chain, Value bound, RunningChange kind);
  bool visitLinear(Value value);
  bool reads(Value value) { return !multiple.findReads(value).empty(); }

  PlacePath path;
  Type type; ///< of the place
  MultipleOf multiple;
};
} // namespace

/// What reads the place more than once, and is c * t + x.
bool Chain::visitLinear(Value value) {
  if (!isa<FloatType>(type) || !multiple.isLinear(value))
    return false;
  changes.push_back({std::nullopt, value});
  return true;
}

bool Chain::visitBinary(BinaryOp op) {
  bool isLeft = reads(op.getLhs());
  Value chain = isLeft ? op.getLhs() : op.getRhs(), other = isLeft ? op.getRhs() : op.getLhs();
  if (reads(other))
    return visitLinear(op);
  switch (op.getKind()) {
  case BinaryKind::Add:
    if (!visit(chain))
      return false;
    changes.push_back({RunningChange::Add, other});
    return true;
  case BinaryKind::Sub:
    if (!isLeft)
      return visitLinear(op);
    if (!visit(chain))
      return false;
    changes.push_back({RunningChange::Subtract, other});
    return true;
  case BinaryKind::Mul:
    // Products of integers leave their bounds.
    if (!isa<FloatType>(type) || !visit(chain))
      return false;
    changes.push_back({RunningChange::Scale, other});
    return true;
  default:
    return visitLinear(op);
  }
}

bool Chain::visitBound(Value chain, Value bound, RunningChange kind) {
  if (reads(bound) || !visit(chain))
    return false;
  changes.push_back({kind, bound});
  return true;
}

bool Chain::visitMath(MathOp op) {
  switch (op.getFn()) {
  case MathFn::Min:
  case MathFn::FMin:
  case MathFn::Max:
  case MathFn::FMax: {
    bool isMin = op.getFn() == MathFn::Min || op.getFn() == MathFn::FMin;
    bool isLeft = reads(op.getOperand(0));
    return visitBound(op.getOperand(isLeft ? 0 : 1), op.getOperand(isLeft ? 1 : 0),
                      isMin ? RunningChange::AtMost : RunningChange::AtLeast);
  }
  case MathFn::Clamp:
    if (reads(op.getOperand(2)) ||
        !visitBound(op.getOperand(0), op.getOperand(1), RunningChange::AtLeast))
      return false;
    changes.push_back({RunningChange::AtMost, op.getOperand(2)});
    return true;
  default:
    return visitLinear(op);
  }
}

/// `t + x < low ? low : t + x` and its mirror images.
bool Chain::visitSelect(SelectOp op) {
  auto cmp = op.getCondition().getDefiningOp<CmpOp>();
  if (!cmp || !isWithoutEffect(op))
    return false;
  bool isLess = cmp.getKind() == CmpKind::Lt || cmp.getKind() == CmpKind::Le;
  if (!isLess && cmp.getKind() != CmpKind::Gt && cmp.getKind() != CmpKind::Ge)
    return false;
  Value whenTrue = cast<YieldOp>(op.getWhenTrue().front().back()).getValue();
  Value whenFalse = cast<YieldOp>(op.getWhenFalse().front().back()).getValue();
  bool takesLeft =
      isSameExpression(whenTrue, cmp.getLhs()) && isSameExpression(whenFalse, cmp.getRhs());
  if (!takesLeft &&
      !(isSameExpression(whenTrue, cmp.getRhs()) && isSameExpression(whenFalse, cmp.getLhs())))
    return false;
  RunningChange kind = isLess == takesLeft ? RunningChange::AtMost : RunningChange::AtLeast;
  return reads(whenTrue) ? visitBound(whenTrue, whenFalse, kind)
                         : visitBound(whenFalse, whenTrue, kind);
}

bool Chain::visit(Value value) {
  Operation *op = value.getDefiningOp();
  if (auto load = dyn_cast_or_null<LoadOp>(op))
    return getPlacePath(load.getRef()) == path;
  auto cast = dyn_cast_or_null<CastOp>(op);
  if (cast && isa<FloatType>(value.getType()) && isa<FloatType>(cast.getOperand().getType()))
    return visit(cast.getOperand());
  // In another type of integers sums wrap around elsewhere.
  if (isa<IntegerType>(type) && value.getType() != type)
    return false;
  if (auto binary = dyn_cast_or_null<BinaryOp>(op))
    return visitBinary(binary);
  if (auto math = dyn_cast_or_null<MathOp>(op))
    return visitMath(math);
  if (auto select = dyn_cast_or_null<SelectOp>(op))
    return visitSelect(select);
  return op && visitLinear(value);
}

/// Those of a statement that combines the place with values.
static std::optional<SmallVector<Change>> getChanges(const Match &match) {
  SmallVector<Change> changes;
  for (const Term &term : match.terms)
    switch (match.kind) {
    case ReduceKind::Add:
      changes.push_back({term.negated ? RunningChange::Subtract : RunningChange::Add, term.value});
      break;
    case ReduceKind::Mul:
      changes.push_back({RunningChange::Scale, term.value});
      break;
    case ReduceKind::Min:
      changes.push_back({RunningChange::AtMost, term.value});
      break;
    case ReduceKind::Max:
      changes.push_back({RunningChange::AtLeast, term.value});
      break;
    default:
      return std::nullopt;
    }
  return changes;
}

std::optional<SmallVector<Change>> vkmorph::vkm::matchChanges(Operation *statement,
                                                              const Target &target) {
  Value value = statement->getOperand(1);
  Type type = cast<RefType>(target.place.getType()).getPointee();
  MultipleOf multiple(target.path);
  std::optional<Match> match = matchForm(statement, target);
  if (match && !match->function && !multiple.isReadByTerms(*match))
    return getChanges(*match);
  bool reads = !multiple.findReads(value).empty();
  if (auto update = dyn_cast<UpdateOp>(statement)) { // `t += c * (x - t)`, `t /= c`
    bool isSum = update.getKind() == BinaryKind::Add || update.getKind() == BinaryKind::Sub;
    if (!isa<FloatType>(type) || !multiple.isLinear(value) ||
        !(isSum || (update.getKind() == BinaryKind::Div && !reads)))
      return std::nullopt;
    return SmallVector<Change>{{std::nullopt, value}};
  }
  if (!reads)
    return SmallVector<Change>{{RunningChange::Set, value}};
  Chain chain(target.path, type);
  return chain.visit(value) ? std::optional(chain.changes) : std::nullopt;
}
