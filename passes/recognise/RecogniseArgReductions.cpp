//===- RecogniseArgReductions.cpp - Smallest and largest values with what belongs to them ----===//
//
//   if (x < m_least) {                     =>   vkm.arg_reduce min first @m_least, %x {
//     m_least = x;                                vkm.carry @m_where, %i
//     m_where = i;                              }
//   }
//
//   if (p.mass > m_best.mass) m_best = p   =>   vkm.arg_reduce max first @m_best["mass"], ... {
//                                                 vkm.carry @m_best["x"], ...
//                                               }
//
//   if (a[i] < a[m_where]) m_where = i     =>   m_whereValue = a[m_where] before the grid, and
//                                               vkm.arg_reduce min first @m_whereValue, a[i] {
//                                                 vkm.carry @m_where, %i
//                                               }
//
//   if (c && m_first < 0) m_first = i      =>   m_firstIteration = m_first < 0 ? INT_MAX : INT_MIN
//                                               before the grid, and, where c holds,
//                                               vkm.arg_reduce min first @m_firstIteration, %i {
//                                                 vkm.carry @m_first, %i
//                                               }
//
// `<` and `>` keep the first of equal values, `<=` and `>=` the last. A group of places is reduced
// if every access to them in the grid is part of such a statement, and all statements agree.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/accesses/Accesses.h"
#include "analysis/accesses/MemoryAccesses.h"
#include "analysis/patterns/ReductionForms.h"
#include "analysis/values/Expressions.h"
#include "analysis/values/GridShape.h"
#include "device/Builders.h"
#include "ir/EffectLedger.h"
#include "ir/HostCode.h"
#include "ir/Places.h"
#include "ir/Recognisers.h"
#include "ir/VkmAttributes.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_RECOGNISEARGREDUCTIONS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

// Each thread keeps a value for each of the places, and a workgroup's share of shared memory holds
// one for each thread.
static constexpr size_t kMaxPlaces = 64;

namespace {

/// A number, vector or matrix that a statement writes: a place, or a part of the struct or array
/// that it assigns.
struct Leaf {
  PlacePath path;
  Value value;
};

/// `if (x < m) { m = x; ... }`
struct ArgMatch {
  Operation *statement;
  SmallVector<AssignOp> assigns; ///< the writes that the form accounts for
  PlaceComparison comparison;
  Value guard;   ///< a condition that is evaluated before the comparison, or null
  size_t number; ///< of the leaf that is compared
  SmallVector<Leaf> leaves;

  const PlacePath &getPath() const { return leaves[number].path; }
};

/// The statements of one grid that compare with one place.
struct Group {
  SmallVector<ArgMatch> matches;
  std::string obstacle;
};

struct RecogniseArgReductionsPass
    : vkm::impl::RecogniseArgReductionsBase<RecogniseArgReductionsPass> {
  void runOnOperation() override;
  void runOnGrid(GridOp grid);
};

} // namespace

//===------------------------------------------------------------------------------------------===//
// Leaves
//===------------------------------------------------------------------------------------------===//

/// A part of the value of a place, built where the builder stands.
static Value buildPart(OpBuilder &builder, Location loc, LoadOp load, Attribute step, Type type) {
  Type ref = RefType::get(type);
  Value place;
  if (auto name = dyn_cast<StringAttr>(step)) {
    place = builder.create<MemberOp>(loc, ref, load.getRef(), name);
  } else {
    auto index =
        builder.getIntegerAttr(builder.getIntegerType(32, true), cast<IntegerAttr>(step).getInt());
    place =
        builder.create<ElementOp>(loc, ref, load.getRef(), builder.create<ConstantOp>(loc, index));
  }
  return builder.create<LoadOp>(loc, type, place);
}

