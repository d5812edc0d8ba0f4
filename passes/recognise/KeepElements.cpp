//===- KeepElements.cpp - Elements that loops update, kept in variables -----------------------===//
//
//   c[i] = 0;                                      float cLocal = 0;
//   for (int k = 0; k < n; k++)                    for (int k = 0; k < n; k++)
//     c[i] += a[k];                           =>     cLocal += a[k];
//   c[i] /= n;                                     cLocal /= n;
//                                                  c[i] = cLocal;
//
//   for (int k = 0; k < n; k++)                    if (n > 0) {
//     c[i] += a[k];                                  float cLocal = c[i];
//                                             =>     for (int k = 0; k < n; k++)
//                                                      cLocal += a[k];
//                                                    c[i] = cLocal;
//                                                  }
//
// The variable has what the element had in each iteration of the loop, so that a sum keeps the
// order of the source. Where only the loop says that the element is there, it is read and written
// if the loop runs. Where a condition in the loop says so as well, it is read when it is changed
// first, and written if it was changed:
//
//   for (int k = 0; k < n; k++)                    bool cChanged = false;
//     if (a[k] > 0)                                float cLocal;
//       c[i] += a[k];                       =>     for (int k = 0; k < n; k++)
//                                                    if (a[k] > 0) {
//                                                      if (!cChanged) {
//                                                        cLocal = c[i];
//                                                        cChanged = true;
//                                                      }
//                                                      cLocal += a[k];
//                                                    }
//                                                  if (cChanged)
//                                                    c[i] = cLocal;
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/values/CountedLoops.h"
#include "analysis/values/Expressions.h"
#include "ir/Places.h"
#include "ir/Recognisers.h"
#include "passes/Passes.h"
#include "passes/SharedRoots.h"
#include "transforms/Expressions.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_KEEPELEMENTS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {

/// An element of a buffer, or a part of one, as a loop names it.
struct Element {
  Value place;
  PlacePath path;
};

/// Statements of one block, from the first to the last one that uses an element.
struct Stretch {
  Operation *first, *last;
  Operation *lastWrite; ///< the last one of them that may change the element
  /// The first statement gives the element a value that does not depend on the one before.
  AssignOp initial;
  bool isTouched; ///< the element is there, whether loops run or not
};

struct KeepElementsPass : vkm::impl::KeepElementsBase<KeepElementsPass> {
  void runOnOperation() override;
};

} // namespace

//===------------------------------------------------------------------------------------------===//
// Accesses
//===------------------------------------------------------------------------------------------===//

/// Whether all that an operation does to the memory of an element it does by the element's name.
static bool namesOnly(Operation *op, const Element &element) {
  WalkResult result = op->walk([&](Operation *inner) {
    if (Value place = getAccessedPlace(inner))
      return WalkResult(success(!getPlacePath(place).overlaps(element.path) ||
                                isSameExpression(place, element.place)));
    if (inner->getNumRegions() > 0 && !isa<ReductionOpInterface>(inner))
      return WalkResult::advance();
    EffectSet effects = getEffects(inner);
    return WalkResult(
        success(!effects.readsAny(element.path.root) && !effects.writesAny(element.path.root)));
  });
  return !result.wasInterrupted();
}

/// Whether an operation accesses an element by its name; with `writes`, whether it changes it.
static bool usesElement(Operation *op, const Element &element, bool writes = false) {
  return op
      ->walk([&](Operation *inner) {
        Value place = writes && isa<LoadOp>(inner) ? Value() : getAccessedPlace(inner);
        return WalkResult(failure(place && isSameExpression(place, element.place)));
      })
      .wasInterrupted();
}

/// Whether control may go on elsewhere than behind an operation, or waits in it.
static bool leaves(Operation *op) {
  return op
      ->walk([&](Operation *inner) {
        if (isa<BreakOp, ContinueOp, ReturnOp>(inner)) {
          Operation *target = getJumpTarget(inner);
          return WalkResult(success(target && op->isAncestor(target)));
        }
        return WalkResult(success(inner->getNumRegions() > 0 || !getEffects(inner).ordered));
      })
      .wasInterrupted();
}

/// Whether an operation changes what the name of an element is made of.
static bool changesName(Operation *op, const Element &element) {
  EffectSet effects = getEffects(op);
  std::function<bool(Value)> isChanged = [&](Value value) {
    Operation *from = value.getDefiningOp();
    if (!from)
      return false;
    auto load = dyn_cast<LoadOp>(from);
    return (load && effects.writesAny(getRoot(load.getRef()))) ||
           llvm::any_of(from->getOperands(), isChanged);
  };
  return isChanged(element.place);
}

