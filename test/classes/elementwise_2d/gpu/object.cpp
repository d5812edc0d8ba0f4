// The class that vkmorph generated from it.
#include "object.h"

#include "retouch_generated.h"
#include "shared_context.h"

std::unique_ptr<imaging::Retouch> MakeObject() {
  auto object = std::make_unique<imaging::Retouch_Generated>();
  object->InitVulkanObjects(SharedContext<imaging::Retouch_Generated>());
  return object;
}
