// The class that vkmorph generated from it.
#include "object.h"

#include "bouncing_balls_generated.h"
#include "shared_context.h"

std::unique_ptr<BouncingBalls> MakeObject(int shelf_count) {
  auto object = std::make_unique<BouncingBalls_Generated>(shelf_count);
  object->InitVulkanObjects(SharedContext<BouncingBalls_Generated>());
  return object;
}

std::unique_ptr<BouncingBalls> MakeObject(float dt, float gravity, float restitution,
                                          int shelf_count) {
  auto object = std::make_unique<BouncingBalls_Generated>(dt, gravity, restitution, shelf_count);
  object->InitVulkanObjects(SharedContext<BouncingBalls_Generated>());
  return object;
}
