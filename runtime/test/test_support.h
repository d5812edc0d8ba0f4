// What the runtime's tests share: a validated context, buffers that a caller owns, an allocator
// that watches.
#pragma once

#include <functional>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include <vkmorph/runtime.h>

namespace vkmorph::test {

/// Everything that the tests' classes need.
Requirements TestRequirements();
/// One context with validation for all tests; made at first use, destroyed by CloseContext.
const Context &ValidatedContext();
void CloseContext();

/// A test that fails when the validation layer says anything, the destruction of its objects
/// included.
class ValidatedTest : public ::testing::Test {
protected:
  void SetUp() override {
    ValidatedContext(); // before threads ask for it
    m_before = TotalValidationMessages();
  }
  void TearDown() override { EXPECT_EQ(TotalValidationMessages(), m_before); }

private:
  uint64_t m_before = 0;
};

/// Host-visible memory, seen or hidden: what MemoryUse::Device gets is reported as unmapped if
/// `hideDevice`, as on a GPU whose memory the host does not reach. Counts what is allocated.
class WatchedAllocator final : public IAllocator {
public:
  WatchedAllocator(const DeviceContext &device, bool hideDevice)
      : m_device(device), m_hideDevice(hideDevice) {}
  ~WatchedAllocator() override { EXPECT_EQ(live, 0); }
  Allocation Allocate(const VkMemoryRequirements &needs, MemoryUse use, const char *name) override;
  void Free(const Allocation &allocation) noexcept override;

  int allocations = 0;
  int live = 0;
  VkDeviceSize largest = 0; ///< of what was asked for, in bytes
  bool failNext = false;    ///< the next request throws VK_ERROR_OUT_OF_DEVICE_MEMORY

private:
  const DeviceContext m_device;
  const bool m_hideDevice;
};

/// A buffer that the caller of the recorded form owns.
class CallerBuffer {
public:
  CallerBuffer(const DeviceContext &device, VkDeviceSize bytes);
  ~CallerBuffer();
  CallerBuffer(const CallerBuffer &) = delete;
  CallerBuffer &operator=(const CallerBuffer &) = delete;

  template <class T> void Write(const std::vector<T> &values, VkDeviceSize offset = 0) {
    CopyEngine(m_device).UpdateBuffer(buffer, offset, values.data(), values.size() * sizeof(T));
  }
  template <class T> std::vector<T> Read(size_t count, VkDeviceSize offset = 0) {
    std::vector<T> values(count);
    CopyEngine(m_device).ReadBuffer(buffer, offset, values.data(), count * sizeof(T));
    return values;
  }

  VkBuffer buffer = VK_NULL_HANDLE;

private:
  const DeviceContext m_device;
  VkDeviceMemory m_memory = VK_NULL_HANDLE;
};

/// A command buffer that can be submitted more than once.
class CallerCommands {
public:
  CallerCommands(const DeviceContext &device, const std::function<void(VkCommandBuffer)> &record);
  ~CallerCommands();
  CallerCommands(const CallerCommands &) = delete;
  CallerCommands &operator=(const CallerCommands &) = delete;
  /// Submits `times` times, and waits once.
  void Run(int times = 1);

private:
  explicit CallerCommands(const DeviceContext &device);

  const DeviceContext m_device;
  VkCommandPool m_pool = VK_NULL_HANDLE;
  VkCommandBuffer m_cmd = VK_NULL_HANDLE;
};

/// How often this thread has taken something from the heap.
int HeapAllocations();

/// How many batches have been submitted to queues.
int Submissions();

/// Runs `action`, which has to throw an Error; returns what it says.
std::string ErrorOf(const std::function<void()> &action);

/// Expects `text` to contain all of `parts`.
void ExpectMentions(const std::string &text, const std::vector<std::string> &parts);

} // namespace vkmorph::test
