// How the driver gets its objects.
#pragma once

#include "tracks.h"

#include <memory>

std::unique_ptr<TrackFinder> MakeObject();
