// Compute pipelines from embedded SPIR-V, which objects share, or from edited files.
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <tuple>

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

/// What pipelines of embedded code differ in: where, and what they are made of. The layout belongs
/// to the code, and so does the class.
using PipelineKey = std::tuple<VkDevice, const VkAllocationCallbacks *, const uint32_t *, uint32_t>;

std::mutex pipelinesMutex;

/// Those that some object holds, and places of former ones. Each is looked up under the mutex and
/// made outside of it, so that threads do not wait for each other's compilers.
std::map<PipelineKey, std::weak_ptr<const SharedPipeline>> &Pipelines() {
  static std::map<PipelineKey, std::weak_ptr<const SharedPipeline>> pipelines;
  return pipelines;
}

std::shared_ptr<const SharedPipeline> FindPipeline(const PipelineKey &key) {
  const std::lock_guard<std::mutex> lock(pipelinesMutex);
  const auto found = Pipelines().find(key);
  return found == Pipelines().end() ? nullptr : found->second.lock();
}

/// Gives `pipeline` to later objects; returns the one that another thread gave meanwhile, if any.
std::shared_ptr<const SharedPipeline>
SharePipeline(const PipelineKey &key, std::shared_ptr<const SharedPipeline> pipeline) {
  const std::lock_guard<std::mutex> lock(pipelinesMutex);
  std::weak_ptr<const SharedPipeline> &place = Pipelines()[key];
  if (std::shared_ptr<const SharedPipeline> other = place.lock())
    return other;
  place = pipeline;
  return pipeline;
}

/// Whether a module of SPIR-V has functions to run. One that holds the text of OpenCL C alone has
/// none.
bool HasEntryPoint(const ShaderCode &code) {
  constexpr uint32_t header = 5, opEntryPoint = 15;
  const size_t count = code.bytes / sizeof(uint32_t);
  for (size_t at = header; at < count && code.words[at] >> 16 != 0; at += code.words[at] >> 16)
    if ((code.words[at] & 0xffff) == opEntryPoint)
      return true;
  // What is no SPIR-V is the driver's to tell.
  return count <= header;
}

/// Whether the device is that of vkmorph-check, which runs texts.
bool RunsOpenClC(VkPhysicalDevice device) {
  VkPhysicalDeviceProperties properties = {};
  vkGetPhysicalDeviceProperties(device, &properties);
  return std::memcmp(properties.pipelineCacheUUID, "vkmorph-opencl-c", VK_UUID_SIZE) == 0;
}

/// Makes a pipeline of SPIR-V.
VkPipeline MakePipeline(const DeviceContext &device, VkPipelineLayout layout,
                        const ShaderCode &code, uint32_t subgroupSize, const std::string &name) {
  if (!HasEntryPoint(code) && !RunsOpenClC(device.physicalDevice))
    throw Error("CreatePipeline: " + name +
                " is OpenCL C that clspv has not compiled: translate the class where clspv is "
                "installed, or let SetShaderDirectory name a folder with " +
                code.name + ".spv");
  VkShaderModuleCreateInfo moduleInfo = {};
  moduleInfo.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
  moduleInfo.codeSize = code.bytes;
  moduleInfo.pCode = code.words;
  VkShaderModule module = VK_NULL_HANDLE;
  Check(vkCreateShaderModule(device.device, &moduleInfo, device.allocationCallbacks, &module),
        "vkCreateShaderModule", name);

  VkPipelineShaderStageRequiredSubgroupSizeCreateInfo pinned = {};
  pinned.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO;
  pinned.requiredSubgroupSize = subgroupSize;
  VkComputePipelineCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage.pNext = subgroupSize != 0 ? &pinned : nullptr;
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.module = module;
  info.stage.pName = code.entryPoint;
  info.layout = layout;
  VkPipeline pipeline = VK_NULL_HANDLE;
  const VkResult result = vkCreateComputePipelines(device.device, device.pipelineCache, 1, &info,
                                                   device.allocationCallbacks, &pipeline);
  vkDestroyShaderModule(device.device, module, device.allocationCallbacks);
  Check(result, "vkCreateComputePipelines", name);
  NameHandle(device, VK_OBJECT_TYPE_PIPELINE, pipeline, name);
  return pipeline;
}

} // namespace

void SetShaderDirectory(const std::string &directory) {
  const std::lock_guard<std::mutex> lock(directoryMutex);
  shaderDirectory = directory;
}

VkPipeline VulkanObject::CreatePipeline(const KernelLayout &layout, const ShaderCode &code,
                                        uint32_t subgroupSize) {
  const Undo undo(m_parts);
  Parts &parts = Initialised("CreatePipeline");
  std::string directory;
  {
    const std::lock_guard<std::mutex> lock(directoryMutex);
    directory = shaderDirectory;
  }
  std::vector<uint32_t> edited;
  if (!directory.empty())
    edited = ReadShader(directory + "/" + code.name + ".spv");
  const auto make = [&](const uint32_t *words, size_t bytes) {
    return std::make_shared<const SharedPipeline>(
        parts.device,
        MakePipeline(parts.device, layout.pipeline, {code.name, words, bytes, code.entryPoint},
                     subgroupSize, parts.Named(code.name)));
  };

  std::shared_ptr<const SharedPipeline> pipeline;
  if (!edited.empty()) {
    pipeline = make(edited.data(), edited.size() * sizeof(uint32_t));
  } else {
    const PipelineKey key(parts.device.device, parts.device.allocationCallbacks, code.words,
                          subgroupSize);
    pipeline = FindPipeline(key);
    if (!pipeline)
      pipeline = SharePipeline(key, make(code.words, code.bytes));
  }
  return parts.pipelines.emplace_back(std::move(pipeline))->pipeline;
}

} // namespace vkmorph
