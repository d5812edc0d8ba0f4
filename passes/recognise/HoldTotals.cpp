//===- HoldTotals.cpp - Conditions on totals become bounds of them ----------------------------===//
//
//   if (taken[i]) {                           if (taken[i])
//     if (count < n)                            count = min(count + 1, n);     0 <= count <= n
//       count++;                       =>     else
//   } else if (count > 0)                       count = max(count - 1, 0);
//     count--;
//
// What a branch makes of the total, for one outcome of all conditions that do not depend on it, is
// a function of the total alone. Where the total is at least c, and where it is less, it is one of
// min(max(t + x, low), high); and so is the whole, where one of the two is constant and the other
// one comes to that constant between c - 1 and c:
//
//   t >= c ? k : f(t)   is min(f(t), k) if f(c - 1) <= k <= f(c), since f never falls
//
// Constant is what sets the total, and what one value alone gets to: of those between which the
// total is in any case (HeldRanges.h). Other statements of the branch stay as they are, behind
// the total's.
//
//===------------------------------------------------------------------------------------------===//

#include "passes/recognise/HoldTotals.h"

#include "analysis/patterns/RunningSteps.h"
#include "device/Builders.h"
#include "ir/EffectLedger.h"
#include "passes/recognise/HeldRanges.h"
#include "passes/recognise/RunningCandidates.h"
#include "passes/recognise/ValuesBefore.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace {
/// One change of a total: `Add`, `Subtract`, `AtLeast`, `AtMost` or `Set`.
struct TotalStep {
  RunningChange kind;
  Bound by;
};
using TotalSteps = SmallVector<TotalStep>;

/// What a branch makes of the total: by the outcome of a condition that does not depend on it, or
/// by steps.
struct BranchPlan {
  Value atom;
  std::unique_ptr<BranchPlan> whenTrue, whenFalse;
  TotalSteps steps;

  bool isNothing() const { return !atom && steps.empty(); }
};

/// Works on one total.
class TotalHolder {
public:
  TotalHolder(GridOp grid, const PlacePath &path, Type type, ArrayRef<Operation *> writes)
      : grid(grid), path(path), type(type), writes(writes) {}
  void run();

private:
  using Then = llvm::function_ref<std::optional<TotalSteps>(const HeldRange &)>;
  SmallVector<IfOp> findBranches();
  bool isAlike(IfOp branch);
  bool isMovable(Value value);
  std::optional<bool> decide(Value condition);
  std::unique_ptr<BranchPlan> plan();
  std::optional<TotalSteps> holdRegion(Region &region, HeldRange range);
  std::optional<TotalSteps> holdIf(Value condition, const HeldRange &range, Then whenTrue,
                                   Then whenFalse);
  std::optional<TotalSteps> holdTest(const PlaceTest &test, Value condition, const HeldRange &range,
                                     Then whenTrue, Then whenFalse);
  std::optional<TotalSteps> holdWrite(Operation *write);
  bool keepInType(TotalSteps &steps, const HeldRange &range, const Bound &tested, bool isAbove);
  std::optional<TotalSteps> hold(TotalSteps steps, const TotalStep &bound, const HeldRange &range,
                                 const Bound &tested);
  std::optional<TotalSteps> combine(const Bound &threshold, const Bound &tested,
                                    const HeldRange &range, const TotalSteps &above,
                                    const TotalSteps &below);
  void emit(OpBuilder &at, const BranchPlan &plan);
  Value build(OpBuilder &at, const Bound &bound);
  void replace(IfOp branch, const BranchPlan &plan);
  void clean(IfOp branch);
  void endWithElse();
  bool writesOwn(Operation *op) const {
    return llvm::any_of(writes, [&](Operation *write) { return op->isAncestor(write); });
  }
  bool reads(Value value) { return !MultipleOf(path).findReads(value).empty(); }

  /// More conditions are not looked at.
  static constexpr size_t kMaxAtoms = 6;

  GridOp grid;
  PlacePath path;
  Type type;
  SmallVector<Operation *> writes;
  std::optional<HeldRanges> ranges;
  IfOp branch;                                  ///< the one that is planned
  SmallVector<std::pair<Value, bool>> outcomes; ///< of conditions that do not depend on the total
  Value missing;                                ///< such a condition whose outcome counts
  Operation *emitted = nullptr;                 ///< the last statement that changes the total
  unsigned depth = 0;                           ///< of tests of the total around
};
} // namespace

