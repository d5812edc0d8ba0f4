// Waves, with mistakes that only the translation has: vkmorph is given -DPLANTED=1, 2, ... by a wrapper.
#include "waves.h"

#ifndef PLANTED
#define PLANTED 0
#endif

void Waves::Amplify(const float *samples, float *louder, uint32_t count) {
  kernel1D_Amplify(samples, louder, count);
}

int Waves::CountAbove(const float *samples, uint32_t count, float level) {
  kernel1D_CountAbove(samples, count, level);
  return m_above;
}

void Waves::Mix(const Frame *frames, float *mixed, uint32_t count) {
  kernel1D_Mix(frames, mixed, count);
}

void Waves::Pick(const float *table, float *picked, uint32_t count, uint32_t step) {
  kernel1D_Pick(table, picked, count, step);
}

void Waves::kernel1D_Amplify(const float *samples, float *louder, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
#if PLANTED == 2
    louder[i + 2] = m_gain * samples[i];
#else
    louder[i] = m_gain * samples[i];
#endif
  }
}

void Waves::kernel1D_CountAbove(const float *samples, uint32_t count, float level) {
  m_above = 0;
  for (uint32_t i = 0; i < count; ++i) {
#if PLANTED == 1
    if (samples[i] >= level)
#else
    if (samples[i] > level)
#endif
      m_above++;
  }
}

void Waves::kernel1D_Mix(const Frame *frames, float *mixed, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
#if PLANTED == 1
    mixed[i] = frames[i].right * m_volume[frames[i].channel];
#else
    mixed[i] = frames[i].left * m_volume[frames[i].channel];
#endif
  }
}

void Waves::kernel1D_Pick(const float *table, float *picked, uint32_t count, uint32_t step) {
  for (uint32_t i = 0; i < count; ++i) {
    uint32_t from = i * step;
    while (from >= 100)
      from -= 100;
    picked[i] = table[from];
  }
}
