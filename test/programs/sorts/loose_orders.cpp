// Origin: written with the part of the compiler that it tests.
// Orders that take what they need not change by references that are not const, as std::sort allows.
// RUN: %check %s --class Loose --size n=0,1,1041 -- -std=c++17
#include <algorithm>

struct Point {
  int x, y;
  bool operator<(const Point &other) { return x < other.x; }
  int Key() { return y & 3; }
};

class Loose {
public:
  virtual ~Loose() = default;
  virtual void Run(Point *points, unsigned n) {
    kernel1D_Mask(points, n);
    std::sort(points, points + n);
    std::sort(points, points + n / 2, [](Point &a, Point &b) { return a.Key() < b.Key(); });
  }

protected:
  void kernel1D_Mask(Point *points, unsigned n) {
    for (unsigned i = 0; i < n; i++)
      points[i].x &= 31;
  }
};
