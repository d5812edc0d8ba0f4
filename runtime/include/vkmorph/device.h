// The device that generated classes run on: handles that an engine fills in, or a context made for
// them.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <vulkan/vulkan.h>

#include "vkmorph/memory.h"
#include "vkmorph/requirements.h"

namespace vkmorph {

struct DeviceDescription;

/// The handles a generated class works with. A program that has a device fills this in, and keeps
/// all of it until the objects are gone; others take the one of a Context, which objects keep alive
/// by themselves.
struct DeviceContext {
  VkInstance instance = VK_NULL_HANDLE;
  VkPhysicalDevice physicalDevice = VK_NULL_HANDLE;
  VkDevice device = VK_NULL_HANDLE;
  /// The version that VkApplicationInfo asked for; bounds what is queried and used.
  uint32_t apiVersion = VK_API_VERSION_1_1;

  /// A queue that can compute: drop-in calls and the default copy engine submit to it.
  VkQueue queue = VK_NULL_HANDLE;
  uint32_t queueFamily = 0;
  /// A second compute queue; optional.
  VkQueue secondQueue = VK_NULL_HANDLE;
  uint32_t secondQueueFamily = 0;

  VkPipelineCache pipelineCache = VK_NULL_HANDLE;             ///< optional
  const VkAllocationCallbacks *allocationCallbacks = nullptr; ///< optional
  IAllocator *allocator = nullptr; ///< null: one vkAllocateMemory per buffer

  /// Held while the queue is submitted to. Null: a mutex of the runtime's own, one per queue, which
  /// is enough where nobody but the runtime submits to the queue at the same time.
  std::mutex *queueMutex = nullptr;
  /// What the device was created with, if that is known: then a class that needs more is refused.
  /// Null: only what the physical device supports is checked.
  const Requirements *enabled = nullptr;
  /// VK_EXT_debug_utils is enabled on the instance: objects are named, commands labelled.
  bool debugUtils = false;
  /// What owns the handles: it lives as long as any object that was given them. A Context is such
  /// an owner. Empty: the handles have to outlive the objects, or ReleaseDevice has to be called
  /// before they go.
  std::shared_ptr<const void> owner;
};

/// For programs whose contexts have no owner: frees what objects and copy engines still have on a
/// device that is about to be destroyed. Their functions throw Error that says so from then on; an
/// object may be given another device by InitVulkanObjects. Waits for calls of other threads, which
/// may not be in the midst of InitVulkanObjects; no command buffer that uses the objects may be
/// pending. Throws Error where a drop-in call records commands in this thread.
void ReleaseDevice(VkDevice device);

/// What to make a context like.
struct ContextOptions {
  std::string applicationName = "vkmorph";
  /// Index (0, 1, ...) or part of the name of the device to take; empty: the environment variable
  /// VKMORPH_DEVICE says so, else the best device that meets the requirements.
  std::string device;
  /// The Khronos validation layer with synchronisation validation. The environment variable
  /// VKMORPH_VALIDATION=1 switches it on too.
  bool validation = false;
  /// Where the pipeline cache is read from and written back to; empty: it is not kept.
  std::string pipelineCacheFile;
  /// Replaces the default allocator; not owned.
  IAllocator *allocator = nullptr;
};

/// An instance and a device of its own, for programs that have none. They end with the context and
/// the last object that was given them, in whatever order those go; an allocator of the options has
/// to outlive both. All functions throw Error where the context has been moved from.
class Context {
public:
  Context(const Requirements &needs, const ContextOptions &options);
  ~Context();
  Context(Context &&) noexcept;
  Context &operator=(Context &&) noexcept;

  // What a temporary context gives are copies, which do not end with it: those of its handles keep
  // the device alive.

  /// The handles, for InitVulkanObjects and for the program's own commands.
  const DeviceContext &Device() const &;
  DeviceContext Device() const && { return Device(); }
  operator DeviceContext() const { return Device(); }
  /// The device's name, as its driver gives it.
  const std::string &DeviceName() const &;
  std::string DeviceName() const && { return DeviceName(); }
  /// Its limits and versions.
  const VkPhysicalDeviceProperties &Properties() const &;
  VkPhysicalDeviceProperties Properties() const && { return Properties(); }

  /// Whether the validation layer is on.
  bool Validation() const;
  /// What the validation layer has complained of so far; each was printed on stderr as well.
  std::vector<std::string> ValidationMessages() const;

private:
  friend DeviceDescription DescribePresentDevice(const std::string &device);
  struct Parts;
  const Parts &Open() const;
  std::shared_ptr<Parts> m_parts;
  std::unique_ptr<DeviceContext> m_device; ///< as others get it: it shares the parts
};

/// Makes an instance and a device that has exactly what `needs` names enabled. Throws Error if no
/// device has it; the message says for each device what it lacks.
Context CreateContext(const Requirements &needs = {}, const ContextOptions &options = {});

/// How many validation messages all contexts of this process have had, destroyed ones included:
/// what tests look at after a context is gone, because leaks are reported when the device is
/// destroyed.
uint64_t TotalValidationMessages();

} // namespace vkmorph
