//===- ReductionForms.cpp - Statements that combine a member with a value --------------------===//
//
//   m += x      m = m + x - y      m = m || x      m = std::min(m, x)
//   m = x < m ? x : m              if (c && x < m) m = x;             m = merge(m, x)
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/patterns/ReductionForms.h"

#include "analysis/values/Expressions.h"
#include "ir/Places.h"

#include <functional>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

bool Match::combinesAs(const Match &other) const {
  CallOp mine = function, theirs = other.function;
  if (mine && theirs)
    return mine.getCallee() == theirs.getCallee() && prepends == other.prepends;
  return kind == other.kind && !mine && !theirs;
}

bool Match::isOfFloats() const { return isFloating(cast<RefType>(place.getType()).getPointee()); }

bool Match::replacesNan() const {
  return llvm::any_of(terms, [](const Term &term) { return term.replacesNan; });
}

bool Match::takesNan() const {
  return llvm::any_of(terms, [](const Term &term) { return term.takesNan; });
}

/// Whether an operation may write a place.
static bool mayWrite(Operation *op, const PlacePath &path) {
  Value place;
  if (auto assign = dyn_cast<AssignOp>(op))
    place = assign.getRef();
  if (auto update = dyn_cast<UpdateOp>(op))
    place = update.getRef();
  if (place)
    return getPlacePath(place).overlaps(path);
  EffectSet effects = getEffects(op);
  return effects.writesAny(path.root) || effects.ordered;
}

LoadOp vkmorph::vkm::getLoadOf(Value value, const Target &target, Operation *statement) {
  auto load = value.getDefiningOp<LoadOp>();
  if (!load || !load->hasOneUse() || !(getPlacePath(load.getRef()) == target.path))
    return {};
  // Numbers of elements that are computed alike are one number if nothing changes in between.
  bool isExact = target.path.isExact();
  if (!isExact && !isSameExpression(load.getRef(), target.place))
    return {};
  // Inside of a short circuit or conditional expression: the statement's own, which follows.
  Operation *op = load;
  while (op && op->getBlock() != statement->getBlock())
    op = op->getParentOp();
  for (; op && op != statement; op = op->getNextNode())
    if (isExact ? mayWrite(op, target.path) : !isWithoutEffect(op))
      return {};
  return op ? load : LoadOp();
}

/// Looks through conversions that keep every value, as integral promotion does: they keep the order
/// as well.
static Value skipPromotion(Value value) {
  while (auto cast = value.getDefiningOp<CastOp>()) {
    auto from = dyn_cast<IntegerType>(cast.getOperand().getType());
    auto to = dyn_cast<IntegerType>(value.getType());
    bool keeps = from && to && cast->hasOneUse() && from.getWidth() > 1 &&
                 (from.isUnsigned() ? from.getWidth() < to.getWidth() ||
                                          (from.getWidth() == to.getWidth() && to.isUnsigned())
                                    : to.isSigned() && from.getWidth() <= to.getWidth());
    if (!keeps)
      break;
    value = cast.getOperand();
  }
  return value;
}

std::optional<PlaceComparison> vkmorph::vkm::matchComparison(Value condition, const Target &target,
                                                             Operation *statement) {
  bool isNegated = false;
  auto negation = condition.getDefiningOp<UnaryOp>();
  for (; negation && negation.getKind() == UnaryKind::Not && negation->hasOneUse();
       negation = condition.getDefiningOp<UnaryOp>()) {
    condition = negation.getOperand();
    isNegated = !isNegated;
  }
  auto cmp = condition.getDefiningOp<CmpOp>();
  if (!cmp || !cmp->hasOneUse())
    return std::nullopt;
  bool isLess = cmp.getKind() == CmpKind::Lt || cmp.getKind() == CmpKind::Le;
  bool isGreater = cmp.getKind() == CmpKind::Gt || cmp.getKind() == CmpKind::Ge;
  if (!isLess && !isGreater)
    return std::nullopt;
  Value lhs = cmp.getLhs(), rhs = cmp.getRhs();
  // Small integers are compared after promotion.
  if (skipPromotion(lhs).getType() == skipPromotion(rhs).getType()) {
    lhs = skipPromotion(lhs);
    rhs = skipPromotion(rhs);
  }
  bool ofEqual = cmp.getKind() == CmpKind::Le || cmp.getKind() == CmpKind::Ge;
  if (isNegated) {
    std::swap(isLess, isGreater);
    ofEqual = !ofEqual;
  }
  if (LoadOp load = getLoadOf(rhs, target, statement)) // x < m
    return PlaceComparison{isLess ? ReduceKind::Min : ReduceKind::Max, ofEqual, lhs, load,
                           isNegated};
  if (LoadOp load = getLoadOf(lhs, target, statement)) // m > x
    return PlaceComparison{isGreater ? ReduceKind::Min : ReduceKind::Max, ofEqual, rhs, load,
                           isNegated};
  return std::nullopt;
}