/// Whether the statements of a block use an element in any case. Loops of which that depends are
/// collected, if there is a list for them: they have to run once.
static bool touches(Block &block, const Element &element, SmallVectorImpl<ForOp> *loops);

static bool touches(Operation *op, const Element &element, SmallVectorImpl<ForOp> *loops) {
  if (Value place = getAccessedPlace(op))
    return isSameExpression(place, element.place);
  if (auto branch = dyn_cast<IfOp>(op))
    return !branch.getElseRegion().empty() &&
           touches(branch.getThenRegion().front(), element, nullptr) &&
           touches(branch.getElseRegion().front(), element, nullptr);
  if (auto loop = dyn_cast<DoWhileOp>(op))
    return touches(loop.getBody().front(), element, loops);
  auto loop = dyn_cast<ForOp>(op);
  if (!loop)
    return false;
  if (getTrips(loop).value_or(0) > 0)
    return touches(loop.getBody().front(), element, loops);
  if (!loops || !touches(loop.getBody().front(), element, loops))
    return false;
  loops->push_back(loop);
  return true;
}

static bool touches(Block &block, const Element &element, SmallVectorImpl<ForOp> *loops) {
  for (Operation &op : block) {
    if (touches(&op, element, loops))
      return true;
    if (leaves(&op))
      return false;
  }
  return false;
}

//===------------------------------------------------------------------------------------------===//
// Stretches
//===------------------------------------------------------------------------------------------===//

/// The statements around a loop that may use the variable as well, if one of them uses the element
/// in any case; else the loop alone.
static Stretch findStretch(Operation *loop, const Element &element) {
  Stretch stretch{loop, loop, loop, {}, touches(loop, element, nullptr)};
  auto goesOn = [&](Operation *op) {
    return op && !leaves(op) && namesOnly(op, element) && !changesName(op, element);
  };
  for (Operation *op = loop->getPrevNode(); goesOn(op); op = op->getPrevNode()) {
    if (!usesElement(op, element))
      continue;
    stretch.first = op;
    stretch.isTouched |= touches(op, element, nullptr);
    // Its value is computed before.
    if (auto assign = dyn_cast<AssignOp>(op)) {
      stretch.initial = assign;
      break;
    }
  }
  for (Operation *op = loop->getNextNode(); goesOn(op); op = op->getNextNode()) {
    if (!usesElement(op, element))
      continue;
    stretch.last = op;
    if (usesElement(op, element, /*writes=*/true))
      stretch.lastWrite = op;
    stretch.isTouched |= touches(op, element, nullptr);
  }
  return stretch.isTouched ? stretch : Stretch{loop, loop, loop, {}, false};
}

/// What the source calls an element: "sums", "cellsMass" of `cells[i].mass`.
static std::string getName(const Element &element) {
  std::string name = getRootName(element.path.root).str();
  for (Attribute step : element.path.path)
    if (auto member = dyn_cast_or_null<StringAttr>(step)) {
      name += llvm::toUpper(member.getValue().front());
      name += member.getValue().drop_front();
    }
  return name;
}

/// The last store behind a statement, so that variables are stored in the order of their
/// declaration.
using LastStores = llvm::DenseMap<Operation *, Operation *>;

/// Puts a variable in the place of an element.
static void keepInVariable(const Stretch &stretch, const Element &element, LastStores &stores) {
  OpBuilder builder(stretch.first);
  Location loc = stretch.initial ? AssignOp(stretch.initial).getLoc() : stretch.first->getLoc();
  IRMapping before, behind;
  Value initial = stretch.initial
                      ? AssignOp(stretch.initial).getValue()
                      : buildLoad(builder, loc, cloneExpression(builder, element.place, before));
  auto variable = builder.create<VarOp>(loc, RefType::get(initial.getType()),
                                        getName(element) + "Local", initial, /*is_const=*/false);
  Operation *&last = stores.try_emplace(stretch.lastWrite, stretch.lastWrite).first->second;
  builder.setInsertionPointAfter(last);
  Value place = cloneExpression(builder, element.place, behind);
  Operation *store = builder.create<AssignOp>(loc, place, buildLoad(builder, loc, variable));
  last = store;
  SmallVector<Operation *> accesses;
  for (Operation *op = stretch.first;; op = op->getNextNode()) {
    if (op == store)
      continue;
    op->walk([&](Operation *inner) {
      if (Value own = getAccessedPlace(inner); own && isSameExpression(own, element.place))
        accesses.push_back(inner);
    });
    if (op == stretch.last)
      break;
  }
  for (Operation *access : accesses)
    access->setOperand(0, variable);
  if (AssignOp assign = stretch.initial) {
    if (Attribute comment = assign->getAttr(kCommentAttr))
      variable->setAttr(kCommentAttr, comment);
    assign.erase();
  }
}

