//===- LetLastWrite.cpp - Of iterations that write one element the last one does --------------===//
//
//   m_ring[i % 8] = a[i];        =>        if (n - i <= 8)
//                                            m_ring[i % 8] = a[i];
//
//   w[i / 10] = a[i];            =>        if (i == n - 1 || (i + 1) / 10 != i / 10)
//                                            w[i / 10] = a[i];
//
//   latest[x] = a[y][x];         =>        if (y == h - 1)
//                                            latest[x] = a[y][x];
//
// What else the iteration does stays where it is. The proof of independence takes the writes for
// what they are by an attribute, and what is said of elements that are accessed is said without the
// condition: all that iterations write without it some write with it.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/values/Expressions.h"
#include "ir/Recognisers.h"
#include "ir/VkmAttributes.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "passes/SharedRoots.h"
#include "passes/prove/ElementClasses.h"
#include "transforms/Expressions.h"
#include "transforms/SymbolNames.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_LETLASTWRITE
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct LetLastWritePass : vkm::impl::LetLastWriteBase<LetLastWritePass> {
  using LetLastWriteBase::LetLastWriteBase;
  void runOnOperation() override;
};

/// Builds the conditions of one grid.
class LastWriter {
public:
  explicit LastWriter(GridOp grid) : grid(grid) {}
  /// Whether an iteration is the last one of its class along all dimensions.
  Value build(OpBuilder &at, Location loc, ArrayRef<ElementClass> dims);

private:
  Value buildConstant(OpBuilder &at, Location loc, Type type, int64_t value) {
    return at.create<ConstantOp>(loc, at.getIntegerAttr(type, value));
  }
  Value buildAlong(OpBuilder &at, Location loc, unsigned dim, const ElementClass &elements);
  Value buildIsNear(OpBuilder &at, Location loc, unsigned dim, const ElementClass &elements);
  Value buildIsLast(OpBuilder &at, Location loc, unsigned dim);

  GridOp grid;
};
} // namespace

//===------------------------------------------------------------------------------------------===//
// Conditions
//===------------------------------------------------------------------------------------------===//

/// `i == n - 1`, of loops that count by ones.
Value LastWriter::buildIsLast(OpBuilder &at, Location loc, unsigned dim) {
  CmpKind predicate = grid.getPredicate(dim);
  Value bound = grid.getUpper()[dim], last;
  Type type = bound.getType();
  // There is an iteration: the bound is not the type's first number, or last one.
  int64_t beyond = predicate == CmpKind::Lt ? 1 : predicate == CmpKind::Gt ? -1 : 0;
  if (std::optional<int64_t> constant = getConstantInt(bound)) {
    last = buildConstant(at, loc, type, *constant - beyond);
  } else {
    IRMapping none;
    last = cloneExpression(at, bound, none);
    if (beyond != 0)
      last = at.create<BinaryOp>(loc, type, beyond > 0 ? BinaryKind::Sub : BinaryKind::Add, last,
                                 buildConstant(at, loc, type, 1));
  }
  Value counter = at.createOrFold<CastOp>(loc, type, grid.getBody().getArgument(dim));
  return at.create<CmpOp>(loc, CmpKind::Eq, counter, last);
}

/// `n - i <= 8`: no difference of a counter and its bound wraps, as `i + 8` may.
Value LastWriter::buildIsNear(OpBuilder &at, Location loc, unsigned dim,
                              const ElementClass &elements) {
  CmpKind predicate = grid.getPredicate(dim);
  Value upper = grid.getUpper()[dim];
  Type type = upper.getType();
  Value counter = at.createOrFold<CastOp>(loc, type, grid.getBody().getArgument(dim));
  bool isUp = predicate == CmpKind::Lt || predicate == CmpKind::Le;
  Value left = counter;
  if (isUp || getConstantInt(upper) != 0) {
    IRMapping none;
    Value bound = cloneExpression(at, upper, none);
    left = at.create<BinaryOp>(loc, type, BinaryKind::Sub, isUp ? bound : counter,
                               isUp ? counter : bound);
  }
  CmpKind compare =
      predicate == CmpKind::Lt || predicate == CmpKind::Gt ? CmpKind::Le : CmpKind::Lt;
  if (elements.distance != 0)
    return at.create<CmpOp>(loc, compare, left, buildConstant(at, loc, type, elements.distance));
  BinaryOp fold = elements.fold;
  IRMapping mapping;
  Value divisor = cloneWithoutVariables(at, fold.getRhs(), mapping);
  auto ofBound = cast<IntegerType>(type), ofDivisor = cast<IntegerType>(divisor.getType());
  // A remainder has the sign of what is divided. Of the smallest number there is no positive one.
  if (ofDivisor.isSigned())
    divisor = at.create<MathOp>(loc, ofDivisor, MathFn::Abs, divisor);
  if (ofBound != ofDivisor || ofDivisor.isSigned()) {
    // Both are positive.
    Type common = IntegerType::get(
        at.getContext(), std::max(ofBound.getWidth(), ofDivisor.getWidth()), IntegerType::Unsigned);
    left = at.createOrFold<CastOp>(loc, common, left);
    divisor = at.createOrFold<CastOp>(loc, common, divisor);
  }
  return at.create<CmpOp>(loc, compare, left, divisor);
}

