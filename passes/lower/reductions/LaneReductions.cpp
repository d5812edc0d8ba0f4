//===- LaneReductions.cpp - Groups of threads take iterations whose loops differ in length ----===//
//
//   for (int i = 0; i < n; i++) {
//     float sum = 0;
//     for (int k = rows[i]; k < rows[i + 1]; k++)
//       sum += values[k] * x[columns[k]];
//     y[i] = sum;
//   }
//
//   =>
//
//   uint lanes = 1; // a power of two: as many as iterations of a loop of the mean length
//   const uint lane = lid % lanes, group = lid / lanes, groups = threads / lanes;
//   for (uint first = workgroup * groups; first < n; first += workgroups * groups) {
//     const int i = min(first + group, n - 1);
//     float sum = 0;
//     const int kFirst = rows[i], kEnd = rows[i + 1];
//     const uint kCount = kFirst < kEnd ? kEnd - kFirst : 0;
//     const bool isLong = kCount > 16 * lanes;
//     for (uint kTurn = lane; kTurn < (isLong ? 0 : kCount); kTurn += lanes) {
//       const int k = kFirst + kTurn;
//       sum += values[k] * x[columns[k]];
//     }
//     combineLanes(sum, lanes);
//     if (lane == 0 && first + group < n)
//       if (isLong)
//         note i in shared memory
//       else
//         y[i] = sum;
//     barrier();
//     for (each i that was noted)
//       the same, by all threads
//   }
//
// The turns are counted, since a counter that begins or goes on further than in the source might
// run over the end of its type. Groups behind the last iteration repeat it and write nothing, so
// that all threads come to the combination.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/patterns/UnevenRows.h"
#include "analysis/values/Expressions.h"
#include "device/Builders.h"
#include "device/Combining.h"
#include "ir/VkmAttributes.h"
#include "passes/lower/kernels/GridBodies.h"
#include "passes/lower/reductions/LowerReductions.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// How the threads of a dispatch share iterations; variables of type uint.
struct ReductionLowering::LaneShape {
  std::function<Value(OpBuilder &)> count; ///< of the grid's iterations
  Value lanes, groups;                     ///< threads of a group, groups of a workgroup
  Value lane, group;                       ///< those of this thread
};

int32_t vkmorph::vkm::getRowsOfWorkgroup(RowOp row) {
  // Threads of a group for which the host starts as many as there are, where it does not know the
  // mean length.
  constexpr int64_t kUsualLanes = 8;
  RowPlanAttr plan = row.getPlanAttr();
  if (!plan.getLanes())
    return 1;
  int64_t lanes = std::clamp(kUsualLanes, plan.getLeast(), plan.getLanes());
  int32_t threads = row.getGrid().getWorkgroupSizeAttr()[0];
  return std::max<int32_t>(threads / lanes, 1);
}

using BuildFn = llvm::function_ref<Value(OpBuilder &)>;

/// How many iterations a loop has that counts from `first` to `end`, as a number of type uint.
static Value buildLength(OpBuilder &at, Location loc, CmpKind predicate, int64_t step,
                         BuildFn first, BuildFn end) {
  Type uintType = getUintType(at.getContext());
  Value begin = first(at);
  bool isFromZero = getConstantInt(begin) == 0;
  auto choice =
      at.create<SelectOp>(loc, uintType, at.create<CmpOp>(loc, predicate, begin, end(at)));
  OpBuilder some = OpBuilder::atBlockEnd(&choice.getWhenTrue().emplaceBlock());
  auto binary = [&](BinaryKind kind, Value lhs, Value rhs) {
    return buildBinary(some, loc, kind, lhs, rhs);
  };
  Value length = some.createOrFold<CastOp>(loc, uintType, end(some));
  if (!isFromZero)
    length = binary(BinaryKind::Sub, length, some.createOrFold<CastOp>(loc, uintType, first(some)));
  if (step != 1) {
    if (predicate == CmpKind::Lt)
      length = binary(BinaryKind::Sub, length, buildUint(some, loc, 1));
    length = binary(BinaryKind::Div, length, buildUint(some, loc, step));
  }
  if (step != 1 || predicate == CmpKind::Le)
    length = binary(BinaryKind::Add, length, buildUint(some, loc, 1));
  some.create<YieldOp>(loc, length);
  OpBuilder none = OpBuilder::atBlockEnd(&choice.getWhenFalse().emplaceBlock());
  none.create<YieldOp>(loc, buildUint(none, loc, 0));
  return choice;
}

