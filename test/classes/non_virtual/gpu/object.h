// Which class the driver uses: the class that vkmorph generated, ready to run.
#pragma once

#include "shared_context.h"
#include "volume_generated.h"

class Object : public Volume_Generated
{
public:
  Object() { InitVulkanObjects(SharedContext<Volume_Generated>()); }
};
