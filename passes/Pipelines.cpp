//===- Pipelines.cpp - The order of the passes -----------------------------------------------------===//

#include "passes/Pipelines.h"

#include "passes/Passes.h"

void vkmorph::vkm::registerPassesAndPipelines() {
  registerRecogniseGrids();
  registerRecogniseReductions();
  registerPlan();
  registerLowerKernels();
  registerPlaceBarriers();
  registerCheckBarriers();
  registerCheckUniformity();
}