/// What an expression of the grid's iterations is in the one whose counter `number` builds.
static Value buildAt(OpBuilder &at, GridOp grid, BuildFn number, Value value, IRMapping &mapping) {
  Value counter = grid.getBody().getArgument(0);
  Value standIn =
      at.create<ConstantOp>(grid.getLoc(), at.getIntegerAttr(counter.getType(), 0)).getResult();
  mapping.map(counter, standIn);
  Value result = cloneExpression(at, value, mapping);
  // Each use reads it.
  for (OpOperand &use : llvm::make_early_inc_range(standIn.getUses())) {
    OpBuilder before(use.getOwner());
    use.set(number(before));
  }
  if (result == standIn)
    result = number(at);
  standIn.getDefiningOp()->erase();
  mapping.erase(counter);
  return result;
}

//===------------------------------------------------------------------------------------------===//
// The threads of a group
//===------------------------------------------------------------------------------------------===//

namespace {
/// Computes the mean length of the loops, in a shader.
class MeanLength {
public:
  MeanLength(RowOp row, const IRMapping &mapping, std::function<Value(OpBuilder &)> count)
      : row(row), grid(row.getGrid()), loc(grid.getLoc()), mapping(mapping), count(count) {}
  Value build(OpBuilder &at) {
    LoadOp start = getSharedEnd(row);
    return start ? buildTotal(at, start) : buildSample(at);
  }

private:
  Value buildTotal(OpBuilder &at, LoadOp start);
  Value buildSample(OpBuilder &at);
  Value define(OpBuilder &at, StringRef name, Value value) {
    return buildVar(at, loc, name, value, /*isConst=*/true).getRef();
  }

  RowOp row;
  GridOp grid;
  Location loc;
  const IRMapping &mapping;
  std::function<Value(OpBuilder &)> count;
};
} // namespace

/// Each loop begins where the one before ends: between the first and the last lies what all have.
//   const uint mean = (uint(rows[n]) - uint(rows[0])) / n;
Value MeanLength::buildTotal(OpBuilder &at, LoadOp start) {
  Type uintType = getUintType(at.getContext());
  auto buildStart = [&](BuildFn number) {
    IRMapping own = mapping;
    return at.createOrFold<CastOp>(loc, uintType, buildAt(at, grid, number, start, own));
  };
  Value end = buildStart([&](OpBuilder &in) {
    IRMapping own = mapping;
    return cloneExpression(in, grid.getUpper()[0], own);
  });
  Value begin = buildStart([&](OpBuilder &in) -> Value {
    Type type = grid.getLower()[0].getType();
    return in.create<ConstantOp>(loc, in.getIntegerAttr(type, *getConstantInt(grid.getLower()[0])));
  });
  Value total = buildBinary(at, loc, BinaryKind::Sub, end, begin);
  return define(at, "mean", buildBinary(at, loc, BinaryKind::Div, total, count(at)));
}

