//===- LowerArgReductions.cpp - Smallest and largest values with what they carry -------------===//
//
//   if (x < m_leastLocal) {                       in each thread, as the source has it; its
//     m_leastLocal = x;                           iterations come in their order
//     m_leastIteration = i;
//     m_whereLocal = where;
//   }
//
//   if (theirs < mine || theirs == mine && their iteration < my iteration) mine = theirs;
//                                                 between threads, and between workgroups
//
//   if (m_leastLocal < m_least) { m_least = m_leastLocal; m_where = m_whereLocal; }
//                                                 in the end
//
// Where the last of equal values counts (`x <= m`), iterations are counted from 1: 0 says that the
// thread has taken no value. Where the first counts, a thread without one has the largest number
// there is, which none that is taken equals.
//
//===------------------------------------------------------------------------------------------===//

#include "passes/lower/reductions/LowerReductions.h"
#include "transforms/Expressions.h"

#include <functional>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// `first && second()`, `first || second()`.
template <typename Op>
static Value buildLogical(OpBuilder &builder, Location loc, Value first,
                          llvm::function_ref<Value(OpBuilder &)> second) {
  auto op = builder.create<Op>(loc, builder.getI1Type(), first);
  OpBuilder inner = OpBuilder::atBlockEnd(&op.getRhs().emplaceBlock());
  inner.create<YieldOp>(loc, second(inner));
  return op;
}

/// Whether a value is smaller (larger) than another one, or as large if `orEqual`.
static Value buildIsBetter(OpBuilder &builder, Location loc, ReduceKind kind, Value value,
                           Value than, bool orEqual) {
  bool isMin = kind == ReduceKind::Min;
  CmpKind compared =
      isMin ? (orEqual ? CmpKind::Le : CmpKind::Lt) : (orEqual ? CmpKind::Ge : CmpKind::Gt);
  return builder.create<CmpOp>(loc, compared, value, than);
}

SmallVector<size_t> ReductionLowering::ArgGroup::getOthers() const {
  SmallVector<size_t> others(iteration);
  for (size_t number : carried)
    if (!llvm::is_contained(others, number))
      others.push_back(number);
  return others;
}

/// The carried place that gets the number of the iteration itself, in a grid of one dimension: it
/// decides among equal values as well as a number of our own.
static CarryOp findCarriedNumber(ArgReduceOp reduce, GridOp grid) {
  if (grid.getNumDims() != 1 || reduce.getTies() != TieBreak::First)
    return {};
  for (CarryOp carry : reduce.getBody().front().getOps<CarryOp>()) {
    Value value = carry.getValue();
    if (auto cast = value.getDefiningOp<CastOp>()) {
      auto from = dyn_cast<IntegerType>(cast.getOperand().getType()),
           to = dyn_cast<IntegerType>(cast.getType());
      // A counter that is not negative keeps its value in a type of its width or more.
      if (from && to && to.getWidth() >= from.getWidth())
        value = cast.getOperand();
    }
    if (value == grid.getBody().getArgument(0) && carry.getValue().getType().isInteger())
      return carry;
  }
  return {};
}

void ReductionLowering::addArgGroup(ArgReduceOp reduce, ArrayRef<Number> numbers) {
  auto grid = reduce->getParentOfType<GridOp>();
  ArgGroup group{reduce.getKind(), reduce.getTies(), accumulators.size(), {}, false, {}};
  addPlace(reduce.getFieldAttr(), reduce.getSteps(), reduce.getKind());
  std::string name = accumulators.back().name;
  bool isOnly = true;
  grid.walk([&](ArgReduceOp other) {
    isOnly &= other == reduce || other.getFieldAttr() != reduce.getFieldAttr() ||
              other.getSteps() != reduce.getSteps();
  });
  CarryOp number =
      isOnly && numbers.front().isCounter ? findCarriedNumber(reduce, grid) : CarryOp();
  for (CarryOp carry : reduce.getBody().front().getOps<CarryOp>()) {
    group.carried.push_back(accumulators.size());
    if (carry == number)
      group.iteration.push_back(accumulators.size());
    addPlace(carry.getFieldAttr(), carry.getSteps(), std::nullopt);
  }
  if (!number) {
    group.countsFromOne = group.ties == TieBreak::Last;
    for (auto [dim, own] : llvm::enumerate(numbers)) {
      std::string spelling = name + "Iteration";
      if (numbers.size() > 1)
        spelling += "_" + grid.getCounterName(dim).str();
      while (llvm::any_of(accumulators, [&](auto &other) { return other.name == spelling; }))
        spelling += '_';
      group.iteration.push_back(accumulators.size());
      accumulators.push_back({std::nullopt, FieldOp(), {}, {}, own.type, spelling, spelling});
    }
  }
  for (size_t index = group.value; index < accumulators.size(); ++index)
    accumulators[index].group = groups.size();
  groups.push_back(std::move(group));
}

