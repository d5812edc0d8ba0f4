// Pipelines from embedded SPIR-V, which objects share, or from edited files.
#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <tuple>

#include "object_parts.h"
#include "vkmorph/copy_engine.h"
#include "vkmorph/error.h"
#include "vkmorph/loops.h"

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

VkShaderModule MakeModule(const DeviceContext &device, const ShaderCode &code,
                          const std::string &name) {
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
  return module;
}

VkPipelineShaderStageCreateInfo StageOf(VkShaderStageFlagBits stage, VkShaderModule module,
                                        const ShaderCode &code) {
  VkPipelineShaderStageCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage = stage;
  info.module = module;
  info.pName = code.entryPoint;
  return info;
}

/// Makes a pipeline of SPIR-V.
VkPipeline MakePipeline(const DeviceContext &device, VkPipelineLayout layout,
                        const ShaderCode &code, uint32_t subgroupSize, const std::string &name) {
  const VkShaderModule module = MakeModule(device, code, name);
  VkPipelineShaderStageRequiredSubgroupSizeCreateInfo pinned = {};
  pinned.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO;
  pinned.requiredSubgroupSize = subgroupSize;
  VkComputePipelineCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
  info.stage = StageOf(VK_SHADER_STAGE_COMPUTE_BIT, module, code);
  info.stage.pNext = subgroupSize != 0 ? &pinned : nullptr;
  info.layout = layout;
  VkPipeline pipeline = VK_NULL_HANDLE;
  const VkResult result = vkCreateComputePipelines(device.device, device.pipelineCache, 1, &info,
                                                   device.allocationCallbacks, &pipeline);
  vkDestroyShaderModule(device.device, module, device.allocationCallbacks);
  Check(result, "vkCreateComputePipelines", name);
  NameHandle(device, VK_OBJECT_TYPE_PIPELINE, pipeline, name);
  return pipeline;
}

/// A shader's code, from an edited file where there is one.
struct ChosenCode {
  explicit ChosenCode(const ShaderCode &embedded) : code(embedded) {
    std::string directory;
    {
      const std::lock_guard<std::mutex> lock(directoryMutex);
      directory = shaderDirectory;
    }
    if (!directory.empty())
      edited = ReadShader(directory + "/" + code.name + ".spv");
  }
  ShaderCode Get() const {
    return edited.empty() ? code
                          : ShaderCode{code.name, edited.data(), edited.size() * sizeof(uint32_t),
                                       code.entryPoint};
  }

  ShaderCode code;
  std::vector<uint32_t> edited;
};

/// A function of an extension.
template <class Function> void LoadFunction(VkDevice device, const char *name, Function &function) {
  function = reinterpret_cast<Function>(vkGetDeviceProcAddr(device, name));
  if (!function)
    throw Error(std::string("CreateRayPipeline: the device has no ") + name +
                ": create it with what RequiredFeatures() of this class asks for");
}

