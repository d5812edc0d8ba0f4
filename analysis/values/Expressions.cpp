//===- Expressions.cpp - What expressions are made of ----------------------------------------===//

#include "analysis/values/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

bool vkmorph::vkm::isOnlyRead(Value place) {
  return llvm::all_of(place.getUsers(), [](Operation *user) {
    if (isa<LoadOp>(user))
      return true;
    return isa<MemberOp, ElementOp>(user) && isOnlyRead(user->getResult(0));
  });
}

bool vkmorph::vkm::keepsInitialValue(VarOp var) {
  return var.getInit() && isOnlyRead(var.getRef());
}

Value vkmorph::vkm::lookThroughVariables(Value value) {
  while (auto load = value.getDefiningOp<LoadOp>()) {
    auto variable = load.getRef().getDefiningOp<VarOp>();
    if (!variable || !keepsInitialValue(variable))
      break;
    value = variable.getInit();
  }
  return value;
}

Value vkmorph::vkm::lookThroughConversions(Value value) {
  value = lookThroughVariables(value);
  while (auto cast = value.getDefiningOp<CastOp>())
    value = lookThroughVariables(cast.getOperand());
  return value;
}

Value vkmorph::vkm::getYielded(Region &region) {
  return cast<YieldOp>(region.front().back()).getValue();
}

Operation *vkmorph::vkm::findRead(Value value, llvm::function_ref<bool(const Root &)> allowed) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return nullptr;
  if (isa<CallOp>(op))
    return op;
  if (auto load = dyn_cast<LoadOp>(op)) {
    Root root = getRoot(load.getRef());
    auto var = root.value ? root.value.getDefiningOp<VarOp>() : VarOp();
    if (var && keepsInitialValue(var)) {
      if (Operation *read = findRead(var.getInit(), allowed))
        return read;
    } else if (!allowed(root)) {
      return op;
    }
  }
  for (Value operand : op->getOperands())
    if (Operation *read = findRead(operand, allowed))
      return read;
  for (Region &region : op->getRegions())
    for (Operation &inner : region.front())
      if (auto yield = dyn_cast<YieldOp>(inner))
        if (Operation *read = findRead(yield.getValue(), allowed))
          return read;
  return nullptr;
}

bool vkmorph::vkm::isWithoutEffect(Operation *op) {
  if (!op->hasTrait<VkmExpression>())
    return false;
  EffectSet effects = getEffects(op);
  return effects.writes.empty() && !effects.ordered;
}

bool vkmorph::vkm::isStraightBetween(Operation *first, Operation *second) {
  for (Operation *op = first->getNextNode(); op != second; op = op->getNextNode())
    if (!op || !isWithoutEffect(op))
      return false;
  return true;
}

bool vkmorph::vkm::isInvariant(Value value, Operation *loop, const EffectSet &effects) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return !loop->isAncestor(value.getParentBlock()->getParentOp());
  if (!loop->isAncestor(op))
    return !isa<VarOp>(op) || !effects.writesAny(getRoot(value));
  if (isa<CallOp, VarOp>(op) || !op->hasTrait<VkmExpression>() || op->getNumRegions())
    return false;
  auto load = dyn_cast<LoadOp>(op);
  if (load && effects.writesAny(getRoot(load.getRef())))
    return false;
  return llvm::all_of(op->getOperands(),
                      [&](Value operand) { return isInvariant(operand, loop, effects); });
}

bool vkmorph::vkm::isMadeFrom(Value value, const PlacePath &path) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  if (auto load = dyn_cast<LoadOp>(op); load && getPlacePath(load.getRef()).overlaps(path))
    return true;
  return llvm::any_of(op->getOperands(), [&](Value operand) { return isMadeFrom(operand, path); });
}

bool vkmorph::vkm::isSameExpression(Value a, Value b) {
  if (a == b)
    return true;
  Operation *left = a.getDefiningOp(), *right = b.getDefiningOp();
  return isSameOperation(left, right) &&
         llvm::all_of(llvm::zip(left->getOperands(), right->getOperands()), [](auto pair) {
           return isSameExpression(std::get<0>(pair), std::get<1>(pair));
         });
}

bool vkmorph::vkm::isSameOperation(Operation *a, Operation *b) {
  return a && b && a->getName() == b->getName() && !isa<CallOp, VarOp>(a) &&
         a->hasTrait<VkmExpression>() && !a->getNumRegions() &&
         a->getNumOperands() == b->getNumOperands() && a->getResultTypes() == b->getResultTypes() &&
         a->getPropertiesAsAttribute() == b->getPropertiesAsAttribute();
}

void vkmorph::vkm::collectConjuncts(Value condition, SmallVectorImpl<CmpOp> &conjuncts) {
  if (auto both = condition.getDefiningOp<AndOp>()) {
    collectConjuncts(both.getLhs(), conjuncts);
    collectConjuncts(getYielded(both.getRhs()), conjuncts);
  } else if (auto cmp = condition.getDefiningOp<CmpOp>()) {
    conjuncts.push_back(cmp);
  }
}

CmpKind vkmorph::vkm::swapOperands(CmpKind kind) {
  switch (kind) {
  case CmpKind::Lt:
    return CmpKind::Gt;
  case CmpKind::Le:
    return CmpKind::Ge;
  case CmpKind::Gt:
    return CmpKind::Lt;
  case CmpKind::Ge:
    return CmpKind::Le;
  case CmpKind::Eq:
  case CmpKind::Ne:
    return kind;
  }
  llvm_unreachable("all kinds are handled");
}

int64_t vkmorph::vkm::countNumbers(Operation *from, Type type) {
  if (auto array = dyn_cast<ArrayType>(type))
    return array.getLength() * countNumbers(from, array.getElementType());
  auto record = dyn_cast<RecordType>(type);
  if (!record)
    return getNumComponents(type);
  int64_t count = 0;
  for (auto member : lookupRecord(from, record).getMembers().getAsRange<MemberAttr>())
    count += countNumbers(from, member.getType());
  return count;
}
