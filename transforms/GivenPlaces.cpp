//===- GivenPlaces.cpp - Functions for the places that they are called with ------------------===//

#include "transforms/GivenPlaces.h"

#include "ir/Constants.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// The index that a step takes behind what it is a step from; null for members and fields.
static Value getIndex(Operation *step) {
  return step->getNumOperands() == 2 ? step->getOperand(1) : Value();
}

bool GivenPlace::isGiven(Value index) const {
  return described == DescribedIndices::None || !getConstantInt(index);
}

GivenPlace vkmorph::vkm::getGivenPlace(Value argument, DescribedIndices described) {
  GivenPlace place;
  place.described = described;
  if (isa<PtrType>(argument.getType()))
    place.pointer = argument;
  if (!isa<RefType>(argument.getType()))
    return place;
  for (Value value = argument; !place.pointer;) {
    Operation *op = value.getDefiningOp();
    if (!op || isa<VarOp>(op))
      return {};
    place.steps.insert(place.steps.begin(), op);
    if (op->getNumOperands() == 0)
      break;
    value = op->getOperand(0);
    if (isa<PtrType>(value.getType()))
      place.pointer = value;
  }
  for (Operation *step : place.steps)
    if (Value index = getIndex(step); index && place.isGiven(index))
      place.indices.push_back(index);
  return place;
}

std::string GivenPlace::describe() const {
  std::string text;
  llvm::raw_string_ostream stream(text);
  for (Operation *step : steps) {
    stream << step->getName() << step->getAttrDictionary();
    if (Value index = getIndex(step)) {
      if (isGiven(index))
        stream << index.getType();
      else
        stream << *getConstantInt(index);
    }
    stream << ';';
  }
  return text;
}

Value GivenPlace::build(OpBuilder &builder, Value givenPointer,
                        ArrayRef<Value> givenIndices) const {
  Value place = givenPointer;
  for (Operation *step : steps) {
    IRMapping mapping;
    if (place)
      mapping.map(step->getOperand(0), place);
    if (Value index = getIndex(step)) {
      if (isGiven(index)) {
        mapping.map(index, givenIndices.front());
        givenIndices = givenIndices.drop_front();
      } else {
        mapping.map(index, builder.clone(*index.getDefiningOp())->getResult(0));
      }
    }
    place = builder.clone(*step, mapping)->getResult(0);
  }
  return place;
}
