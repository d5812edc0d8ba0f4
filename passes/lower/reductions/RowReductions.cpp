//===- RowReductions.cpp - A workgroup takes the inner loop of an iteration together ----------===//
//
//   float total = 0;                                   float total = 0;
//   for (int c = 0; c < columns; c++)           =>     for (int c = lid; c < columns; c += threads)
//     total += a[row * columns + c];                     total += a[row * columns + c];
//   sums[row] = total;                                 combineWorkgroup(total);
//                                                      if (lid == 0) sums[row] = total;
//                                                      barrier();
//
// An element that the loop adds to is combined with the sum of all threads' shares at the end.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/values/CountedLoops.h"
#include "analysis/values/Expressions.h"
#include "device/Builders.h"
#include "device/Combining.h"
#include "passes/lower/reductions/LowerReductions.h"
#include "passes/lower/reductions/ReducePattern.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

Value vkmorph::vkm::buildIsRowLong(OpBuilder &at, RowOp row, const IRMapping &mapping) {
  // What is far from an overflow of the counter, whatever is added to it.
  constexpr int64_t kMaxBound = 1 << 30;
  GridOp grid = row.getGrid();
  Location loc = grid.getLoc();
  int64_t least = row.getPlan()->getFrom(), below = row.getPlan()->getBelow();
  bool alongRows = !below && !row.getPlan()->getColumns();
  auto cloned = [&](OpBuilder &in, Value value) {
    IRMapping inside = mapping;
    return cloneExpression(in, value, inside);
  };
  auto compare = [&](OpBuilder &in, CmpKind kind, Value value, int64_t with) -> Value {
    value = cloned(in, value);
    Value constant = in.create<ConstantOp>(loc, in.getIntegerAttr(value.getType(), with));
    return in.create<CmpOp>(loc, kind, value, constant);
  };
  Value isLong;
  auto alsoIf = [&](function_ref<Value(OpBuilder &)> build) {
    if (!isLong) {
      isLong = build(at);
      return;
    }
    auto both = at.create<AndOp>(loc, at.getI1Type(), isLong);
    OpBuilder in = OpBuilder::atBlockEnd(&both.getRhs().emplaceBlock());
    in.create<YieldOp>(loc, build(in));
    isLong = both;
  };
  // A constant says it as well, where something else is asked for.
  std::optional<int64_t> constant = getConstantInt(row.getBound());
  if (alongRows || constant.value_or(0) < least)
    alsoIf([&](OpBuilder &in) { return compare(in, CmpKind::Ge, row.getBound(), least); });
  // A loop that does not run would not stay that way where its threads begin further on: what they
  // add to its first value may wrap around. One that begins below the least length runs, and so
  // does one of which constants say it; a branch around the loop asks the same.
  ForOp loop = row.getLoop();
  std::optional<int64_t> start = getConstantInt(loop.getInit());
  if (!(start && *start < least) && getTrips(loop).value_or(0) == 0)
    alsoIf([&](OpBuilder &in) -> Value {
      if (IfOp guard = row.getGuard())
        return cloned(in, guard.getCondition());
      Value first = cloned(in, loop.getInit());
      return in.create<CmpOp>(loc, matchCountedLoop(loop)->predicate, first,
                              cloned(in, row.getBound()));
    });
  // As many iterations as rows: below, their number is known to be much smaller.
  bool isSquare = below && row.getBound() == grid.getUpper()[0];
  if (!isSquare && constant.value_or(kMaxBound + 1) > kMaxBound)
    alsoIf([&](OpBuilder &in) { return compare(in, CmpKind::Le, row.getBound(), kMaxBound); });
  std::optional<int64_t> rows = getConstantInt(grid.getUpper()[0]);
  bool areFew = rows && *rows < below && isLong;
  if (below && !areFew)
    alsoIf([&](OpBuilder &in) { return compare(in, CmpKind::Lt, grid.getUpper()[0], below); });
  return isLong;
}

/// Whether the host knows a value before kernels run: it is made of scalar parameters and of fields
/// that no kernel writes.
static bool isKnownToHost(Value value, const llvm::StringSet<> &written) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return isa<KernelOp>(value.getParentBlock()->getParentOp());
  if (op->getNumRegions() > 0 || isa<CallOp, VarOp, DerefOp>(op))
    return false;
  if (auto load = dyn_cast<LoadOp>(op)) {
    Root root = getRoot(load.getRef());
    if (!root.symbol || written.contains(root.symbol.getValue()))
      return false;
  }
  return llvm::all_of(op->getOperands(),
                      [&](Value operand) { return isKnownToHost(operand, written); });
}