void ReductionLowering::lowerArgReduce(ArgReduceOp reduce, ValueRange numbers) {
  Accumulator *accumulator = find(reduce.getFieldAttr(), reduce.getSteps());
  assert(accumulator && "every reduction of the grid has an accumulator");
  const ArgGroup &group = groups[*accumulator->group];
  OpBuilder builder(reduce);
  Location loc = reduce.getLoc();
  Value value = reduce.getValue();
  Value isTaken =
      buildIsBetter(builder, loc, group.kind, value, buildLoad(builder, loc, accumulator->place),
                    group.ties == TieBreak::Last);
  auto branch = builder.create<IfOp>(loc, isTaken);
  if (Attribute comment = reduce->getAttr(kCommentAttr))
    branch->setAttr(kCommentAttr, comment);
  Block &then = branch.getThenRegion().front();
  OpBuilder inner = OpBuilder::atBlockEnd(&then);
  inner.create<AssignOp>(loc, accumulator->place, value);
  if (accumulators[group.iteration.front()].field == FieldOp())
    for (auto [index, number] : llvm::zip(group.iteration, numbers)) {
      Value own = buildLoad(inner, loc, number);
      Type type = own.getType();
      if (group.countsFromOne)
        own = inner.create<BinaryOp>(loc, type, BinaryKind::Add, own,
                                     inner.create<ConstantOp>(loc, inner.getIntegerAttr(type, 1)));
      inner.create<AssignOp>(loc, accumulators[index].place, own);
    }
  for (CarryOp carry : llvm::make_early_inc_range(reduce.getBody().front().getOps<CarryOp>())) {
    OpBuilder at(carry);
    Accumulator *carried = find(carry.getFieldAttr(), carry.getSteps());
    auto assign = at.create<AssignOp>(carry.getLoc(), carried->place, carry.getValue());
    if (Attribute comment = carry->getAttr(kCommentAttr))
      assign->setAttr(kCommentAttr, comment);
    carry.erase();
  }
  then.getOperations().splice(then.end(), reduce.getBody().front().getOperations());
  reduce.erase();
}

void ReductionLowering::combineGroup(OpBuilder &builder, Location loc, const ArgGroup &group,
                                     LeafValueFn mine, LeafValueFn theirs) {
  auto myValue = [&](OpBuilder &at, size_t index) {
    const Accumulator &accumulator = accumulators[index];
    return buildLoad(at, loc, mine(at, accumulator, getOnlyLeaf(accumulator)));
  };
  auto theirValue = [&](OpBuilder &at, size_t index) {
    const Accumulator &accumulator = accumulators[index];
    return theirs(at, accumulator, getOnlyLeaf(accumulator));
  };
  // Of iterations, the outermost dimension's number decides first.
  std::function<Value(OpBuilder &, size_t)> comesFirst = [&](OpBuilder &at, size_t dim) -> Value {
    size_t index = group.iteration[dim];
    CmpKind kind = group.ties == TieBreak::First ? CmpKind::Lt : CmpKind::Gt;
    Value strictly = at.create<CmpOp>(loc, kind, theirValue(at, index), myValue(at, index));
    if (dim + 1 == group.iteration.size())
      return strictly;
    return buildLogical<OrOp>(at, loc, strictly, [&](OpBuilder &inner) {
      Value same =
          inner.create<CmpOp>(loc, CmpKind::Eq, theirValue(inner, index), myValue(inner, index));
      return buildLogical<AndOp>(inner, loc, same,
                                 [&](OpBuilder &last) { return comesFirst(last, dim + 1); });
    });
  };
  Value better = buildIsBetter(builder, loc, group.kind, theirValue(builder, group.value),
                               myValue(builder, group.value), /*orEqual=*/false);
  Value isTaken = buildLogical<OrOp>(builder, loc, better, [&](OpBuilder &at) {
    Value same =
        at.create<CmpOp>(loc, CmpKind::Eq, theirValue(at, group.value), myValue(at, group.value));
    return buildLogical<AndOp>(at, loc, same,
                               [&](OpBuilder &inner) { return comesFirst(inner, 0); });
  });
  auto branch = builder.create<IfOp>(loc, isTaken);
  OpBuilder inner = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
  auto take = [&](size_t index) {
    const Accumulator &accumulator = accumulators[index];
    forEachLeaf(inner, loc, accumulator, [&](OpBuilder &at, const Leaf &leaf) {
      at.create<AssignOp>(loc, mine(at, accumulator, leaf), theirs(at, accumulator, leaf));
    });
  };
  take(group.value);
  for (size_t index : group.getOthers())
    take(index);
}

void ReductionLowering::combineIntoFields(OpBuilder &builder, Location loc, const ArgGroup &group) {
  auto mine = [&](OpBuilder &at, const Accumulator &accumulator, const Leaf &leaf) {
    return buildLoad(at, loc, partOf(at, loc, accumulator.place, leaf));
  };
  const Accumulator &value = accumulators[group.value];
  auto isTaken = [&](OpBuilder &at) {
    return buildIsBetter(at, loc, group.kind, mine(at, value, getOnlyLeaf(value)),
                         buildLoad(at, loc, fieldPart(at, loc, value, getOnlyLeaf(value))),
                         group.ties == TieBreak::Last);
  };
  Value condition;
  if (group.countsFromOne) {
    const Accumulator &iteration = accumulators[group.iteration.front()];
    Value zero = builder.create<ConstantOp>(loc, builder.getIntegerAttr(iteration.value, 0));
    Value any = builder.create<CmpOp>(loc, CmpKind::Ne,
                                      mine(builder, iteration, getOnlyLeaf(iteration)), zero);
    condition = buildLogical<AndOp>(builder, loc, any, isTaken);
  } else {
    condition = isTaken(builder);
  }
  auto branch = builder.create<IfOp>(loc, condition);
  OpBuilder inner = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
  auto take = [&](size_t index) {
    const Accumulator &accumulator = accumulators[index];
    forEachLeaf(inner, loc, accumulator, [&](OpBuilder &at, const Leaf &leaf) {
      at.create<AssignOp>(loc, fieldPart(at, loc, accumulator, leaf), mine(at, accumulator, leaf));
    });
  };
  take(group.value);
  for (size_t index : group.carried)
    take(index);
}