std::optional<PlaceComparison>
vkmorph::vkm::matchGuardedComparison(IfOp branch, const Target &target, Value &guard) {
  Value condition = branch.getCondition();
  if (auto both = condition.getDefiningOp<AndOp>()) {
    if (!both->hasOneUse() || !isWithoutEffect(both) || !isStraightBetween(both, branch))
      return std::nullopt;
    guard = both.getLhs();
    condition = cast<YieldOp>(both.getRhs().front().back()).getValue();
  }
  std::optional<PlaceComparison> comparison = matchComparison(condition, target, branch);
  if (!comparison)
    return std::nullopt;
  bool isInBranchsBlock = comparison->load->getBlock() == branch->getBlock();
  if (isInBranchsBlock && !isStraightBetween(comparison->load, branch))
    return std::nullopt;
  return comparison;
}

/// Looks through a conversion between integers to a type that is at least as wide as `type`: what
/// is added modulo the larger power of two is added modulo the smaller one as well.
static Value skipConversion(Value value, Type type) {
  auto cast = value.getDefiningOp<CastOp>();
  auto from = dyn_cast<IntegerType>(value.getType()), to = dyn_cast<IntegerType>(type);
  if (!cast || !cast->hasOneUse() || !isa<IntegerType>(cast.getOperand().getType()) || !from ||
      !to || from.getWidth() < to.getWidth() || cast.getOperand().getType() != type)
    return value;
  return cast.getOperand();
}

/// The reduction that an operator of C++ makes, with its right operand negated for `-`.
static std::optional<ReduceKind> getReduceKind(BinaryKind kind, Type type) {
  switch (kind) {
  case BinaryKind::Add:
  case BinaryKind::Sub:
    return ReduceKind::Add;
  case BinaryKind::Mul: // of matrices, the order of the factors counts
    return isa<MatType>(type) ? std::nullopt : std::optional(ReduceKind::Mul);
  case BinaryKind::And:
    return ReduceKind::And;
  case BinaryKind::Or:
    return ReduceKind::Or;
  case BinaryKind::Xor:
    return ReduceKind::Xor;
  default:
    return std::nullopt;
  }
}

/// Looks through a conversion of a float to double.
static Value skipExtension(Value value, Type type) {
  auto cast = value.getDefiningOp<CastOp>();
  bool extends = cast && cast->hasOneUse() && type.isF32() && value.getType().isF64() &&
                 cast.getOperand().getType() == type;
  return extends ? cast.getOperand() : value;
}

