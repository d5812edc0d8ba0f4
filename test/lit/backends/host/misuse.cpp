// What the recorded form needs is checked when commands are recorded: what is on the device, how large buffers are.
// REQUIRES: vulkan-device, validation-layer
// UNSUPPORTED: sanitizers
// RUN: rm -rf %t && mkdir %t
// RUN: vkmorph %S/Inputs/misused.h -o %t/out -- -std=c++17
// RUN: FileCheck %s --check-prefix=SOURCE --input-file=%t/out/misused_generated.cpp
// RUN: %cxx -std=c++17 -Wall -Wextra -Werror -I%t/out -I%S/Inputs -I%src_root/runtime/include %s %t/out/misused_generated.cpp %obj_root/lib/libvkmorph_runtime.a -lvulkan -pthread -o %t/program
// RUN: %t/program 2>&1 | FileCheck %s

// SOURCE-LABEL: void Misused_Generated::FilterCmd(VkCommandBuffer cmd, int n) {
// SOURCE-NEXT: const vkmorph::Label label(m_vulkan, cmd, "Filter");
// SOURCE: // Needs m_gain, m_taps.size().
// SOURCE-NEXT: m_vulkan.UseMembers("FilterCmd", {{[{][{]}}0, 4}, {8, 4}}, {});
// SOURCE-NEXT: m_vulkan.UseVectors("FilterCmd", {"m_taps"});
// SOURCE-NEXT: m_vulkan.CheckRange("FilterCmd", "in", m_filterSets[0], 0,
// SOURCE-NEXT: uint32_t((this->*kTaps).size()) > 0u ? std::max<int>(n, 0) : 0,
// SOURCE-NEXT: sizeof(float));
// SOURCE-NEXT: m_vulkan.CheckRange("FilterCmd", "out", m_filterSets[0], 1, std::max<int>(n, 0), sizeof(float));
// SOURCE-LABEL: void Misused_Generated::TotalCmd(VkCommandBuffer cmd, int n) {
// SOURCE: // Writes m_sum.
// SOURCE-NEXT: m_vulkan.UseMembers("TotalCmd", {}, {{[{][{]}}
// A branch that is not taken needs no buffer.
// SOURCE-LABEL: void Misused_Generated::ChooseCmd(
// SOURCE-NEXT: Label
// SOURCE-NOT: "a"
// SOURCE: m_vulkan.BindSet(
// SOURCE-LABEL: void Misused_Generated::ForgetBuffer(VkBuffer buffer) {
// SOURCE-NEXT: m_vulkan.ForgetBuffer(buffer, m_filterSets, m_totalSets, m_chooseSets, m_doubleSets);
#include "misused_generated.h"

#include <cstdio>
#include <functional>
#include <memory>
#include <thread>

/// What a program with a device of its own has.
struct Engine {
  explicit Engine(const vkmorph::DeviceContext &context) : device(context) {
    VkCommandPoolCreateInfo poolInfo = {};
    poolInfo.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
    poolInfo.queueFamilyIndex = device.queueFamily;
    poolInfo.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
    vkmorph::Check(vkCreateCommandPool(device.device, &poolInfo, nullptr, &pool), "pool", "a test");
    VkCommandBufferAllocateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
    info.commandPool = pool;
    info.commandBufferCount = 1;
    vkmorph::Check(vkAllocateCommandBuffers(device.device, &info, &cmd), "commands", "a test");
  }
  ~Engine() { vkDestroyCommandPool(device.device, pool, nullptr); }

  void Record(const std::function<void(VkCommandBuffer)> &record) {
    VkCommandBufferBeginInfo begin = {};
    begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
    vkmorph::Check(vkBeginCommandBuffer(cmd, &begin), "vkBeginCommandBuffer", "a test");
    try {
      record(cmd);
    } catch (...) {
      vkEndCommandBuffer(cmd);
      throw;
    }
    vkmorph::Check(vkEndCommandBuffer(cmd), "vkEndCommandBuffer", "a test");
  }
  void Submit() {
    VkSubmitInfo submit = {};
    submit.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
    submit.commandBufferCount = 1;
    submit.pCommandBuffers = &cmd;
    vkmorph::Check(vkQueueSubmit(device.queue, 1, &submit, nullptr), "vkQueueSubmit", "a test");
    vkmorph::Check(vkQueueWaitIdle(device.queue), "vkQueueWaitIdle", "a test");
  }

