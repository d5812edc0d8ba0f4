// N-body in the conventions of the kernel_slicer translator.
#pragma once
#include "../language/LiteMath.h"
#include <cstdint>
#include <vector>

using LiteMath::float3;
using LiteMath::float4;

struct BodyState
{
  float4 pos_weight;
  float4 vel_charge;
};

class Bodies
{
public:
  explicit Bodies(uint32_t a_number) : m_number(a_number), m_bodies(a_number) {}
  virtual ~Bodies() {}

  virtual void perform(BodyState* outBodies [[size("m_number")]], uint32_t a_seed, int a_steps);

#ifdef KERNEL_SLICER
  void UpdateStaticDataOnly() {}
#endif

protected:
  void kernel1D_GenerateBodies(uint32_t bodies, uint32_t a_seed);
  void kernel1D_UpdateVelocity(uint32_t bodies);
  void kernel1D_UpdatePosition(uint32_t bodies);
  void kernel1D_CopyOut(uint32_t bodies, BodyState* outBodies);

  uint32_t m_number;
  float    m_dt = 1e-3f;
  std::vector<BodyState> m_bodies;
};
