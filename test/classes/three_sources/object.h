// How the driver gets its objects.
#pragma once

#include "point_cloud.h"

#include <memory>

std::unique_ptr<geo::PointCloud> MakeObject();
