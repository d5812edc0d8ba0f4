// Origin: written in the conventions of kernel_slicer before its first translation.
// Control functions per thread with block drivers, whose kernels pass rays, hits and colours on through pointers.
// RUN: %check %s --class OrbRenderer --variants=default --variant='split=--kernels=split' --setup "object.SetViewport(20, 13);" --size tidX=20 --size tidY=13 --size tid=260 --size channels=4 --size a_passNum=1,2 --arg out_color=0 -- -std=c++17 -DKERNEL_SLICER -w
#include "slicer_rays.h"
#include <chrono>
#include <cmath>

using namespace LiteMath;

#define RAY_IS_DEAD 0x1

static inline float3 SkyColor(float3 a_dir)
{
  const float t = clamp(0.5f * (a_dir.y + 1.0f), 0.0f, 1.0f);
  return lerp(float3(1.0f, 0.9f, 0.7f), float3(0.3f, 0.5f, 1.0f), t);
}

static inline uint RealColorToUint32(float3 a_color)
{
  const uint red   = uint(clamp(a_color.x, 0.0f, 1.0f) * 255.0f);
  const uint green = uint(clamp(a_color.y, 0.0f, 1.0f) * 255.0f);
  const uint blue  = uint(clamp(a_color.z, 0.0f, 1.0f) * 255.0f);
  return 0xFF000000 | (blue << 16) | (green << 8) | red;
}

static inline float3 EyeRayDir(float x, float y, float w, float h, float4x4 a_projInv)
{
  float4 pos = float4(2.0f * (x + 0.5f) / w - 1.0f, 1.0f - 2.0f * (y + 0.5f) / h, 0.5f, 1.0f);
  pos = a_projInv * pos;
  pos = pos / pos.w;
  return normalize(to_float3(pos));
}

void OrbRenderer::InitScene()
{
  m_orbs.resize(3);
  m_orbs[0] = Orb{float4(0.0f, -51.0f, 5.0f, 50.0f), float4(0.7f, 0.7f, 0.7f, 0.0f), 0};
  m_orbs[1] = Orb{float4(-0.8f, 0.0f, 5.0f, 1.0f), float4(0.9f, 0.4f, 0.3f, 0.0f), 0};
  m_orbs[2] = Orb{float4(1.0f, 0.3f, 4.5f, 0.8f), float4(0.8f, 0.8f, 0.9f, 0.0f), 1};
}

void OrbRenderer::SetViewport(uint a_width, uint a_height)
{
  m_width  = a_width;
  m_height = a_height;
  m_packedXY.resize(a_width * a_height);
  m_randomGens.resize(a_width * a_height);
  for (uint i = 0; i < a_width * a_height; i++)
    m_randomGens[i] = i * 9781u + 77u;
  for (uint y = 0; y < a_height; y++)
    for (uint x = 0; x < a_width; x++)
      PackXY(x, y);
}

float OrbRenderer::NextRandom(uint tid)
{
  uint x = m_randomGens[tid];
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  m_randomGens[tid] = x;
  return float(x >> 8) * (1.0f / 16777216.0f);
}

void OrbRenderer::kernel_PackXY(uint tidX, uint tidY, uint* out_pakedXY)
{
  out_pakedXY[tidY * m_width + tidX] = ((tidY << 16) & 0xFFFF0000) | (tidX & 0x0000FFFF);
}

void OrbRenderer::kernel_InitEyeRay(uint tid, const uint* packedXY, float4* rayPosAndNear, float4* rayDirAndFar)
{
  const uint XY = packedXY[tid];
  const uint x  = (XY & 0x0000FFFF);
  const uint y  = (XY & 0xFFFF0000) >> 16;
  const float3 rayDir = EyeRayDir(float(x), float(y), float(m_width), float(m_height), m_projInv);
  *rayPosAndNear = float4(0.0f, 0.2f, 0.0f, 0.001f);
  *rayDirAndFar  = to_float4(float3(rayDir.x, rayDir.y, std::abs(rayDir.z)), 1e30f);
}

bool OrbRenderer::kernel_RayTrace(uint tid, const float4* rayPosAndNear, float4* rayDirAndFar, OrbHit* out_hit)
{
  const float3 from = to_float3(*rayPosAndNear), dir = to_float3(*rayDirAndFar);
  OrbHit res;
  res.t     = (*rayDirAndFar).w;
  res.orbId = -1;
  for (uint i = 0; i < m_orbs.size(); i++)
  {
    const float4 orb = m_orbs[i].posAndRadius;
    const float3 k   = from - to_float3(orb);
    const float  b   = dot(k, dir);
    const float  d   = b * b - (dot(k, k) - orb.w * orb.w);
    if (d < 0.0f)
      continue;
    const float t = -b - std::sqrt(d);
    if (t > rayPosAndNear->w && t < res.t)
    {
      res.t     = t;
      res.orbId = int(i);
    }
  }
  *out_hit = res;
  (*rayDirAndFar).w = res.t;
  return (res.orbId != -1);
}

