// What dispatches and copies access, from shaders, pipelines and descriptor sets.
#include "accesses.h"

#include "creations.h"
#include "interposed.h"
#include "loader.h"
#include "shaders.h"
#include "subgroups.h"
#include "unrolling.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <set>

namespace vkmorph::check {

namespace {

/// A buffer or an image that a shader declares.
struct Binding {
  uint32_t set = 0;
  uint32_t binding = 0;
  bool isWritten = true;
  const std::set<unsigned> *shares = nullptr; ///< as of an Access
};

/// What is known of handles. One that is used again is overwritten when it is made again.
struct Tables {
  std::mutex mutex;
  std::map<VkShaderModule, std::vector<Binding>> modules;
  std::map<VkPipeline, std::vector<Binding>> pipelines;
  std::map<VkDescriptorSet, std::map<uint32_t, Access>> sets; ///< by binding
  std::map<VkImageView, VkImage> views;
};

} // namespace

/// Never destroyed: objects of the program's own may still use Vulkan when it ends.
static Tables &tables() {
  static auto *const instance = new Tables;
  return *instance;
}

/// The buffers and images of a shader, from its SPIR-V: declarations stand before all code.
static std::vector<Binding> readBindings(const uint32_t *words, size_t count) {
  // Of the SPIR-V specification: opcodes, decorations, storage classes.
  enum { OpTypeImage = 25, OpTypeSampledImage = 27, OpTypeStruct = 30, OpTypePointer = 32 };
  enum { OpVariable = 59, OpDecorate = 71, OpMemberDecorate = 72 };
  enum { BufferBlock = 3, NonWritable = 24, BindingNumber = 33, DescriptorSet = 34 };
  enum { UniformConstant = 0, Uniform = 2, StorageBuffer = 12 };
  constexpr uint32_t kStorageImage = 2; // the operand "Sampled" of OpTypeImage
  constexpr size_t kHeader = 5;

  std::map<uint32_t, Binding> variables; // by id, what decorations say
  std::map<uint32_t, uint32_t> pointees; // pointer types -> what they point at
  std::map<uint32_t, uint32_t> members;  // struct types -> how many members may be written
  std::map<uint32_t, std::set<uint32_t>> readOnlyMembers;
  std::set<uint32_t> bufferBlocks, readOnly;
  std::map<uint32_t, bool> images; // types of images -> whether they may be written
  std::vector<Binding> bindings;
  for (size_t i = kHeader; i < count;) {
    const uint32_t *op = words + i;
    const uint32_t length = op[0] >> 16, opcode = op[0] & 0xffff;
    if (length == 0 || i + length > count)
      break;
    i += length;
    if (opcode == OpDecorate && length >= 3) {
      if (op[2] == BufferBlock)
        bufferBlocks.insert(op[1]);
      else if (op[2] == NonWritable)
        readOnly.insert(op[1]);
      else if (op[2] == BindingNumber)
        variables[op[1]].binding = op[3];
      else if (op[2] == DescriptorSet)
        variables[op[1]].set = op[3];
    } else if (opcode == OpMemberDecorate && length >= 4 && op[3] == NonWritable) {
      readOnlyMembers[op[1]].insert(op[2]);
    } else if (opcode == OpTypeStruct) {
      members[op[1]] = length - 2 - uint32_t(readOnlyMembers[op[1]].size());
    } else if (opcode == OpTypeImage && length >= 8) {
      images[op[1]] = op[7] == kStorageImage;
    } else if (opcode == OpTypeSampledImage) {
      images[op[1]] = false;
    } else if (opcode == OpTypePointer) {
      pointees[op[1]] = op[3];
    } else if (opcode == OpVariable && op[3] == UniformConstant) {
      const auto image = images.find(pointees[op[1]]);
      if (image == images.end())
        continue; // a sampler
      Binding binding = variables[op[2]];
      binding.isWritten = image->second && readOnly.count(op[2]) == 0;
      bindings.push_back(binding);
    } else if (opcode == OpVariable && (op[3] == Uniform || op[3] == StorageBuffer)) {
      const uint32_t type = pointees[op[1]];
      Binding binding = variables[op[2]];
      binding.isWritten = members[type] != 0 && readOnly.count(op[2]) == 0 &&
                          (op[3] == StorageBuffer || bufferBlocks.count(type) != 0);
      bindings.push_back(binding);
    }
  }
  return bindings;
}

/// Of images, all parts overlap.
static bool overlap(const Access &first, const Access &second) {
  const auto endsBefore = [](const Access &one, const Access &other) {
    return one.range != VK_WHOLE_SIZE && one.offset + one.range <= other.offset;
  };
  return first.buffer == second.buffer && first.image == second.image &&
         !endsBefore(first, second) && !endsBefore(second, first);
}

/// Whether both write, and run iterations of one grid.
static bool areApart(const Access &first, const Access &second) {
  return first.isWritten && second.isWritten && first.shares && second.shares &&
         std::any_of(first.shares->begin(), first.shares->end(),
                     [&](unsigned grid) { return second.shares->count(grid) != 0; });
}

bool conflict(const std::vector<Access> &first, const std::vector<Access> &second) {
  for (const Access &one : first)
    for (const Access &other : second)
      if ((one.isWritten || other.isWritten) && overlap(one, other) && !areApart(one, other))
        return true;
  return false;
}

std::vector<Access> getAccesses(VkPipeline pipeline,
                                const std::map<uint32_t, VkDescriptorSet> &sets) {
  const std::lock_guard<std::mutex> lock(tables().mutex);
  std::vector<Access> accesses;
  for (const Binding &binding : tables().pipelines[pipeline]) {
    const auto set = sets.find(binding.set);
    if (set == sets.end())
      continue;
    const std::map<uint32_t, Access> &resources = tables().sets[set->second];
    const auto resource = resources.find(binding.binding);
    if (resource == resources.end())
      continue;
    accesses.push_back(resource->second);
    accesses.back().isWritten = binding.isWritten;
    accesses.back().shares = binding.shares;
  }
  return accesses;
}

} // namespace vkmorph::check

