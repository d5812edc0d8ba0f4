// Of a full vector the first elements stay, in order; the others are counted.
#include "full_vectors_generated.h"

#include <algorithm>
#include <cstdio>

#include <vkmorph/runtime.h>

static int failures = 0;

static void Expect(bool holds, const char *what) {
  if (holds)
    return;
  std::printf("not so: %s\n", what);
  failures++;
}

using Kept = std::vector<Keeper::Kept>;

static bool BeginsWith(const Kept &all, const Kept &first) {
  return first.size() <= all.size() && std::equal(first.begin(), first.end(), all.begin(), [](const auto &s, const auto &t) {
           return s.number == t.number && s.mark == t.mark;
         });
}

static void DropIn(const vkmorph::DeviceContext &device) {
  Keeper cpu;
  Keeper_Generated gpu;
  gpu.InitVulkanObjects(device);
  for (int n : {10, 1000, 1, 0, 3000}) {
    cpu.Keep(n, n);
    gpu.Keep(n, n);
    Expect(cpu.kept.size() == gpu.kept.size() && BeginsWith(cpu.kept, gpu.kept), "all in order, behind what was there");
    Expect(gpu.LostElements("kept") == 0, "none is lost");
  }
  cpu.kept.clear();
  cpu.Spread(2000);
  gpu.kept = Kept();
  gpu.kept.reserve(1111);
  const size_t room = gpu.kept.capacity();
  gpu.Spread(2000);
  Expect(gpu.kept.size() == room && BeginsWith(cpu.kept, gpu.kept), "the first ones are kept");
  Expect(gpu.LostElements("kept") == cpu.kept.size() - room, "the others are counted");
}

static void Recorded(const vkmorph::DeviceContext &device) {
  Keeper cpu;
  cpu.kept.assign(7, {-1, 'z'});
  Keeper_Generated gpu;
  gpu.InitVulkanObjects(device);
  gpu.kept.reserve(2000);
  gpu.kept = cpu.kept;
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
  gpu.KeepCmd(cmd, 3, 20);
  gpu.KeepCmd(cmd, 0, 400);
  gpu.SumCmd(cmd);
  vkEndCommandBuffer(cmd);
  VkSubmitInfo submit = {VK_STRUCTURE_TYPE_SUBMIT_INFO, nullptr, 0, nullptr, nullptr, 1, &cmd, 0, nullptr};
  for (int run = 0; run < 2; run++) {
    vkQueueSubmit(device.queue, 1, &submit, VK_NULL_HANDLE);
    vkQueueWaitIdle(device.queue);
    cpu.Keep(3, 20);
    cpu.Keep(0, 400);
  }
  gpu.ReadAll(copy);
  Expect(gpu.kept.size() == 2000 && BeginsWith(cpu.kept, gpu.kept), "a full vector has the first elements");
  Expect(gpu.LostElements("kept") == cpu.kept.size() - 2000, "the lost ones are counted");
  cpu.kept.resize(2000);
  Expect(cpu.Sum() == gpu.total, "kernels see what is kept");
  vkDestroyCommandPool(device.device, pool, nullptr);
}

int main() {
  const vkmorph::Context context = vkmorph::CreateContext(Keeper_Generated::RequiredFeatures());
  DropIn(context);
  Recorded(context);
  if (failures == 0)
    std::printf("all kept\n");
  return failures != 0;
}