/// Adds the numbers, vectors and matrices that a place of `type` holds, which gets `value`; false
/// where there are too many.
static bool addLeaves(OpBuilder &builder, Location loc, const PlacePath &path, Value value,
                      SmallVectorImpl<Leaf> &leaves) {
  Type type = value.getType();
  if (isa<IntegerType, FloatType, VecType, MatType>(type)) {
    leaves.push_back({path, value});
    return leaves.size() <= kMaxPlaces;
  }
  SmallVector<std::pair<Attribute, Type>> parts;
  if (auto array = dyn_cast<ArrayType>(type)) {
    for (int64_t index = 0; index < std::min<int64_t>(array.getLength(), kMaxPlaces + 1); ++index)
      parts.push_back({builder.getI64IntegerAttr(index), array.getElementType()});
  } else {
    RecordOp record = lookupRecord(builder.getBlock()->getParentOp(), cast<RecordType>(type));
    for (MemberAttr member : record.getMembers().getAsRange<MemberAttr>())
      parts.push_back({builder.getStringAttr(member.getName()), member.getType()});
  }
  auto aggregate = value.getDefiningOp<AggregateOp>();
  auto whole = value.getDefiningOp<LoadOp>();
  if (!aggregate && !whole) {
    auto variable = builder.create<VarOp>(loc, RefType::get(type), "taken", value, true);
    whole = builder.create<LoadOp>(loc, type, variable);
  }
  for (auto [index, part] : llvm::enumerate(parts)) {
    PlacePath inner = path;
    inner.path.push_back(part.first);
    Value partValue = aggregate ? aggregate->getOperand(index)
                                : buildPart(builder, loc, whole, part.first, part.second);
    if (!addLeaves(builder, loc, inner, partValue, leaves))
      return false;
  }
  return true;
}

//===------------------------------------------------------------------------------------------===//
// Statements
//===------------------------------------------------------------------------------------------===//

static std::string spell(const PlacePath &path) {
  return spellPlace(path.root.symbol.getValue(), path.path);
}

/// A place of the class that all iterations share.
static bool isPlaceOfField(Operation *from, const PlacePath &path) {
  if (!path.root.symbol || !path.isExact())
    return false;
  FieldOp field = from->getParentOfType<ClassOp>().lookupField(path.root.symbol.getValue());
  return field && !field.getVectorElement();
}

/// The assignments of a branch to places of the class, if it does nothing else.
static std::optional<SmallVector<AssignOp>> collectAssigns(IfOp branch) {
  SmallVector<AssignOp> assigns;
  if (!branch.getElseRegion().empty())
    return std::nullopt;
  for (Operation &op : branch.getThenRegion().front()) {
    auto assign = dyn_cast<AssignOp>(op);
    if (assign && isPlaceOfField(branch, getPlacePath(assign.getRef())))
      assigns.push_back(assign);
    else if (auto variable = dyn_cast<VarOp>(op);
             variable ? !keepsInitialValue(variable) : !isWithoutEffect(&op))
      return std::nullopt;
  }
  return assigns;
}

/// Whether a branch reads a place that it assigns, or a part of one, before it does.
static bool looksAtAssigned(IfOp branch, ArrayRef<AssignOp> assigns) {
  Value condition = branch.getCondition(), behind;
  if (auto both = condition.getDefiningOp<AndOp>())
    behind = cast<YieldOp>(both.getRhs().front().back()).getValue();
  return llvm::any_of(assigns, [&](AssignOp assign) {
    PlacePath path = getPlacePath(assign.getRef());
    return isMadeFrom(condition, path) || (behind && isMadeFrom(behind, path));
  });
}

