// Origin: written from README.md and docs/Language.md before its first translation.
// A step that is halved in a loop, vectors of structs with small integers that are exchanged by swap.
// RUN: %check %s --class DistanceField --size width=1,34 --size height=1,19 --arg mask=0..1 -- -std=c++17
#include "distance_field.h"
#include <algorithm>
#include <cmath>

void DistanceField::kernel2D_Plant(const uint8_t *mask, int width, int height) {
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      Seed seed;
      if (mask[y * width + x] && (x * 5 + y * 3) % 7 == 0)
        seed = {int16_t(x), int16_t(y)};
      m_seeds[y * width + x] = seed;
    }
}

void DistanceField::kernel2D_Jump(int width, int height, int step) {
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      Seed best = m_seeds[y * width + x];
      for (int sy = y - step; sy <= y + step; sy += step)
        for (int sx = x - step; sx <= x + step; sx += step) {
          if (sx < 0 || sy < 0 || sx >= width || sy >= height)
            continue;
          const Seed &other = m_seeds[sy * width + sx];
          if (!other.IsSet())
            continue;
          if (!best.IsSet() || other.SquaredDistance(x, y) < best.SquaredDistance(x, y))
            best = other;
        }
      m_next[y * width + x] = best;
    }
}

void DistanceField::kernel2D_Measure(float *distances, int width, int height) {
  m_farthest = 0.0f;
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      const Seed seed = m_seeds[y * width + x];
      const float distance = seed.IsSet() ? std::sqrt(float(seed.SquaredDistance(x, y))) : 1e6f;
      distances[y * width + x] = distance;
      if (distance > m_farthest)
        m_farthest = distance;
    }
}

float DistanceField::Compute(const uint8_t *mask, float *distances, int width, int height) {
  m_seeds.resize(width * height);
  m_next.resize(width * height);
  kernel2D_Plant(mask, width, height);
  int step = 1;
  while (2 * step < std::max(width, height))
    step *= 2;
  for (; step > 0; step /= 2) {
    kernel2D_Jump(width, height, step);
    std::swap(m_seeds, m_next);
  }
  kernel2D_Measure(distances, width, height);
  return m_farthest;
}
