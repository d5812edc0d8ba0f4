//===- RecogniseReductions.cpp - Finds scalar reductions in grids ----------------------------===//
//
//   vkm.update add %m_sum, %x                          =>   vkm.reduce add @m_sum, %x
//   if (x < m_min) m_min = x                           =>   vkm.reduce min @m_min, %x
//   m_box.hi.x = std::max(m_box.hi.x, x)               =>   vkm.reduce max @m_box["hi", "x"], %x
//
// A place is reduced if every access to it in the grid is part of such a statement, all of one
// kind.
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

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_RECOGNISEREDUCTIONS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {

/// A statement that has the form of a reduction.
struct Match {
  Match(ReduceKind kind, Value place, Operation *statement)
      : kind(kind), place(place), statement(statement) {}

  ReduceKind kind;
  Value place;              ///< the reduced place, in the assignment or update
  Operation *statement;     ///< what the vkm.reduce replaces
  AssignOp guarded;         ///< the assignment inside of the statement; may be null
  Value value;              ///< what is combined
  bool negated = false;     ///< it is subtracted
  bool convert = false;     ///< the sum is converted back to the place's type, and so is the value
  bool replacesNan = false; ///< a place that is NaN takes the value
  bool takesNan = false;    ///< a value that is NaN is taken
  Value guard; ///< a condition of the statement beside the comparison with the place; may be null
  SmallVector<LoadOp> loads; ///< the reads of the place that the form accounts for
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

/// `value` is a read of the place, for `statement` alone, and the place does not change in between.
static LoadOp getLoadOf(Value value, const PlacePath &path, Operation *statement) {
  auto load = value.getDefiningOp<LoadOp>();
  if (!load || !load->hasOneUse() || !(getPlacePath(load.getRef()) == path))
    return {};
  // Inside of a short circuit or conditional expression: the statement's own, which follows.
  Operation *op = load;
  while (op && op->getBlock() != statement->getBlock())
    op = op->getParentOp();
  for (; op && op != statement; op = op->getNextNode()) {
    EffectSet effects = getEffects(op);
    if (effects.writesAny(path.root) || effects.ordered)
      return {};
  }
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
static std::optional<Comparison> matchComparison(Value condition, const PlacePath &path,
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
  if (LoadOp load = getLoadOf(rhs, path, statement)) // x < m
    return Comparison{isLess ? ReduceKind::Min : ReduceKind::Max, lhs, load};
  if (LoadOp load = getLoadOf(lhs, path, statement)) // m > x
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

/// `m = m + x`, `m = x + m`, `m = m - x`; also where C++ adds in another integer type: `m =
/// (int)((unsigned)m + x)`.
static std::optional<Match> matchSum(AssignOp assign, const PlacePath &path) {
  Match match(ReduceKind::Add, assign.getRef(), assign);
  Type type = assign.getValue().getType();
  auto sum = assign.getValue().getDefiningOp<BinaryOp>();
  auto back = assign.getValue().getDefiningOp<CastOp>();
  if (back && back->hasOneUse() && isa<IntegerType>(type)) {
    sum = back.getOperand().getDefiningOp<BinaryOp>();
    match.convert = true;
  }
  if (!sum || !sum->hasOneUse() ||
      (sum.getKind() != BinaryKind::Add && sum.getKind() != BinaryKind::Sub))
    return std::nullopt;
  match.negated = sum.getKind() == BinaryKind::Sub;
  for (unsigned index : {0u, 1u}) {
    Value place = sum->getOperand(index);
    LoadOp load = getLoadOf(match.convert ? skipConversion(place, type) : place, path, assign);
    if (!load)
      continue;
    if (index == 1 && match.negated) // m = x - m
      return std::nullopt;
    match.value = sum->getOperand(1 - index);
    match.loads = {load};
    return match;
  }
  return std::nullopt;
}

/// `m = std::min(m, x)`, `m = std::fmax(x, m)`.
static std::optional<Match> matchMinMax(AssignOp assign, const PlacePath &path) {
  auto math = assign.getValue().getDefiningOp<MathOp>();
  if (!math || !math->hasOneUse())
    return std::nullopt;
  Match match(ReduceKind::Min, assign.getRef(), assign);
  switch (math.getFn()) {
  case MathFn::Min:
    break;
  case MathFn::Max:
    match.kind = ReduceKind::Max;
    break;
  case MathFn::FMin:
    match.replacesNan = true;
    break;
  case MathFn::FMax:
    match.kind = ReduceKind::Max;
    match.replacesNan = true;
    break;
  default:
    return std::nullopt;
  }
  for (unsigned index : {0u, 1u})
    if (LoadOp load = getLoadOf(math.getOperands()[index], path, assign)) {
      if (index == 1 && !match.replacesNan) // std::min(x, m)
        match.takesNan = match.replacesNan = true;
      match.value = math.getOperands()[1 - index];
      match.loads = {load};
      return match;
    }
  return std::nullopt;
}

/// `m = x < m ? x : m` and its mirror images.
static std::optional<Match> matchSelect(AssignOp assign, const PlacePath &path) {
  auto select = assign.getValue().getDefiningOp<SelectOp>();
  if (!select || !select->hasOneUse() || !isWithoutEffect(select))
    return std::nullopt;
  std::optional<Comparison> comparison = matchComparison(select.getCondition(), path, assign);
  if (!comparison || !isStraightBetween(comparison->load, select))
    return std::nullopt;
  Match match(comparison->kindIfValueTaken, assign.getRef(), assign);
  Value whenTrue = cast<YieldOp>(select.getWhenTrue().front().back()).getValue();
  Value whenFalse = cast<YieldOp>(select.getWhenFalse().front().back()).getValue();
  LoadOp kept = getLoadOf(whenFalse, path, assign);
  if (!kept || !isSameExpression(whenTrue, comparison->value)) { // not x < m ? x : m
    kept = getLoadOf(whenTrue, path, assign);
    if (!kept || !isSameExpression(whenFalse, comparison->value))
      return std::nullopt;
    bool takesSmaller = comparison->kindIfValueTaken == ReduceKind::Min; // x < m ? m : x
    match.kind = takesSmaller ? ReduceKind::Max : ReduceKind::Min;
    match.takesNan = match.replacesNan = true;
  }
  match.value = comparison->value;
  match.loads = {comparison->load, kept};
  return match;
}

/// `if (x < m) m = x;` and `if (c && x < m) m = x;` around an assignment.
static std::optional<Match> matchGuarded(AssignOp assign, const PlacePath &path) {
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
  std::optional<Comparison> comparison = matchComparison(condition, path, guard);
  if (!comparison || !isSameExpression(comparison->value, assign.getValue()))
    return std::nullopt;
  bool isInGuardsBlock = comparison->load->getBlock() == guard->getBlock();
  if (isInGuardsBlock && !isStraightBetween(comparison->load, guard))
    return std::nullopt;
  match.kind = comparison->kindIfValueTaken;
  match.guarded = assign;
  match.value = assign.getValue();
  match.loads = {comparison->load};
  return match;
}

static std::optional<Match> matchAssign(AssignOp assign, const PlacePath &path) {
  for (auto form : {matchSum, matchMinMax, matchSelect, matchGuarded})
    if (std::optional<Match> match = form(assign, path))
      return match;
  return std::nullopt;
}

/// `m += x`, `m -= x`, `++m`, `--m`.
static std::optional<Match> matchUpdate(UpdateOp update) {
  if (update.getKind() != BinaryKind::Add && update.getKind() != BinaryKind::Sub)
    return std::nullopt;
  Match match(ReduceKind::Add, update.getRef(), update);
  match.value = update.getValue();
  match.negated = update.getKind() == BinaryKind::Sub;
  return match;
}

static constexpr llvm::StringLiteral kOtherForm =
    "the statement does not combine it with a value by + - min max";

/// What keeps a statement from having one of the forms, where it is close to one.
static std::string explainMismatch(Operation *write, const PlacePath &path) {
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
                      return cast && getLoadOf(cast.getOperand(), path, assign);
                    });
    if (combines)
      return std::string("it is computed in ") +
             (back.getOperand().getType().isF64()           ? "double"
              : isa<FloatType>(back.getOperand().getType()) ? "float"
                                                            : "another integer type") +
             " and converted back; combine it with a value of its own type";
  }
  auto guard = dyn_cast<IfOp>(assign->getParentOp());
  if (guard && matchComparison(guard.getCondition(), path, guard)) {
    if (!guard.getElseRegion().empty())
      return "the 'if' that compares it has another branch; make that a statement of its own";
    return "the 'if' that compares it does not just assign the value that it compares with";
  }
  return kOtherForm.str();
}

//===------------------------------------------------------------------------------------------===//
// Grids
//===------------------------------------------------------------------------------------------===//

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
  // The value of a guarded assignment is computed inside of the guard.
  Value value = cloneExpression(builder, match.value, mapping);
  if (match.convert)
    value =
        builder.createOrFold<CastOp>(loc, cast<RefType>(match.place.getType()).getPointee(), value);
  if (match.negated) {
    Type type = value.getType();
    if (type.isUnsignedInteger()) {
      Value zero = builder.create<ConstantOp>(loc, builder.getIntegerAttr(type, 0));
      value = builder.create<BinaryOp>(loc, BinaryKind::Sub, zero, value);
    } else {
      value = builder.create<UnaryOp>(loc, type, UnaryKind::Neg, value);
    }
  }
  auto reduce = builder.create<ReduceOp>(
      loc, match.kind, path.root.symbol.getValue(),
      path.path.empty() ? ArrayAttr() : builder.getArrayAttr(path.path), value);
  if (comment)
    reduce->setAttr(kCommentAttr, comment);
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
    return match.takesNan && isa<FloatType>(match.value.getType()) &&
           !(isNeverNan(match.value) && isSetToNumber(grid, candidate.path));
  });
}