/// What a branch compares with and carries, if it is such a statement.
static std::optional<ArgMatch> matchBranch(IfOp branch) {
  std::optional<SmallVector<AssignOp>> assigns = collectAssigns(branch);
  if (!assigns)
    return std::nullopt;
  // One that assigns nothing but the number it compares with is no matter of this pass.
  auto isNumber = [](AssignOp assign) {
    return !isa<RecordType, ArrayType>(assign.getValue().getType());
  };
  if (assigns->empty() || (assigns->size() == 1 && isNumber(assigns->front())) ||
      !looksAtAssigned(branch, *assigns))
    return std::nullopt;
  ArgMatch match{branch, *assigns, {}, {}, 0, {}};
  for (AssignOp assign : *assigns) {
    OpBuilder builder(assign);
    if (!addLeaves(builder, assign.getLoc(), getPlacePath(assign.getRef()), assign.getValue(),
                   match.leaves))
      return std::nullopt;
  }
  for (auto [number, leaf] : llvm::enumerate(match.leaves)) {
    if (!isa<IntegerType, FloatType>(leaf.value.getType()))
      continue;
    Value guard;
    std::optional<PlaceComparison> comparison =
        matchGuardedComparison(branch, {Value(), leaf.path}, guard);
    if (!comparison || !isSameExpression(comparison->value, leaf.value))
      continue;
    // Which values `!(x >= m)` takes hangs on where a NaN stands.
    if (comparison->isNegated && isa<FloatType>(leaf.value.getType()))
      continue;
    match.comparison = *comparison;
    match.guard = guard;
    match.number = number;
    return match;
  }
  return std::nullopt;
}

/// Why the statements of a group are no reduction; empty if they are one.
static std::string findObstacle(GridOp grid, const Group &group) {
  const ArgMatch &first = group.matches.front();
  for (const ArgMatch &match : group.matches) {
    if (match.comparison.kindIfValueTaken != first.comparison.kindIfValueTaken)
      return "it is compared in both directions";
    if (match.comparison.ofEqual != first.comparison.ofEqual)
      return "equal values are taken in one statement and left in another";
    auto isOfBoth = [&](const Leaf &leaf) {
      return llvm::any_of(first.leaves, [&](const Leaf &other) { return other.path == leaf.path; });
    };
    if (match.leaves.size() != first.leaves.size() || !llvm::all_of(match.leaves, isOfBoth))
      return "statements that compare it set different members";
  }
  for (size_t a = 0; a < first.leaves.size(); ++a)
    for (size_t b = 0; b < a; ++b)
      if (first.leaves[a].path.overlaps(first.leaves[b].path))
        return "the statement that compares it sets '" + spell(first.leaves[a].path) + "' twice";
  llvm::SmallPtrSet<Operation *, 8> accounted;
  for (const ArgMatch &match : group.matches) {
    accounted.insert(match.comparison.load);
    accounted.insert(match.assigns.begin(), match.assigns.end());
  }
  std::string obstacle;
  auto check = [&](const PlacePath &path, StringRef does) {
    for (const Leaf &leaf : first.leaves)
      if (path.overlaps(leaf.path))
        obstacle = ("the grid " + does + " '" + spell(leaf.path) + "'").str();
  };
  grid.walk([&](Operation *op) {
    if (accounted.contains(op))
      return;
    if (auto load = dyn_cast<LoadOp>(op)) {
      // Parts of structs that nobody reads, made above.
      if (!load->use_empty())
        check(getPlacePath(load.getRef()), "also reads");
    } else if (auto assign = dyn_cast<AssignOp>(op)) {
      check(getPlacePath(assign.getRef()), "also writes");
    } else if (auto update = dyn_cast<UpdateOp>(op)) {
      check(getPlacePath(update.getRef()), "also writes");
    } else if (auto call = dyn_cast<CallOp>(op)) {
      EffectSet effects = getEffects(op);
      for (const Leaf &leaf : first.leaves)
        if (effects.readsAny(leaf.path.root) || effects.writesAny(leaf.path.root) ||
            effects.ordered)
          obstacle = ("'" + call.getCallee() + "' accesses '" + leaf.path.root.symbol.getValue() +
                      "', too")
                         .str();
    }
  });
  return obstacle;
}

//===------------------------------------------------------------------------------------------===//
// Other ways to write such statements
//===------------------------------------------------------------------------------------------===//

