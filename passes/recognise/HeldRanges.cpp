//===- HeldRanges.cpp - Between which bounds conditions hold a place --------------------------===//
//
//   int t = 0;                        0 <= t, since it begins with 0, is set to 0 and grows
//   grid (i) {
//     if (a[i] == 0)                  t <= max(n, 0), since it only grows where it is less than n,
//       t = 0;                        and so is less than max(n, 0), as it is not negative
//     else if (t < n)
//       t++;
//   }
//
//===------------------------------------------------------------------------------------------===//

#include "passes/recognise/HeldRanges.h"

#include "analysis/values/Affine.h"
#include "passes/recognise/ValuesBefore.h"
#include "transforms/Expressions.h"

#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// Sums of larger numbers are not followed.
static constexpr int64_t kLargest = int64_t(1) << 40;
static constexpr IntegerRange kAny{-2 * kLargest, 2 * kLargest};

//===------------------------------------------------------------------------------------------===//
// Bounds
//===------------------------------------------------------------------------------------------===//

Bound vkmorph::vkm::getBound(Value value) {
  // The largest numbers of 64 bits without a sign are none of `int64_t`.
  std::optional<int64_t> number = getConstantInt(lookThroughVariables(value));
  if (number && (*number >= 0 || !value.getType().isUnsignedInteger()) && *number >= -kLargest &&
      *number <= kLargest)
    return {{}, *number};
  auto sum = value.getDefiningOp<BinaryOp>();
  bool isSum = sum && value.getType().isSignedInteger() &&
               (sum.getKind() == BinaryKind::Add || sum.getKind() == BinaryKind::Sub);
  std::optional<int64_t> by = isSum ? getConstantInt(sum.getRhs()) : std::nullopt;
  if (!by || std::abs(*by) > kLargest)
    return {value, 0};
  return getBound(sum.getLhs()) + (sum.getKind() == BinaryKind::Add ? *by : -*by);
}

std::optional<IntegerRange> vkmorph::vkm::getNumbers(const Bound &bound) {
  std::optional<IntegerRange> range =
      bound.base ? findRange(bound.base) : std::optional(IntegerRange{0, 0});
  if (!range || range->least < -kLargest || range->most > kLargest)
    return std::nullopt;
  if (bound.isNegated)
    range = IntegerRange{-range->most, -range->least};
  return IntegerRange{range->least + bound.offset, range->most + bound.offset};
}

/// Of `bound`, the minimum or maximum that its base is.
static MathOp getMinOrMax(const Bound &bound, MathFn fn) {
  auto math = bound.base ? bound.base.getDefiningOp<MathOp>() : MathOp();
  return math && math.getFn() == fn && !bound.isNegated ? math : MathOp();
}

static bool haveSameBase(const Bound &a, const Bound &b) {
  return a.base == b.base || (a.base && b.base && isSameExpression(a.base, b.base));
}

std::optional<Bound> vkmorph::vkm::addBounds(const Bound &a, const Bound &b) {
  if (!b.base)
    return a + b.offset;
  if (!a.base)
    return b + a.offset;
  bool cancels = a.isNegated != b.isNegated && haveSameBase(a, b);
  return cancels ? std::optional(Bound{{}, a.offset + b.offset}) : std::nullopt;
}

bool vkmorph::vkm::isSameBound(const Bound &a, const Bound &b) {
  return a.offset == b.offset && a.isNegated == b.isNegated && haveSameBase(a, b);
}

bool vkmorph::vkm::isAtMost(const Bound &a, const Bound &b) {
  if (a.isNegated == b.isNegated && haveSameBase(a, b))
    return a.offset <= b.offset;
  if (!a.base && b.base && b.base.getType().isUnsignedInteger() && !b.isNegated &&
      a.offset <= b.offset)
    return true;
  auto isPartAtMost = [&](Value part) { return isAtMost(getBound(part) + a.offset, b); };
  auto isAtMostPart = [&](Value part) { return isAtMost(a, getBound(part) + b.offset); };
  if (MathOp math = getMinOrMax(a, MathFn::Max);
      math && llvm::all_of(math.getOperands(), isPartAtMost))
    return true;
  if (MathOp math = getMinOrMax(a, MathFn::Min);
      math && llvm::any_of(math.getOperands(), isPartAtMost))
    return true;
  if (MathOp math = getMinOrMax(b, MathFn::Max);
      math && llvm::any_of(math.getOperands(), isAtMostPart))
    return true;
  if (MathOp math = getMinOrMax(b, MathFn::Min);
      math && llvm::all_of(math.getOperands(), isAtMostPart))
    return true;
  std::optional<IntegerRange> left = getNumbers(a), right = getNumbers(b);
  return left && right && left->most <= right->least;
}

