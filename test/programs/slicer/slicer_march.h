// Distance fields that rays march through, in the conventions of the kernel_slicer translator, with a base class for the frame.
#pragma once
#include "../language/LiteMath.h"
#include <cstdint>
#include <vector>

using LiteMath::float3;
using LiteMath::float4;
using LiteMath::uint;

class FrameBase
{
public:
  virtual ~FrameBase() {}

  void RayMarch(uint tidX, uint tidY, uint width, uint height, float4* out_color);
  virtual void RayMarchBlock(uint tidX, uint tidY, uint width, uint height, float4* out_color, uint a_numPasses = 1);

  virtual void kernel_InitEyeRay(uint tidX, uint tidY, uint width, uint height, float4* rayPosAndNear, float4* rayDirAndFar);
  virtual bool kernel_March(uint tidX, uint tidY, const float4* rayPosAndNear, const float4* rayDirAndFar, float4* hitPos) = 0;
  virtual void kernel_Shade(uint tidX, uint tidY, uint width, const float4* hitPos, float4* out_color) = 0;
  void kernel_Background(uint tidX, uint tidY, uint width, const float4* rayDirAndFar, float4* out_color);

protected:
  float3 m_camPos = float3(0.0f, 1.0f, -4.0f);
};

class BlobMarcher : public FrameBase
{
public:
  BlobMarcher();

  bool kernel_March(uint tidX, uint tidY, const float4* rayPosAndNear, const float4* rayDirAndFar, float4* hitPos) override;
  void kernel_Shade(uint tidX, uint tidY, uint width, const float4* hitPos, float4* out_color) override;

protected:
  float Distance(float3 p) const;
  float3 Normal(float3 p) const;

  std::vector<float4> m_blobs;
  float3 m_lightDir;
};