Value LastWriter::buildAlong(OpBuilder &at, Location loc, unsigned dim,
                             const ElementClass &elements) {
  int64_t step = grid.getSteps()[dim];
  auto buildEnd = [&](OpBuilder &builder) {
    ElementClass all{ElementClass::All, {}, std::abs(step)};
    return std::abs(step) == 1 ? buildIsLast(builder, loc, dim)
                               : buildIsNear(builder, loc, dim, all);
  };
  if (elements.kind == ElementClass::All || elements.distance == std::abs(step))
    return buildEnd(at);
  if (elements.kind == ElementClass::Distance)
    return buildIsNear(at, loc, dim, elements);
  // The next quotient is another one.
  return buildLogical<OrOp>(at, loc, buildEnd(at), [&](OpBuilder &inner) -> Value {
    Value counter = grid.getBody().getArgument(dim);
    IRMapping own, next;
    BinaryOp fold = elements.fold;
    Value change = buildConstant(inner, loc, counter.getType(), std::abs(step));
    next.map(counter,
             inner
                 .create<BinaryOp>(loc, counter.getType(),
                                   step > 0 ? BinaryKind::Add : BinaryKind::Sub, counter, change)
                 .getResult());
    return inner.create<CmpOp>(loc, CmpKind::Ne,
                               cloneWithoutVariables(inner, fold.getResult(), next),
                               cloneWithoutVariables(inner, fold.getResult(), own));
  });
}

Value LastWriter::build(OpBuilder &at, Location loc, ArrayRef<ElementClass> dims) {
  SmallVector<unsigned> shared;
  for (auto [dim, elements] : llvm::enumerate(dims))
    if (elements.kind != ElementClass::Own)
      shared.push_back(dim);
  std::function<Value(OpBuilder &, size_t)> buildFrom = [&](OpBuilder &builder, size_t index) {
    Value own = buildAlong(builder, loc, shared[index], dims[shared[index]]);
    return index + 1 == shared.size()
               ? own
               : buildLogical<AndOp>(builder, loc, own,
                                     [&](OpBuilder &inner) { return buildFrom(inner, index + 1); });
  };
  return buildFrom(at, 0);
}

//===------------------------------------------------------------------------------------------===//
// Branches
//===------------------------------------------------------------------------------------------===//

/// Moves what only a branch uses into it, as far as nothing that has an effect stands between.
static void sinkInto(IfOp branch) {
  Region &region = branch.getThenRegion();
  for (Operation *op = branch->getPrevNode(); op && isWithoutEffect(op);) {
    Operation *before = op->getPrevNode();
    bool isOwn = op->hasTrait<VkmExpression>() && !op->use_empty() &&
                 llvm::all_of(op->getUsers(), [&](Operation *user) {
                   return region.isAncestor(user->getParentRegion());
                 });
    if (isOwn)
      op->moveBefore(&region.front(), region.front().begin());
    op = before;
  }
}

namespace {
/// What is built of one condition.
struct Condition {
  SmallVector<ElementClass> dims;
  Value isLast;
  SmallVector<IfOp> branches;
};
} // namespace

static bool haveOneCondition(ArrayRef<ElementClass> a, ArrayRef<ElementClass> b) {
  for (auto [mine, theirs] : llvm::zip(a, b)) {
    bool isOfFold = mine.kind == ElementClass::Run || mine.distance == 0;
    if (mine.kind != theirs.kind || mine.distance != theirs.distance ||
        (isOfFold && mine.fold != theirs.fold))
      return false;
  }
  return true;
}

