//===- Pipeline.cpp - The order of the steps to GLSL ------------------------------------------===//

#include "backends/Diagnostics.h"
#include "backends/common/Raise.h"
#include "backends/glsl/Glsl.h"
#include "backends/glsl/raise/BlockLayout.h"
#include "backends/glsl/raise/Raise.h"
#include "ir/ClassDataForm.h"
#include "ir/Contraction.h"
#include "ir/Effects.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// Reports what no printer of ours knows: a pass has left it where it does not belong.
static LogicalResult checkOperations(ModuleOp module) {
  WalkResult result = glsl::getClass(module).walk([](Operation *op) {
    if (!op->hasTrait<VkmStatement>() && !op->hasTrait<VkmExpression>())
      return WalkResult::advance();
    bool isHosts = isa<NarrowOp, IterationCountOp, WorkgroupCountOp, ExtentOp, ReserveOp,
                       PrepareImageOp, WillAppendOp, WillClearOp, MostElementsOp>(op) ||
                   op->getName().stripDialect().starts_with("cmd.");
    if (!isHosts)
      return WalkResult::advance();
    report(op->getLoc(), backends::diag::ShaderUnknown, {op->getName().getStringRef().str()});
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// Vectors lie in blocks as the host has them: by layout scalar, or as arrays of their components.
static LogicalResult placeVectors(ModuleOp module, bool hasScalarLayout) {
  llvm::DenseSet<Type> misplaced = glsl::findMisplacedVectors(module);
  // No other layout puts the elements of arrays in uniform buffers where the host has them.
  bool isUniform = glsl::getShader(module)->hasAttr(kUniformClassDataAttr);
  if (misplaced.empty() && !isUniform)
    return success();
  if (hasScalarLayout) {
    glsl::getClass(module)->setAttr(glsl::kScalarBlocksAttr, UnitAttr::get(module.getContext()));
    return success();
  }
  // A function takes no reference to a vector that is none any more.
  if (failed(glsl::specialisePlaces(module)))
    return failure();
  glsl::expandVectors(module, misplaced);
  return success();
}

/// `c ? f(x) : m_gate` on structs and arrays becomes an `if`: glslang takes the struct of a block,
/// which has a layout, for that of a variable, which has none, and stores the one as the other.
static void expandStructSelects(Operation *body) {
  SmallVector<SelectOp> selects;
  body->walk<WalkOrder::PreOrder>([&](SelectOp select) {
    if (isa<RecordType, ArrayType>(select.getType()))
      selects.push_back(select);
  });
  for (SelectOp select : selects) {
    // What it is an operand of becomes statements first.
    SmallVector<Operation *> around = {select};
    while (isa<SelectOp, AndOp, OrOp>(around.back()->getParentOp()))
      around.push_back(around.back()->getParentOp());
    for (Operation *op : llvm::reverse(around))
      expandLazy(op, isa<SelectOp>(op) ? "chosen" : "condition");
  }
}

/// `inout float row[4]` needs no way back where the function only reads it.
static void markReadOnlyParameters(ModuleOp module) {
  for (FuncOp function : glsl::getClass(module).getOps<FuncOp>()) {
    EffectSet effects = getEffects(function.getBody());
    for (BlockArgument argument : function.getArguments())
      if (isa<RefType>(argument.getType()) &&
          !llvm::is_contained(effects.writes, Root{{}, argument}))
        function.setArgAttr(argument.getArgNumber(), kReadOnlyAttr,
                            UnitAttr::get(module.getContext()));
  }
}

/// All shaders of a kernel share one descriptor set, so that what one of them writes is a storage
/// image for all.
static void markSampledImages(ShaderOp shader) {
  for (BufferOp buffer : shader.getOps<BufferOp>()) {
    BindingAttr binding = shader.lookupBinding(ResourceKind::Parameter, buffer.getName());
    if (isa<TexelType>(binding.getElementType()) && binding.getAccess() == Access::Read)
      buffer->setAttr(glsl::kSampledAttr, UnitAttr::get(shader.getContext()));
  }
}

namespace {
/// What the target's description says of the device.
struct DeviceTraits {
  bool hasScalarLayout, hasFloatControls, hasExactRounding;
};
} // namespace

/// From a shader's module as the lowered phase has it to one that can be printed.
static LogicalResult raiseShader(ModuleOp module, const DeviceTraits &device, bool contracts) {
  if (failed(checkOperations(module)) || failed(glsl::checkArrays(module)))
    return failure();
  // Before all that knows buffers only.
  glsl::bindVectors(module);
  // Before bindings are narrowed to what one shader does.
  markSampledImages(glsl::getShader(module));
  // Before vectors are placed: it makes some.
  glsl::takeLowWords(module);
  if (failed(placeVectors(module, device.hasScalarLayout)))
    return failure();
  // First: what it reports is told in the types of the source; it adds members that later steps
  // see.
  if (failed(glsl::layOutBlocks(module)))
    return failure();
  // Before all that reads operations as their text will be: what is folded is gone.
  glsl::foldFloats(module);
  // Before polyfills, whose proofs look into the bodies that are really called.
  if (failed(glsl::specialisePlaces(module)))
    return failure();
  // After places are special: all accesses of buffers name their buffer. Before small integers,
  // whose conversions it makes.
  if (failed(glsl::flattenWords(module)))
    return failure();
  // Before polyfills, which take functions of the source apart, and keep the sign of a zero where
  // it is looked at; and after them, since some of their bodies depend on NaN.
  glsl::findFloatControls(module);
  // After constants are folded; before polyfills, whose own operations stay as they are.
  if (contracts)
    glsl::contractProducts(module);
  // Before small integers, which are known not to be negative by their types.
  if (failed(glsl::addPolyfills(module, device.hasExactRounding, device.hasFloatControls)))
    return failure();
  if (device.hasFloatControls)
    glsl::findFloatControls(module);
  else
    module->removeAttr(glsl::kFloatControlsAttr);
  glsl::widenSmallIntegers(module);
  // After polyfills, whose bodies need it too; before values are named, which makes some of its
  // names.
  glsl::markPrecise(module);
  // Before values are named: it makes many uses of one built-in uses of a name.
  glsl::nameBuiltins(module);
  for (Operation &op : glsl::getClass(module).getBody().front())
    if (isa<FuncOp, ShaderOp>(op))
      expandStructSelects(&op);
  // After all that marks what is precise, and makes structs; its variables need names.
  glsl::expandConstructors(module);
  for (Operation &op : glsl::getClass(module).getBody().front())
    if (isa<FuncOp, ShaderOp>(op))
      nameValues(&op);
  // After all that adds operations: it looks at what is there.
  glsl::collectRequirements(module);
  // After requirements: the descriptor set has all bindings, whatever this shader declares.
  glsl::narrowBindings(module);
  markReadOnlyParameters(module);
  // After all that asks whether an operand is a literal.
  glsl::declareConstants(module);
  // Last: it sees the names that all others made.
  glsl::legaliseNames(module);
  return success();
}

/// A module without a class is in all phases.
static LogicalResult checkPhase(ModuleOp module) {
  Phase phase = getPhase(module);
  bool isEmpty = module.getOps<ClassOp>().empty() && phase != Phase::Raised;
  if (isEmpty && module.walk([](ClassOp) { return WalkResult::interrupt(); }).wasInterrupted())
    return report(module.getLoc(), backends::diag::ShaderModulesInside);
  if (phase == Phase::Lowered || isEmpty)
    return success();
  return report(module.getLoc(), backends::diag::ShaderPhase,
                {stringifyPhase(phase).str(),
                 phase == Phase::Raised ? "print it as it is: vkmorph-translate --emit-glsl"
                                        : "lower it before: vkmorph-opt --vkm-lower"});
}

OwningOpRef<ModuleOp> vkmorph::glsl::raiseToGlsl(ModuleOp lowered) {
  if (failed(checkPhase(lowered)))
    return {};
  OwningOpRef<ModuleOp> raised = splitShaders(lowered);
  auto target = lowered->getAttrOfType<DictionaryAttr>(kTargetAttr);
  auto has = [&](StringRef key) {
    auto flag = target ? target.getAs<BoolAttr>(key) : BoolAttr();
    return flag && flag.getValue();
  };
  DeviceTraits device = {has("scalar_block_layout"), has("float_controls"), has("exact_rounding")};
  for (ModuleOp module : raised->getOps<ModuleOp>())
    if (failed(raiseShader(module, device, lowered->hasAttr(kFpContractAttr))))
      return {};
  return raised;
}
