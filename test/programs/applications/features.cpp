// Origin: written from README.md and docs/Language.md before its first translation.
// Up to three elements of an iteration in two dimensions, a second list made of the first one, reductions over both, a result that is a size.
// RUN: %check %s --class FeatureFinder --control Find --control Describe --arg most=5000 --size Find.width=1,24 --size Find.height=1,15 --size Describe.width=24 --size Describe.height=15 --size Describe.gray=360 --arg gray=0..1 --arg threshold=0..0.75 -- -std=c++17
#include "features.h"
#include <algorithm>
#include <cmath>

void FeatureFinder::kernel2D_Find(const float *gray, int width, int height, float threshold) {
  m_features.resize(0);
  for (int y = 1; y < height - 1; y++)
    for (int x = 1; x < width - 1; x++) {
      const float here = gray[y * width + x];
      const float left = gray[y * width + x - 1], right = gray[y * width + x + 1];
      const float above = gray[(y - 1) * width + x], below = gray[(y + 1) * width + x];
      const float across = here - 0.5f * (left + right), down = here - 0.5f * (above + below);
      if (across > threshold && down > threshold)
        m_features.emplace_back(x, y, Feature::Kind::Peak, across + down);
      if (across < -threshold && down < -threshold)
        m_features.push_back(Feature(x, y, Feature::Kind::Pit, -across - down));
      if (across * down < -threshold * threshold) {
        m_features.push_back({x, y, Feature::Kind::Saddle, std::abs(across - down)});
        if (std::abs(across) > 2.0f * threshold)
          m_features.push_back({x, y, Feature::Kind::Saddle, std::abs(across)});
      }
    }
}

void FeatureFinder::kernel1D_Strongest() {
  m_strongest = 0.0f;
  m_total = 0.0;
  m_peaks = m_pits = 0;
  for (const Feature &feature : m_features) {
    m_strongest = std::max(m_strongest, feature.strength);
    m_total += double(feature.strength);
    switch (feature.kind) {
    case Feature::Kind::Peak:
      m_peaks++;
      break;
    case Feature::Kind::Pit:
      m_pits++;
      break;
    default:
      break;
    }
  }
}

void FeatureFinder::kernel1D_Describe(const float *gray, int width, int height) {
  m_descriptors.clear();
  for (uint32_t i = 0; i < m_features.size(); i++) {
    const Feature f = m_features[i];
    if (f.strength < 0.25f * m_strongest)
      continue;
    Descriptor d{};
    d.feature = uint32_t(f.y) * uint32_t(width) + f.x;
    float sum = 0.0f;
    int n = 0;
    for (int dy = -2; dy <= 2; dy++)
      for (int dx = -2; dx <= 2; dx++) {
        const int x = f.x + dx, y = f.y + dy;
        const float v = x >= 0 && y >= 0 && x < width && y < height ? gray[y * width + x] : 0.0f;
        sum += v;
        if (v > gray[f.y * width + f.x])
          d.bits[n / 9] = uint8_t(d.bits[n / 9] | 1u << n % 8);
        n++;
      }
    d.mean = sum / float(n);
    m_descriptors.push_back(d);
  }
}

size_t FeatureFinder::Find(const float *gray, int width, int height, float threshold) {
  kernel2D_Find(gray, width, height, threshold);
  kernel1D_Strongest();
  return m_features.size();
}

void FeatureFinder::Describe(const float *gray, int width, int height, float threshold) {
  Find(gray, width, height, threshold);
  kernel1D_Describe(gray, width, height);
}
