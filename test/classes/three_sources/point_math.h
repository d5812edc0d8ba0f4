// Points, and what can be done with them.
#pragma once

namespace geo {

struct Point {
  float x = 0.0f;
  float y = 0.0f;
};

enum CloudRegion { OutsideRegion = 0, CoreRegion = 1, RingRegion = 2, AxisRegion = 4 };

/// The square of the distance from the origin.
float squaredLength(const Point &p);

float length(const Point &p);

/// Which region around the origin `p` is in. The core is half as wide as `radius`.
CloudRegion regionOf(const Point &p, float radius);

} // namespace geo