//===------------------------------------------------------------------------------------------===//
// Steps
//===------------------------------------------------------------------------------------------===//

static bool areSameSteps(const TotalSteps &a, const TotalSteps &b) {
  return a.size() == b.size() && llvm::all_of(llvm::zip(a, b), [](const auto &pair) {
           const auto &[one, other] = pair;
           return one.kind == other.kind && isSameBound(one.by, other.by);
         });
}

/// Adds a step behind others.
static void append(TotalSteps &steps, const TotalStep &step) {
  if (step.kind == RunningChange::Set)
    steps.clear();
  bool isSum = step.kind == RunningChange::Add || step.kind == RunningChange::Subtract;
  if (isSum && !step.by.base && steps.size() == 1 && steps[0].kind == RunningChange::Set)
    steps[0].by.offset += step.kind == RunningChange::Add ? step.by.offset : -step.by.offset;
  else
    steps.push_back(step);
}

/// What the steps make of one value.
static std::optional<Bound> follow(const TotalSteps &steps, Bound value) {
  for (const TotalStep &step : steps)
    switch (step.kind) {
    case RunningChange::Add:
    case RunningChange::Subtract: {
      auto sum = addBounds(value, step.kind == RunningChange::Add ? step.by : -step.by);
      if (!sum)
        return std::nullopt;
      value = *sum;
      break;
    }
    case RunningChange::Set:
      value = step.by;
      break;
    case RunningChange::AtMost:
    case RunningChange::AtLeast: {
      bool isBelow = isAtMost(value, step.by), isAbove = isAtMost(step.by, value);
      if (!isBelow && !isAbove)
        return std::nullopt;
      if (step.kind == RunningChange::AtMost ? !isBelow : !isAbove)
        value = step.by;
      break;
    }
    case RunningChange::Scale:
      return std::nullopt;
    }
  return value;
}

/// Whether the steps make at most `most` of a value; `at least` where not `isMost`.
static bool leadsTo(ArrayRef<TotalStep> steps, const Bound &value, bool isMost,
                    const Bound &limit) {
  auto holds = [&](const Bound &of) { return isMost ? isAtMost(of, limit) : isAtMost(limit, of); };
  if (steps.empty())
    return holds(value);
  const TotalStep &last = steps.back();
  ArrayRef<TotalStep> before = steps.drop_back();
  switch (last.kind) {
  case RunningChange::Add:
  case RunningChange::Subtract: {
    Bound by = last.kind == RunningChange::Add ? last.by : -last.by;
    std::optional<Bound> sum = before.empty() ? addBounds(value, by) : std::nullopt;
    std::optional<IntegerRange> numbers = getNumbers(by);
    return (sum && holds(*sum)) ||
           (numbers &&
            leadsTo(before, value, isMost, limit + -(isMost ? numbers->most : numbers->least)));
  }
  case RunningChange::Set:
    return holds(last.by);
  case RunningChange::AtMost:
  case RunningChange::AtLeast: {
    bool isEither = isMost == (last.kind == RunningChange::AtMost);
    bool first = holds(last.by), second = leadsTo(before, value, isMost, limit);
    return isEither ? first || second : first && second;
  }
  case RunningChange::Scale:
    return false;
  }
  llvm_unreachable("all changes are known");
}

