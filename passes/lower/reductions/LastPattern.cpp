//===- LastPattern.cpp - Members that keep what the last iteration gives ----------------------===//
//
//   m_whereLocal = i;                             in each thread, whose iterations come in their
//   m_whereIteration = i + 1;                     order; 0 says that none has come here
//
//   if (their iteration > my iteration) mine = theirs;
//                                                 between threads, and between workgroups
//
//   if (m_whereIteration != 0) m_where = m_whereLocal;
//                                                 in the end
//
// Places that are set side by side have one number of the iteration.
//
//===------------------------------------------------------------------------------------------===//

#include "passes/lower/reductions/SourceIteration.h"

#include "device/Builders.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace {
class LastPattern : public ReductionPattern {
public:
  using ReductionPattern::ReductionPattern;
  void add(ReductionOpInterface reduction, ArrayRef<IterationNumber> numbers) final;
  void lower(ReductionOpInterface reduction, ValueRange numbers) final;
  void combine(OpBuilder &builder, Location loc, LeafValueFn mine, LeafValueFn theirs) final;
  void combineIntoFields(OpBuilder &builder, Location loc, LeafValueFn mine) final;

private:
  /// The accumulators of places that the same iterations set, by index.
  struct Group {
    SmallVector<LastOp> leaders; ///< what sets the first place, in the kernel
    SmallVector<size_t> places;
    SourceIteration iteration;
  };
  /// What the group's accumulators become in a branch.
  void take(OpBuilder &builder, Location loc, ArrayRef<size_t> indices, LeafValueFn to,
            LeafValueFn from);

  std::vector<Group> groups;
};
} // namespace

/// All statements of a grid that set the same place.
static SmallVector<LastOp> collectSetters(LastOp last) {
  SmallVector<LastOp> setters;
  last->getParentOfType<GridOp>().walk([&](LastOp other) {
    if (other.getFieldAttr() == last.getFieldAttr() && other.getPathAttr() == last.getPathAttr())
      setters.push_back(other);
  });
  return setters;
}

/// Whether control that comes to one statement comes to the other as well.
static bool areSideBySide(LastOp first, LastOp second) {
  if (first->getBlock() != second->getBlock() || !first->isBeforeInBlock(second))
    return false;
  for (Operation *op = first->getNextNode(); op != second; op = op->getNextNode())
    if (op->getNumRegions() > 0)
      return false;
  return true;
}

void LastPattern::add(ReductionOpInterface reduction, ArrayRef<IterationNumber> numbers) {
  auto last = cast<LastOp>(reduction.getOperation());
  SmallVector<LastOp> setters = collectSetters(last);
  size_t index = accumulators.size();
  Accumulator &place = accumulators.addPlace(reduction, std::nullopt);
  place.operation = reduction.getOperationTitle();
  std::string name = place.name;
  for (Group &group : groups)
    if (group.leaders.size() == setters.size() &&
        llvm::all_of(llvm::zip(group.leaders, setters), [](const auto &pair) {
          return areSideBySide(std::get<0>(pair), std::get<1>(pair));
        })) {
      group.places.push_back(index);
      return;
    }
  groups.push_back({setters,
                    {index},
                    SourceIteration(accumulators, last->getParentOfType<GridOp>(), name, numbers,
                                    /*countsFromOne=*/true)});
}

void LastPattern::lower(ReductionOpInterface reduction, ValueRange numbers) {
  auto last = cast<LastOp>(reduction.getOperation());
  Accumulator *accumulator = accumulators.find(reduction);
  assert(accumulator && "every reduction of the grid has an accumulator");
  size_t index = accumulator - accumulators.data();
  OpBuilder builder(last);
  auto assign = builder.create<AssignOp>(last.getLoc(), accumulator->place, last.getValue());
  if (Attribute comment = last->getAttr(kCommentAttr))
    assign->setAttr(kCommentAttr, comment);
  for (const Group &group : groups)
    if (group.places.back() == index)
      group.iteration.store(builder, last.getLoc(), accumulators, numbers);
  last.erase();
}

void LastPattern::take(OpBuilder &builder, Location loc, ArrayRef<size_t> indices, LeafValueFn to,
                       LeafValueFn from) {
  for (size_t index : indices) {
    const Accumulator &accumulator = accumulators[index];
    forEachLeaf(builder, loc, accumulator, [&](OpBuilder &at, const Leaf &leaf) {
      at.create<AssignOp>(loc, to(at, accumulator, leaf), from(at, accumulator, leaf));
    });
  }
}

void LastPattern::combine(OpBuilder &builder, Location loc, LeafValueFn mine, LeafValueFn theirs) {
  for (const Group &group : groups) {
    Value isLater =
        group.iteration.buildComes(TieBreak::Last, builder, loc, accumulators, mine, theirs);
    auto branch = builder.create<IfOp>(loc, isLater);
    OpBuilder inner = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
    take(inner, loc, group.places, mine, theirs);
    take(inner, loc, group.iteration.getAccumulators(), mine, theirs);
  }
}

void LastPattern::combineIntoFields(OpBuilder &builder, Location loc, LeafValueFn mine) {
  for (const Group &group : groups) {
    auto branch =
        builder.create<IfOp>(loc, group.iteration.buildIsAny(builder, loc, accumulators, mine));
    OpBuilder inner = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
    take(
        inner, loc, group.places,
        [&](OpBuilder &at, const Accumulator &accumulator, const Leaf &leaf) {
          return fieldPart(at, loc, accumulator, leaf);
        },
        mine);
  }
}

std::unique_ptr<ReductionPattern> vkmorph::vkm::makeLastPattern(Accumulators &accumulators) {
  return std::make_unique<LastPattern>(accumulators);
}
