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
//   const uint lanes = ...; // a power of two: so many that each has 4 iterations of a mean loop
//   const uint lane = thread % lanes, group = thread / lanes, groups = threads / lanes;
//   for (uint first = workgroup * groups; first < n; first += workgroups * groups) {
//     const uint iIndex = first + group;
//     uint left = 0;
//     const int i = min(iIndex, n - 1);
//     float sum = 0;
//     const int kFirst = rows[i], kEnd = rows[i + 1];
//     const uint kCount = kFirst < kEnd ? kEnd - kFirst : 0;
//     const bool isHuge = lanes < threads && kCount > 8 * threads;
//     const bool isLong = !isHuge && lanes < subgroupSize && kCount > 16 * lanes;
//     for (uint kTurn = lane; kTurn < (isHuge || isLong ? 0 : kCount); kTurn += lanes) {
//       const int k = kFirst + kTurn;
//       sum += values[k] * x[columns[k]];
//     }
//     combineLanes(sum, lanes);
//     if (lane == 0 && iIndex < n)
//       if (isHuge)
//         hasHuge = 1;
//       else if (isLong)
//         left = iIndex + 1;
//       else
//         y[i] = sum;
//     for (uint item = subgroupMax(left); item > 0; item = subgroupMax(left))
//       the iteration item - 1, by all threads of the subgroup, of which one forgets `left`
//   }
//   barrier();
//   if (hasHuge > 0)
//     the huge ones among the iterations of the workgroup, by all of its threads
//
// The turns are counted, since a counter that begins or goes on further than in the source might
// run over the end of its type. Groups behind the last iteration repeat it and write nothing, so
// that all threads come to the combination. Workgroups look for huge loops again where there are
// some: a list of them would need room for all of their iterations.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/patterns/UnevenRows.h"
#include "analysis/values/Expressions.h"
#include "device/Builders.h"
#include "device/Combining.h"
#include "ir/VkmAttributes.h"
#include "passes/loops/UnrollGrids.h"
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

// Iterations of a loop for each thread of a workgroup from which on all of them take it.
static constexpr int64_t kTurnsOfWorkgroup = 8;

/// The host does not know the mean length. Workgroups that find nothing to do cost little; too few
/// of them leave a device idle.
int32_t vkmorph::vkm::getRowsOfWorkgroup(RowOp row) {
  int64_t lanes = row.getPlanAttr().getLanes();
  int32_t threads = row.getGrid().getWorkgroupSizeAttr()[0];
  return lanes ? std::max<int32_t>(threads / lanes, 1) : 1;
}

using BuildFn = llvm::function_ref<Value(OpBuilder &)>;

/// The threads of this subgroup in a workgroup of so many, which may be fewer than a subgroup has.
static Value buildSubgroupThreads(OpBuilder &at, Location loc, int64_t threads) {
  constexpr int64_t kLargestSubgroup = 128;
  Value size = buildBuiltin(at, loc, Builtin::SubgroupSize);
  return threads >= kLargestSubgroup
             ? size
             : at.create<MathOp>(loc, size.getType(), MathFn::Min,
                                 ValueRange{size, buildUint(at, loc, threads)});
}

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

/// How many iterations the loop has of the iteration whose counter `number` reads.
static Value buildLengthAt(OpBuilder &at, RowOp row, const IRMapping &mapping, BuildFn number) {
  GridOp grid = row.getGrid();
  Location loc = grid.getLoc();
  ForOp loop = row.getLoop();
  IRMapping own = mapping;
  auto define = [&](StringRef suffix, Value value) -> Value {
    return buildVar(at, loc, (loop.getName() + suffix).str(), value, /*isConst=*/true);
  };
  Value begin = define("First", buildAt(at, grid, number, loop.getInit(), own));
  Value end = define("End", buildAt(at, grid, number, row.getBound(), own));
  return buildLength(
      at, loc, getRowPredicate(row), row.getStep(),
      [&](OpBuilder &to) { return buildLoad(to, loc, begin); },
      [&](OpBuilder &to) { return buildLoad(to, loc, end); });
}

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
  Value total = buildVar(at, loc, row.getLoop().getName().str() + "Total", buildUint(at, loc, 0),
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
  Value place = buildCounter(in, grid, index);
  Value length =
      buildLengthAt(in, row, mapping, [&](OpBuilder &to) { return buildLoad(to, loc, place); });
  in.create<UpdateOp>(loc, BinaryKind::Add, total, length);
  return define(at, "mean",
                buildBinary(at, loc, BinaryKind::Div, buildLoad(at, loc, total),
                            buildUint(at, loc, kSamples)));
}

