//===- TargetFacts.h - What the module's target says of devices ------------------------------===//

#ifndef VKMORPH_IR_TARGETFACTS_H
#define VKMORPH_IR_TARGETFACTS_H

#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// The smallest subgroup of the target that the module is planned for; 1 where it is not planned.
int64_t getTargetMinSubgroupSize(mlir::Operation *op);

/// Its bytes of shared memory; what every device has where the module is not planned.
int64_t getTargetSharedBytes(mlir::Operation *op);

/// How many storage buffers a shader of it takes at once (maxPerStageDescriptorStorageBuffers).
int64_t getTargetStorageBuffers(mlir::Operation *op);

} // namespace vkmorph::vkm

#endif // VKMORPH_IR_TARGETFACTS_H
