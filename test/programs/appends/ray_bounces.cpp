// Origin: written from README.md and docs/ before its first translation.
// A queue of rays for each bounce: what a ray hits adds to its pixel, and may send one more ray.
// RUN: %check_many %s --class RayBounces --size width=1,17,64 --size height=1,9,40 --arg bounces=0..5 -- -std=c++17
#include <cstdint>
#include <utility>
#include <vector>

class RayBounces {
public:
  virtual ~RayBounces() = default;

  virtual void Render([[vkmorph::size("width * height")]] const uint32_t *surface, [[vkmorph::size("width * height")]] uint32_t *image, int width, int height, int bounces) {
    m_rays.clear();
    m_traced = 0;
    kernel2D_Shoot(image, width, height);
    for (int bounce = 0; bounce < bounces; bounce++) {
      m_bounced.clear();
      kernel1D_Trace(surface, image, width * height, uint32_t(m_rays.size()));
      m_rays.swap(m_bounced);
    }
  }

protected:
  struct Ray {
    uint32_t pixel;
    uint32_t at;
    uint16_t strength;
    bool inside;
  };

  void kernel2D_Shoot(uint32_t *image, int width, int height) {
    for (int y = 0; y < height; y++)
      for (int x = 0; x < width; x++) {
        image[y * width + x] = 0;
        Ray ray;
        ray.pixel = y * width + x;
        ray.at = ray.pixel * 7 + 3;
        ray.strength = 64;
        ray.inside = false;
        m_rays.push_back(ray);
      }
  }
  void kernel1D_Trace(const uint32_t *surface, uint32_t *image, int size, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
      const uint32_t hit = surface[m_rays[i].at % uint32_t(size)];
      image[m_rays[i].pixel] += (hit & 255) * m_rays[i].strength;
      m_traced += 1;
      if (hit % 3 != 0) {
        Ray next = m_rays[i];
        next.at = hit >> 5;
        next.strength = uint16_t(next.strength * 3 / 4);
        next.inside = !next.inside;
        m_bounced.push_back(next);
      }
    }
  }

  std::vector<Ray> m_rays, m_bounced;
  uint32_t m_traced = 0;
};