/// The threads of a group: the largest power of two of which each has as much to do as planned, of
/// a subgroup at most, or all threads of a workgroup.
//   const uint lanes = mean < 2048 ? min(1 << findMSB(max(mean / 4, 1)), subgroupSize) : 256;
static Value buildLanes(OpBuilder &at, RowOp row, int64_t threads, MeanLength mean) {
  // Where nobody knows how many threads combine without barriers.
  constexpr uint64_t kUsualSubgroup = 32;
  RowPlanAttr plan = row.getPlanAttr();
  Location loc = row.getGrid().getLoc();
  Type uintType = getUintType(at.getContext());
  int64_t least = plan.getLeast(), lanes = plan.getLanes();
  auto define = [&](StringRef name, Value value) {
    return buildVar(at, loc, name, value, /*isConst=*/true).getRef();
  };
  if (least == lanes)
    return define("lanes", buildUint(at, loc, least));
  Value length = mean.build(at);
  auto ofMean = [&](OpBuilder &in, Value most) -> Value {
    Value work = buildLoad(in, loc, length);
    if (plan.getFrom() > 1)
      work = buildBinary(in, loc, BinaryKind::Div, work, buildUint(in, loc, plan.getFrom()));
    work =
        in.create<MathOp>(loc, uintType, MathFn::Max, ValueRange{work, buildUint(in, loc, least)});
    Type intType = in.getIntegerType(32, /*isSigned=*/true);
    Value bit = in.create<MathOp>(loc, intType, MathFn::FindMsb, work);
    Value power = buildBinary(in, loc, BinaryKind::Shl, buildUint(in, loc, 1),
                              in.createOrFold<CastOp>(loc, uintType, bit));
    return in.create<MathOp>(loc, uintType, MathFn::Min, ValueRange{power, most});
  };
  if (lanes < threads)
    return define("lanes", ofMean(at, buildUint(at, loc, lanes)));
  Value isFew = at.create<CmpOp>(loc, CmpKind::Lt, buildLoad(at, loc, length),
                                 buildUint(at, loc, kTurnsOfWorkgroup * threads));
  auto ofSome = [&](OpBuilder &some) {
    Value most = plan.getStrategy() == ReduceStrategy::Tree
                     ? buildUint(some, loc, std::min<int64_t>(kUsualSubgroup, threads))
                     : buildSubgroupThreads(some, loc, threads);
    return ofMean(some, most);
  };
  auto ofAll = [&](OpBuilder &all) { return buildUint(all, loc, threads); };
  return define("lanes", buildSelect(at, loc, uintType, isFew, ofSome, ofAll));
}

ReductionLowering::LaneShape ReductionLowering::buildLaneShape(OpBuilder &at, RowOp row,
                                                               const IRMapping &mapping) {
  GridOp grid = row.getGrid();
  Location loc = grid.getLoc();
  auto define = [&](StringRef name, Value value) -> Value {
    return buildVar(at, loc, name, value, /*isConst=*/true).getRef();
  };
  auto binary = [&](BinaryKind kind, Value lhs, Value rhs) {
    return buildBinary(at, loc, kind, lhs, rhs);
  };
  LaneShape shape;
  shape.count = buildIterationCount(at, grid, mapping);
  shape.lanes = buildLanes(at, row, threads, MeanLength(row, mapping, shape.count));
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
  /// Whether this group has an iteration of its own, beyond which all have some.
  std::function<Value(OpBuilder &)> exists;
  FuncOp combine; ///< what combines their shares
  /// Where long iterations are left to the subgroup: the variable that gets the number of one, from
  /// 1 on.
  Value left;
  Value lanes;             ///< the variable that has how many threads a group has
  bool leavesHuge = false; ///< whether longer ones are left to the workgroup
  bool onlyHuge = false;   ///< whether these are what is taken here
};

/// The variables that say to whom an iteration is left; null where it never is.
struct ReductionLowering::Leaving {
  Value isLong, isHuge;
};

