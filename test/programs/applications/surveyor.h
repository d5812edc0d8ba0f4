#pragma once

#include <array>
#include <limits>
#include <utility>

// Points and polygons in the plane.
template <class Real> struct Point2 {
  Real x{}, y{};
  constexpr Point2 operator-(const Point2 &o) const { return Point2{x - o.x, y - o.y}; }
  constexpr Real cross(const Point2 &o) const { return x * o.y - y * o.x; }
};

using Point = Point2<double>;

struct Box {
  Point lo, hi;
  double width() const { return hi.x - lo.x; }
  double height() const { return hi.y - lo.y; }
};

class Surveyor {
public:
  Surveyor() = default;
  virtual ~Surveyor() = default;

  virtual Box bounds(const Point *points, unsigned n);
  virtual double area(const Point *corners, unsigned n);
  virtual void locate(const Point *points, const Point *corners, int *sides, unsigned n, unsigned m);
  virtual void simplify(Point *points, unsigned n, double tolerance);
  virtual void medians(const double *heights, double *smooth, int w, int h);

  virtual void kernel1D_bounds(const Point *points, unsigned n);
  virtual void kernel1D_area(const Point *corners, unsigned n);
  virtual void kernel1D_locate(const Point *points, const Point *corners, int *sides, unsigned n, unsigned m);
  virtual void kernel1D_simplify(Point *points, unsigned n, double tolerance);
  virtual void kernel2D_medians(const double *heights, double *smooth, int w, int h);

protected:
  enum Side { Outside = -1, On = 0, Inside = 1 };
  Side side(const Point *corners, unsigned m, Point p) const;
  static std::pair<double, double> project(Point p, double angle);

  Box m_box;
  double m_twice_area = 0.0;
  std::array<double, 2> m_angles = {0.25, 0.5};
};
