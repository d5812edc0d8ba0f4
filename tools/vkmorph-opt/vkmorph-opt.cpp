//===- vkmorph-opt.cpp - Runs passes on the textual form of the vkm dialect -----------------------===//

#include "ir/VkmDialect.h"
#include "passes/Pipelines.h"

#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  registry.insert<vkmorph::vkm::VkmDialect>();
  mlir::registerCanonicalizerPass();
  mlir::registerCSEPass();
  vkmorph::vkm::registerPassesAndPipelines();
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, "vkmorph pass driver\n", registry));
}
