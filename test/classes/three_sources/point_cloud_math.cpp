// The arithmetic of points.
#include "point_cloud.h"

#include <cmath>

namespace geo {

// How much longer the axes' arms are than the ring's radius, by quadrant.
static int weight(int quadrant) { return quadrant == 0 ? 2 : 4; }

static int quadrantOf(const Point &p) {
  if (p.x >= 0.0f)
    return p.y >= 0.0f ? 0 : 3;
  return p.y >= 0.0f ? 1 : 2;
}

float squaredLength(const Point &p) { return p.x * p.x + p.y * p.y; }

float length(const Point &p) { return std::sqrt(squaredLength(p)); }

CloudRegion regionOf(const Point &p, float radius) {
  const float d2 = squaredLength(p);
  if (4.0f * d2 <= radius * radius)
    return CoreRegion;
  if (d2 <= radius * radius)
    return RingRegion;
  const float arm = radius * float(weight(quadrantOf(p)));
  if (d2 <= arm * arm && (std::fabs(p.x) < 0.5f || std::fabs(p.y) < 0.5f))
    return AxisRegion;
  return OutsideRegion;
}

Point PointCloud::toUnitSquare(Point p) const {
  Point moved;
  moved.x = (p.x - 0.5f * (m_lower.x + m_upper.x)) * m_scale;
  moved.y = (p.y - 0.5f * (m_lower.y + m_upper.y)) * m_scale;
  return moved;
}

} // namespace geo
