//===- CombinePattern.cpp - Values that a function of the user's combines --------------------===//
//
//   if (m_turnAnyLocal)                           in each thread, whose iterations are neighbours
//     m_turnLocal = compose(m_turnLocal, step);
//   else {
//     m_turnLocal = step;
//     m_turnAnyLocal = true;
//   }
//
//   if (their any) mine = my any ? compose(mine, theirs) : theirs;
//                                                 between neighbouring threads, and workgroups
//
//   if (m_turnAnyLocal) m_turn = compose(m_turn, m_turnLocal);
//                                                 in the end
//
//===------------------------------------------------------------------------------------------===//

#include "passes/lower/reductions/ReductionPattern.h"

#include "device/Builders.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// What the region of a vkm.combine makes of two values.
static Value buildCombined(OpBuilder &builder, CombineOp combine, Value first, Value second) {
  IRMapping mapping;
  Block &body = combine.getBody().front();
  mapping.map(body.getArgument(0), first);
  mapping.map(body.getArgument(1), second);
  for (Operation &op : body.without_terminator())
    builder.clone(op, mapping);
  return mapping.lookupOrDefault(cast<YieldOp>(body.back()).getValue());
}

/// `if (any) place = f(place, value); else { place = value; any = true; }`
static IfOp buildCombineInto(OpBuilder &builder, Location loc, CombineOp combine, Value place,
                             Value any, Value value) {
  auto branch = builder.create<IfOp>(loc, buildLoad(builder, loc, any), /*withElse=*/true);
  OpBuilder both = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
  both.create<AssignOp>(loc, place,
                        buildCombined(both, combine, buildLoad(both, loc, place), value));
  OpBuilder first = OpBuilder::atBlockEnd(&branch.getElseRegion().front());
  first.create<AssignOp>(loc, place, value);
  Value isTrue = first.create<ConstantOp>(loc, first.getBoolAttr(true));
  first.create<AssignOp>(loc, any, isTrue);
  return branch;
}

namespace {
/// A vkm.combine has two accumulators, of which one says whether there is a value yet.
class CombinePattern : public ReductionPattern {
public:
  using ReductionPattern::ReductionPattern;
  void add(ReductionOpInterface reduction, ArrayRef<IterationNumber> numbers) final;
  void lower(ReductionOpInterface reduction, ValueRange numbers) final;
  void combine(OpBuilder &builder, Location loc, LeafValueFn mine, LeafValueFn theirs) final;
  void combineIntoFields(OpBuilder &builder, Location loc, LeafValueFn mine) final;

private:
  /// The accumulators of one place, by index.
  struct Combination {
    CombineOp op; ///< in the kernel
    size_t value, any;
  };
  std::vector<Combination> combinations;
};
} // namespace

void CombinePattern::add(ReductionOpInterface reduction, ArrayRef<IterationNumber>) {
  auto combine = cast<CombineOp>(reduction.getOperation());
  combinations.push_back({combine, accumulators.size(), accumulators.size() + 1});
  Accumulator &value = accumulators.addPlace(reduction, std::nullopt);
  value.operation = reduction.getOperationTitle();
  std::string name = value.name + "Any";
  accumulators.addNumber(name, IntegerType::get(combine.getContext(), 1));
}

void CombinePattern::lower(ReductionOpInterface reduction, ValueRange) {
  auto combine = cast<CombineOp>(reduction.getOperation());
  Accumulator *value = accumulators.find(reduction);
  assert(value && "every combination of the grid has an accumulator");
  const Accumulator &any = *std::next(value);
  OpBuilder builder(combine);
  IfOp branch = buildCombineInto(builder, combine.getLoc(), combine, value->place, any.place,
                                 combine.getValue());
  if (Attribute comment = combine->getAttr(kCommentAttr))
    branch->setAttr(kCommentAttr, comment);
  combine.erase();
}

/// `mine = mineAny ? f(mine, theirs) : theirs`, where there is a value of theirs.
void CombinePattern::combine(OpBuilder &builder, Location loc, LeafValueFn mine,
                             LeafValueFn theirs) {
  for (const Combination &combination : combinations) {
    const Accumulator &value = accumulators[combination.value],
                      &any = accumulators[combination.any];
    auto branch = builder.create<IfOp>(loc, theirs(builder, any, getOnlyLeaf(any)));
    OpBuilder inner = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
    Value place = mine(inner, value, getOnlyLeaf(value)), flag = mine(inner, any, getOnlyLeaf(any));
    buildCombineInto(inner, loc, combination.op, place, flag,
                     theirs(inner, value, getOnlyLeaf(value)));
  }
}

void CombinePattern::combineIntoFields(OpBuilder &builder, Location loc, LeafValueFn mine) {
  for (const Combination &combination : combinations) {
    const Accumulator &value = accumulators[combination.value],
                      &any = accumulators[combination.any];
    auto branch = builder.create<IfOp>(loc, mine(builder, any, getOnlyLeaf(any)));
    OpBuilder inner = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
    Value place = fieldPart(inner, loc, value, getOnlyLeaf(value));
    inner.create<AssignOp>(loc, place,
                           buildCombined(inner, combination.op, buildLoad(inner, loc, place),
                                         mine(inner, value, getOnlyLeaf(value))));
  }
}

std::unique_ptr<ReductionPattern> vkmorph::vkm::makeCombinePattern(Accumulators &accumulators) {
  return std::make_unique<CombinePattern>(accumulators);
}