VkDeviceSize AlignUp(VkDeviceSize value, VkDeviceSize alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

using RayLimits = VkPhysicalDeviceRayTracingPipelinePropertiesKHR;

RayLimits GetRayLimits(VkPhysicalDevice device) {
  RayLimits limits = {};
  limits.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_RAY_TRACING_PIPELINE_PROPERTIES_KHR;
  VkPhysicalDeviceProperties2 properties = {};
  properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  properties.pNext = &limits;
  vkGetPhysicalDeviceProperties2(device, &properties);
  return limits;
}

/// Makes a ray-tracing pipeline and its shader binding table.
class RayPipelineMaker {
public:
  RayPipelineMaker(const DeviceContext &device, VkPipelineLayout layout, std::string name)
      : m_device(device), m_layout(layout), m_name(std::move(name)),
        m_limits(GetRayLimits(device.physicalDevice)) {}
  ~RayPipelineMaker() {
    for (const VkPipelineShaderStageCreateInfo &stage : m_stages)
      vkDestroyShaderModule(m_device.device, stage.module, m_device.allocationCallbacks);
  }
  RayPipelineMaker(const RayPipelineMaker &) = delete;
  RayPipelineMaker &operator=(const RayPipelineMaker &) = delete;

  /// `rows`: which of `callables` each row of the table is.
  std::shared_ptr<const SharedPipeline> Make(const ShaderCode &generation,
                                             const std::vector<ShaderCode> &callables,
                                             const std::vector<size_t> &rows) {
    // A group for each shader: handles are those of groups.
    Add(VK_SHADER_STAGE_RAYGEN_BIT_KHR, generation);
    for (const ShaderCode &callable : callables)
      Add(VK_SHADER_STAGE_CALLABLE_BIT_KHR, callable);
    auto made = std::make_shared<SharedPipeline>(m_device, MakeHandle());
    FillTable(*made, rows);
    return made;
  }

private:
  void Add(VkShaderStageFlagBits stage, const ShaderCode &code) {
    VkRayTracingShaderGroupCreateInfoKHR group = {};
    group.sType = VK_STRUCTURE_TYPE_RAY_TRACING_SHADER_GROUP_CREATE_INFO_KHR;
    group.type = VK_RAY_TRACING_SHADER_GROUP_TYPE_GENERAL_KHR;
    group.generalShader = uint32_t(m_stages.size());
    group.closestHitShader = group.anyHitShader = group.intersectionShader = VK_SHADER_UNUSED_KHR;
    m_stages.push_back(StageOf(stage, MakeModule(m_device, code, m_name), code));
    m_groups.push_back(group);
  }

  VkPipeline MakeHandle() const {
    PFN_vkCreateRayTracingPipelinesKHR create = nullptr;
    LoadFunction(m_device.device, "vkCreateRayTracingPipelinesKHR", create);
    VkRayTracingPipelineCreateInfoKHR info = {};
    info.sType = VK_STRUCTURE_TYPE_RAY_TRACING_PIPELINE_CREATE_INFO_KHR;
    info.stageCount = uint32_t(m_stages.size());
    info.pStages = m_stages.data();
    info.groupCount = uint32_t(m_groups.size());
    info.pGroups = m_groups.data();
    info.maxPipelineRayRecursionDepth = 1;
    info.layout = m_layout;
    VkPipeline pipeline = VK_NULL_HANDLE;
    Check(create(m_device.device, VK_NULL_HANDLE, m_device.pipelineCache, 1, &info,
                 m_device.allocationCallbacks, &pipeline),
          "vkCreateRayTracingPipelinesKHR", m_name);
    NameHandle(m_device, VK_OBJECT_TYPE_PIPELINE, pipeline, m_name);
    return pipeline;
  }

  /// The handles of all groups, one behind another.
  std::vector<unsigned char> GetHandles(VkPipeline pipeline) const {
    PFN_vkGetRayTracingShaderGroupHandlesKHR get = nullptr;
    LoadFunction(m_device.device, "vkGetRayTracingShaderGroupHandlesKHR", get);
    std::vector<unsigned char> handles(m_groups.size() * m_limits.shaderGroupHandleSize);
    Check(get(m_device.device, pipeline, 0, uint32_t(m_groups.size()), handles.size(),
              handles.data()),
          "vkGetRayTracingShaderGroupHandlesKHR", m_name);
    return handles;
  }

  /// One row for the ray generation shader, and behind it those of callable shaders.
  void FillTable(SharedPipeline &made, const std::vector<size_t> &rows) const {
    const size_t size = m_limits.shaderGroupHandleSize;
    const VkDeviceSize base = m_limits.shaderGroupBaseAlignment;
    const VkDeviceSize stride = AlignUp(size, m_limits.shaderGroupHandleAlignment);
    const VkDeviceSize first = AlignUp(stride, base);
    const std::vector<unsigned char> handles = GetHandles(made.pipeline);
    std::vector<unsigned char> bytes(size_t(first + stride * rows.size()));
    std::memcpy(bytes.data(), handles.data(), size);
    for (size_t row = 0; row < rows.size(); row++)
      std::memcpy(bytes.data() + first + row * stride, handles.data() + (rows[row] + 1) * size,
                  size);

    made.allocator = MakeDefaultAllocator(m_device, VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT);
    // The regions' addresses have to be aligned; that of a buffer need not be.
    made.table = CreateBuffer(m_device, *made.allocator, bytes.size() + base,
                              VK_BUFFER_USAGE_SHADER_BINDING_TABLE_BIT_KHR |
                                  VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT |
                                  VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                              MemoryUse::Device, m_name + ": shader binding table");
    PFN_vkGetBufferDeviceAddress getAddress = nullptr;
    LoadFunction(m_device.device, "vkGetBufferDeviceAddress", getAddress);
    VkBufferDeviceAddressInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO;
    info.buffer = made.table.buffer;
    const VkDeviceAddress begin = getAddress(m_device.device, &info);
    const VkDeviceAddress address = AlignUp(begin, base);
    if (made.table.Writable())
      std::memcpy(static_cast<unsigned char *>(made.table.Writable()) + (address - begin),
                  bytes.data(), bytes.size());
    else
      CopyEngine(m_device).UpdateBuffer(made.table.buffer, address - begin, bytes.data(),
                                        bytes.size());
    // The region of the shader that is launched is one row.
    made.generation = {address, first, first};
    made.callables = {address + first, stride, stride * rows.size()};
  }

  const DeviceContext &m_device;
  const VkPipelineLayout m_layout;
  const std::string m_name;
  const RayLimits m_limits;
  std::vector<VkPipelineShaderStageCreateInfo> m_stages;
  std::vector<VkRayTracingShaderGroupCreateInfoKHR> m_groups;
};

/// What another object has made of the same code, or what `make` gives; of edited code always that.
template <class Make>
std::shared_ptr<const SharedPipeline> FindOrMake(const PipelineKey &key, bool isEdited, Make make) {
  if (isEdited)
    return make();
  std::shared_ptr<const SharedPipeline> pipeline = FindPipeline(key);
  return pipeline ? pipeline : SharePipeline(key, make());
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
  const ChosenCode chosen(code);
  const auto make = [&] {
    return std::make_shared<const SharedPipeline>(
        parts.device, MakePipeline(parts.device, layout.pipeline, chosen.Get(), subgroupSize,
                                   parts.Named(code.name)));
  };
  const PipelineKey key(parts.device.device, parts.device.allocationCallbacks, code.words,
                        subgroupSize);
  return parts.pipelines.emplace_back(FindOrMake(key, !chosen.edited.empty(), make))->pipeline;
}

VkPipeline VulkanObject::CreateRayPipeline(const KernelLayout &layout, const ShaderCode &generation,
                                           std::initializer_list<ShaderCode> callables) {
  const Undo undo(m_parts);
  Parts &parts = Initialised("CreateRayPipeline");
  LoadFunction(parts.device.device, "vkCmdTraceRaysKHR", parts.traceRays);
  parts.mostRays = GetRayLimits(parts.device.physicalDevice).maxRayDispatchInvocationCount;

  // Each shader once.
  const ChosenCode first(generation);
  bool isEdited = !first.edited.empty();
  std::vector<const uint32_t *> known;
  std::vector<ChosenCode> chosen;
  std::vector<size_t> rows;
  for (const ShaderCode &callable : callables) {
    const auto found = std::find(known.begin(), known.end(), callable.words);
    rows.push_back(size_t(found - known.begin()));
    if (found != known.end())
      continue;
    known.push_back(callable.words);
    isEdited |= !chosen.emplace_back(callable).edited.empty();
  }
  const auto make = [&] {
    std::vector<ShaderCode> codes;
    for (const ChosenCode &one : chosen)
      codes.push_back(one.Get());
    return RayPipelineMaker(parts.device, layout.pipeline, parts.Named(generation.name))
        .Make(first.Get(), codes, rows);
  };
  const PipelineKey key(parts.device.device, parts.device.allocationCallbacks, generation.words, 0);
  return parts.pipelines.emplace_back(FindOrMake(key, isEdited, make))->pipeline;
}

void VulkanObject::TraceRays(VkCommandBuffer cmd, VkPipeline pipeline, uint32_t width,
                             uint32_t height, uint32_t depth) const {
  const Parts &parts = Initialised("TraceRays");
  CheckRecorded(cmd, parts.className);
  uint32_t threads[] = {width, height, depth};
  uint64_t left = std::min(parts.mostRays, kMaxThreads);
  for (int i = 0; i < 3; i++) {
    const uint64_t most = uint64_t(parts.limits.maxComputeWorkGroupCount[i]) *
                          parts.limits.maxComputeWorkGroupSize[i];
    const uint64_t iterations = threads[i];
    threads[i] = uint32_t(std::max(std::min({iterations, most, left}), uint64_t(1)));
    // The last step of a loop goes past the end by less than one stride.
    if (iterations + threads[i] > UINT32_MAX)
      throw Error(parts.className + ": a grid of " + std::to_string(iterations) +
                  " iterations does not fit the shaders' 32-bit index: process the data in parts");
    left /= threads[i];
  }
  const auto found = std::find_if(parts.pipelines.begin(), parts.pipelines.end(),
                                  [&](const auto &known) { return known->pipeline == pipeline; });
  if (found == parts.pipelines.end() || !(*found)->allocator)
    throw Error(parts.className + "::TraceRays: the pipeline is none that CreateRayPipeline made");
  vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR, pipeline);
  const VkStridedDeviceAddressRegionKHR none = {};
  parts.traceRays(cmd, &(*found)->generation, &none, &none, &(*found)->callables, threads[0],
                  threads[1], threads[2]);
}

} // namespace vkmorph