/// The mean of some that lie as far apart as they can.
//   uint length = 0;
//   for (uint probe = 0; probe < 8; probe++) {
//     const int i = int(n / 8 * probe);
//     length += begin[i] < end[i] ? uint(end[i]) - uint(begin[i]) : 0;
//   }
//   const uint mean = length / 8;
Value MeanLength::buildSample(OpBuilder &at) {
  constexpr uint64_t kSamples = 8;
  Type type = grid.getLower()[0].getType();
  ForOp loop = row.getLoop();
  Value total = buildVar(at, loc, loop.getName().str() + "Total", buildUint(at, loc, 0),
                         /*isConst=*/false)
                    .getRef();
  ForOp samples = buildUintLoop(
      at, loc, "probe", buildUint(at, loc, 0),
      [&](OpBuilder &in) { return buildUint(in, loc, kSamples); },
      [&](OpBuilder &in) { return buildUint(in, loc, 1); });
  OpBuilder in = OpBuilder::atBlockEnd(&samples.getBody().front());
  Value apart = buildBinary(in, loc, BinaryKind::Div, count(in), buildUint(in, loc, kSamples));
  Value index =
      buildBinary(in, loc, BinaryKind::Mul, apart, buildLoad(in, loc, samples.getBodyVar()));
  Value number = in.createOrFold<CastOp>(loc, type, index);
  if (int64_t lower = *getConstantInt(grid.getLower()[0]))
    number = buildBinary(in, loc, BinaryKind::Add,
                         in.create<ConstantOp>(loc, in.getIntegerAttr(type, lower)), number);
  Value place = define(in, grid.getCounterName(0), number);
  IRMapping own = mapping;
  auto read = [&](OpBuilder &to) { return buildLoad(to, loc, place); };
  Value begin =
      define(in, (loop.getName() + "First").str(), buildAt(in, grid, read, loop.getInit(), own));
  Value end =
      define(in, (loop.getName() + "End").str(), buildAt(in, grid, read, row.getBound(), own));
  Value length = buildLength(
      in, loc, getRowPredicate(row), row.getStep(),
      [&](OpBuilder &to) { return buildLoad(to, loc, begin); },
      [&](OpBuilder &to) { return buildLoad(to, loc, end); });
  in.create<UpdateOp>(loc, BinaryKind::Add, total, length);
  return define(at, "mean",
                buildBinary(at, loc, BinaryKind::Div, buildLoad(at, loc, total),
                            buildUint(at, loc, kSamples)));
}

/// The threads of a group: the largest power of two of which each has as much to do as planned, and
/// more where several subgroups have to combine what they have.
//   uint lanes = 1;
//   while (lanes < 256 && 2 * lanes * max(lanes / 16, 1) <= mean) lanes *= 2;
static Value buildLanes(OpBuilder &at, RowOp row, MeanLength mean) {
  constexpr uint64_t kUsualSubgroup = 32;
  RowPlanAttr plan = row.getPlanAttr();
  Location loc = row.getGrid().getLoc();
  uint64_t least = plan.getLeast(), most = plan.getLanes();
  if (least == most)
    return buildVar(at, loc, "lanes", buildUint(at, loc, most), /*isConst=*/true).getRef();
  Value length = mean.build(at);
  Value lanes = buildVar(at, loc, "lanes", buildUint(at, loc, least), /*isConst=*/false).getRef();
  auto grow = at.create<WhileOp>(loc);
  OpBuilder in = OpBuilder::atBlockEnd(&grow.getCond().emplaceBlock());
  auto isMore = in.create<AndOp>(
      loc, in.getI1Type(),
      in.create<CmpOp>(loc, CmpKind::Lt, buildLoad(in, loc, lanes), buildUint(in, loc, most)));
  OpBuilder rhs = OpBuilder::atBlockEnd(&isMore.getRhs().emplaceBlock());
  Value wanted = buildBinary(rhs, loc, BinaryKind::Mul, buildUint(rhs, loc, 2 * plan.getFrom()),
                             buildLoad(rhs, loc, lanes));
  if (most > kUsualSubgroup) {
    Value more = buildBinary(rhs, loc, BinaryKind::Div, buildLoad(rhs, loc, lanes),
                             buildUint(rhs, loc, kUsualSubgroup / 2));
    more = rhs.create<MathOp>(loc, wanted.getType(), MathFn::Max,
                              ValueRange{more, buildUint(rhs, loc, 1)});
    wanted = buildBinary(rhs, loc, BinaryKind::Mul, wanted, more);
  }
  rhs.create<YieldOp>(loc,
                      rhs.create<CmpOp>(loc, CmpKind::Le, wanted, buildLoad(rhs, loc, length)));
  in.create<YieldOp>(loc, isMore);
  in = OpBuilder::atBlockEnd(&grow.getBody().emplaceBlock());
  in.create<UpdateOp>(loc, BinaryKind::Mul, lanes, buildUint(in, loc, 2));
  return lanes;
}

