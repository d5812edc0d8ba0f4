// The loops of Volume.
#include "volume.h"

#include <algorithm>
#include <cfloat>
#include <climits>

void Volume::diffuse(const float *field, float *next, int nx, int ny, int nz, float rate)
{
  kernel3D_diffuse(field, next, nx, ny, nz, rate);
}

int Volume::count_above(const int *field, int level, int nx, int ny, int nz)
{
  kernel3D_count(field, level, nx, ny, nz);
  return above_;
}

void Volume::normalize(const float *field, float *mapped, int nx, int ny, int nz)
{
  kernel3D_range(field, nx, ny, nz);
  kernel3D_map(field, mapped, nx, ny, nz);
}

void Volume::project(const int *field, int *sums, int nx, int ny, int nz)
{
  kernel2D_project(field, sums, nx, ny, nz);
}

void Volume::kernel3D_diffuse(const float *field, float *next, int nx, int ny, int nz, float rate)
{
  for (int z = 1; z < nz - 1; z++)
    for (int y = 1; y < ny - 1; y++)
      for (int x = 1; x < nx - 1; x++)
      {
        const int i = (z * ny + y) * nx + x;
        const float around = field[i - 1] + field[i + 1] + field[i - nx] + field[i + nx] +
                             field[i - nx * ny] + field[i + nx * ny];
        next[i] = field[i] + rate * (around - 6.0f * field[i]);
      }
  steps_++;
}

void Volume::kernel3D_count(const int *field, int level, int nx, int ny, int nz)
{
  lowest_int_ = INT_MAX;
  highest_int_ = INT_MIN;
  sum_int_ = 0;
  above_ = 0;
  for (int z = 0; z < nz; z++)
  {
    for (int y = 0; y < ny; y++)
    {
      for (int x = 0; x < nx; x++)
      {
        const int value = field[(z * ny + y) * nx + x];
        if (value < lowest_int_)
          lowest_int_ = value;
        if (value > highest_int_)
          highest_int_ = value;
        sum_int_ += value;
        if (value <= level)
          continue;
        above_++;
      }
    }
  }
  const int count = nx * ny * nz;
  mean_int_ = count > 0 ? sum_int_ / count : 0;
}

void Volume::kernel3D_range(const float *field, int nx, int ny, int nz)
{
  lowest_ = FLT_MAX;
  highest_ = -FLT_MAX;
  mass_ = 0.0f;
  for (int z = 0; z < nz; z++)
    for (int y = 0; y < ny; y++)
      for (int x = 0; x < nx; x++)
      {
        const float value = field[x + nx * (y + ny * z)];
        lowest_ = std::min(lowest_, value);
        highest_ = std::max(value, highest_);
        mass_ += value;
      }
  // A constant field has no scale.
  scale_ = highest_ > lowest_ ? 1.0f / (highest_ - lowest_) : 0.0f;
}

void Volume::kernel3D_map(const float *field, float *mapped, int nx, int ny, int nz)
{
  for (int z = 0; z < nz; z++)
    for (int y = 0; y < ny; y++)
      for (int x = 0; x < nx; x++)
      {
        const int i = z * nx * ny + y * nx + x;
        mapped[i] = this->mapped(field[i]);
      }
}

void Volume::kernel2D_project(const int *field, int *sums, int nx, int ny, int nz)
{
  for (int y = 0; y < ny; y++)
  {
    for (int x = 0; x < nx; x++)
    {
      int sum = 0;
      for (int z = 0; z < nz; z++)
        sum += field[(z * ny + y) * nx + x];
      sums[y * nx + x] = sum;
    }
  }
}
