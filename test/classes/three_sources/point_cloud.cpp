// What a user of geo::PointCloud calls.
#include "point_cloud.h"

namespace geo {

PointCloud::~PointCloud() = default;

void PointCloud::analyse(const Point *points, uint32_t count) { kernel1D_bounds(points, count); }

void PointCloud::normalise(const Point *points, Point *normalised, uint32_t count) {
  kernel1D_bounds(points, count);
  kernel1D_normalise(points, normalised, count);
}

uint32_t PointCloud::classify(const Point *points, int *regions, uint32_t count, float radius) {
  kernel1D_classify(points, regions, count, radius);
  return m_core;
}

} // namespace geo
