// Origin: written with the part of the compiler that it tests.
// Stencils and filters whose neighbouring rows read the same elements.
// RUN: %check %s --class NeighbouringRows --variants=default --size width=0,1,2,35 --size height=1,2,6,29 --size depth=1,3,9 -- -std=c++17
// Enough workgroups that threads take neighbouring rows together, and some that are left.
// RUN: %check %s --class NeighbouringRows --control Smooth --control Down --control Ridge --control Heat --variant="small=--workgroup-size=16" \
// RUN:   --size width=41 --size height=1030,1031 --size Heat.height=37 --size depth=23,25 -- -std=c++17
#include <algorithm>
#include <cmath>

struct Vec2 {
  float x, y;
};
inline Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
inline Vec2 operator*(float s, Vec2 v) { return {s * v.x, s * v.y}; }

class NeighbouringRows {
public:
  virtual ~NeighbouringRows() {}
  virtual void Heat(const double *in, double *out, int width, int height, int depth) {
    kernel3D_Heat(in, out, width, height, depth);
  }
  virtual void Smooth(const float *in, float *out, int width, int height) { kernel2D_Smooth(in, out, width, height); }
  virtual void Down(const Vec2 *in, Vec2 *out, unsigned width, unsigned height) { kernel2D_Down(in, out, width, height); }
  virtual void Ridge(const int *in, int *out, int width, int height) { kernel2D_Ridge(in, out, width, height); }

protected:
  void kernel3D_Heat(const double *in, double *out, int width, int height, int depth) {
    for (int z = 1; z < depth - 1; z++)
      for (int y = 1; y < height - 1; y++)
        for (int x = 1; x < width - 1; x++) {
          const int i = (z * height + y) * width + x;
          const int plane = width * height;
          double around = in[i - 1] + in[i + 1] + in[i - width] + in[i + width];
          around += in[i - plane] + in[i + plane];
          out[i] = in[i] + 0.1 * (around - 6 * in[i]);
        }
  }

  void kernel2D_Smooth(const float *in, float *out, int width, int height) {
    const float weights[3] = {0.25f, 0.5f, 0.25f};
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        float sum = 0;
        for (int v = -1; v <= 1; v++) {
          const int row = std::clamp(y + v, 0, height - 1);
          for (int u = -1; u <= 1; u++) {
            int column = std::min(std::max(x + u, 0), width - 1);
            sum += weights[v + 1] * weights[u + 1] * in[row * width + column];
          }
        }
        out[y * width + x] = sum;
      }
    }
  }

  // Two components, and a row that has none below it.
  void kernel2D_Down(const Vec2 *in, Vec2 *out, unsigned width, unsigned height) {
    for (unsigned y = 0; y < height; y++)
      for (unsigned x = 0; x < width; x++) {
        Vec2 value = in[y * width + x];
        if (y + 1 < height)
          value = value + 0.5f * in[(y + 1) * width + x];
        out[y * width + x] = value;
      }
  }

  // The highest of three rows, and how often it is in the row itself.
  void kernel2D_Ridge(const int *in, int *out, int width, int height) {
    for (int y = 2; y < height; y++) {
      for (int x = 0; x < width; x++) {
        int highest = in[y * width + x];
        int times = 1;
        for (int back = 1; back <= 2; back++) {
          int other = in[(y - back) * width + x];
          if (other > highest) {
            highest = other;
            times = 0;
          } else if (other == highest) {
            times++;
          }
        }
        out[y * width + x] = highest * 4 + times;
      }
    }
  }
};
