// The same sums inside a program that has a Vulkan device, buffers and command buffers of its own.
#include <cstdio>
#include <cstring>
#include <exception>
#include <vector>

#include "main_input.h"
#include "main_report.h"
#include "numbers.h"
#include "numbers_generated.h"

using linalg::Numbers_Generated;
using vkmorph::Check;

// What stands for an engine: a device with one compute queue, buffers, one command buffer.

struct Engine {
  vkmorph::DeviceContext context;
  VkPhysicalDeviceProperties properties = {};
  VkCommandPool pool = VK_NULL_HANDLE;

  Engine();
  ~Engine();
};

/// A storage buffer in memory that the host sees, filled with numbers.
struct Buffer {
  VkDevice device;
  VkBuffer buffer = VK_NULL_HANDLE;
  VkDeviceMemory memory = VK_NULL_HANDLE;

  Buffer(const Engine &engine, const void *source, size_t bytes);
  ~Buffer();
};

Engine::Engine() {
  VkApplicationInfo application = {};
  application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  application.apiVersion = context.apiVersion = VK_API_VERSION_1_1;
  VkInstanceCreateInfo instanceInfo = {};
  instanceInfo.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  instanceInfo.pApplicationInfo = &application;
  Check(vkCreateInstance(&instanceInfo, nullptr, &context.instance), "vkCreateInstance", "engine");

  uint32_t count = 1;
  vkEnumeratePhysicalDevices(context.instance, &count, &context.physicalDevice);
  if (count == 0)
    throw vkmorph::Error("there is no Vulkan device");
  vkGetPhysicalDeviceProperties(context.physicalDevice, &properties);

  vkGetPhysicalDeviceQueueFamilyProperties(context.physicalDevice, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  vkGetPhysicalDeviceQueueFamilyProperties(context.physicalDevice, &count, families.data());
  while (context.queueFamily < count &&
         !(families[context.queueFamily].queueFlags & VK_QUEUE_COMPUTE_BIT))
    ++context.queueFamily;
  if (context.queueFamily == count)
    throw vkmorph::Error("the device has no queue that computes");

  const float priority = 1.0f;
  VkDeviceQueueCreateInfo queueInfo = {};
  queueInfo.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
  queueInfo.queueFamilyIndex = context.queueFamily;
  queueInfo.queueCount = 1;
  queueInfo.pQueuePriorities = &priority;
  // No feature is enabled: the class was translated with --target=vulkan10, which needs none.
  VkDeviceCreateInfo deviceInfo = {};
  deviceInfo.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  deviceInfo.queueCreateInfoCount = 1;
  deviceInfo.pQueueCreateInfos = &queueInfo;
  Check(vkCreateDevice(context.physicalDevice, &deviceInfo, nullptr, &context.device),
        "vkCreateDevice", "engine");
  vkGetDeviceQueue(context.device, context.queueFamily, 0, &context.queue);

  VkCommandPoolCreateInfo poolInfo = {};
  poolInfo.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
  poolInfo.queueFamilyIndex = context.queueFamily;
  Check(vkCreateCommandPool(context.device, &poolInfo, nullptr, &pool), "vkCreateCommandPool",
        "engine");
}

Engine::~Engine() {
  vkDestroyCommandPool(context.device, pool, nullptr);
  vkDestroyDevice(context.device, nullptr);
  vkDestroyInstance(context.instance, nullptr);
}

Buffer::Buffer(const Engine &engine, const void *source, size_t bytes)
    : device(engine.context.device) {
  VkBufferCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  info.size = bytes > 0 ? bytes : 4; // there is no empty buffer
  info.usage = Numbers_Generated::RequiredFeatures().bufferUsage;
  Check(vkCreateBuffer(device, &info, nullptr, &buffer), "vkCreateBuffer", "numbers");
  VkMemoryRequirements needs;
  vkGetBufferMemoryRequirements(device, buffer, &needs);

  const VkMemoryPropertyFlags wanted =
      VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  VkPhysicalDeviceMemoryProperties types;
  vkGetPhysicalDeviceMemoryProperties(engine.context.physicalDevice, &types);
  uint32_t type = 0;
  while (!(needs.memoryTypeBits >> type & 1) ||
         (types.memoryTypes[type].propertyFlags & wanted) != wanted)
    ++type; // Vulkan promises that there is one

  VkMemoryAllocateInfo allocation = {};
  allocation.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  allocation.allocationSize = needs.size;
  allocation.memoryTypeIndex = type;
  Check(vkAllocateMemory(device, &allocation, nullptr, &memory), "vkAllocateMemory", "numbers");
  Check(vkBindBufferMemory(device, buffer, memory, 0), "vkBindBufferMemory", "numbers");
  void *mapped = nullptr;
  Check(vkMapMemory(device, memory, 0, VK_WHOLE_SIZE, 0, &mapped), "vkMapMemory", "numbers");
  if (bytes > 0)
    std::memcpy(mapped, source, bytes);
  vkUnmapMemory(device, memory);
}

Buffer::~Buffer() {
  vkDestroyBuffer(device, buffer, nullptr);
  vkFreeMemory(device, memory, nullptr);
}

/// Records both sums into one command buffer and runs it: what there is to do with the generated
/// class.
static void Calculate(Numbers_Generated &numbers, const Engine &engine, const Buffer &ints,
                      const Buffer &floats, uint32_t count) {
  numbers.SetInOutFor_CalcArraySumm(ints.buffer);
  numbers.SetInOutFor_CalcArraySummf(floats.buffer);
  vkmorph::CopyEngine copy(engine.context);
  numbers.UpdateAll(copy); // members to the GPU

  VkCommandBufferAllocateInfo allocation = {};
  allocation.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  allocation.commandPool = engine.pool;
  allocation.commandBufferCount = 1;
  VkCommandBuffer commands = VK_NULL_HANDLE;
  Check(vkAllocateCommandBuffers(engine.context.device, &allocation, &commands),
        "vkAllocateCommandBuffers", "sums");
  VkCommandBufferBeginInfo begin = {};
  begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  Check(vkBeginCommandBuffer(commands, &begin), "vkBeginCommandBuffer", "sums");
  numbers.CalcArraySummCmd(commands, count);
  numbers.CalcArraySummfCmd(commands, count);
  Check(vkEndCommandBuffer(commands), "vkEndCommandBuffer", "sums");

  VkSubmitInfo submit = {};
  submit.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  submit.commandBufferCount = 1;
  submit.pCommandBuffers = &commands;
  Check(vkQueueSubmit(engine.context.queue, 1, &submit, VK_NULL_HANDLE), "vkQueueSubmit", "sums");
  Check(vkQueueWaitIdle(engine.context.queue), "vkQueueWaitIdle", "sums");

  numbers.ReadAll(copy); // members back to the object
}

int main(int argc, char **argv) {
  int failure = 2;
  try {
    const Input input = GetInput(argc, argv);
    const uint32_t count = uint32_t(input.ints.size());

    failure = 3;
    const Engine engine;
    Numbers_Generated gpu;
    gpu.InitVulkanObjects(engine.context);

    failure = 1;
    const Buffer ints(engine, input.ints.data(), count * sizeof(int));
    const Buffer floats(engine, input.floats.data(), count * sizeof(float));
    Calculate(gpu, engine, ints, floats, count);

    linalg::Numbers cpu;
    cpu.CalcArraySumm(input.ints.data(), count);
    cpu.CalcArraySummf(input.floats.data(), count);
    std::printf("%u numbers, %s\n", count, input.source.c_str());
    std::printf("device: %s\n\n", engine.properties.deviceName);
    return Report(input, cpu, gpu) ? 0 : 1;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return failure;
  }
}
