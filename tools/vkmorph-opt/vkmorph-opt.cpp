//===- vkmorph-opt.cpp - Runs passes on the textual form of the vkm dialect -----------------------===//

#include "ir/VkmDialect.h"

#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  registry.insert<vkmorph::vkm::VkmDialect>();
  mlir::registerCanonicalizerPass();
  mlir::registerCSEPass();
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, "vkmorph pass driver\n", registry));
}
