// Origin: written by a newcomer from README.md and docs/Language.md alone.
// Geometry: templates of structs, doubles, a struct as result, polygons that close, medians by sorting with a function of swaps.
// RUN: %check %s --class Surveyor --size locate.n=0,5,70 --size locate.m=0,3,9 --size locate.corners=9 -- -std=c++17
#include "surveyor.h"

#include <algorithm>
#include <cmath>

using std::max;
using std::min;

void Surveyor::kernel1D_bounds(const Point *points, unsigned n) {
  const double inf = std::numeric_limits<double>::infinity();
  m_box = {{inf, inf}, {-inf, -inf}};
  for (unsigned i = 0; i < n; ++i) {
    const Point &p = points[i];
    m_box.lo.x = min(m_box.lo.x, p.x);
    m_box.lo.y = min(m_box.lo.y, p.y);
    m_box.hi.x = max(m_box.hi.x, p.x);
    m_box.hi.y = max(m_box.hi.y, p.y);
  }
}

void Surveyor::kernel1D_area(const Point *corners, unsigned n) {
  m_twice_area = 0;
  for (unsigned i = 0; i < n; ++i) {
    const unsigned next = i + 1 == n ? 0 : i + 1;
    m_twice_area += corners[i].cross(corners[next]);
  }
}

Surveyor::Side Surveyor::side(const Point *corners, unsigned m, Point p) const {
  bool in = false;
  for (unsigned i = 0, j = m - 1; i < m; j = i++) {
    const Point &a = corners[i], &b = corners[j];
    const double turn = (b - a).cross(p - a);
    if (turn == 0.0 && min(a.x, b.x) <= p.x && p.x <= max(a.x, b.x) && min(a.y, b.y) <= p.y && p.y <= max(a.y, b.y))
      return On;
    if ((a.y > p.y) != (b.y > p.y)) {
      if ((turn > 0.0) == (b.y > a.y))
        in = !in;
    }
  }
  return in ? Inside : Outside;
}

void Surveyor::kernel1D_locate(const Point *points, const Point *corners, int *sides, unsigned n, unsigned m) {
  for (unsigned i = 0; i < n; ++i)
    sides[i] = side(corners, m, points[i]);
}

std::pair<double, double> Surveyor::project(Point p, double angle) {
  return {p.x * std::cos(angle) + p.y * std::sin(angle), p.y * std::cos(angle) - p.x * std::sin(angle)};
}

void Surveyor::kernel1D_simplify(Point *points, unsigned n, double tolerance) {
  for (unsigned i = 0; i < n; ++i) {
    double best = 1e300;
    for (double angle : m_angles) {
      auto [along, across] = project(points[i], angle);
      best = min(best, std::fabs(across) + 0.5 * std::abs(along));
    }
    if (best < tolerance)
      points[i] = Point();
    else
      points[i].x = std::round(points[i].x * 4.0) / 4.0;
  }
}

namespace {
void order(double &a, double &b) {
  if (b < a)
    std::swap(a, b);
}
} // namespace

void Surveyor::kernel2D_medians(const double *heights, double *smooth, int w, int h) {
  for (int y = 1; y < h - 1; ++y)
    for (int x = 1; x < w - 1; ++x) {
      double v[9];
      int k = 0;
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
          v[k++] = heights[(y + dy) * w + (x + dx)];
      for (int i = 0; i < 5; ++i)
        for (int j = 8; j > i; --j)
          order(v[j - 1], v[j]);
      smooth[y * w + x] = v[4];
    }
}

Box Surveyor::bounds(const Point *points, unsigned n) {
  kernel1D_bounds(points, n);
  return n ? m_box : Box{};
}

double Surveyor::area(const Point *corners, unsigned n) {
  kernel1D_area(corners, n);
  return std::abs(m_twice_area) / 2;
}

void Surveyor::locate(const Point *points, const Point *corners, int *sides, unsigned n, unsigned m) {
  kernel1D_locate(points, corners, sides, n, m);
}

void Surveyor::simplify(Point *points, unsigned n, double tolerance) {
  auto clampTolerance = [](double t) { return std::clamp(t, 0.0, 1.0); };
  kernel1D_simplify(points, n, clampTolerance(tolerance));
}

void Surveyor::medians(const double *heights, double *smooth, int w, int h) { kernel2D_medians(heights, smooth, w, h); }
