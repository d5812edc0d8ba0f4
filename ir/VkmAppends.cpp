//===- VkmAppends.cpp - The constraints of operations on vectors that are appended to ---------===//

#include "ir/Effects.h"

using namespace mlir;
using namespace vkmorph::vkm;

FieldOp ClassOp::lookupSizeOf(StringRef vector) {
  for (FieldOp field : getBody().front().getOps<FieldOp>())
    if (field.getSizeOf() == vector)
      return field;
  return {};
}

/// The vector that an operation names; null after an error.
static FieldOp verifyVector(Operation *op, FlatSymbolRefAttr name) {
  auto parent = op->getParentOfType<ClassOp>();
  FieldOp field = parent ? parent.lookupField(name.getValue()) : FieldOp();
  if (field && field.getVectorElement())
    return field;
  op->emitOpError("is about no vector of the class: ") << name;
  return {};
}

/// The place of a slot's number, where there is one.
static LogicalResult verifyNumber(Operation *op, Value place) {
  if (!place || cast<RefType>(place.getType()).getPointee().isUnsignedInteger(32))
    return success();
  return op->emitOpError("counts in ") << cast<RefType>(place.getType()).getPointee();
}

LogicalResult AppendOp::verify() {
  FieldOp field = verifyVector(*this, getFieldAttr());
  if (!field)
    return failure();
  if (field.getVectorElement() != getValue().getType())
    return emitOpError("appends ")
           << getValue().getType() << " to a vector of " << field.getVectorElement();
  if (getInto() && cast<PtrType>(getInto().getType()).getPointee() != getValue().getType())
    return emitOpError("appends ") << getValue().getType() << " to elements of type "
                                   << cast<PtrType>(getInto().getType()).getPointee();
  if (getNext() && getStrategy() != AppendStrategy::Stable)
    return emitOpError("has a place of the next slot, but no order");
  return verifyNumber(*this, getNext());
}

bool AppendOp::needsWorkgroup() {
  return getStrategy() == AppendStrategy::Workgroup || getStrategy() == AppendStrategy::Stable;
}

// How many elements each subgroup has, and where those of the workgroup begin, or how many it has.
int64_t AppendOp::getSharedBytes(AppendStrategy by, int64_t subgroups) {
  bool isTogether = by == AppendStrategy::Workgroup || by == AppendStrategy::Stable;
  return isTogether ? 4 * subgroups + 4 : 0;
}

SmallVector<Root> AppendOp::getPlaces() {
  return {getInto() ? getRoot(getInto()) : Root{getFieldAttr().getAttr(), {}}};
}

void AppendOp::addEffects(EffectSet &effects) {
  effects.addWrite(getPlaces().front());
  if (getNext()) {
    effects.addRead(getRoot(getNext()));
    effects.addWrite(getRoot(getNext()));
  }
  auto parent = (*this)->getParentOfType<ClassOp>();
  if (FieldOp size = parent ? parent.lookupSizeOf(getField()) : FieldOp())
    addUpdate(effects, FlatSymbolRefAttr::get(size.getSymNameAttr()));
  // Those that lowering has made for it.
  if (parent && (*this)->hasAttr(kAppendFunctionAttr))
    for (FieldOp field : parent.getBody().front().getOps<FieldOp>())
      for (StringRef role : {kLostOfAttr, kCapacityOfAttr})
        if (field->getAttr(role) == getFieldAttr()) {
          effects.addRead(Root{field.getSymNameAttr(), {}});
          if (role == StringRef(kLostOfAttr))
            effects.addWrite(Root{field.getSymNameAttr(), {}});
        }
}

LogicalResult AppendCounterOp::verify() {
  return verifyVector(*this, getFieldAttr()) ? verifyNumber(*this, getRef()) : failure();
}

LogicalResult ReserveOp::verify() {
  return success(verifyVector(*this, getFieldAttr()) != nullptr);
}
/// Two vectors whose sizes are fields.
static LogicalResult verifyExchange(Operation *op, FlatSymbolRefAttr first,
                                    FlatSymbolRefAttr second) {
  FieldOp one = verifyVector(op, first), other = verifyVector(op, second);
  if (!one || !other)
    return failure();
  if (one.getVectorElement() != other.getVectorElement())
    return op->emitOpError("exchanges elements of type ")
           << one.getVectorElement() << " for those of type " << other.getVectorElement();
  return success();
}
LogicalResult ExchangeSizesOp::verify() {
  auto parent = (*this)->getParentOfType<ClassOp>();
  for (FlatSymbolRefAttr name : {getFirstAttr(), getSecondAttr()})
    if (parent && parent.lookupField(name.getValue()) && !parent.lookupSizeOf(name.getValue()))
      return emitOpError("exchanges a size that no field holds: ") << name;
  return verifyExchange(*this, getFirstAttr(), getSecondAttr());
}
LogicalResult WillExchangeOp::verify() {
  return verifyExchange(*this, getFirstAttr(), getSecondAttr());
}
LogicalResult WillAppendOp::verify() {
  return success(verifyVector(*this, getFieldAttr()) != nullptr);
}
LogicalResult WillClearOp::verify() {
  return success(verifyVector(*this, getFieldAttr()) != nullptr);
}
LogicalResult MostElementsOp::verify() {
  return success(verifyVector(*this, getFieldAttr()) != nullptr);
}

LogicalResult CmdDispatchIndirectOp::verify() {
  auto parent = (*this)->getParentOfType<ClassOp>();
  auto scratch = parent ? parent.lookupSymbol<ScratchOp>(getScratch()) : ScratchOp();
  auto isGroups = [&](MemberAttr member) {
    auto type = dyn_cast<ArrayType>(member.getType());
    return member.getName() == getMember() && type && type.getLength() == 3 &&
           type.getElementType().isUnsignedInteger(32);
  };
  if (scratch && llvm::any_of(scratch.getMembers().getAsRange<MemberAttr>(), isGroups))
    return success();
  return emitOpError("reads three numbers of workgroups, which are no member of ")
         << getScratchAttr();
}
