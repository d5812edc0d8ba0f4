// Origin: written in the conventions of kernel_slicer before its first translation.
// Nine sums of 3-vectors over a picture, divided in the epilogue, as kernel_slicer takes it.
// RUN: %check %s --class HarmonicsOfMap --size a_width=2,33 --size a_height=2,18 -- -std=c++17 -DKERNEL_SLICER
#include "slicer_harmonics.h"
#include <cmath>

using namespace LiteMath;

static constexpr float PI = 3.14159265358979f;

static inline float3 UnpackColor(uint32_t rgba)
{
  const float r = float(rgba & 0x000000FF);
  const float g = float((rgba & 0x0000FF00) >> 8);
  const float b = float((rgba & 0x00FF0000) >> 16);
  return float3(r, g, b) * (1.0f / 255.0f);
}

static void EvalBasis(float3 d, float a_out[9])
{
  a_out[0] = 0.282095f;
  a_out[1] = 0.488603f * d.y;
  a_out[2] = 0.488603f * d.z;
  a_out[3] = 0.488603f * d.x;
  a_out[4] = 1.092548f * d.x * d.y;
  a_out[5] = 1.092548f * d.y * d.z;
  a_out[6] = 0.315392f * (3.0f * d.z * d.z - 1.0f);
  a_out[7] = 1.092548f * d.x * d.z;
  a_out[8] = 0.546274f * (d.x * d.x - d.y * d.y);
}

void HarmonicsOfMap::kernel2D_IntegrateSphHarm(const uint32_t* a_data, uint32_t a_width, uint32_t a_height)
{
  for (int i = 0; i < 9; ++i)
    coefs[i] = float3(0.0f);

  for (uint32_t y = 0; y < a_height; ++y)
  {
    for (uint32_t x = 0; x < a_width; ++x)
    {
      const float theta = (float(y) + 0.5f) / float(a_height) * PI;
      const float phi   = (float(x) + 0.5f) / float(a_width) * 2.0f * PI;
      const float3 direction(std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi), std::cos(theta));
      const float3 color = UnpackColor(a_data[y * a_width + x]);
      float basis[9];
      EvalBasis(direction, basis);
      for (int i = 0; i < 9; ++i)
        coefs[i] += color * basis[i] * std::sin(theta);
    }
  }

  const float norm = 2.0f * PI * PI / float(a_width * a_height);
  for (int i = 0; i < 9; ++i)
    coefs[i] *= norm;
}

void HarmonicsOfMap::ProcessPixels(const uint32_t* a_data, uint32_t a_width, uint32_t a_height)
{
  kernel2D_IntegrateSphHarm(a_data, a_width, a_height);
}