/// The branch in front of an assignment that has its condition, with nothing but expressions
/// between.
static IfOp findBranchBefore(AssignOp assign, const Condition &condition) {
  for (Operation *op = assign->getPrevNode(); op; op = op->getPrevNode()) {
    if (auto branch = dyn_cast<IfOp>(op); branch && llvm::is_contained(condition.branches, branch))
      return branch;
    if (!op->hasTrait<VkmExpression>())
      return {};
  }
  return {};
}

/// Nothing in the grid reads what the branches write, so that they may move on to the next one's.
static void moveInto(Condition &condition, AssignOp assign) {
  UnitAttr unit = UnitAttr::get(assign.getContext());
  assign->setAttr(kLastOfElementAttr, unit);
  IfOp branch = findBranchBefore(assign, condition);
  if (branch) {
    branch->moveBefore(assign);
  } else {
    branch = OpBuilder(assign).create<IfOp>(assign.getLoc(), condition.isLast);
    branch->setAttr(kLastOfElementAttr, unit);
    condition.branches.push_back(branch);
  }
  Block &block = branch.getThenRegion().front();
  assign->moveBefore(&block, block.end());
}

static void letLastWrite(GridOp grid, ArrayRef<SharedWrites> found) {
  std::vector<Condition> conditions;
  for (const SharedWrites &shared : found) {
    AssignOp first = shared.writes.front();
    report(first.getLoc(), diag::LastWriteFound,
           {spellPlace(getRootName(shared.root), getPlacePath(first.getRef()).path),
            grid->getParentOfType<KernelOp>().getSymName().str()});
    auto known = llvm::find_if(conditions, [&](const Condition &condition) {
      return haveOneCondition(condition.dims, shared.dims);
    });
    if (known == conditions.end()) {
      // In front of all that the iteration computes: the next one's numbers are others.
      OpBuilder begin = OpBuilder::atBlockBegin(&grid.getBody().front());
      Value isLast = LastWriter(grid).build(begin, first.getLoc(), shared.dims);
      known = conditions.insert(conditions.end(), Condition{shared.dims, isLast, {}});
    }
    for (AssignOp assign : shared.writes)
      moveInto(*known, assign);
  }
  for (const Condition &condition : conditions)
    for (IfOp branch : condition.branches)
      sinkInto(branch);
  grid->setAttr(kLastOfElementAttr, UnitAttr::get(grid.getContext()));
}

/// Reports one element that iterations write where conditions of the counters decide which of them
/// do, and so which is the last.
static LogicalResult checkConditions(GridOp grid, ArrayRef<SharedWrites> found) {
  LogicalResult result = success();
  auto isUndecided = [](const SharedWrites &shared) { return !shared.lastDecides; };
  if (llvm::none_of(found, isUndecided))
    return result;
  std::string kernel = grid->getParentOfType<KernelOp>().getSymName().str();
  for (const Conflict &conflict : findConflicts(grid)) {
    auto one = llvm::find_if(found, [&](const SharedWrites &shared) {
      return isUndecided(shared) && shared.root == conflict.root &&
             llvm::all_of(shared.dims, [](const ElementClass &elements) {
               return elements.kind == ElementClass::All;
             });
    });
    // What is certain is reported by vkm-check-independence.
    if (conflict.isCertain || one == found.end())
      continue;
    AssignOp write = one->writes.front();
    report(write.getLoc(), diag::IterationsWriteOne,
           {kernel, spellPlace(getRootName(one->root), getPlacePath(write.getRef()).path)})
            .attachNote(write.getLoc())
        << "if the conditions let but one iteration write, specify --assume-independent=" << kernel;
    result = failure();
  }
  return result;
}

void LetLastWritePass::runOnOperation() {
  if (!beginRecogniser(getOperation(), getArgument()))
    return;
  getOperation().walk([&](KernelOp kernel) {
    // The user says that no two iterations have the same element.
    if (isAssumedIndependent(kernel, *assumeIndependent))
      return;
    for (GridOp grid : kernel.getBody().front().getOps<GridOp>()) {
      std::vector<SharedWrites> found = findSharedWrites(grid);
      if (failed(checkConditions(grid, found)))
        signalPassFailure();
      llvm::erase_if(found, [](const SharedWrites &shared) { return !shared.lastDecides; });
      if (found.empty())
        continue;
      // Elements that are proved to be the iterations' own need no condition.
      SmallVector<Root> unproved = findUnprovedRoots(grid);
      llvm::erase_if(found, [&](const SharedWrites &shared) {
        return !llvm::is_contained(unproved, shared.root);
      });
      if (!found.empty())
        letLastWrite(grid, found);
    }
  });
}
