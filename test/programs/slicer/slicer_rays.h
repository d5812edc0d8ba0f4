// A small renderer by rays in the conventions of the kernel_slicer translator: one kernel for each step of a ray.
#pragma once
#include "../language/LiteMath.h"
#include <cstdint>
#include <vector>

using LiteMath::float2;
using LiteMath::float3;
using LiteMath::float4;
using LiteMath::float4x4;
using LiteMath::uint;

struct Orb
{
  float4 posAndRadius;
  float4 color;
  int    material;
};

struct OrbHit
{
  float t;
  int   orbId;
};

class OrbRenderer
{
public:
  OrbRenderer() { InitScene(); }
  virtual ~OrbRenderer() {}

  void SetViewport(uint a_width, uint a_height);

  // CPU API; the block versions are replaced by those of the GPU.
  void PackXY(uint tidX, uint tidY);
  void CastSingleRay(uint tid, uint* out_color);
  void TraceColors(uint tid, uint channels, float* out_color);

  virtual void PackXYBlock(uint tidX, uint tidY, uint a_passNum);
  virtual void CastSingleRayBlock(uint tid, uint* out_color, uint a_passNum);
  virtual void TraceColorsBlock(uint tid, uint channels, float* out_color, uint a_passNum);

  virtual void CommitDeviceData() {}
  virtual void GetExecutionTime(const char* a_funcName, float a_out[4]) { a_out[0] = m_traceTime; a_out[1] = a_out[2] = a_out[3] = 0.0f; }

protected:
  void kernel_PackXY(uint tidX, uint tidY, uint* out_pakedXY);
  void kernel_InitEyeRay(uint tid, const uint* packedXY, float4* rayPosAndNear, float4* rayDirAndFar);
  bool kernel_RayTrace(uint tid, const float4* rayPosAndNear, float4* rayDirAndFar, OrbHit* out_hit);
  void kernel_OrbColor(uint tid, const OrbHit* in_hit, uint* out_color);
  void kernel_InitAccumData(uint tid, float4* accumColor, float4* accumThroughput, uint* rayFlags);
  bool kernel_NextBounce(uint tid, int bounce, const OrbHit* in_hit, float4* rayPosAndNear, float4* rayDirAndFar, float4* accumColor,
                         float4* accumThroughput, uint* rayFlags);
  void kernel_HitEnvironment(uint tid, const float4* rayDirAndFar, const float4* accumThroughput, float4* accumColor);
  void kernel_ContributeToImage(uint tid, uint channels, const float4* accumColor, float* out_color);

  void  InitScene();
  float NextRandom(uint tid);

  uint  m_width = 0, m_height = 0;
  int   m_traceDepth = 4;
  float m_traceTime = 0.0f;
  float4x4 m_projInv;
  std::vector<uint> m_packedXY;
  std::vector<uint> m_randomGens;
  std::vector<Orb>  m_orbs;
};
