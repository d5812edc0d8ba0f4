// Who has something on which device, so that it can be freed before the device ends.
#include <map>
#include <thread>

#include "internal.h"

namespace vkmorph {

namespace {

struct Entry {
  VkDevice device;
  std::function<bool()> release;
};

/// Registrations come and go while one of them is asked to free everything.
std::recursive_mutex registryMutex;

/// Never destroyed: objects with static storage unregister late.
std::map<const Registration *, Entry> &Registry() {
  static auto &registry = *new std::map<const Registration *, Entry>();
  return registry;
}

/// Frees what one registration stands for; false where there is none left on the device. Nobody who
/// is asked ends meanwhile: that would have to unregister first.
bool ReleaseOne(VkDevice device) {
  const std::lock_guard<std::recursive_mutex> lock(registryMutex);
  bool isAny = false;
  for (const auto &[registration, entry] : Registry()) {
    if (entry.device != device)
      continue;
    isAny = true;
    const std::function<bool()> release = entry.release; // the entry goes with what it frees
    if (release())
      break;
  }
  return isAny;
}

} // namespace

Registration::Registration(VkDevice device, std::function<bool()> release) {
  const std::lock_guard<std::recursive_mutex> lock(registryMutex);
  Registry()[this] = {device, std::move(release)};
}

Registration::~Registration() {
  const std::lock_guard<std::recursive_mutex> lock(registryMutex);
  Registry().erase(this);
}

void ReleaseDevice(VkDevice device) {
  while (ReleaseOne(device))
    std::this_thread::yield();
}

} // namespace vkmorph
