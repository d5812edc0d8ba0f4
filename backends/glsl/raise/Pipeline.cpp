//===- Pipeline.cpp - The order of the steps to GLSL
//-----------------------------------------------------===//

#include "backends/common/Raise.h"
#include "backends/glsl/Glsl.h"
#include "backends/glsl/raise/Raise.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// From a shader's module as the lowered phase has it to one that can be printed.
static void raiseShader(ModuleOp module) {
  // Before values are named: it makes many uses of one built-in uses of a name.
  glsl::nameBuiltins(module);
  for (Operation &op : glsl::getClass(module).getBody().front())
    if (isa<FuncOp, ShaderOp>(op))
      nameValues(&op);
  // After all that adds operations: it looks at what is there.
  glsl::collectRequirements(module);
  // Last: it sees the names that all others made.
  glsl::legaliseNames(module);
}

OwningOpRef<ModuleOp> vkmorph::glsl::raiseToGlsl(ModuleOp lowered) {
  OwningOpRef<ModuleOp> raised = splitShaders(lowered);
  for (ModuleOp module : raised->getOps<ModuleOp>())
    raiseShader(module);
  return raised;
}
