// Origin: written as a user would, before its first translation.
// Private members of the caller's objects, a mean that the mapping needs, and a number that the caller gets.
// RUN: %check %s --class photo::ToneMapper --size light_width=0,1,21 --size light_height=0,12 --arg light_pixels=0..4 --arg limit=0..3 -- -std=c++17
#include "tone_mapper.h"
#include <algorithm>

namespace photo {

uint32_t ToneMapper::ToByte(float value) const {
  const float scaled = value * m_key / (m_mean + 0.125f);
  return uint32_t(std::clamp(scaled / (1.0f + scaled), 0.0f, 1.0f) * 255.0f);
}

void ToneMapper::kernel1D_Measure(const HdrImage &light) {
  m_mean = 0.0f;
  for (int i = 0; i < light.area(); i++)
    m_mean += 0.25f * light[i].r + 0.5f * light[i].g + 0.25f * light[i].b;
  m_mean /= std::max(light.area(), 1);
}

void ToneMapper::kernel1D_Map(const HdrImage &light, LdrImage &screen) {
  for (int i = 0; i < light.area(); i++) {
    const Light &pixel = light[i];
    screen[i] = ToByte(pixel.r) | ToByte(pixel.g) << 8 | ToByte(pixel.b) << 16;
  }
}

void ToneMapper::kernel1D_Count(const HdrImage &light, float limit, int &count) {
  count = 0;
  for (int i = 0; i < light.area(); i++)
    if (light[i].r > limit || light[i].g > limit || light[i].b > limit)
      count++;
}

float ToneMapper::Map(const HdrImage &light, LdrImage &screen) {
  screen.Resize(light.width(), light.height());
  kernel1D_Measure(light);
  kernel1D_Map(light, screen);
  return m_mean;
}

void ToneMapper::Count(const HdrImage &light, float limit, int &count) { kernel1D_Count(light, limit, count); }

} // namespace photo
