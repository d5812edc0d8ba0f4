//===- Requirements.cpp - What a shader needs of a device, and which extensions its text names ===//

#include "backends/glsl/raise/Raise.h"
#include "backends/shading/raise/BlockLayout.h"
#include "backends/shading/raise/DeviceNeeds.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

static bool unrollsLoops(ModuleOp module) {
  auto isUnrolled = [](ForOp loop) {
    return loop.getUnroll() ? WalkResult::interrupt() : WalkResult::advance();
  };
  return module.walk(isUnrolled).wasInterrupted();
}

static ArrayAttr listExtensions(ModuleOp module, const shading::DeviceNeeds &needs) {
  const std::pair<bool, StringRef> extensions[] = {
      {needs.scalarLayout, "GL_EXT_scalar_block_layout"},
      // The extension for arithmetic declares the types for storage as well.
      {needs.storage8 && !needs.int8, "GL_EXT_shader_8bit_storage"},
      {needs.storage8 && needs.int8, "GL_EXT_shader_explicit_arithmetic_types_int8"},
      {needs.storage16 && !needs.int16, "GL_EXT_shader_16bit_storage"},
      {needs.storage16 && needs.int16, "GL_EXT_shader_explicit_arithmetic_types_int16"},
      {needs.sampledImages > 0, "GL_EXT_samplerless_texture_functions"},
      {needs.textureArrays, "GL_EXT_nonuniform_qualifier"},
      {needs.int64, "GL_EXT_shader_explicit_arithmetic_types_int64"},
      {needs.int64Atomics, "GL_EXT_shader_atomic_int64"},
      {needs.float32AtomicAdd, "GL_EXT_shader_atomic_float"},
      {needs.subgroupBasic, "GL_KHR_shader_subgroup_basic"},
      {needs.subgroupArithmetic, "GL_KHR_shader_subgroup_arithmetic"},
      {needs.subgroupBallot, "GL_KHR_shader_subgroup_ballot"},
      {needs.subgroupShuffle, "GL_KHR_shader_subgroup_shuffle"},
      {needs.subgroupInt64, "GL_EXT_shader_subgroup_extended_types_int64"},
      {unrollsLoops(module), "GL_EXT_control_flow_attributes"},
      {needs.usesFloatControls(), "GL_EXT_spirv_intrinsics"},
      {needs.rayTracing, "GL_EXT_ray_tracing"},
  };
  SmallVector<StringRef> names;
  for (auto [isNeeded, name] : extensions)
    if (isNeeded)
      names.push_back(name);
  return Builder(module.getContext()).getStrArrayAttr(names);
}

void vkmorph::glsl::collectRequirements(ModuleOp module) {
  shading::DeviceNeeds needs(module);
  needs.scalarLayout = shading::usesScalarLayout(module);
  module->setAttr(shading::kRequiresAttr, needs.getRequirements(module));
  module->setAttr(kExtensionsAttr, listExtensions(module, needs));
}