/// How many iterations a loop has beyond which all threads of the workgroup take it.
Value ReductionLowering::buildMostTurns(OpBuilder &at, Location loc, RowPlanAttr plan,
                                        Value lanesOfGroup) {
  if (strategy == ReduceStrategy::Subgroup)
    return buildUint(at, loc, kTurnsOfWorkgroup * threads);
  return buildBinary(at, loc, BinaryKind::Mul, buildUint(at, loc, plan.getTurns()),
                     buildLoad(at, loc, lanesOfGroup));
}

/// Finds out who takes a loop with this number of iterations.
//   const bool isHuge = lanes < 256 && kCount > 2048;
//   const bool isLong = !isHuge && lanes < gl_SubgroupSize && kCount > 16 * lanes;
ReductionLowering::Leaving ReductionLowering::buildLeaving(OpBuilder &at, Location loc,
                                                           RowPlanAttr plan, BuildFn length,
                                                           const Takers &takers) {
  Leaving leaving;
  auto isFewerThan = [&](OpBuilder &in, Value most) -> Value {
    return in.create<CmpOp>(loc, CmpKind::Lt, takers.count(in), most);
  };
  auto isMoreThan = [&](OpBuilder &in, Value most) -> Value {
    return in.create<CmpOp>(loc, CmpKind::Gt, length(in), most);
  };
  if (takers.leavesHuge) {
    Value isHuge = buildLogical<AndOp>(
        at, loc, isFewerThan(at, buildUint(at, loc, threads)),
        [&](OpBuilder &in) { return isMoreThan(in, buildMostTurns(in, loc, plan, takers.lanes)); });
    leaving.isHuge = buildVar(at, loc, "isHuge", isHuge, /*isConst=*/true).getRef();
  }
  if (!takers.left)
    return leaving;
  Value known;
  if (leaving.isHuge)
    known =
        at.create<UnaryOp>(loc, at.getI1Type(), UnaryKind::Not, buildLoad(at, loc, leaving.isHuge));
  auto isNarrow = [&](OpBuilder &in) {
    return isFewerThan(in, buildSubgroupThreads(in, loc, threads));
  };
  known = known ? buildLogical<AndOp>(at, loc, known, isNarrow) : isNarrow(at);
  known = buildLogical<AndOp>(at, loc, known, [&](OpBuilder &in) {
    return isMoreThan(in, buildBinary(in, loc, BinaryKind::Mul, buildUint(in, loc, plan.getTurns()),
                                      takers.count(in)));
  });
  leaving.isLong = buildVar(at, loc, "isLong", known, /*isConst=*/true).getRef();
  return leaving;
}

/// How many iterations of a loop its group takes: all or none.
//   const uint kTurns = isHuge || isLong ? 0 : kCount;
static Value buildTaken(OpBuilder &at, Location loc, StringRef name, Value count, Value isHuge,
                        Value isLong) {
  Value isLeft = buildLoad(at, loc, isHuge ? isHuge : isLong);
  if (isHuge && isLong) {
    auto either = at.create<OrOp>(loc, at.getI1Type(), isLeft);
    OpBuilder rhs = OpBuilder::atBlockEnd(&either.getRhs().emplaceBlock());
    rhs.create<YieldOp>(loc, buildLoad(rhs, loc, isLong));
    isLeft = either;
  }
  Value choice = buildSelect(
      at, loc, getUintType(at.getContext()), isLeft,
      [&](OpBuilder &none) { return buildUint(none, loc, 0); },
      [&](OpBuilder &all) { return buildLoad(all, loc, count); });
  return buildVar(at, loc, (name + "Turns").str(), choice, /*isConst=*/true).getRef();
}

