//===- ArgReducePattern.cpp - Smallest and largest values with what they carry ---------------===//
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

#include "passes/lower/reductions/SourceIteration.h"

#include "device/Builders.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// Whether a value is smaller (larger) than another one, or as large if `orEqual`.
static Value buildIsBetter(OpBuilder &builder, Location loc, ReduceKind kind, Value value,
                           Value than, bool orEqual) {
  bool isMin = kind == ReduceKind::Min;
  CmpKind compared =
      isMin ? (orEqual ? CmpKind::Le : CmpKind::Lt) : (orEqual ? CmpKind::Ge : CmpKind::Gt);
  return builder.create<CmpOp>(loc, compared, value, than);
}

namespace {
/// A vkm.arg_reduce has several accumulators, which are combined together: the smallest value so
/// far, the number of the iteration that has it, which decides among equal ones, and what it
/// carries.
class ArgReducePattern : public ReductionPattern {
public:
  using ReductionPattern::ReductionPattern;
  void add(ReductionOpInterface reduction, ArrayRef<IterationNumber> numbers) final;
  void lower(ReductionOpInterface reduction, ValueRange numbers) final;
  void combine(OpBuilder &builder, Location loc, LeafValueFn mine, LeafValueFn theirs) final;
  void combineIntoFields(OpBuilder &builder, Location loc, LeafValueFn mine) final;

private:
  /// The accumulators of one place, by index.
  struct Group {
    ReduceKind kind;
    TieBreak ties;
    size_t value;
    SourceIteration iteration;
    SmallVector<size_t> carried;

    /// All of them but the value's.
    SmallVector<size_t> getOthers() const;
  };
  void combineGroup(OpBuilder &builder, Location loc, const Group &group, LeafValueFn mine,
                    LeafValueFn theirs);
  void combineIntoFields(OpBuilder &builder, Location loc, const Group &group, LeafValueFn mine);

  std::vector<Group> groups;
};
} // namespace

SmallVector<size_t> ArgReducePattern::Group::getOthers() const {
  SmallVector<size_t> others(iteration.getAccumulators());
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

void ArgReducePattern::add(ReductionOpInterface reduction, ArrayRef<IterationNumber> numbers) {
  auto reduce = cast<ArgReduceOp>(reduction.getOperation());
  auto grid = reduce->getParentOfType<GridOp>();
  Group group{reduce.getKind(), reduce.getTies(), accumulators.size(), {}, {}};
  std::string name = accumulators.addPlace(reduction, reduce.getKind()).name;
  bool isOnly = true;
  grid.walk([&](ArgReduceOp other) {
    isOnly &= other == reduce || other.getFieldAttr() != reduce.getFieldAttr() ||
              other.getSteps() != reduce.getSteps();
  });
  CarryOp number =
      isOnly && numbers.front().isCounter ? findCarriedNumber(reduce, grid) : CarryOp();
  std::string operation = reduction.getOperationTitle(), separator = ", with ";
  for (CarryOp carry : reduce.getBody().front().getOps<CarryOp>()) {
    group.carried.push_back(accumulators.size());
    if (carry == number)
      group.iteration = SourceIteration(accumulators.size());
    operation += separator + accumulators.addPlace(carry, std::nullopt).spelling;
    separator = ", ";
  }
  accumulators[group.value].operation = operation;
  if (!number)
    group.iteration = SourceIteration(accumulators, grid, name, numbers,
                                      /*countsFromOne=*/group.ties == TieBreak::Last);
  groups.push_back(std::move(group));
}

void ArgReducePattern::lower(ReductionOpInterface reduction, ValueRange numbers) {
  auto reduce = cast<ArgReduceOp>(reduction.getOperation());
  Accumulator *accumulator = accumulators.find(reduction);
  assert(accumulator && "every reduction of the grid has an accumulator");
  size_t index = accumulator - accumulators.data();
  const Group &group =
      *llvm::find_if(groups, [&](const Group &other) { return other.value == index; });
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
  group.iteration.store(inner, loc, accumulators, numbers);
  for (CarryOp carry : llvm::make_early_inc_range(reduce.getBody().front().getOps<CarryOp>())) {
    OpBuilder at(carry);
    Accumulator *carried = accumulators.find(carry);
    auto assign = at.create<AssignOp>(carry.getLoc(), carried->place, carry.getValue());
    if (Attribute comment = carry->getAttr(kCommentAttr))
      assign->setAttr(kCommentAttr, comment);
    carry.erase();
  }
  then.getOperations().splice(then.end(), reduce.getBody().front().getOperations());
  reduce.erase();
}

void ArgReducePattern::combine(OpBuilder &builder, Location loc, LeafValueFn mine,
                               LeafValueFn theirs) {
  for (const Group &group : groups)
    combineGroup(builder, loc, group, mine, theirs);
}

/// `if (theirs is better) mine = theirs`, for all accumulators of a group.
void ArgReducePattern::combineGroup(OpBuilder &builder, Location loc, const Group &group,
                                    LeafValueFn mine, LeafValueFn theirs) {
  auto myValue = [&](OpBuilder &at, size_t index) {
    const Accumulator &accumulator = accumulators[index];
    return buildLoad(at, loc, mine(at, accumulator, getOnlyLeaf(accumulator)));
  };
  auto theirValue = [&](OpBuilder &at, size_t index) {
    const Accumulator &accumulator = accumulators[index];
    return theirs(at, accumulator, getOnlyLeaf(accumulator));
  };
  Value better = buildIsBetter(builder, loc, group.kind, theirValue(builder, group.value),
                               myValue(builder, group.value), /*orEqual=*/false);
  Value isTaken = buildLogical<OrOp>(builder, loc, better, [&](OpBuilder &at) {
    Value same =
        at.create<CmpOp>(loc, CmpKind::Eq, theirValue(at, group.value), myValue(at, group.value));
    return buildLogical<AndOp>(at, loc, same, [&](OpBuilder &inner) {
      return group.iteration.buildComes(group.ties, inner, loc, accumulators, mine, theirs);
    });
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

void ArgReducePattern::combineIntoFields(OpBuilder &builder, Location loc, LeafValueFn mine) {
  for (const Group &group : groups)
    combineIntoFields(builder, loc, group, mine);
}

/// The same with the reduced places, before which no iteration comes.
void ArgReducePattern::combineIntoFields(OpBuilder &builder, Location loc, const Group &group,
                                         LeafValueFn mine) {
  const Accumulator &value = accumulators[group.value];
  auto isTaken = [&](OpBuilder &at) {
    return buildIsBetter(at, loc, group.kind, mine(at, value, getOnlyLeaf(value)),
                         buildLoad(at, loc, fieldPart(at, loc, value, getOnlyLeaf(value))),
                         group.ties == TieBreak::Last);
  };
  Value condition =
      group.iteration.countsFromOne()
          ? buildLogical<AndOp>(
                builder, loc, group.iteration.buildIsAny(builder, loc, accumulators, mine), isTaken)
          : isTaken(builder);
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

std::unique_ptr<ReductionPattern> vkmorph::vkm::makeArgReducePattern(Accumulators &accumulators) {
  return std::make_unique<ArgReducePattern>(accumulators);
}
