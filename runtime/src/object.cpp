// The Vulkan side of one generated object: creation, binding, members in the recorded form.
#include "vkmorph/object.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "features.h"
#include "object_parts.h"
#include "vkmorph/loops.h"

namespace vkmorph {

VulkanObject::Parts::Parts(const DeviceContext &context, const char *name, VkBufferUsageFlags usage)
    : device(context), className(name), bufferUsage(usage),
      ownAllocator(context.allocator ? nullptr : MakeDefaultAllocator(context)),
      allocator(context.allocator ? *context.allocator : *ownAllocator), submitter(context, name),
      sets(context, [this](VkDeviceSize bytes) {
        standIns.push_back(Make("no array", bytes, bufferUsage, MemoryUse::Device));
        return standIns.back().buffer;
      }) {
  VkPhysicalDeviceProperties properties = {};
  vkGetPhysicalDeviceProperties(device.physicalDevice, &properties);
  limits = properties.limits;

  uint32_t count = 0;
  vkGetPhysicalDeviceQueueFamilyProperties(device.physicalDevice, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  vkGetPhysicalDeviceQueueFamilyProperties(device.physicalDevice, &count, families.data());
  if (device.queueFamily < count)
    timestampBits = families[device.queueFamily].timestampValidBits;

  if (device.debugUtils) {
    beginLabel = reinterpret_cast<PFN_vkCmdBeginDebugUtilsLabelEXT>(
        vkGetDeviceProcAddr(device.device, "vkCmdBeginDebugUtilsLabelEXT"));
    endLabel = reinterpret_cast<PFN_vkCmdEndDebugUtilsLabelEXT>(
        vkGetDeviceProcAddr(device.device, "vkCmdEndDebugUtilsLabelEXT"));
  }
}

VulkanObject::Parts::~Parts() {
  for (auto &[name, call] : calls) {
    for (DropInCall::StateArgument &argument : call->arguments) {
      DestroyBuffer(device, allocator, argument.device);
      DestroyBuffer(device, allocator, argument.upload);
      DestroyBuffer(device, allocator, argument.readBack);
    }
    DestroyBuffer(device, allocator, call->membersUpload);
    DestroyBuffer(device, allocator, call->membersReadBack);
    vkDestroyQueryPool(device.device, call->queries, device.allocationCallbacks);
  }
  DestroyBuffer(device, allocator, classData);
  for (Vector &vector : vectors) {
    DestroyBuffer(device, allocator, vector.device);
    DestroyBuffer(device, allocator, vector.upload);
    DestroyBuffer(device, allocator, vector.readBack);
  }
  for (Temporary &temporary : temporaries) {
    DestroyBuffer(device, allocator, temporary.device);
    for (Buffer &buffer : temporary.former)
      DestroyBuffer(device, allocator, buffer);
  }
  for (Picture &picture : pictures) {
    DestroyDeviceImage(device, allocator, picture.image);
    for (DeviceImage &image : picture.former)
      DestroyDeviceImage(device, allocator, image);
  }
  for (Texture &texture : textures)
    DestroyTexture(texture);
  for (Buffer &buffer : zeroed)
    DestroyBuffer(device, allocator, buffer);
  for (Buffer &buffer : standIns)
    DestroyBuffer(device, allocator, buffer);
  pipelines.clear(); // before the layouts that they were made with
  for (VkPipelineLayout layout : pipelineLayouts)
    vkDestroyPipelineLayout(device.device, layout, device.allocationCallbacks);
  for (VkDescriptorSetLayout layout : setLayouts)
    vkDestroyDescriptorSetLayout(device.device, layout, device.allocationCallbacks);
}

VkDeviceSize VulkanObject::Parts::OwnBytes(VkBuffer buffer) const {
  for (const auto &[name, call] : calls)
    for (const DropInCall::StateArgument &argument : call->arguments)
      if (argument.device.buffer == buffer)
        return argument.device.bytes;
  return 0;
}

Buffer VulkanObject::Parts::Make(const std::string &what, VkDeviceSize bytes,
                                 VkBufferUsageFlags usage, MemoryUse use) {
  // Whole words: shaders without narrow types take them out of words.
  return CreateBuffer(device, allocator, (bytes + 3) / 4 * 4, usage, use, Named(what));
}

void VulkanObject::Parts::Zero(const Buffer &buffer) {
  if (buffer.Writable())
    std::memset(buffer.Writable(), 0, buffer.bytes);
  else
    CopyEngine(device).ZeroBuffer(buffer.buffer, 0, buffer.bytes);
}

void VulkanObject::Parts::Forget(VkBuffer buffer) {
  sets.Forget(buffer);
  memorySizes.erase(buffer);
}

VulkanObject::VulkanObject(const char *className) : m_className(className) {}
VulkanObject::~VulkanObject() {
  const std::lock_guard<std::recursive_mutex> lock(m_mutex);
  m_parts.reset();
}

VulkanObject::Parts &VulkanObject::Initialised(const char *what) const {
  if (!m_parts)
    throw Error(std::string(m_className) + "::" + what +
                (m_isReleased ? ": the device of the object has been released: call "
                                "InitVulkanObjects with another one"
                              : ": InitVulkanObjects has to be called first"));
  return *m_parts;
}

bool VulkanObject::Release() {
  const std::unique_lock<std::recursive_mutex> lock(m_mutex, std::try_to_lock);
  if (!lock)
    return false;
  if (m_parts && m_parts->recording)
    throw Error(m_parts->className + ": ReleaseDevice is called while commands are recorded: call "
                                     "it before or after that");
  m_parts.reset();
  m_isReleased = true;
  return true;
}

void VulkanObject::Init(const DeviceContext &device, const char *className,
                        const Requirements &needs) {
  const std::lock_guard<std::recursive_mutex> lock(m_mutex);
  if (m_parts && m_parts->recording)
    throw Error(std::string(className) +
                "::InitVulkanObjects is called while commands are recorded: call it before or "
                "after that");
  m_parts.reset();
  const std::string where = std::string(className) + "::InitVulkanObjects";
  CheckComplete(device, where);
  std::string missing = MissingFeature(device.physicalDevice, device.apiVersion, needs);
  if (missing.empty() && device.enabled)
    missing = NotEnabled(needs, *device.enabled);
  if (!missing.empty())
    throw Error(where + ": " + missing, VK_ERROR_FEATURE_NOT_PRESENT);
  m_parts = std::make_unique<Parts>(device, className, needs.bufferUsage);
  m_parts->registration =
      std::make_unique<const Registration>(device.device, [this] { return Release(); });
  m_isReleased = false;
}

VkBuffer VulkanObject::CreateClassData(VkDeviceSize bytes, void *object, MemberSpan members,
                                       std::initializer_list<const char *> names) {
  const Undo undo(m_parts);
  Parts &parts = Initialised("CreateClassData");
  parts.object = object;
  parts.members = members;
  parts.isPresent.assign(members.count, false);
  parts.memberNames = names;
  parts.sizes.clear();
  parts.image.assign(size_t(bytes), 0);
  DestroyBuffer(parts.device, parts.allocator, parts.classData);
  parts.classData =
      parts.Make("class data", bytes,
                 VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT |
                     VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                 MemoryUse::Device);
  return parts.classData.buffer;
}

void VulkanObject::CheckSizes(std::initializer_list<ClassDataSize> sizes) {
  Initialised("CheckSizes").sizes = sizes;
}

VkBuffer VulkanObject::CreateZeroedBuffer(const char *name, VkDeviceSize bytes,
                                          VkBufferUsageFlags usage) {
  const Undo undo(m_parts);
  Parts &parts = Initialised("CreateZeroedBuffer");
  parts.zeroed.push_back(parts.Make(
      name, bytes, usage | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
      MemoryUse::Device));
  parts.Zero(parts.zeroed.back());
  return parts.zeroed.back().buffer;
}

KernelLayout VulkanObject::CreateLayout(const char *kernel, uint32_t storageBuffers,
                                        uint32_t pushConstantBytes, VkShaderStageFlags stages) {
  return CreateLayout(
      kernel, std::vector<VkDescriptorType>(storageBuffers, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER),
      std::vector<uint32_t>(storageBuffers, 1), pushConstantBytes, stages);
}

KernelLayout VulkanObject::CreateLayout(const char *kernel,
                                        std::initializer_list<VkDescriptorType> bindings,
                                        uint32_t pushConstantBytes, VkShaderStageFlags stages,
                                        std::initializer_list<TextureBinding> arrays) {
  std::vector<uint32_t> counts(bindings.size(), 1);
  for (const TextureBinding &array : arrays)
    counts[array.binding] = uint32_t(Texture(array.texture).textures->images.size());
  return CreateLayout(kernel, std::vector<VkDescriptorType>(bindings), counts, pushConstantBytes,
                      stages);
}

KernelLayout VulkanObject::CreateLayout(const char *kernel,
                                        const std::vector<VkDescriptorType> &types,
                                        const std::vector<uint32_t> &counts,
                                        uint32_t pushConstantBytes, VkShaderStageFlags stages) {
  const Undo undo(m_parts);
  Parts &parts = Initialised("CreateLayout");
  if (pushConstantBytes > parts.limits.maxPushConstantsSize)
    throw Error(parts.Named(kernel) + " takes " + std::to_string(pushConstantBytes) +
                " bytes of scalars; the device's maxPushConstantsSize is " +
                std::to_string(parts.limits.maxPushConstantsSize) +
                ": translate for a target with that limit");

  std::vector<VkDescriptorSetLayoutBinding> bindings;
  for (size_t i = 0; i < types.size(); i++)
    bindings.push_back({uint32_t(i), types[i], counts[i], stages, nullptr});
  VkDescriptorSetLayoutCreateInfo setInfo = {};
  setInfo.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
  setInfo.bindingCount = uint32_t(bindings.size());
  setInfo.pBindings = bindings.data();
  KernelLayout layout;
  layout.stages = stages;
  Check(vkCreateDescriptorSetLayout(parts.device.device, &setInfo, parts.device.allocationCallbacks,
                                    &layout.set),
        "vkCreateDescriptorSetLayout", parts.Named(kernel));
  parts.setLayouts.push_back(layout.set);
  parts.sets.Declare(layout.set, types, counts);
  NameHandle(parts.device, VK_OBJECT_TYPE_DESCRIPTOR_SET_LAYOUT, layout.set, parts.Named(kernel));

  const VkPushConstantRange push = {stages, 0, pushConstantBytes};
  VkPipelineLayoutCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
  info.setLayoutCount = 1;
  info.pSetLayouts = &layout.set;
  info.pushConstantRangeCount = pushConstantBytes != 0 ? 1 : 0;
  info.pPushConstantRanges = &push;
  Check(vkCreatePipelineLayout(parts.device.device, &info, parts.device.allocationCallbacks,
                               &layout.pipeline),
        "vkCreatePipelineLayout", parts.Named(kernel));
  parts.pipelineLayouts.push_back(layout.pipeline);
  NameHandle(parts.device, VK_OBJECT_TYPE_PIPELINE_LAYOUT, layout.pipeline, parts.Named(kernel));
  return layout;
}

void VulkanObject::CheckArguments(const char *function, std::initializer_list<Argument> arguments,
                                  Aliasing aliasing) const {
  const std::lock_guard<std::recursive_mutex> lock(m_mutex);
  Parts &parts = Initialised(function);
  const auto fail = [&](const Argument &argument, const std::string &why) {
    throw Error(parts.className + "::" + function + ": '" + argument.name + "' " + why);
  };
  const auto text = [](VkDeviceSize value) { return std::to_string(value); };

  for (const Argument &argument : arguments) {
    const BufferRange &range = argument.range;
    if (!range.buffer && argument.mayBeNull)
      continue;
    if (!range.buffer)
      fail(argument, "is VK_NULL_HANDLE: give it a buffer");
    const VkDeviceSize alignment = parts.limits.minStorageBufferOffsetAlignment;
    if (range.offset % alignment != 0)
      fail(argument, "starts at offset " + text(range.offset) +
                         "; the device wants a multiple of " + text(alignment) +
                         " (minStorageBufferOffsetAlignment)");
    // Vulkan does not tell the size of a buffer that somebody else made, but its memory is no
    // smaller.
    VkMemoryRequirements memory = {};
    vkGetBufferMemoryRequirements(parts.device.device, range.buffer, &memory);
    const auto known = parts.memorySizes.find(range.buffer);
    if (known != parts.memorySizes.end() && known->second != memory.size)
      fail(argument, "has the handle of a buffer that is no more: call ForgetBuffer before a "
                     "buffer that was set is destroyed");
    const bool whole = range.range == VK_WHOLE_SIZE;
    if (range.range == 0)
      fail(argument, "has a range of 0 bytes: give it at least one element, or VK_WHOLE_SIZE");
    if (range.offset >= memory.size || (!whole && range.range > memory.size - range.offset))
      fail(argument, "has the range " + text(range.offset) + " + " +
                         (whole ? "VK_WHOLE_SIZE" : text(range.range)) +
                         ", but its buffer has only " + text(memory.size) + " bytes");
    const VkDeviceSize own = parts.OwnBytes(range.buffer);
    const VkDeviceSize least = own != 0                         ? own
                               : memory.size > memory.alignment ? memory.size - memory.alignment
                                                                : 1;
    const VkDeviceSize used = whole ? least - std::min(least, range.offset) : range.range;
    const bool isRangeKnown = !whole || own != 0;
    if (argument.inWords && (range.offset % 4 != 0 || (isRangeKnown && used % 4 != 0)))
      fail(argument,
           "has the range " + text(range.offset) + " + " + text(used) +
               "; kernels take it word by word: let it begin and end at multiples of 4 bytes");
    if (used > parts.limits.maxStorageBufferRange)
      fail(argument, "spans " + text(used) + " bytes; the device's maxStorageBufferRange is " +
                         text(parts.limits.maxStorageBufferRange) +
                         ": process the array in parts, or give the range that is used");
  }

  for (auto a = arguments.begin(); a != arguments.end(); ++a)
    for (auto b = a + 1; b != arguments.end(); ++b) {
      if (a->range.buffer != b->range.buffer || !a->range.buffer || (!a->written && !b->written))
        continue;
      const bool identical = a->range.offset == b->range.offset && a->range.range == b->range.range;
      if (identical && aliasing == Aliasing::Identical)
        continue;
      const auto end = [](const BufferRange &range) {
        return range.range == VK_WHOLE_SIZE ? VK_WHOLE_SIZE : range.offset + range.range;
      };
      if (a->range.offset < end(b->range) && b->range.offset < end(a->range))
        fail(*a, std::string("and '") + b->name + "' " + (identical ? "are the same" : "overlap") +
                     ", and kernels write there: bind distinct arrays");
    }

  for (const Argument &argument : arguments)
    if (argument.range.buffer && parts.OwnBytes(argument.range.buffer) == 0) {
      VkMemoryRequirements memory = {};
      vkGetBufferMemoryRequirements(parts.device.device, argument.range.buffer, &memory);
      parts.memorySizes[argument.range.buffer] = memory.size;
    }
}

void VulkanObject::CheckElements(const char *function, const char *parameter, VkDescriptorSet set,
                                 uint32_t binding, uint64_t count, size_t elementBytes) const {
  const Parts &parts = Initialised(function);
  const std::optional<BufferRange> bound = parts.sets.Find(set, binding);
  if (!bound || !bound->buffer || parts.OwnBytes(bound->buffer) != 0)
    return; // drop-in calls make their buffers as large as that
  const bool isWhole = bound->range == VK_WHOLE_SIZE;
  const auto known = parts.memorySizes.find(bound->buffer);
  if (isWhole && known == parts.memorySizes.end())
    return;
  const VkDeviceSize bytes = isWhole ? known->second - bound->offset : bound->range;
  if (count <= bytes / elementBytes)
    return;
  throw Error(parts.className + "::" + function + ": '" + parameter + "' needs " +
              std::to_string(count) + " elements of " + std::to_string(elementBytes) +
              " bytes, but what is bound has " + (isWhole ? "at most " : "") +
              std::to_string(bytes) + " bytes: bind a larger buffer");
}

VkDescriptorSet VulkanObject::DescriptorSet(const KernelLayout &layout,
                                            std::initializer_list<BufferRange> buffers) {
  const std::lock_guard<std::recursive_mutex> lock(m_mutex);
  return Initialised("DescriptorSet").sets.Get(layout.set, buffers);
}

void VulkanObject::ForgetSets(VkBuffer buffer) {
  const std::lock_guard<std::recursive_mutex> lock(m_mutex);
  if (m_parts)
    m_parts->Forget(buffer);
}

void VulkanObject::DropSets(VkBuffer buffer, VkDescriptorSet *sets, size_t count) {
  const std::lock_guard<std::recursive_mutex> lock(m_mutex);
  for (size_t i = 0; m_parts && i < count; i++)
    if (m_parts->sets.Refers(sets[i], buffer))
      sets[i] = VK_NULL_HANDLE;
}

void BindForStages(VkCommandBuffer cmd, const KernelLayout &layout, VkDescriptorSet set) {
  const auto bindAt = [&](VkPipelineBindPoint point) {
    vkCmdBindDescriptorSets(cmd, point, layout.pipeline, 0, 1, &set, 0, nullptr);
  };
  if ((layout.stages & VK_SHADER_STAGE_COMPUTE_BIT) != 0)
    bindAt(VK_PIPELINE_BIND_POINT_COMPUTE);
  if ((layout.stages & kRayStages) != 0)
    bindAt(VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR);
}

/// A setter has to make a set, or has to make it again.
static void RefuseSet(const std::string &className, const char *setter, VkDescriptorSet set) {
  throw Error(className + "::" + setter + " has to be called before the commands are recorded" +
              (set ? ", and again: its buffers have been forgotten" : ""));
}

bool VulkanObject::IsGiven(VkDescriptorSet set, uint32_t binding, const char *setter) const {
  const Parts &parts = Initialised("IsGiven");
  const std::optional<BufferRange> bound = parts.sets.Find(set, binding);
  if (!bound)
    RefuseSet(parts.className, setter, set);
  return bound->buffer != VK_NULL_HANDLE;
}

void VulkanObject::BindSet(VkCommandBuffer cmd, const KernelLayout &layout, VkDescriptorSet set,
                           const char *setter) const {
  const Parts &parts = Initialised("BindSet");
  if (!set || !parts.sets.IsOf(set, layout.set))
    RefuseSet(parts.className, setter, set);
  CheckRecorded(cmd, parts.className);
  BindForStages(cmd, layout, set);
  if (parts.recording)
    parts.recording->NoteBound(layout, set);
}

uint32_t VulkanObject::GroupCount(int64_t extent, uint32_t perGroup, uint32_t plannedMaximum,
                                  uint32_t dimension) const {
  const Parts &parts = Initialised("GroupCount");
  const auto iterations = uint64_t(std::max(extent, int64_t(0)));
  const uint64_t most = std::min({plannedMaximum, parts.limits.maxComputeWorkGroupCount[dimension],
                                  std::max(kMaxThreads / perGroup, 1u)});
  const uint64_t groups =
      std::min(std::max((iterations + perGroup - 1) / perGroup, uint64_t(1)), most);
  // The last step of a grid-stride loop goes past the extent by less than one stride.
  if (iterations + groups * perGroup > UINT32_MAX)
    throw Error(parts.className + ": a grid of " + std::to_string(iterations) +
                " iterations does not fit the shaders' 32-bit index: process the data in parts");
  return uint32_t(groups);
}

uint32_t VulkanObject::GroupCountOrNone(int64_t extent, uint32_t perGroup, uint32_t dimension,
                                        uint32_t plannedMaximum) const {
  return extent > 0 ? GroupCount(extent, perGroup, plannedMaximum, dimension) : 0;
}

// By default several times what the largest devices run at once, so that the last ones keep all of
// them busy.
uint32_t VulkanObject::CoarsenedGroupCount(int64_t extent, uint32_t perGroup, uint32_t coarsening,
                                           uint32_t dimension, uint64_t beside,
                                           uint64_t enough) const {
  const uint64_t groups = GroupCountOrNone(extent, perGroup, dimension);
  const uint64_t enoughAlong = enough / std::max(beside, uint64_t(1));
  const uint64_t fewest = (groups + coarsening - 1) / coarsening;
  return uint32_t(std::min(groups, std::max(fewest, enoughAlong)));
}

uint32_t VulkanObject::JammedGroupCount(int64_t extent, uint32_t perGroup, uint32_t coarsening,
                                        uint32_t dimension, uint64_t beside) const {
  // What the largest devices run at once, about.
  constexpr uint64_t kEnoughGroups = 512;
  const uint64_t groups = GroupCountOrNone(extent, perGroup, dimension);
  // Threads without a block have next to nothing to do: their workgroups do not count.
  const uint64_t busy = groups * std::max(beside, uint64_t(1)) / coarsening;
  return uint32_t(busy < kEnoughGroups ? groups : (groups + coarsening - 1) / coarsening);
}

void VulkanObject::UpdateClassData(VkCommandBuffer cmd, VkDeviceSize offset, const void *value,
                                   VkDeviceSize bytes) const {
  const Parts &parts = Initialised("UpdateClassData");
  vkCmdUpdateBuffer(cmd, parts.classData.buffer, offset, bytes, value);
  if (parts.recording)
    parts.recording->NoteCommand();
}

void VulkanObject::FillBytes(VkCommandBuffer cmd, VkDeviceSize offset, VkDeviceSize bytes,
                             uint32_t word) const {
  const Parts &parts = Initialised("FillClassData");
  if (bytes == 0)
    return;
  if (offset > parts.classData.bytes || bytes > parts.classData.bytes - offset)
    throw Error(parts.className + ": a kernel fills more elements than an array has");
  vkCmdFillBuffer(cmd, parts.classData.buffer, offset, bytes, word);
  if (parts.recording)
    parts.recording->NoteCommand();
}

void VulkanObject::SetResident(bool members) {
  const std::lock_guard<std::recursive_mutex> lock(m_mutex);
  Initialised("SetResident").resident = members;
}

ExecutionTimes VulkanObject::GetExecutionTimes(const char *controlFunction) const {
  const std::lock_guard<std::recursive_mutex> lock(m_mutex);
  const Parts &parts = Initialised("GetExecutionTimes");
  parts.CheckNamed("GetExecutionTimes", controlFunction);
  const auto found = parts.calls.find(controlFunction);
  if (found == parts.calls.end())
    throw Error("GetExecutionTimes: there was no drop-in call of " + parts.className +
                "::" + controlFunction);
  return found->second->times;
}

const DeviceContext &VulkanObject::Device() const { return Initialised("Device").device; }

Label::Label(const VulkanObject &object, VkCommandBuffer cmd, const char *name)
    : m_lock(object.m_mutex), m_cmd(cmd) {
  const VulkanObject::Parts &parts = object.Initialised(name);
  CheckRecorded(cmd, parts.className + "::" + name);
  if (!parts.beginLabel || !parts.endLabel)
    return;
  m_end = parts.endLabel;
  VkDebugUtilsLabelEXT label = {};
  label.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT;
  label.pLabelName = name;
  parts.beginLabel(cmd, &label);
}

Label::~Label() {
  if (m_end)
    m_end(m_cmd);
}

uint32_t ToUint32(uint64_t value, const char *name) {
  if (value > UINT32_MAX)
    throw Error(std::string("'") + name + "' is " + std::to_string(value) +
                ", more than the 32 bits that the shaders have for it: process the data in parts");
  return uint32_t(value);
}

} // namespace vkmorph
