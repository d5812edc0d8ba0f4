//===- VkmScatters.cpp - The constraints of updates of elements that iterations share ---------===//

#include "ir/Effects.h"
#include "ir/VkmAttributes.h"

using namespace mlir;
using namespace vkmorph::vkm;

LogicalResult ScatterPlanAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                                      ScatterStrategy strategy, int64_t elements) {
  bool isShared =
      strategy == ScatterStrategy::Shared || strategy == ScatterStrategy::SharedCompareSwap;
  if (isShared ? elements > 0 : elements == 0)
    return success();
  return emitError() << "a scatter has a number of elements if workgroups copy them, and only then";
}

/// An array that a kernel is given, or a member of the class.
static bool isArray(const Root &root) {
  if (root.symbol)
    return true;
  auto argument = dyn_cast<BlockArgument>(root.value);
  return argument && isa<PtrType>(argument.getType());
}

LogicalResult ScatterOp::verify() {
  Type type = cast<RefType>(getRef().getType()).getPointee();
  if (type != getValue().getType())
    return emitOpError("combines ") << getValue().getType() << " into an element of " << type;
  if (!(*this)->getParentOfType<GridOp>())
    return emitOpError("stands outside of grids");
  if (!isArray(getRoot(getRef())))
    return emitOpError("changes a variable, which each iteration has for itself");
  bool isExtreme = getKind() == ReduceKind::Min || getKind() == ReduceKind::Max;
  bool saysWhich = (*this)->hasAttr(kReplacesNanAttr) || (*this)->hasAttr(kTakesNanAttr) ||
                   (*this)->hasAttr(kTakesEqualAttr);
  if (saysWhich && !(isExtreme && isa<FloatType>(type)))
    return emitOpError(
        "says which NaN or equal values count, and is no minimum or maximum of floats");
  return verifyKind(*this, getKind(), type);
}

SmallVector<Root> ScatterOp::getPlaces() { return {getRoot(getRef())}; }

void ScatterOp::addEffects(EffectSet &effects) {
  effects.addRead(getRoot(getRef()));
  effects.addWrite(getRoot(getRef()));
}

bool ScatterOp::needsWorkgroup() {
  std::optional<ScatterPlanAttr> plan = getPlan();
  return plan && (plan->isShared() || plan->getStrategy() == ScatterStrategy::Ordered);
}

int64_t ScatterOp::getSharedBytes(int64_t, unsigned) {
  std::optional<ScatterPlanAttr> plan = getPlan();
  return plan ? plan->getElements() * getSlotBytes(*this, getValue().getType()) : 0;
}

/// How wide a number of 32 or 64 bits is; 0 for all else.
static unsigned getWidth(Type type) {
  unsigned width = isa<IntegerType, FloatType>(type) ? type.getIntOrFloatBitWidth() : 0;
  return width == 32 || width == 64 ? width : 0;
}

LogicalResult BitsOp::verify() {
  Type bits = cast<RefType>(getRef().getType()).getPointee();
  // Where words are numbered, the base only says of what.
  unsigned width =
      getWidth(getWord() ? bits : Type(cast<RefType>(getBase().getType()).getPointee()));
  if (width && bits.isUnsignedInteger(width))
    return success();
  return emitOpError("takes ") << cast<RefType>(getBase().getType()).getPointee() << " for "
                               << bits;
}

LogicalResult CompareSwapOp::verify() {
  if (getWidth(getValue().getType()))
    return success();
  return emitOpError("swaps ") << getValue().getType();
}
