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
  return verifyKind(*this, getKind(), type);
}

LogicalResult RunningShareOp::verify() {
  size_t units = 0;
  Type type = verifyPlace(*this, getFieldAttr(), getPath(), units);
  if (!type)
    return failure();
  if (type != cast<RefType>(getRef().getType()).getPointee())
    return emitOpError("holds values of another type than its place: ") << type;
  return success();
}
