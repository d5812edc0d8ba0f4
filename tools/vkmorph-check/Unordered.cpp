//===- Unordered.cpp - Arrays whose elements come in any order --------------------------------===//

#include "Unordered.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::check;

Unordered::Unordered(vkm::ClassOp theClass) : m_class(theClass) {
  theClass.walk([&](vkm::AppendOp append) { m_vectors.insert(append.getField()); });
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

/// Whether an element of such an array decides that an operation runs.
bool Unordered::isChosenBy(Operation *op, vkm::LaunchOp launch) {
  for (auto branch = op->getParentOfType<vkm::IfOp>(); branch;
       branch = branch->getParentOfType<vkm::IfOp>()) {
    llvm::DenseSet<Value> seen;
    if (isMadeOf(branch.getCondition(), launch, seen))
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
  auto kernel = m_class.lookupSymbol<vkm::KernelOp>(launch.getKernel());
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
