//===- JoinedStores.cpp - Stores that set all numbers of an element ---------------------------===//

#include "analysis/patterns/JoinedStores.h"

#include "analysis/patterns/SmallStructs.h"
#include "analysis/values/Expressions.h"
#include "ir/WordStructs.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// The element of a buffer that a place is a part of.
static Value getElement(Value place) {
  while (isa_and_nonnull<MemberOp, ElementOp>(place.getDefiningOp()))
    place = place.getDefiningOp()->getOperand(0);
  return isa_and_nonnull<DerefOp>(place.getDefiningOp()) ? place : Value();
}

/// Whether a place is the element, or a part of it, by its name.
static bool names(Value place, Value element) {
  Value own = getElement(place);
  return own && isSameExpression(own, element);
}

/// Whether a statement or an expression may stand between the stores: it does not leave, touches
/// nothing of the buffer but the element, and nothing that the element's name is made of.
static bool mayStandBetween(Operation *op, Value element) {
  Root root = getRoot(element);
  if (Value place = getAccessedPlace(op); place && names(place, element))
    return true;
  auto leaves = [](Operation *inner) {
    return WalkResult(failure(isa<BreakOp, ContinueOp, ReturnOp>(inner)));
  };
  if (op->walk(leaves).wasInterrupted())
    return false;
  EffectSet effects = getEffects(op);
  if (effects.ordered || effects.readsAny(root) || effects.writesAny(root))
    return false;
  std::function<bool(Value)> isChanged = [&](Value value) {
    Operation *from = value.getDefiningOp();
    auto load = dyn_cast_or_null<LoadOp>(from);
    return (load && effects.writesAny(getRoot(load.getRef()))) ||
           (from && llvm::any_of(from->getOperands(), isChanged));
  };
  return !isChanged(element);
}

std::optional<JoinedStores> vkmorph::vkm::matchJoinedStores(AssignOp first) {
  Value element = getElement(first.getRef());
  auto type =
      element ? dyn_cast<RecordType>(cast<RefType>(element.getType()).getPointee()) : RecordType();
  if (!type || first.getRef() == element)
    return std::nullopt;
  RecordOp record = lookupRecord(first, type);
  StructUse whole;
  whole.isStored = true;
  if (!findWordsObstacle(record).empty() || !gainsByWords(record, whole))
    return std::nullopt;
  size_t left = getNumbers(record).size();
  llvm::SmallSet<int64_t, 16> stored;
  JoinedStores joined{element, first, first, {}};
  for (Operation *op = first; left > 0; op = op->getNextNode()) {
    if (!op || !mayStandBetween(op, element))
      return std::nullopt;
    Value place = getAccessedPlace(op);
    if (!place || !names(place, element))
      continue;
    joined.accesses.push_back(op);
    std::optional<SmallVector<int64_t>> numbers = getNumbers(place);
    if (!numbers)
      return std::nullopt;
    for (int64_t number : *numbers) {
      if (!isa<AssignOp>(op))
        joined.isRead |= !stored.count(number);
      else if (stored.insert(number).second)
        --left;
    }
    joined.last = op;
  }
  return joined;
}

SmallVector<JoinedStores>
vkmorph::vkm::findJoinedStores(KernelOp kernel, llvm::function_ref<bool(AssignOp)> isWanted) {
  SmallVector<JoinedStores> found;
  llvm::DenseSet<Operation *> taken;
  kernel.walk([&](AssignOp store) {
    if (taken.contains(store) || !isWanted(store))
      return;
    if (std::optional<JoinedStores> joined = matchJoinedStores(store)) {
      taken.insert(joined->accesses.begin(), joined->accesses.end());
      found.push_back(*joined);
    }
  });
  return found;
}

SmallVector<JoinedStores> vkmorph::vkm::getPlannedJoins(KernelOp kernel) {
  return findJoinedStores(kernel, [](AssignOp store) { return store->hasAttr(kJoinedAttr); });
}
