// The class that vkmorph generated from it.
#include "object.h"

#include "point_cloud_generated.h"
#include "shared_context.h"

std::unique_ptr<geo::PointCloud> MakeObject() {
  auto object = std::make_unique<geo::PointCloud_Generated>();
  object->InitVulkanObjects(SharedContext<geo::PointCloud_Generated>());
  return object;
}
