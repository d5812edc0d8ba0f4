//===- AssignedMembers.cpp - Members that control functions have set to what the host knows ---===//

#include "analysis/commands/AssignedMembers.h"

#include "analysis/commands/CommandFlow.h"
#include "analysis/commands/HostStatements.h"
#include "ir/Places.h"

#include "llvm/ADT/SetOperations.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

Members vkmorph::vkm::findChangedMembers(ClassOp theClass) {
  Members changed;
  for (Operation &method : theClass.getBody().front())
    for (const Root &root : getEffects(&method).writes)
      if (root.symbol)
        changed.insert(root.symbol);
  return changed;
}

/// What is known on all ways to a point, and on some.
struct AssignedMembers::State {
  Members certain, possible;

  bool join(const State &other) {
    bool changes = llvm::set_union(possible, other.possible);
    size_t before = certain.size();
    llvm::set_intersect(certain, other.certain);
    return changes || certain.size() != before;
  }
};

/// Plays a control function until no more variables turn out to have what only the device knows.
class AssignedMembers::Player : CommandFlow<State> {
public:
  Player(AssignedMembers &result, ControlOp control, const Members &changed)
      : result(result), control(control), changed(changed) {}
  void run();

private:
  void visit(Operation *op, State &state) override;
  void assign(Operation *op, StringAttr field, Value value, State &state);
  void note(Operation *op, const State &state);
  bool isKnown(Value value) const;
  bool isKnownRead(LoadOp load) const;
  bool isSetToKnown(Value place) const;
  bool isKnownVariable(Operation *variable) const;
  bool isDecidedByHost(Operation *op) const;

  AssignedMembers &result;
  ControlOp control;
  const Members &changed;
  llvm::DenseSet<Operation *> unknown; ///< variables, and loops whose counters they are of
};

/// Whether the host computes a value of numbers that it knows.
bool AssignedMembers::Player::isKnown(Value value) const {
  Operation *op = value.getDefiningOp();
  if (!op)
    return true; // a parameter, or the counter of a loop
  if (auto load = dyn_cast<LoadOp>(op))
    return isKnownRead(load);
  bool isPlain =
      isa<ConstantOp, BinaryOp, UnaryOp, CastOp, NarrowOp, MathOp, CmpOp, SelectOp, AndOp, OrOp>(
          op);
  if (!isPlain || !llvm::all_of(op->getOperands(), [&](Value part) { return isKnown(part); }))
    return false;
  return llvm::all_of(op->getRegions(), [&](Region &region) {
    return llvm::all_of(region.getOps<YieldOp>(),
                        [&](YieldOp yield) { return isKnown(yield.getValue()); });
  });
}

bool AssignedMembers::Player::isKnownRead(LoadOp load) const {
  PlacePath path = getPlacePath(load.getRef());
  if (!path.isExact())
    return false;
  if (StringAttr field = path.root.symbol)
    return !changed.contains(field) || (path.path.empty() && result.isKnown(load, field));
  Value root = path.root.value;
  Operation *variable = root ? root.getDefiningOp() : nullptr;
  if (auto argument = dyn_cast_or_null<BlockArgument>(root))
    variable = argument.getOwner()->getParentOp();
  return variable && !isOnDevice(path.root) && !unknown.contains(variable);
}

/// Whether all that a place is set to is known, and only the host's own code sets it.
bool AssignedMembers::Player::isSetToKnown(Value place) const {
  return llvm::all_of(place.getUsers(), [&](Operation *user) {
    if (auto assign = dyn_cast<AssignOp>(user); assign && assign.getRef() == place)
      return isKnown(assign.getValue()) && isDecidedByHost(assign);
    if (auto update = dyn_cast<UpdateOp>(user))
      return isKnown(update.getValue()) && isDecidedByHost(update);
    if (isa<MemberOp, ElementOp>(user))
      return isSetToKnown(user->getResult(0));
    return isa<LoadOp, HostOp>(user);
  });
}

/// The same of a variable, or of the counter of a loop.
bool AssignedMembers::Player::isKnownVariable(Operation *variable) const {
  if (auto var = dyn_cast<VarOp>(variable))
    return (!var.getInit() || isKnown(var.getInit())) && isSetToKnown(var.getRef());
  auto loop = cast<ForOp>(variable);
  return isKnown(loop.getInit()) && isSetToKnown(loop.getCondVar()) &&
         isSetToKnown(loop.getStepVar()) && isSetToKnown(loop.getBodyVar());
}

