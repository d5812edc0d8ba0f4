// Origin: written by a reader of the docs, before its first translation.
// Light through smoke: a volume with coarser and coarser levels, of which cones read wider and wider ones.
// RUN: %check %s --class SmokeVolume --config=%S/Inputs/smoke_volume.yaml --option=--textures=samplers --size n=60 -- -std=c++17
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

struct Vec3 {
  float x, y, z;
};

struct Bricks {
  int nx, ny, nz;
  std::vector<float> density;

  float get(int i, int j, int k) const {
    i = std::min(std::max(i, 0), nx - 1);
    j = std::min(std::max(j, 0), ny - 1);
    k = std::min(std::max(k, 0), nz - 1);
    return density[size_t((k * ny + j) * nx + i)];
  }
  float smooth(const Vec3 &p) const {
    const float x = p.x * float(nx) - 0.5f, y = p.y * float(ny) - 0.5f, z = p.z * float(nz) - 0.5f;
    const int i = int(std::floor(x)), j = int(std::floor(y)), k = int(std::floor(z));
    const float a = x - float(i), b = y - float(j), c = z - float(k);
    float sum = 0.0f;
    for (int corner = 0; corner < 8; corner++) {
      const int di = corner & 1, dj = (corner >> 1) & 1, dk = corner >> 2;
      sum += (di ? a : 1.0f - a) * (dj ? b : 1.0f - b) * (dk ? c : 1.0f - c) * get(i + di, j + dj, k + dk);
    }
    return sum;
  }
};

class Volume {
public:
  Volume(int nx, int ny, int nz) {
    for (;;) {
      Bricks level{nx, ny, nz, std::vector<float>(size_t(nx * ny * nz))};
      for (size_t i = 0; i < level.density.size(); i++)
        level.density[i] = 0.0625f * float((i * 11) % 9);
      m_bricks.push_back(level);
      if (nx == 1 && ny == 1 && nz == 1)
        return;
      nx = std::max(nx / 2, 1);
      ny = std::max(ny / 2, 1);
      nz = std::max(nz / 2, 1);
    }
  }

  float Density(const Vec3 &p, float lod) const {
    const int last = int(m_bricks.size()) - 1;
    lod = std::min(std::max(lod, 0.0f), float(last));
    const int fine = int(std::floor(lod));
    const float f = lod - float(fine);
    const float near = m_bricks[size_t(fine)].smooth(p), far = m_bricks[size_t(std::min(fine + 1, last))].smooth(p);
    return near + (far - near) * f;
  }

private:
  std::vector<Bricks> m_bricks;
};

struct Cone {
  Vec3 from, to;
  float spread;
};

class SmokeVolume {
public:
  virtual ~SmokeVolume() = default;

  virtual void March(const Cone *cones, uint32_t n, float *light) { kernel1D_March(cones, n, light); }

  void kernel1D_March(const Cone *cones, uint32_t n, float *light) {
    for (uint32_t i = 0; i < n; i++) {
      const Cone &cone = cones[i];
      float thickness = 0.0f;
      for (int step = 0; step < 4; step++) {
        const float t = 0.25f * (float(step) + 0.5f);
        const Vec3 p = {cone.from.x + (cone.to.x - cone.from.x) * t, cone.from.y + (cone.to.y - cone.from.y) * t,
                        cone.from.z + (cone.to.z - cone.from.z) * t};
        thickness += 0.25f * m_smoke.Density(p, 2.0f * cone.spread * t);
      }
      light[i] = 1.0f - 0.5f * thickness;
    }
  }

private:
  Volume m_smoke{6, 5, 4};
};