/// Why the accesses of a grid to a candidate's place are more than its matches.
static std::string findObstacle(GridOp grid, Candidate &candidate) {
  for (const Match &match : candidate.matches)
    if (match.kind != candidate.matches.front().kind)
      return "it is combined by different operations";
  for (const Match &match : candidate.matches)
    if (isa<FloatType>(match.value.getType()) && match.replacesNan && !match.takesNan &&
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
  }
  llvm_unreachable("all kinds are handled");
}

/// Elements of vectors are no fields of the class data.
static bool isVector(GridOp grid, const Root &root) {
  FieldOp field = grid->getParentOfType<ClassOp>().lookupField(root.symbol.getValue());
  return field && field.getVectorElement();
}

void RecogniseReductionsPass::runOnGrid(GridOp grid) {
  SmallVector<Candidate, 4> candidates;
  grid.walk([&](Operation *op) {
    Value place;
    if (auto assign = dyn_cast<AssignOp>(op))
      place = assign.getRef();
    else if (auto update = dyn_cast<UpdateOp>(op))
      place = update.getRef();
    else
      return;
    PlacePath path = getPlacePath(place);
    if (!path.root.symbol)
      return;
    Candidate *candidate =
        llvm::find_if(candidates, [&](Candidate &other) { return other.path == path; });
    if (candidate == candidates.end()) {
      candidates.push_back({path, op->getLoc(), {}, {}, {}});
      candidate = &candidates.back();
    }
    candidate->writes.push_back(op);
    std::optional<Match> match;
    if (isVector(grid, path.root)) {
      candidate->obstacle = "it is an element of a std::vector";
    } else if (!path.isExact()) {
      candidate->obstacle = "the number of the element is no constant";
    } else if (auto update = dyn_cast<UpdateOp>(op)) {
      match = matchUpdate(update);
    } else {
      match = matchAssign(cast<AssignOp>(op), path);
      if (!match)
        match = matchGuarded(cast<AssignOp>(op), path);
    }
    Type type = cast<RefType>(place.getType()).getPointee();
    if (!isa<IntegerType, FloatType>(type) || type.isInteger(1))
      candidate->obstacle = "it is no number";
    else if (match)
      candidate->matches.push_back(*match);
    else if (candidate->obstacle.empty())
      candidate->obstacle = explainMismatch(op, path);
  });
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
