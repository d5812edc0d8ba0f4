// Vectors that are full keep what there is room for; drop-in calls make room, with device memory that the host reaches and without.
#include "full_vectors_generated.h"

#include <algorithm>
#include <cstdio>
#include <string>

#include <vkmorph/runtime.h>

static int failures = 0;

static void Expect(bool holds, const std::string &what) {
  if (holds)
    return;
  std::printf("not so: %s\n", what.c_str());
  failures++;
}

/// Device memory that the host does not reach.
class HiddenMemory : public vkmorph::IAllocator {
public:
  explicit HiddenMemory(const vkmorph::DeviceContext &device) : m_device(device) {}
  vkmorph::Allocation Allocate(const VkMemoryRequirements &needs, vkmorph::MemoryUse use, const char *) override {
    VkPhysicalDeviceMemoryProperties properties = {};
    vkGetPhysicalDeviceMemoryProperties(m_device.physicalDevice, &properties);
    const VkMemoryPropertyFlags host = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    const bool hidden = use == vkmorph::MemoryUse::Device;
    for (uint32_t type = 0; type < properties.memoryTypeCount; type++) {
      if (!(needs.memoryTypeBits >> type & 1) || (!hidden && (properties.memoryTypes[type].propertyFlags & host) != host))
        continue;
      VkMemoryAllocateInfo info = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, nullptr, needs.size, type};
      vkmorph::Allocation result;
      if (vkAllocateMemory(m_device.device, &info, nullptr, &result.memory) != VK_SUCCESS)
        break;
      if (!hidden)
        vkMapMemory(m_device.device, result.memory, 0, VK_WHOLE_SIZE, 0, &result.mapped);
      allocations++;
      return result;
    }
    throw vkmorph::Error("no memory");
  }
  void Free(const vkmorph::Allocation &allocation) noexcept override {
    vkFreeMemory(m_device.device, allocation.memory, nullptr);
  }
  int allocations = 0;

private:
  vkmorph::DeviceContext m_device;
};

using Kept = std::vector<Keeper::Kept>;

static Kept Sorted(Kept kept) {
  std::sort(kept.begin(), kept.end(), [](const auto &a, const auto &b) {
    return a.number != b.number ? a.number < b.number : a.mark < b.mark;
  });
  return kept;
}

static bool Same(const Kept &a, const Kept &b) {
  const Kept x = Sorted(a), y = Sorted(b);
  return x.size() == y.size() && std::equal(x.begin(), x.end(), y.begin(), [](const auto &s, const auto &t) {
           return s.number == t.number && s.mark == t.mark;
         });
}

static void DropIn(const vkmorph::DeviceContext &device, HiddenMemory *memory, const std::string &where) {
  Keeper cpu;
  Keeper_Generated gpu;
  gpu.InitVulkanObjects(device);
  for (int n : {10, 1000, 1, 0, 1000}) {
    cpu.Keep(n, n);
    gpu.Keep(n, n);
    Expect(Same(cpu.kept, gpu.kept), where + "all elements are kept");
    Expect(gpu.LostElements("kept") == 0, where + "none is lost");
    Expect(cpu.Sum() == gpu.Sum(), where + "their sum");
  }
  cpu.Restart(5, 77);
  gpu.Restart(5, 77);
  Expect(Same(cpu.kept, gpu.kept), where + "those since the vector was cleared");
  // The second of two calls that are alike needs nothing new.
  gpu.Restart(5, 77);
  const int before = memory ? memory->allocations : 0;
  gpu.Restart(5, 77);
  Expect(!memory || memory->allocations == before, where + "nothing is allocated again");
  Expect(Same(cpu.kept, gpu.kept), where + "the same once more");

  // Nobody knows how many: as many as the capacity are kept.
  cpu.kept.clear();
  cpu.Spread(500);
  gpu.kept = Kept();
  gpu.kept.reserve(30);
  const size_t room = gpu.kept.capacity();
  gpu.Spread(500);
  Expect(gpu.kept.size() == room, where + "the capacity is kept");
  Expect(gpu.LostElements("kept") == cpu.kept.size() - room, where + "the others are counted");
  Expect(std::all_of(gpu.kept.begin(), gpu.kept.end(), [](const auto &k) { return k.mark == 'c' && k.number % 5 != 0; }), where + "what is kept is whole");
  gpu.kept.clear();
  gpu.Spread(500, 2000);
  Expect(Same(cpu.kept, gpu.kept) && gpu.LostElements("kept") == 0, where + "what is reserved is enough");
}