/// `m = c ? x : m` becomes `if (c) m = x`.
static void expandChoices(GridOp grid) {
  SmallVector<AssignOp> assigns;
  grid.walk([&](AssignOp assign) { assigns.push_back(assign); });
  for (AssignOp assign : assigns) {
    auto select = assign.getValue().getDefiningOp<SelectOp>();
    PlacePath path = getPlacePath(assign.getRef());
    if (!select || !select->hasOneUse() || !isWithoutEffect(select) ||
        !isPlaceOfField(grid, path) || !isStraightBetween(select, assign))
      continue;
    auto kept =
        cast<YieldOp>(select.getWhenFalse().front().back()).getValue().getDefiningOp<LoadOp>();
    bool isScalar = isa<IntegerType, FloatType>(select.getType());
    if (!kept || !(getPlacePath(kept.getRef()) == path))
      continue;
    // A number that is compared with itself is no matter of this pass.
    auto cmp = select.getCondition().getDefiningOp<CmpOp>();
    auto isOwn = [&](Value value) {
      auto load = value.getDefiningOp<LoadOp>();
      return load && getPlacePath(load.getRef()) == path;
    };
    if (isScalar && (!cmp || isOwn(cmp.getLhs()) || isOwn(cmp.getRhs())))
      continue;
    OpBuilder builder(assign);
    auto branch = builder.create<IfOp>(assign.getLoc(), select.getCondition());
    if (Attribute comment = assign->getAttr(kCommentAttr))
      branch->setAttr(kCommentAttr, comment);
    builder.setInsertionPointToStart(&branch.getThenRegion().front());
    IRMapping mapping;
    Value taken = cast<YieldOp>(select.getWhenTrue().front().back()).getValue();
    taken = cloneExpression(builder, taken, mapping);
    builder.create<AssignOp>(assign.getLoc(), assign.getRef(), taken);
    assign.erase();
    if (select->use_empty())
      select.erase();
  }
}

namespace {
/// `a[m_where]`, which a branch compares with `a[i]` before it assigns i to m_where.
struct KeptValue {
  AssignOp assign;
  CmpOp cmp;
  unsigned side; ///< of the comparison
  PlacePath path;
  SmallVector<LoadOp> ofPlace = {}, ofOthers = {}; ///< the reads that it is made of

  Value get() { return cmp->getOperand(side); }
  Value getTaken() { return cmp->getOperand(1 - side); }
  /// Whether `value`, a part of it, is `other` with the place in the stead of what is assigned,
  /// made of nothing else that belongs to one iteration.
  bool isSame(Value value, Value other);
};
} // namespace

bool KeptValue::isSame(Value value, Value other) {
  Operation *op = value.getDefiningOp();
  if (!op) // a parameter of the kernel
    return value == other && isa<KernelOp>(value.getParentBlock()->getParentOp());
  auto load = dyn_cast<LoadOp>(op);
  if (load && getPlacePath(load.getRef()) == path) {
    ofPlace.push_back(load);
    return isSameExpression(other, assign.getValue());
  }
  if (load)
    ofOthers.push_back(load);
  Operation *same = other.getDefiningOp();
  return isSameOperation(op, same) &&
         llvm::all_of(llvm::zip(op->getOperands(), same->getOperands()),
                      [&](auto pair) { return isSame(std::get<0>(pair), std::get<1>(pair)); });
}

