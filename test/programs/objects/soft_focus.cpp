// Origin: written as a user would, before its first translation.
// Images of a class template of the user's: operator[], read, write, and a sampler with three address modes and two filters.
// RUN: %check %s --class SoftFocus --arg width=1..24 --arg height=1..20 --arg mode=0..5 -- -std=c++17
#include "soft_focus.h"

SoftFocus::SoftFocus(int width, int height, int mode) : m_image(width, height), m_rows(width, height) {
  const Sampler::Address modes[] = {Sampler::Address::Clamp, Sampler::Address::Wrap, Sampler::Address::Mirror};
  m_sampler.addressU = modes[mode % 3];
  m_sampler.addressV = modes[(mode + 1) % 3];
  m_sampler.filter = mode < 3 ? Sampler::Filter::Linear : Sampler::Filter::Nearest;
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      m_image[{x, y}] = {x * 0.125f, y * 0.25f, float((x * 7 + y * 3) % 5), 1.0f};
}

void SoftFocus::kernel2D_Rows() {
  for (int y = 0; y < m_image.height(); y++) {
    for (int x = 0; x < m_image.width(); x++) {
      float4 sum;
      for (int d = -kRadius; d <= kRadius; d++)
        sum = sum + m_image.texel(m_sampler, x + d, y);
      m_rows[{x, y}] = sum * (1.0f / (2 * kRadius + 1));
    }
  }
}

void SoftFocus::kernel2D_Columns(float strength) {
  for (int y = 0; y < m_image.height(); y++) {
    for (int x = 0; x < m_image.width(); x++) {
      float4 sum;
      for (int d = -kRadius; d <= kRadius; d++)
        sum = sum + m_rows.texel(m_sampler, x, y + d);
      m_image.write({x, y}, mix(m_image.read({x, y}), sum * (1.0f / (2 * kRadius + 1)), strength));
    }
  }
}

void SoftFocus::kernel2D_Show(float4 *picture, int width, int height) {
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) {
      const float2 uv = {(x + 0.5f) / width, (y + 0.5f) / height};
      picture[y * width + x] = m_image.sample(m_sampler, {(uv.x - 0.5f) * m_zoom + 0.5f, (uv.y - 0.5f) * m_zoom + 0.5f});
    }
  }
}

void SoftFocus::Blur(float strength) {
  kernel2D_Rows();
  kernel2D_Columns(strength);
}

void SoftFocus::Show(float4 *picture, int width, int height) { kernel2D_Show(picture, width, height); }
