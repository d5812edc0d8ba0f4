//===- RecogniseReductions.cpp - Finds reductions into members in grids ----------------------===//
//
//   vkm.update add %m_sum, %x                          =>   vkm.reduce add @m_sum, %x
//   if (x < m_min) m_min = x                           =>   vkm.reduce min @m_min, %x
//   m_box.hi.x = std::max(m_box.hi.x, x)               =>   vkm.reduce max @m_box["hi", "x"], %x
//   m_count[kind]++                                    =>   vkm.reduce add @m_count[unit](%kind),
//   %1
//
// A place is reduced if every access to it in the grid is part of such a statement, all of one
// kind. Elements of an array whose numbers are not known are one place together: each thread keeps
// a copy of the array, if it is small.
//
// vkm.reduce min and max skip values that are NaN and keep a place that is, as `if (x < m) m = x`,
// std::min(m, x) and `x < m ? x : m` do. std::min(x, m) and `m < x ? m : x` take a NaN, and the
// next value replaces it: their result hangs on the order of the values, unless none is NaN.
//
//===------------------------------------------------------------------------------------------===//

#include "ir/NeverNan.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "passes/Utils.h"

#include <functional>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_RECOGNISEREDUCTIONS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

// Of arrays whose elements are reduced by a number that is no constant, each thread keeps a copy:
// as many numbers at most, so that a workgroup's share of shared memory holds one for each thread.
static constexpr int64_t kMaxPrivateNumbers = 64;

namespace {

/// A value that is combined with a place.
struct Term {
  Value value;
  bool negated = false; ///< it is subtracted
};

/// A statement that has the form of a reduction.
struct Match {
  Match(ReduceKind kind, Value place, Operation *statement)
      : kind(kind), place(place), statement(statement) {}

  ReduceKind kind;
  Value place;                ///< the reduced place, in the assignment or update
  Operation *statement;       ///< what the vkm.reduce replaces
  AssignOp guarded;           ///< the assignment inside of the statement; may be null
  SmallVector<Term, 1> terms; ///< what is combined, one after the other
  bool convert = false;     ///< the sum is converted back to the place's type, and so is the value
  bool replacesNan = false; ///< a place that is NaN takes the value
  bool takesNan = false;    ///< a value that is NaN is taken
  Value guard; ///< a condition of the statement beside the comparison with the place; may be null
  SmallVector<LoadOp> loads; ///< the reads of the place that the form accounts for

  bool isOfFloats() const { return isFloating(cast<RefType>(place.getType()).getPointee()); }
};

/// All accesses of one grid to one place, or to places that overlap it.
struct Candidate {
  PlacePath path;
  Location firstWrite;
  SmallVector<Match> matches;
  std::string obstacle; ///< why it is no reduction
  SmallVector<Operation *, 1> writes;
};

struct RecogniseReductionsPass : vkm::impl::RecogniseReductionsBase<RecogniseReductionsPass> {
  using RecogniseReductionsBase::RecogniseReductionsBase;
  void runOnOperation() override;
  void runOnGrid(GridOp grid);
};

} // namespace

//===------------------------------------------------------------------------------------------===//
// Forms of statements
//===------------------------------------------------------------------------------------------===//

/// The place that a statement writes.
struct Target {
  Value place;
  PlacePath path;
};

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

