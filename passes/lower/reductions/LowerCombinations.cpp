//===- LowerCombinations.cpp - Values that a function of the user's combines -----------------===//
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

#include "passes/lower/reductions/LowerReductions.h"
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

void ReductionLowering::addCombination(CombineOp combine) {
  Combination combination{combine, accumulators.size(), accumulators.size() + 1};
  Accumulator &value = addPlace(combine.getFieldAttr(), combine.getSteps(), std::nullopt);
  value.combination = combinations.size();
  combine.walk([&](CallOp call) { value.operation = call.getCallee(); });
  std::string name = value.name + "Any";
  while (llvm::any_of(accumulators, [&](auto &other) { return other.name == name; }))
    name += '_';
  Type boolean = IntegerType::get(combine.getContext(), 1);
  accumulators.push_back({std::nullopt, FieldOp(), {}, {}, boolean, name, name});
  combinations.push_back(combination);
}

void ReductionLowering::lowerCombine(CombineOp combine) {
  Accumulator *accumulator = find(combine.getFieldAttr(), combine.getSteps());
  assert(accumulator && "every combination of the grid has an accumulator");
  const Combination &combination = combinations[*accumulator->combination];
  OpBuilder builder(combine);
  IfOp branch = buildCombineInto(builder, combine.getLoc(), combine, accumulator->place,
                                 accumulators[combination.any].place, combine.getValue());
  if (Attribute comment = combine->getAttr(kCommentAttr))
    branch->setAttr(kCommentAttr, comment);
  combine.erase();
}

void ReductionLowering::combineCombination(OpBuilder &builder, Location loc,
                                           const Combination &combination, LeafValueFn mine,
                                           LeafValueFn theirs) {
  const Accumulator &value = accumulators[combination.value], &any = accumulators[combination.any];
  auto branch = builder.create<IfOp>(loc, theirs(builder, any, getOnlyLeaf(any)));
  OpBuilder inner = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
  Value place = mine(inner, value, getOnlyLeaf(value)), flag = mine(inner, any, getOnlyLeaf(any));
  buildCombineInto(inner, loc, combination.op, place, flag,
                   theirs(inner, value, getOnlyLeaf(value)));
}

void ReductionLowering::combineIntoField(OpBuilder &builder, Location loc,
                                         const Combination &combination) {
  const Accumulator &value = accumulators[combination.value];
  auto branch =
      builder.create<IfOp>(loc, buildLoad(builder, loc, accumulators[combination.any].place));
  OpBuilder inner = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
  Value place = fieldPart(inner, loc, value, getOnlyLeaf(value));
  inner.create<AssignOp>(loc, place,
                         buildCombined(inner, combination.op, buildLoad(inner, loc, place),
                                       buildLoad(inner, loc, value.place)));
}
