// Validation messages: counted, kept, and shown on stderr.
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include <vulkan/vulkan.h>

namespace vkmorph {

/// What the validation layer has said to one instance.
class ValidationLog {
public:
  std::vector<std::string> Messages() const;

  /// What the messenger is created with, also for the time in which the instance is made and
  /// destroyed.
  VkDebugUtilsMessengerCreateInfoEXT MessengerInfo();

private:
  static VKAPI_ATTR VkBool32 VKAPI_CALL OnMessage(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                                  VkDebugUtilsMessageTypeFlagsEXT types,
                                                  const VkDebugUtilsMessengerCallbackDataEXT *data,
                                                  void *log);

  mutable std::mutex m_mutex;
  std::vector<std::string> m_messages;
};

} // namespace vkmorph
