// A cloud of 2D points: where it is, how big it is, and the same cloud moved into the unit square.
#pragma once

#include "point_math.h"

#include <cstdint>

namespace geo {

class PointCloud {
public:
  virtual ~PointCloud();

  /// Finds the bounding box, the centre of mass and the mean distance from the origin.
  virtual void analyse(const Point *points, uint32_t count);

  /// Writes each point moved and scaled so that the bounding box of all fills [-1, 1] on its longer
  /// side and has its middle at the origin.
  virtual void normalise(const Point *points, Point *normalised, uint32_t count);

  /// Writes the code of the region that each point is in, and returns how many are in the core.
  virtual uint32_t classify(const Point *points, int *regions, uint32_t count, float radius);

  Point lower() const { return m_lower; }
  Point upper() const { return m_upper; }
  Point centre() const { return m_centre; }
  float width() const { return m_upper.x - m_lower.x; }
  float height() const { return m_upper.y - m_lower.y; }
  float meanDistance() const { return m_meanDistance; }
  float scale() const { return m_scale; }
  int regionSum() const { return m_regionSum; }
  uint32_t analyses() const { return m_analyses; }

protected:
  // point_cloud_kernels.cpp
  void kernel1D_bounds(const Point *points, uint32_t count);
  void kernel1D_normalise(const Point *points, Point *normalised, uint32_t count);
  void kernel1D_classify(const Point *points, int *regions, uint32_t count, float radius);

  // point_cloud_math.cpp
  Point toUnitSquare(Point p) const;

private:
  Point m_lower;
  Point m_upper;
  Point m_centre;
  float m_sumX = 0.0f;
  float m_sumY = 0.0f;
  float m_sumDistance = 0.0f;
  float m_meanDistance = 0.0f;
  float m_scale = 1.0f;
  uint32_t m_core = 0;
  int m_regionSum = 0;
  uint32_t m_analyses = 0;
};

} // namespace geo
