//===- RecordedCommands.cpp - Commands of control functions, and host code beside them -------===//

#include "analysis/commands/RecordedCommands.h"

#include "analysis/values/CountedLoops.h"
#include "ir/HostCode.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace vkmorph::vkm;

//===------------------------------------------------------------------------------------------===//
// Commands
//===------------------------------------------------------------------------------------------===//

bool vkmorph::vkm::holdsCommand(Operation *op) {
  WalkResult result = op->walk([](Operation *inner) {
    bool isCommand = isa<CmdBindOp, CmdRunOp, CmdBarrierOp>(inner);
    return isCommand ? WalkResult::interrupt() : WalkResult::advance();
  });
  return result.wasInterrupted();
}

Operation *vkmorph::vkm::findFirstCommand(ControlOp control) {
  for (Operation &op : control.getBody().front())
    if (holdsCommand(&op))
      return &op;
  return nullptr;
}

Operation *vkmorph::vkm::findLastCommand(ControlOp control) {
  Operation *last = nullptr;
  for (Operation &op : control.getBody().front())
    if (holdsCommand(&op))
      last = &op;
  return last;
}

/// Whether a statement has to stand in front of what a call that runs in pieces binds.
static bool comesBeforeBinding(Operation &op) {
  bool resizes =
      op.walk([](HostOp host) {
          return host->hasAttr(kResizesAttr) ? WalkResult::interrupt() : WalkResult::advance();
        }).wasInterrupted();
  return resizes || mayReturn(op) || mayThrow(&op);
}

Operation *vkmorph::vkm::findBindingPoint(ControlOp control) {
  Operation *first = findFirstCommand(control), *point = nullptr;
  bool comeFirst = false;
  for (Operation &op : control.getBody().front()) {
    // What makes room for commands is for the call that records them.
    if (!point && (&op == first || isa<ReserveOp, PrepareImageOp>(op)))
      point = &op;
    if (&op == first)
      return comeFirst ? point : nullptr;
    if (comesBeforeBinding(op)) {
      comeFirst = true;
      point = nullptr;
    }
  }
  return nullptr;
}

bool vkmorph::vkm::isUnconditional(Operation *op) {
  Operation *first = findFirstCommand(op->getParentOfType<ControlOp>());
  for (Operation *at = op;; at = at->getParentOp()) {
    for (Operation &before : llvm::make_range(at->getBlock()->begin(), Block::iterator(at)))
      if ((mayReturn(before) || mayThrow(&before)) &&
          (before.getBlock() != first->getBlock() || !before.isBeforeInBlock(first)))
        return false;
    if (isa<ControlOp>(at->getParentOp()))
      return true;
    if (!isa<ScopeOp>(at->getParentOp()))
      return false;
  }
}

void vkmorph::vkm::addFieldsWritten(Operation *op, FieldNames &fields) {
  auto parent = op->getParentOfType<ClassOp>();
  op->walk([&](CmdRunOp run) {
    auto commands = parent.lookupSymbol<CommandsOp>(run.getKernel());
    auto uses = commands ? commands.getFieldsAttr() : DictionaryAttr();
    if (!uses)
      return;
    for (NamedAttribute use : uses)
      if (cast<AccessAttr>(use.getValue()).getValue() != Access::Read)
        fields.insert(use.getName());
  });
}

bool vkmorph::vkm::isUsedByCommands(ClassOp theClass, StringAttr field) {
  return llvm::any_of(theClass.getOps<CommandsOp>(), [&](CommandsOp commands) {
    auto fields = commands.getFieldsAttr();
    return fields && fields.contains(field);
  });
}

/// Whether an operation runs a kernel that the user wrote.
bool vkmorph::vkm::runsKernel(Operation *op) {
  auto parent = op->getParentOfType<ClassOp>();
  WalkResult result = op->walk([&](CmdRunOp run) {
    auto commands = parent.lookupSymbol<CommandsOp>(run.getKernel());
    bool isOwn = commands && !commands->hasAttr(kOutlinedAttr);
    return isOwn ? WalkResult::interrupt() : WalkResult::advance();
  });
  return result.wasInterrupted();
}

//===------------------------------------------------------------------------------------------===//
// Host code
//===------------------------------------------------------------------------------------------===//

SmallVector<StringAttr> vkmorph::vkm::getLoadedFields(Operation *op) {
  SmallVector<StringAttr> fields;
  op->walk([&](Operation *inner) {
    Value place;
    if (auto load = dyn_cast<LoadOp>(inner))
      place = load.getRef();
    if (auto update = dyn_cast<UpdateOp>(inner))
      place = update.getRef();
    if (!place)
      return;
    Root root = getRoot(place);
    if (root.symbol && !llvm::is_contained(fields, root.symbol))
      fields.push_back(root.symbol);
  });
  return fields;
}

SmallVector<StringAttr> vkmorph::vkm::getAssignedFields(Operation *op) {
  SmallVector<StringAttr> fields;
  auto add = [&](const Root &root) {
    if (root.symbol && !llvm::is_contained(fields, root.symbol))
      fields.push_back(root.symbol);
  };
  op->walk([&](Operation *inner) {
    if (isa<CallOp>(inner))
      for (const Root &root : getEffects(inner).writes)
        add(root);
    if (!isa<AssignOp, UpdateOp, HostOp>(inner))
      return;
    for (Value operand : inner->getOperands())
      if (isa<RefType>(operand.getType()))
        add(getRoot(operand));
  });
  return fields;
}