/// `m = m + x`, `m = x + m`, `m = m - x`, `m = m * x`, `m = m | x`, ...; also where C++ computes in
/// another integer type: `m = (int)((unsigned)m + x)`; and where it adds to a float in double
/// and rounds each sum: the order of the reduction decides as much as that.
static std::optional<Match> matchOperator(AssignOp assign, const Target &target) {
  Match match(ReduceKind::Add, assign.getRef(), assign);
  Type type = assign.getValue().getType();
  auto combined = assign.getValue().getDefiningOp<BinaryOp>();
  auto back = assign.getValue().getDefiningOp<CastOp>();
  bool rounds = back && type.isF32() && back.getOperand().getType().isF64();
  if (back && back->hasOneUse() && (isa<IntegerType>(type) || rounds)) {
    combined = back.getOperand().getDefiningOp<BinaryOp>();
    match.convert = true;
  }
  if (!combined || !combined->hasOneUse())
    return std::nullopt;
  std::optional<ReduceKind> kind = getReduceKind(combined.getKind(), type);
  if (!kind || (rounds && kind != ReduceKind::Add))
    return std::nullopt;
  match.kind = *kind;
  // m = m + x - y: the place is combined with x, and then with y.
  std::function<bool(Value)> findChain = [&](Value value) {
    Value place = rounds          ? skipExtension(value, type)
                  : match.convert ? skipConversion(value, type)
                                  : value;
    if (LoadOp load = getLoadOf(place, target, assign)) {
      match.loads.push_back(load);
      return true;
    }
    auto op = value.getDefiningOp<BinaryOp>();
    if (!op || !op->hasOneUse() || getReduceKind(op.getKind(), type) != match.kind)
      return false;
    bool isDifference = op.getKind() == BinaryKind::Sub;
    for (unsigned index = 0; index < (isDifference ? 1 : 2); ++index) // not m = x - m
      if (findChain(op->getOperand(index))) {
        match.terms.push_back({op->getOperand(1 - index), isDifference});
        return true;
      }
    return false;
  };
  if (!findChain(combined))
    return std::nullopt;
  if (!type.isInteger(1))
    return match;
  // (bool)((int)m & x) looks at the last bit of x alone, (bool)((int)m | x) at all.
  for (Term &term : match.terms) {
    auto promoted = term.value.getDefiningOp<CastOp>();
    if (promoted && promoted.getOperand().getType().isInteger(1))
      term.value = promoted.getOperand();
    else if (match.kind != ReduceKind::Or)
      return std::nullopt;
  }
  return match;
}

/// `m = m || x`, `m = x && m`. The operand that C++ leaves out for some values of `m` has no
/// effect.
static std::optional<Match> matchShortCircuit(AssignOp assign, const Target &target) {
  Operation *op = assign.getValue().getDefiningOp();
  if (!isa_and_nonnull<AndOp, OrOp>(op) || !op->hasOneUse() || !isWithoutEffect(op))
    return std::nullopt;
  Match match(isa<AndOp>(op) ? ReduceKind::And : ReduceKind::Or, assign.getRef(), assign);
  std::function<bool(Operation *)> findChain = [&](Operation *level) {
    Value first = level->getOperand(0),
          second = cast<YieldOp>(level->getRegion(0).front().back()).getValue();
    for (auto [inner, value] : {std::pair(first, second), std::pair(second, first)}) {
      LoadOp load = getLoadOf(inner, target, assign);
      Operation *next = inner.getDefiningOp();
      if (load)
        match.loads.push_back(load);
      else if (!next || next->getName() != op->getName() || !next->hasOneUse() || !findChain(next))
        continue;
      match.terms.push_back({value});
      return true;
    }
    return false;
  };
  return findChain(op) ? std::optional(match) : std::nullopt;
}

/// `m = m != x` of bools.
static std::optional<Match> matchInequality(AssignOp assign, const Target &target) {
  auto cmp = assign.getValue().getDefiningOp<CmpOp>();
  if (!cmp || !cmp->hasOneUse() || cmp.getKind() != CmpKind::Ne ||
      !assign.getValue().getType().isInteger(1))
    return std::nullopt;
  Match match(ReduceKind::Xor, assign.getRef(), assign);
  auto skipCast = [](Value value) {
    auto cast = value.getDefiningOp<CastOp>();
    return cast && cast->hasOneUse() && cast.getOperand().getType().isInteger(1) ? cast.getOperand()
                                                                                 : value;
  };
  Value operands[] = {skipCast(cmp.getLhs()), skipCast(cmp.getRhs())};
  for (unsigned index : {0u, 1u}) {
    LoadOp load = getLoadOf(operands[index], target, assign);
    if (!load || !operands[1 - index].getType().isInteger(1))
      continue;
    match.loads.push_back(load);
    match.terms.push_back({operands[1 - index]});
    return match;
  }
  return std::nullopt;
}

