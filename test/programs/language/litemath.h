#pragma once
#include "LiteMath.h"

using LiteMath::float2;
using LiteMath::float3;
using LiteMath::float4;
using LiteMath::float3x3;
using LiteMath::float4x4;
using LiteMath::int2;
using LiteMath::int3;
using LiteMath::int4;
using LiteMath::uint2;
using LiteMath::uint3;
using LiteMath::uint4;
using LiteMath::uint;

struct Ray
{
  float3 pos;
  float  tMin;
  float3 dir;
  uint   mask;
};

class RayMaker
{
public:
  RayMaker(float a_tilt);
  virtual ~RayMaker() {}

  virtual void MakeRays(const float2* a_xy, const float4* a_points, Ray* out_rays, float4* out_screen, uint a_size);
  virtual void Shade(const float3* a_normals, float3* out_color, uint4* out_keys, uint a_size);
  virtual void Instances(const float3* a_shifts, float4x4* out_world, float3x3* out_normal, uint a_size);

protected:
  void kernel1D_MakeRays(const float2* a_xy, Ray* out_rays, uint a_size);
  void kernel1D_Project(const float4* a_points, float4* out_screen, uint a_size);
  void kernel1D_Shade(const float3* a_normals, float3* out_color, uint a_size);
  void kernel1D_Keys(const float3* a_normals, uint4* out_keys, uint a_size);
  void kernel1D_Instances(const float3* a_shifts, float4x4* out_world, float3x3* out_normal, uint a_size);

  float4x4 m_view;
  float4x4 m_projInv = float4x4(2, 0, 0, 1,  0, 1, 0.5f, 0,  0, 0, 1, -3,  0, 0.25f, 0, 1);
  float3x3 m_basis;
  float3   m_light = float3(0.5f, 1.0f, -0.25f);
  int3     m_cells = int3(4, 8, 16);
};
