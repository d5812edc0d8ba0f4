// Origin: written in the conventions of kernel_slicer before its first translation.
// Stable fluids: many small kernels in loops, vectors that change their roles, as kernel_slicer takes it.
// RUN: %check %s --class Fluid --setup "object.setTest(14);" --size s=14 -- -std=c++17 -DKERNEL_SLICER
#include "slicer_fluid.h"
#include <cmath>

#define RELAXATIONS 4

void Fluid::setParameters(int a_size, const std::vector<double>& a_density, const std::vector<double>& a_vx,
                          const std::vector<double>& a_vy, double a_dt, double a_diff, double a_visc)
{
  size = a_size;
  dt   = a_dt;
  diff = a_diff;
  visc = a_visc;
  density = a_density;
  vx = a_vx;
  vy = a_vy;
  const size_t cells = size_t(size + 2) * (size + 2);
  density_prev.assign(cells, 0.0);
  vx_prev.assign(cells, 0.0);
  vy_prev.assign(cells, 0.0);
  scratch.assign(cells, 0.0);
}

void Fluid::setTest(int a_size)
{
  const int w = a_size + 2;
  std::vector<double> d(w * w), x(w * w), y(w * w);
  for (int j = 0; j < w; j++)
    for (int i = 0; i < w; i++)
    {
      d[j * w + i] = std::sin(0.7 * i) * std::cos(0.4 * j) + 1.0;
      x[j * w + i] = 0.5 * std::cos(0.3 * j);
      y[j * w + i] = -0.4 * std::sin(0.5 * i);
    }
  setParameters(a_size, d, x, y, 0.1, 0.002, 0.001);
}

void Fluid::kernel2D_AddSource(int h, int w, double* x, const double* a_source)
{
  for (int j = 0; j < h; j++)
    for (int i = 0; i < w; i++)
      x[j * w + i] += dt * a_source[j * w + i];
}

void Fluid::kernel2D_Relax(int h, int w, const double* x0, const double* from, double* to, double a, double c)
{
  m_change = 0.0;
  for (int j = 1; j <= h; j++)
    for (int i = 1; i <= w; i++)
    {
      const double value = (x0[getIdx(i, j)] + a * (from[getIdx(i - 1, j)] + from[getIdx(i + 1, j)] + from[getIdx(i, j - 1)] + from[getIdx(i, j + 1)])) / c;
      const double change = std::fabs(value - from[getIdx(i, j)]);
      if (change > m_change)
        m_change = change;
      to[getIdx(i, j)] = value;
    }
}

void Fluid::kernel1D_Bounds(int s, int type, double* x)
{
  for (int i = 1; i <= s; i++)
  {
    x[getIdx(0, i)]     = type == 1 ? -x[getIdx(1, i)] : x[getIdx(1, i)];
    x[getIdx(s + 1, i)] = type == 1 ? -x[getIdx(s, i)] : x[getIdx(s, i)];
    x[getIdx(i, 0)]     = type == 2 ? -x[getIdx(i, 1)] : x[getIdx(i, 1)];
    x[getIdx(i, s + 1)] = type == 2 ? -x[getIdx(i, s)] : x[getIdx(i, s)];
  }
}

void Fluid::kernel1D_Corners(double* x)
{
  for (int k = 0; k < 1; k++)
  {
    x[getIdx(0, 0)]               = 0.5 * (x[getIdx(1, 0)] + x[getIdx(0, 1)]);
    x[getIdx(0, size + 1)]        = 0.5 * (x[getIdx(1, size + 1)] + x[getIdx(0, size)]);
    x[getIdx(size + 1, 0)]        = 0.5 * (x[getIdx(size, 0)] + x[getIdx(size + 1, 1)]);
    x[getIdx(size + 1, size + 1)] = 0.5 * (x[getIdx(size, size + 1)] + x[getIdx(size + 1, size)]);
  }
}

void Fluid::kernel2D_Divergence(int h, int w, const double* a_vx, const double* a_vy, double* p, double* div)
{
  for (int j = 1; j <= h; j++)
    for (int i = 1; i <= w; i++)
    {
      div[getIdx(i, j)] = -0.5 * (a_vx[getIdx(i + 1, j)] - a_vx[getIdx(i - 1, j)] + a_vy[getIdx(i, j + 1)] - a_vy[getIdx(i, j - 1)]) / size;
      p[getIdx(i, j)]   = 0.0;
    }
}