/// `m = std::min(m, x)`, `m = std::fmax(x, m)`; also where C++ compares in a wider integer type,
/// `m = std::min<int>(m, x)`.
static std::optional<Match> matchMinMax(AssignOp assign, const Target &target) {
  Value value = assign.getValue();
  Type type = value.getType();
  auto back = value.getDefiningOp<CastOp>();
  bool isWidened = back && back->hasOneUse() && isa<IntegerType>(type) && !type.isInteger(1);
  if (isWidened)
    value = back.getOperand();
  auto math = value.getDefiningOp<MathOp>();
  if (!math || !math->hasOneUse())
    return std::nullopt;
  MathFn fn = math.getFn();
  bool ofFloats = fn == MathFn::FMin || fn == MathFn::FMax;
  if (fn != MathFn::Min && fn != MathFn::Max && !ofFloats)
    return std::nullopt;
  bool isMin = fn == MathFn::Min || fn == MathFn::FMin;
  Match match(isMin ? ReduceKind::Min : ReduceKind::Max, assign.getRef(), assign);
  // The result is one of the operands, which have the place's type before they are widened.
  auto narrow = [&](Value operand) {
    Value narrowed = isWidened ? skipPromotion(operand) : operand;
    return narrowed.getType() == type ? narrowed : operand;
  };
  std::function<bool(MathOp)> findChain = [&](MathOp level) {
    for (unsigned index : {0u, 1u}) {
      Value inner = narrow(level.getOperands()[index]);
      Value term = narrow(level.getOperands()[1 - index]);
      if (isWidened && term.getType() != type)
        continue;
      LoadOp load = getLoadOf(inner, target, assign);
      auto next = inner.getDefiningOp<MathOp>();
      if (load)
        match.loads.push_back(load);
      else if (!next || next.getFn() != fn || !next->hasOneUse() || !findChain(next))
        continue;
      bool isFirst = index == 1 && !ofFloats; // std::min(x, m)
      match.terms.push_back({term, /*negated=*/false, ofFloats || isFirst, isFirst, isFirst});
      return true;
    }
    return false;
  };
  return findChain(math) ? std::optional(match) : std::nullopt;
}

/// `m = x < m ? x : m` and its mirror images.
static std::optional<Match> matchSelect(AssignOp assign, const Target &target) {
  auto select = assign.getValue().getDefiningOp<SelectOp>();
  if (!select || !select->hasOneUse() || !isWithoutEffect(select))
    return std::nullopt;
  std::optional<PlaceComparison> comparison =
      matchComparison(select.getCondition(), target, assign);
  if (!comparison || !isStraightBetween(comparison->load, select))
    return std::nullopt;
  Match match(comparison->kindIfValueTaken, assign.getRef(), assign);
  Value whenTrue = cast<YieldOp>(select.getWhenTrue().front().back()).getValue();
  Value whenFalse = cast<YieldOp>(select.getWhenFalse().front().back()).getValue();
  LoadOp kept = getLoadOf(whenFalse, target, assign);
  bool takesNan = comparison->isNegated, takesEqual = comparison->ofEqual;
  if (!kept || !isSameExpression(whenTrue, comparison->value)) { // not x < m ? x : m
    kept = getLoadOf(whenTrue, target, assign);
    if (!kept || !isSameExpression(whenFalse, comparison->value))
      return std::nullopt;
    bool takesSmaller = comparison->kindIfValueTaken == ReduceKind::Min; // x < m ? m : x
    match.kind = takesSmaller ? ReduceKind::Max : ReduceKind::Min;
    takesNan = !comparison->isNegated;
    takesEqual = !comparison->ofEqual;
  }
  match.terms = {{comparison->value, /*negated=*/false, takesNan, takesNan, takesEqual}};
  match.loads = {comparison->load, kept};
  return match;
}

