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

#include "passes/LowerReductions.h"
#include "passes/TiledLoops.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

Value vkmorph::vkm::buildIsRowLong(OpBuilder &at, GridOp grid, const RowLoop &row,
                                   const IRMapping &mapping) {
  // What is far from an overflow of the counter, whatever is added to it.
  constexpr int64_t kMaxBound = 1 << 30;
  Location loc = grid.getLoc();
  int64_t threads = grid.getWorkgroupSizeAttr()[0];
  auto cloned = [&](OpBuilder &in, Value value) {
    IRMapping inside = mapping;
    return cloneExpression(in, value, inside);
  };
  auto compare = [&](OpBuilder &in, CmpKind kind, Value value, int64_t with) -> Value {
    value = cloned(in, value);
    Value constant = in.create<ConstantOp>(loc, in.getIntegerAttr(value.getType(), with));
    return in.create<CmpOp>(loc, kind, value, constant);
  };
  Value isLong = compare(at, CmpKind::Ge, row.header.bound, threads);
  auto alsoIf = [&](function_ref<Value(OpBuilder &)> build) {
    auto both = at.create<AndOp>(loc, at.getI1Type(), isLong);
    OpBuilder in = OpBuilder::atBlockEnd(&both.getRhs().emplaceBlock());
    in.create<YieldOp>(loc, build(in));
    isLong = both;
  };
  // A loop that begins below the number of threads runs then: what stands in `if (columns > 0)` is
  // done without asking again.
  std::optional<int64_t> start = getConstantInt(ForOp(row.loop).getInit());
  if (row.guard && !(start && *start < threads))
    alsoIf([&](OpBuilder &in) { return cloned(in, IfOp(row.guard).getCondition()); });
  // As many iterations as rows: below, their number is known to be much smaller.
  bool isSquare = !row.readsRows && row.header.bound == grid.getUpper()[0];
  if (!getConstantInt(row.header.bound) && !isSquare)
    alsoIf([&](OpBuilder &in) { return compare(in, CmpKind::Le, row.header.bound, kMaxBound); });
  if (!row.readsRows)
    alsoIf([&](OpBuilder &in) { return compare(in, CmpKind::Lt, grid.getUpper()[0], kManyRows); });
  return isLong;
}

std::pair<Value, int32_t> vkmorph::vkm::buildThreads(OpBuilder &at, GridOp grid, Value count,
                                                     unsigned axis) {
  bool isByRows = grid.getPlan() && grid.getPlan()->getFinish() == ReduceFinish::Row;
  if (!isByRows)
    return {count, grid.getWorkgroupSizeAttr()[axis] *
                       (axis == 0 ? grid.getElementsPerThread().value_or(1) : 1)};
  if (matchRowLoop(grid)->readsRows)
    return {count, 1};
  Location loc = grid.getLoc();
  int32_t threads = grid.getWorkgroupSizeAttr()[0];
  Value isFew = at.create<CmpOp>(loc, CmpKind::Lt, count, buildUint(at, loc, kManyRows));
  auto choice = at.create<SelectOp>(loc, count.getType(), isFew);
  OpBuilder few = OpBuilder::atBlockEnd(&choice.getWhenTrue().emplaceBlock());
  few.create<YieldOp>(loc,
                      buildBinary(few, loc, BinaryKind::Mul, count, buildUint(few, loc, threads)));
  OpBuilder many = OpBuilder::atBlockEnd(&choice.getWhenFalse().emplaceBlock());
  many.create<YieldOp>(loc, count);
  return {choice, threads};
}

void ReductionLowering::addRow(const RowLoop &row) {
  for (const RowAccumulator &accumulator : row.accumulators) {
    StringRef name = VarOp(accumulator.variable).getName();
    // That of an element, of which each thread has a share now.
    name.consume_back("Local");
    Type type = cast<RefType>(accumulator.variable->getResult(0).getType()).getPointee();
    accumulators.push_back({accumulator.kind, FieldOp(), {}, {}, type, name.str(), name.str()});
  }
}

