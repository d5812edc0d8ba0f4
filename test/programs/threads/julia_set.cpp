// Origin: written from README.md and docs/Language.md before its first translation.
// Julia sets: the kernels return bool and float, and the control function of a thread has a while loop that is left early.
// RUN: %check %s --class JuliaSet --variants=default --variant='split=--kernels=split' --size width=1,33 --size height=1,17 -- -std=c++17
#include <algorithm>
#include <cstdint>

struct Complex {
  double re, im;
};

class JuliaSet {
public:
  virtual ~JuliaSet() = default;

  /// One byte per pixel; the loops go through tiles for the sake of the caches.
  virtual void DrawBlock(uint8_t *pixels, float *smooth, int width, int height) {
    constexpr int kTile = 8;
#pragma omp parallel for collapse(2) schedule(dynamic)
    for (int top = 0; top < height; top += kTile) {
      for (int left = 0; left < width; left += kTile) {
        for (int row = top; row < std::min(top + kTile, height); ++row) {
          for (int column = left; column < std::min(left + kTile, width); ++column) {
            Draw(column, row, width, height, pixels, smooth);
          }
        }
      }
    }
  }

  Complex constant = {-0.8, 0.156};
  int limit = 60;

private:
  void Draw(int tidX, int tidY, int width, int height, uint8_t *pixels, float *smooth) {
    Complex z = kernel_Start(tidX, tidY, width, height);
    int steps = 0;
    while (steps < limit) {
      if (kernel_Leaves(tidX, tidY, z)) {
        kernel_Color(tidX, tidY, width, z, steps, pixels, smooth);
        return;
      }
      kernel_Step(tidX, tidY, z);
      ++steps;
    }
    kernel_Inside(tidX, tidY, width, pixels, smooth);
  }

  Complex kernel_Start(int tidX, int tidY, int width, int height) {
    return {3.0 * tidX / width - 1.5, 2.0 * tidY / height - 1.0};
  }
  bool kernel_Leaves(int, int, const Complex &z) const { return z.re * z.re + z.im * z.im > 4.0; }
  void kernel_Step(int, int, Complex &z) const {
    const double re = z.re * z.re - z.im * z.im + constant.re;
    z.im = 2.0 * z.re * z.im + constant.im;
    z.re = re;
  }
  void kernel_Color(int tidX, int tidY, int width, const Complex &z, int steps, uint8_t *pixels, float *smooth) {
    const int i = tidY * width + tidX;
    pixels[i] = uint8_t(255 - 4 * steps % 200);
    smooth[i] = float(steps) + 1.0f / float(z.re * z.re + z.im * z.im);
  }
  void kernel_Inside(int tidX, int tidY, int width, uint8_t *pixels, float *smooth) {
    pixels[tidY * width + tidX] = 0;
    smooth[tidY * width + tidX] = -1.0f;
  }
};
