//===- HostStatements.cpp - Statements that control functions have beside their launches ------===//

#include "analysis/commands/HostStatements.h"

#include "analysis/values/CountedLoops.h"
#include "ir/Effects.h"
#include "ir/LentObjects.h"

using namespace mlir;
using namespace vkmorph::vkm;

bool vkmorph::vkm::isArray(Value value) {
  auto argument = dyn_cast_or_null<BlockArgument>(value);
  return argument && isa<PtrType>(argument.getType()) &&
         isa<ControlOp>(argument.getOwner()->getParentOp());
}

bool vkmorph::vkm::isOnDevice(const Root &root) { return root.symbol || isArray(root.value); }

/// Whether an operation does what only the host can, or leaves itself.
static bool isHosts(Operation *inner, Operation &op) {
  if (auto call = dyn_cast<CallOp>(inner))
    return getEffects(call).ordered;
  if (isa<BreakOp, ContinueOp>(inner))
    return !op.isAncestor(getJumpTarget(inner));
  return isa<LaunchOp, ReturnOp, HostOp>(inner);
}

bool vkmorph::vkm::writesDeviceOnly(Operation &op) {
  if (isa<ExtentOp>(op))
    return false;
  bool needsHost = op.walk([&](Operation *inner) {
                       return isHosts(inner, op) ? WalkResult::interrupt() : WalkResult::advance();
                     }).wasInterrupted();
  // A function may give a value that is put where kernels work on it.
  auto isKept = [&](Operation *user) {
    auto assign = dyn_cast<AssignOp>(user);
    return assign && assign->getBlock() == op.getBlock() && isOnDevice(getRoot(assign.getRef()));
  };
  if (needsHost || !llvm::all_of(op.getUsers(), isKept))
    return false;
  EffectSet effects = getEffects(&op);
  bool outside = false, device = false;
  for (const Root &root : effects.writes) {
    device |= isOnDevice(root);
    outside |=
        !isOnDevice(root) && !op.isAncestor(Value(root.value).getParentRegion()->getParentOp());
  }
  return device && !outside;
}

bool vkmorph::vkm::isAmongStatements(Operation *op) {
  Region *region = op->getParentRegion();
  while (!isa<ControlOp>(region->getParentOp()) && holdsStatements(*region))
    region = region->getParentRegion();
  return isa<ControlOp>(region->getParentOp());
}

/// The statement of the same block that a value is a part of; null where there are several, or
/// none.
Operation *vkmorph::vkm::findStatement(Operation *op) {
  Operation *statement = op;
  while (statement->hasTrait<VkmExpression>()) {
    if (statement->getNumResults() != 1 || !statement->getResult(0).hasOneUse())
      return nullptr;
    Operation *user = *statement->getResult(0).getUsers().begin();
    if (user->getBlock() != op->getBlock())
      return nullptr;
    statement = user;
  }
  return statement;
}

EffectSet vkmorph::vkm::getRunEffects(Operation *op) {
  EffectSet effects = getEffects(op);
  op->walk([&](LaunchOp launch) {
    auto kernel = lookupKernel(launch);
    EffectSet inner = getEffects(kernel.getBody());
    auto translate = [&](const Root &root) -> Root {
      auto argument = dyn_cast_or_null<BlockArgument>(root.value);
      return argument && argument.getOwner()->getParentOp() == kernel
                 ? getRoot(launch.getOperands()[argument.getArgNumber()])
                 : root;
    };
    for (const Root &root : inner.reads)
      effects.addRead(translate(root));
    for (const Root &root : inner.writes)
      effects.addWrite(translate(root));
  });
  return effects;
}

BlockArgument vkmorph::vkm::getLentPlace(Operation *op) {
  auto assign = dyn_cast<AssignOp>(op);
  auto argument =
      assign ? dyn_cast_or_null<BlockArgument>(getRoot(assign.getRef()).value) : BlockArgument();
  auto control = argument ? dyn_cast<ControlOp>(argument.getOwner()->getParentOp()) : ControlOp();
  return control && control.getArgAttr(argument.getArgNumber(), kPartAttr) ? argument
                                                                           : BlockArgument();
}

EffectSet vkmorph::vkm::getEffectsOnMembers(Operation *op) {
  return getLentPlace(op) ? EffectSet() : getRunEffects(op);
}

bool vkmorph::vkm::staysUntil(Operation *read, const Root &root, Operation *later) {
  Block *block = read->getBlock();
  Operation *last = block->findAncestorOpInBlock(*later);
  if (!last || !read->isBeforeInBlock(last))
    return false;
  for (Operation *op = read->getNextNode(); op != last; op = op->getNextNode())
    if (getRunEffects(op).writesAny(root))
      return false;
  // In a loop what stands behind it in the body also comes before it.
  for (Operation *op = later; op != last; op = op->getParentOp())
    if (isa<LoopOpInterface>(op->getParentOp()))
      return !getRunEffects(last).writesAny(root);
  auto changes = [&](Operation &op) { return getRunEffects(&op).writesAny(root); };
  for (Operation *op = later; op != last; op = op->getParentOp()) {
    Block &around = *op->getBlock();
    if (std::any_of(around.begin(), op->getIterator(), changes))
      return false;
    for (Region *before : getCasesInto(*around.getParent()))
      if (llvm::any_of(before->front(), changes))
        return false;
  }
  return true;
}
