//===- MemberUpdates.cpp - Statements that only set members to numbers the host has -----------===//

#include "analysis/patterns/MemberUpdates.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// Parameters and constants, also converted.
static bool isHosts(Value value) {
  if (isa<BlockArgument>(value))
    return !isa<PtrType>(value.getType());
  if (auto cast = value.getDefiningOp<CastOp>())
    return isHosts(cast.getOperand());
  return isa_and_nonnull<ConstantOp>(value.getDefiningOp());
}

std::optional<MemberUpdates> vkmorph::vkm::matchMemberUpdates(OnceOp once) {
  MemberUpdates updates;
  auto parent = once->getParentOfType<ClassOp>();
  for (Operation &statement : once.getBody().front()) {
    // Room that the host makes is noted where commands are recorded.
    if (isa<ConstantOp, CastOp, FieldRefOp, ReserveOp>(statement))
      continue;
    auto assign = dyn_cast<AssignOp>(statement);
    auto place = assign ? assign.getRef().getDefiningOp<FieldRefOp>() : FieldRefOp();
    FieldOp field = place ? parent.lookupField(place.getField()) : FieldOp();
    // The command writes whole words.
    bool isWord = field && isa<IntegerType, FloatType>(field.getType()) &&
                  field.getType().getIntOrFloatBitWidth() % 32 == 0;
    if (!isWord || !isHosts(assign.getValue()) || !updates.insert({field, assign}).second)
      return std::nullopt;
  }
  return updates;
}
