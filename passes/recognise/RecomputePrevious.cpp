//===- RecomputePrevious.cpp - Iterations compute what the one before them has kept -----------===//
//
//   grid (i < n) {                          grid (i < n) {
//     out[i] = a[i] - last;                   int last = i > 0 ? a[i - 1] : before;
//     last = a[i];                    =>      out[i] = a[i] - last;
//   }                                       }
//                                           once { if (0 < n) last = a[n - 1]; }
//
// A variable that each iteration sets, to a value that no iteration changes the memory of, holds
// that value of the iteration before. Computed again, it makes iterations independent, where a
// running total takes three dispatches.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/values/Affine.h"
#include "analysis/values/Expressions.h"
#include "ir/EffectLedger.h"
#include "ir/HostCode.h"
#include "ir/Recognisers.h"
#include "ir/VkmAttributes.h"
#include "passes/Passes.h"
#include "passes/recognise/RunningCandidates.h"
#include "passes/recognise/ValuesBefore.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_RECOMPUTEPREVIOUS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct RecomputePreviousPass : vkm::impl::RecomputePreviousBase<RecomputePreviousPass> {
  void runOnOperation() override;
};

/// Works on one grid.
class PreviousFinder {
public:
  explicit PreviousFinder(GridOp grid)
      : grid(grid), kernel(grid->getParentOfType<KernelOp>()),
        parent(grid->getParentOfType<ClassOp>()) {}
  void run();

private:
  bool canRecompute(AssignOp assign);
  bool isComputable(AssignOp assign, const PlacePath &path);
  bool isMovedToFront(const Root &root);
  Value buildBefore(AffineAnalysis &analysis, AssignOp assign, const PlacePath &path);
  Value findInitial(const PlacePath &path);
  bool staysAsItIs(Value initial);
  Value buildInitial(OpBuilder &at, Location loc, Value initial, const PlacePath &path);
  bool leadsThere(AffineAnalysis &analysis, Value initial, Value value);
  bool isReadElsewhere(const PlacePath &path);
  void setBehind(AssignOp assign, const PlacePath &path);
  void eraseUnread(FieldOp field);
  void keepInStatement(FieldOp field);
  void recompute(AssignOp assign);

  GridOp grid;
  KernelOp kernel;
  ClassOp parent;
};
} // namespace

/// Whether the loop moves elements of an array to its front, and reads but those at its counter: a
/// later iteration finds in each what was there before the loop (RecogniseCompactions.cpp says of
/// such a loop whether that is so).
bool PreviousFinder::isMovedToFront(const Root &root) {
  llvm::DenseSet<Attribute> totals;
  grid.walk([&](UpdateOp update) {
    Root counted = getRoot(update.getRef());
    if (counted.symbol && update.getKind() == BinaryKind::Add &&
        isa<IntegerType>(update.getValue().getType()))
      totals.insert(counted.symbol);
  });
  auto isAllowed = [&](Operation *op) {
    Value place = getAccessedPlace(op);
    if (!place || !mayAlias(getRoot(place), root))
      return true;
    auto element = place.getDefiningOp<DerefOp>();
    if (!element || getRoot(place) != root)
      return false;
    if (isa<LoadOp>(op))
      return element.getIndex() == grid.getBody().getArgument(0);
    auto total = element.getIndex().getDefiningOp<LoadOp>();
    return total && isa<AssignOp>(op) && totals.contains(getRoot(total.getRef()).symbol);
  };
  return !grid.walk([&](Operation *op) {
                return isAllowed(op) ? WalkResult::advance() : WalkResult::interrupt();
              })
              .wasInterrupted();
}

/// Whether an expression is as long as what it spares, or made of choices, which would be made of
/// choices in turn when it is computed again: but for a value that is one choice, as that of the
/// iteration before is.
static bool isInvolved(Value value) {
  constexpr size_t mostReads = 16;
  auto top = lookThroughVariables(value).getDefiningOp<SelectOp>();
  size_t reads = 0;
  bool hasChoice = false;
  walkExpression(value, [&](Operation *op) {
    reads += isa<LoadOp>(op);
    hasChoice |= isa<SelectOp>(op) && !(top && top->isAncestor(op));
  });
  return hasChoice || reads > mostReads;
}

