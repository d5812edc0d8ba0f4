//===- Pipeline.cpp - The order of the steps to GLSL ------------------------------------------===//

#include "backends/glsl/raise/Raise.h"
#include "backends/shading/raise/BlockLayout.h"
#include "ir/ClassDataForm.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::shading;
using namespace vkmorph::vkm;

/// Vectors lie in blocks as the host has them: by layout scalar, or as arrays of their components.
static LogicalResult placeVectors(ModuleOp module, bool hasScalarLayout) {
  llvm::DenseSet<Type> misplaced = shading::findMisplacedVectors(module);
  // No other layout puts the elements of arrays in uniform buffers where the host has them.
  bool isUniform = shading::getShader(module)->hasAttr(kUniformClassDataAttr);
  if (misplaced.empty() && !isUniform)
    return success();
  if (hasScalarLayout) {
    shading::getClass(module)->setAttr(shading::kScalarBlocksAttr,
                                       UnitAttr::get(module.getContext()));
    return success();
  }
  // A function takes no reference to a vector that is none any more.
  if (failed(shading::specialisePlaces(module)))
    return failure();
  shading::expandVectors(module, misplaced);
  return success();
}

/// From a shader's module as the lowered phase has it to one that can be printed.
LogicalResult glsl::raiseShader(ModuleOp module, const shading::RaiseOptions &options) {
  bool hasFloatControls = options.hasFlag("float_controls");
  if (failed(shading::checkOperations(module)) || failed(shading::checkArrays(module)))
    return failure();
  // Vectors become buffers first: the steps behind know buffers only.
  shading::bindVectors(module);
  // Before bindings are narrowed to what one shader does.
  shading::markSampledImages(module);
  // Before vectors are placed: it makes some.
  shading::takeLowWords(module);
  if (failed(placeVectors(module, options.hasFlag("scalar_block_layout"))))
    return failure();
  // First: what it reports is told in the types of the source; it adds members that later steps
  // see.
  if (failed(shading::layOutBlocks(module, "GLSL")))
    return failure();
  // Before all that reads operations as their text will be: what is folded is gone.
  glsl::foldFloats(module);
  // Before polyfills, whose proofs look into the bodies that are really called.
  if (failed(shading::specialisePlaces(module)))
    return failure();
  // After places are special: all accesses of buffers name their buffer. Before small integers,
  // whose conversions it makes.
  if (failed(shading::flattenWords(module)))
    return failure();
  // After words, of which some are no floats any more.
  shading::numberBits(module);
  // Before polyfills, which take functions of the source apart, and keep the sign of a zero where
  // it is looked at; and after them, since some of their bodies depend on NaN.
  shading::findFloatControls(module);
  // After constants are folded; before polyfills, whose own operations stay as they are.
  if (options.contracts)
    shading::contractProducts(module);
  // Before small integers, which are known not to be negative by their types.
  shading::PolyfillOptions polyfills;
  polyfills.hasExactRounding = options.hasFlag("exact_rounding");
  polyfills.hasFloatControls = hasFloatControls;
  if (failed(shading::addPolyfills(module, polyfills)))
    return failure();
  if (hasFloatControls)
    shading::findFloatControls(module);
  else
    module->removeAttr(shading::kFloatControlsAttr);
  shading::widenSmallIntegers(module);
  // After polyfills, whose bodies need it too; before values are named, which makes some of its
  // names.
  glsl::markPrecise(module);
  // Before values are named: it makes many uses of one built-in uses of a name.
  shading::nameBuiltins(module);
  // glslang takes the struct of a block, which has a layout, for that of a variable, which has
  // none, and stores the one as the other.
  for (Operation &op : shading::getClass(module).getBody().front())
    if (isa<FuncOp, ShaderOp>(op))
      shading::expandSelects(&op, llvm::IsaPred<RecordType, ArrayType>);
  // After all that marks what is precise, and makes structs; its variables need names.
  glsl::expandConstructors(module);
  for (Operation &op : shading::getClass(module).getBody().front())
    if (isa<FuncOp, ShaderOp>(op))
      nameValues(&op);
  // After all that drops calls; before requirements, of which they have none.
  shading::dropUnusedFunctions(module);
  // After all that adds operations: it looks at what is there.
  glsl::collectRequirements(module);
  // After requirements: the descriptor set has all bindings, whatever this shader declares.
  shading::narrowBindings(module);
  shading::markReadOnlyParameters(module);
  // After all that asks whether an operand is a literal.
  shading::declareConstants(module);
  // Last: it sees the names that all others made.
  shading::GlobalNaming naming;
  naming.rules = glsl::getNamingRules();
  shading::legaliseNames(module, naming);
  return success();
}