void Fluid::kernel2D_SubtractGradient(int h, int w, double* a_vx, double* a_vy, const double* p)
{
  for (int j = 1; j <= h; j++)
    for (int i = 1; i <= w; i++)
    {
      a_vx[getIdx(i, j)] -= 0.5 * size * (p[getIdx(i + 1, j)] - p[getIdx(i - 1, j)]);
      a_vy[getIdx(i, j)] -= 0.5 * size * (p[getIdx(i, j + 1)] - p[getIdx(i, j - 1)]);
    }
}

void Fluid::kernel2D_Advect(int h, int w, double* d, const double* d0, const double* a_vx, const double* a_vy)
{
  for (int j = 1; j <= h; j++)
    for (int i = 1; i <= w; i++)
    {
      double x = i - dt * size * a_vx[getIdx(i, j)];
      double y = j - dt * size * a_vy[getIdx(i, j)];
      if (x < 0.5)
        x = 0.5;
      if (x > size + 0.5)
        x = size + 0.5;
      if (y < 0.5)
        y = 0.5;
      if (y > size + 0.5)
        y = size + 0.5;
      const int i0 = int(x), j0 = int(y);
      const double s1 = x - i0, s0 = 1 - s1, t1 = y - j0, t0 = 1 - t1;
      d[getIdx(i, j)] = s0 * (t0 * d0[getIdx(i0, j0)] + t1 * d0[getIdx(i0, j0 + 1)]) + s1 * (t0 * d0[getIdx(i0 + 1, j0)] + t1 * d0[getIdx(i0 + 1, j0 + 1)]);
    }
}

void Fluid::kernel2D_ToOut(int h, int w, double* output)
{
  for (int j = 0; j < h; j++)
    for (int i = 0; i < w; i++)
      output[j * w + i] = density[getIdx(i + 1, j + 1)];
}

void Fluid::perform(int s, double* output)
{
  const double a = dt * visc * s * s;

  // velocities spread
  for (int k = 0; k < RELAXATIONS; k++)
  {
    kernel2D_Relax(s, s, vx.data(), vx_prev.data(), scratch.data(), a, 1 + 4 * a);
    kernel1D_Bounds(s, 1, scratch.data());
    kernel2D_Relax(s, s, vx.data(), scratch.data(), vx_prev.data(), a, 1 + 4 * a);
    kernel1D_Bounds(s, 1, vx_prev.data());
    kernel1D_Corners(vx_prev.data());
  }
  for (int k = 0; k < RELAXATIONS; k++)
  {
    kernel2D_Relax(s, s, vy.data(), vy_prev.data(), scratch.data(), a, 1 + 4 * a);
    kernel1D_Bounds(s, 2, scratch.data());
    kernel2D_Relax(s, s, vy.data(), scratch.data(), vy_prev.data(), a, 1 + 4 * a);
    kernel1D_Bounds(s, 2, vy_prev.data());
    kernel1D_Corners(vy_prev.data());
  }

  // and lose their divergence
  kernel2D_Divergence(s, s, vx_prev.data(), vy_prev.data(), vx.data(), vy.data());
  kernel1D_Bounds(s, 0, vy.data());
  for (int k = 0; k < RELAXATIONS; k++)
  {
    kernel2D_Relax(s, s, vy.data(), vx.data(), scratch.data(), 1, 4);
    kernel1D_Bounds(s, 0, scratch.data());
    kernel2D_Relax(s, s, vy.data(), scratch.data(), vx.data(), 1, 4);
    kernel1D_Bounds(s, 0, vx.data());
    kernel1D_Corners(vx.data());
  }
  kernel2D_SubtractGradient(s, s, vx_prev.data(), vy_prev.data(), vx.data());

  // what swims goes along
  kernel2D_AddSource(s + 2, s + 2, density.data(), density_prev.data());
  kernel2D_Advect(s, s, density_prev.data(), density.data(), vx_prev.data(), vy_prev.data());
  kernel1D_Bounds(s, 0, density_prev.data());
  kernel1D_Corners(density_prev.data());
  kernel2D_AddSource(s + 2, s + 2, density.data(), density_prev.data());
  kernel2D_ToOut(s, s, output);
}
