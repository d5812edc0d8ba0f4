// Spherical harmonics of an environment map in the conventions of the kernel_slicer translator.
#pragma once
#include "../language/LiteMath.h"
#include <cstdint>
#include <vector>

using LiteMath::float3;

class HarmonicsOfMap
{
public:
  HarmonicsOfMap() {}
  virtual ~HarmonicsOfMap() {}

  virtual void ProcessPixels(const uint32_t* a_data [[size("a_width", "a_height")]], uint32_t a_width, uint32_t a_height);

  float3 coefs[9] = {};

protected:
  void kernel2D_IntegrateSphHarm(const uint32_t* a_data, uint32_t a_width, uint32_t a_height);

  double m_pad = 0.0; // kernels do not see it
};
