//===- RunningStates.cpp - Running totals that are one of a few values ------------------------===//

#include "analysis/patterns/RunningStates.h"

#include "analysis/values/Expressions.h"
#include "analysis/values/ValueRanges.h"

#include <set>

using namespace mlir;
using namespace vkmorph::vkm;

namespace {
/// The values that expressions have.
class StateFinder {
public:
  explicit StateFinder(const PlacePath &path) : path(path) {}
  /// Adds those of an expression; false where they are too many.
  bool visit(Value value);
  std::set<int64_t> states;

private:
  bool visitRange(Value value);

  PlacePath path;
  unsigned depth = 0;
};
} // namespace

bool StateFinder::visitRange(Value value) {
  std::optional<IntegerRange> range = findRange(value);
  if (!range || range->most - range->least >= int64_t(RunningOp::kMaxStates))
    return false;
  for (int64_t state = range->least; state <= range->most; ++state)
    states.insert(state);
  return true;
}

bool StateFinder::visit(Value value) {
  Operation *op = value.getDefiningOp();
  if (states.size() > RunningOp::kMaxStates || ++depth > 64)
    return false;
  if (value.getType().isInteger(1)) {
    states.insert({0, 1});
    return true;
  }
  if (std::optional<int64_t> constant = getConstantInt(value)) {
    states.insert(*constant);
    return true;
  }
  if (auto load = dyn_cast_or_null<LoadOp>(op)) {
    if (getPlacePath(load.getRef()) == path) // it stays what it is
      return true;
    auto variable = load.getRef().getDefiningOp<VarOp>();
    return variable && variable.getInit() && keepsInitialValue(variable) ? visit(variable.getInit())
                                                                         : visitRange(value);
  }
  if (auto select = dyn_cast_or_null<SelectOp>(op))
    return visit(cast<YieldOp>(select.getWhenTrue().front().back()).getValue()) &&
           visit(cast<YieldOp>(select.getWhenFalse().front().back()).getValue());
  auto cast = dyn_cast_or_null<CastOp>(op);
  if (cast && isa<IntegerType>(cast.getOperand().getType()) &&
      cast.getOperand().getType().getIntOrFloatBitWidth() <=
          value.getType().getIntOrFloatBitWidth())
    return visit(cast.getOperand());
  return visitRange(value);
}

std::optional<SmallVector<int64_t>> vkmorph::vkm::findStates(ArrayRef<Operation *> writes,
                                                             const PlacePath &path) {
  StateFinder finder(path);
  for (Operation *write : writes) {
    Type type = cast<RefType>(write->getOperand(0).getType()).getPointee();
    auto integer = dyn_cast<IntegerType>(type);
    if (!integer || integer.getWidth() > 32)
      return std::nullopt;
    bool isBool = integer.getWidth() == 1;
    if (isBool)
      finder.states.insert({0, 1});
    else if (!isa<AssignOp>(write) || !finder.visit(write->getOperand(1)))
      return std::nullopt;
  }
  if (finder.states.empty() || finder.states.size() > RunningOp::kMaxStates)
    return std::nullopt;
  return SmallVector<int64_t>(finder.states.begin(), finder.states.end());
}