int64_t vkmorph::vkm::getRowsOfShare(RowOp row) {
  RowPlanAttr plan = row.getPlanAttr();
  return plan.getFrom() * plan.getColumns() / row.getGrid().getWorkgroupSizeAttr()[0];
}

/// Threads for columns, of which each has its share of the rows: as many as have enough to do, and
/// no more than all workgroups have. Where the host does not know how many rows there are, all.
static Value buildColumnThreads(OpBuilder &at, RowOp row, Value count, const IRMapping &mapping,
                                const llvm::StringSet<> &written) {
  GridOp grid = row.getGrid();
  Location loc = grid.getLoc();
  Type uintType = getUintType(at.getContext());
  RowPlanAttr plan = row.getPlanAttr();
  bool isKnown = isKnownToHost(row.getBound(), written);
  std::optional<int64_t> constant = getConstantInt(row.getBound());
  // Too few of them for the shader to share them (buildIsRowLong).
  if (constant && *constant < plan.getFrom())
    return count;
  auto rows = [&](OpBuilder &in) {
    IRMapping inside = mapping;
    return cloneExpression(in, row.getBound(), inside);
  };
  auto buildShared = [&](OpBuilder &shared) {
    auto binary = [&](BinaryKind kind, Value lhs, Value rhs) {
      return buildBinary(shared, loc, kind, lhs, rhs);
    };
    int64_t most = int64_t(grid.getMaxWorkgroupsAttr()[0]) * grid.getWorkgroupSizeAttr()[0];
    Value some = shared.create<MathOp>(loc, uintType, MathFn::Max,
                                       ValueRange{count, buildUint(shared, loc, 1)});
    Value shares = binary(BinaryKind::Div, buildUint(shared, loc, most), some);
    if (isKnown) {
      Value bound = constant ? buildUint(shared, loc, *constant / getRowsOfShare(row))
                             : binary(BinaryKind::Div,
                                      shared.createOrFold<CastOp>(loc, uintType, rows(shared)),
                                      buildUint(shared, loc, getRowsOfShare(row)));
      shares = shared.create<MathOp>(loc, uintType, MathFn::Min, ValueRange{bound, shares});
    }
    // More columns than threads have one of them each.
    shares = shared.create<MathOp>(loc, uintType, MathFn::Max,
                                   ValueRange{shares, buildUint(shared, loc, 1)});
    return binary(BinaryKind::Mul, count, shares);
  };
  if (!isKnown || constant)
    return buildShared(at);
  Value bound = rows(at);
  Value least = at.create<ConstantOp>(loc, at.getIntegerAttr(bound.getType(), plan.getFrom()));
  return buildSelect(at, loc, count.getType(), at.create<CmpOp>(loc, CmpKind::Ge, bound, least),
                     buildShared, [&](OpBuilder &) { return count; });
}

std::pair<Value, int32_t> vkmorph::vkm::buildRowThreads(OpBuilder &at, RowOp row, Value count,
                                                        const IRMapping &mapping,
                                                        const llvm::StringSet<> &written) {
  GridOp grid = row.getGrid();
  int32_t threads = grid.getWorkgroupSizeAttr()[0];
  if (row.getPlan()->getLanes())
    return {count, getRowsOfWorkgroup(row)};
  if (row.getPlan()->getColumns())
    return {buildColumnThreads(at, row, count, mapping, written), threads};
  int64_t below = row.getPlan()->getBelow();
  if (!below)
    return {count, 1};
  Location loc = grid.getLoc();
  Value isFew = at.create<CmpOp>(loc, CmpKind::Lt, count, buildUint(at, loc, below));
  Value choice = buildSelect(
      at, loc, count.getType(), isFew,
      [&](OpBuilder &few) {
        return buildBinary(few, loc, BinaryKind::Mul, count, buildUint(few, loc, threads));
      },
      [&](OpBuilder &) { return count; });
  return {choice, threads};
}

void ReductionLowering::addRow(RowOp row) {
  auto variables = std::make_unique<ReducePattern>(accumulators);
  for (unsigned index = 0; index < row.getAccumulators().size(); ++index) {
    StringRef name = row.getVariable(index).getName();
    // That of an element, of which each thread has a share now.
    name.consume_back("Local");
    variables->addVariable(name, row.getAccumulated(index), row.getKind(index));
  }
  patterns.push_back(std::move(variables));
}