  const vkmorph::DeviceContext device;
  VkCommandPool pool = VK_NULL_HANDLE;
  VkCommandBuffer cmd = VK_NULL_HANDLE;
};

struct Buffer {
  Buffer(const vkmorph::DeviceContext &context, VkDeviceSize bytes) : device(context.device) {
    VkBufferCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
    info.size = bytes;
    info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                 VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    vkmorph::Check(vkCreateBuffer(device, &info, nullptr, &buffer), "vkCreateBuffer", "a test");
    VkMemoryRequirements needs = {};
    vkGetBufferMemoryRequirements(device, buffer, &needs);
    VkMemoryAllocateInfo allocation = {};
    allocation.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
    allocation.allocationSize = needs.size;
    while ((needs.memoryTypeBits >> allocation.memoryTypeIndex & 1) == 0)
      ++allocation.memoryTypeIndex;
    vkmorph::Check(vkAllocateMemory(device, &allocation, nullptr, &memory), "memory", "a test");
    vkmorph::Check(vkBindBufferMemory(device, buffer, memory, 0), "bind", "a test");
  }
  ~Buffer() {
    vkDestroyBuffer(device, buffer, nullptr);
    vkFreeMemory(device, memory, nullptr);
  }
  VkDevice device;
  VkBuffer buffer = VK_NULL_HANDLE;
  VkDeviceMemory memory = VK_NULL_HANDLE;
};

static void Try(const char *what, const std::function<void()> &act) {
  try {
    act();
    std::printf("%s: done\n", what);
  } catch (const vkmorph::Error &error) {
    std::printf("%s: %s\n", what, error.what());
  }
}

