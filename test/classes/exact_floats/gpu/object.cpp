// The class that vkmorph generated from it.
#include "object.h"

#include "shared_context.h"
#include "signal_check_generated.h"

std::unique_ptr<SignalCheck> MakeObject(float start) {
  auto object = std::make_unique<SignalCheck_Generated>(start);
  object->InitVulkanObjects(SharedContext<SignalCheck_Generated>());
  return object;
}
