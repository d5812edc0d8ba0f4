// Heat in a block that is held at fixed temperatures outside.
#pragma once
#include <cstddef>

class HeatBlock {
public:
  HeatBlock(float conductivity, float step) : k_(conductivity * step) {}
  virtual ~HeatBlock() = default;

  /// The field after `2 * pairs` steps; `scratch` has the same size.
  virtual void Simulate(float *field, float *scratch, int nx, int ny, int nz, int pairs);
  float Hottest() const { return hottest_; }
  double Energy() const { return energy_; }

protected:
  void kernel3D_Step(const float *in, float *out, int nx, int ny, int nz);
  void kernel3D_Border(const float *in, float *out, int nx, int ny, int nz);
  void kernel3D_Measure(const float *field, int nx, int ny, int nz);

private:
  float k_;
  float hottest_ = 0.0f;
  double energy_ = 0.0;
};
