//===- vkmorph-translate.cpp - Translates between the vkm dialect and other languages
//-------------------===//

#include "backends/glsl/Glsl.h"

#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"

int main(int argc, char **argv) {
  vkmorph::glsl::registerGlslTranslation();
  return failed(mlir::mlirTranslateMain(argc, argv, "vkmorph translation driver\n"));
}