/// Gives a thread every iteration of a loop whose number from 0 on is its own, or that and a
/// multiple of how many there are, or none where it is left to others.
ReductionLowering::Leaving ReductionLowering::shareUnevenLoop(ForOp loop, RowPlanAttr plan,
                                                              int64_t step, CmpKind predicate,
                                                              Value bound, const Takers &takers) {
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
  auto length = [&](OpBuilder &at) { return buildLoad(at, loc, count); };
  if (takers.onlyHuge) {
    Value most = buildMostTurns(builder, loc, plan, takers.lanes);
    auto isShorter =
        builder.create<IfOp>(loc, builder.create<CmpOp>(loc, CmpKind::Le, length(builder), most));
    OpBuilder::atBlockEnd(&isShorter.getThenRegion().front()).create<ContinueOp>(loc);
  }
  Leaving leaving = buildLeaving(builder, loc, plan, length, takers);
  Value taken = leaving.isLong || leaving.isHuge
                    ? buildTaken(builder, loc, name, count, leaving.isHuge, leaving.isLong)
                    : count;
  ForOp turns = buildUintLoop(
      builder, loc, name + "Turn", takers.number(builder),
      [&](OpBuilder &at) { return buildLoad(at, loc, taken); }, takers.count);
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
  if (plan.getFrom() > 1)
    unrollGridLoop(turns, plan.getFrom());
  return leaving;
}

/// The copy of the grid's body that the takers of an iteration run; the builder stands at the end
/// of a block that has nothing else.
void ReductionLowering::takeIteration(OpBuilder &in, RowOp row, const IRMapping &mapping,
                                      const Takers &takers) {
  GridOp grid = row.getGrid();
  Location loc = grid.getLoc();
  Value place = buildCounter(in, grid, takers.index(in));
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
  Leaving leaving =
      shareUnevenLoop(parts.loop, row.getPlanAttr(), row.getStep(), predicate, bound, takers);

  in.setInsertionPointToEnd(block);
  callCombine(in, loc, takers.combine, takers.count(in));
  Value isFirst = in.create<CmpOp>(loc, CmpKind::Eq, takers.number(in), buildUint(in, loc, 0));
  if (takers.exists)
    isFirst = buildLogical<AndOp>(in, loc, isFirst, takers.exists);
  auto branch = in.create<IfOp>(loc, isFirst);
  OpBuilder first = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
  auto leaveTo = [&](Value isLeft) {
    auto left = first.create<IfOp>(loc, buildLoad(first, loc, isLeft));
    first = OpBuilder::atBlockEnd(&left.getElseRegion().emplaceBlock());
    return OpBuilder::atBlockEnd(&left.getThenRegion().front());
  };
  Type uintType = getUintType(in.getContext());
  if (leaving.isHuge) {
    OpBuilder noting = leaveTo(leaving.isHuge);
    noting.create<AtomicOp>(loc, uintType, ReduceKind::Or,
                            noting.create<SharedRefOp>(loc, RefType::get(uintType), hasHuge),
                            buildUint(noting, loc, 1));
  }
  if (leaving.isLong) {
    OpBuilder noting = leaveTo(leaving.isLong);
    noting.create<AssignOp>(
        loc, takers.left,
        buildBinary(noting, loc, BinaryKind::Add, takers.index(noting), buildUint(noting, loc, 1)));
  }
  finishRow(first, loc, parts, behind);
}

//   for (uint item = subgroupMax(left); item > 0; item = subgroupMax(left)) {
//     if (left == item) left = 0;
//     the iteration item - 1, by all threads of the subgroup
//   }
void ReductionLowering::takeLongIterations(OpBuilder &at, RowOp row, const IRMapping &mapping,
                                           Value left) {
  Location loc = row.getGrid().getLoc();
  Type uintType = getUintType(at.getContext());
  auto largest = [&](OpBuilder &in) -> Value {
    return in.create<SubgroupOp>(loc, uintType, ReduceKind::Max, buildLoad(in, loc, left));
  };
  auto items = at.create<ForOp>(loc, "item", largest(at));
  items->setAttr(kCommentAttr, at.getStringAttr("The subgroup takes what is much longer than the "
                                                "mean, one after another."));
  OpBuilder in = OpBuilder::atBlockEnd(&items.getCond().front());
  in.create<YieldOp>(loc, in.create<CmpOp>(loc, CmpKind::Gt, buildLoad(in, loc, items.getCondVar()),
                                           buildUint(in, loc, 0)));
  in = OpBuilder::atBlockEnd(&items.getStep().front());
  in.create<AssignOp>(loc, items.getStepVar(), largest(in));
  in = OpBuilder::atBlockEnd(&items.getBody().front());
  Value item = items.getBodyVar();
  auto isOwn = in.create<IfOp>(
      loc, in.create<CmpOp>(loc, CmpKind::Eq, buildLoad(in, loc, left), buildLoad(in, loc, item)));
  OpBuilder taking = OpBuilder::atBlockEnd(&isOwn.getThenRegion().front());
  taking.create<AssignOp>(loc, left, buildUint(taking, loc, 0));
  Takers takers;
  takers.combine = combineSubgroups;
  takers.number = [=](OpBuilder &to) { return buildBuiltin(to, loc, Builtin::SubgroupInvocation); };
  takers.count = [loc, all = threads](OpBuilder &to) { return buildSubgroupThreads(to, loc, all); };
  takers.index = [=](OpBuilder &to) {
    return buildBinary(to, loc, BinaryKind::Sub, buildLoad(to, loc, item), buildUint(to, loc, 1));
  };
  takeIteration(in, row, mapping, takers);
}

