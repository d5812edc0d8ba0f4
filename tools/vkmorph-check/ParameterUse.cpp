//===- ParameterUse.cpp - Which parameters of a function a value is computed from -------------===//

#include "ParameterUse.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::check;

void ParameterCollector::visit(Value value) {
  if (!m_seen.insert(value).second)
    return;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *owner = argument.getOwner()->getParentOp();
    if (isa<FunctionOpInterface>(owner))
      found.insert(argument);
    if (auto loop = dyn_cast<vkm::ForOp>(owner)) {
      visit(loop.getInit());
      visit(loop.getStep());
    }
    return;
  }
  Operation *op = value.getDefiningOp();
  for (Value operand : op->getOperands())
    visit(operand);
  for (Region &region : op->getRegions())
    visit(region);
  // What a variable holds is what was stored in it.
  if (isa<vkm::VarOp>(op))
    for (Operation *user : value.getUsers())
      if (isa<vkm::AssignOp, vkm::UpdateOp>(user) && user->getOperand(0) == value)
        visit(user->getOperand(1));
}

void ParameterCollector::visit(Region &region) {
  region.walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      visit(operand);
  });
}