using namespace vkmorph::check;

INTERPOSED(VkResult)
vkCreateShaderModule(VkDevice device, const VkShaderModuleCreateInfo *info,
                     const VkAllocationCallbacks *callbacks, VkShaderModule *shader) {
  VkShaderModuleCreateInfo chosen = *info;
  if (const std::vector<uint32_t> *other =
          findReplacement(info->pCode, info->codeSize / sizeof(uint32_t))) {
    chosen.pCode = other->data();
    chosen.codeSize = other->size() * sizeof(uint32_t);
  }
  std::vector<uint32_t> hinted;
  if (!mayUnroll()) {
    hinted = withoutUnrolling(chosen.pCode, chosen.codeSize / sizeof(uint32_t));
    chosen.pCode = hinted.data();
  }
  // A fault may be that the barrier is missing.
  std::vector<uint32_t> swapped;
  if (const uint32_t size = swappedSubgroups();
      size != 0 && hasWorkgroupBarrier(info->pCode, info->codeSize / sizeof(uint32_t))) {
    swapped = withSwappedSubgroups(chosen.pCode, chosen.codeSize / sizeof(uint32_t), size);
    chosen.pCode = swapped.data();
    chosen.codeSize = swapped.size() * sizeof(uint32_t);
  }
  const VkResult result = VKMORPH_LOADER(vkCreateShaderModule)(device, &chosen, callbacks, shader);
  if (result == VK_SUCCESS) {
    noteCreation("vkCreateShaderModule");
    const std::lock_guard<std::mutex> lock(tables().mutex);
    std::vector<Binding> &bindings = tables().modules[*shader];
    bindings = readBindings(chosen.pCode, chosen.codeSize / sizeof(uint32_t));
    if (const Shares *shares = findShares(info->pCode, info->codeSize / sizeof(uint32_t)))
      for (Binding &binding : bindings)
        if (shares->bindings.count(binding.binding) != 0)
          binding.shares = &shares->grids;
  }
  return result;
}

