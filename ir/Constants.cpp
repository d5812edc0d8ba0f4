//===- Constants.cpp - Values that are constants ----------------------------------------------===//

#include "ir/Constants.h"

using namespace mlir;
using namespace vkmorph::vkm;

std::optional<int64_t> vkmorph::vkm::getConstantInt(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  auto attr = constant ? dyn_cast<IntegerAttr>(constant.getValue()) : IntegerAttr();
  if (!attr)
    return std::nullopt;
  auto type = cast<IntegerType>(attr.getType());
  if (type.isSigned())
    return attr.getValue().getSExtValue();
  return static_cast<int64_t>(attr.getValue().getZExtValue());
}
