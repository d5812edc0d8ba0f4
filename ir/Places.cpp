//===- Places.cpp - Ways from roots to the memory that places name ---------------------------===//

#include "ir/Places.h"

#include "ir/Constants.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

bool PlacePath::overlaps(const PlacePath &other) const {
  if (!mayAlias(root, other.root))
    return false;
  if (root != other.root)
    return true;
  for (auto [mine, theirs] : llvm::zip(path, other.path))
    if (mine && theirs && mine != theirs)
      return false;
  return true;
}

PlacePath vkmorph::vkm::getPlacePath(Value place) {
  PlacePath result;
  result.root = getRoot(place);
  while (Operation *op = place.getDefiningOp()) {
    MLIRContext *context = op->getContext();
    auto addIndex = [&](Value index) {
      std::optional<int64_t> number = getConstantInt(index);
      result.path.push_back(number ? IntegerAttr::get(IntegerType::get(context, 64), *number)
                                   : Attribute());
    };
    if (auto member = dyn_cast<MemberOp>(op)) {
      result.path.push_back(member.getNameAttr());
      place = member.getBase();
    } else if (auto element = dyn_cast<ElementOp>(op)) {
      addIndex(element.getIndex());
      place = element.getBase();
    } else if (auto bits = dyn_cast<BitsOp>(op)) {
      place = bits.getBase();
    } else if (auto deref = dyn_cast<DerefOp>(op)) {
      addIndex(deref.getIndex());
      break;
    } else {
      break;
    }
  }
  std::reverse(result.path.begin(), result.path.end());
  return result;
}

Value vkmorph::vkm::getAccessedPlace(Operation *op) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<LoadOp, AssignOp, UpdateOp, AtomicOp, CompareSwapOp, ScatterOp, RunningStepOp,
            RunningMapOp>([](auto access) { return access.getRef(); })
      .Default([](Operation *) { return Value(); });
}

StringRef vkmorph::vkm::getRootName(const Root &root) {
  if (root.symbol)
    return root.symbol.getValue();
  if (auto buffer = root.value.getDefiningOp<BufferOp>())
    return buffer.getName();
  auto argument = cast<BlockArgument>(root.value);
  return argName(cast<FunctionOpInterface>(argument.getOwner()->getParentOp()),
                 argument.getArgNumber());
}

bool vkmorph::vkm::isImage(Value pointer) {
  if (auto data = pointer.getDefiningOp<VectorDataOp>()) {
    auto parent = data->getParentOfType<ClassOp>();
    FieldOp vector = parent ? parent.lookupField(data.getField()) : FieldOp();
    return vector && vector->hasAttr(kImageAttr);
  }
  auto argument = dyn_cast<BlockArgument>(pointer);
  auto function =
      argument ? dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp()) : nullptr;
  return function && function.getArgAttr(argument.getArgNumber(), kImageAttr);
}

/// The element that a place is, or is a part of; null for other memory.
static DerefOp getElement(Value place) {
  while (isa_and_nonnull<MemberOp, ElementOp>(place.getDefiningOp()))
    place = place.getDefiningOp()->getOperand(0);
  return place.getDefiningOp<DerefOp>();
}

bool vkmorph::vkm::isInBuffer(Value place) {
  DerefOp element = getElement(place);
  return element && !isImage(element.getPointer());
}

bool vkmorph::vkm::isInImage(Value place) {
  DerefOp element = getElement(place);
  return element && isImage(element.getPointer());
}

std::string vkmorph::vkm::spellPlace(StringRef field, ArrayRef<Attribute> path) {
  std::string text = field.str();
  for (Attribute step : path) {
    if (auto name = dyn_cast_or_null<StringAttr>(step))
      text += "." + name.getValue().str();
    else if (auto index = dyn_cast_or_null<IntegerAttr>(step))
      text += "[" + std::to_string(index.getInt()) + "]";
    else
      text += "[...]";
  }
  return text;
}

/// Whether an operation may change a place. A local variable is changed by what cannot be seen only
/// where that is given it.
static bool mayChange(Operation *op, const Root &root) {
  if (isa<LoadOp>(op) || isPure(op))
    return false;
  EffectSet effects = getEffects(op);
  if (!effects.ordered || effects.writesAny(root))
    return effects.writesAny(root);
  if (!root.value || !root.value.getDefiningOp<VarOp>())
    return true;
  WalkResult result = op->walk([&](Operation *inner) {
    auto isIt = [&](Value operand) { return getRoot(operand) == root; };
    bool isGiven = !isa<LoadOp>(inner) && llvm::any_of(inner->getOperands(), isIt);
    return isGiven ? WalkResult::interrupt() : WalkResult::advance();
  });
  return result.wasInterrupted();
}

/// Whether nothing that runs between two reads of one place writes it: the second one stands behind
/// the first, in its block or in something that stands there.
static bool isStraight(LoadOp first, LoadOp second) {
  Root root = getRoot(first.getRef());
  Block *block = first->getBlock();
  for (Operation *at = second; at; at = at->getParentOp()) {
    bool isBeside = at->getBlock() == block;
    if (isBeside && at->isBeforeInBlock(first))
      return false;
    for (Operation *op = at->getPrevNode(); op && op != first; op = op->getPrevNode())
      if (mayChange(op, root))
        return false;
    // What is no branch may run the second one again, after all else in it.
    if (at != second && !isa<IfOp, SelectOp, AndOp, OrOp, ScopeOp>(at) && mayChange(at, root))
      return false;
    if (isBeside)
      return true;
  }
  return false;
}

bool vkmorph::vkm::isSamePlace(Value a, Value b) {
  if (a == b)
    return true;
  Operation *first = a.getDefiningOp(), *second = b.getDefiningOp();
  if (!first || !second || first->getName() != second->getName() || a.getType() != b.getType() ||
      first->getNumRegions() != 0 ||
      first->getPropertiesAsAttribute() != second->getPropertiesAsAttribute())
    return false;
  auto load = dyn_cast<LoadOp>(first);
  if (load ? !isStraight(load, cast<LoadOp>(second)) && !isStraight(cast<LoadOp>(second), load)
           : !isPure(first))
    return false;
  return llvm::all_of(llvm::zip(first->getOperands(), second->getOperands()), [](auto operands) {
    return isSamePlace(std::get<0>(operands), std::get<1>(operands));
  });
}
