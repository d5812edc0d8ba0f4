// Origin: written in the conventions of kernel_slicer before its first translation.
// A loop around two kernels that exchange a vector of structs, as kernel_slicer takes it.
// RUN: %check %s --class Bodies --arg a_number=300 --arg a_seed=1..100 --arg a_steps=0..2 -- -std=c++17 -DKERNEL_SLICER
#include "slicer_bodies.h"

using namespace LiteMath;

static uint32_t NextState(uint32_t x) { return x * 1664525u + 1013904223u; }
static float ToFloat(uint32_t x) { return float(x >> 8) / 16777216.0f; }

void Bodies::kernel1D_GenerateBodies(uint32_t bodies, uint32_t a_seed)
{
  for (uint32_t i = 0; i < bodies; i++)
  {
    uint32_t state = NextState(i + a_seed * 747796405u);
    float4 pos, vel;
    pos.x = ToFloat(state) - 0.5f; state = NextState(state);
    pos.y = ToFloat(state) - 0.5f; state = NextState(state);
    pos.z = ToFloat(state) - 0.5f; state = NextState(state);
    pos.w = 0.5f + ToFloat(state);
    vel = float4(0.1f * pos.y, -0.1f * pos.x, 0.0f, i % 2 == 0 ? 1.0f : -1.0f);
    m_bodies[i].pos_weight = pos;
    m_bodies[i].vel_charge = vel;
  }
}

void Bodies::kernel1D_UpdateVelocity(uint32_t bodies)
{
  for (uint32_t i = 0; i < bodies; i++)
  {
    float3 acceleration(0, 0, 0);
    const float3 self = to_float3(m_bodies[i].pos_weight);
    for (uint32_t j = 0; j < bodies; ++j)
    {
      if (i == j)
        continue;
      const float3 distance = to_float3(m_bodies[j].pos_weight) - self;
      const float  squared  = dot(distance, distance) + 1e-2f;
      const float  inverse  = 1.0f / std::sqrt(squared);
      acceleration += distance * (m_bodies[j].pos_weight.w * inverse * inverse * inverse);
    }
    m_bodies[i].vel_charge.x += acceleration.x * m_dt;
    m_bodies[i].vel_charge.y += acceleration.y * m_dt;
    m_bodies[i].vel_charge.z += acceleration.z * m_dt;
  }
}

void Bodies::kernel1D_UpdatePosition(uint32_t bodies)
{
  for (uint32_t i = 0; i < bodies; i++)
  {
    float4 pos = m_bodies[i].pos_weight;
    const float4 vel = m_bodies[i].vel_charge;
    pos.x += vel.x * m_dt;
    pos.y += vel.y * m_dt;
    pos.z += vel.z * m_dt;
    m_bodies[i].pos_weight = pos;
  }
}

void Bodies::kernel1D_CopyOut(uint32_t bodies, BodyState* outBodies)
{
  for (uint32_t i = 0; i < bodies; i++)
    outBodies[i] = m_bodies[i];
}

void Bodies::perform(BodyState* outBodies, uint32_t a_seed, int a_steps)
{
  kernel1D_GenerateBodies(m_number, a_seed);
  for (int step = 0; step < a_steps; step++)
  {
    kernel1D_UpdateVelocity(m_number);
    kernel1D_UpdatePosition(m_number);
  }
  kernel1D_CopyOut(m_number, outBodies);
}
