// Compute pipelines from embedded SPIR-V, or from edited files.
#include <cstring>
#include <fstream>
#include <iterator>
#include <mutex>

#include "object_parts.h"
#include "vkmorph/error.h"

namespace vkmorph {

namespace {

constexpr uint32_t kSpirvMagic = 0x07230203;

std::mutex directoryMutex;
std::string shaderDirectory;

/// The words of `directory`/<name>.spv; empty if there is no such file. Throws Error if it is not
/// SPIR-V.
std::vector<uint32_t> ReadShader(const std::string &file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream)
    return {};
  const std::vector<char> bytes((std::istreambuf_iterator<char>(stream)),
                                std::istreambuf_iterator<char>());
  std::vector<uint32_t> words(bytes.size() / sizeof(uint32_t));
  if (!words.empty())
    std::memcpy(words.data(), bytes.data(), words.size() * sizeof(uint32_t));
  if (bytes.size() % sizeof(uint32_t) != 0 || words.empty() || words[0] != kSpirvMagic)
    throw Error("CreatePipeline: " + file +
                " is not SPIR-V: compile the shader again, or take the file away to use the "
                "embedded code");
  return words;
}

} // namespace

void SetShaderDirectory(const std::string &directory) {
  const std::lock_guard<std::mutex> lock(directoryMutex);
  shaderDirectory = directory;
}

VkPipeline VulkanObject::CreatePipeline(const KernelLayout &layout, const ShaderCode &code,
                                        uint32_t subgroupSize) {
  Parts &parts = Initialised("CreatePipeline");
  const VkAllocationCallbacks *callbacks = parts.device.allocationCallbacks;
  std::string directory;
  {
    const std::lock_guard<std::mutex> lock(directoryMutex);
    directory = shaderDirectory;
  }
  std::vector<uint32_t> edited;
  if (!directory.empty())
    edited = ReadShader(directory + "/" + code.name + ".spv");

  VkShaderModuleCreateInfo moduleInfo = {};
  moduleInfo.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
  moduleInfo.codeSize = edited.empty() ? code.bytes : edited.size() * sizeof(uint32_t);
  moduleInfo.pCode = edited.empty() ? code.words : edited.data();
  VkShaderModule module = VK_NULL_HANDLE;
  Check(vkCreateShaderModule(parts.device.device, &moduleInfo, callbacks, &module),
        "vkCreateShaderModule", parts.Named(code.name));

  VkPipelineShaderStageRequiredSubgroupSizeCreateInfo pinned = {};
  pinned.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO;
  pinned.requiredSubgroupSize = subgroupSize;
  VkComputePipelineCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage.pNext = subgroupSize != 0 ? &pinned : nullptr;
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.module = module;
  info.stage.pName = "main";
  info.layout = layout.pipeline;
  VkPipeline pipeline = VK_NULL_HANDLE;
  const VkResult result = vkCreateComputePipelines(parts.device.device, parts.device.pipelineCache,
                                                   1, &info, callbacks, &pipeline);
  vkDestroyShaderModule(parts.device.device, module, callbacks);
  Check(result, "vkCreateComputePipelines", parts.Named(code.name));
  parts.pipelines.push_back(pipeline);
  NameHandle(parts.device, VK_OBJECT_TYPE_PIPELINE, pipeline, parts.Named(code.name));
  return pipeline;
}

} // namespace vkmorph
