// The class that vkmorph generated from it.
#include "object.h"

#include "shared_context.h"
#include "tracks_generated.h"

std::unique_ptr<TrackFinder> MakeObject()
{
    auto object = std::make_unique<TrackFinder_Generated>();
    object->InitVulkanObjects(SharedContext<TrackFinder_Generated>());
    return object;
}
