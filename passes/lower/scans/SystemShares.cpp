//===- SystemShares.cpp - What iterations give to totals that depend on each other -----------===//
//
//   y1 = running add system 0 ... @y1              y1 = running_share @y1
//   y2 = running add system 0 ... @y2              y1PerY1 = running_share factor of 0 @y1
//                                                  ...
//   y = x + a * y1 - b * y2                 =>     y = x + a * y1 - b * y2
//                                                  yPerY1 = a * y1PerY1 - b * y2PerY1
//                                                  yPerY2 = a * y1PerY2 - b * y2PerY2
//   y2 = y1                                        y2 = y1; y2PerY1 = y1PerY1; y2PerY2 = y1PerY2
//   y1 = y                                         y1 = y; y1PerY1 = yPerY1; y1PerY2 = yPerY2
//
// The values begin with 0, as those of one total that is multiplied (RunningShares.cpp). What
// iterations multiply each state by, and what of it goes to others, the same statements say,
// without what they add: for each state they run on variables of their own.
//
//===------------------------------------------------------------------------------------------===//

#include "passes/lower/scans/SystemShares.h"

#include "analysis/patterns/LinearStates.h"
#include "analysis/patterns/RunningSteps.h"
#include "ir/MemberNames.h"
#include "passes/lower/scans/SystemLaws.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace {
/// The variables of one system.
class SystemShares {
public:
  SystemShares(ArrayRef<RunningOp> system, ArrayRef<VarOp> variables, const LinearSystem &linear)
      : system(system), variables(variables), linear(linear), multiple(linear.places),
        isWide(RunningOp(system.front()).getWide()) {
    if (isWide)
      multiple.widen(RunningOp(system.front()).getFactorType());
  }
  void makeShares();
  void declare();
  void follow(Operation *write);
  void finish();

private:
  size_t findPlace(Operation *write);
  void makeFactor(OpBuilder &at, VarOp place, size_t index, size_t state, Type type, Value init);
  Type getFactorType(Type own) { return isWide ? RunningOp(system.front()).getFactorType() : own; }
  Value buildFactor(OpBuilder &at, Value value, size_t state);
  Value buildFactorOrZero(OpBuilder &at, Value value, size_t state);

  ArrayRef<RunningOp> system;
  ArrayRef<VarOp> variables;
  const LinearSystem &linear;
  MultipleOf multiple;
  bool isWide;               ///< factors are of another type than the places
  SmallVector<Value> values; ///< by state
  /// What places are multiplied by, by place and state.
  llvm::DenseMap<std::pair<size_t, size_t>, Value> factors;
};
} // namespace

void SystemShares::makeShares() {
  OpBuilder at(system.front());
  for (auto [index, running] : llvm::enumerate(system)) {
    RunningOp total = running;
    auto make = [&](bool isFactor, IntegerAttr of) {
      Type held = isFactor ? total.getFactorType() : total.getBefore().getType();
      return at.create<RunningShareOp>(total.getLoc(), RefType::get(held), /*restarted=*/false,
                                       isFactor, of, total.getField(), total.getPathAttr());
    };
    values.push_back(make(false, {}));
    const ArrayRef<int64_t> multiples = *total.getMultiples();
    for (int64_t state : multiples)
      factors[{index, size_t(state)}] = make(true, at.getI64IntegerAttr(state));
  }
}

/// What a variable of the iteration, the place with this index, is multiplied by.
void SystemShares::makeFactor(OpBuilder &at, VarOp place, size_t index, size_t state, Type type,
                              Value init) {
  StringRef other = withoutMemberMark(VarOp(variables[state]).getName());
  factors[{index, state}] =
      at.create<VarOp>(place.getLoc(), RefType::get(getFactorType(type)),
                       nameFactor(place.getName(), other), init, init && place.getConstant());
}