bool HeldRange::isAtLeast(const Bound &bound) const {
  return !isReached || llvm::any_of(lower, [&](const Bound &known) {
    return vkmorph::vkm::isAtMost(bound, known);
  });
}

bool HeldRange::isAtMost(const Bound &bound) const {
  return !isReached || llvm::any_of(upper, [&](const Bound &known) {
    return vkmorph::vkm::isAtMost(known, bound);
  });
}

void HeldRange::join(const HeldRange &other, const HeldRange &asked) {
  if (!isReached || !other.isReached) {
    if (!isReached)
      *this = other;
    return;
  }
  HeldRange both;
  for (const HeldRange *range : {static_cast<const HeldRange *>(this), &other, &asked}) {
    for (const Bound &bound : range->lower)
      if (isAtLeast(bound) && other.isAtLeast(bound))
        both.lower.push_back(bound);
    for (const Bound &bound : range->upper)
      if (isAtMost(bound) && other.isAtMost(bound))
        both.upper.push_back(bound);
  }
  *this = both;
}

//===------------------------------------------------------------------------------------------===//
// Conditions
//===------------------------------------------------------------------------------------------===//

/// What is added to the place in an expression that is nothing else.
static std::optional<Bound> getShift(Value value, const PlacePath &path) {
  if (auto load = value.getDefiningOp<LoadOp>())
    return getPlacePath(load.getRef()) == path ? std::optional(Bound()) : std::nullopt;
  auto sum = value.getDefiningOp<BinaryOp>();
  bool adds = sum && sum.getKind() == BinaryKind::Add;
  if (!sum || !value.getType().isSignedInteger() || (!adds && sum.getKind() != BinaryKind::Sub))
    return std::nullopt;
  bool isLeft = !MultipleOf(path).findReads(sum.getLhs()).empty();
  Value own = isLeft ? sum.getLhs() : sum.getRhs(), other = isLeft ? sum.getRhs() : sum.getLhs();
  std::optional<Bound> shift = getShift(own, path);
  if (!shift || (!adds && !isLeft) || !MultipleOf(path).findReads(other).empty())
    return std::nullopt;
  return addBounds(*shift, adds ? getBound(other) : -getBound(other));
}

std::optional<PlaceTest> vkmorph::vkm::matchPlaceTest(Value condition, const PlacePath &path) {
  Operation *op = condition.getDefiningOp();
  if (auto unary = dyn_cast_or_null<UnaryOp>(op); unary && unary.getKind() == UnaryKind::Not) {
    std::optional<PlaceTest> inner = matchPlaceTest(unary.getOperand(), path);
    if (inner)
      inner->kind = negate(inner->kind);
    return inner;
  }
  if (auto cast = dyn_cast_or_null<CastOp>(op)) { // `if (t)`
    std::optional<Bound> shift = getShift(cast.getOperand(), path);
    if (!condition.getType().isInteger(1) || !shift)
      return std::nullopt;
    return PlaceTest{CmpKind::Ne, -*shift, *shift};
  }
  auto cmp = dyn_cast_or_null<CmpOp>(op);
  if (!cmp || !isa<IntegerType>(cmp.getLhs().getType()))
    return std::nullopt;
  Value own = cmp.getLhs(), other = cmp.getRhs();
  CmpKind kind = cmp.getKind();
  std::optional<Bound> shift = getShift(own, path);
  if (!shift) {
    std::swap(own, other);
    kind = swapOperands(kind);
    shift = getShift(own, path);
  }
  if (!shift || !MultipleOf(path).findReads(other).empty())
    return std::nullopt;
  std::optional<Bound> bound = addBounds(getBound(other), -*shift);
  return bound ? std::optional(PlaceTest{kind, *bound, *shift}) : std::nullopt;
}