void OrbRenderer::kernel_OrbColor(uint tid, const OrbHit* in_hit, uint* out_color)
{
  out_color[tid] = RealColorToUint32(to_float3(m_orbs[in_hit->orbId].color));
}

void OrbRenderer::kernel_InitAccumData(uint tid, float4* accumColor, float4* accumThroughput, uint* rayFlags)
{
  *accumColor      = float4(0, 0, 0, 0);
  *accumThroughput = float4(1, 1, 1, 0);
  *rayFlags        = 0;
}

bool OrbRenderer::kernel_NextBounce(uint tid, int bounce, const OrbHit* in_hit, float4* rayPosAndNear, float4* rayDirAndFar, float4* accumColor,
                                    float4* accumThroughput, uint* rayFlags)
{
  const Orb orb = m_orbs[in_hit->orbId];
  const float3 from = to_float3(*rayPosAndNear), dir = to_float3(*rayDirAndFar);
  const float3 pos  = from + dir * in_hit->t;
  const float3 norm = normalize(pos - to_float3(orb.posAndRadius));

  float3 newDir = dir - norm * (2.0f * dot(dir, norm));
  if (orb.material == 0)
  {
    const float3 fuzz = float3(NextRandom(tid) - 0.5f, NextRandom(tid) - 0.5f, NextRandom(tid) - 0.5f);
    newDir = normalize(norm + fuzz);
  }
  *accumThroughput = *accumThroughput * orb.color;
  *rayPosAndNear   = to_float4(pos, 0.001f);
  *rayDirAndFar    = to_float4(newDir, 1e30f);
  if (bounce > 1 && NextRandom(tid) > 0.7f)
  {
    *rayFlags = *rayFlags | RAY_IS_DEAD;
    return false;
  }
  return true;
}

void OrbRenderer::kernel_HitEnvironment(uint tid, const float4* rayDirAndFar, const float4* accumThroughput, float4* accumColor)
{
  *accumColor = *accumColor + *accumThroughput * to_float4(SkyColor(to_float3(*rayDirAndFar)), 0.0f);
}

void OrbRenderer::kernel_ContributeToImage(uint tid, uint channels, const float4* accumColor, float* out_color)
{
  out_color[tid * channels + 0] += accumColor->x;
  out_color[tid * channels + 1] += accumColor->y;
  out_color[tid * channels + 2] += accumColor->z;
}

void OrbRenderer::PackXY(uint tidX, uint tidY)
{
  kernel_PackXY(tidX, tidY, m_packedXY.data());
}

void OrbRenderer::CastSingleRay(uint tid, uint* out_color)
{
  float4 rayPosAndNear, rayDirAndFar;
  kernel_InitEyeRay(tid, m_packedXY.data(), &rayPosAndNear, &rayDirAndFar);

  OrbHit hit;
  if (!kernel_RayTrace(tid, &rayPosAndNear, &rayDirAndFar, &hit))
    return;

  kernel_OrbColor(tid, &hit, out_color);
}

void OrbRenderer::TraceColors(uint tid, uint channels, float* out_color)
{
  float4 accumColor, accumThroughput;
  uint rayFlags = 0;
  kernel_InitAccumData(tid, &accumColor, &accumThroughput, &rayFlags);

  float4 rayPosAndNear, rayDirAndFar;
  kernel_InitEyeRay(tid, m_packedXY.data(), &rayPosAndNear, &rayDirAndFar);

  for (int bounce = 0; bounce < m_traceDepth; bounce++)
  {
    OrbHit hit;
    if (!kernel_RayTrace(tid, &rayPosAndNear, &rayDirAndFar, &hit))
    {
      kernel_HitEnvironment(tid, &rayDirAndFar, &accumThroughput, &accumColor);
      break;
    }
    if (!kernel_NextBounce(tid, bounce, &hit, &rayPosAndNear, &rayDirAndFar, &accumColor, &accumThroughput, &rayFlags))
      break;
  }

  kernel_ContributeToImage(tid, channels, &accumColor, out_color);
}

void OrbRenderer::PackXYBlock(uint tidX, uint tidY, uint a_passNum)
{
  #pragma omp parallel for default(shared)
  for (int y = 0; y < int(tidY); ++y)
    for (int x = 0; x < int(tidX); ++x)
      PackXY(x, y);
}

void OrbRenderer::CastSingleRayBlock(uint tid, uint* out_color, uint a_passNum)
{
  #pragma omp parallel for default(shared)
  for (int i = 0; i < int(tid); ++i)
    CastSingleRay(i, out_color);
}

void OrbRenderer::TraceColorsBlock(uint tid, uint channels, float* out_color, uint a_passNum)
{
  auto start = std::chrono::high_resolution_clock::now();
  #ifndef _DEBUG
  #pragma omp parallel for default(shared)
  #endif
  for (int i = 0; i < int(tid); ++i)
    for (int j = 0; j < int(a_passNum); ++j)
      TraceColors(i, channels, out_color);
  m_traceTime = float(std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::high_resolution_clock::now() - start).count()) / 1000.f;
}
