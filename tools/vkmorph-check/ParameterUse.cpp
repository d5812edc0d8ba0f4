//===- ParameterUse.cpp - Which parameters and members a value is computed from ---------------===//

#include "ParameterUse.h"

#include "ir/Effects.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::check;

/// The field that a place is in; nothing where it is in none.
static std::optional<std::string> findField(Value place) {
  std::string path;
  while (Operation *op = place.getDefiningOp()) {
    if (auto field = dyn_cast<vkm::FieldRefOp>(op))
      return field.getField().str() + path;
    if (auto vector = dyn_cast<vkm::VectorDataOp>(op))
      return vector.getField().str() + path;
    if (auto member = dyn_cast<vkm::MemberOp>(op))
      path = "." + member.getName().str() + path;
    else if (!isa<vkm::ElementOp, vkm::DerefOp>(op))
      return std::nullopt;
    place = op->getOperand(0);
  }
  return std::nullopt;
}

void ParameterCollector::visitIndices(Value place) {
  while (Operation *op = place.getDefiningOp()) {
    if (!isa<vkm::MemberOp, vkm::ElementOp, vkm::DerefOp, vkm::PixelOp>(op))
      return;
    for (Value index : op->getOperands().drop_front())
      visit(index);
    place = op->getOperand(0);
  }
}

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
  if (auto load = dyn_cast<vkm::LoadOp>(op))
    if (std::optional<std::string> field = findField(load.getRef())) {
      fields.insert(*field);
      return visitIndices(load.getRef());
    }
  for (Value operand : op->getOperands())
    visit(operand);
  if (auto call = dyn_cast<vkm::CallOp>(op))
    if (FunctionOpInterface callee = vkm::lookupCallee(call))
      if (m_entered.insert(callee).second) {
        // Its parameters are none of this function's.
        ParameterCollector inner;
        inner.m_entered = m_entered;
        inner.visit(callee.getFunctionBody());
        fields.merge(inner.fields);
      }
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