/// The smallest number at which a comparison has another outcome than below: `t > 3` at 4.
static std::optional<Bound> getThreshold(const PlaceTest &test) {
  switch (test.kind) {
  case CmpKind::Lt:
  case CmpKind::Ge:
    return test.bound;
  case CmpKind::Le:
  case CmpKind::Gt:
    return test.bound + 1;
  default:
    return std::nullopt;
  }
}

SmallVector<Bound> HeldRanges::getThresholds(const Bound &threshold, const HeldRange &range) const {
  SmallVector<Bound> all = {threshold};
  for (const Alias &alias : aliases) {
    if (!isSameBound(alias.threshold, threshold))
      continue;
    // Where the place is at least s, `t >= c` is `t >= max(c, s)`; where it is at most s, it is
    // `t >= min(c, s + 1)`.
    if (range.isAtLeast(*start))
      all.push_back(alias.high);
    if (range.isAtMost(*start))
      all.push_back(alias.low);
  }
  return all;
}

void HeldRanges::test(HeldRange &range, const PlaceTest &test, bool holds) const {
  CmpKind kind = holds ? test.kind : negate(test.kind);
  if (kind == CmpKind::Eq) {
    range.lower.push_back(test.bound);
    range.upper.push_back(test.bound);
  } else if (kind == CmpKind::Ne) {
    if (range.isAtMost(test.bound))
      range.upper.push_back(test.bound + -1);
    if (range.isAtLeast(test.bound))
      range.lower.push_back(test.bound + 1);
  } else {
    bool isAbove = kind == CmpKind::Gt || kind == CmpKind::Ge;
    for (const Bound &threshold : getThresholds(*getThreshold({kind, test.bound, {}}), range)) {
      if (isAbove)
        range.lower.push_back(threshold);
      else
        range.upper.push_back(threshold + -1);
    }
  }
}

void HeldRanges::refine(HeldRange &range, Value condition, bool holds) const {
  Operation *op = condition.getDefiningOp();
  if (isa_and_nonnull<AndOp, OrOp>(op)) {
    if (isa<AndOp>(op) != holds)
      return;
    refine(range, op->getOperand(0), holds);
    return refine(range, getYielded(op->getRegion(0)), holds);
  }
  std::optional<PlaceTest> own = matchPlaceTest(condition, path);
  if (own && (!own->bound.base || isSteady(own->bound.base)))
    test(range, *own, holds);
}

//===------------------------------------------------------------------------------------------===//
// Statements
//===------------------------------------------------------------------------------------------===//

std::optional<SmallVector<Change>> vkmorph::vkm::getChanges(Operation *write,
                                                            const PlacePath &path) {
  if (!(getPlacePath(write->getOperand(0)) == path))
    return std::nullopt;
  Value value = write->getOperand(1);
  if (isa<AssignOp>(write) && MultipleOf(path).findReads(value).empty())
    return SmallVector<Change>{{RunningChange::Set, value}};
  return matchChanges(write, {write->getOperand(0), path});
}

bool HeldRanges::isSteady(Value value) const { return isInvariant(value, grid, effects); }