/// The loop of workgroups over as many iterations as they have groups; gives the variable.
//   for (uint first = workgroup * groups; first < n; first += workgroups * groups)
ForOp ReductionLowering::buildBlocks(OpBuilder &at, Location loc, const LaneShape &shape) {
  auto ofGroups = [&](OpBuilder &in, Builtin builtin) {
    return buildBinary(in, loc, BinaryKind::Mul, buildBuiltin(in, loc, builtin),
                       buildLoad(in, loc, shape.groups));
  };
  return buildUintLoop(at, loc, "first", ofGroups(at, Builtin::Workgroup), shape.count,
                       [&](OpBuilder &in) { return ofGroups(in, Builtin::NumWorkgroups); });
}

//   barrier();
//   if (hasHuge > 0)
//     for (uint first = workgroup * groups; first < n; first += workgroups * groups)
//       for (uint item = first; item < min(first + groups, n); item++) {
//         const int i = item;
//         if (the length of its loop <= 2048) continue;
//         the iteration, by all threads
//       }
void ReductionLowering::takeHugeIterations(OpBuilder &at, RowOp row, const IRMapping &mapping,
                                           const LaneShape &shape) {
  GridOp grid = row.getGrid();
  Location loc = grid.getLoc();
  Type uintType = getUintType(at.getContext());
  auto barrier = at.create<BarrierOp>(loc);
  barrier->setAttr(kCommentAttr, at.getStringAttr("The workgroup takes what is longer still."));
  Value found = buildLoad(at, loc, at.create<SharedRefOp>(loc, RefType::get(uintType), hasHuge));
  auto some =
      at.create<IfOp>(loc, at.create<CmpOp>(loc, CmpKind::Gt, found, buildUint(at, loc, 0)));
  OpBuilder in = OpBuilder::atBlockEnd(&some.getThenRegion().front());
  ForOp blocks = buildBlocks(in, loc, shape);
  in = OpBuilder::atBlockEnd(&blocks.getBody().front());
  Value first = blocks.getBodyVar();
  ForOp items = buildUintLoop(
      in, loc, "item", buildLoad(in, loc, first),
      [&](OpBuilder &to) -> Value {
        Value end = buildBinary(to, loc, BinaryKind::Add, buildLoad(to, loc, first),
                                buildLoad(to, loc, shape.groups));
        return to.create<MathOp>(loc, uintType, MathFn::Min, ValueRange{end, shape.count(to)});
      },
      [&](OpBuilder &to) { return buildUint(to, loc, 1); });
  in = OpBuilder::atBlockEnd(&items.getBody().front());
  Value item = items.getBodyVar();
  Takers takers;
  takers.combine = combine;
  takers.number = [=](OpBuilder &to) { return buildBuiltin(to, loc, Builtin::LocalIndex); };
  takers.count = [loc, all = threads](OpBuilder &to) { return buildUint(to, loc, all); };
  takers.index = [=](OpBuilder &to) { return buildLoad(to, loc, item); };
  takers.lanes = shape.lanes;
  takers.onlyHuge = true;
  takeIteration(in, row, mapping, takers);
}