ReductionLowering::LaneShape ReductionLowering::buildLaneShape(OpBuilder &at, RowOp row,
                                                               const IRMapping &mapping) {
  GridOp grid = row.getGrid();
  Location loc = grid.getLoc();
  Type uintType = getUintType(at.getContext());
  auto define = [&](StringRef name, Value value) -> Value {
    return buildVar(at, loc, name, value, /*isConst=*/true).getRef();
  };
  auto binary = [&](BinaryKind kind, Value lhs, Value rhs) {
    return buildBinary(at, loc, kind, lhs, rhs);
  };
  LaneShape shape;
  shape.count = [=, &mapping](OpBuilder &in) -> Value {
    IRMapping inside = mapping;
    Value upper = cloneExpression(in, GridOp(grid).getUpper()[0], inside);
    return in.createOrFold<CastOp>(loc, uintType, upper);
  };
  if (int64_t first = *getConstantInt(grid.getLower()[0])) {
    Value count = define((grid.getCounterName(0) + "Count").str(),
                         binary(BinaryKind::Sub, shape.count(at), buildUint(at, loc, first)));
    shape.count = [=](OpBuilder &in) { return buildLoad(in, loc, count); };
  }
  shape.lanes = buildLanes(at, row, MeanLength(row, mapping, shape.count));
  // The threads of a subgroup are neighbours.
  auto thread = [&]() -> Value {
    if (strategy == ReduceStrategy::Tree)
      return buildBuiltin(at, loc, Builtin::LocalIndex);
    return binary(BinaryKind::Add,
                  binary(BinaryKind::Mul, buildBuiltin(at, loc, Builtin::Subgroup),
                         buildBuiltin(at, loc, Builtin::SubgroupSize)),
                  buildBuiltin(at, loc, Builtin::SubgroupInvocation));
  };
  Value number = strategy == ReduceStrategy::Tree ? Value() : define("thread", thread());
  auto own = [&] { return number ? buildLoad(at, loc, number) : thread(); };
  auto load = [&](Value variable) { return buildLoad(at, loc, variable); };
  shape.lane = define("lane", binary(BinaryKind::Rem, own(), load(shape.lanes)));
  shape.group = define("group", binary(BinaryKind::Div, own(), load(shape.lanes)));
  shape.groups =
      define("groups", binary(BinaryKind::Div, buildUint(at, loc, threads), load(shape.lanes)));
  return shape;
}

//===------------------------------------------------------------------------------------------===//
// An iteration
//===------------------------------------------------------------------------------------------===//

/// Who takes an iteration of the grid: threads with numbers from 0 on.
struct ReductionLowering::Takers {
  std::function<Value(OpBuilder &)> number; ///< of this thread
  std::function<Value(OpBuilder &)> count;  ///< of all of them
  std::function<Value(OpBuilder &)> index;  ///< of the iteration, from 0 on, of type uint
  Value size;                               ///< the variable that has `count`
  /// Whether this group has an iteration of its own, beyond which all have some.
  std::function<Value(OpBuilder &)> exists;
  int64_t turns = 1; ///< that each takes at most; 1: any number
};