/// The value that a branch keeps by its place alone, if that is all the grid does with the place.
static std::optional<KeptValue> findKeptValue(GridOp grid, IfOp branch) {
  std::optional<SmallVector<AssignOp>> assigns = collectAssigns(branch);
  Value condition = branch.getCondition();
  if (auto both = condition.getDefiningOp<AndOp>())
    condition = cast<YieldOp>(both.getRhs().front().back()).getValue();
  auto cmp = condition.getDefiningOp<CmpOp>();
  if (!assigns || !cmp || !cmp->hasOneUse() || cmp.getKind() == CmpKind::Eq ||
      cmp.getKind() == CmpKind::Ne || !isa<IntegerType, FloatType>(cmp.getLhs().getType()) ||
      cmp.getLhs().getType().isInteger(1))
    return std::nullopt;
  EffectSet effects = getEffects(grid);
  for (AssignOp assign : *assigns)
    for (unsigned side : {0u, 1u}) {
      KeptValue kept{assign, cmp, side, getPlacePath(assign.getRef())};
      if (!kept.isSame(kept.get(), kept.getTaken()) || kept.ofPlace.empty())
        continue;
      // A number that is compared with itself has its value already.
      Value itself = kept.get();
      while (auto cast = itself.getDefiningOp<CastOp>())
        itself = cast.getOperand();
      // What the value is read from keeps still, and nothing else looks at the place.
      bool isFree =
          itself != kept.ofPlace.front() && llvm::none_of(kept.ofOthers, [&](LoadOp load) {
            return effects.writesAny(getRoot(load.getRef()));
          });
      for (const MemoryAccess &access : getAccesses(grid))
        isFree &= !access.path.overlaps(kept.path) || access.op == assign ||
                  llvm::is_contained(kept.ofPlace, access.op);
      if (isFree)
        return kept;
    }
  return std::nullopt;
}

/// Where statements in front of a grid stand that run once, if the grid has iterations: without
/// any, nothing need be there to read.
static OnceOp openBefore(GridOp grid, OpBuilder &builder) {
  Location loc = grid.getLoc();
  auto once = dyn_cast_or_null<OnceOp>(grid->getPrevNode());
  if (!once) {
    builder.setInsertionPoint(grid);
    once = builder.create<OnceOp>(loc);
  }
  builder.setInsertionPointToEnd(&once.getBody().front());
  for (unsigned dim = 0; dim < grid.getNumDims(); ++dim) {
    IRMapping mapping;
    Value lower = cloneExpression(builder, grid.getLower()[dim], mapping);
    Value upper = cloneExpression(builder, grid.getUpper()[dim], mapping);
    if (lower.getType() != upper.getType())
      lower = builder.create<CastOp>(loc, upper.getType(), lower);
    Value runs = builder.create<CmpOp>(loc, grid.getPredicate(dim), lower, upper);
    auto branch = builder.create<IfOp>(loc, runs);
    builder.setInsertionPointToEnd(&branch.getThenRegion().front());
  }
  return once;
}

/// A field for what belongs to the member `of`; its name becomes another one where there is one of
/// that name.
static void addField(GridOp grid, Location loc, StringRef of, std::string &name, Type type) {
  auto parent = grid->getParentOfType<ClassOp>();
  while (parent.lookupSymbol(name))
    name += '_';
  OpBuilder builder(grid->getParentOfType<KernelOp>());
  auto field = builder.create<FieldOp>(loc, builder.getStringAttr(name), TypeAttr::get(type),
                                       CppAccessAttr::get(builder.getContext(), CppAccess::Public),
                                       IntegerAttr(), builder.getUnitAttr(), FlatSymbolRefAttr());
  field->setAttr(kSourceNameAttr, builder.getStringAttr(of));
}

/// `if (a[i] < a[m_where]) m_where = i`: gives the value that belongs to `m_where` a field of its
/// own, which is set before the grid.
static void nameValue(GridOp grid, IfOp branch, KeptValue &kept) {
  Location loc = kept.assign.getLoc();
  Type type = kept.get().getType();
  std::string name = kept.path.root.symbol.str() + "Value";
  OpBuilder builder(grid);
  addField(grid, loc, kept.path.root.symbol, name, type);
  auto place = [&] { return builder.create<FieldRefOp>(loc, RefType::get(type), name); };

  OnceOp once = openBefore(grid, builder);
  IRMapping before;
  // Extents are known of elements with a number, not of those that a member names.
  Value initial = findAssigned(once, kept.path);
  if (initial && initial.getDefiningOp<ConstantOp>())
    for (LoadOp load : kept.ofPlace)
      before.map(load, builder.clone(*initial.getDefiningOp())->getResult(0));
  Value first = cloneExpression(builder, kept.get(), before);
  builder.create<AssignOp>(loc, place(), first);

  builder.setInsertionPointToStart(&branch.getThenRegion().front());
  IRMapping inside;
  Value taken = cloneExpression(builder, kept.getTaken(), inside);
  builder.create<AssignOp>(loc, place(), taken);
  builder.setInsertionPoint(kept.cmp);
  kept.cmp->setOperand(kept.side, buildLoad(builder, kept.cmp.getLoc(), place()));
  eraseDeadExpressions(grid.getBody());
}

