//===- vkmorph-opt.cpp - Runs passes on the textual form of the vkm dialect -------------------===//

#include "backends/common/Passes.h"
#include "backends/glsl/Glsl.h"
#include "ir/VkmDialect.h"
#include "passes/Pipelines.h"
#include "tools/common/CommandLine.h"

#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"

int main(int argc, char **argv) {
  vkmorph::tool::setVersionPrinter("vkmorph-opt");
  mlir::DialectRegistry registry;
  registry.insert<vkmorph::vkm::VkmDialect>();
  mlir::registerCanonicalizerPass();
  mlir::registerCSEPass();
  vkmorph::vkm::registerPassesAndPipelines();
  vkmorph::registerBackendPasses();
  vkmorph::glsl::registerGlslPasses();
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, "vkmorph pass driver\n", registry));
}