/// Gives a thread every iteration of a loop whose number from 0 on is its own, or that and a
/// multiple of how many there are. Where only so many turns are taken, gives the variable that says
/// whether there are more.
Value ReductionLowering::shareUnevenLoop(ForOp loop, int64_t step, CmpKind predicate, Value bound,
                                         const Takers &takers) {
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  Type type = loop.getInit().getType(), uintType = getUintType(builder.getContext());
  std::string name = loop.getName().str();
  // Constants and variables that stay what they are need no variable.
  auto keep = [&](Value value, StringRef suffix) -> std::function<Value(OpBuilder &)> {
    auto read = value.getDefiningOp<LoadOp>();
    auto known = read ? read.getRef().getDefiningOp<VarOp>() : VarOp();
    if (std::optional<int64_t> constant = getConstantInt(value))
      return [=](OpBuilder &at) -> Value {
        return at.create<ConstantOp>(loc, at.getIntegerAttr(type, *constant));
      };
    Value place = known && keepsInitialValue(known)
                      ? known.getRef()
                      : buildVar(builder, loc, (name + suffix).str(), value, true).getRef();
    return [=](OpBuilder &at) { return buildLoad(at, loc, place); };
  };
  std::function<Value(OpBuilder &)> first = keep(loop.getInit(), "First");
  IRMapping mapping;
  std::function<Value(OpBuilder &)> end = keep(cloneExpression(builder, bound, mapping), "End");
  Value count = buildVar(builder, loc, name + "Count",
                         buildLength(builder, loc, predicate, step, first, end), /*isConst=*/true)
                    .getRef();
  auto loadCount = [&](OpBuilder &at) { return buildLoad(at, loc, count); };
  Value isLong, turnsTaken = count;
  if (takers.turns > 1) {
    Value most = buildBinary(builder, loc, BinaryKind::Mul, buildUint(builder, loc, takers.turns),
                             takers.count(builder));
    Value isMore = builder.create<CmpOp>(loc, CmpKind::Gt, loadCount(builder), most);
    isLong = buildVar(builder, loc, "isLong", isMore, /*isConst=*/true).getRef();
    auto choice = builder.create<SelectOp>(loc, uintType, buildLoad(builder, loc, isLong));
    OpBuilder none = OpBuilder::atBlockEnd(&choice.getWhenTrue().emplaceBlock());
    none.create<YieldOp>(loc, buildUint(none, loc, 0));
    OpBuilder all = OpBuilder::atBlockEnd(&choice.getWhenFalse().emplaceBlock());
    all.create<YieldOp>(loc, loadCount(all));
    turnsTaken = buildVar(builder, loc, name + "Turns", choice, /*isConst=*/true).getRef();
  }
  ForOp turns = buildUintLoop(
      builder, loc, name + "Turn", takers.number(builder),
      [&](OpBuilder &at) { return buildLoad(at, loc, turnsTaken); }, takers.count);
  if (Attribute comment = loop->getAttr(kCommentAttr))
    turns->setAttr(kCommentAttr, comment);
  Block *body = &turns.getBody().front();
  OpBuilder in = OpBuilder::atBlockEnd(body);
  Value turn = buildLoad(in, loc, turns.getBodyVar());
  if (step != 1)
    turn = buildBinary(in, loc, BinaryKind::Mul, turn, buildUint(in, loc, step));
  Value counter = type == uintType ? turn : in.create<CastOp>(loc, type, turn).getResult();
  Value begin = first(in);
  if (getConstantInt(begin) != 0)
    counter = buildBinary(in, loc, BinaryKind::Add, begin, counter);
  Value place = buildVar(in, loc, name, counter, /*isConst=*/true).getRef();
  loop.getBodyVar().replaceAllUsesWith(place);
  body->getOperations().splice(body->end(), loop.getBody().front().getOperations());
  loop.erase();
  eraseDeadExpressions(turns.getBody());
  return isLong;
}

