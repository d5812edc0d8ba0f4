// The class that vkmorph generated from it.
#include "object.h"

#include "level_meter_generated.h"
#include "shared_context.h"

using audio::meters::LevelMeter_Generated;

std::unique_ptr<audio::meters::LevelMeter> MakeObject() {
  auto object = std::make_unique<LevelMeter_Generated>();
  object->InitVulkanObjects(SharedContext<LevelMeter_Generated>());
  return object;
}
