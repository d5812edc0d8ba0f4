// The loops of geo::PointCloud.
#include "point_cloud.h"

#include <algorithm>
#include <limits>

namespace geo {

namespace {

constexpr float Huge = std::numeric_limits<float>::max();

// What a point in this region counts for.
int weight(int region) { return region == CoreRegion ? 3 : 1; }

} // namespace

void PointCloud::kernel1D_bounds(const Point *points, uint32_t count) {
  m_lower.x = Huge;
  m_lower.y = Huge;
  m_upper.x = -Huge;
  m_upper.y = -Huge;
  m_sumX = 0.0f;
  m_sumY = 0.0f;
  m_sumDistance = 0.0f;

  for (uint32_t i = 0; i < count; i++) {
    const Point p = points[i];
    m_lower.x = std::min(m_lower.x, p.x);
    m_lower.y = std::min(m_lower.y, p.y);
    m_upper.x = std::max(m_upper.x, p.x);
    m_upper.y = std::max(m_upper.y, p.y);
    m_sumX += p.x;
    m_sumY += p.y;
    m_sumDistance += length(p);
  }

  m_analyses++;
  m_scale = 1.0f;
  if (count > 0) {
    const float inverse = 1.0f / float(count);
    m_centre.x = m_sumX * inverse;
    m_centre.y = m_sumY * inverse;
    m_meanDistance = m_sumDistance * inverse;
    const float longer = std::max(width(), height());
    if (longer > 0.0f)
      m_scale = 2.0f / longer;
  } else {
    m_lower = Point();
    m_upper = Point();
    m_centre = Point();
    m_meanDistance = 0.0f;
  }
}

void PointCloud::kernel1D_normalise(const Point *points, Point *normalised, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    normalised[i] = toUnitSquare(points[i]);
}

void PointCloud::kernel1D_classify(const Point *points, int *regions, uint32_t count,
                                   float radius) {
  m_core = 0;
  m_regionSum = 0;
  for (uint32_t i = 0; i < count; i++) {
    const int region = regionOf(points[i], radius);
    regions[i] = region;
    if (region & CoreRegion)
      m_core++;
    m_regionSum += region * weight(region);
  }
}

} // namespace geo
