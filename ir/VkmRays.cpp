//===- VkmRays.cpp - Ray generation and callable shaders, and how they are run ----------------===//

#include "ir/ClassSymbols.h"
#include "ir/VkmDialect.h"

using namespace mlir;
using namespace vkmorph::vkm;

static bool isLaunch(Builtin builtin) {
  return builtin == Builtin::Launch || builtin == Builtin::LaunchSize;
}

/// Whether an operation of a body needs a workgroup around its thread.
static bool needsWorkgroup(Operation *op) {
  auto builtin = dyn_cast<BuiltinOp>(op);
  return (builtin && !isLaunch(builtin.getBuiltin())) ||
         isa<BarrierOp, SubgroupBarrierOp, SharedRefOp, SubgroupOp, ActiveThreadsOp,
             SubgroupFirstOp>(op);
}

LogicalResult vkmorph::vkm::verifyStage(ShaderOp shader) {
  ShaderStage stage = shader.getStage();
  auto says = [&] {
    return shader.emitOpError("is a shader of stage ") << stringifyShaderStage(stage);
  };
  if (stage != ShaderStage::Compute &&
      llvm::any_of(shader.getLocalSize(), [](int32_t size) { return size != 1; }))
    return says() << ", which has no workgroups, and has workgroups of [" << shader.getLocalSize()
                  << "]";
  if (stage == ShaderStage::Callable && !shader.getOps<PushConstantOp>().empty())
    return says() << ", whose arguments are its payload, and has push constants";
  WalkResult result = shader.walk([&](Operation *op) -> WalkResult {
    if (stage != ShaderStage::Compute && needsWorkgroup(op))
      return op->emitOpError("stands in a shader of stage ")
             << stringifyShaderStage(stage) << ", which has no workgroups";
    auto builtin = dyn_cast<BuiltinOp>(op);
    if (builtin && isLaunch(builtin.getBuiltin()) && stage != ShaderStage::RayGeneration)
      return op->emitOpError("stands in a shader of stage ")
             << stringifyShaderStage(stage) << ", which is not launched";
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult PayloadRefOp::verify() {
  auto payload = lookupInClass<PayloadOp>(*this, getPayload());
  if (!payload)
    return emitOpError("names no payload of the class: ") << getPayloadAttr();
  if (payload.getType() != getRef().getType().getPointee())
    return emitOpError("has type ")
           << getRef().getType() << " but the payload " << payload.getType();
  return success();
}

/// The names of callable shaders of the class.
static LogicalResult verifyCallables(Operation *op, ArrayAttr names) {
  if (names.empty())
    return op->emitOpError("has no callable shaders");
  for (auto name : names.getAsRange<FlatSymbolRefAttr>()) {
    auto shader = lookupInClass<ShaderOp>(op, name.getValue());
    if (!shader || shader.getStage() != ShaderStage::Callable)
      return op->emitOpError("names no callable shader of the class: ") << name;
  }
  return success();
}

LogicalResult ExecuteCallableOp::verify() {
  if (!lookupInClass<PayloadOp>(*this, getPayload()))
    return emitOpError("names no payload of the class: ") << getPayloadAttr();
  // A raised module has one shader alone.
  return getPhase(*this) == Phase::Lowered ? verifyCallables(*this, getCallables()) : success();
}

LogicalResult CmdPipelineOp::verify() {
  auto shader = lookupInClass<ShaderOp>(*this, getShader());
  if (!shader)
    return emitOpError("names no shader of the class: ") << getShaderAttr();
  if (shader.getStage() == ShaderStage::Callable)
    return emitOpError("names a callable shader, which other shaders run: ") << getShaderAttr();
  if (getCallables() && shader.getStage() != ShaderStage::RayGeneration)
    return emitOpError("has callable shaders, which only ray generation shaders run: ")
           << getShaderAttr();
  return getCallables() ? verifyCallables(*this, *getCallables()) : success();
}

/// That of the pipeline that is bound at a command; null where there is none.
static ShaderOp findBoundShader(Operation *command) {
  for (Operation *op = command->getPrevNode(); op; op = op->getPrevNode())
    if (auto pipeline = dyn_cast<CmdPipelineOp>(op))
      return lookupInClass<ShaderOp>(command, pipeline.getShader());
  return {};
}

LogicalResult CmdTraceRaysOp::verify() {
  if (getCounts().empty() || getCounts().size() > 3)
    return emitOpError("takes 1 to 3 numbers of threads");
  ShaderOp shader = findBoundShader(*this);
  if (!shader || shader.getStage() != ShaderStage::RayGeneration)
    return emitOpError("comes after no pipeline of a ray generation shader");
  return success();
}

LogicalResult CmdDispatchOp::verify() {
  if (getGroups().empty() || getGroups().size() > 3)
    return emitOpError("takes 1 to 3 numbers of workgroups");
  if (ShaderOp shader = findBoundShader(*this); shader && shader.getStage() != ShaderStage::Compute)
    return emitOpError("runs a shader of stage ") << stringifyShaderStage(shader.getStage());
  return success();
}