//===------------------------------------------------------------------------------------------===//
// Elements that a loop may leave alone
//===------------------------------------------------------------------------------------------===//

/// The first access to an element in each block of a loop, if each of them changes the element, and
/// nothing that may lead elsewhere stands between. None otherwise.
static SmallVector<Operation *> findChanges(Operation *loop, const Element &element) {
  SmallVector<Operation *> firsts;
  llvm::SmallPtrSet<Block *, 4> seen;
  WalkResult walk = loop->walk<WalkOrder::PreOrder>([&](Operation *op) {
    Value place = getAccessedPlace(op);
    if (!place || !isSameExpression(place, element.place) || !seen.insert(op->getBlock()).second)
      return WalkResult::advance();
    if (!holdsStatements(*op->getParentRegion()))
      return WalkResult::interrupt();
    firsts.push_back(op);
    for (; op; op = op->getNextNode()) {
      Value changed = isa<AssignOp, UpdateOp>(op) ? getAccessedPlace(op) : Value();
      if (changed && isSameExpression(changed, element.place))
        return WalkResult::advance();
      if (op->getNumRegions() > 0 || getEffects(op).ordered)
        break;
    }
    return WalkResult::interrupt();
  });
  return walk.wasInterrupted() ? SmallVector<Operation *>() : firsts;
}

/// Puts a variable in the place of an element that a loop may neither read nor write.
static void keepWhereChanged(Operation *loop, const Element &element, ArrayRef<Operation *> firsts,
                             LastStores &stores) {
  SmallVector<Operation *> accesses;
  loop->walk([&](Operation *op) {
    if (Value own = getAccessedPlace(op); own && isSameExpression(own, element.place))
      accesses.push_back(op);
  });
  OpBuilder builder(loop);
  Location loc = firsts.front()->getLoc();
  auto boolean = [&](OpBuilder &at, bool value) -> Value {
    return at.create<ConstantOp>(loc, at.getBoolAttr(value));
  };
  Type type = cast<RefType>(element.place.getType()).getPointee();
  std::string name = getName(element);
  auto changed = builder.create<VarOp>(loc, RefType::get(builder.getI1Type()), name + "Changed",
                                       boolean(builder, false), /*is_const=*/false);
  auto variable = builder.create<VarOp>(loc, RefType::get(type), name + "Local", Value(),
                                        /*is_const=*/false);
  for (Operation *first : firsts) {
    // Before the statement that the access belongs to.
    Operation *statement = first;
    while (Operation *before = statement->getPrevNode()) {
      if (!before->hasTrait<VkmExpression>())
        break;
      statement = before;
    }
    OpBuilder at(statement);
    if (!isa<AssignOp>(first)) {
      Value isFirst =
          at.create<UnaryOp>(loc, at.getI1Type(), UnaryKind::Not, buildLoad(at, loc, changed));
      auto branch = at.create<IfOp>(loc, isFirst);
      at = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
      IRMapping mapping;
      Value value = buildLoad(at, loc, cloneExpression(at, element.place, mapping));
      at.create<AssignOp>(loc, variable, value);
    }
    at.create<AssignOp>(loc, changed, boolean(at, true));
  }
  Operation *&last = stores.try_emplace(loop, loop).first->second;
  builder.setInsertionPointAfter(last);
  auto branch = builder.create<IfOp>(loc, buildLoad(builder, loc, changed));
  last = branch;
  OpBuilder inside = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
  IRMapping mapping;
  Value place = cloneExpression(inside, element.place, mapping);
  inside.create<AssignOp>(loc, place, buildLoad(inside, loc, variable));
  for (Operation *access : accesses)
    access->setOperand(0, variable);
}

//===------------------------------------------------------------------------------------------===//
// Loops
//===------------------------------------------------------------------------------------------===//

/// Whether a place is an element of a buffer or of an array in class data, or a part of one.
static bool isOfElement(Value place) {
  if (isInBuffer(place))
    return true;
  bool hasIndex = false;
  while (isa_and_nonnull<MemberOp, ElementOp>(place.getDefiningOp())) {
    hasIndex |= isa<ElementOp>(place.getDefiningOp());
    place = place.getDefiningOp()->getOperand(0);
  }
  return hasIndex && isa_and_nonnull<FieldRefOp>(place.getDefiningOp());
}

