//===- SortedIterations.cpp - Iterations that are cut in front of a choice --------------------===//

#include "passes/lower/dispatches/SortedIterations.h"

#include "device/Builders.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// The label of the first case, where what a switch asks is a number of its own in each case, one
/// more than in the case before, and anything else in the last one.
static std::optional<int64_t> findFirstLabel(SwitchOp choice) {
  std::optional<int64_t> first;
  unsigned numWays = choice.getCases().size();
  for (auto [way, labels] : llvm::enumerate(choice.getLabels().getAsRange<ArrayAttr>())) {
    if (way + 1 == numWays && labels.empty())
      break;
    auto label = labels.size() == 1 ? dyn_cast<IntegerAttr>(labels[0]) : IntegerAttr();
    if (!label || (first && label.getValue() != uint64_t(*first + int64_t(way))))
      return std::nullopt;
    if (!first)
      first = label.getValue().getZExtValue();
  }
  return first;
}

/// Of the value that a switch asks.
static Value buildNumber(OpBuilder &at, Dispatch dispatch, Value chosen) {
  Location loc = dispatch.op->getLoc();
  Type type = getUintType(at.getContext());
  SwitchOp choice = dispatch.choice;
  unsigned numWays = dispatch.getNumWays();
  std::optional<int64_t> first = chosen.getType() == type ? findFirstLabel(choice) : std::nullopt;
  if (first) {
    Value number = *first == 0
                       ? chosen
                       : buildBinary(at, loc, BinaryKind::Sub, chosen, buildUint(at, loc, *first));
    return at.create<MathOp>(loc, type, MathFn::Min,
                             ValueRange{number, buildUint(at, loc, numWays - 1)});
  }
  bool isTotal = llvm::any_of(choice.getLabels().getAsRange<ArrayAttr>(),
                              [](ArrayAttr labels) { return labels.empty(); });
  Value before = isTotal ? Value() : buildUint(at, loc, 0);
  auto number = at.create<VarOp>(loc, RefType::get(type), "number", before, /*is_const=*/false);
  auto numbering = at.create<SwitchOp>(loc, chosen, choice.getLabels(), numWays);
  for (auto [way, region] : llvm::enumerate(numbering.getCases())) {
    OpBuilder inside = OpBuilder::atBlockEnd(&region.emplaceBlock());
    inside.create<AssignOp>(loc, number.getRef(), buildUint(inside, loc, way));
    inside.create<BreakOp>(loc);
  }
  return buildLoad(at, loc, number.getRef());
}

Value vkmorph::vkm::buildWayNumber(OpBuilder &at, Dispatch dispatch) {
  IRMapping mapping;
  if (dispatch.dispatcher) {
    for (auto [parameter, operand] :
         llvm::zip(dispatch.dispatcher.getArguments(), dispatch.op->getOperands()))
      mapping.map(parameter, operand);
    cloneExpression(at, dispatch.choice.getValue(), mapping);
  }
  return buildNumber(at, dispatch, mapping.lookupOrDefault(dispatch.choice.getValue()));
}

Value vkmorph::vkm::buildUsed(OpBuilder &at, Location loc, Value used, Value kept) {
  Type type = getUsedType(used);
  if (type != kept.getType())
    kept = at.create<CastOp>(loc, type, kept);
  if (auto variable = used.getDefiningOp<VarOp>())
    return at.create<VarOp>(variable.getLoc(), RefType::get(type), variable.getName(), kept,
                            /*is_const=*/false);
  return kept;
}
