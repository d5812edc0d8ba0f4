//===- VkmInterfaces.cpp - What loops and patterns tell passes that do not know them ----------===//

#include "ir/Effects.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace vkmorph::vkm;

#include "ir/VkmInterfaces.cpp.inc"

bool vkmorph::vkm::isLoopVariable(Value value) {
  auto argument = dyn_cast_or_null<BlockArgument>(value);
  return argument && isa<LoopOpInterface>(argument.getOwner()->getParentOp());
}

//===------------------------------------------------------------------------------------------===//
// Reductions
//===------------------------------------------------------------------------------------------===//

/// The steps of a path; null for an element whose index is an operand.
static SmallVector<Attribute> unpackSteps(std::optional<ArrayAttr> path) {
  SmallVector<Attribute> steps;
  for (Attribute step : path ? path->getValue() : ArrayRef<Attribute>())
    steps.push_back(isa<UnitAttr>(step) ? Attribute() : step);
  return steps;
}

int64_t vkmorph::vkm::getSlotBytes(Operation *from, Type value) {
  if (!isa<IntegerType, FloatType, VecType, MatType>(value))
    return llvm::alignTo(getLayout(from, value).size, 4);
  int64_t width = getComponentType(value).getIntOrFloatBitWidth();
  return getNumComponents(value) * (width > 32 ? 8 : 4);
}

int64_t vkmorph::vkm::countElements(ReductionOpInterface reduction) {
  FieldOp field =
      reduction->getParentOfType<ClassOp>().lookupField(reduction.getFieldAttr().getValue());
  Type type = field.getType();
  int64_t elements = 1;
  for (Attribute step : reduction.getSteps()) {
    elements *= step ? 1 : getNumElements(type);
    type = step ? getPartType(field, type, step) : getElementType(type);
  }
  return elements;
}

int64_t vkmorph::vkm::getReductionBytes(ReductionOpInterface reduction, int64_t slots,
                                        unsigned dims) {
  return slots *
         (countElements(reduction) * getSlotBytes(reduction, reduction.getValue().getType()) +
          reduction.getBytesBesideValue(dims));
}

void vkmorph::vkm::addUpdate(EffectSet &effects, FlatSymbolRefAttr field) {
  Root root{field.getAttr(), {}};
  effects.addRead(root);
  effects.addWrite(root);
}

SmallVector<Attribute> ReduceOp::getSteps() { return unpackSteps(getPath()); }

std::string ReduceOp::getOperationTitle() { return stringifyReduceKind(getKind()).str(); }

SmallVector<Attribute> RunningOp::getSteps() { return unpackSteps(getPath()); }

int64_t RunningOp::getSharedBytes(int64_t slots, unsigned) {
  int64_t bytes = getSlotBytes(*this, getBefore().getType());
  if (getStates()) // what becomes of each
    return slots * (countCodes() > 8 ? 8 : 4);
  if (getSystem()) // a value, and a factor for each total that it is a multiple of: doubles for
                   // floats, to whose addresses the value is padded
    return slots * (getBefore().getType().isF32() ? 2 : 1) * bytes *
           (1 + int64_t(getMultiples()->size()));
  if (getBounded()) // both bounds and what lies between them
    return slots * bytes * (getScales() ? 4 : 3);
  return slots * (bytes * (getScales() ? 2 : 1) + (getRestarts() ? bytes : 0));
}

SmallVector<Attribute> ArgReduceOp::getSteps() { return unpackSteps(getPath()); }

std::string ArgReduceOp::getOperationTitle() { return stringifyReduceKind(getKind()).str(); }

std::string ArgReduceOp::describeCombining() {
  return ("carries other values with '" + getField() + "'").str();
}

/// The number of the iteration, at most as wide as a counter, in each dimension.
int64_t ArgReduceOp::getBytesBesideValue(unsigned dims) { return 8 * int64_t(dims); }

SmallVector<Attribute> CarryOp::getSteps() { return unpackSteps(getPath()); }

std::string CarryOp::getOperationTitle() { return getReduction().getOperationTitle(); }

std::string CarryOp::describeCombining() { return getReduction().describeCombining(); }

SmallVector<Attribute> CombineOp::getSteps() { return unpackSteps(getPath()); }

SmallVector<Attribute> LastOp::getSteps() { return unpackSteps(getPath()); }

std::string LastOp::describeCombining() {
  return ("takes the last value of '" + getField() + "'").str();
}

/// The user's function, or what stands for it.
std::string CombineOp::getOperationTitle() {
  std::string name = "combine";
  getBody().walk([&](CallOp call) { name = call.getCallee().str(); });
  return name;
}

std::string CombineOp::describeCombining() {
  return ("combines '" + getField() + "' by a function").str();
}