void ReductionLowering::shareLoop(ForOp loop, int64_t step, Value first,
                                  llvm::function_ref<Value(OpBuilder &, Type)> stride) {
  // Each thread reads elements of its own.
  loop.removeTileAttr();
  loop.removeTileTurnsAttr();
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  Type type = loop.getInit().getType();
  Value own = builder.createOrFold<CastOp>(loc, type, first);
  if (step != 1)
    own = buildBinary(builder, loc, BinaryKind::Mul,
                      builder.create<ConstantOp>(loc, builder.getIntegerAttr(type, step)), own);
  if (getConstantInt(loop.getInit()) != 0)
    own = builder.create<BinaryOp>(loc, type, BinaryKind::Add, loop.getInit(), own);
  loop.getInitMutable().assign(own);
  Block &body = loop.getStep().front();
  while (!body.empty())
    body.back().erase();
  builder.setInsertionPointToEnd(&body);
  builder.create<UpdateOp>(loc, BinaryKind::Add, loop.getStepVar(), stride(builder, type));
}

/// Whether a variable holds what changes nothing where the loop begins, so that all threads may
/// begin with it.
static bool isNeutralBefore(VarOp variable, ReduceKind kind, ForOp loop) {
  auto constant = variable.getInit().getDefiningOp<ConstantOp>();
  OpBuilder builder(loop);
  Value identity = makeIdentity(builder, loop.getLoc(), kind, variable.getInit().getType());
  auto neutral = identity.getDefiningOp<ConstantOp>();
  bool isNeutral = constant && neutral && constant.getValue() == neutral.getValue();
  if (neutral)
    neutral.erase();
  Root root = getRoot(variable.getRef());
  for (Operation *op = variable->getNextNode(); isNeutral && op != loop; op = op->getNextNode())
    isNeutral = !getEffects(op).writesAny(root);
  return isNeutral;
}

/// The statement that stores a variable where its initial value was read: `sum = sums[i]; for (...)
/// sum += x; sums[i] = sum;`, if that is all that is done with it beside the loop.
static AssignOp findStore(VarOp variable, ForOp loop) {
  auto initial = variable.getInit().getDefiningOp<LoadOp>();
  AssignOp store;
  for (Operation *user : variable.getRef().getUsers()) {
    if (loop->isAncestor(user))
      continue;
    auto load = dyn_cast<LoadOp>(user);
    auto assign = load && load->hasOneUse() ? dyn_cast<AssignOp>(*load->user_begin()) : AssignOp();
    if (store || !initial || !assign || assign->getBlock() != loop->getBlock() ||
        !loop->isBeforeInBlock(assign) || !isSameExpression(assign.getRef(), initial.getRef()))
      return {};
    store = assign;
  }
  if (!store)
    return {};
  // In between nothing changes which place that is, or what it has.
  for (Operation *op = variable; op != store; op = op->getNextNode()) {
    EffectSet effects = getEffects(op);
    if (effects.writesAny(getRoot(initial.getRef())) ||
        findRead(initial, [&](const Root &root) { return !effects.writesAny(root); }))
      return {};
  }
  return store;
}

std::function<Value(OpBuilder &)> vkmorph::vkm::buildIterationCount(OpBuilder &at, GridOp grid,
                                                                    const IRMapping &mapping) {
  Location loc = grid.getLoc();
  Type uintType = getUintType(at.getContext());
  auto upper = [=, &mapping](OpBuilder &in) -> Value {
    IRMapping inside = mapping;
    Value end = cloneExpression(in, GridOp(grid).getUpper()[0], inside);
    return in.createOrFold<CastOp>(loc, uintType, end);
  };
  int64_t first = *getConstantInt(grid.getLower()[0]);
  if (!first)
    return upper;
  Value count = buildVar(
      at, loc, (grid.getCounterName(0) + "Count").str(),
      buildBinary(at, loc, BinaryKind::Sub, upper(at), buildUint(at, loc, uint64_t(first))),
      /*isConst=*/true);
  return [=](OpBuilder &in) { return buildLoad(in, loc, count); };
}

Value vkmorph::vkm::buildCounter(OpBuilder &at, GridOp grid, Value number) {
  Location loc = grid.getLoc();
  Type type = grid.getLower()[0].getType();
  Value counter = at.createOrFold<CastOp>(loc, type, number);
  if (int64_t lower = *getConstantInt(grid.getLower()[0]))
    counter = buildBinary(at, loc, BinaryKind::Add,
                          at.create<ConstantOp>(loc, at.getIntegerAttr(type, lower)), counter);
  return buildVar(at, loc, grid.getCounterName(0), counter, /*isConst=*/true);
}

