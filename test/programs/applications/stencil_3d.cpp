// Origin: written from README.md and docs/Language.md before its first translation.
// Loops over the interior in three dimensions, the border by itself, and what it comes to.
// RUN: %check %s --class HeatBlock --arg conductivity=0.5 --arg step=0.2 --size nx=3,20 --size ny=3,9 --size nz=3,7 --size scratch=1260 --arg pairs=0..2 -- -std=c++17
#include "stencil_3d.h"
#include <algorithm>

void HeatBlock::kernel3D_Step(const float *in, float *out, int nx, int ny, int nz) {
  const int rowPitch = nx, slicePitch = nx * ny;
  for (int z = 1; z < nz - 1; ++z)
    for (int y = 1; y < ny - 1; ++y)
      for (int x = 1; x < nx - 1; ++x) {
        const int i = z * slicePitch + y * rowPitch + x;
        const float sum = in[i - 1] + in[i + 1] + in[i - rowPitch] + in[i + rowPitch] + in[i - slicePitch] + in[i + slicePitch];
        out[i] = in[i] + k_ * (sum - 6.0f * in[i]);
      }
}

void HeatBlock::kernel3D_Border(const float *in, float *out, int nx, int ny, int nz) {
  for (int z = 0; z < nz; ++z)
    for (int y = 0; y < ny; ++y)
      for (int x = 0; x < nx; ++x) {
        const bool inside = x > 0 && x < nx - 1 && y > 0 && y < ny - 1 && z > 0 && z < nz - 1;
        if (!inside)
          out[(z * ny + y) * nx + x] = in[(z * ny + y) * nx + x];
      }
}

void HeatBlock::kernel3D_Measure(const float *field, int nx, int ny, int nz) {
  hottest_ = -1e30f;
  energy_ = 0.0;
  for (int z = 0; z < nz; ++z)
    for (int y = 0; y < ny; ++y)
      for (int x = 0; x < nx; ++x) {
        const float t = field[(z * ny + y) * nx + x];
        hottest_ = std::max(hottest_, t);
        energy_ += t;
      }
}

void HeatBlock::Simulate(float *field, float *scratch, int nx, int ny, int nz, int pairs) {
  kernel3D_Border(field, scratch, nx, ny, nz);
  for (int p = 0; p < pairs; ++p) {
    kernel3D_Step(field, scratch, nx, ny, nz);
    kernel3D_Step(scratch, field, nx, ny, nz);
  }
  kernel3D_Measure(field, nx, ny, nz);
}
