// A fluid solver in the conventions of the kernel_slicer translator.
#pragma once
#include <vector>

class Fluid
{
public:
  Fluid() {}
  virtual ~Fluid() {}

  void setParameters(int a_size, const std::vector<double>& a_density, const std::vector<double>& a_vx,
                     const std::vector<double>& a_vy, double a_dt, double a_diff, double a_visc);
  void setTest(int a_size);

  virtual void perform(int s, double* output [[size("s", "s")]]);

protected:
  void kernel2D_ToOut(int h, int w, double* output);
  void kernel2D_AddSource(int h, int w, double* x, const double* a_source);
  void kernel2D_Relax(int h, int w, const double* x0, const double* from, double* to, double a, double c);
  void kernel2D_Divergence(int h, int w, const double* vx, const double* vy, double* p, double* div);
  void kernel2D_SubtractGradient(int h, int w, double* vx, double* vy, const double* p);
  void kernel2D_Advect(int h, int w, double* d, const double* d0, const double* vx, const double* vy);
  void kernel1D_Bounds(int s, int type, double* x);
  void kernel1D_Corners(double* x);

  int getIdx(int i, int j) const { return i + (size + 2) * j; }

  int    size = 0;
  double dt = 0.1, diff = 0.0, visc = 0.0;
  double m_change = 0.0;
  std::vector<double> density, density_prev, vx, vx_prev, vy, vy_prev, scratch;
};
