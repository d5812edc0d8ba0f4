//===- RecogniseReductions.cpp - Finds scalar reductions in grids --------------------------------------===//
//
//   vkm.update add %m_sum, %x                          =>   vkm.reduce add @m_sum, %x
//   if (x < m_min) m_min = x                           =>   vkm.reduce min @m_min, %x
//   m_box.hi.x = std::max(m_box.hi.x, x)               =>   vkm.reduce max @m_box["hi", "x"], %x
//
// A place is reduced if every access to it in the grid is part of such a statement, all of one kind.
//
//===----------------------------------------------------------------------------------------------===//

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
  ReduceKind kind;
  Value value;                ///< what is combined
  bool negated = false;       ///< it is subtracted
  Operation *statement;       ///< what the vkm.reduce replaces
  Value place;                ///< the reduced place, in the assignment or update
  SmallVector<LoadOp> loads;  ///< the reads of the place that the form accounts for
  Value guard;                ///< a condition of the statement beside the comparison with the place; may be null
};

/// All accesses of one grid to one place, or to places that overlap it.
struct Candidate {
  PlacePath path;
  Location firstWrite;
  SmallVector<Match> matches;
  std::string obstacle; ///< why it is no reduction
};

struct RecogniseReductionsPass : vkm::impl::RecogniseReductionsBase<RecogniseReductionsPass> {
  void runOnOperation() override;
  void runOnGrid(GridOp grid);
};

} // namespace

//===----------------------------------------------------------------------------------------------===//
// Forms of statements
//===----------------------------------------------------------------------------------------------===//

static LoadOp getLoadOf(Value value, const PlacePath &path) {
  auto load = value.getDefiningOp<LoadOp>();
  return load && getPlacePath(load.getRef()) == path ? load : LoadOp();
}

/// A comparison of a value with the place: `x < m`, `m > x` are true where the value is the smaller one.
struct Comparison {
  ReduceKind kindIfValueTaken;
  Value value;
  LoadOp load;
};
static std::optional<Comparison> matchComparison(Value condition, const PlacePath &path) {
  auto cmp = condition.getDefiningOp<CmpOp>();
  if (!cmp)
    return std::nullopt;
  bool isLess = cmp.getKind() == CmpKind::Lt || cmp.getKind() == CmpKind::Le;
  bool isGreater = cmp.getKind() == CmpKind::Gt || cmp.getKind() == CmpKind::Ge;
  if (!isLess && !isGreater)
    return std::nullopt;
  if (LoadOp load = getLoadOf(cmp.getRhs(), path)) // x < m
    return Comparison{isLess ? ReduceKind::Min : ReduceKind::Max, cmp.getLhs(), load};
  if (LoadOp load = getLoadOf(cmp.getLhs(), path)) // m > x
    return Comparison{isGreater ? ReduceKind::Min : ReduceKind::Max, cmp.getRhs(), load};
  return std::nullopt;
}

/// `m = m + x`, `m = x + m`, `m = m - x`, `m = min(m, x)`, `m = x < m ? x : m` and the like.
static std::optional<Match> matchAssign(AssignOp assign, const PlacePath &path) {
  Match match{ReduceKind::Add, {}, false, assign, assign.getRef(), {}, {}};
  Value value = assign.getValue();
  if (auto sum = value.getDefiningOp<BinaryOp>()) {
    bool isSub = sum.getKind() == BinaryKind::Sub;
    if (!isSub && sum.getKind() != BinaryKind::Add)
      return std::nullopt;
    if (LoadOp load = getLoadOf(sum.getLhs(), path)) {
      match.value = sum.getRhs();
      match.negated = isSub;
      match.loads = {load};
      return match;
    }
    if (LoadOp load = getLoadOf(sum.getRhs(), path); load && !isSub) {
      match.value = sum.getLhs();
      match.loads = {load};
      return match;
    }
    return std::nullopt;
  }
  if (auto math = value.getDefiningOp<MathOp>()) {
    MathFn fn = math.getFn();
    if (fn == MathFn::Min || fn == MathFn::FMin)
      match.kind = ReduceKind::Min;
    else if (fn == MathFn::Max || fn == MathFn::FMax)
      match.kind = ReduceKind::Max;
    else
      return std::nullopt;
    for (unsigned index : {0u, 1u})
      if (LoadOp load = getLoadOf(math.getOperands()[index], path)) {
        match.value = math.getOperands()[1 - index];
        match.loads = {load};
        return match;
      }
    return std::nullopt;
  }
  if (auto select = value.getDefiningOp<SelectOp>()) {
    std::optional<Comparison> comparison = matchComparison(select.getCondition(), path);
    if (!comparison)
      return std::nullopt;
    Value whenTrue = cast<YieldOp>(select.getWhenTrue().front().back()).getValue();
    Value whenFalse = cast<YieldOp>(select.getWhenFalse().front().back()).getValue();
    LoadOp kept = getLoadOf(whenFalse, path);
    if (kept && isSameExpression(whenTrue, comparison->value)) { // x < m ? x : m
      match.kind = comparison->kindIfValueTaken;
    } else if ((kept = getLoadOf(whenTrue, path)) && isSameExpression(whenFalse, comparison->value)) {
      bool takesSmaller = comparison->kindIfValueTaken == ReduceKind::Min; // x < m ? m : x
      match.kind = takesSmaller ? ReduceKind::Max : ReduceKind::Min;
    } else {
      return std::nullopt;
    }
    match.value = comparison->value;
    match.loads = {comparison->load, kept};
    return match;
  }
  return std::nullopt;
}

