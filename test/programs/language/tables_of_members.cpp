// Origin: written with the part of the compiler that it tests.
// Tables that are members, which one kernel fills and others read at the same place in all threads or at different ones.
// RUN: %check %s --class Equaliser --variants=all --mutate-barriers --size n=0,1,77,3000 --size sound=3000 -- -std=c++17
#include "tables_of_members.h"

Equaliser::Equaliser(float steepness)
{
  for (int band = 0; band < kBands; ++band)
    for (int tap = 0; tap < kTaps; ++tap)
      m_filters[band].taps[tap] = steepness / float(1 + (band - tap) * (band - tap));
}

void Equaliser::kernel1D_Levels(const float *sound, int n)
{
  for (float &level : m_levels)
    level = 0.0f;
  for (int i = 0; i < n; ++i)
    m_levels[i % kBands] += sound[i] > 0.0f ? 0.125f : 0.25f;
}

void Equaliser::kernel1D_Filter(const float *sound, float *out, int n)
{
  for (int i = 0; i < n; ++i)
  {
    float sum = 0.0f;
    for (int band = 0; band < kBands; ++band)
    {
      const Filter &filter = m_filters[band];
      for (int tap = 0; tap < kTaps && tap <= i; ++tap)
        sum += filter.taps[tap] * sound[i - tap] * m_offsets[band].x;
      sum += std::min(m_levels[band], 64.0f) * filter.bias;
    }
    out[i] = sum;
  }
}

void Equaliser::kernel1D_Tint(float *out, int n)
{
  for (int i = 0; i < n; ++i)
    out[i] += m_offsets[i % kBands].y;
}

void Equaliser::Run(const float *sound, float *out, int n)
{
  kernel1D_Levels(sound, n);
  kernel1D_Filter(sound, out, n);
  kernel1D_Tint(out, n);
}
