// The class that vkmorph generated from it.
#include "object.h"

#include "quadrature_generated.h"
#include "shared_context.h"

std::unique_ptr<quadrature> MakeObject() {
  auto object = std::make_unique<quadrature_Generated>();
  object->InitVulkanObjects(SharedContext<quadrature_Generated>());
  return object;
}
