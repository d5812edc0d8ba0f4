//===- Pipelines.h - The order of the passes -------------------------------------------------------===//

#ifndef VKMORPH_PASSES_PIPELINES_H
#define VKMORPH_PASSES_PIPELINES_H

#include "mlir/Pass/PassManager.h"

namespace vkmorph::vkm {

/// Registers all passes and the pipelines below with the command line of vkmorph-opt.
void registerPassesAndPipelines();

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_PIPELINES_H