void ReductionLowering::lowerLanes(OpBuilder &at, RowOp row, const IRMapping &mapping) {
  GridOp grid = row.getGrid();
  Location loc = grid.getLoc();
  Type uintType = getUintType(at.getContext());
  at.getBlock()->getParentOp()->setAttr(
      kCommentAttr, at.getStringAttr("Groups of threads take an iteration each: as many threads as "
                                     "its loop has work for on average."));
  bool leavesHuge = !hasHuge.empty();
  if (leavesHuge) {
    OpBuilder reset = buildIfFirstThread(at, loc);
    Value flag = reset.create<SharedRefOp>(loc, RefType::get(uintType), hasHuge);
    reset.create<AssignOp>(loc, flag, buildUint(reset, loc, 0));
    at.create<BarrierOp>(loc);
  }
  LaneShape shape = buildLaneShape(at, row, mapping);
  auto load = [=](OpBuilder &in, Value variable) { return buildLoad(in, loc, variable); };
  ForOp blocks = buildBlocks(at, loc, shape);
  if (leavesHuge)
    takeHugeIterations(at, row, mapping, shape);
  at.create<ReturnOp>(loc, Value());
  OpBuilder in = OpBuilder::atBlockEnd(&blocks.getBody().front());
  Value index = buildVar(in, loc, (grid.getCounterName(0) + "Index").str(),
                         buildBinary(in, loc, BinaryKind::Add, load(in, blocks.getBodyVar()),
                                     load(in, shape.group)),
                         /*isConst=*/true)
                    .getRef();
  Takers takers;
  takers.combine = combine;
  takers.lanes = shape.lanes;
  takers.leavesHuge = leavesHuge;
  if (strategy == ReduceStrategy::Subgroup && row.getPlan()->getTurns() > 1)
    takers.left = buildVar(in, loc, "left", buildUint(in, loc, 0), /*isConst=*/false).getRef();
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
  if (takers.left)
    takeLongIterations(in, row, mapping, takers.left);
}

//===------------------------------------------------------------------------------------------===//
// How a group combines
//===------------------------------------------------------------------------------------------===//

//   for (uint offset = lanes / 2; offset > 0; offset /= 2)
//     local += subgroupShuffleXor(local, offset);
void ReductionLowering::emitExchange(OpBuilder &builder, Location loc, FuncOp function) {
  auto loop = builder.create<ForOp>(loc, "offset",
                                    buildBinary(builder, loc, BinaryKind::Div,
                                                function.getArguments().back(),
                                                buildUint(builder, loc, 2)));
  OpBuilder inner = OpBuilder::atBlockEnd(&loop.getCond().front());
  inner.create<YieldOp>(loc, inner.create<CmpOp>(loc, CmpKind::Gt,
                                                 buildLoad(inner, loc, loop.getCondVar()),
                                                 buildUint(inner, loc, 0)));
  inner.setInsertionPointToEnd(&loop.getStep().front());
  inner.create<UpdateOp>(loc, BinaryKind::Div, loop.getStepVar(), buildUint(inner, loc, 2));
  inner.setInsertionPointToEnd(&loop.getBody().front());
  forAllLeaves(inner, loc, function.getArguments(),
               [&](OpBuilder &at, const Accumulator &accumulator, Value place, const Leaf &leaf) {
                 Value mine = partOf(at, loc, place, leaf);
                 Value theirs =
                     at.create<SubgroupExchangeOp>(loc, leaf.type, buildLoad(at, loc, mine),
                                                   buildLoad(at, loc, loop.getBodyVar()));
                 combineInto(at, loc, *accumulator.kind, partOf(at, loc, place, leaf), theirs,
                             Operands::NeverNan);
               });
}

//   combineInSubgroup(local, min(lanes, gl_SubgroupSize));
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
void ReductionLowering::emitExchangeOverSubgroups(OpBuilder &builder, Location loc,
                                                  FuncOp function) {
  Type uintType = getUintType(builder.getContext());
  auto builtin = [&](OpBuilder &at, Builtin kind) { return buildBuiltin(at, loc, kind); };
  Value size = function.getArguments().back();
  SmallVector<Value> shares(function.getArguments().drop_back());
  shares.push_back(builder.create<MathOp>(
      loc, uintType, MathFn::Min, ValueRange{size, builtin(builder, Builtin::SubgroupSize)}));
  builder.create<CallOp>(loc, TypeRange(), combineSubgroups.getSymName(), shares);
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
                 combineInto(at, loc, *accumulator.kind, partOf(at, loc, place, leaf),
                             buildLoad(at, loc, sharedPart(at, loc, accumulator, leaf, slot)),
                             Operands::NeverNan);
               });
  // The shared memory is free for the next iterations.
  in.create<BarrierOp>(loc);
}