/// `value` is a read of the place, for `statement` alone, and the place does not change in between.
static LoadOp getLoadOf(Value value, const Target &target, Operation *statement) {
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

/// A comparison of a value with the place: `x < m`, `m > x` are true where the value is the smaller
/// one.
struct Comparison {
  ReduceKind kindIfValueTaken;
  Value value;
  LoadOp load;
};
static std::optional<Comparison> matchComparison(Value condition, const Target &target,
                                                 Operation *statement) {
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
  if (LoadOp load = getLoadOf(rhs, target, statement)) // x < m
    return Comparison{isLess ? ReduceKind::Min : ReduceKind::Max, lhs, load};
  if (LoadOp load = getLoadOf(lhs, target, statement)) // m > x
    return Comparison{isGreater ? ReduceKind::Min : ReduceKind::Max, rhs, load};
  return std::nullopt;
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

/// `m = m + x`, `m = x + m`, `m = m - x`, `m = m * x`, `m = m | x`, ...; also where C++ computes in
/// another integer type: `m = (int)((unsigned)m + x)`.
static std::optional<Match> matchOperator(AssignOp assign, const Target &target) {
  Match match(ReduceKind::Add, assign.getRef(), assign);
  Type type = assign.getValue().getType();
  auto combined = assign.getValue().getDefiningOp<BinaryOp>();
  auto back = assign.getValue().getDefiningOp<CastOp>();
  if (back && back->hasOneUse() && isa<IntegerType>(type)) {
    combined = back.getOperand().getDefiningOp<BinaryOp>();
    match.convert = true;
  }
  if (!combined || !combined->hasOneUse())
    return std::nullopt;
  std::optional<ReduceKind> kind = getReduceKind(combined.getKind(), type);
  if (!kind)
    return std::nullopt;
  match.kind = *kind;
  // m = m + x - y: the place is combined with x, and then with y.
  std::function<bool(Value)> findChain = [&](Value value) {
    Value place = match.convert ? skipConversion(value, type) : value;
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

/// `m = std::min(m, x)`, `m = std::fmax(x, m)`.
static std::optional<Match> matchMinMax(AssignOp assign, const Target &target) {
  auto math = assign.getValue().getDefiningOp<MathOp>();
  if (!math || !math->hasOneUse())
    return std::nullopt;
  MathFn fn = math.getFn();
  bool ofFloats = fn == MathFn::FMin || fn == MathFn::FMax;
  if (fn != MathFn::Min && fn != MathFn::Max && !ofFloats)
    return std::nullopt;
  bool isMin = fn == MathFn::Min || fn == MathFn::FMin;
  Match match(isMin ? ReduceKind::Min : ReduceKind::Max, assign.getRef(), assign);
  match.replacesNan = ofFloats;
  std::function<bool(MathOp)> findChain = [&](MathOp level) {
    for (unsigned index : {0u, 1u}) {
      Value inner = level.getOperands()[index];
      LoadOp load = getLoadOf(inner, target, assign);
      auto next = inner.getDefiningOp<MathOp>();
      if (load)
        match.loads.push_back(load);
      else if (!next || next.getFn() != fn || !next->hasOneUse() || !findChain(next))
        continue;
      if (index == 1 && !ofFloats) // std::min(x, m)
        match.takesNan = match.replacesNan = true;
      match.terms.push_back({level.getOperands()[1 - index]});
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
  std::optional<Comparison> comparison = matchComparison(select.getCondition(), target, assign);
  if (!comparison || !isStraightBetween(comparison->load, select))
    return std::nullopt;
  Match match(comparison->kindIfValueTaken, assign.getRef(), assign);
  Value whenTrue = cast<YieldOp>(select.getWhenTrue().front().back()).getValue();
  Value whenFalse = cast<YieldOp>(select.getWhenFalse().front().back()).getValue();
  LoadOp kept = getLoadOf(whenFalse, target, assign);
  if (!kept || !isSameExpression(whenTrue, comparison->value)) { // not x < m ? x : m
    kept = getLoadOf(whenTrue, target, assign);
    if (!kept || !isSameExpression(whenFalse, comparison->value))
      return std::nullopt;
    bool takesSmaller = comparison->kindIfValueTaken == ReduceKind::Min; // x < m ? m : x
    match.kind = takesSmaller ? ReduceKind::Max : ReduceKind::Min;
    match.takesNan = match.replacesNan = true;
  }
  match.terms = {{comparison->value}};
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
  Value condition = guard.getCondition();
  if (auto both = condition.getDefiningOp<AndOp>()) {
    if (!both->hasOneUse() || !isWithoutEffect(both) || !isStraightBetween(both, guard))
      return std::nullopt;
    match.guard = both.getLhs();
    condition = cast<YieldOp>(both.getRhs().front().back()).getValue();
  }
  std::optional<Comparison> comparison = matchComparison(condition, target, guard);
  if (!comparison || !isSameExpression(comparison->value, assign.getValue()))
    return std::nullopt;
  bool isInGuardsBlock = comparison->load->getBlock() == guard->getBlock();
  if (isInGuardsBlock && !isStraightBetween(comparison->load, guard))
    return std::nullopt;
  match.kind = comparison->kindIfValueTaken;
  match.guarded = assign;
  match.terms = {{assign.getValue()}};
  match.loads = {comparison->load};
  return match;
}

static std::optional<Match> matchAssign(AssignOp assign, const Target &target) {
  for (auto form : {matchOperator, matchShortCircuit, matchMinMax, matchSelect, matchGuarded})
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

static constexpr llvm::StringLiteral kOtherForm =
    "the statement does not combine it with a value by + - * min max & | ^ && ||";

/// What keeps a statement from having one of the forms, where it is close to one.
static std::string explainMismatch(Operation *write, const Target &target) {
  auto assign = dyn_cast<AssignOp>(write);
  if (!assign)
    return kOtherForm.str();
  Operation *computed = assign.getValue().getDefiningOp();
  if (auto back = dyn_cast_or_null<CastOp>(computed)) {
    // m = (float)((double)m + x)
    Operation *inner = back.getOperand().getDefiningOp();
    bool combines = isa_and_nonnull<BinaryOp, MathOp>(inner) &&
                    llvm::any_of(inner->getOperands(), [&](Value operand) {
                      auto cast = operand.getDefiningOp<CastOp>();
                      return cast && getLoadOf(cast.getOperand(), target, assign);
                    });
    if (combines)
      return std::string("it is computed in ") +
             (back.getOperand().getType().isF64()           ? "double"
              : isa<FloatType>(back.getOperand().getType()) ? "float"
                                                            : "another integer type") +
             " and converted back; combine it with a value of its own type";
  }
  auto guard = dyn_cast<IfOp>(assign->getParentOp());
  if (guard && matchComparison(guard.getCondition(), target, guard)) {
    if (!guard.getElseRegion().empty())
      return "the 'if' that compares it has another branch; make that a statement of its own";
    return "the 'if' that compares it does not just assign the value that it compares with";
  }
  return kOtherForm.str();
}

//===------------------------------------------------------------------------------------------===//
// Grids
//===------------------------------------------------------------------------------------------===//

/// The numbers of the elements on the way to a place that `path` does not know.
static SmallVector<Value> getIndices(Value place, const PlacePath &path) {
  SmallVector<Value> indices;
  for (Attribute step : llvm::reverse(path.path)) {
    Operation *op = place.getDefiningOp();
    if (auto element = dyn_cast<ElementOp>(op); element && !step)
      indices.push_back(element.getIndex());
    place = op->getOperand(0);
  }
  std::reverse(indices.begin(), indices.end());
  return indices;
}

/// Puts the vkm.reduce where the statement stood.
static void rewrite(const Match &match, const PlacePath &path) {
  OpBuilder builder(match.statement);
  Location loc = match.statement->getLoc();
  Attribute comment = match.statement->getAttr(kCommentAttr);
  if (!comment && match.guarded)
    comment = match.guarded->getAttr(kCommentAttr);
  IRMapping mapping;
  if (match.guard) {
    auto guard = builder.create<IfOp>(loc, match.guard);
    if (comment)
      guard->setAttr(kCommentAttr, std::exchange(comment, {}));
    builder.setInsertionPointToStart(&guard.getThenRegion().front());
  }
  // The value of a guarded assignment is computed inside of the guard, and so are the numbers of
  // elements.
  SmallVector<Value> indices;
  for (Value index : getIndices(match.place, path))
    indices.push_back(cloneExpression(builder, index, mapping));
  SmallVector<Attribute> steps;
  for (Attribute step : path.path)
    steps.push_back(step ? step : builder.getUnitAttr());
  Type type = cast<RefType>(match.place.getType()).getPointee();
  for (const Term &term : match.terms) {
    Value value = cloneExpression(builder, term.value, mapping);
    if (match.convert)
      value = builder.createOrFold<CastOp>(loc, type, value);
    else if (value.getType() != type) // a vector combined with a number
      value = builder.create<SplatOp>(loc, type, value);
    if (term.negated && type.isUnsignedInteger()) {
      Value zero = builder.create<ConstantOp>(loc, builder.getIntegerAttr(type, 0));
      value = builder.create<BinaryOp>(loc, BinaryKind::Sub, zero, value);
    } else if (term.negated) {
      value = builder.create<UnaryOp>(loc, type, UnaryKind::Neg, value);
    }
    auto reduce = builder.create<ReduceOp>(
        loc, match.kind, path.root.symbol.getValue(),
        steps.empty() ? ArrayAttr() : builder.getArrayAttr(steps), indices, value);
    if (comment)
      reduce->setAttr(kCommentAttr, std::exchange(comment, {}));
  }
  match.statement->erase();
}

/// What the last statement that writes a place assigns to it, among those up to `op` in its block;
/// null where that is unclear.
static Value findAssigned(Operation *op, const PlacePath &path) {
  for (; op; op = op->getPrevNode()) {
    if (auto once = dyn_cast<OnceOp>(op))
      if (!once.getBody().front().empty())
        if (Value value = findAssigned(&once.getBody().front().back(), path))
          return value;
    if (auto assign = dyn_cast<AssignOp>(op)) {
      PlacePath assigned = getPlacePath(assign.getRef());
      if (assigned == path)
        return assign.getValue();
      if (!assigned.overlaps(path))
        continue;
    }
    if (getEffects(op).writesAny(path.root))
      return {};
  }
  return {};
}

/// The kernel sets the place to a number in front of the grid, so that it is not NaN where the loop
/// begins.
static bool isSetToNumber(GridOp grid, const PlacePath &path) {
  Value value = grid->getPrevNode() ? findAssigned(grid->getPrevNode(), path) : Value();
  return value && isNeverNan(value);
}

/// Whether the sequential loop may have another result because of a NaN: one that is taken, and
/// forgotten with the next value.
static bool mayTakeNan(GridOp grid, const Candidate &candidate) {
  return llvm::any_of(candidate.matches, [&](const Match &match) {
    return match.takesNan && match.isOfFloats() &&
           !(llvm::all_of(match.terms, [](const Term &term) { return isNeverNan(term.value); }) &&
             isSetToNumber(grid, candidate.path));
  });
}

/// Why the accesses of a grid to a candidate's place are more than its matches.
static std::string findObstacle(GridOp grid, Candidate &candidate) {
  for (const Match &match : candidate.matches)
    if (match.kind != candidate.matches.front().kind)
      return "it is combined by different operations";
  for (const Match &match : candidate.matches)
    if (match.isOfFloats() && match.replacesNan && !match.takesNan &&
        !isSetToNumber(grid, candidate.path))
      return "it may be NaN before the loop, which this form replaces; set it to a number in the "
             "kernel";
  std::string obstacle;
  grid.walk([&](Operation *op) {
    Value place;
    if (auto load = dyn_cast<LoadOp>(op)) {
      for (const Match &match : candidate.matches)
        if (llvm::is_contained(match.loads, load))
          return;
      place = load.getRef();
    } else if (auto assign = dyn_cast<AssignOp>(op)) {
      for (const Match &match : candidate.matches)
        if (match.place == assign.getRef())
          return;
      place = assign.getRef();
    } else if (auto update = dyn_cast<UpdateOp>(op)) {
      for (const Match &match : candidate.matches)
        if (match.statement == op)
          return;
      place = update.getRef();
    } else if (auto call = dyn_cast<CallOp>(op)) {
      EffectSet effects = getEffects(op);
      if (effects.readsAny(candidate.path.root) || effects.writesAny(candidate.path.root) ||
          effects.ordered)
        obstacle = ("'" + call.getCallee() + "' accesses it, too").str();
      return;
    } else {
      return;
    }
    if (getPlacePath(place).overlaps(candidate.path))
      obstacle = isa<LoadOp>(op) ? "the grid reads the running result"
                                 : "the grid writes it in another way, too";
  });
  return obstacle;
}

static StringRef describe(ReduceKind kind) {
  switch (kind) {
  case ReduceKind::Add:
    return "sum";
  case ReduceKind::Min:
    return "minimum";
  case ReduceKind::Max:
    return "maximum";
  case ReduceKind::Mul:
    return "product";
  case ReduceKind::And:
    return "conjunction";
  case ReduceKind::Or:
    return "disjunction";
  case ReduceKind::Xor:
    return "exclusive or";
  }
  llvm_unreachable("all kinds are handled");
}

/// Elements of vectors are no fields of the class data.
static bool isVector(GridOp grid, const Root &root) {
  FieldOp field = grid->getParentOfType<ClassOp>().lookupField(root.symbol.getValue());
  return field && field.getVectorElement();
}

/// How many elements the steps of a path that are not known choose among.
static int64_t countElements(FieldOp field, const PlacePath &path) {
  int64_t count = 1;
  Type type = field.getType();
  for (Attribute step : path.path) {
    auto array = dyn_cast<ArrayType>(type);
    if (!step)
      count *= array.getLength();
    type = step ? getPartType(field, type, step) : array.getElementType();
  }
  return count;
}

/// Why a place cannot be reduced, whatever is done with it; empty if it can.
static std::string findObstacleOfPlace(GridOp grid, Value place, const PlacePath &path) {
  Type type = cast<RefType>(place.getType()).getPointee();
  if (!isa<IntegerType, FloatType, VecType, MatType>(type))
    return "it is no number, vector or matrix";
  if (isVector(grid, path.root))
    return "it is an element of a std::vector";
  for (Value part = place; Operation *op = part.getDefiningOp(); part = op->getOperand(0)) {
    auto element = dyn_cast<ElementOp>(op);
    if (element && !isa<ArrayType>(cast<RefType>(element.getBase().getType()).getPointee()) &&
        !getConstantInt(element.getIndex()))
      return "the number of the component is no constant";
    if (isa<FieldRefOp>(op))
      break;
  }
  if (!path.isExact()) {
    auto field = grid->getParentOfType<ClassOp>().lookupField(path.root.symbol.getValue());
    int64_t numbers = countElements(field, path) * getNumComponents(type);
    if (numbers > kMaxPrivateNumbers)
      return "the number of the element is no constant, and each thread would keep " +
             std::to_string(numbers) + " numbers; " + std::to_string(kMaxPrivateNumbers) +
             " are the most";
  }
  return {};
}

/// What names both paths, if they overlap and are as long: elements whose numbers differ, or are
/// not known, become one place.
static bool merge(PlacePath &path, const PlacePath &other) {
  if (path.root != other.root || path.path.size() != other.path.size() || !path.overlaps(other))
    return false;
  for (auto [mine, theirs] : llvm::zip(path.path, other.path))
    if (mine != theirs) // one of them is null
      mine = Attribute();
  return true;
}

void RecogniseReductionsPass::runOnGrid(GridOp grid) {
  SmallVector<Candidate, 4> candidates;
  auto getTarget = [](Operation *op) -> Target {
    Value place;
    if (auto assign = dyn_cast<AssignOp>(op))
      place = assign.getRef();
    else if (auto update = dyn_cast<UpdateOp>(op))
      place = update.getRef();
    return {place, place ? getPlacePath(place) : PlacePath()};
  };
  grid.walk([&](Operation *op) {
    Target target = getTarget(op);
    if (!target.place || !target.path.root.symbol)
      return;
    Candidate candidate{target.path, op->getLoc(), {}, {}, {op}};
    // What it overlaps with may overlap with others then.
    for (size_t index = 0; index < candidates.size();) {
      PlacePath merged = candidates[index].path;
      if (!merge(merged, candidate.path)) {
        ++index;
        continue;
      }
      Candidate other = std::move(candidates[index]);
      candidates.erase(candidates.begin() + index);
      candidate.writes.insert(candidate.writes.begin(), other.writes.begin(), other.writes.end());
      candidate.firstWrite = other.firstWrite;
      index = candidate.path == merged ? index : 0;
      candidate.path = merged;
    }
    candidates.push_back(std::move(candidate));
  });
  for (Candidate &candidate : candidates)
    for (Operation *op : candidate.writes) {
      if (!candidate.obstacle.empty())
        break;
      Target target = getTarget(op);
      candidate.obstacle = findObstacleOfPlace(grid, target.place, candidate.path);
      std::optional<Match> match;
      if (auto update = dyn_cast<UpdateOp>(op))
        match = matchUpdate(update);
      else
        match = matchAssign(cast<AssignOp>(op), target);
      if (match)
        candidate.matches.push_back(*match);
      else if (candidate.obstacle.empty())
        candidate.obstacle = explainMismatch(op, target);
    }
  // All candidates are judged before the first is rewritten: a rewrite hides accesses from the
  // others.
  for (Candidate &candidate : candidates)
    if (candidate.obstacle.empty())
      candidate.obstacle = findObstacle(grid, candidate);
  for (Candidate &candidate : candidates) {
    std::string name = spellPlace(candidate.path.root.symbol.getValue(), candidate.path.path);
    std::string kernel = grid->getParentOfType<KernelOp>().getSymName().str();
    if (!candidate.obstacle.empty()) {
      report(candidate.firstWrite, diag::ReductionMissed, {name, kernel, candidate.obstacle});
      if (candidate.obstacle == kOtherForm)
        continue; // messages about dependent iterations say as much
      for (Operation *write : candidate.writes)
        write->setAttr(kNoReductionAttr, StringAttr::get(&getContext(), candidate.obstacle));
      continue;
    }
    report(candidate.firstWrite, diag::ReductionFound,
           {name, kernel, describe(candidate.matches.front().kind).str()});
    if (!assumeNoNan && mayTakeNan(grid, candidate))
      report(candidate.firstWrite, diag::NanOrder,
             {name, kernel,
              candidate.matches.front().kind == ReduceKind::Min ? "std::min" : "std::max"});
    for (const Match &match : candidate.matches)
      rewrite(match, candidate.path);
  }
  eraseDeadExpressions(grid.getBody());
}

void RecogniseReductionsPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Recognised)
    return;
  getOperation().walk([&](GridOp grid) { runOnGrid(grid); });
}
