//===- Pipeline.cpp - The order of the steps to OpenCL C --------------------------------------===//

#include "backends/openclc/raise/Raise.h"
#include "backends/shading/raise/BlockLayout.h"
#include "backends/shading/raise/DeviceNeeds.h"
#include "ir/NamedConstants.h"

#include "mlir/IR/AttrTypeSubElements.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::shading;
using namespace vkmorph::vkm;

llvm::DenseSet<Type> vkmorph::openclc::findForeignVectors(ModuleOp module) {
  llvm::DenseSet<Type> types = findMisplacedVectors(module);
  AttrTypeWalker walker;
  walker.addWalk([&](VecType vector) {
    if (vector.getLength() == 3)
      types.insert(vector);
  });
  walker.addWalk([&](MatType matrix) { types.insert(matrix); });
  for (BindingAttr binding : getShader(module).getBindings().getAsRange<BindingAttr>())
    walker.walk(binding.getElementType());
  for (FieldOp field : getClass(module).getOps<FieldOp>())
    walker.walk(field.getType());
  for (RecordOp record : module.getOps<RecordOp>())
    walker.walk(record.getMembersAttr());
  return types;
}

/// C wants numbers as labels: a constant with a name is none.
static void dropLabelNames(ModuleOp module) {
  module.walk([](SwitchOp op) { op->removeAttr(kLabelNamesAttr); });
}

/// What the shader needs, and what the SPIR-V that clspv makes of it does: that is of version 1.3.
static DictionaryAttr getRequirements(ModuleOp module) {
  DeviceNeeds needs(module);
  needs.imagesWithoutFormat = needs.storageImages > 0;
  NamedAttrList list(needs.getRequirements(module));
  if (!list.get("apiVersion"))
    list.set("apiVersion", StringAttr::get(module.getContext(), "1.1"));
  return list.getDictionary(module.getContext());
}

/// From a shader's module as the lowered phase has it to one that can be printed.
LogicalResult openclc::raiseShader(ModuleOp module, const shading::RaiseOptions &options) {
  if (failed(checkOperations(module)) || failed(checkArrays(module)))
    return failure();
  // Before all that knows buffers only.
  bindVectors(module);
  // Before bindings are narrowed to what one shader does.
  markSampledImages(module);
  // What it reports is told in the types of the source.
  if (failed(checkLimits(module)))
    return failure();
  // Before vectors are placed: both make some.
  takeLowWords(module);
  placeArguments(module);
  // A function takes no reference to a vector that is none any more.
  if (failed(specialisePlaces(module)))
    return failure();
  expandVectors(module, findForeignVectors(module));
  if (failed(layOutBlocks(module, "OpenCL C")))
    return failure();
  // After places are special: all accesses of buffers name their buffer. Before small integers,
  // whose conversions it makes.
  if (failed(flattenWords(module)))
    return failure();
  // After memory has none, and before polyfills, since it makes expressions of vectors.
  expandMatrices(module);
  if (options.contracts)
    module->setAttr(kContractsAttr, UnitAttr::get(module.getContext()));
  PolyfillOptions polyfills;
  polyfills.language = "Vulkan";
  polyfills.hasC = true;
  if (failed(addPolyfills(module, polyfills)))
    return failure();
  // After polyfills, whose own functions are spelled so too.
  expandFunctions(module);
  widenSmallIntegers(module);
  // Before values are named, since it makes variables of arrays.
  copyArrays(module);
  nameBuiltins(module);
  for (Operation &op : getClass(module).getBody().front())
    if (isa<FuncOp, ShaderOp>(op)) {
      nameValues(&op);
      copyNamedArrays(&op);
    }
  // After all that drops calls; before requirements, of which they have none.
  dropUnusedFunctions(module);
  // After all that adds operations: it looks at what is there.
  module->setAttr(kRequiresAttr, getRequirements(module));
  // clspv counts bindings: those that are not used keep their places.
  narrowBindings(module, /*keepsUnused=*/true);
  markReadOnlyParameters(module);
  dropLabelNames(module);
  // After all that asks whether an operand is a literal.
  declareConstants(module);
  // It sees the names that all others made.
  GlobalNaming naming;
  naming.rules = getNamingRules();
  naming.hasOverloads = false;
  naming.hasPointers = true;
  legaliseNames(module, naming);
  // Last: it lists names.
  findPassed(module);
  return success();
}

std::string openclc::getKernelName(ModuleOp module) {
  return getShader(module)->getAttrOfType<StringAttr>(kPrintedNameAttr).getValue().str();
}