/// `if (x < m) m = x;` and `if (c && x < m) m = x;` around an assignment.
static std::optional<Match> matchGuarded(AssignOp assign, const PlacePath &path) {
  auto guard = dyn_cast<IfOp>(assign->getParentOp());
  if (!guard || !guard.getElseRegion().empty())
    return std::nullopt;
  for (Operation &op : guard.getThenRegion().front())
    if (&op != assign && !op.hasTrait<VkmExpression>())
      return std::nullopt;
  Match match{ReduceKind::Add, assign.getValue(), false, guard, assign.getRef(), {}, {}};
  Value condition = guard.getCondition();
  if (auto both = condition.getDefiningOp<AndOp>()) {
    match.guard = both.getLhs();
    condition = cast<YieldOp>(both.getRhs().front().back()).getValue();
  }
  std::optional<Comparison> comparison = matchComparison(condition, path);
  if (!comparison || !isSameExpression(comparison->value, assign.getValue()))
    return std::nullopt;
  match.kind = comparison->kindIfValueTaken;
  match.loads = {comparison->load};
  return match;
}

static std::optional<Match> matchUpdate(UpdateOp update) {
  if (update.getKind() != BinaryKind::Add && update.getKind() != BinaryKind::Sub)
    return std::nullopt;
  return Match{ReduceKind::Add, update.getValue(), update.getKind() == BinaryKind::Sub, update,
               update.getRef(), {}, {}};
}

//===----------------------------------------------------------------------------------------------===//
// Grids
//===----------------------------------------------------------------------------------------------===//

/// Puts the vkm.reduce where the statement stood.
static void rewrite(const Match &match, const PlacePath &path) {
  OpBuilder builder(match.statement);
  Location loc = match.statement->getLoc();
  Attribute comment = match.statement->getAttr(kCommentAttr);
  IRMapping mapping;
  if (match.guard) {
    auto guard = builder.create<IfOp>(loc, match.guard);
    if (comment)
      guard->setAttr(kCommentAttr, std::exchange(comment, {}));
    builder.setInsertionPointToStart(&guard.getThenRegion().front());
  }
  // The value of a guarded assignment is computed inside of the guard.
  Value value = cloneExpression(builder, match.value, mapping);
  if (match.negated) {
    Type type = value.getType();
    if (type.isUnsignedInteger()) {
      Value zero = builder.create<ConstantOp>(loc, builder.getIntegerAttr(type, 0));
      value = builder.create<BinaryOp>(loc, BinaryKind::Sub, zero, value);
    } else {
      value = builder.create<UnaryOp>(loc, type, UnaryKind::Neg, value);
    }
  }
  auto reduce = builder.create<ReduceOp>(loc, match.kind, path.root.symbol.getValue(),
                                         path.path.empty() ? ArrayAttr() : builder.getArrayAttr(path.path), value);
  if (comment)
    reduce->setAttr(kCommentAttr, comment);
  match.statement->erase();
}

/// Why the accesses of a grid to a candidate's place are more than its matches.
static std::string findObstacle(GridOp grid, Candidate &candidate) {
  for (const Match &match : candidate.matches)
    if (match.kind != candidate.matches.front().kind)
      return "it is combined by different operations";
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
      if (effects.readsAny(candidate.path.root) || effects.writesAny(candidate.path.root))
        obstacle = ("'" + call.getCallee() + "' accesses it, too").str();
      return;
    } else {
      return;
    }
    if (getPlacePath(place).overlaps(candidate.path))
      obstacle = isa<LoadOp>(op) ? "the grid reads the running result" : "the grid writes it in another way, too";
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

void RecogniseReductionsPass::runOnGrid(GridOp grid) {
  SmallVector<Candidate> candidates;
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
    Candidate *candidate = llvm::find_if(candidates, [&](Candidate &other) { return other.path == path; });
    if (candidate == candidates.end()) {
      candidates.push_back({path, op->getLoc(), {}, {}});
      candidate = &candidates.back();
    }
    std::optional<Match> match;
    if (!path.isExact()) {
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
      candidate->obstacle = "the statement does not combine it with a value by + - min max";
  });
  // All candidates are judged before the first is rewritten: a rewrite hides accesses from the others.
  for (Candidate &candidate : candidates)
    if (candidate.obstacle.empty())
      candidate.obstacle = findObstacle(grid, candidate);
  for (Candidate &candidate : candidates) {
    std::string name = spellPlace(candidate.path.root.symbol.getValue(), candidate.path.path);
    std::string kernel = grid->getParentOfType<KernelOp>().getSymName().str();
    if (!candidate.obstacle.empty()) {
      report(candidate.firstWrite, diag::ReductionMissed, {name, kernel, candidate.obstacle});
      continue;
    }
    report(candidate.firstWrite, diag::ReductionFound,
           {name, kernel, describe(candidate.matches.front().kind).str()});
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