namespace {
/// `if (c && m < 0) m = v`, which no iteration does any more once one has: no v is below 0.
struct FirstValue {
  AssignOp assign;
  IfOp asks; ///< the branch that compares, or one in which it is all there is
  CmpOp cmp;
  unsigned side; ///< of the place in the comparison
};
} // namespace

/// Whether the comparison does not hold any more for what a branch assigns.
static bool endsComparison(GridOp grid, FirstValue first) {
  AffineAnalysis analysis(grid->getParentOfType<KernelOp>());
  std::optional<Polynomial> value = analysis.evaluate(first.assign.getValue()),
                            other = analysis.evaluate(first.cmp->getOperand(1 - first.side));
  const Counter *counter = analysis.getCounter(grid, 0);
  if (!value || !other || !counter)
    return false;
  Facts facts = analysis.getFacts(grid);
  addIteration(facts, *counter);
  CmpKind kind = first.side == 0 ? first.cmp.getKind() : swapOperands(first.cmp.getKind());
  return isProved({*value - *other, negate(kind)}, facts);
}

/// The branch around one, if that one is all there is in it.
static IfOp findOuterBranch(IfOp branch) {
  auto outer = dyn_cast<IfOp>(branch->getParentOp());
  bool isAlone = outer && outer.getElseRegion().empty() &&
                 llvm::all_of(*branch->getBlock(), [&](Operation &op) {
                   return &op == branch || (op.hasTrait<VkmExpression>() && isWithoutEffect(&op));
                 });
  return isAlone ? outer : IfOp();
}

/// The value that a branch of a grid in one dimension sets once, if that is all the grid does with
/// the place.
static std::optional<FirstValue> findFirstValue(GridOp grid, IfOp branch) {
  std::optional<SmallVector<AssignOp>> assigns = collectAssigns(branch);
  if (!assigns || assigns->empty() || grid.getNumDims() != 1)
    return std::nullopt;
  SmallVector<std::pair<IfOp, CmpOp>> comparisons;
  for (IfOp asks = branch; asks; asks = findOuterBranch(asks)) {
    Operation *condition = asks.getCondition().getDefiningOp();
    if (!condition || !isWithoutEffect(condition))
      break;
    SmallVector<CmpOp> own;
    collectConjuncts(asks.getCondition(), own);
    for (CmpOp cmp : own)
      comparisons.push_back({asks, cmp});
  }
  EffectSet effects = getEffects(grid);
  for (AssignOp assign : *assigns)
    for (auto [asks, cmp] : comparisons)
      for (unsigned side : {0u, 1u}) {
        FirstValue first{assign, asks, cmp, side};
        PlacePath path = getPlacePath(assign.getRef());
        auto load = cmp->getOperand(side).getDefiningOp<LoadOp>();
        if (!load || !load.getType().isSignedInteger() || !(getPlacePath(load.getRef()) == path) ||
            !isInvariant(cmp->getOperand(1 - side), grid, effects))
          continue;
        bool isAlone = llvm::all_of(getAccesses(grid), [&](const MemoryAccess &access) {
          return !access.path.overlaps(path) || access.op == assign || access.op == load;
        });
        if (isAlone && load->hasOneUse() && cmp->hasOneUse() && endsComparison(grid, first))
          return first;
      }
  return std::nullopt;
}