/// The copy of the grid's body that the takers of an iteration run; the builder stands at the end
/// of a block that has nothing else.
void ReductionLowering::takeIteration(OpBuilder &in, RowOp row, const IRMapping &mapping,
                                      const Takers &takers) {
  GridOp grid = row.getGrid();
  Location loc = grid.getLoc();
  Type type = grid.getLower()[0].getType();
  Value counter = in.createOrFold<CastOp>(loc, type, takers.index(in));
  if (int64_t lower = *getConstantInt(grid.getLower()[0]))
    counter = buildBinary(in, loc, BinaryKind::Add,
                          in.create<ConstantOp>(loc, in.getIntegerAttr(type, lower)), counter);
  Value place = buildVar(in, loc, grid.getCounterName(0), counter, /*isConst=*/true).getRef();
  IRMapping clone = mapping;
  cloneBody(in, grid, place, clone);
  auto own = cast<RowOp>(clone.lookup(row.getOperation()));
  CmpKind predicate = getRowPredicate(own);
  Value bound = own.getBound();
  RowParts parts = takeRow(own);
  Block *block = parts.loop->getBlock();
  SmallVector<Operation *> behind;
  for (Operation *op = parts.loop->getNextNode(); op; op = op->getNextNode())
    behind.push_back(op);
  Value isLong = shareUnevenLoop(parts.loop, row.getStep(), predicate, bound, takers);

  in.setInsertionPointToEnd(block);
  callCombine(in, loc, takers.size);
  Value isFirst = in.create<CmpOp>(loc, CmpKind::Eq, takers.number(in), buildUint(in, loc, 0));
  if (takers.exists) {
    auto isOne = in.create<AndOp>(loc, in.getI1Type(), isFirst);
    OpBuilder rhs = OpBuilder::atBlockEnd(&isOne.getRhs().emplaceBlock());
    rhs.create<YieldOp>(loc, takers.exists(rhs));
    isFirst = isOne;
  }
  auto branch = in.create<IfOp>(loc, isFirst);
  OpBuilder first = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
  if (isLong) {
    auto left = first.create<IfOp>(loc, buildLoad(first, loc, isLong));
    OpBuilder noting = OpBuilder::atBlockEnd(&left.getThenRegion().front());
    Type uintType = getUintType(in.getContext());
    Value items = noting.create<SharedRefOp>(
        loc, RefType::get(ArrayType::get(in.getContext(), threads, uintType)), longItems);
    Value slot =
        noting.create<AtomicOp>(loc, uintType, ReduceKind::Add,
                                noting.create<SharedRefOp>(loc, RefType::get(uintType), longCount),
                                buildUint(noting, loc, 1));
    Value number = buildVar(noting, loc, "number", slot, /*isConst=*/true).getRef();
    noting.create<AssignOp>(loc, buildElement(noting, loc, items, buildLoad(noting, loc, number)),
                            takers.index(noting));
    first = OpBuilder::atBlockEnd(&left.getElseRegion().emplaceBlock());
  }
  finishRow(first, loc, parts, behind);
}

//   barrier();
//   const uint longs = longCount;
//   barrier();
//   if (longs > 0) {
//     if (lid == 0) longCount = 0;
//     for (uint number = 0; number < longs; number++)
//       the iteration longItems[number], by all threads
//     barrier();
//   }
void ReductionLowering::takeLongIterations(OpBuilder &at, RowOp row, const IRMapping &mapping) {
  Location loc = row.getGrid().getLoc();
  Type uintType = getUintType(at.getContext());
  auto count = [&](OpBuilder &to) -> Value {
    return to.create<SharedRefOp>(loc, RefType::get(uintType), longCount);
  };
  auto barrier = at.create<BarrierOp>(loc);
  barrier->setAttr(kCommentAttr,
                   at.getStringAttr("All threads take what is much longer than the others."));
  Value longs = buildVar(at, loc, "longs", buildLoad(at, loc, count(at)), /*isConst=*/true);
  at.create<BarrierOp>(loc);
  auto some = at.create<IfOp>(
      loc, at.create<CmpOp>(loc, CmpKind::Gt, buildLoad(at, loc, longs), buildUint(at, loc, 0)));
  OpBuilder in = OpBuilder::atBlockEnd(&some.getThenRegion().front());
  OpBuilder reset = buildIfFirstThread(in, loc);
  reset.create<AssignOp>(loc, count(reset), buildUint(reset, loc, 0));
  Value size = buildVar(in, loc, "threads", buildUint(in, loc, threads), /*isConst=*/true).getRef();
  ForOp numbers = buildUintLoop(
      in, loc, "number", buildUint(in, loc, 0),
      [&](OpBuilder &to) { return buildLoad(to, loc, longs); },
      [&](OpBuilder &to) { return buildUint(to, loc, 1); });
  in.create<BarrierOp>(loc);
  Value number = numbers.getBodyVar();
  Takers takers;
  takers.size = size;
  takers.number = [=](OpBuilder &to) { return buildBuiltin(to, loc, Builtin::LocalIndex); };
  takers.count = [=](OpBuilder &to) { return buildLoad(to, loc, size); };
  takers.index = [=](OpBuilder &to) {
    Value items = to.create<SharedRefOp>(
        loc, RefType::get(ArrayType::get(to.getContext(), threads, uintType)), longItems);
    return buildLoad(to, loc, buildElement(to, loc, items, buildLoad(to, loc, number)));
  };
  OpBuilder body = OpBuilder::atBlockEnd(&numbers.getBody().front());
  takeIteration(body, row, mapping, takers);
}