/// Makes sums stay among the numbers of their type where the class does not compute them: the total
/// may be anything in a range, while the class adds on one side of a test.
bool TotalHolder::keepInType(TotalSteps &steps, const HeldRange &range, const Bound &tested,
                             bool isAbove) {
  IntegerRange limits = getLimits(type);
  Bound limit{{}, isAbove ? limits.most : limits.least};
  for (size_t index = 0; index < steps.size(); ++index) {
    const TotalStep step = steps[index];
    if (step.kind != RunningChange::Add && step.kind != RunningChange::Subtract)
      continue;
    Bound by = step.kind == RunningChange::Add ? step.by : -step.by;
    if (index > 0) {
      const TotalStep &before = steps[index - 1];
      std::optional<Bound> sum = addBounds(before.by, by);
      bool isHeld = before.kind == (isAbove ? RunningChange::AtMost : RunningChange::AtLeast) &&
                    sum && (isAbove ? isAtMost(*sum, limit) : isAtMost(limit, *sum));
      std::optional<IntegerRange> numbers = getNumbers(by);
      if (isHeld || (numbers && (isAbove ? numbers->most <= 0 : numbers->least >= 0)))
        continue;
      return false;
    }
    // The condition computes the same sum.
    if (isSameBound(by, tested) || !ranges->mayLeave(range, by, isAbove))
      continue;
    std::optional<IntegerRange> numbers = getNumbers(by);
    bool isWide = type.getIntOrFloatBitWidth() > 32;
    if (!numbers || (isAbove ? numbers->least < 0 : numbers->most > 0) ||
        (isWide && (type.isUnsignedInteger() || (by.base && by.offset != 0))))
      return false;
    steps.insert(steps.begin(),
                 {isAbove ? RunningChange::AtMost : RunningChange::AtLeast, -by + limit.offset});
    ++index;
  }
  return true;
}

/// TotalSteps, and then a bound. Unsigned numbers must not fall below 0 in front of it: max(t - d,
/// k) is max(t, k + d) - d.
std::optional<TotalSteps> TotalHolder::hold(TotalSteps steps, const TotalStep &bound,
                                            const HeldRange &range, const Bound &tested) {
  bool isMost = bound.kind == RunningChange::AtMost;
  auto isFall = [](const TotalStep &step) { return step.kind == RunningChange::Subtract; };
  if (!type.isUnsignedInteger() || llvm::none_of(steps, isFall)) {
    if (!keepInType(steps, range, tested, isMost))
      return std::nullopt;
    append(steps, bound);
    return steps;
  }
  std::optional<Bound> sum = addBounds(steps[0].by, bound.by);
  bool mayWrap = sum && sum->base && (sum->isNegated || sum->offset != 0);
  if (steps.size() != 1 || !sum || mayWrap || isMost)
    return std::nullopt;
  return TotalSteps{{bound.kind, *sum}, steps[0]};
}

/// What is made of the total where it is at least a threshold, and below, as one; nothing where
/// that is no function of the kind.
std::optional<TotalSteps> TotalHolder::combine(const Bound &threshold, const Bound &tested,
                                               const HeldRange &range, const TotalSteps &above,
                                               const TotalSteps &below) {
  Bound before = threshold + -1;
  if (range.isAtMost(before) || areSameSteps(above, below))
    return below;
  if (range.isAtLeast(threshold))
    return above;
  auto getConstant = [&](const TotalSteps &steps, bool isOne,
                         const Bound &one) -> std::optional<Bound> {
    if (steps.size() == 1 && steps[0].kind == RunningChange::Set)
      return steps[0].by;
    return isOne ? follow(steps, one) : std::nullopt;
  };
  auto limit = [&](TotalSteps steps, RunningChange kind, const std::optional<Bound> &to) {
    bool fits = to && leadsTo(steps, before, /*isMost=*/true, *to) &&
                leadsTo(steps, threshold, /*isMost=*/false, *to);
    return fits ? hold(steps, {kind, *to}, range, tested) : std::nullopt;
  };
  auto most =
      limit(below, RunningChange::AtMost, getConstant(above, range.isAtMost(threshold), threshold));
  return most ? most
              : limit(above, RunningChange::AtLeast,
                      getConstant(below, range.isAtLeast(before), before));
}

//===------------------------------------------------------------------------------------------===//
// Branches
//===------------------------------------------------------------------------------------------===//