/// The elements that a loop writes and that it names alike in all of its iterations.
static SmallVector<Element> findElements(Operation *loop) {
  SmallVector<Element> elements;
  EffectSet effects = getEffects(loop);
  loop->walk([&](Operation *op) {
    Value place = isa<AssignOp, UpdateOp>(op) ? getAccessedPlace(op) : Value();
    if (!place || !isOfElement(place) || !isInvariant(place, loop, effects))
      return;
    Type type = cast<RefType>(place.getType()).getPointee();
    bool isKnown = llvm::any_of(
        elements, [&](const Element &other) { return isSameExpression(other.place, place); });
    if (isa<IntegerType, FloatType, VecType, MatType>(type) && !isKnown)
      elements.push_back({place, getPlacePath(place)});
  });
  llvm::erase_if(elements, [&](const Element &element) { return !namesOnly(loop, element); });
  return elements;
}

/// `n > 0`: whether a loop runs once at least; null where that is not known before it.
static Value buildRuns(OpBuilder &builder, ForOp loop, Operation *around) {
  std::optional<CountedLoop> header = matchCountedLoop(loop);
  EffectSet effects = getEffects(around);
  if (!header || !isInvariant(header->bound, around, effects) ||
      !isInvariant(loop.getInit(), around, effects))
    return {};
  IRMapping mapping;
  Location loc = loop.getLoc();
  Value bound = cloneExpression(builder, header->bound, mapping);
  Value first = cloneExpression(builder, loop.getInit(), mapping);
  first = builder.createOrFold<CastOp>(loc, bound.getType(), first);
  if (getConstantInt(loop.getInit()))
    return builder.create<CmpOp>(loc, swapOperands(header->predicate), bound, first);
  return builder.create<CmpOp>(loc, header->predicate, first, bound);
}

/// Puts `if (n > 0)` around a loop that uses its elements if all of `loops` run; false where that
/// is not known before it.
static bool guard(ForOp loop, ArrayRef<ForOp> loops) {
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  Value condition;
  for (ForOp one : llvm::reverse(loops)) { // the outermost first
    OpBuilder at = builder;
    AndOp both;
    if (condition) {
      both = builder.create<AndOp>(loc, builder.getI1Type(), condition);
      at = OpBuilder::atBlockEnd(&both.getRhs().emplaceBlock());
    }
    Value runs = buildRuns(at, one, loop);
    if (!runs)
      return false;
    if (both)
      at.create<YieldOp>(loc, runs);
    condition = both ? Value(both) : runs;
  }
  auto branch = builder.create<IfOp>(loc, condition);
  Block &inside = branch.getThenRegion().front();
  loop->moveBefore(&inside, inside.end());
  return true;
}

static void keepElements(Operation *loop) {
  if (leaves(loop))
    return;
  SmallVector<Element> unsure;
  LastStores stores;
  for (const Element &element : findElements(loop)) {
    Stretch stretch = findStretch(loop, element);
    if (stretch.isTouched)
      keepInVariable(stretch, element, stores);
    else
      unsure.push_back(element);
  }
  auto counted = dyn_cast<ForOp>(loop);
  SmallVector<ForOp> needed;
  SmallVector<Element> maybe;
  for (const Element &element : unsure) {
    SmallVector<ForOp> loops;
    if (!counted || !touches(loop, element, &loops)) {
      maybe.push_back(element);
      continue;
    }
    if (needed.empty() ? !guard(counted, loops) : needed != loops)
      continue;
    if (needed.empty())
      stores.clear(); // those behind the branch
    needed = loops;
    keepInVariable({loop, loop, loop, {}, true}, element, stores);
  }
  for (const Element &element : maybe)
    if (SmallVector<Operation *> firsts = findChanges(loop, element); !firsts.empty())
      keepWhereChanged(loop, element, firsts, stores);
}

void KeepElementsPass::runOnOperation() {
  if (!beginRecogniser(getOperation(), getArgument()))
    return;
  getOperation().walk([](GridOp grid) {
    if (grid->hasAttr(kWritesAlikeAttr))
      return;
    // The outermost loop comes first: inner loops then find in a variable what it keeps.
    SmallVector<Operation *> loops;
    grid.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<LoopOpInterface>(op))
        loops.push_back(op);
    });
    for (Operation *loop : loops)
      keepElements(loop);
    if (!loops.empty())
      eraseDeadExpressions(grid.getBody());
  });
}
