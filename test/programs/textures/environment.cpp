// Origin: written as a user would, before its first translation.
// Surroundings by direction: six faces of a cube, and a panorama, shared with other objects.
// RUN: %check %s --class Environment --setup 'auto far = std::make_shared<Texture2D<Color>>(2, 2, Address::Wrap); far->At(1, 0) = {0.5f, 0.25f, 1.0f}; object.SetPanorama(far);' --size n=0,1,65,257 -- -std=c++17
#include "texture.h"

#include <array>
#include <cstdint>
#include <memory>

struct Direction {
  float x, y, z;
};

class CubeMap {
public:
  explicit CubeMap(int size) {
    for (int face = 0; face < 6; face++) {
      m_faces[size_t(face)] = Texture2D<Color>(size, size);
      for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++)
          m_faces[size_t(face)].At(x, y) = {0.125f * float(face), 0.25f * float(x), 0.25f * float(y)};
    }
  }

  Color Look(const Direction &d) const {
    const float ax = std::fabs(d.x), ay = std::fabs(d.y), az = std::fabs(d.z);
    int face = 0;
    float u = 0.0f, v = 0.0f, longest = 1.0f;
    if (ax >= ay && ax >= az) {
      face = d.x < 0.0f ? 1 : 0;
      u = d.z;
      v = d.y;
      longest = ax;
    } else if (ay >= az) {
      face = d.y < 0.0f ? 3 : 2;
      u = d.x;
      v = d.z;
      longest = ay;
    } else {
      face = d.z < 0.0f ? 5 : 4;
      u = d.x;
      v = d.y;
      longest = az;
    }
    if (longest == 0.0f)
      return {};
    return m_faces[size_t(face)].Nearest(0.5f + 0.5f * u / longest, 0.5f + 0.5f * v / longest);
  }

private:
  std::array<Texture2D<Color>, 6> m_faces;
};

class Environment {
public:
  Environment() : m_near(std::make_shared<CubeMap>(3)), m_panorama(std::make_shared<Texture2D<Color>>(8, 4, Address::Wrap)) {
    for (int y = 0; y < 4; y++)
      for (int x = 0; x < 8; x++)
        m_panorama->At(x, y) = {0.5f, 0.125f * float(x), 0.25f * float(y)};
  }
  virtual ~Environment() = default;

  void SetPanorama(std::shared_ptr<const Texture2D<Color>> panorama) { m_far = std::move(panorama); }

  virtual void Reflect(const Direction *directions, uint32_t n, Color *out) { kernel1D_Reflect(directions, n, out); }

  void kernel1D_Reflect(const Direction *directions, uint32_t n, Color *out) {
    for (uint32_t i = 0; i < n; i++) {
      const Direction d = directions[i];
      Color color = m_near->Look(d);
      const float u = 0.125f * (d.x - d.z), v = 0.5f + 0.25f * d.y;
      color = color + m_panorama->Sample(u, v) * 0.5f;
      if (m_far)
        color = color + m_far->Sample(u, v);
      out[i] = color;
    }
  }

private:
  std::shared_ptr<CubeMap> m_near;
  std::shared_ptr<Texture2D<Color>> m_panorama;
  std::shared_ptr<const Texture2D<Color>> m_far;
};