/// Whether a value may be computed in front of the branch, and where the total would not let it be.
bool TotalHolder::isMovable(Value value) {
  EffectSet effects = getEffects(branch);
  bool isChanged = callsOthers(value) || llvm::any_of(findLoads(value), [&](LoadOp load) {
                     Root root = getRoot(load.getRef());
                     auto variable = root.value ? root.value.getDefiningOp<VarOp>() : VarOp();
                     if (getPlacePath(load.getRef()) == path) // its position is accounted for
                       return false;
                     bool isInside = variable && branch->isAncestor(variable);
                     return isInside ? !keepsInitialValue(variable)
                                     : effects.writesAny(root) && branch->isAncestor(load);
                   });
  if (isChanged || depth == 0)
    return !isChanged;
  bool isElsewhere = false; // another element may be none of the array's
  SmallVector<Value> open = {value};
  while (!open.empty()) {
    Operation *op = open.pop_back_val().getDefiningOp();
    if (!op)
      continue;
    op->walk([&](Operation *inner) {
      if (isa<DerefOp, ElementOp>(inner))
        for (Value index : inner->getOperands().drop_front())
          isElsewhere |=
              !getConstantInt(index) &&
              !llvm::is_contained(grid.getBody().getArguments(), lookThroughConversions(index));
      llvm::append_range(open, inner->getOperands());
    });
  }
  return !isElsewhere;
}

std::optional<TotalSteps> TotalHolder::holdWrite(Operation *write) {
  auto changes = getChanges(write, path);
  if (!changes)
    return std::nullopt;
  TotalSteps steps;
  for (const Change &change : *changes) {
    Bound by = getBound(change.value);
    bool isOfType = change.value.getType() == type && (!by.base || by.base.getType() == type);
    if (!change.kind || *change.kind == RunningChange::Scale || !isOfType ||
        !isMovable(change.value))
      return std::nullopt;
    append(steps, {*change.kind, by});
  }
  return steps;
}

std::optional<TotalSteps> TotalHolder::holdTest(const PlaceTest &test, Value condition,
                                                const HeldRange &range, Then whenTrue,
                                                Then whenFalse) {
  if (!isMovable(condition))
    return std::nullopt;
  HeldRange holding = range, failing = range;
  ranges->refine(holding, condition, true);
  ranges->refine(failing, condition, false);
  ++depth;
  std::optional<TotalSteps> held = whenTrue(holding),
                            failed = held ? whenFalse(failing) : std::nullopt;
  --depth;
  if (!held || !failed)
    return std::nullopt;
  bool isAbove = test.kind == CmpKind::Gt || test.kind == CmpKind::Ge;
  Bound threshold = test.bound;
  if (test.kind == CmpKind::Eq || test.kind == CmpKind::Ne) {
    bool isHighest = range.isAtMost(test.bound);
    if (!isHighest && !range.isAtLeast(test.bound))
      return std::nullopt;
    isAbove = isHighest == (test.kind == CmpKind::Eq);
    threshold = isHighest ? test.bound : test.bound + 1;
  } else if (test.kind == CmpKind::Le || test.kind == CmpKind::Gt) {
    threshold = test.bound + 1;
  }
  for (const Bound &equal : ranges->getThresholds(threshold, range))
    if (auto both =
            combine(equal, test.shift, range, isAbove ? *held : *failed, isAbove ? *failed : *held))
      return both;
  return std::nullopt;
}

/// The outcomes of a comparison under which it holds: less, equal, greater, and of floats none.
static unsigned getOutcomes(CmpKind kind) {
  constexpr unsigned kLess = 1, kEqual = 2, kGreater = 4, kNone = 8;
  switch (kind) {
  case CmpKind::Eq:
    return kEqual;
  case CmpKind::Ne:
    return kLess | kGreater | kNone;
  case CmpKind::Lt:
    return kLess;
  case CmpKind::Le:
    return kLess | kEqual;
  case CmpKind::Gt:
    return kGreater;
  case CmpKind::Ge:
    return kGreater | kEqual;
  }
  llvm_unreachable("all comparisons are known");
}

/// Between which numbers what is compared with one lies for an outcome.
static IntegerRange getNumbers(CmpKind kind, int64_t number, bool holds) {
  constexpr int64_t kFar = int64_t(1) << 62;
  bool isBelow = kind == CmpKind::Lt || kind == CmpKind::Le;
  bool isOpen = kind == CmpKind::Lt || kind == CmpKind::Gt;
  if (kind == CmpKind::Eq || kind == CmpKind::Ne)
    return (kind == CmpKind::Eq) == holds ? IntegerRange{number, number}
                                          : IntegerRange{-kFar, kFar};
  if (isBelow == holds)
    return {-kFar, isBelow == isOpen ? number - 1 : number};
  return {isBelow != isOpen ? number + 1 : number, kFar};
}

