// What measuring on a GPU takes: buffers, and the time of recorded commands between two timestamps.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "vkmorph/runtime.h"

namespace bench {

/// A storage buffer in device memory.
class Buffer {
public:
  Buffer(const vkmorph::DeviceContext &device, size_t bytes);
  ~Buffer();
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;

  VkBuffer Handle() const { return m_buffer; }

private:
  VkDevice m_device;
  VkBuffer m_buffer = VK_NULL_HANDLE;
  VkDeviceMemory m_memory = VK_NULL_HANDLE;
};

/// Medians, in milliseconds.
struct Times {
  double device; ///< between a timestamp after a full barrier and one after the commands
  double wait;   ///< from the submission until the host knows that it is done
};

/// Times what callbacks record.
class Timer {
public:
  Timer(const vkmorph::DeviceContext &device, float timestampPeriod);
  ~Timer();
  Timer(const Timer &) = delete;
  Timer &operator=(const Timer &) = delete;

  /// Of `runs` submissions. Those of the first 1.5 s do not count.
  Times Measure(int runs, const std::function<void(VkCommandBuffer)> &record);

private:
  vkmorph::DeviceContext m_device;
  double m_period; ///< nanoseconds per tick
  VkCommandPool m_pool = VK_NULL_HANDLE;
  VkQueryPool m_queries = VK_NULL_HANDLE;
};

} // namespace bench
