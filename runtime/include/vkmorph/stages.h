// Pipeline stages and accesses of kernels and bound buffers, and the barriers that are made of
// them.
#pragma once

#include <vulkan/vulkan.h>

namespace vkmorph {

/// One side of a memory dependency.
struct StageAccess {
  VkPipelineStageFlags stages = 0;
  VkAccessFlags access = 0;
};

/// Both of them.
constexpr StageAccess operator|(StageAccess a, StageAccess b) {
  return {a.stages | b.stages, a.access | b.access};
}

inline constexpr StageAccess kComputeRead = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                                             VK_ACCESS_SHADER_READ_BIT};
inline constexpr StageAccess kComputeWrite = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                                              VK_ACCESS_SHADER_WRITE_BIT};
inline constexpr StageAccess kComputeReadWrite = kComputeRead | kComputeWrite;
inline constexpr StageAccess kUniformRead = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                                             VK_ACCESS_UNIFORM_READ_BIT};
inline constexpr VkShaderStageFlags kRayStages =
    VK_SHADER_STAGE_RAYGEN_BIT_KHR | VK_SHADER_STAGE_CALLABLE_BIT_KHR;
inline constexpr StageAccess kRayRead = {VK_PIPELINE_STAGE_RAY_TRACING_SHADER_BIT_KHR,
                                         VK_ACCESS_SHADER_READ_BIT};
inline constexpr StageAccess kRayWrite = {VK_PIPELINE_STAGE_RAY_TRACING_SHADER_BIT_KHR,
                                          VK_ACCESS_SHADER_WRITE_BIT};
inline constexpr StageAccess kRayReadWrite = kRayRead | kRayWrite;
inline constexpr StageAccess kTransferRead = {VK_PIPELINE_STAGE_TRANSFER_BIT,
                                              VK_ACCESS_TRANSFER_READ_BIT};
inline constexpr StageAccess kTransferWrite = {VK_PIPELINE_STAGE_TRANSFER_BIT,
                                               VK_ACCESS_TRANSFER_WRITE_BIT};
inline constexpr StageAccess kHostRead = {VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT};

/// Numbers of workgroups that a dispatch takes out of a buffer.
inline constexpr StageAccess kIndirectRead = {VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT,
                                              VK_ACCESS_INDIRECT_COMMAND_READ_BIT};

/// How a kernel meets the commands around it. An override of KCmd that uses other stages than the
/// kernel it replaces (transfers, ray tracing) overrides KStages too.
struct KernelStages {
  /// What a later command waits for: the stages that run, the writes to make available.
  StageAccess after;
  /// What has to wait for earlier commands: the stages that start, all their accesses.
  StageAccess before;
};

/// Both of them: for barriers around several kernels.
constexpr KernelStages operator|(KernelStages a, KernelStages b) {
  return {a.after | b.after, a.before | b.before};
}

/// A kernel made of compute dispatches that reads and writes storage buffers.
inline constexpr KernelStages kComputeKernel = {kComputeWrite, kComputeReadWrite};

/// One that also writes scalars into class data, or fills arrays, by transfers; and kUpdate, one
/// that does nothing else.
inline constexpr KernelStages kUpdatingKernel = {kComputeWrite | kTransferWrite,
                                                 kComputeReadWrite | kTransferWrite};
inline constexpr KernelStages kUpdate = {kTransferWrite, kTransferWrite};

/// One that reads the class data as a uniform buffer.
inline constexpr KernelStages kUniformKernel = {kComputeWrite, kComputeReadWrite | kUniformRead};

/// One made of ray generation shaders that call others.
inline constexpr KernelStages kRayKernel = {kRayWrite, kRayReadWrite};

/// The same where they read the class data as a uniform buffer.
inline constexpr KernelStages kUniformRayKernel = {
    kRayWrite, {kRayReadWrite.stages, kRayReadWrite.access | VK_ACCESS_UNIFORM_READ_BIT}};

/// One that computes how many workgroups it has, and dispatches them indirectly; and
/// kCountedKernel, one whose workgroups other kernels have counted, for which it waits before.
inline constexpr KernelStages kIndirectKernel = {
    {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT,
     VK_ACCESS_SHADER_WRITE_BIT},
    kComputeReadWrite};
inline constexpr KernelStages kCountedKernel = {
    {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT,
     VK_ACCESS_SHADER_WRITE_BIT},
    kComputeReadWrite | kIndirectRead};

/// How a control function uses one buffer that its caller binds: what the caller's own barriers
/// before and after XCmd have to name.
struct BufferUse {
  const char *controlFunction;
  const char *parameter;
  StageAccess first; ///< the first use inside XCmd
  StageAccess last;  ///< the last one
};

/// A global memory barrier: `after` happens before `before`, and what it wrote is visible there.
void Barrier(VkCommandBuffer cmd, StageAccess after, StageAccess before);
/// The same between kernels: those of `before` wait for those of `after` and see what they wrote.
inline void Barrier(VkCommandBuffer cmd, const KernelStages &after, const KernelStages &before) {
  Barrier(cmd, after.after, before.before);
}

/// An execution barrier, enough where something read earlier is overwritten.
void ExecutionBarrier(VkCommandBuffer cmd, VkPipelineStageFlags after, VkPipelineStageFlags before);
inline void ExecutionBarrier(VkCommandBuffer cmd, const KernelStages &after,
                             const KernelStages &before) {
  ExecutionBarrier(cmd, after.after.stages, before.before.stages);
}

} // namespace vkmorph