void ReductionLowering::lowerLanes(OpBuilder &at, RowOp row, const IRMapping &mapping) {
  GridOp grid = row.getGrid();
  Location loc = grid.getLoc();
  Type uintType = getUintType(at.getContext());
  at.getBlock()->getParentOp()->setAttr(
      kCommentAttr, at.getStringAttr("Groups of threads take an iteration each: as many threads as "
                                     "its loop has work for on average."));
  int64_t turns = row.getPlan()->getTurns();
  if (turns > 1) {
    OpBuilder reset = buildIfFirstThread(at, loc);
    Value count = reset.create<SharedRefOp>(loc, RefType::get(uintType), longCount);
    reset.create<AssignOp>(loc, count, buildUint(reset, loc, 0));
    at.create<BarrierOp>(loc);
  }
  LaneShape shape = buildLaneShape(at, row, mapping);
  auto load = [=](OpBuilder &in, Value variable) { return buildLoad(in, loc, variable); };
  auto ofGroups = [&](OpBuilder &in, Builtin builtin) {
    return buildBinary(in, loc, BinaryKind::Mul, buildBuiltin(in, loc, builtin),
                       load(in, shape.groups));
  };
  ForOp blocks = buildUintLoop(at, loc, "first", ofGroups(at, Builtin::Workgroup), shape.count,
                               [&](OpBuilder &in) { return ofGroups(in, Builtin::NumWorkgroups); });
  at.create<ReturnOp>(loc, Value());
  OpBuilder in = OpBuilder::atBlockEnd(&blocks.getBody().front());
  Value index = buildVar(in, loc, (grid.getCounterName(0) + "Index").str(),
                         buildBinary(in, loc, BinaryKind::Add, load(in, blocks.getBodyVar()),
                                     load(in, shape.group)),
                         /*isConst=*/true)
                    .getRef();
  Takers takers;
  takers.turns = turns;
  takers.size = shape.lanes;
  takers.number = [=](OpBuilder &to) { return load(to, shape.lane); };
  takers.count = [=](OpBuilder &to) { return load(to, shape.lanes); };
  takers.index = [=](OpBuilder &to) -> Value {
    Value last = buildBinary(to, loc, BinaryKind::Sub, shape.count(to), buildUint(to, loc, 1));
    return to.create<MathOp>(loc, uintType, MathFn::Min, ValueRange{load(to, index), last});
  };
  takers.exists = [=](OpBuilder &to) -> Value {
    return to.create<CmpOp>(loc, CmpKind::Lt, load(to, index), shape.count(to));
  };
  takeIteration(in, row, mapping, takers);
  if (turns > 1)
    takeLongIterations(in, row, mapping);
}

//===------------------------------------------------------------------------------------------===//
// How a group combines
//===------------------------------------------------------------------------------------------===//

