// The class itself.
#include "object.h"

std::unique_ptr<geo::PointCloud> MakeObject() { return std::make_unique<geo::PointCloud>(); }
