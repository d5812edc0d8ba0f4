// Origin: written in the conventions of kernel_slicer before its first translation.
// The driver and the control function stand in a base class, some of the kernels in the class that derives from it.
// RUN: %check %s --class BlobMarcher --size tidX=26 --size tidY=19 --size width=26 --size height=19 --size a_numPasses=1,2 -- -std=c++17 -DKERNEL_SLICER -w
#include "slicer_march.h"
#include <cmath>

using namespace LiteMath;

void FrameBase::kernel_InitEyeRay(uint tidX, uint tidY, uint width, uint height, float4* rayPosAndNear, float4* rayDirAndFar)
{
  const float x = (float(tidX) + 0.5f) / float(width) - 0.5f;
  const float y = 0.5f - (float(tidY) + 0.5f) / float(height);
  *rayPosAndNear = to_float4(m_camPos, 0.0f);
  *rayDirAndFar  = to_float4(normalize(float3(x, y - 0.15f, 1.0f)), 12.0f);
}

void FrameBase::kernel_Background(uint tidX, uint tidY, uint width, const float4* rayDirAndFar, float4* out_color)
{
  const float up = rayDirAndFar->y;
  out_color[tidY * width + tidX] = up > 0.0f ? float4(0.3f, 0.5f + up, 1.0f, 1.0f) : float4(0.2f, 0.2f, 0.2f, 1.0f);
}

void FrameBase::RayMarch(uint tidX, uint tidY, uint width, uint height, float4* out_color)
{
  float4 rayPosAndNear, rayDirAndFar, hitPos;
  kernel_InitEyeRay(tidX, tidY, width, height, &rayPosAndNear, &rayDirAndFar);
  if (!kernel_March(tidX, tidY, &rayPosAndNear, &rayDirAndFar, &hitPos))
  {
    kernel_Background(tidX, tidY, width, &rayDirAndFar, out_color);
    return;
  }
  kernel_Shade(tidX, tidY, width, &hitPos, out_color);
}

void FrameBase::RayMarchBlock(uint tidX, uint tidY, uint width, uint height, float4* out_color, uint a_numPasses)
{
  for (uint pass = 0; pass < a_numPasses; ++pass)
  {
    #pragma omp parallel for
    for (uint y = 0; y < tidY; ++y)
      for (uint x = 0; x < tidX; ++x)
        RayMarch(x, y, width, height, out_color);
  }
}

BlobMarcher::BlobMarcher()
{
  m_blobs.push_back(float4(0.0f, 0.5f, 0.0f, 0.8f));
  m_blobs.push_back(float4(0.9f, 0.8f, 0.4f, 0.5f));
  m_blobs.push_back(float4(-0.8f, 0.2f, -0.3f, 0.4f));
  m_lightDir = normalize(float3(0.5f, 0.8f, -0.4f));
}

float BlobMarcher::Distance(float3 p) const
{
  float d = p.y + 0.5f;
  for (uint i = 0; i < m_blobs.size(); i++)
  {
    const float4 blob = m_blobs[i];
    const float one = length(p - to_float3(blob)) - blob.w;
    const float h   = clamp(0.5f + 0.5f * (one - d) / 0.3f, 0.0f, 1.0f);
    d = mix(one, d, h) - 0.3f * h * (1.0f - h);
  }
  return d;
}

float3 BlobMarcher::Normal(float3 p) const
{
  const float e = 0.01f;
  return normalize(float3(Distance(p + float3(e, 0, 0)) - Distance(p - float3(e, 0, 0)),
                          Distance(p + float3(0, e, 0)) - Distance(p - float3(0, e, 0)),
                          Distance(p + float3(0, 0, e)) - Distance(p - float3(0, 0, e))));
}

bool BlobMarcher::kernel_March(uint tidX, uint tidY, const float4* rayPosAndNear, const float4* rayDirAndFar, float4* hitPos)
{
  const float3 from = to_float3(*rayPosAndNear), dir = to_float3(*rayDirAndFar);
  float t = rayPosAndNear->w;
  for (int step = 0; step < 48; step++)
  {
    const float d = Distance(from + dir * t);
    if (d < 0.02f)
    {
      *hitPos = to_float4(from + dir * t, t);
      return true;
    }
    t += 0.9f * d;
    if (t > rayDirAndFar->w)
      break;
  }
  return false;
}

void BlobMarcher::kernel_Shade(uint tidX, uint tidY, uint width, const float4* hitPos, float4* out_color)
{
  const float3 norm  = Normal(to_float3(*hitPos));
  const float  light = max(dot(norm, m_lightDir), 0.0f) * 0.8f + 0.1f;
  out_color[tidY * width + tidX] = float4(light, light * 0.9f, light * 0.8f, 1.0f);
}