/// Whether the host finds out for itself whether a statement runs, or has to, since kernels are
/// launched beside it. All else the device decides.
bool AssignedMembers::Player::isDecidedByHost(Operation *op) const {
  for (Operation *around = op->getParentOp(); around != control; around = around->getParentOp()) {
    bool launches = around->walk([](LaunchOp) { return WalkResult::interrupt(); }).wasInterrupted();
    bool isHosts = true;
    if (auto branch = dyn_cast<IfOp>(around))
      isHosts = isKnown(branch.getCondition());
    else if (auto choice = dyn_cast<SwitchOp>(around))
      isHosts = isKnown(choice.getValue());
    else if (auto loop = dyn_cast<LoopOpInterface>(around))
      for (YieldOp yield : loop.getCond().getOps<YieldOp>())
        isHosts &= isKnown(yield.getValue());
    else
      isHosts = isa<ScopeOp>(around);
    if (!isHosts && !launches)
      return false;
  }
  return true;
}

void AssignedMembers::Player::note(Operation *op, const State &state) {
  Facts now{state.certain, state.possible};
  auto [known, isNew] = result.facts.try_emplace(op, now);
  if (isNew)
    return;
  llvm::set_intersect(known->second.certain, now.certain);
  llvm::set_union(known->second.possible, now.possible);
}

void AssignedMembers::Player::assign(Operation *op, StringAttr field, Value value, State &state) {
  bool isOld = isa<UpdateOp>(op) && !state.certain.contains(field);
  if (isKnown(value) && !isOld && isDecidedByHost(op)) {
    state.certain.insert(field);
    state.possible.insert(field);
    return;
  }
  state.certain.erase(field);
  state.possible.erase(field);
}

void AssignedMembers::Player::visit(Operation *op, State &state) {
  if (isa<LoopOpInterface, IfOp, SwitchOp, ScopeOp>(op))
    return;
  op->walk([&](Operation *inner) { note(inner, state); });
  auto written = dyn_cast_or_null<AssignOp>(op);
  auto update = dyn_cast<UpdateOp>(op);
  if (Value place = getAccessedPlace(op); place && (written || update)) {
    PlacePath path = getPlacePath(place);
    if (path.root.symbol && path.path.empty())
      return assign(op, path.root.symbol, written ? written.getValue() : update.getValue(), state);
  }
  for (const Root &root : getEffectsOnMembers(op).writes)
    if (root.symbol) {
      state.certain.erase(root.symbol);
      state.possible.erase(root.symbol);
    }
}

void AssignedMembers::Player::run() {
  SmallVector<Operation *> variables;
  control.walk([&](Operation *op) {
    if (isa<VarOp, ForOp>(op))
      variables.push_back(op);
  });
  for (bool changes = true; changes;) {
    result.facts.clear();
    std::optional<State> end = play(control.getBody().front(), {});
    result.atEnd = end ? std::optional(Facts{end->certain, end->possible}) : std::nullopt;
    changes = false;
    for (Operation *variable : variables)
      if (!unknown.contains(variable) && !isKnownVariable(variable))
        changes |= unknown.insert(variable).second;
  }
  control.walk([&](Operation *op) {
    auto written = dyn_cast<AssignOp>(op);
    auto update = dyn_cast<UpdateOp>(op);
    if (!result.facts.contains(op) || (!written && !update))
      return;
    PlacePath path = getPlacePath(getAccessedPlace(op));
    StringAttr field = path.root.symbol;
    bool isOld = update && field && !result.isKnown(op, field);
    if (field && path.path.empty() && !isOld && isDecidedByHost(op) &&
        isKnown(written ? written.getValue() : update.getValue()))
      result.assignments[field].push_back(op);
  });
}

AssignedMembers::AssignedMembers(ControlOp control, const Members &changed) {
  Player(*this, control, changed).run();
}

bool AssignedMembers::isKnown(Operation *op, StringAttr field) const {
  auto known = facts.find(op);
  return known != facts.end() && known->second.certain.contains(field);
}

bool AssignedMembers::mayBeKnown(Operation *op, StringAttr field) const {
  auto known = facts.find(op);
  return known != facts.end() && known->second.possible.contains(field);
}

bool AssignedMembers::isKnownAtEnd(StringAttr field) const {
  return !atEnd || atEnd->certain.contains(field);
}

bool AssignedMembers::mayBeKnownAtEnd(StringAttr field) const {
  return atEnd && atEnd->possible.contains(field);
}

ArrayRef<Operation *> AssignedMembers::getAssignments(StringAttr field) const {
  auto known = assignments.find(field);
  return known == assignments.end() ? ArrayRef<Operation *>() : known->second;
}
