//===- Requirements.cpp - What shaders need of a device ---------------------------------------===//

#include "backends/shading/Requirements.h"

using namespace mlir;
using namespace vkmorph;

/// Two values of one entry.
static Attribute merge(Attribute a, Attribute b) {
  if (!a || !b)
    return a ? a : b;
  MLIRContext *context = a.getContext();
  if (auto left = dyn_cast<IntegerAttr>(a))
    return left.getInt() < cast<IntegerAttr>(b).getInt() ? b : a;
  if (auto left = dyn_cast<StringAttr>(a))
    return left.getValue() < cast<StringAttr>(b).getValue() ? b : a;
  if (auto left = dyn_cast<DenseI32ArrayAttr>(a)) {
    SmallVector<int32_t> values(left.asArrayRef());
    for (auto [value, other] : llvm::zip(values, cast<DenseI32ArrayAttr>(b).asArrayRef()))
      value = std::max(value, other);
    return DenseI32ArrayAttr::get(context, values);
  }
  if (auto left = dyn_cast<ArrayAttr>(a)) {
    SmallVector<Attribute> names(left.begin(), left.end());
    for (Attribute name : cast<ArrayAttr>(b))
      if (!llvm::is_contained(names, name))
        names.push_back(name);
    return ArrayAttr::get(context, names);
  }
  return a;
}

void shading::mergeRequirements(NamedAttrList &all, DictionaryAttr more) {
  for (NamedAttribute entry : more)
    all.set(entry.getName(), merge(all.get(entry.getName()), entry.getValue()));
}