int main() {
  vkmorph::ContextOptions options;
  options.validation = true;
  auto context = std::make_unique<vkmorph::Context>(
      vkmorph::CreateContext(Misused_Generated::RequiredFeatures(), options));
  Misused_Generated object;
  float numbers[4] = {1, 2, 3, 4};
  // CHECK: not made: Misused_Generated::Filter: InitVulkanObjects has to be called first
  Try("not made", [&] { object.Filter(numbers, numbers, 4); });
  object.InitVulkanObjects(*context);
  vkmorph::CopyEngine copy(*context);
  {
    Engine engine(*context);
    Buffer in(*context, 4096), out(*context, 4096), small(*context, 16);
    copy.UpdateBuffer(in.buffer, 0, numbers, sizeof(numbers));
    auto filter = [&](VkCommandBuffer cmd) { object.FilterCmd(cmd, 4); };
    auto record = [&] { engine.Record(filter); };

    // CHECK-NEXT: not bound: Misused_Generated::SetInOutFor_Total has to be called before the commands are recorded
    Try("not bound", [&] { engine.Record([&](VkCommandBuffer cmd) { object.TotalCmd(cmd, 4); }); });
    object.SetInOutFor_Filter(in.buffer, out.buffer);
    // CHECK-NEXT: not uploaded: Misused_Generated::FilterCmd: 'm_gain' is not on the device yet, and the commands need it: call UpdateAll first, and again whenever the host has changed members
    Try("not uploaded", record);
    object.UpdateAll(copy);
    // CHECK-NEXT: uploaded: done
    Try("uploaded", record);
    object.SetTaps({1, 1, 1});
    // CHECK-NEXT: resized: Misused_Generated::FilterCmd: vector 'm_taps' has 3 elements, but 2 on the device: call UpdateAll after its size has changed
    Try("resized", record);
    object.UpdateAll(copy);
    // CHECK-NEXT: resized and uploaded: done
    Try("resized and uploaded", record);
    engine.Submit();
    float result[4] = {};
    copy.ReadBuffer(out.buffer, 0, result, sizeof(result));
    // CHECK-NEXT: 6 12 18 24
    std::printf("%g %g %g %g\n", result[0], result[1], result[2], result[3]);

    // CHECK-NEXT: no commands: Misused_Generated::Filter: the command buffer is VK_NULL_HANDLE: pass one that is being recorded
    Try("no commands", [&] { filter(VK_NULL_HANDLE); });
    object.SetInOutFor_Filter(in.buffer, 0, 4096, out.buffer, 0, 1024);
    // CHECK-NEXT: too small: Misused_Generated::FilterCmd: 'out' needs 257 elements of 4 bytes, but what is bound has 1024 bytes: bind a larger buffer
    Try("too small", [&] { engine.Record([&](VkCommandBuffer cmd) { object.FilterCmd(cmd, 257); }); });
    object.SetInOutFor_Filter(in.buffer, small.buffer);
    // CHECK-NEXT: too small as a whole: Misused_Generated::FilterCmd: 'out' needs 1024 elements of 4 bytes, but what is bound has at most {{[0-9]+}} bytes: bind a larger buffer
    Try("too small as a whole", [&] { engine.Record([&](VkCommandBuffer cmd) { object.FilterCmd(cmd, 1024); }); });
    object.SetInOutFor_Choose(small.buffer, out.buffer);
    // CHECK-NEXT: not used: done
    Try("not used", [&] { engine.Record([&](VkCommandBuffer cmd) { object.ChooseCmd(cmd, 1024, false); }); });
    // CHECK-NEXT: twice the same: Misused_Generated::SetInOutFor_Filter: 'in' and 'out' are the same, and kernels write there: bind distinct arrays
    Try("twice the same", [&] { object.SetInOutFor_Filter(in.buffer, in.buffer); });
    object.SetInOutFor_Filter(in.buffer, out.buffer);
    object.ForgetBuffer(in.buffer);
    // CHECK-NEXT: forgotten: Misused_Generated::SetInOutFor_Filter has to be called before the commands are recorded
    Try("forgotten", record);
    // CHECK-NEXT: no name: Misused_Generated::UpdateMember was given no name: pass the name of a member
    Try("no name", [&] { object.UpdateMember(copy, nullptr); });
    for (const Buffer *buffer : {&in, &out, &small})
      object.ForgetBuffer(buffer->buffer);
  }

  // What is not on the device stays what it is.
  Misused_Generated fresh;
  fresh.InitVulkanObjects(*context);
  fresh.ReadAll(copy);
  // CHECK-NEXT: 5
  std::printf("%g\n", fresh.Sum());
  // CHECK-NEXT: read: Misused_Generated::ReadMember: 'm_sum' has never been on the device: call UpdateAll before the commands that compute it
  Try("read", [&] { fresh.ReadMember(copy, "m_sum"); });
  fresh.SetResident(true);
  // CHECK-NEXT: resident: Misused_Generated::FilterCmd: 'm_gain' is not on the device yet
  Try("resident", [&] {
    float out[4] = {};
    fresh.Filter(numbers, out, 4);
  });
  fresh.UpdateAll(copy);
  fresh.SetResident(false);

  // Objects keep their device; const ones, through references, take turns between threads.
  context.reset();
  const Misused_Generated &view = object;
  std::thread threads[4];
  int wrong[4] = {};
  for (int t = 0; t < 4; ++t)
    threads[t] = std::thread([&, t] {
      for (int round = 0; round < 10; ++round) {
        float own[3] = {float(t), 1, 2};
        view.Double(own, 3);
        wrong[t] += own[0] != 2.0f * float(t) || own[2] != 4.0f;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  // CHECK-NEXT: wrong: 0 0 0 0
  std::printf("wrong: %d %d %d %d\n", wrong[0], wrong[1], wrong[2], wrong[3]);
  // CHECK-NEXT: after the context: done
  Try("after the context", [&] {
    object.Total(numbers, 4);
    fresh.Total(numbers, 3);
  });
  // CHECK-NEXT: 10 6
  std::printf("%g %g\n", object.Sum(), fresh.Sum());
  // CHECK-NEXT: messages: 0
  std::printf("messages: %d\n", int(vkmorph::TotalValidationMessages()));
}