//   for (uint offset = min(lanes, gl_SubgroupSize) / 2; offset > 0; offset /= 2)
//     local += subgroupShuffleXor(local, offset);
//   if (lanes > gl_SubgroupSize) {
//     if (gl_SubgroupInvocationID == 0) shared[gl_SubgroupID] = local;
//     barrier();
//     const uint subgroups = lanes / gl_SubgroupSize;
//     const uint first = gl_SubgroupID / subgroups * subgroups;
//     local = 0;
//     for (uint subgroup = first; subgroup < first + subgroups; subgroup++)
//       local += shared[subgroup];
//     barrier();
//   }
void ReductionLowering::emitExchange(OpBuilder &builder, Location loc, FuncOp function) {
  Type uintType = getUintType(builder.getContext());
  auto builtin = [&](OpBuilder &at, Builtin kind) { return buildBuiltin(at, loc, kind); };
  Value size = function.getArguments().back();
  Value inside = builder.create<MathOp>(loc, uintType, MathFn::Min,
                                        ValueRange{size, builtin(builder, Builtin::SubgroupSize)});
  auto loop = builder.create<ForOp>(
      loc, "offset",
      buildBinary(builder, loc, BinaryKind::Div, inside, buildUint(builder, loc, 2)));
  OpBuilder inner = OpBuilder::atBlockEnd(&loop.getCond().front());
  inner.create<YieldOp>(loc, inner.create<CmpOp>(loc, CmpKind::Gt,
                                                 buildLoad(inner, loc, loop.getCondVar()),
                                                 buildUint(inner, loc, 0)));
  inner.setInsertionPointToEnd(&loop.getStep().front());
  inner.create<UpdateOp>(loc, BinaryKind::Div, loop.getStepVar(), buildUint(inner, loc, 2));
  inner.setInsertionPointToEnd(&loop.getBody().front());
  auto combine = [&](OpBuilder &at, const Accumulator &accumulator, Value place, Value theirs) {
    combineInto(at, loc, *accumulator.kind, place, theirs, Operands::NeverNan);
  };
  forAllLeaves(inner, loc, function.getArguments(),
               [&](OpBuilder &at, const Accumulator &accumulator, Value place, const Leaf &leaf) {
                 Value mine = partOf(at, loc, place, leaf);
                 Value theirs =
                     at.create<SubgroupExchangeOp>(loc, leaf.type, buildLoad(at, loc, mine),
                                                   buildLoad(at, loc, loop.getBodyVar()));
                 combine(at, accumulator, partOf(at, loc, place, leaf), theirs);
               });
  if (lanes <= minSubgroupSize)
    return;
  auto isLarger = builder.create<IfOp>(
      loc, builder.create<CmpOp>(loc, CmpKind::Gt, size, builtin(builder, Builtin::SubgroupSize)));
  OpBuilder in = OpBuilder::atBlockEnd(&isLarger.getThenRegion().front());
  Value isFirst = in.create<CmpOp>(loc, CmpKind::Eq, builtin(in, Builtin::SubgroupInvocation),
                                   buildUint(in, loc, 0));
  auto branch = in.create<IfOp>(loc, isFirst);
  OpBuilder leaving = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
  forAllLeaves(leaving, loc, function.getArguments(),
               [&](OpBuilder &at, const Accumulator &accumulator, Value place, const Leaf &leaf) {
                 Value slot =
                     sharedPart(at, loc, accumulator, leaf, builtin(at, Builtin::Subgroup));
                 at.create<AssignOp>(loc, slot, buildLoad(at, loc, partOf(at, loc, place, leaf)));
               });
  in.create<BarrierOp>(loc);
  Value subgroups = buildVar(
      in, loc, "subgroups",
      buildBinary(in, loc, BinaryKind::Div, size, builtin(in, Builtin::SubgroupSize)), true);
  Value before = buildBinary(in, loc, BinaryKind::Div, builtin(in, Builtin::Subgroup),
                             buildLoad(in, loc, subgroups));
  Value first =
      buildVar(in, loc, "firstSubgroup",
               buildBinary(in, loc, BinaryKind::Mul, before, buildLoad(in, loc, subgroups)), true);
  for (auto [argument, accumulator] : llvm::zip(function.getArguments(), accumulators))
    resetAccumulator(in, loc, accumulator, argument);
  ForOp others = buildUintLoop(
      in, loc, "subgroup", buildUint(in, loc, 0),
      [&](OpBuilder &at) { return buildLoad(at, loc, subgroups); },
      [&](OpBuilder &at) { return buildUint(at, loc, 1); });
  OpBuilder taking = OpBuilder::atBlockEnd(&others.getBody().front());
  forAllLeaves(taking, loc, function.getArguments(),
               [&](OpBuilder &at, const Accumulator &accumulator, Value place, const Leaf &leaf) {
                 Value slot = buildBinary(at, loc, BinaryKind::Add, buildLoad(at, loc, first),
                                          buildLoad(at, loc, others.getBodyVar()));
                 combine(at, accumulator, partOf(at, loc, place, leaf),
                         buildLoad(at, loc, sharedPart(at, loc, accumulator, leaf, slot)));
               });
  // The shared memory is free for the next iterations.
  in.create<BarrierOp>(loc);
}
