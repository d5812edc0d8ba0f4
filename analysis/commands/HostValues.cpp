//===- HostValues.cpp - Values that only the host knows --------------------------------------===//

#include "analysis/commands/HostValues.h"

#include "ir/HostCode.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace {
/// Follows values and variables to what is computed from them, until nothing new is found.
class Follower {
public:
  Follower(ControlOp control, const HostMembers &members) : members(members) {
    do {
      grows = false;
      control.walk([&](Operation *op) {
        if (op != control.getOperation())
          visit(op);
      });
    } while (grows);
  }

  llvm::SmallPtrSet<Operation *, 16> found;

private:
  bool isKnown(Value value) const {
    Operation *op = value.getDefiningOp();
    Root root = getRoot(value);
    return (op && found.contains(op) && !isa<VarOp>(op)) || variables.contains(root.value) ||
           (root.symbol && members.contains(root.symbol));
  }

  void visit(Operation *op) {
    auto load = dyn_cast<LoadOp>(op);
    bool needs =
        (isa<HostOp>(op) && !isCheck(op)) || llvm::any_of(op->getOperands(), [&](Value operand) {
          return isa<RefType>(operand.getType()) ? load && isKnown(operand) : isKnown(operand);
        });
    // What stands in a branch or loop that such a value decides about, and what holds such a thing.
    Operation *parent = op->getParentOp();
    needs |= found.contains(parent) && !isa<ControlOp, ScopeOp>(parent);
    for (Region &region : op->getRegions())
      for (Operation &inner : region.getOps())
        needs |= found.contains(&inner);
    if (!needs)
      return;
    grows |= found.insert(op).second;
    if (auto var = dyn_cast<VarOp>(op))
      grows |= variables.insert(var.getRef()).second;
    if (isa<AssignOp, UpdateOp, HostOp>(op))
      for (Value operand : op->getOperands())
        if (isa<RefType>(operand.getType()) && getRoot(operand).value)
          grows |= variables.insert(getRoot(operand).value).second;
  }

  const HostMembers &members;
  llvm::DenseSet<Value> variables;
  bool grows = false;
};
} // namespace

llvm::SmallPtrSet<Operation *, 16> vkmorph::vkm::findHostOperations(ControlOp control,
                                                                    const HostMembers &members) {
  return std::move(Follower(control, members).found);
}

HostMembers vkmorph::vkm::findHostMembers(ClassOp theClass) {
  EffectSet kernels;
  for (KernelOp kernel : theClass.getBody().front().getOps<KernelOp>())
    kernels.add(getEffects(kernel.getBody()));
  auto isOfKernels = [&](StringAttr symbol) {
    auto isIt = [&](const Root &root) { return root.symbol == symbol; };
    return llvm::any_of(kernels.reads, isIt) || llvm::any_of(kernels.writes, isIt);
  };
  HostMembers members;
  for (bool grows = true; std::exchange(grows, false);)
    for (ControlOp control : theClass.getBody().front().getOps<ControlOp>())
      for (Operation *op : findHostOperations(control, members))
        if (isa<AssignOp, UpdateOp>(op))
          if (Root root = getRoot(op->getOperand(0)); root.symbol && !isOfKernels(root.symbol))
            grows |= members.insert(root.symbol).second;
  return members;
}
