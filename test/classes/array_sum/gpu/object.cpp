// The class that vkmorph generated from it.
#include "object.h"

#include "numbers_generated.h"
#include "shared_context.h"

std::unique_ptr<linalg::Numbers> MakeObject() {
  auto object = std::make_unique<linalg::Numbers_Generated>();
  object->InitVulkanObjects(SharedContext<linalg::Numbers_Generated>());
  return object;
}