INTERPOSED(VkResult)
vkCreateComputePipelines(VkDevice device, VkPipelineCache cache, uint32_t count,
                         const VkComputePipelineCreateInfo *infos,
                         const VkAllocationCallbacks *callbacks, VkPipeline *pipelines) {
  const VkResult result =
      VKMORPH_LOADER(vkCreateComputePipelines)(device, cache, count, infos, callbacks, pipelines);
  const std::lock_guard<std::mutex> lock(tables().mutex);
  for (uint32_t i = 0; i < count; ++i)
    if (pipelines[i]) {
      noteCreation("vkCreateComputePipelines");
      tables().pipelines[pipelines[i]] = tables().modules[infos[i].stage.module];
    }
  return result;
}

// The loader does not export it; the program asks for it by name.
INTERPOSED(VkResult)
vkCreateRayTracingPipelinesKHR(VkDevice device, VkDeferredOperationKHR operation,
                               VkPipelineCache cache, uint32_t count,
                               const VkRayTracingPipelineCreateInfoKHR *infos,
                               const VkAllocationCallbacks *callbacks, VkPipeline *pipelines) {
  const auto create = reinterpret_cast<PFN_vkCreateRayTracingPipelinesKHR>(
      VKMORPH_LOADER(vkGetDeviceProcAddr)(device, "vkCreateRayTracingPipelinesKHR"));
  const VkResult result = create(device, operation, cache, count, infos, callbacks, pipelines);
  const std::lock_guard<std::mutex> lock(tables().mutex);
  for (uint32_t i = 0; i < count; ++i)
    if (pipelines[i]) {
      noteCreation("vkCreateRayTracingPipelinesKHR");
      // What any of its shaders may do.
      std::vector<Binding> &bindings = tables().pipelines[pipelines[i]];
      bindings.clear();
      for (uint32_t k = 0; k < infos[i].stageCount; ++k) {
        const std::vector<Binding> &more = tables().modules[infos[i].pStages[k].module];
        bindings.insert(bindings.end(), more.begin(), more.end());
      }
    }
  return result;
}

INTERPOSED(VkResult)
vkCreateImageView(VkDevice device, const VkImageViewCreateInfo *info,
                  const VkAllocationCallbacks *callbacks, VkImageView *view) {
  const VkResult result = VKMORPH_LOADER(vkCreateImageView)(device, info, callbacks, view);
  if (result == VK_SUCCESS) {
    noteCreation("vkCreateImageView");
    const std::lock_guard<std::mutex> lock(tables().mutex);
    tables().views[*view] = info->image;
  }
  return result;
}

INTERPOSED(void)
vkUpdateDescriptorSets(VkDevice device, uint32_t writeCount, const VkWriteDescriptorSet *writes,
                       uint32_t copyCount, const VkCopyDescriptorSet *copies) {
  {
    const std::lock_guard<std::mutex> lock(tables().mutex);
    for (uint32_t i = 0; i < writeCount; ++i) {
      const VkWriteDescriptorSet &write = writes[i];
      std::map<uint32_t, Access> &set = tables().sets[write.dstSet];
      // Consecutive bindings of one descriptor each may be written as one array.
      for (uint32_t k = 0; k < write.descriptorCount; ++k) {
        const uint32_t binding = write.dstBinding + k;
        switch (write.descriptorType) {
        case VK_DESCRIPTOR_TYPE_STORAGE_BUFFER:
        case VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER: {
          const VkDescriptorBufferInfo &buffer = write.pBufferInfo[k];
          set[binding] = {buffer.buffer, buffer.offset, buffer.range, true};
          break;
        }
        case VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC: {
          // A dynamic offset moves the part somewhere behind its place.
          const VkDescriptorBufferInfo &buffer = write.pBufferInfo[k];
          set[binding] = {buffer.buffer, buffer.offset, VK_WHOLE_SIZE, true};
          break;
        }
        case VK_DESCRIPTOR_TYPE_STORAGE_IMAGE:
        case VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE:
        case VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER:
          set[binding] = {VK_NULL_HANDLE, 0, VK_WHOLE_SIZE, true,
                          tables().views[write.pImageInfo[k].imageView]};
          break;
        default:
          break;
        }
      }
    }
  }
  VKMORPH_LOADER(vkUpdateDescriptorSets)(device, writeCount, writes, copyCount, copies);
}