bool HeldRanges::writes(Operation *op) const {
  return op
      ->walk([&](Operation *inner) {
        bool isWrite =
            isa<AssignOp, UpdateOp>(inner) && getPlacePath(inner->getOperand(0)).overlaps(path);
        bool isCall = isa<CallOp>(inner) && getEffects(inner).writesAny(path.root);
        return isWrite || isCall ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Loops have no more iterations than that, and their counters count them.
static constexpr int64_t kMostIterations = int64_t(1) << 30;

IntegerRange vkmorph::vkm::getLimits(Type type) {
  bool isWide = type.getIntOrFloatBitWidth() > 32;
  if (type.isUnsignedInteger())
    return {0, isWide ? INT64_MAX : int64_t(UINT32_MAX)};
  return isWide ? IntegerRange{INT64_MIN, INT64_MAX} : IntegerRange{INT32_MIN, INT32_MAX};
}

void HeldRanges::addUp() {
  bool isFew =
      grid.getNumDims() == 1 && start && !start->base && std::abs(start->offset) <= kLargest;
  IntegerRange sums{0, 0}, starts{start ? start->offset : 0, start ? start->offset : 0};
  grid.walk([&](Operation *op) {
    if (!isa<AssignOp, UpdateOp>(op) || !(getPlacePath(op->getOperand(0)) == path))
      return;
    auto changes = getChanges(op, path);
    isFew &= changes && !op->getParentOfType<LoopOpInterface>();
    for (const Change &change : changes ? *changes : SmallVector<Change>()) {
      std::optional<IntegerRange> numbers = findRange(change.value);
      RunningChange kind = change.kind.value_or(RunningChange::Scale);
      isFew &= numbers && std::abs(numbers->least) <= kLargest && numbers->most <= kLargest &&
               kind != RunningChange::Scale;
      if (!isFew)
        return;
      if (kind == RunningChange::Subtract)
        numbers = IntegerRange{-numbers->most, -numbers->least};
      bool isSum = kind == RunningChange::Add || kind == RunningChange::Subtract;
      if (isSum)
        sums = {sums.least + std::min<int64_t>(numbers->least, 0),
                sums.most + std::max<int64_t>(numbers->most, 0)};
      if (!isSum && kind != RunningChange::AtMost)
        starts.most = std::max(starts.most, numbers->most);
      if (!isSum && kind != RunningChange::AtLeast)
        starts.least = std::min(starts.least, numbers->least);
    }
  });
  constexpr int64_t kMostSum = 1 << 30;
  if (isFew && sums.most <= kMostSum && sums.least >= -kMostSum)
    reached = {starts.least + sums.least * kMostIterations,
               starts.most + sums.most * kMostIterations};
}

bool HeldRanges::mayLeave(const HeldRange &range, const Bound &by, bool isAbove) const {
  IntegerRange limits = getLimits(type);
  std::optional<IntegerRange> numbers = getNumbers(by);
  if (!numbers || (isAbove ? numbers->most <= 0 : numbers->least >= 0))
    return !numbers;
  if (isAbove && (reached.most <= limits.most - numbers->most ||
                  range.isAtMost({{}, limits.most - numbers->most})))
    return false;
  return isAbove || (reached.least < limits.least - numbers->least &&
                     !range.isAtLeast({{}, limits.least - numbers->least}));
}

/// Adds a value that is between two numbers. Of unsigned numbers nothing is known where they may
/// wrap.
void HeldRanges::shift(HeldRange &range, IntegerRange by, const Bound &added) {
  IntegerRange limits = getLimits(type);
  bool isLarge = by.least < -kLargest || by.most > kLargest;
  bool mayGrow = by.most <= 0 || reached.most <= limits.most ||
                 (!isLarge && range.isAtMost({{}, limits.most - by.most})) ||
                 llvm::any_of(range.upper, [&](const Bound &bound) {
                   return bound.base && !bound.isNegated && bound.offset + by.most <= 0;
                 });
  bool mayFall = by.least >= 0 || range.isAtLeast({{}, -by.least}) || range.isAtLeast(-added);
  auto shiftAll = [&](SmallVector<Bound> &bounds, int64_t number) {
    SmallVector<Bound> shifted;
    for (const Bound &bound : bounds) {
      if (!isLarge)
        shifted.push_back(bound + number);
      bool isKept = !added.base || isSteady(added.base);
      if (std::optional<Bound> sum = isKept ? addBounds(bound, added) : std::nullopt)
        shifted.push_back(*sum);
    }
    llvm::erase_if(shifted, [](const Bound &bound) { return std::abs(bound.offset) > kLargest; });
    bounds = shifted;
  };
  shiftAll(range.lower, by.least);
  shiftAll(range.upper, by.most);
  bool isWrapped = type.isUnsignedInteger() && (!mayGrow || !mayFall);
  wraps |= isWrapped;
  if (isWrapped)
    range = {};
}

void HeldRanges::apply(HeldRange &range, Operation *write) {
  std::optional<SmallVector<Change>> changes = getChanges(write, path);
  if (!changes) {
    range = {};
    wraps = true;
    return;
  }
  for (const Change &change : *changes) {
    std::optional<IntegerRange> numbers = findRange(change.value);
    SmallVector<Bound> least, most; // of the value
    if (Bound bound = getBound(change.value); !bound.base || isSteady(bound.base)) {
      least.push_back(bound);
      most.push_back(bound);
    }
    if (numbers && numbers->least >= -kLargest && numbers->most <= kLargest) {
      least.push_back({{}, numbers->least});
      most.push_back({{}, numbers->most});
    }
    switch (change.kind.value_or(RunningChange::Scale)) {
    case RunningChange::Add:
      shift(range, numbers.value_or(kAny), getBound(change.value));
      break;
    case RunningChange::Subtract:
      shift(range, numbers ? IntegerRange{-numbers->most, -numbers->least} : kAny,
            -getBound(change.value));
      break;
    case RunningChange::Set:
      range = {least, most};
      break;
    case RunningChange::AtLeast:
      llvm::erase_if(range.upper, [&](const Bound &known) {
        return llvm::none_of(most, [&](const Bound &by) { return isAtMost(by, known); });
      });
      range.lower.append(least);
      break;
    case RunningChange::AtMost:
      llvm::erase_if(range.lower, [&](const Bound &known) {
        return llvm::none_of(least, [&](const Bound &by) { return isAtMost(known, by); });
      });
      range.upper.append(most);
      break;
    case RunningChange::Scale:
      range = {};
      break;
    }
  }
  if (type.isUnsignedInteger())
    range.lower.push_back({});
}

/// Where an iteration, or one of an inner loop, ends or begins, only that may hold which does.
void HeldRanges::check(const HeldRange &range) {
  auto drop = [&](SmallVector<Bound> &bounds, auto holds) {
    size_t before = bounds.size();
    llvm::erase_if(bounds, [&](const Bound &bound) { return !holds(bound); });
    isChanged |= bounds.size() != before;
  };
  drop(head.lower, [&](const Bound &bound) { return range.isAtLeast(bound); });
  drop(head.upper, [&](const Bound &bound) { return range.isAtMost(bound); });
}

bool vkmorph::vkm::isFresh(IfOp branch, const PlacePath &path) {
  return llvm::all_of(MultipleOf(path).findReads(branch.getCondition()), [&](LoadOp load) {
    Operation *from = branch->getBlock()->findAncestorOpInBlock(*load);
    for (; from && from != branch; from = from->getNextNode())
      if (getEffects(from).writesAny(path.root))
        return false;
    return from != nullptr;
  });
}

void HeldRanges::runStatement(Operation *op, HeldRange &range) {
  if (isa<ContinueOp, BreakOp, ReturnOp>(op)) {
    check(range);
    range.isReached = false;
  } else if (!writes(op)) {
    bool jumps = op->walk([](Operation *inner) {
                     return isa<ContinueOp, ReturnOp>(inner) ? WalkResult::interrupt()
                                                             : WalkResult::advance();
                   }).wasInterrupted();
    if (jumps)
      check(range);
  } else if (isa<AssignOp, UpdateOp>(op)) {
    apply(range, op);
  } else if (auto branch = dyn_cast<IfOp>(op)) {
    at[op] = isFresh(branch, path) ? range : HeldRange();
    HeldRange otherwise = range;
    if (isFresh(branch, path)) {
      refine(range, branch.getCondition(), true);
      refine(otherwise, branch.getCondition(), false);
    }
    run(branch.getThenRegion(), range);
    if (!branch.getElseRegion().empty())
      run(branch.getElseRegion(), otherwise);
    range.join(otherwise, head);
  } else if (auto scope = dyn_cast<ScopeOp>(op)) {
    run(scope.getBody(), range);
  } else if (isa<ForOp, WhileOp>(op)) {
    check(range);
    range = head;
    for (Region &region : op->getRegions()) {
      HeldRange inner = head;
      run(region, inner);
      check(inner);
    }
  } else {
    check({});
    range = {};
  }
}

void HeldRanges::run(Region &region, HeldRange &range) {
  for (Operation &op : region.front()) {
    if (!range.isReached)
      return;
    if (!op.hasTrait<VkmExpression>() || isa<CallOp>(op))
      runStatement(&op, range);
  }
}

//===------------------------------------------------------------------------------------------===//
// What may hold
//===------------------------------------------------------------------------------------------===//

/// Of a threshold c that may be on either side of what the place begins with, s: max(c, s) and
/// min(c, s + 1), of which one is a number and the other is not.
void HeldRanges::addAlias(const Bound &threshold, Value from) {
  bool isKnown =
      threshold.isNegated || isAtMost(*start, threshold) || isAtMost(threshold, *start + 1);
  Value unknown = threshold.base ? threshold.base : from;
  if (isKnown || (threshold.base && start->base) || unknown.getType() != type ||
      start->offset > kLargest || (start->base && (start->offset != 0 || start->isNegated)))
    return;
  Location loc = grid.getLoc();
  Operation *first = &grid.getBody().front().front();
  OpBuilder builder(first);
  auto note = llvm::make_scope_exit([&] {
    for (Operation *from = &first->getBlock()->front(); from != first; from = from->getNextNode())
      built.push_back(from);
  });
  IRMapping mapping;
  Value base = cloneExpression(builder, unknown, mapping);
  auto build = [&](MathFn fn, int64_t other) -> Value {
    Value number = builder.create<ConstantOp>(loc, builder.getIntegerAttr(type, other));
    return builder.create<MathOp>(loc, type, fn, ValueRange{base, number});
  };
  Alias alias{threshold, {}, {}};
  if (threshold.base) {
    int64_t other = start->offset - threshold.offset;
    if (type.isUnsignedInteger() && other < 0)
      return;
    alias.high = {build(MathFn::Max, other), threshold.offset};
    alias.low = {build(MathFn::Min, other + 1), threshold.offset};
  } else { // min(c, s + 1) = min(c - 1, s) + 1
    if (type.isUnsignedInteger() && threshold.offset < 1)
      return;
    alias.high = {build(MathFn::Max, threshold.offset), 0};
    alias.low = {build(MathFn::Min, threshold.offset - 1), 1};
  }
  aliases.push_back(alias);
}

void HeldRanges::collectThresholds() {
  SmallVector<Bound> thresholds;
  auto add = [&](const Bound &bound) {
    bool isKnown =
        llvm::any_of(thresholds, [&](const Bound &other) { return isSameBound(other, bound); });
    if (!isKnown && (!bound.base || isSteady(bound.base)))
      thresholds.push_back(bound);
  };
  grid.walk([&](Operation *op) {
    if (isa<CmpOp, CastOp, UnaryOp>(op))
      if (std::optional<PlaceTest> test = matchPlaceTest(op->getResult(0), path))
        for (int64_t by : {0, 1})
          add(test->bound + by);
    bool isWrite = isa<AssignOp, UpdateOp>(op) && getPlacePath(op->getOperand(0)) == path;
    if (!isWrite)
      return;
    if (auto changes = getChanges(op, path))
      for (const Change &change : *changes)
        if (change.kind && *change.kind != RunningChange::Add &&
            *change.kind != RunningChange::Subtract && change.value.getType() == type)
          add(getBound(change.value));
  });
  Value from = findValueBefore(grid, path);
  if (from && keepsUntil(grid, from, /*isInside=*/true))
    start = getBound(from);
  if (!start) {
    if (type.isUnsignedInteger())
      head.lower.push_back({});
    return;
  }
  for (const Bound &threshold : thresholds)
    addAlias(threshold, from);
  auto mayHold = [&](const Bound &bound) {
    if (isAtMost(bound, *start))
      head.lower.push_back(bound);
    if (isAtMost(*start, bound))
      head.upper.push_back(bound);
  };
  mayHold(*start);
  if (type.isUnsignedInteger())
    head.lower.push_back({});
  for (const Bound &threshold : thresholds)
    for (int64_t by : {-1, 0})
      mayHold(threshold + by);
  for (const Alias &alias : aliases)
    for (int64_t by : {-1, 0}) {
      mayHold(alias.high + by);
      mayHold(alias.low + by);
    }
}

HeldRanges::~HeldRanges() {
  for (Operation *op : llvm::reverse(built))
    if (op->use_empty())
      op->erase();
}

HeldRanges::HeldRanges(GridOp grid, const PlacePath &path, Type type)
    : grid(grid), path(path), type(type), effects(getEffects(grid.getBody())) {
  collectThresholds();
  addUp();
  do {
    isChanged = wraps = false;
    at.clear();
    HeldRange range = head;
    run(grid.getBody(), range);
    check(range);
  } while (isChanged);
}