static void Recorded(const vkmorph::DeviceContext &device, const std::string &where) {
  Keeper_Generated gpu;
  gpu.InitVulkanObjects(device);
  gpu.kept.reserve(100);
  gpu.kept.assign(7, {-1, 'z'});
  vkmorph::CopyEngine copy(device);
  gpu.UpdateAll(copy);
  VkCommandPoolCreateInfo poolInfo = {VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, nullptr, 0, device.queueFamily};
  VkCommandPool pool = VK_NULL_HANDLE;
  vkCreateCommandPool(device.device, &poolInfo, nullptr, &pool);
  VkCommandBufferAllocateInfo info = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, nullptr, pool, VK_COMMAND_BUFFER_LEVEL_PRIMARY, 1};
  VkCommandBuffer cmd = VK_NULL_HANDLE;
  vkAllocateCommandBuffers(device.device, &info, &cmd);
  VkCommandBufferBeginInfo begin = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, nullptr, 0, nullptr};
  vkBeginCommandBuffer(cmd, &begin);
  gpu.KeepCmd(cmd, 3, 20); // 3 * 27
  gpu.KeepCmd(cmd, 0, 200); // 3 * 267
  gpu.SumCmd(cmd);
  vkEndCommandBuffer(cmd);
  VkSubmitInfo submit = {VK_STRUCTURE_TYPE_SUBMIT_INFO, nullptr, 0, nullptr, nullptr, 1, &cmd, 0, nullptr};
  for (int run = 0; run < 2; run++) {
    vkQueueSubmit(device.queue, 1, &submit, VK_NULL_HANDLE);
    vkQueueWaitIdle(device.queue);
  }
  gpu.ReadAll(copy);
  Expect(gpu.kept.size() == 100, where + "a full vector has its capacity");
  Expect(gpu.LostElements("kept") == 2 * (81 + 801) - 93, where + "the lost ones are counted");
  Expect(std::count_if(gpu.kept.begin(), gpu.kept.end(), [](const auto &k) { return k.number == -1; }) == 7, where + "what was there stays");
  long long sum = 0;
  for (const Keeper::Kept &kept : gpu.kept)
    sum += kept.number;
  Expect(sum == gpu.total, where + "kernels see what is kept");
  // One vector again, the other members as the device has them.
  gpu.kept.assign(2, {5, 'q'});
  gpu.total = -1;
  gpu.UpdateMember(copy, "kept");
  vkQueueSubmit(device.queue, 1, &submit, VK_NULL_HANDLE);
  vkQueueWaitIdle(device.queue);
  gpu.ReadMember(copy, "kept");
  Expect(gpu.total == -1, where + "what was not asked for stays");
  Expect(gpu.kept.size() == 100 && std::count_if(gpu.kept.begin(), gpu.kept.end(), [](const auto &k) { return k.mark == 'q'; }) == 2, where + "a vector by its name");
  gpu.ReadMember(copy, "total");
  sum = 0;
  for (const Keeper::Kept &kept : gpu.kept)
    sum += kept.number;
  Expect(sum == gpu.total, where + "a member by its name");
  vkDestroyCommandPool(device.device, pool, nullptr);
}

int main() {
  const vkmorph::Context context = vkmorph::CreateContext(Keeper_Generated::RequiredFeatures());
  vkmorph::DeviceContext device = context;
  DropIn(device, nullptr, "plain memory: ");
  Recorded(device, "plain memory: ");
  HiddenMemory hidden(device);
  device.allocator = &hidden;
  DropIn(device, &hidden, "hidden memory: ");
  Recorded(device, "hidden memory: ");
  if (failures == 0)
    std::printf("all kept\n");
  return failures != 0;
}
