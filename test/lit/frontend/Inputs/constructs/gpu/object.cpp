// The class that vkmorph generated from it.
#include "object.h"
#include "constructs_generated.h"
#include "shared_context.h"
using cons::Constructs_Generated;
std::unique_ptr<cons::Constructs> MakeObject() {
  auto object = std::make_unique<Constructs_Generated>();
  object->InitVulkanObjects(SharedContext<Constructs_Generated>());
  return object;
}
