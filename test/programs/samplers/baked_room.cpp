// Origin: written by a reader of the docs, before its first translation.
// Light that was baked into half floats: maps of three numbers for a texel with coarser levels, and how thick the dust is, by one number each.
// RUN: %check %s --class BakedRoom --config=%S/Inputs/baked_room.yaml --option=--textures=samplers --size n=200 -- -std=c++17
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

inline float ToFloat(uint16_t half) {
  const uint32_t sign = uint32_t(half >> 15) << 31, exponent = (half >> 10) & 31u, mantissa = half & 1023u;
  if (exponent == 0)
    return float(mantissa) * (sign != 0 ? -5.9604645e-8f : 5.9604645e-8f);
  const uint32_t bits = sign | ((exponent + 112u) << 23) | (mantissa << 13);
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

/// Of 0 and of numbers between 2^-14 and 65504.
inline uint16_t ToHalf(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return value == 0.0f ? uint16_t(0) : uint16_t(((bits >> 23) - 112u) << 10 | ((bits >> 13) & 1023u));
}

struct Light {
  float r, g, b;
};

struct HalfLight {
  uint16_t r, g, b;
};

inline Light Between(const Light &a, const Light &b, float t) {
  return {a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t};
}

struct LightMap {
  struct Level {
    int w, h;
    std::vector<HalfLight> halves;
  };
  std::vector<Level> levels;

  Light Texel(const Level &level, int x, int y) const {
    const HalfLight half = level.halves[size_t(std::clamp(y, 0, level.h - 1) * level.w + std::clamp(x, 0, level.w - 1))];
    return {ToFloat(half.r), ToFloat(half.g), ToFloat(half.b)};
  }
  Light Smooth(const Level &level, float u, float v) const {
    const float x = u * float(level.w) - 0.5f, y = v * float(level.h) - 0.5f;
    const int i = int(std::floor(x)), j = int(std::floor(y));
    return Between(Between(Texel(level, i, j), Texel(level, i + 1, j), x - float(i)),
                   Between(Texel(level, i, j + 1), Texel(level, i + 1, j + 1), x - float(i)), y - float(j));
  }
  Light Sample(float u, float v, float lod) const {
    const float level = std::clamp(lod, 0.0f, float(levels.size() - 1));
    const size_t k = size_t(level);
    return Between(Smooth(levels[k], u, v), Smooth(levels[std::min(k + 1, levels.size() - 1)], u, v), level - float(k));
  }
};

struct DustMap {
  uint32_t width = 5, height = 3;
  std::vector<uint16_t> thickness;

  float Thickness(float u, float v) const {
    const uint32_t x = uint32_t(std::floor(u * float(width))) % width, y = uint32_t(std::floor(v * float(height))) % height;
    return ToFloat(thickness[y * width + x]);
  }
};

struct Spot {
  float u, v, distance;
  uint32_t wall;
};

class BakedRoom {
public:
  BakedRoom() : m_walls(4) {
    for (int k = 0; k < 4; k++)
      for (int size = 8; size >= 2; size /= 2) {
        LightMap::Level level{size + (k % 2 ? size : 0), size, {}};
        for (int i = 0; i < level.w * level.h; i++)
          level.halves.push_back({ToHalf(0.125f * float(i % 7)), ToHalf(0.5f * float(k)), ToHalf(1.0f + 0.25f * float(i % 3))});
        m_walls[size_t(k)].levels.push_back(level);
      }
    for (int i = 0; i < 15; i++)
      m_dust.thickness.push_back(ToHalf(0.0625f * float(i)));
  }
  virtual ~BakedRoom() = default;

  virtual void Shine(const Spot *spots, uint32_t n, Light *light) { kernel1D_Shine(spots, n, light); }

  void kernel1D_Shine(const Spot *spots, uint32_t n, Light *light) {
    for (uint32_t i = 0; i < n; i++) {
      const Spot &spot = spots[i];
      const Light wall = m_walls[spot.wall % 4u].Sample(spot.u, spot.v, spot.distance);
      const float clear = 1.0f - m_dust.Thickness(std::fabs(spot.u), std::fabs(spot.v));
      light[i] = {wall.r * clear, wall.g * clear, wall.b * clear};
    }
  }

private:
  std::vector<LightMap> m_walls;
  DustMap m_dust;
};