void vkmorph::vkm::forEachOutput(ControlOp control, llvm::function_ref<void(Operation *)> visit) {
  control.walk([&](Operation *op) {
    if (isa<HostOp>(op) || op->hasAttr(kOnHostAttr))
      return visit(op);
    if (!isa<AssignOp, UpdateOp, CallOp>(op))
      return;
    for (Value operand : op->getOperands()) {
      if (!isa<RefType>(operand.getType()))
        continue;
      auto argument = dyn_cast_or_null<BlockArgument>(getRoot(operand).value);
      if (argument && argument.getOwner() == &control.getBody().front() &&
          isa<RefType>(argument.getType()))
        return visit(op);
    }
  });
}

bool vkmorph::vkm::hasOutputs(ControlOp control) {
  bool any = false;
  forEachOutput(control, [&](Operation *op) { any |= !isCheck(op); });
  return any;
}

static void addCallees(Operation *op, llvm::SetVector<Operation *> &functions) {
  op->walk([&](CallOp call) {
    auto callee = dyn_cast_or_null<FuncOp>(lookupCallee(call).getOperation());
    if (!callee || functions.contains(callee))
      return;
    addCallees(callee, functions);
    functions.insert(callee);
  });
}

SmallVector<FuncOp> vkmorph::vkm::getHostFunctions(ClassOp theClass) {
  llvm::SetVector<Operation *> functions;
  for (Operation &op : theClass.getBody().front())
    if (isa<ControlOp, CommandsOp>(op))
      addCallees(&op, functions);
  SmallVector<FuncOp> result;
  for (Operation *op : functions)
    result.push_back(cast<FuncOp>(op));
  return result;
}

//===------------------------------------------------------------------------------------------===//
// Early answers
//===------------------------------------------------------------------------------------------===//

/// Whether what an operation computes is for commands alone.
static bool isForCommands(Operation *op) {
  return op->hasTrait<VkmExpression>() && llvm::all_of(op->getUsers(), [](Operation *user) {
           return isa<CmdRunOp, CmdBindOp>(user) || isForCommands(user);
         });
}

/// Whether a root is a variable of the host, or a place of the caller's, that is not declared in
/// `op`.
static bool isHostPlaceOutside(const Root &root, Operation *op) {
  return root.value && isa<RefType>(root.value.getType()) &&
         !op->isAncestor(Value(root.value).getParentRegion()->getParentOp());
}

bool vkmorph::vkm::isEarlyAnswer(Operation *op) {
  auto control = dyn_cast<ControlOp>(op->getParentOp());
  Operation *last = control ? findLastCommand(control) : nullptr;
  bool answersByOutputs = control && hasOutputs(control);
  bool answers = op->walk([&](ReturnOp ret) {
                     return ret.getValue() || answersByOutputs ? WalkResult::interrupt()
                                                               : WalkResult::advance();
                   }).wasInterrupted();
  bool loops =
      op->walk([](Operation *inner) {
          return isa<LoopOpInterface>(inner) ? WalkResult::interrupt() : WalkResult::advance();
        }).wasInterrupted();
  if (!last || !isa<IfOp, SwitchOp>(op) || !answers || loops)
    return false;
  bool isBetween = findFirstCommand(control)->isBeforeInBlock(op) && op->isBeforeInBlock(last);
  if (!holdsCommand(op) && !isBetween)
    return false;
  // What the caller gets behind it, it would not get.
  bool isFollowed = false;
  forEachOutput(control, [&](Operation *output) {
    Operation *next = op->getBlock()->findAncestorOpInBlock(*output);
    isFollowed |= !isCheck(output) && next && op->isBeforeInBlock(next) &&
                  (next == last || next->isBeforeInBlock(last));
  });
  if (isFollowed)
    return false;
  // The variables that it asks for have to be the same behind the last command, and nothing in
  // between may see those that it sets.
  EffectSet own = getEffects(op);
  for (Operation *next = op; next != last->getNextNode(); next = next->getNextNode()) {
    EffectSet effects = getEffects(next);
    for (const Root &written : effects.writes)
      if (written.value && own.readsAny(written) &&
          !op->isAncestor(Value(written.value).getParentRegion()->getParentOp()))
        return false;
    if (next != op && !isForCommands(next))
      for (const Root &set : own.writes)
        if (isHostPlaceOutside(set, op) && (effects.readsAny(set) || effects.writesAny(set)))
          return false;
  }
  return true;
}

bool vkmorph::vkm::isOfEarlyAnswer(Operation *op) {
  if (!op->getParentOfType<ControlOp>())
    return false;
  for (Operation *at = op; !isa<ControlOp>(at->getParentOp()); at = at->getParentOp()) {
    Operation *end = &at->getBlock()->back();
    if (!isa<ReturnOp>(end) || !isa<IfOp, SwitchOp, ScopeOp>(at->getParentOp()))
      continue;
    bool isBehind = !holdsCommand(at);
    for (Operation *next = at->getNextNode(); next; next = next->getNextNode())
      isBehind &= !holdsCommand(next);
    Operation *statement = at;
    while (!isa<ControlOp>(statement->getParentOp()))
      statement = statement->getParentOp();
    if (isBehind)
      return isEarlyAnswer(statement);
  }
  return false;
}
