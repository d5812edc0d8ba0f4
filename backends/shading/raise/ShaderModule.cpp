//===- ShaderModule.cpp - What is asked of a shader's module, and small steps -----------------===//

#include "backends/Diagnostics.h"
#include "backends/common/Raise.h"
#include "backends/shading/raise/Raise.h"
#include "ir/Effects.h"
#include "ir/Places.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::shading;
using namespace vkmorph::vkm;

ShaderOp vkmorph::shading::getShader(ModuleOp module) {
  return *getClass(module).getOps<ShaderOp>().begin();
}

ClassOp vkmorph::shading::getClass(ModuleOp module) { return *module.getOps<ClassOp>().begin(); }

bool vkmorph::shading::bindsClassData(ModuleOp module) {
  return llvm::any_of(
      getShader(module).getBindings().getAsRange<BindingAttr>(),
      [](BindingAttr binding) { return binding.getKind() == ResourceKind::ClassData; });
}

const void *vkmorph::shading::getMemoryKey(Value place) {
  Root root = getRoot(place);
  if (root.symbol)
    return root.symbol.getAsOpaquePointer();
  if (StringAttr buffer = getBufferName(root.value))
    return buffer.getAsOpaquePointer();
  return root.value.getAsOpaquePointer();
}

LogicalResult shading::checkOperations(ModuleOp module) {
  WalkResult result = getClass(module).walk([](Operation *op) {
    if (!op->hasTrait<VkmStatement>() && !op->hasTrait<VkmExpression>())
      return WalkResult::advance();
    bool isHosts =
        isa<NarrowOp, IterationCountOp, WorkgroupCountOp, ExtentOp, ReserveOp, PrepareImageOp,
            WillAppendOp, WillClearOp, WillExchangeOp, MostElementsOp>(op) ||
        op->getName().stripDialect().starts_with("cmd.");
    if (!isHosts)
      return WalkResult::advance();
    report(op->getLoc(), backends::diag::ShaderUnknown, {op->getName().getStringRef().str()});
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// `inout float row[4]` needs no way back where the function only reads it.
void shading::markReadOnlyParameters(ModuleOp module) {
  for (FuncOp function : getClass(module).getOps<FuncOp>()) {
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
void shading::markSampledImages(ModuleOp module) {
  ShaderOp shader = getShader(module);
  for (BufferOp buffer : shader.getOps<BufferOp>()) {
    BindingAttr binding = shader.lookupBinding(ResourceKind::Parameter, buffer.getName());
    if (isa<TexelType>(binding.getElementType()) && binding.getAccess() == Access::Read)
      buffer->setAttr(kSampledAttr, UnitAttr::get(shader.getContext()));
  }
}
