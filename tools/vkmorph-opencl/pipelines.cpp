//===- pipelines.cpp - Descriptor sets, and kernels with their arguments ----------------------===//
//
// clspv counts bindings over the pointers to buffers among a kernel's parameters, in order, and
// packs all others into one struct, which lies in the push constants. The same is done here, by
// what OpenCL says of the parameters: so a text whose parameters stand in the wrong order computes
// nonsense here, as it would there.
//
//===------------------------------------------------------------------------------------------===//

#include "tools/vkmorph-opencl/functions.h"

#include <algorithm>
#include <cstring>

namespace vkmorph::opencl {

std::string getText(const uint32_t *words, size_t count) {
  constexpr uint32_t magic = 0x07230203, header = 5, opSourceContinued = 2, opSource = 3,
                     openClC = 3;
  std::string text;
  if (count < header || words[0] != magic)
    return text;
  for (size_t at = header; at < count && words[at] >> 16 != 0; at += words[at] >> 16) {
    uint32_t opcode = words[at] & 0xffff, length = words[at] >> 16;
    if (opcode == opSource && length > 4 && words[at + 1] == openClC)
      text = reinterpret_cast<const char *>(words + at + 4);
    else if (opcode == opSourceContinued)
      text += reinterpret_cast<const char *>(words + at + 1);
  }
  return text;
}

//===------------------------------------------------------------------------------------------===//
// Descriptor sets
//===------------------------------------------------------------------------------------------===//

namespace {
struct SetLayout {
  size_t bindings = 0;
};
struct SetPool {
  std::vector<std::unique_ptr<Set>> sets;
};
struct Module {
  std::string text;
};
struct Nothing {};
} // namespace

VkResult VKAPI_CALL createSetLayout(VkDevice, const VkDescriptorSetLayoutCreateInfo *info,
                                    Callbacks, VkDescriptorSetLayout *layout) {
  auto *made = new SetLayout;
  for (uint32_t i = 0; i < info->bindingCount; ++i)
    made->bindings = std::max<size_t>(made->bindings, info->pBindings[i].binding + 1);
  *layout = toHandle<VkDescriptorSetLayout>(made);
  return VK_SUCCESS;
}

void VKAPI_CALL destroySetLayout(VkDevice, VkDescriptorSetLayout layout, Callbacks) {
  delete fromHandle<SetLayout>(layout);
}

VkResult VKAPI_CALL createPipelineLayout(VkDevice, const VkPipelineLayoutCreateInfo *, Callbacks,
                                         VkPipelineLayout *layout) {
  *layout = toHandle<VkPipelineLayout>(new Nothing);
  return VK_SUCCESS;
}

void VKAPI_CALL destroyPipelineLayout(VkDevice, VkPipelineLayout layout, Callbacks) {
  delete fromHandle<Nothing>(layout);
}

VkResult VKAPI_CALL createDescriptorPool(VkDevice, const VkDescriptorPoolCreateInfo *, Callbacks,
                                         VkDescriptorPool *pool) {
  *pool = toHandle<VkDescriptorPool>(new SetPool);
  return VK_SUCCESS;
}

void VKAPI_CALL destroyDescriptorPool(VkDevice, VkDescriptorPool pool, Callbacks) {
  delete fromHandle<SetPool>(pool);
}

VkResult VKAPI_CALL allocateSets(VkDevice, const VkDescriptorSetAllocateInfo *info,
                                 VkDescriptorSet *sets) {
  auto *pool = fromHandle<SetPool>(info->descriptorPool);
  for (uint32_t i = 0; i < info->descriptorSetCount; ++i) {
    pool->sets.push_back(std::make_unique<Set>());
    pool->sets.back()->bindings.resize(fromHandle<SetLayout>(info->pSetLayouts[i])->bindings);
    sets[i] = toHandle<VkDescriptorSet>(pool->sets.back().get());
  }
  return VK_SUCCESS;
}

/// Sets live as long as their pool.
VkResult VKAPI_CALL freeSets(VkDevice, VkDescriptorPool, uint32_t, const VkDescriptorSet *) {
  return VK_SUCCESS;
}

void VKAPI_CALL updateSets(VkDevice, uint32_t count, const VkWriteDescriptorSet *writes, uint32_t,
                           const VkCopyDescriptorSet *) {
  for (uint32_t i = 0; i < count; ++i) {
    const VkWriteDescriptorSet &write = writes[i];
    auto *set = fromHandle<Set>(write.dstSet);
    for (uint32_t k = 0; k < write.descriptorCount; ++k) {
      const bool isImage = write.descriptorType == VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE ||
                           write.descriptorType == VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
      if (isImage) {
        set->bindings.at(write.dstBinding + k) = {nullptr, 0, 0,
                                                  fromHandle<Image>(write.pImageInfo[k].imageView)};
        continue;
      }
      const VkDescriptorBufferInfo &info = write.pBufferInfo[k];
      auto *buffer = fromHandle<Buffer>(info.buffer);
      size_t rest = buffer->bytes - static_cast<size_t>(info.offset);
      set->bindings.at(write.dstBinding + k) = {
          buffer, static_cast<size_t>(info.offset),
          info.range == VK_WHOLE_SIZE ? rest : static_cast<size_t>(info.range), nullptr};
    }
  }
}

//===------------------------------------------------------------------------------------------===//
// Kernels
//===------------------------------------------------------------------------------------------===//

VkResult VKAPI_CALL createShaderModule(VkDevice, const VkShaderModuleCreateInfo *info, Callbacks,
                                       VkShaderModule *module) {
  std::string text = getText(info->pCode, info->codeSize / sizeof(uint32_t));
  if (text.empty())
    return VK_ERROR_INITIALIZATION_FAILED;
  *module = toHandle<VkShaderModule>(new Module{text});
  return VK_SUCCESS;
}

void VKAPI_CALL destroyShaderModule(VkDevice, VkShaderModule module, Callbacks) {
  delete fromHandle<Module>(module);
}

VkResult VKAPI_CALL createPipelineCache(VkDevice, const VkPipelineCacheCreateInfo *, Callbacks,
                                        VkPipelineCache *cache) {
  *cache = toHandle<VkPipelineCache>(new Nothing);
  return VK_SUCCESS;
}

void VKAPI_CALL destroyPipelineCache(VkDevice, VkPipelineCache cache, Callbacks) {
  delete fromHandle<Nothing>(cache);
}

VkResult VKAPI_CALL getPipelineCacheData(VkDevice, VkPipelineCache, size_t *bytes, void *) {
  *bytes = 0;
  return VK_SUCCESS;
}

/// Stands for cl_khr_subgroups, which the devices that we know of lack: each subgroup is one
/// work-item, which is its whole reduction.
static constexpr const char *kSubgroups =
    "#define get_sub_group_local_id() 0u\n#define get_sub_group_size() 1u\n"
    "#define get_sub_group_id() (uint)(get_local_id(0) + get_local_size(0) * "
    "(get_local_id(1) + get_local_size(1) * get_local_id(2)))\n"
    "#define get_num_sub_groups() (uint)(get_local_size(0) * get_local_size(1) * "
    "get_local_size(2))\n"
    "#define sub_group_reduce_add(x) (x)\n#define sub_group_reduce_min(x) (x)\n"
    "#define sub_group_reduce_max(x) (x)\n#define sub_group_barrier(flags) mem_fence(flags)\n"
    "#line 1\n";

/// What stands before a text: what the device lacks of OpenCL C 2.0.
static std::string getPrelude(const Device &device) {
  if (device.hasFences)
    return kSubgroups;
  // clang's fence orders the device; Oclgrind runs one work-item at a time, and has no fences.
  std::string fence = device.isOclgrind ? "mem_fence(flags)" : "__sync_synchronize()";
  return "#define memory_order_acq_rel 0\n#define memory_scope_device 0\n"
         "#define atomic_work_item_fence(flags, order, scope) " +
         fence + "\n" + kSubgroups;
}

static cl_program buildProgram(const Device &device, const std::string &text) {
  std::string whole = getPrelude(device) + text;
  const char *source = whole.c_str();
  cl_int status = CL_SUCCESS;
  cl_program program = clCreateProgramWithSource(device.context, 1, &source, nullptr, &status);
  check(status, "clCreateProgramWithSource");
  std::string options = "-cl-kernel-arg-info -cl-std=" + device.standard;
  // PoCL 3.1 optimises code behind a barrier in a branch away: what the last workgroup combines.
  if (device.isPocl)
    options += " -cl-opt-disable";
  if (clBuildProgram(program, 1, &device.device, options.c_str(), nullptr, nullptr) == CL_SUCCESS)
    return program;
  size_t bytes = 0;
  clGetProgramBuildInfo(program, device.device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &bytes);
  std::string log(bytes, '\0');
  clGetProgramBuildInfo(program, device.device, CL_PROGRAM_BUILD_LOG, bytes, log.data(), nullptr);
  stop("the device's compiler rejects a text:\n" + log);
}

/// Bytes of a parameter's type: `uint`, `float4`.
static size_t getSize(std::string type) {
  size_t digit = type.find_first_of("0123456789");
  size_t count = digit == std::string::npos ? 1 : size_t(std::stoi(type.substr(digit)));
  type.resize(std::min(digit, type.size()));
  static const std::map<std::string, size_t> scalars = {{"char", 1},   {"uchar", 1}, {"short", 2},
                                                        {"ushort", 2}, {"int", 4},   {"uint", 4},
                                                        {"float", 4},  {"long", 8},  {"ulong", 8}};
  auto found = scalars.find(type);
  if (found == scalars.end())
    stop("a kernel has a parameter of type '" + type + "'");
  return found->second * (count == 3 ? 4 : count);
}

static void bindArguments(Pipeline &pipeline, cl_uint count) {
  size_t end = 0;
  for (cl_uint i = 0; i < count; ++i) {
    cl_kernel_arg_address_qualifier space = 0;
    check(clGetKernelArgInfo(pipeline.kernel, i, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof(space),
                             &space, nullptr),
          "clGetKernelArgInfo");
    if (space == CL_KERNEL_ARG_ADDRESS_GLOBAL || space == CL_KERNEL_ARG_ADDRESS_CONSTANT) {
      pipeline.buffers.push_back(i);
      continue;
    }
    char type[64] = {};
    check(clGetKernelArgInfo(pipeline.kernel, i, CL_KERNEL_ARG_TYPE_NAME, sizeof(type) - 1, type,
                             nullptr),
          "clGetKernelArgInfo");
    size_t bytes = getSize(type);
    size_t offset = (end + bytes - 1) / bytes * bytes;
    pipeline.scalars.push_back({i, offset, bytes});
    end = offset + bytes;
  }
}

Pipeline::~Pipeline() {
  if (kernel)
    clReleaseKernel(kernel);
  if (program)
    clReleaseProgram(program);
}

VkResult VKAPI_CALL createComputePipelines(VkDevice device, VkPipelineCache, uint32_t count,
                                           const VkComputePipelineCreateInfo *infos, Callbacks,
                                           VkPipeline *pipelines) {
  const Device &cl = *getDevice(device);
  for (uint32_t i = 0; i < count; ++i) {
    auto *pipeline = new Pipeline;
    const VkPipelineShaderStageCreateInfo &stage = infos[i].stage;
    pipeline->program = buildProgram(cl, fromHandle<Module>(stage.module)->text);
    cl_int status = CL_SUCCESS;
    pipeline->kernel = clCreateKernel(pipeline->program, stage.pName, &status);
    check(status, std::string("clCreateKernel of ") + stage.pName);
    check(clGetKernelWorkGroupInfo(pipeline->kernel, cl.device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                   3 * sizeof(size_t), pipeline->workgroup.data(), nullptr),
          "clGetKernelWorkGroupInfo");
    cl_uint arguments = 0;
    check(clGetKernelInfo(pipeline->kernel, CL_KERNEL_NUM_ARGS, sizeof(arguments), &arguments,
                          nullptr),
          "clGetKernelInfo");
    bindArguments(*pipeline, arguments);
    pipelines[i] = toHandle<VkPipeline>(pipeline);
  }
  return VK_SUCCESS;
}

void VKAPI_CALL destroyPipeline(VkDevice, VkPipeline pipeline, Callbacks) {
  delete fromHandle<Pipeline>(pipeline);
}

void runDispatch(Device &device, const State &state, std::array<size_t, 3> groups) {
  const Pipeline &pipeline = *state.pipeline;
  if (groups[0] * groups[1] * groups[2] == 0)
    return;
  std::vector<Memory *> memories;
  for (size_t i = 0; i < pipeline.buffers.size(); ++i) {
    const Range range =
        state.set && i < state.set->bindings.size() ? state.set->bindings[i] : Range();
    if (!range.buffer && !range.image)
      stop("binding " + std::to_string(i) + " has nothing bound to it");
    if (range.image) {
      check(clSetKernelArg(pipeline.kernel, pipeline.buffers[i], sizeof(cl_mem),
                           &range.image->pixels),
            "clSetKernelArg of an image");
      continue;
    }
    Memory *memory = range.buffer->memory;
    if (std::find(memories.begin(), memories.end(), memory) == memories.end())
      memories.push_back(memory);
    cl_mem part = memory->part(range.buffer->offset + range.offset, range.bytes);
    check(clSetKernelArg(pipeline.kernel, pipeline.buffers[i], sizeof(part), &part),
          "clSetKernelArg of a buffer");
  }
  for (const Scalar &scalar : pipeline.scalars)
    check(clSetKernelArg(pipeline.kernel, scalar.argument, scalar.bytes,
                         state.pushConstants.data() + scalar.offset),
          "clSetKernelArg of a scalar");
  std::array<size_t, 3> size;
  for (size_t i = 0; i < 3; ++i)
    size[i] = groups[i] * pipeline.workgroup[i];
  for (Memory *memory : memories)
    memory->giveToDevice();
  check(clEnqueueNDRangeKernel(device.queue, pipeline.kernel, 3, nullptr, size.data(),
                               pipeline.workgroup.data(), 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
  check(clFinish(device.queue), "clFinish");
  for (Memory *memory : memories)
    memory->takeBack();
}

} // namespace vkmorph::opencl