/// Variables of the iteration that are declared without a value, or are part of others.
void SystemShares::declare() {
  llvm::SmallPtrSet<Operation *, 8> declared(linear.writes.begin(), linear.writes.end());
  for (size_t place = system.size(); place < linear.places.size(); ++place) {
    const PlacePath &path = linear.places[place];
    auto variable = path.root.value.getDefiningOp<VarOp>();
    if (path.path.empty() && declared.contains(variable))
      continue;
    Type type;
    for (Operation *write : linear.writes)
      if (!isa<VarOp>(write) && findPlace(write) == place)
        type = write->getOperand(1).getType();
    OpBuilder at(variable.getContext());
    at.setInsertionPointAfter(variable);
    for (unsigned state : linear.multiples[place].set_bits())
      makeFactor(at, variable, place, state, type, {});
  }
}

size_t SystemShares::findPlace(Operation *write) {
  auto variable = dyn_cast<VarOp>(write);
  Value place = variable ? Value(variable.getRef()) : write->getOperand(0);
  return llvm::find(linear.places, getPlacePath(place)) - linear.places.begin();
}

/// What of a value is a multiple of what a state was; null for nothing.
Value SystemShares::buildFactor(OpBuilder &at, Value value, size_t state) {
  return multiple.build(at, value, [&](OpBuilder &in, size_t place) {
    Value factor = factors.lookup({place, state});
    return factor ? buildLoad(in, value.getLoc(), factor) : Value();
  });
}

Value SystemShares::buildFactorOrZero(OpBuilder &at, Value value, size_t state) {
  if (Value factor = buildFactor(at, value, state))
    return factor;
  Type type = getFactorType(value.getType());
  return at.create<ConstantOp>(value.getLoc(), cast<TypedAttr>(at.getZeroAttr(type)));
}

/// What a statement does to the factors of the place that it writes. They are made of each other
/// alone: behind it what it reads is still as it was.
void SystemShares::follow(Operation *write) {
  OpBuilder at(write->getContext());
  at.setInsertionPointAfter(write);
  Location loc = write->getLoc();
  size_t place = findPlace(write);
  for (unsigned state : linear.multiples[place].set_bits()) {
    if (auto variable = dyn_cast<VarOp>(write)) {
      Value init = variable.getInit();
      makeFactor(at, variable, place, state, init.getType(), buildFactorOrZero(at, init, state));
      continue;
    }
    Value own = factors.lookup({place, state}), operand = write->getOperand(1);
    auto update = dyn_cast<UpdateOp>(write);
    if (!update) {
      at.create<AssignOp>(loc, own, buildFactorOrZero(at, operand, state));
    } else if (update.getKind() != BinaryKind::Add && update.getKind() != BinaryKind::Sub) {
      Value factor = at.createOrFold<CastOp>(loc, getFactorType(operand.getType()), operand);
      at.create<UpdateOp>(loc, update.getKind(), own, factor);
    } else if (Value part = buildFactor(at, operand, state)) {
      at.create<UpdateOp>(loc, update.getKind(), own, part);
    }
  }
}

void SystemShares::finish() {
  for (auto [variable, value] : llvm::zip(variables, values)) {
    VarOp(variable).getRef().replaceAllUsesWith(value);
    VarOp(variable).erase();
  }
  for (RunningOp running : system)
    running.erase();
}

Operation *vkmorph::vkm::keepSystemShares(GridOp counting, ArrayRef<RunningOp> system) {
  SmallVector<VarOp> variables;
  SmallVector<PlacePath> states;
  for (RunningOp running : system)
    for (Operation *user : running->getUsers())
      if (auto variable = dyn_cast<VarOp>(user)) {
        variables.push_back(variable);
        states.push_back(getPlacePath(variable.getRef()));
      }
  std::optional<LinearSystem> linear;
  if (variables.size() == system.size())
    linear = findLinearSystem(counting.getBody(), states);
  if (!linear)
    return RunningOp(system.front());
  for (auto [running, multiples] : llvm::zip(system, linear->multiples))
    for (unsigned state : multiples.set_bits())
      if (!llvm::is_contained(*RunningOp(running).getMultiples(), int64_t(state)))
        return RunningOp(running);
  SystemShares shares(system, variables, *linear);
  shares.makeShares();
  shares.declare();
  for (Operation *write : linear->writes)
    if (!llvm::is_contained(variables, write)) // those begin with what the shares hold
      shares.follow(write);
  shares.finish();
  return nullptr;
}
