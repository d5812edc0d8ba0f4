//===- Accumulators.cpp - What a thread keeps for the places that a grid reduces --------------===//

#include "passes/lower/reductions/Accumulators.h"

#include "device/Builders.h"
#include "ir/HostCode.h"
#include "ir/Places.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

Leaf vkmorph::vkm::getOnlyLeaf(const Accumulator &accumulator) {
  return {{}, std::nullopt, accumulator.value};
}

void vkmorph::vkm::forEachLeaf(OpBuilder &builder, Location loc, const Accumulator &accumulator,
                               LeafFn emit) {
  Leaf leaf{{}, std::nullopt, accumulator.value};
  OpBuilder inner = builder;
  for (int64_t length : accumulator.lengths) {
    std::string name = "element";
    if (!leaf.counters.empty())
      name += std::to_string(leaf.counters.size() + 1);
    ForOp loop = buildUintLoop(
        inner, loc, name, buildUint(inner, loc, 0),
        [&](OpBuilder &at) { return buildUint(at, loc, length); },
        [&](OpBuilder &at) { return buildUint(at, loc, 1); });
    leaf.counters.push_back(loop.getBodyVar());
    inner.setInsertionPointToEnd(&loop.getBody().front());
  }
  OpBuilder &at = accumulator.lengths.empty() ? builder : inner;
  auto matrix = dyn_cast<MatType>(accumulator.value);
  if (!matrix)
    return emit(at, leaf);
  leaf.type = matrix.getColumnType();
  for (unsigned column = 0; column < matrix.getColumns(); ++column) {
    leaf.column = column;
    emit(at, leaf);
  }
}

Value vkmorph::vkm::partOf(OpBuilder &builder, Location loc, Value place, const Leaf &leaf) {
  for (Value counter : leaf.counters)
    place = buildElement(builder, loc, place, buildLoad(builder, loc, counter));
  return leaf.column ? buildPart(builder, loc, place, *leaf.column) : place;
}

Value vkmorph::vkm::fieldPart(OpBuilder &builder, Location loc, const Accumulator &accumulator,
                              const Leaf &leaf) {
  SmallVector<Value> indices;
  for (Value counter : leaf.counters)
    indices.push_back(buildLoad(builder, loc, counter));
  Value place = buildFieldPlace(builder, loc, accumulator.field, accumulator.steps, indices);
  return leaf.column ? buildPart(builder, loc, place, *leaf.column) : place;
}

Accumulator *Accumulators::find(FlatSymbolRefAttr field, ArrayRef<Attribute> steps) {
  auto known = llvm::find_if(*this, [&](Accumulator &other) {
    return other.field && other.field.getSymName() == field.getValue() &&
           ArrayRef(other.steps) == steps;
  });
  return known == end() ? nullptr : &*known;
}

Accumulator &Accumulators::addPlace(ReductionOpInterface reduction,
                                    std::optional<ReduceKind> kind) {
  StringRef name = reduction.getFieldAttr().getValue();
  SmallVector<Attribute> steps = reduction.getSteps();
  FieldOp field = theClass.lookupField(name);
  SmallVector<int64_t> lengths;
  Type type = field.getType();
  // What the source calls a variable of a kernel or control function, which its shader may as well.
  StringRef inSource = getNameInSource(field);
  std::string spelling = inSource.str();
  for (Attribute step : steps) {
    if (!step)
      lengths.push_back(getNumElements(type));
    type = step ? getPartType(field, type, step) : getElementType(type);
    if (auto member = dyn_cast_or_null<StringAttr>(step))
      spelling += "_" + member.getValue().str();
    else if (auto number = dyn_cast_or_null<IntegerAttr>(step))
      spelling += "_" + std::to_string(number.getInt());
  }
  while (llvm::any_of(*this, [&](const Accumulator &other) { return other.name == spelling; }))
    spelling += '_';
  push_back({kind, field, steps, lengths, type, spelling, spellPlace(inSource, steps)});
  return back();
}

Accumulator &Accumulators::addNumber(std::string name, Type type) {
  while (llvm::any_of(*this, [&](const Accumulator &other) { return other.name == name; }))
    name += '_';
  push_back({std::nullopt, FieldOp(), {}, {}, type, name, name});
  return back();
}