/// Gives each thread every `threads`-th iteration of a loop that adds `step` to its counter.
void ReductionLowering::shareLoop(ForOp loop, int64_t step) {
  // Each thread reads elements of its own.
  loop->removeAttr(kTileAttr);
  loop->removeAttr(kTileTurnsAttr);
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  Type type = loop.getInit().getType();
  auto constant = [&](OpBuilder &at, int64_t value) {
    return at.create<ConstantOp>(loc, at.getIntegerAttr(type, value));
  };
  Value own =
      builder.createOrFold<CastOp>(loc, type, buildBuiltin(builder, loc, Builtin::LocalIndex));
  if (step != 1)
    own = builder.create<BinaryOp>(loc, type, BinaryKind::Mul, constant(builder, step), own);
  if (getConstantInt(loop.getInit()) != 0)
    own = builder.create<BinaryOp>(loc, type, BinaryKind::Add, loop.getInit(), own);
  loop.getInitMutable().assign(own);
  Block &body = loop.getStep().front();
  while (!body.empty())
    body.back().erase();
  builder.setInsertionPointToEnd(&body);
  builder.create<UpdateOp>(loc, BinaryKind::Add, loop.getStepVar(),
                           constant(builder, step * threads));
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

void ReductionLowering::lowerRow(const RowLoop &row, const IRMapping &clone) {
  auto loop = cast<ForOp>(clone.lookup(ForOp(row.loop).getOperation()));
  if (row.guard) {
    // The loop runs where a row is long.
    auto guard = cast<IfOp>(clone.lookup(IfOp(row.guard).getOperation()));
    Block &inside = guard.getThenRegion().front();
    guard->getBlock()->getOperations().splice(guard->getIterator(), inside.getOperations());
    guard.erase();
  }
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  SmallVector<std::pair<VarOp, Accumulator *>> carried;
  SmallVector<std::pair<AssignOp, Accumulator *>> stores;
  for (auto [own, accumulator] : llvm::zip(row.accumulators, accumulators)) {
    auto variable = cast<VarOp>(clone.lookup(VarOp(own.variable).getOperation()));
    accumulator.place = variable.getRef();
    if (isNeutralBefore(variable, own.kind, loop))
      continue;
    if (AssignOp store = findStore(variable, loop)) {
      builder.setInsertionPoint(variable);
      variable.getInitMutable().assign(
          makeIdentity(builder, variable.getLoc(), own.kind, accumulator.value));
      stores.push_back({store, &accumulator});
      continue;
    }
    builder.setInsertionPoint(loop);
    Value identity = makeIdentity(builder, loc, own.kind, accumulator.value);
    std::string name = accumulator.name + "Local";
    if (variable.getName() == name)
      name = accumulator.name + "Share";
    auto local = builder.create<VarOp>(loc, RefType::get(accumulator.value), name, identity,
                                       /*is_const=*/false);
    variable.getRef().replaceUsesWithIf(
        local.getRef(), [&](OpOperand &use) { return loop->isProperAncestor(use.getOwner()); });
    accumulator.place = local.getRef();
    carried.push_back({variable, &accumulator});
  }
  shareLoop(loop, *getConstantInt(CountedLoop(row.header).amount));

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
  for (auto [variable, accumulator] : carried)
    combineInto(first, loc, *accumulator->kind, variable.getRef(),
                buildLoad(first, loc, accumulator->place), Operands::MayBeNan);
  for (Operation *op : behind)
    op->moveBefore(first.getBlock(), first.getBlock()->end());
  for (auto [store, accumulator] : stores) {
    OpBuilder at(store);
    combineInto(at, loc, *accumulator->kind, store.getRef(), buildLoad(at, loc, accumulator->place),
                Operands::MayBeNan);
    store.erase();
  }
  // The shared memory is free for the next row.
  builder.setInsertionPointToEnd(body);
  builder.create<BarrierOp>(loc);
}
