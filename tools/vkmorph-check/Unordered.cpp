//===- Unordered.cpp - Arrays whose elements come in any order --------------------------------===//

#include "Unordered.h"

#include "analysis/patterns/Appends.h"

#include "ir/Effects.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::check;

Unordered::Unordered(vkm::ClassOp theClass) : m_class(theClass) {
  llvm::DenseSet<StringAttr> vectors;
  theClass.walk([&](vkm::AppendOp append) { vectors.insert(append.getFieldAttr().getAttr()); });
  vkm::addExchanged(vkm::findExchangedSizes(theClass), vectors);
  for (StringAttr vector : vectors)
    m_vectors.insert(vector.getValue());
  if (m_vectors.empty())
    return;
  SmallVector<vkm::LaunchOp> launches;
  theClass.walk([&](vkm::LaunchOp launch) { launches.push_back(launch); });
  // A later command may make what an earlier one takes in the next call.
  for (bool grows = true; std::exchange(grows, false);)
    for (vkm::LaunchOp launch : launches)
      grows |= follow(launch);
}

/// What a root in a kernel is in the control function that launches it.
vkm::Root Unordered::resolve(const vkm::Root &root, vkm::LaunchOp launch) {
  auto argument = dyn_cast_or_null<BlockArgument>(root.value);
  bool isKernels = argument && isa<vkm::KernelOp>(argument.getOwner()->getParentOp());
  return isKernels ? vkm::getRoot(launch.getOperands()[argument.getArgNumber()]) : root;
}

/// The name of a parameter of the control function; empty for other roots.
static StringRef getParameter(const vkm::Root &root, vkm::ControlOp control) {
  auto argument = dyn_cast_or_null<BlockArgument>(root.value);
  bool isControls = argument && argument.getOwner()->getParentOp() == control;
  return isControls ? vkm::argName(control, argument.getArgNumber()) : StringRef();
}

bool Unordered::isUnordered(const vkm::Root &root, vkm::LaunchOp launch) {
  vkm::Root known = resolve(root, launch);
  if (known.symbol)
    return m_vectors.contains(known.symbol.getValue());
  auto control = launch->getParentOfType<vkm::ControlOp>();
  return m_buffers[control].contains(getParameter(known, control));
}

/// Whether a value depends on an element of such an array.
bool Unordered::isMadeOf(Value value, vkm::LaunchOp launch, llvm::DenseSet<Value> &seen) {
  if (!value || !seen.insert(value).second)
    return false;
  auto recurse = [&](Value other) { return isMadeOf(other, launch, seen); };
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  if (auto load = dyn_cast<vkm::LoadOp>(op)) {
    vkm::Root root = vkm::getRoot(load.getRef());
    if (isUnordered(root, launch) || recurse(load.getRef()))
      return true;
    auto var = root.value ? root.value.getDefiningOp<vkm::VarOp>() : vkm::VarOp();
    if (!var)
      return false;
    if (recurse(var.getInit()))
      return true;
    // What any statement gives the variable.
    Operation *kernel = var->getParentOfType<vkm::KernelOp>();
    return kernel && kernel
                         ->walk([&](Operation *user) {
                           bool writes = user->getNumRegions() == 0 &&
                                         vkm::getEffects(user).writesAny(root) &&
                                         !isa<vkm::VarOp>(user);
                           return writes && llvm::any_of(user->getOperands(), recurse)
                                      ? WalkResult::interrupt()
                                      : WalkResult::advance();
                         })
                         .wasInterrupted();
  }
  if (isa<vkm::CallOp>(op) && llvm::any_of(vkm::getEffects(op).reads, [&](const vkm::Root &root) {
        return isUnordered(root, launch);
      }))
    return true;
  for (Region &region : op->getRegions())
    for (vkm::YieldOp yield : region.getOps<vkm::YieldOp>())
      if (recurse(yield.getValue()))
        return true;
  return llvm::any_of(op->getOperands(), recurse);
}

/// What decides on the regions of a branch, a switch or a loop; null for others.
static Value getDeciding(Operation *op) {
  auto ofLoop = [](Region &condition) {
    return cast<vkm::YieldOp>(condition.front().back()).getValue();
  };
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([](vkm::IfOp branch) { return branch.getCondition(); })
      .Case([](vkm::SwitchOp choice) { return choice.getValue(); })
      .Case<vkm::LoopOpInterface>([&](auto loop) { return ofLoop(loop.getCond()); })
      .Default(Value());
}

bool Unordered::isDecided(Operation *op, vkm::LaunchOp launch) {
  llvm::DenseSet<Value> seen;
  return isMadeOf(getDeciding(op), launch, seen);
}

/// Whether an element of such an array decides that a statement is left, and what follows it too.
bool Unordered::mayLeave(Operation *statement, vkm::LaunchOp launch) {
  WalkResult result = statement->walk([&](Operation *jump) {
    if (!isa<vkm::BreakOp, vkm::ContinueOp, vkm::ReturnOp>(jump))
      return WalkResult::advance();
    bool isDecidedByOne = false;
    for (Operation *around = jump; around != statement;) {
      around = around->getParentOp();
      // It leaves that loop, and no more.
      if (isa<vkm::LoopOpInterface>(around) && !isa<vkm::ReturnOp>(jump))
        return WalkResult::advance();
      isDecidedByOne |= isDecided(around, launch);
    }
    return WalkResult(failure(isDecidedByOne));
  });
  return result.wasInterrupted();
}

/// Whether an element of such an array decides that an operation runs.
bool Unordered::isChosenBy(Operation *op, vkm::LaunchOp launch) {
  for (Operation *at = op; !isa<vkm::KernelOp>(at); at = at->getParentOp()) {
    if (at != op && isDecided(at, launch))
      return true;
    for (Operation *before = at->getPrevNode(); before; before = before->getPrevNode())
      if (before->getNumRegions() > 0 && mayLeave(before, launch))
        return true;
  }
  return false;
}

bool Unordered::add(const vkm::Root &root, vkm::LaunchOp launch) {
  vkm::Root known = resolve(root, launch);
  if (known.symbol) {
    vkm::FieldOp field = m_class.lookupField(known.symbol.getValue());
    return field && field.getVectorElement() && m_vectors.insert(known.symbol.getValue()).second;
  }
  auto control = launch->getParentOfType<vkm::ControlOp>();
  StringRef name = getParameter(known, control);
  return !name.empty() && m_buffers[control].insert(name).second;
}

/// Whether the kernel makes further arrays unordered.
bool Unordered::follow(vkm::LaunchOp launch) {
  auto kernel = vkm::lookupKernel(launch);
  bool grows = false;
  if (!kernel)
    return false;
  kernel.walk([&](Operation *op) {
    if (!isa<vkm::AssignOp, vkm::UpdateOp, vkm::CallOp>(op))
      return;
    // The index of what is written does not say what is written.
    auto call = dyn_cast<vkm::CallOp>(op);
    llvm::DenseSet<Value> seen;
    bool depends =
        call ? llvm::any_of(vkm::getEffects(op).reads,
                            [&](const vkm::Root &root) { return isUnordered(root, launch); }) ||
                   llvm::any_of(op->getOperands(),
                                [&](Value value) { return isMadeOf(value, launch, seen); })
             : isMadeOf(op->getOperand(1), launch, seen);
    if (!depends && !isChosenBy(op, launch))
      return;
    for (const vkm::Root &root : vkm::getEffects(op).writes)
      grows |= add(root, launch);
  });
  return grows;
}
