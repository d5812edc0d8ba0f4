// Validation messages: counted, kept, and shown on stderr.
#include "validation.h"

#include <atomic>
#include <cstdio>

#include "vkmorph/device.h"

namespace vkmorph {

static std::atomic<uint64_t> totalMessages{0};

uint64_t TotalValidationMessages() { return totalMessages; }

std::vector<std::string> ValidationLog::Messages() const {
  const std::lock_guard<std::mutex> lock(m_mutex);
  return m_messages;
}

VkDebugUtilsMessengerCreateInfoEXT ValidationLog::MessengerInfo() {
  VkDebugUtilsMessengerCreateInfoEXT info = {};
  info.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
  info.messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                         VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  info.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;
  info.pfnUserCallback = OnMessage;
  info.pUserData = this;
  return info;
}

VkBool32 ValidationLog::OnMessage(VkDebugUtilsMessageSeverityFlagBitsEXT,
                                  VkDebugUtilsMessageTypeFlagsEXT,
                                  const VkDebugUtilsMessengerCallbackDataEXT *data, void *log) {
  totalMessages++;
  std::fprintf(stderr, "vkmorph: validation: %s\n", data->pMessage);
  auto &self = *static_cast<ValidationLog *>(log);
  const std::lock_guard<std::mutex> lock(self.m_mutex);
  self.m_messages.emplace_back(data->pMessage);
  return VK_FALSE;
}

} // namespace vkmorph