/// Whether a condition that does not depend on the total holds, where the outcomes of others say
/// so.
std::optional<bool> TotalHolder::decide(Value condition) {
  auto cmp = condition.getDefiningOp<CmpOp>();
  bool isOfIntegers = cmp && isa<IntegerType>(cmp.getLhs().getType());
  unsigned possible = isOfIntegers ? 7 : 15;
  std::optional<int64_t> number = isOfIntegers ? getConstantInt(cmp.getRhs()) : std::nullopt;
  IntegerRange between{INT64_MIN, INT64_MAX};
  for (const auto &[known, holds] : outcomes) {
    if (known == condition || isSameExpression(known, condition))
      return holds;
    auto other = known.getDefiningOp<CmpOp>();
    if (!cmp || !other || !isSameExpression(cmp.getLhs(), other.getLhs()))
      continue;
    if (isSameExpression(cmp.getRhs(), other.getRhs()))
      possible &= holds ? getOutcomes(other.getKind()) : ~getOutcomes(other.getKind());
    if (std::optional<int64_t> limit = number ? getConstantInt(other.getRhs()) : std::nullopt) {
      IntegerRange own = getNumbers(other.getKind(), *limit, holds);
      between = {std::max(between.least, own.least), std::min(between.most, own.most)};
    }
  }
  if (!cmp)
    return std::nullopt;
  unsigned own = getOutcomes(cmp.getKind());
  if ((possible & ~own) == 0 || (possible & own) == 0)
    return (possible & own) != 0;
  if (!number)
    return std::nullopt;
  for (bool holds : {true, false}) {
    IntegerRange impossible = getNumbers(cmp.getKind(), *number, !holds);
    bool isOut = impossible.most < between.least || impossible.least > between.most;
    if (isOut)
      return holds;
  }
  return std::nullopt;
}

std::optional<TotalSteps> TotalHolder::holdIf(Value condition, const HeldRange &range,
                                              Then whenTrue, Then whenFalse) {
  Operation *op = condition.getDefiningOp();
  if (!reads(condition)) {
    if (std::optional<bool> holds = decide(condition))
      return *holds ? whenTrue(range) : whenFalse(range);
    if (auto unary = dyn_cast_or_null<UnaryOp>(op); unary && unary.getKind() == UnaryKind::Not)
      return holdIf(unary.getOperand(), range, whenFalse, whenTrue);
    if (!missing && isMovable(condition))
      missing = condition;
    return std::nullopt;
  }
  if (isa<AndOp>(op))
    return holdIf(
        op->getOperand(0), range,
        [&](const HeldRange &inner) {
          return holdIf(getYielded(op->getRegion(0)), inner, whenTrue, whenFalse);
        },
        whenFalse);
  if (isa<OrOp>(op))
    return holdIf(op->getOperand(0), range, whenTrue, [&](const HeldRange &inner) {
      return holdIf(getYielded(op->getRegion(0)), inner, whenTrue, whenFalse);
    });
  std::optional<PlaceTest> test = matchPlaceTest(condition, path);
  if (test)
    return holdTest(*test, condition, range, whenTrue, whenFalse);
  auto unary = dyn_cast<UnaryOp>(op);
  if (unary && unary.getKind() == UnaryKind::Not)
    return holdIf(unary.getOperand(), range, whenFalse, whenTrue);
  return std::nullopt;
}

std::optional<TotalSteps> TotalHolder::holdRegion(Region &region, HeldRange range) {
  TotalSteps all;
  if (region.empty())
    return all;
  for (Operation &op : region.front()) {
    if (!writesOwn(&op))
      continue;
    std::optional<TotalSteps> steps;
    if (endsBefore(grid, &op))
      return std::nullopt;
    if (isa<AssignOp, UpdateOp>(op))
      steps = holdWrite(&op);
    else if (auto scope = dyn_cast<ScopeOp>(op))
      steps = holdRegion(scope.getBody(), range);
    else if (auto inner = dyn_cast<IfOp>(op); inner && all.empty() && isFresh(inner, path))
      steps = holdIf(
          inner.getCondition(), range,
          [&](const HeldRange &own) { return holdRegion(inner.getThenRegion(), own); },
          [&](const HeldRange &own) { return holdRegion(inner.getElseRegion(), own); });
    if (!steps)
      return std::nullopt;
    for (const TotalStep &step : *steps)
      append(all, step);
  }
  return all;
}

