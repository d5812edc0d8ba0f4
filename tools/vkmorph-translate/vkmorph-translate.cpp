//===- vkmorph-translate.cpp - Translates between the vkm dialect and other languages
//-------------------===//

#include "EmitHost.h"

#include "backends/glsl/Glsl.h"

#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"

int main(int argc, char **argv) {
  vkmorph::glsl::registerGlslTranslation();
  vkmorph::tool::registerHostTranslation();
  return failed(mlir::mlirTranslateMain(argc, argv, "vkmorph translation driver\n"));
}
