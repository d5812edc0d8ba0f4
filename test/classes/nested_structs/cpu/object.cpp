// The class itself.
#include "object.h"

std::unique_ptr<TrackFinder> MakeObject()
{
    return std::make_unique<TrackFinder>();
}
