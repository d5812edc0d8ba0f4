//===- VkmScans.cpp - The constraints of running totals ---------------------------------------===//

#include "ir/VkmDialect.h"

using namespace mlir;
using namespace vkmorph::vkm;

LogicalResult RunningOp::verify() {
  size_t units = 0;
  Type type = verifyPlace(*this, getFieldAttr(), getPath(), units);
  if (!type)
    return failure();
  if (units > 0)
    return emitOpError("names an element by an index");
  if (type != getBefore().getType())
    return emitOpError("begins with ")
           << getBefore().getType() << " what is kept in a place of type " << type;
  if ((getScales() || getBounded()) && getKind() != ReduceKind::Add)
    return emitOpError("scales or is bounded, and combines by something else than additions");
  if (getLatest() && (!getRestarts() || getScales() || getBounded()))
    return emitOpError("keeps the latest value, and does not restart, scales or is bounded");
  if (getBounded() && type.isUnsignedInteger())
    return emitOpError("is bounded, and wraps around: ") << type;
  return verifyKind(*this, getKind(), type);
}

LogicalResult RunningShareOp::verify() {
  size_t units = 0;
  Type type = verifyPlace(*this, getFieldAttr(), getPath(), units);
  if (!type)
    return failure();
  if (getRestarted() && getFactor())
    return emitOpError("is two parts of what iterations give");
  Type held = cast<RefType>(getRef().getType()).getPointee();
  if (getPart() == RunningPart::Restarted)
    return held.isUnsignedInteger(32)
               ? success()
               : LogicalResult(emitOpError("says with another type than ui32 whether it is set"));
  if (type != held)
    return emitOpError("holds values of another type than its place: ") << type;
  return success();
}

LogicalResult RunningStepOp::verify() {
  if (!getRef().getDefiningOp<RunningShareOp>())
    return emitOpError("changes something else than what iterations give");
  Type held = cast<RefType>(getRef().getType()).getPointee();
  if (getValue().getType() != held)
    return emitOpError("takes ") << getValue().getType() << " for a total of type " << held;
  return success();
}