/// What the branch makes of the total, for all outcomes of what else it asks for.
std::unique_ptr<BranchPlan> TotalHolder::plan() {
  missing = {};
  depth = 0;
  std::optional<TotalSteps> steps = holdIf(
      branch.getCondition(), ranges->getAt(branch),
      [&](const HeldRange &range) { return holdRegion(branch.getThenRegion(), range); },
      [&](const HeldRange &range) { return holdRegion(branch.getElseRegion(), range); });
  auto own = std::make_unique<BranchPlan>();
  if (steps) {
    own->steps = *steps;
    return own;
  }
  if (!missing || outcomes.size() == kMaxAtoms)
    return nullptr;
  own->atom = missing;
  for (bool holds : {true, false}) {
    outcomes.emplace_back(own->atom, holds);
    std::unique_ptr<BranchPlan> part = plan();
    outcomes.pop_back();
    if (!part)
      return nullptr;
    (holds ? own->whenTrue : own->whenFalse) = std::move(part);
  }
  return own;
}

//===------------------------------------------------------------------------------------------===//
// Statements
//===------------------------------------------------------------------------------------------===//

/// The number that a bound is, or the next one of its type: no total is beyond these, where the
/// class may not compute what is made of a threshold.
Value TotalHolder::build(OpBuilder &at, const Bound &bound) {
  Location loc = branch.getLoc();
  bool isUnsigned = type.isUnsignedInteger();
  IntegerRange limits = getLimits(type);
  auto number = [&](int64_t value) -> Value {
    return at.create<ConstantOp>(loc, at.getIntegerAttr(type, value));
  };
  if (!bound.base)
    return number(std::clamp(bound.offset, limits.least, limits.most));
  IRMapping mapping;
  Value base = cloneExpression(at, bound.base, mapping);
  if (bound.offset == 0 && !bound.isNegated)
    return base;
  std::optional<IntegerRange> numbers = getNumbers(bound);
  auto keep = [&](MathFn fn, int64_t by) {
    base = at.create<MathOp>(loc, type, fn, ValueRange{base, number(by)});
  };
  int64_t most = isUnsigned && limits.most == INT64_MAX ? -1 : limits.most; // its bits
  bool isAbove = !numbers || numbers->most > limits.most;
  bool isBelow = !numbers || numbers->least < limits.least;
  if (bound.isNegated) {
    if (isAbove && !isUnsigned && bound.offset >= 0)
      keep(MathFn::Max, bound.offset - most);
    if (isBelow && (isUnsigned || bound.offset < -1))
      keep(MathFn::Min, bound.offset - limits.least);
    return at.create<BinaryOp>(loc, type, BinaryKind::Sub, number(bound.offset), base);
  }
  if (isAbove && bound.offset > 0)
    keep(MathFn::Min, most - bound.offset);
  if (isBelow && bound.offset < 0)
    keep(MathFn::Max, limits.least - bound.offset);
  return at.create<BinaryOp>(loc, type, bound.offset > 0 ? BinaryKind::Add : BinaryKind::Sub, base,
                             number(std::abs(bound.offset)));
}

