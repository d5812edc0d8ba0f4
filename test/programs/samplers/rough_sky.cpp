// Origin: written by a reader of the docs, before its first translation.
// What a rough ball mirrors of the sky: the rougher it is, the coarser the level of the panorama.
// RUN: %check %s --class RoughSky --config=%S/Inputs/rough_sky.yaml --option=--textures=samplers --size n=100 -- -std=c++17
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include <glm/glm.hpp>

struct Panorama {
  struct Mip {
    uint32_t width = 1, height = 1;
    std::vector<glm::vec4> radiance = {glm::vec4(0.0f)};
  };
  std::array<Mip, 4> mips;

  glm::vec4 load(const Mip &mip, int x, int y) const {
    const int w = int(mip.width), h = int(mip.height);
    x = x % w;
    y = y % h;
    return mip.radiance[size_t((y < 0 ? y + h : y) * w + (x < 0 ? x + w : x))];
  }

  glm::vec4 filtered(const Mip &mip, glm::vec2 at) const {
    const glm::vec2 place = at * glm::vec2(float(mip.width), float(mip.height)) - 0.5f;
    const glm::vec2 corner = glm::floor(place), f = place - corner;
    const int x = int(corner.x), y = int(corner.y);
    return glm::mix(glm::mix(load(mip, x, y), load(mip, x + 1, y), f.x),
                    glm::mix(load(mip, x, y + 1), load(mip, x + 1, y + 1), f.x), f.y);
  }

  glm::vec4 lookup(glm::vec2 at, float level) const {
    level = glm::clamp(level, 0.0f, 3.0f);
    const int below = int(level), above = std::min(below + 1, 3);
    return glm::mix(filtered(mips[size_t(below)], at), filtered(mips[size_t(above)], at), level - float(below));
  }
};

struct Ray {
  glm::vec3 direction;
  float roughness;
};

class RoughSky {
public:
  RoughSky() {
    for (uint32_t k = 0; k < 4; k++) {
      Panorama::Mip &mip = m_sky.mips[k];
      mip.width = 16u >> k;
      mip.height = 8u >> k;
      mip.radiance.clear();
      for (uint32_t y = 0; y < mip.height; y++)
        for (uint32_t x = 0; x < mip.width; x++)
          mip.radiance.push_back({0.5f + 0.0625f * float((x * 7 + y * 3) % 8), 0.25f * float(k), float(y + 1) / float(mip.height), 1.0f});
    }
  }
  virtual ~RoughSky() = default;

  virtual void Reflect(const Ray *rays, uint32_t n, glm::vec4 *light) { kernel1D_Reflect(rays, n, light); }

  void kernel1D_Reflect(const Ray *rays, uint32_t n, glm::vec4 *light) {
    for (uint32_t i = 0; i < n; i++) {
      const glm::vec3 d = rays[i].direction;
      const glm::vec2 at(0.25f * d.x + 0.5f, 0.25f * d.y + 0.125f * d.z);
      light[i] = m_sky.lookup(at, rays[i].roughness * 3.0f) * m_exposure;
    }
  }

private:
  Panorama m_sky;
  float m_exposure = 1.5f;
};
