// The exception of the runtime, and the check of Vulkan results that throws it.
#pragma once

#include <stdexcept>
#include <string>

#include <vulkan/vulkan.h>

namespace vkmorph {

/// Everything that goes wrong at run time. `what()` names the Vulkan call or the generated
/// function, the resource, the limit where there is one, and what to do about it.
class Error : public std::runtime_error {
public:
  explicit Error(const std::string &message, VkResult result = VK_SUCCESS)
      : std::runtime_error(message), m_result(result) {}

  /// The result of the Vulkan call that failed; VK_SUCCESS if no Vulkan call was at fault.
  VkResult Result() const { return m_result; }

private:
  VkResult m_result;
};

/// A vector may get more elements than its buffer has room for: the recorded form makes none.
class RoomError : public Error {
public:
  using Error::Error;
};

/// The name of a result as the Vulkan headers spell it, for messages.
const char *ResultName(VkResult result);

/// Throws an Error unless `result` is VK_SUCCESS. `call` is the Vulkan function, `resource` what it
/// was called for; the remedy follows from the result.
void Check(VkResult result, const char *call, const std::string &resource);

/// What generated classes have instead of a call with host arrays where there can be none: an Error
/// in place of a computation on the CPU that nobody notices.
[[noreturn]] void ThrowNoDropIn(const char *function, const char *reason, const char *remedy);

} // namespace vkmorph