/// Whether the value that an iteration sets can be computed by the next one: no iteration changes
/// what it is made of.
bool PreviousFinder::isComputable(AssignOp assign, const PlacePath &path) {
  EffectSet effects;
  SmallVector<PlacePath> written = {path};
  grid.walk([&](Operation *op) {
    // A jump behind it ends the iteration, and no more.
    if (op == assign || op->getNumRegions() > 0 || isa<ContinueOp, BreakOp>(op))
      return;
    // Of members, other parts may change.
    PlacePath own;
    if (isa<AssignOp, UpdateOp>(op))
      own = getPlacePath(op->getOperand(0));
    if (own.root.symbol && own.isExact())
      written.push_back(own);
    else
      effects.add(getEffects(op));
  });
  if (effects.ordered || effects.writesAny(path.root))
    return false;
  bool areKept = true;
  walkExpression(assign.getValue(), [&](Operation *op) {
    auto load = dyn_cast<LoadOp>(op);
    areKept &= !load || llvm::none_of(written, [&](const PlacePath &other) {
      return other.overlaps(getPlacePath(load.getRef()));
    });
  });
  return areKept && !findRead(assign.getValue(), [&](const Root &root) {
           return !effects.writesAny(root) || isMovedToFront(root);
         });
}

/// Whether a field is read where the grid cannot see it: it has to hold what the last iteration
/// sets.
bool PreviousFinder::isReadElsewhere(const PlacePath &path) {
  if (!parent.lookupField(path.root.symbol.getValue()).getTemporary())
    return true;
  return kernel
      .walk<WalkOrder::PreOrder>([&](Operation *op) {
        if (op == grid)
          return WalkResult::skip();
        bool reads = isa<LoadOp, UpdateOp>(op) && getRoot(op->getOperand(0)) == path.root;
        return reads ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

bool PreviousFinder::canRecompute(AssignOp assign) {
  PlacePath path = getPlacePath(assign.getRef());
  // Something reads what the iteration before has left.
  std::optional<SmallVector<LoadOp>> reads = findReadsBeside(grid, assign);
  bool isReadBefore =
      reads && llvm::any_of(*reads, [&](LoadOp load) {
        return grid.getBody().findAncestorOpInRegion(*load)->isBeforeInBlock(assign);
      });
  if (!isReadBefore || endsBefore(grid, assign) || isInvolved(assign.getValue()) ||
      !isComputable(assign, path))
    return false;
  // Behind the loop an array that has moved no longer has the element.
  bool isKept = !findRead(assign.getValue(), [&](const Root &root) {
    return root == path.root || !getEffects(grid.getBody()).writesAny(root);
  });
  return isKept || !isReadElsewhere(path);
}

/// What the place holds when the first iteration begins; null where that is not known.
Value PreviousFinder::findInitial(const PlacePath &path) {
  Value value = findValueOfFirst(grid, path);
  return value ? lookThroughVariables(value) : Value();
}

/// Whether a value from in front of the grid can be computed in its iterations, or behind them.
bool PreviousFinder::staysAsItIs(Value initial) {
  return keepsUntil(grid, initial, /*isInside=*/true) &&
         !lookThroughVariables(initial).getDefiningOp<SelectOp>();
}

/// `i - 1 - 1` and `i - 1 > 0` become `i - 2` and `i > 1`: what is computed again may be computed
/// for the iteration before already. Of counters with a sign, which do not wrap.
static void foldDistances(Operation *expression, Value counter) {
  if (!counter.getType().isSignedInteger())
    return;
  constexpr int64_t most = 1 << 20;
  auto findDistance = [&](Value value) -> std::optional<int64_t> {
    auto binary = value.getDefiningOp<BinaryOp>();
    bool isLess = binary && binary.getKind() == BinaryKind::Sub && binary.getLhs() == counter;
    return isLess ? getConstantInt(binary.getRhs()) : std::nullopt;
  };
  expression->walk([&](Operation *op) {
    auto binary = dyn_cast<BinaryOp>(op);
    auto compare = dyn_cast<CmpOp>(op);
    if ((!binary || binary.getKind() != BinaryKind::Sub) &&
        (!compare || compare.getKind() != CmpKind::Gt))
      return;
    std::optional<int64_t> distance = findDistance(op->getOperand(0)),
                           number = getConstantInt(op->getOperand(1));
    if (!distance || !number || std::abs(*distance) > most || std::abs(*number) > most)
      return;
    OpBuilder at(op);
    op->setOperand(0, counter);
    op->setOperand(1, at.create<ConstantOp>(
                          op->getLoc(), at.getIntegerAttr(counter.getType(), *number + *distance)));
  });
}

/// Whether the value in front of the grid is the one that an iteration before the first would set:
/// the same element of an array, by its index.
bool PreviousFinder::leadsThere(AffineAnalysis &analysis, Value initial, Value value) {
  auto first = initial.getDefiningOp<LoadOp>();
  auto own = lookThroughVariables(value).getDefiningOp<LoadOp>();
  if (!first || !own || getRoot(first.getRef()) != getRoot(own.getRef()))
    return false;
  auto from = first.getRef().getDefiningOp<DerefOp>();
  auto element = own.getRef().getDefiningOp<DerefOp>();
  const Counter *counter = analysis.getCounter(grid, 0);
  if (!from || !element || !counter)
    return false;
  std::optional<Polynomial> there = analysis.evaluate(from.getIndex());
  std::optional<Polynomial> here = analysis.evaluate(element.getIndex());
  if (!there || !here)
    return false;
  Polynomial before = here->substitute(counter->symbol, Polynomial(-1));
  return before.isValid() && before == *there;
}

/// `i > 0 ? (i > 1 ? a : b) : b` is `i > 1 ? a : b`.
static Value foldAlike(Value value) {
  auto outer = value.getDefiningOp<SelectOp>();
  auto inner = outer ? getYielded(outer.getWhenTrue()).getDefiningOp<SelectOp>() : SelectOp();
  auto first = outer ? outer.getCondition().getDefiningOp<CmpOp>() : CmpOp();
  auto second = inner ? inner.getCondition().getDefiningOp<CmpOp>() : CmpOp();
  if (!second || !first || first.getKind() != CmpKind::Gt || second.getKind() != CmpKind::Gt ||
      first.getLhs() != second.getLhs() ||
      !isSameExpression(getYielded(outer.getWhenFalse()), getYielded(inner.getWhenFalse())))
    return value;
  std::optional<int64_t> low = getConstantInt(first.getRhs()),
                         high = getConstantInt(second.getRhs());
  if (!low || !high || *high < *low)
    return value;
  OpBuilder at(outer);
  IRMapping mapping;
  Value folded = cloneWithoutVariables(at, inner.getResult(), mapping);
  outer.erase();
  return folded;
}

/// What the place holds when the first iteration begins; `initial` is known of it.
Value PreviousFinder::buildInitial(OpBuilder &at, Location loc, Value initial,
                                   const PlacePath &path) {
  IRMapping mapping;
  if (initial && staysAsItIs(initial))
    return cloneWithoutVariables(at, initial, mapping);
  FieldOp field = parent.lookupField(path.root.symbol.getValue());
  return buildLoad(at, loc, buildFieldPlace(at, loc, field, path.path));
}

/// What the iteration before has set, or the place holds in front of the grid.
Value PreviousFinder::buildBefore(AffineAnalysis &analysis, AssignOp assign,
                                  const PlacePath &path) {
  OpBuilder at = OpBuilder::atBlockBegin(&grid.getBody().front());
  Location loc = assign.getLoc();
  Value counter = grid.getBody().getArgument(0);
  auto buildPrevious = [&](OpBuilder &in) {
    Value one = in.create<ConstantOp>(loc, in.getIntegerAttr(counter.getType(), 1));
    IRMapping mapping;
    mapping.map(counter,
                in.create<BinaryOp>(loc, counter.getType(), BinaryKind::Sub, counter, one));
    return cloneWithoutVariables(in, assign.getValue(), mapping);
  };
  Value initial = findInitial(path);
  if (initial && keepsUntil(grid, initial, /*isInside=*/false) &&
      leadsThere(analysis, initial, assign.getValue()))
    return buildPrevious(at);
  Value isLater = at.create<CmpOp>(loc, CmpKind::Gt, counter, buildLower(at, grid));
  Value before = buildSelect(at, loc, assign.getValue().getType(), isLater, buildPrevious,
                             [&](OpBuilder &in) { return buildInitial(in, loc, initial, path); });
  foldDistances(before.getDefiningOp(), counter);
  return foldAlike(before);
}

/// Behind the grid the place gets what the last iteration sets, or keeps what there was.
void PreviousFinder::setBehind(AssignOp assign, const PlacePath &path) {
  Location loc = assign.getLoc();
  FieldOp field = parent.lookupField(path.root.symbol.getValue());
  auto buildLast = [&](OpBuilder &in, Value last) {
    IRMapping mapping;
    mapping.map(grid.getBody().getArgument(0), last);
    return cloneWithoutVariables(in, assign.getValue(), mapping);
  };
  Value last;
  IfOp branch = buildIfIterates(grid, /*isBehind=*/true, last);
  // A variable of the kernel's need not be set in front of the loop for that.
  Value initial = findValueBefore(grid, path);
  if (field.getTemporary() && initial && staysAsItIs(initial)) {
    OpBuilder at(branch);
    Value value = buildSelect(
        at, loc, initial.getType(), branch.getCondition(),
        [&](OpBuilder &in) {
          IRMapping mapping;
          return buildLast(in, cloneExpression(in, last, mapping));
        },
        [&](OpBuilder &in) {
          IRMapping mapping;
          return cloneWithoutVariables(in, initial, mapping);
        });
    at.create<AssignOp>(loc, buildFieldPlace(at, loc, field, path.path), value);
    branch.erase();
    return;
  }
  OpBuilder inner = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
  inner.create<AssignOp>(loc, buildFieldPlace(inner, loc, field, path.path),
                         buildLast(inner, last));
}

/// The statement at the top of a kernel that an operation is in, or is.
static Operation *findTop(KernelOp kernel, Operation *op) {
  return kernel.getBody().findAncestorOpInRegion(*op);
}

/// Whether an operation runs behind a statement that runs once, or one inside of it.
static bool runsBehind(KernelOp kernel, Operation *op, Operation *statement) {
  Operation *top = findTop(kernel, op), *own = findTop(kernel, statement);
  if (top != own)
    return own->isBeforeInBlock(top);
  Block &block = cast<OnceOp>(own).getBody().front();
  return block.findAncestorOpInBlock(*statement)->isBeforeInBlock(block.findAncestorOpInBlock(*op));
}

/// A variable of the kernel's is set only where something reads it before it is set again; one that
/// nothing reads goes.
void PreviousFinder::eraseUnread(FieldOp field) {
  if (!field.getTemporary())
    return;
  SmallVector<Operation *> reads, sets, always;
  kernel.walk([&](FieldRefOp place) {
    if (place.getField() == field.getSymName())
      for (Operation *user : place->getUsers()) {
        bool isOnce = isa<AssignOp>(user) && isa<OnceOp>(findTop(kernel, user));
        (isOnce ? sets : reads).push_back(user);
        if (isOnce && user->getParentOp() == findTop(kernel, user))
          always.push_back(user);
      }
  });
  llvm::erase_if(sets, [&](Operation *set) {
    return llvm::any_of(reads, [&](Operation *read) {
      return runsBehind(kernel, read, set) && llvm::none_of(always, [&](Operation *other) {
               return other != set && runsBehind(kernel, other, set) &&
                      runsBehind(kernel, read, other);
             });
    });
  });
  for (Operation *set : sets) {
    auto branch = dyn_cast<IfOp>(set->getParentOp());
    set->erase();
    bool isEmpty = branch && branch.getElseRegion().empty() &&
                   llvm::all_of(branch.getThenRegion().front(),
                                [](Operation &op) { return op.hasTrait<VkmExpression>(); });
    if (isEmpty)
      branch.erase();
  }
  SmallVector<OnceOp> statements(kernel.getBody().getOps<OnceOp>());
  for (OnceOp once : statements) {
    eraseDeadExpressions(once.getBody());
    if (once.getBody().front().empty())
      once.erase();
  }
  eraseDeadExpressions(kernel.getBody());
  keepInStatement(field);
}

/// A variable that one statement alone uses, which sets it first, is one of that statement.
void PreviousFinder::keepInStatement(FieldOp field) {
  SmallVector<FieldRefOp> places;
  kernel.walk([&](FieldRefOp place) {
    if (place.getField() == field.getSymName())
      places.push_back(place);
  });
  if (places.empty()) {
    field.erase();
    return;
  }
  Operation *own = findTop(kernel, places.front());
  auto set = dyn_cast<AssignOp>(*places.front()->user_begin());
  if (!set || !isa<OnceOp>(own) || set->getParentOp() != own)
    return;
  bool isSetAgain = false;
  for (FieldRefOp place : places)
    for (Operation *user : place->getUsers()) {
      bool isBehind = findTop(kernel, user) == own && runsBehind(kernel, user, set);
      if (user != set && (!isBehind || !isa<LoadOp, AssignOp>(user)))
        return;
      isSetAgain |= isa<AssignOp>(user) && user != set;
    }
  OpBuilder at(set);
  auto variable =
      at.create<VarOp>(set.getLoc(), RefType::get(field.getType()),
                       nameVariable(grid, getPlacePath(set.getRef())), set.getValue(), !isSetAgain);
  for (FieldRefOp place : places)
    place.getResult().replaceAllUsesWith(variable.getRef());
  set.erase();
  for (FieldRefOp place : places)
    place.erase();
  field.erase();
}

void PreviousFinder::recompute(AssignOp assign) {
  PlacePath path = getPlacePath(assign.getRef());
  FieldOp field = parent.lookupField(path.root.symbol.getValue());
  Location loc = assign.getLoc();
  if (isReadElsewhere(path))
    setBehind(assign, path);
  std::string name = nameVariable(grid, path);
  SmallVector<LoadOp> reads = *findReadsBeside(grid, assign);
  SmallVector<Value> lvalues = findLvalues(grid, path, /*overlaps=*/false);
  AffineAnalysis analysis(kernel);
  Value before = buildBefore(analysis, assign, path);
  OpBuilder at(before.getDefiningOp()->getBlock(), ++before.getDefiningOp()->getIterator());
  bool isReadBehind = llvm::any_of(reads, [&](LoadOp load) {
    return assign->isBeforeInBlock(grid.getBody().findAncestorOpInRegion(*load));
  });
  auto variable =
      at.create<VarOp>(loc, RefType::get(before.getType()), name, before, !isReadBehind);
  for (Value lvalue : lvalues)
    lvalue.replaceAllUsesWith(variable.getRef());
  if (Attribute comment = assign->getAttr(kCommentAttr); comment && !isReadBehind)
    variable->setAttr(kCommentAttr, comment);
  if (!isReadBehind)
    assign.erase();
  eraseDeadExpressions(grid.getBody());
  eraseUnread(field);
}

void PreviousFinder::run() {
  if (!countsUp(grid) || grid.getSteps()[0] != 1)
    return;
  // What is made of another one, as `before = last;` in front of `last = a[i];`, can be computed
  // when that one has been.
  for (bool hasChanged = true; hasChanged;) {
    hasChanged = false;
    SmallVector<AssignOp> assigns(grid.getBody().getOps<AssignOp>());
    for (AssignOp assign : assigns)
      if (canRecompute(assign)) {
        recompute(assign);
        hasChanged = true;
        break;
      }
  }
}

void RecomputePreviousPass::runOnOperation() {
  if (!beginRecogniser(getOperation(), getArgument()))
    return;
  forEachOpenGrid(getOperation(), [](GridOp grid) { PreviousFinder(grid).run(); });
}