void TotalHolder::emit(OpBuilder &at, const BranchPlan &plan) {
  Location loc = branch.getLoc();
  if (plan.isNothing())
    return;
  if (plan.atom) {
    IRMapping mapping;
    Value condition = cloneExpression(at, plan.atom, mapping);
    const BranchPlan *parts[] = {plan.whenTrue.get(), plan.whenFalse.get()};
    if (parts[0]->isNothing()) {
      condition = buildNot(at, loc, condition);
      std::swap(parts[0], parts[1]);
    }
    if (parts[0]->isNothing())
      return;
    auto own = at.create<IfOp>(loc, condition, /*withElse=*/!parts[1]->isNothing());
    OpBuilder inner = OpBuilder::atBlockEnd(&own.getThenRegion().front());
    emit(inner, *parts[0]);
    if (!parts[1]->isNothing()) {
      inner.setInsertionPointToEnd(&own.getElseRegion().front());
      emit(inner, *parts[1]);
    }
    return;
  }
  FieldOp field = grid->getParentOfType<ClassOp>().lookupField(path.root.symbol.getValue());
  auto place = [&] { return buildFieldPlace(at, loc, field, path.path); };
  Value value;
  for (const TotalStep &step : plan.steps) {
    Value by = build(at, step.by);
    bool isSum = step.kind == RunningChange::Add || step.kind == RunningChange::Subtract;
    BinaryKind kind = step.kind == RunningChange::Add ? BinaryKind::Add : BinaryKind::Sub;
    if (isSum && plan.steps.size() == 1) {
      emitted = at.create<UpdateOp>(loc, kind, place(), by);
      return;
    }
    if (step.kind == RunningChange::Set) {
      value = by;
      continue;
    }
    if (!value)
      value = buildLoad(at, loc, place());
    if (isSum)
      value = at.create<BinaryOp>(loc, type, kind, value, by);
    else
      value = at.create<MathOp>(loc, type,
                                step.kind == RunningChange::AtMost ? MathFn::Min : MathFn::Max,
                                ValueRange{value, by});
  }
  emitted = at.create<AssignOp>(loc, place(), value);
}

/// Whether something in one of the blocks around an operation, up to a branch, writes the total
/// behind it (or before).
static bool writesBeside(Operation *op, IfOp branch, ArrayRef<Operation *> writes, bool isBehind) {
  for (; op != branch; op = op->getParentOp())
    for (Operation *next = isBehind ? op->getNextNode() : op->getPrevNode(); next;
         next = isBehind ? next->getNextNode() : next->getPrevNode())
      if (llvm::any_of(writes, [&](Operation *write) { return next->isAncestor(write); }))
        return true;
  return false;
}

/// Whether all other statements of a branch see the total as it is before the branch, or behind.
bool TotalHolder::isAlike(IfOp own) {
  bool hasOthers = false, isBetween = false, isFound = true;
  own->walk([&](Operation *op) {
    bool isOwn = llvm::is_contained(writes, op);
    hasOthers |= !isOwn && !isa<IfOp, ScopeOp, VarOp>(op) && !op->hasTrait<VkmExpression>();
    if (isa<LoadOp, AssignOp, UpdateOp>(op) && getPlacePath(op->getOperand(0)).overlaps(path))
      isFound &= isOwn || (isa<LoadOp>(op) && getPlacePath(op->getOperand(0)) == path);
    if (isa<CallOp>(op)) {
      EffectSet effects = getEffects(op);
      isFound &= !effects.readsAny(path.root) && !effects.writesAny(path.root);
    }
    if (isa<LoadOp>(op) && getPlacePath(op->getOperand(0)) == path)
      isBetween |= writesBeside(op, own, writes, true) && writesBeside(op, own, writes, false);
  });
  return isFound && isFresh(own, path) && (!hasOthers || !isBetween);
}

/// Moves what else a branch does where its condition is the contrary.
static void turn(IfOp branch) {
  Region &then = branch.getThenRegion(), &otherwise = branch.getElseRegion();
  if (!then.front().empty() || otherwise.empty())
    return;
  OpBuilder at(branch);
  Value contrary = buildNot(at, branch.getLoc(), branch.getCondition());
  branch->setOperand(0, contrary);
  then.takeBody(otherwise);
}

/// Puts what is planned in front of a branch, which changes the total no more.
void TotalHolder::replace(IfOp own, const BranchPlan &plan) {
  branch = own;
  OpBuilder at(own);
  SmallVector<LoadOp> before;
  own->walk([&](LoadOp load) {
    if (getPlacePath(load.getRef()) == path && writesBeside(load, own, writes, /*isBehind=*/true))
      before.push_back(load);
  });
  FieldOp field = grid->getParentOfType<ClassOp>().lookupField(path.root.symbol.getValue());
  auto old = at.create<VarOp>(
      own.getLoc(), RefType::get(type), nameVariable(grid, path) + "Before",
      buildLoad(at, own.getLoc(), buildFieldPlace(at, own.getLoc(), field, path.path)), true);
  emitted = grid;
  emit(at, plan);
  for (LoadOp load : before)
    load.getRefMutable().assign(old.getRef());
  for (Operation *write : llvm::to_vector(writes))
    if (own->isAncestor(write)) {
      settleEffects(emitted, write);
      llvm::erase(writes, write);
      write->erase();
    }
}

