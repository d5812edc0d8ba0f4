// Origin: written as a user would, before its first translation.
// A volume of densities, marched through; a second one, of winds, that may be missing.
// RUN: %check %s --class FogVolume --arg windy=0..1 --size w=0,1,17,24 --size h=1,15 -- -std=c++17
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

struct Vec3 {
  float x = 0.0f, y = 0.0f, z = 0.0f;
};

inline Vec3 operator+(const Vec3 &a, const Vec3 &b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vec3 operator*(const Vec3 &a, float s) { return {a.x * s, a.y * s, a.z * s}; }

template <class T> struct Texture3D {
  int sizeX = 1, sizeY = 1, sizeZ = 1;
  std::vector<T> voxels;

  Texture3D(int x, int y, int z) : sizeX(x), sizeY(y), sizeZ(z), voxels(size_t(x) * size_t(y) * size_t(z)) {}

  static int Clamp(int i, int size) { return i < 0 ? 0 : (i < size ? i : size - 1); }
  T Load(int x, int y, int z) const {
    return voxels[size_t((Clamp(z, sizeZ) * sizeY + Clamp(y, sizeY)) * sizeX + Clamp(x, sizeX))];
  }
  T operator()(const Vec3 &p) const {
    const Vec3 at{p.x * float(sizeX) - 0.5f, p.y * float(sizeY) - 0.5f, p.z * float(sizeZ) - 0.5f};
    const int x = int(std::floor(at.x)), y = int(std::floor(at.y)), z = int(std::floor(at.z));
    const float weights[3] = {at.x - float(x), at.y - float(y), at.z - float(z)};
    T sum{};
    for (int corner = 0; corner < 8; corner++) {
      const int dx = corner & 1, dy = (corner >> 1) & 1, dz = corner >> 2;
      const float weight = (dx ? weights[0] : 1.0f - weights[0]) * (dy ? weights[1] : 1.0f - weights[1]) *
                           (dz ? weights[2] : 1.0f - weights[2]);
      sum = sum + Load(x + dx, y + dy, z + dz) * weight;
    }
    return sum;
  }
};

class FogVolume {
public:
  explicit FogVolume(int windy = 1) : m_density(6, 5, 4) {
    for (size_t i = 0; i < m_density.voxels.size(); i++)
      m_density.voxels[i] = 0.0625f * float((i * 7) % 16);
    if (windy) {
      m_wind = std::make_unique<Texture3D<Vec3>>(3, 2, 2);
      for (size_t i = 0; i < m_wind->voxels.size(); i++)
        m_wind->voxels[i] = {0.125f * float(i % 3), -0.0625f * float(i % 2), 0.25f};
    }
  }
  virtual ~FogVolume() = default;

  virtual void March(uint32_t w, uint32_t h, float *light) { kernel2D_March(w, h, light); }

  void kernel2D_March(uint32_t w, uint32_t h, float *light) {
    for (uint32_t y = 0; y < h; y++)
      for (uint32_t x = 0; x < w; x++) {
        Vec3 p{(float(x) + 0.5f) / float(w), (float(y) + 0.5f) / float(h), 0.0f};
        float left = 1.0f;
        for (int step = 0; step < m_steps; step++) {
          left *= 1.0f - 0.25f * m_density(p);
          p.z += 1.0f / float(m_steps);
          if (m_wind)
            p = p + (*m_wind)(p) * 0.03125f;
        }
        light[y * w + x] = left;
      }
  }

private:
  Texture3D<float> m_density;
  std::unique_ptr<Texture3D<Vec3>> m_wind;
  int m_steps = 8;
};