/// Lets the loop of a row's copy, without the branch around it, combine into variables that begin
/// with what changes nothing.
ReductionLowering::RowParts ReductionLowering::takeRow(RowOp row) {
  SmallVector<VarOp> variables;
  for (unsigned index = 0; index < row.getAccumulators().size(); ++index)
    variables.push_back(row.getVariable(index));
  IfOp guard = row.getGuard();
  ForOp loop = row.dissolve();
  if (guard) {
    // The loop runs where a row is long.
    Block &inside = guard.getThenRegion().front();
    guard->getBlock()->getOperations().splice(guard->getIterator(), inside.getOperations());
    guard.erase();
  }
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  RowParts parts{loop, {}, {}};
  for (auto [variable, accumulator] : llvm::zip(variables, accumulators)) {
    ReduceKind kind = *accumulator.kind;
    accumulator.place = variable.getRef();
    if (isNeutralBefore(variable, kind, loop))
      continue;
    if (AssignOp store = findStore(variable, loop)) {
      builder.setInsertionPoint(variable);
      variable.getInitMutable().assign(
          makeIdentity(builder, variable.getLoc(), kind, accumulator.value));
      parts.stores.push_back({store, &accumulator});
      continue;
    }
    builder.setInsertionPoint(loop);
    Value identity = makeIdentity(builder, loc, kind, accumulator.value);
    std::string name = accumulator.name + "Local";
    if (variable.getName() == name)
      name = accumulator.name + "Share";
    auto local = builder.create<VarOp>(loc, RefType::get(accumulator.value), name, identity,
                                       /*is_const=*/false);
    variable.getRef().replaceUsesWithIf(
        local.getRef(), [&](OpOperand &use) { return loop->isProperAncestor(use.getOwner()); });
    accumulator.place = local.getRef();
    parts.carried.push_back({variable, &accumulator});
  }
  return parts;
}

/// What the first thread does with the results.
void ReductionLowering::finishRow(OpBuilder &first, Location loc, const RowParts &parts,
                                  ArrayRef<Operation *> behind) {
  for (auto [variable, accumulator] : parts.carried)
    combineInto(first, loc, *accumulator->kind, VarOp(variable).getRef(),
                buildLoad(first, loc, accumulator->place), Operands::MayBeNan);
  for (Operation *op : behind)
    op->moveBefore(first.getBlock(), first.getBlock()->end());
  for (auto [assign, accumulator] : parts.stores) {
    AssignOp store = assign;
    OpBuilder at(store);
    combineInto(at, loc, *accumulator->kind, store.getRef(), buildLoad(at, loc, accumulator->place),
                Operands::MayBeNan);
    store.erase();
  }
}

void ReductionLowering::lowerRow(RowOp row) {
  int64_t step = row.getStep();
  RowParts parts = takeRow(row);
  ForOp loop = parts.loop;
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  shareLoop(loop, step, buildBuiltin(builder, loc, Builtin::LocalIndex),
            [&](OpBuilder &at, Type type) -> Value {
              return at.create<ConstantOp>(loc, at.getIntegerAttr(type, step * threads));
            });

  // What stands behind the loop, and what writes memory before it, is done by one thread.
  Block *body = loop->getBlock();
  SmallVector<Operation *> behind, before;
  for (Operation *op = loop->getNextNode(); op; op = op->getNextNode())
    behind.push_back(op);
  for (Operation *op = &body->front(); op != loop; op = op->getNextNode())
    if (isa<AssignOp, UpdateOp>(op)) {
      Root root = getRoot(op->getOperand(0));
      if (!root.value || !root.value.getDefiningOp<VarOp>())
        before.push_back(op);
    }
  for (Operation *op : before) {
    builder.setInsertionPoint(op);
    OpBuilder first = buildIfFirstThread(builder, op->getLoc());
    op->moveBefore(first.getBlock(), first.getBlock()->end());
  }
  builder.setInsertionPointToEnd(body);
  callCombine(builder, loc);
  OpBuilder first = buildIfFirstThread(builder, loc);
  finishRow(first, loc, parts, behind);
  // The shared memory is free for the next row.
  builder.setInsertionPointToEnd(body);
  builder.create<BarrierOp>(loc);
}
