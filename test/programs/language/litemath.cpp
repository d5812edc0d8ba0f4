// Origin: written as a user would.
// Vectors and matrices of the LiteMath family: rows and columns, points, operators and functions, three floats in 12 bytes.
// RUN: %check %s --class RayMaker -- -std=c++17
#include "litemath.h"

RayMaker::RayMaker(float a_tilt) : m_basis(1, 0.5f, 0, 0, 1, 0.25f, 0.5f, 0, 2)
{
  m_view.set_col(3, float4(1.0f, -2.0f, 0.5f, 1.0f));
  m_view(0, 1)  = a_tilt*0.125f;
  m_view[2][0]  = 0.75f;
}

void RayMaker::kernel1D_MakeRays(const float2* a_xy, Ray* out_rays, uint a_size)
{
  for(uint i = 0; i < a_size; i++)
  {
    const float2 xy = a_xy[i]*0.5f - float2(0.25f);
    Ray ray;
    ray.pos  = m_view*float3(xy.x, xy.y, 0.0f);
    ray.dir  = normalize(mul(m_projInv, float3(xy.x, xy.y, 9.0f)));
    ray.tMin = LiteMath::length(ray.pos) + m_view(1, 3);
    ray.mask = LiteMath::clamp(i, 3u, 900u);
    out_rays[i] = ray;
  }
}

void RayMaker::kernel1D_Project(const float4* a_points, float4* out_screen, uint a_size)
{
  for(uint i = 0; i < a_size; i++)
  {
    float4 p = m_projInv*(m_view*a_points[i]);
    p += m_view.get_row(0)*0.5f;
    p[3] = dot(p, m_view.get_col(3));
    p *= float4(1.0f, -1.0f, 2.0f, 1.0f);
    out_screen[i] = max(p, float4(-50.0f)) + lerp(a_points[i], p, 0.25f);
  }
}

void RayMaker::kernel1D_Shade(const float3* a_normals, float3* out_color, uint a_size)
{
  for(uint i = 0; i < a_size; i++)
  {
    const float3 n     = m_basis*a_normals[i];
    const float3 side  = cross(n, m_light);
    const float  power = LiteMath::mix(0.5f, LiteMath::max(dot(n, m_light), 0.0f), 0.75f);
    float3 color = mix(side, m_light, 0.5f)*power;
    color.y -= 1.0f;
    out_color[i] = clamp(color, -2.0f, 2.0f) + 2.0f*min(n, float3(1.0f, 0.5f, 0.25f))/m_light;
  }
}

void RayMaker::kernel1D_Keys(const float3* a_normals, uint4* out_keys, uint a_size)
{
  for(uint i = 0; i < a_size; i++)
  {
    const float3 n = clamp(a_normals[i], float3(-3.0f), float3(4.0f))*8.0f;
    const int3 cell = clamp(int3(int(n.x), int(n.y), int(n.z)), int3(0), m_cells - 1);
    const int2 pair = int2(cell.x, cell.y)*int2(3, -2) + cell.z/2;
    uint4 key(uint(cell.x), uint(cell.y), uint(cell.z), i);
    key *= 2654435761u;
    key.w += uint(pair.x - pair.y) + uint3(1u, 2u, 3u)[cell.x % 3] + uint2(7u).y;
    out_keys[i] = max(key, uint4(1000u)) - uint4(uint(int4(cell.z).w));
  }
}

void RayMaker::kernel1D_Instances(const float3* a_shifts, float4x4* out_world, float3x3* out_normal, uint a_size)
{
  for(uint i = 0; i < a_size; i++)
  {
    float4x4 world = mul(LiteMath::translate4x4(a_shifts[i]), m_view)*transpose(m_projInv);
    world[1][2] += world(2, 1);
    world.set_row(3, m_projInv.get_row(i % 4));
    out_world[i] = world + float4x4();
    float3x3 steep;
    steep.set_col(0, float3(8.0f, 0.0f, 1.0f) + a_shifts[i]*0.25f);
    steep.col(1).y = 9.0f;
    out_normal[i] = transpose(inverse3x3(steep))*m_basis;
  }
}

void RayMaker::MakeRays(const float2* a_xy, const float4* a_points, Ray* out_rays, float4* out_screen, uint a_size)
{
  kernel1D_MakeRays(a_xy, out_rays, a_size);
  kernel1D_Project(a_points, out_screen, a_size);
}

void RayMaker::Shade(const float3* a_normals, float3* out_color, uint4* out_keys, uint a_size)
{
  kernel1D_Shade(a_normals, out_color, a_size);
  kernel1D_Keys(a_normals, out_keys, a_size);
}

void RayMaker::Instances(const float3* a_shifts, float4x4* out_world, float3x3* out_normal, uint a_size)
{
  kernel1D_Instances(a_shifts, out_world, out_normal, a_size);
}
