//===- TargetFacts.cpp - What the module's target says of devices ----------------------------===//

#include "ir/TargetFacts.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// A number of the target's description, or another one where there is none.
static int64_t getTargetNumber(Operation *op, StringRef key, int64_t otherwise) {
  auto target = op->getParentOfType<ModuleOp>()->getAttrOfType<DictionaryAttr>(kTargetAttr);
  auto number = target ? target.getAs<IntegerAttr>(key) : IntegerAttr();
  return number ? number.getInt() : otherwise;
}

int64_t vkmorph::vkm::getTargetMinSubgroupSize(Operation *op) {
  return getTargetNumber(op, "min_subgroup_size", 1);
}

int64_t vkmorph::vkm::getTargetSharedBytes(Operation *op) {
  return getTargetNumber(op, "shared_memory_bytes", 16384);
}

int64_t vkmorph::vkm::getTargetStorageBuffers(Operation *op) {
  return getTargetNumber(op, "storage_buffers", 4);
}