/// A condition without one of the comparisons that it is made of; null where it is that one.
static Value buildRest(OpBuilder &builder, Value condition, CmpOp left) {
  IRMapping mapping;
  auto both = condition.getDefiningOp<AndOp>();
  if (!both)
    return condition.getDefiningOp() == left ? Value()
                                             : cloneExpression(builder, condition, mapping);
  Value behind = cast<YieldOp>(both.getRhs().front().back()).getValue();
  Value first = buildRest(builder, both.getLhs(), left);
  if (!first)
    return buildRest(builder, behind, left);
  if (behind.getDefiningOp() == left)
    return first;
  return buildLogical<AndOp>(builder, both.getLoc(), first,
                             [&](OpBuilder &inner) { return buildRest(inner, behind, left); });
}

/// `if (c && m < 0) m = v`: gives the number of the iteration that may still set it a field of its
/// own: any may where the comparison holds before the grid, and none where it does not. A branch
/// that asks for nothing else is gone then.
static void nameIteration(GridOp grid, IfOp branch, FirstValue &first) {
  Location loc = first.assign.getLoc();
  Value counter = grid.getBody().getArgument(0);
  auto type = cast<IntegerType>(counter.getType());
  PlacePath path = getPlacePath(first.assign.getRef());
  std::string name = path.root.symbol.str() + "Iteration";
  addField(grid, loc, path.root.symbol, name, type);
  OpBuilder builder(grid);
  auto place = [&] { return builder.create<FieldRefOp>(loc, RefType::get(type), name); };
  CmpKind predicate = grid.getPredicate(0);
  bool isUp = predicate == CmpKind::Lt || predicate == CmpKind::Le ||
              (predicate == CmpKind::Ne && grid.getSteps()[0] > 0);
  unsigned width = type.getWidth();
  APInt least = type.isSigned() ? APInt::getSignedMinValue(width) : APInt::getMinValue(width);
  APInt most = type.isSigned() ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width);
  auto build = [&](OpBuilder &at, const APInt &number) -> Value {
    return at.create<ConstantOp>(loc, at.getIntegerAttr(type, number));
  };

  openBefore(grid, builder);
  IRMapping before;
  Value isOpen = cloneExpression(builder, first.cmp.getResult(), before);
  Value initial = buildSelect(
      builder, loc, type, isOpen, [&](OpBuilder &at) { return build(at, isUp ? most : least); },
      [&](OpBuilder &at) { return build(at, isUp ? least : most); });
  builder.create<AssignOp>(loc, place(), initial);

  builder.setInsertionPointToStart(&branch.getThenRegion().front());
  Value isBefore =
      builder.create<CmpOp>(branch.getLoc(), builder.getI1Type(), isUp ? CmpKind::Lt : CmpKind::Gt,
                            counter, buildLoad(builder, branch.getLoc(), place()));
  auto inner = builder.create<IfOp>(branch.getLoc(), isBefore);
  Block &body = inner.getThenRegion().front();
  body.getOperations().splice(body.end(), branch.getThenRegion().front().getOperations(),
                              std::next(inner->getIterator()),
                              branch.getThenRegion().front().end());
  builder.setInsertionPointToStart(&body);
  builder.create<AssignOp>(loc, place(), counter);
  builder.setInsertionPoint(first.asks);
  if (Value rest = buildRest(builder, first.asks.getCondition(), first.cmp)) {
    first.asks.getConditionMutable().assign(rest);
  } else {
    Block &statements = first.asks.getThenRegion().front();
    if (Attribute comment = first.asks->getAttr(kCommentAttr))
      attachComment(&statements, nullptr, comment);
    first.asks->getBlock()->getOperations().splice(first.asks->getIterator(),
                                                   statements.getOperations());
    first.asks.erase();
    first.asks = nullptr;
  }
  eraseDeadExpressions(grid.getBody());
}

//===------------------------------------------------------------------------------------------===//
// Grids
//===------------------------------------------------------------------------------------------===//

static ArrayAttr makePath(OpBuilder &builder, const PlacePath &path) {
  return path.path.empty() ? ArrayAttr() : builder.getArrayAttr(path.path);
}

