//===- VkmScans.cpp - The constraints of running totals ---------------------------------------===//

#include "ir/VkmDialect.h"

using namespace mlir;
using namespace vkmorph::vkm;

/// Of a total that depends on others linearly.
static LogicalResult verifySystem(RunningOp running) {
  if (running.getRestarts() || running.getScales() || running.getLatest() || running.getBounded() ||
      running.getStates() || running.getKind() != ReduceKind::Add)
    return running.emitOpError("is one of a system, and follows another law as well");
  if (running.getBefore().getType().isInteger(1))
    return running.emitOpError("is one of a system, and no number");
  SmallVector<Operation *> system = running.findSystem();
  for (Operation *other : system)
    if (cast<RunningOp>(other).getBefore().getType() != running.getBefore().getType() ||
        cast<RunningOp>(other).getWide() != running.getWide())
      return running.emitOpError("has another type than others of its system");
  if (system.size() > RunningOp::kMaxSystem)
    return running.emitOpError("is in a system of ")
           << system.size() << ", where " << RunningOp::kMaxSystem << " are possible";
  ArrayRef<int64_t> multiples = *running.getMultiples();
  int64_t own = llvm::find(system, running.getOperation()) - system.begin();
  if (!llvm::is_contained(multiples, own) || !llvm::is_sorted(multiples, std::less_equal<>()) ||
      multiples.front() < 0 || multiples.back() >= int64_t(system.size()))
    return running.emitOpError("is no multiple of itself, or one of what is not in its system");
  return success();
}

Type RunningOp::getFactorType() {
  return getWide() ? Float64Type::get(getContext()) : getBefore().getType();
}

SmallVector<Operation *> RunningOp::findSystem() {
  SmallVector<Operation *> system;
  for (RunningOp other : (*this)->getBlock()->getOps<RunningOp>())
    if (other.getSystem() == getSystem())
      system.push_back(other);
  return system;
}

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
  if (getWide() && !(getSystem() && type.isF32()))
    return emitOpError("is wide, and in no system of f32");
  if (getSystem())
    return verifySystem(*this);
  if (!getStates())
    return type.isInteger(1) ? LogicalResult(emitOpError("combines bools"))
                             : verifyKind(*this, getKind(), type);
  if (getRestarts() || getScales() || getLatest() || getBounded())
    return emitOpError("has states, and follows another law as well");
  if (!isa<IntegerType>(type) || type.getIntOrFloatBitWidth() > 32)
    return emitOpError("has states of another type than integers of 32 bits at most: ") << type;
  if (getStates()->empty() || getStates()->size() > kMaxStates)
    return emitOpError("has ") << getStates()->size() << " states, where 1 to " << kMaxStates
                               << " are possible";
  return llvm::is_sorted(*getStates(), std::less_equal<int64_t>())
             ? success()
             : LogicalResult(emitOpError("has states that are in no ascending order"));
}

LogicalResult RunningShareOp::verify() {
  size_t units = 0;
  Type type = verifyPlace(*this, getFieldAttr(), getPath(), units);
  if (!type)
    return failure();
  if (getRestarted() && getFactor())
    return emitOpError("is two parts of what iterations give");
  if (getOf() && !getFactor())
    return emitOpError("is of another total, and no factor");
  Type held = cast<RefType>(getRef().getType()).getPointee();
  if (getPart() == RunningPart::Restarted)
    return held.isUnsignedInteger(32)
               ? success()
               : LogicalResult(emitOpError("says with another type than ui32 whether it is set"));
  if (getOf() && type.isF32() && held.isF64())
    return success();
  if (type != held)
    return emitOpError("holds values of another type than its place: ") << type;
  return success();
}

/// What is done to a place of a thread.
static LogicalResult verifyShare(Operation *op, Value ref, Type value) {
  if (!ref.getDefiningOp<RunningShareOp>())
    return op->emitOpError("is about something else than what iterations give");
  Type held = cast<RefType>(ref.getType()).getPointee();
  return value == held ? success()
                       : LogicalResult(op->emitOpError("is about ")
                                       << value << " of a total of type " << held);
}

LogicalResult RunningStateOp::verify() {
  return verifyShare(*this, getRef(), getState().getType());
}

LogicalResult RunningMapOp::verify() { return verifyShare(*this, getRef(), getState().getType()); }

LogicalResult RunningStepOp::verify() { return verifyShare(*this, getRef(), getValue().getType()); }