/// `if (x < m) m = x;` and `if (c && x < m) m = x;` around an assignment.
static std::optional<Match> matchGuarded(AssignOp assign, const Target &target) {
  auto guard = dyn_cast<IfOp>(assign->getParentOp());
  if (!guard || !guard.getElseRegion().empty())
    return std::nullopt;
  for (Operation &op : guard.getThenRegion().front())
    if (&op != assign && !isWithoutEffect(&op))
      return std::nullopt;
  Match match(ReduceKind::Min, assign.getRef(), guard);
  std::optional<PlaceComparison> comparison = matchGuardedComparison(guard, target, match.guard);
  if (!comparison || !isSameExpression(comparison->value, assign.getValue()))
    return std::nullopt;
  match.kind = comparison->kindIfValueTaken;
  bool takesNan = comparison->isNegated;
  match.guarded = assign;
  match.terms = {{assign.getValue(), /*negated=*/false, takesNan, takesNan, comparison->ofEqual}};
  match.loads = {comparison->load};
  return match;
}

/// `m = f(m, x)`, `m = f(x, m)` for a function that the user says is associative.
static std::optional<Match> matchFunction(AssignOp assign, const Target &target) {
  auto call = assign.getValue().getDefiningOp<CallOp>();
  FunctionOpInterface callee = call ? lookupCallee(call) : FunctionOpInterface();
  Type type = assign.getValue().getType();
  if (!callee || !callee->hasAttr(kAssociativeAttr) || !call->hasOneUse() ||
      !llvm::equal(call->getOperandTypes(), ArrayRef<Type>{type, type}))
    return std::nullopt;
  for (unsigned index : {0u, 1u}) {
    LoadOp load = getLoadOf(call->getOperand(index), target, assign);
    if (!load)
      continue;
    Match match(ReduceKind::Add, assign.getRef(), assign);
    match.function = call;
    match.prepends = index == 1;
    match.terms = {{call->getOperand(1 - index)}};
    match.loads = {load};
    return match;
  }
  return std::nullopt;
}

static std::optional<Match> matchAssign(AssignOp assign, const Target &target) {
  for (auto form : {matchOperator, matchShortCircuit, matchInequality, matchMinMax, matchSelect,
                    matchGuarded, matchFunction})
    if (std::optional<Match> match = form(assign, target))
      return match;
  return std::nullopt;
}

/// `m += x`, `m -= x`, `++m`, `--m`, `m *= x`, `m |= x`, ...
static std::optional<Match> matchUpdate(UpdateOp update) {
  std::optional<ReduceKind> kind =
      getReduceKind(update.getKind(), cast<RefType>(update.getRef().getType()).getPointee());
  if (!kind)
    return std::nullopt;
  Match match(*kind, update.getRef(), update);
  match.terms = {{update.getValue(), update.getKind() == BinaryKind::Sub}};
  return match;
}

std::optional<Match> vkmorph::vkm::matchForm(Operation *statement, const Target &target) {
  auto update = dyn_cast<UpdateOp>(statement);
  return update ? matchUpdate(update) : matchAssign(cast<AssignOp>(statement), target);
}

Operation *vkmorph::vkm::findOtherAccess(Operation *scope, const PlacePath &path,
                                         ArrayRef<Match> matches) {
  // Each match has one statement that writes, with a place of its own, and its reads.
  llvm::SmallDenseSet<Operation *> own;
  llvm::SmallDenseSet<Value> places;
  for (const Match &match : matches) {
    own.insert(match.statement);
    places.insert(match.place);
    for (LoadOp load : match.loads)
      own.insert(load);
  }
  Operation *other = nullptr;
  scope->walk([&](Operation *op) {
    auto assign = dyn_cast<AssignOp>(op);
    bool isOwn = assign ? places.contains(assign.getRef()) : own.contains(op);
    if (isa<CallOp>(op)) {
      EffectSet effects = getEffects(op);
      if (effects.readsAny(path.root) || effects.writesAny(path.root) || effects.ordered)
        other = op;
    } else if (isa<LoadOp, AssignOp, UpdateOp>(op)) {
      if (!isOwn && getPlacePath(op->getOperand(0)).overlaps(path))
        other = op;
    }
  });
  return other;
}