/// Erases what is left of a branch and does nothing.
void TotalHolder::clean(IfOp own) {
  own->walk([&](IfOp inner) {
    bool isEmpty = llvm::all_of(inner->getRegions(), [](Region &region) {
      return region.empty() || region.front().empty();
    });
    if (isEmpty)
      inner.erase();
    else
      turn(inner);
  });
}

/// The outermost branches that ask for the total and change it, but for those that are minima or
/// maxima already.
SmallVector<IfOp> TotalHolder::findBranches() {
  SmallVector<IfOp> found;
  for (Operation *write : writes) {
    Operation *from = write;
    if (auto step = matchRunningStep(write, {write->getOperand(0), path}))
      from = step->match.statement;
    IfOp outermost;
    for (Operation *op = from->getParentOp(); op != grid; op = op->getParentOp())
      if (auto branch = dyn_cast<IfOp>(op); branch && reads(branch.getCondition()))
        outermost = branch;
    if (outermost && !llvm::is_contained(found, outermost))
      found.push_back(outermost);
  }
  return found;
}

/// `if (t == 9) continue; rest` is `if (t == 9) {} else { rest }`.
void TotalHolder::endWithElse() {
  Block &body = grid.getBody().front();
  for (IfOp own : llvm::to_vector(body.getOps<IfOp>())) {
    Block &then = own.getThenRegion().front();
    auto jump = then.empty() ? ContinueOp() : dyn_cast<ContinueOp>(then.back());
    if (own->getBlock() != &body || !jump || !own.getElseRegion().empty() ||
        !reads(own.getCondition()))
      continue;
    bool isChanged = false;
    for (Operation *op = own->getNextNode(); op; op = op->getNextNode())
      isChanged |= writesOwn(op);
    if (!isChanged)
      continue;
    Block &rest = own.getElseRegion().emplaceBlock();
    rest.getOperations().splice(rest.end(), body.getOperations(), std::next(own->getIterator()),
                                body.end());
    jump.erase();
    turn(own);
    return endWithElse();
  }
}

void TotalHolder::run() {
  endWithElse();
  SmallVector<IfOp> branches = findBranches();
  if (branches.empty())
    return;
  ranges.emplace(grid, path, type);
  std::vector<std::unique_ptr<BranchPlan>> plans;
  for (IfOp own : branches) {
    branch = own;
    outcomes.clear();
    plans.push_back(isAlike(own) ? plan() : nullptr);
    if (!plans.back())
      break;
  }
  if (plans.back()) {
    for (auto [own, plan] : llvm::zip(branches, plans))
      replace(own, *plan);
    ranges.reset();
    eraseDeadExpressions(grid.getBody());
    eraseUnreadVariables(grid.getBody());
    for (IfOp own : branches)
      clean(own);
  }
  ranges.reset();
  eraseDeadExpressions(grid.getBody());
}

void vkmorph::vkm::holdTotals(GridOp grid) {
  auto parent = grid->getParentOfType<ClassOp>();
  std::vector<std::pair<PlacePath, SmallVector<Operation *>>> places;
  grid.walk([&](Operation *op) {
    if (!isa<AssignOp, UpdateOp>(op))
      return;
    PlacePath path = getPlacePath(op->getOperand(0));
    FieldOp field = path.root.symbol ? parent.lookupField(path.root.symbol.getValue()) : FieldOp();
    if (!field || field.getVectorElement() || field.getSizeOf() || !path.isExact())
      return;
    auto known = llvm::find_if(places, [&](const auto &place) { return place.first == path; });
    if (known == places.end())
      known = places.insert(places.end(), {path, {}});
    known->second.push_back(op);
  });
  for (const auto &[path, writes] : places) {
    auto type =
        dyn_cast<IntegerType>(cast<RefType>(writes.front()->getOperand(0).getType()).getPointee());
    if (type && type.getWidth() >= 32 && !findStatesFromStart(grid, path, type))
      TotalHolder(grid, path, type, writes).run();
  }
}
