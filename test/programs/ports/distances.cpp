// Origin: written as a user with C habits would, before its first translation.
// A histogram of the distances of all pairs of points, the nearest neighbour of each, and the last point's.
// RUN: %check %s --class Distances --size n=0,1,30 -- -std=c++17 -Wno-unknown-attributes
#include <math.h>

struct Point {
  float x, y, z;
};

class Distances {
public:
  virtual ~Distances() {}
  virtual void Count(const Point *points, int n) { kernel2D_Count(points, n); }
  virtual void Neighbours([[vkmorph::size("n")]] const Point *points, int *neighbour, float *how, int n) {
    kernel1D_Neighbours(points, neighbour, how, n);
  }

  int bins[32];
  float last;
  int seen;

protected:
  void kernel2D_Count(const Point *points, int n) {
    int i, j, bin;
    float dx, dy, dz, d;
    Point p, q;

    for (i = 0; i < 32; i++)
      bins[i] = 0;
    for (i = 0; i < n; i++)
      for (j = 0; j < n; j++) {
        p = points[i];
        q = points[j];
        dx = p.x - q.x;
        dy = p.y - q.y;
        dz = p.z - q.z;
        d = sqrtf(dx * dx + dy * dy + dz * dz);
        bin = (int)(d * 8.0f);
        if (bin > 31)
          bin = 31;
        if (i != j)
          bins[bin]++;
      }
  }

  void kernel1D_Neighbours(const Point *points, int *neighbour, float *how, int n) {
    int i, j, who;
    float dx, dy, least, d;

    least = 0.0f;
    for (i = 0; i < n; i++) {
      who = -1;
      least = 1e9f;
      for (j = 0; j < n; j++) {
        if (j == i)
          continue;
        dx = points[i].x - points[j].x;
        dy = points[i].y - points[j].y;
        d = dx * dx + dy * dy;
        if (d < least) {
          least = d;
          who = j;
        }
      }
      neighbour[i] = who;
      how[i] = sqrtf(least);
    }
    last = least;
    seen = i;
  }
};