/// Puts the vkm.arg_reduce where the statement stood.
static void rewrite(const ArgMatch &match) {
  OpBuilder builder(match.statement);
  Location loc = match.statement->getLoc();
  Attribute comment = match.statement->getAttr(kCommentAttr);
  if (match.guard) {
    auto guard = builder.create<IfOp>(loc, match.guard);
    if (comment)
      guard->setAttr(kCommentAttr, std::exchange(comment, {}));
    builder.setInsertionPointToStart(&guard.getThenRegion().front());
  }
  IRMapping mapping;
  const Leaf &compared = match.leaves[match.number];
  Value value = cloneExpression(builder, compared.value, mapping);
  auto reduce = builder.create<ArgReduceOp>(
      loc, match.comparison.kindIfValueTaken,
      match.comparison.ofEqual ? TieBreak::Last : TieBreak::First,
      compared.path.root.symbol.getValue(), makePath(builder, compared.path), value);
  if (comment)
    reduce->setAttr(kCommentAttr, comment);
  builder.setInsertionPointToStart(&reduce.getBody().emplaceBlock());
  for (auto [number, leaf] : llvm::enumerate(match.leaves)) {
    if (number == match.number)
      continue;
    Value carried = cloneExpression(builder, leaf.value, mapping);
    builder.create<CarryOp>(loc, leaf.path.root.symbol.getValue(), makePath(builder, leaf.path),
                            carried);
  }
  settleEffects(reduce, match.statement);
  match.statement->erase();
}

void RecogniseArgReductionsPass::runOnGrid(GridOp grid) {
  expandChoices(grid);
  SmallVector<IfOp> branches;
  grid.walk([&](IfOp branch) { branches.push_back(branch); });
  llvm::SmallPtrSet<Operation *, 4> gone;
  for (IfOp branch : branches) {
    if (gone.contains(branch))
      continue;
    if (std::optional<KeptValue> kept = findKeptValue(grid, branch)) {
      nameValue(grid, branch, *kept);
      continue;
    }
    std::optional<FirstValue> first = findFirstValue(grid, branch);
    if (!first)
      continue;
    IfOp asks = first->asks;
    nameIteration(grid, branch, *first);
    if (!first->asks)
      gone.insert(asks);
  }
  SmallVector<Group, 2> groups;
  grid.walk([&](IfOp branch) {
    std::optional<ArgMatch> match = matchBranch(branch);
    if (!match)
      return;
    auto *group = llvm::find_if(groups, [&](const Group &other) {
      return other.matches.front().getPath() == match->getPath();
    });
    if (group == groups.end()) {
      groups.push_back({});
      group = &groups.back();
    }
    group->matches.push_back(*match);
  });
  // All are judged before the first is rewritten: a rewrite hides accesses from the others.
  for (Group &group : groups)
    group.obstacle = findObstacle(grid, group);
  std::string kernel = grid->getParentOfType<KernelOp>().getSymName().str();
  for (const Group &group : groups) {
    const ArgMatch &first = group.matches.front();
    if (!group.obstacle.empty()) {
      report(first.statement->getLoc(), diag::ReductionMissed,
             {spell(first.getPath()), kernel, group.obstacle});
      for (const ArgMatch &match : group.matches)
        for (AssignOp assign : match.assigns)
          assign->setAttr(kNoReductionAttr, StringAttr::get(&getContext(), group.obstacle));
      continue;
    }
    std::string what = first.comparison.kindIfValueTaken == ReduceKind::Min ? "minimum" : "maximum";
    StringRef separator = ", with '";
    for (auto [number, leaf] : llvm::enumerate(first.leaves))
      if (number != first.number) {
        what += (separator + spell(leaf.path) + "'").str();
        separator = ", '";
      }
    report(first.statement->getLoc(), diag::ReductionFound,
           {spell(first.getPath()), kernel, what + ","});
    for (const ArgMatch &match : group.matches)
      rewrite(match);
  }
  eraseDeadExpressions(grid.getBody());
}

void RecogniseArgReductionsPass::runOnOperation() {
  if (!beginRecogniser(getOperation(), getArgument()))
    return;
  getOperation().walk([&](GridOp grid) { runOnGrid(grid); });
}
