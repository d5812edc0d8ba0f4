// Origin: written as a user would, before its first translation.
// An array of textures of different sizes, which pixels index by their material.
// RUN: %check %s --class MaterialAtlas --arg count=1..6 --size n=0,1,65,257 -- -std=c++17
#include "texture.h"

#include <cstdint>

struct SurfacePoint {
  uint32_t material;
  float u, v;
};

struct Material {
  uint32_t albedo = 0;
  int gloss = -1; // none
  Color tint;
};

class MaterialAtlas {
public:
  explicit MaterialAtlas(int count = 4) {
    for (int i = 0; i < count; i++) {
      Texture2D<Color> texture(2 + i, 1 + 2 * i, i % 2 ? Address::Wrap : Address::Mirror);
      for (int y = 0; y < texture.Height(); y++)
        for (int x = 0; x < texture.Width(); x++)
          texture.At(x, y) = {0.125f * float(i), 0.25f * float(x), 0.0625f * float(y)};
      m_albedos.push_back(texture);
      m_materials.push_back({uint32_t((i * 3) % count), i % 3 - 1, {1.0f, 0.5f, 0.25f * float(i)}});
    }
    for (int i = 0; i < 2; i++)
      for (int x = 0; x < 4; x++)
        m_gloss[i].At(x, 0) = 0.25f * float(x + i);
  }
  virtual ~MaterialAtlas() = default;

  virtual void Shade(const SurfacePoint *points, uint32_t n, Color *out) { kernel1D_Shade(points, n, out); }
  /// The mean color of each texture.
  virtual void Average(Color *means) { kernel1D_Average(uint32_t(m_albedos.size()), means); }

  void kernel1D_Shade(const SurfacePoint *points, uint32_t n, Color *out) {
    for (uint32_t i = 0; i < n; i++) {
      const SurfacePoint &p = points[i];
      const Material &material = m_materials[p.material % m_materials.size()];
      Color color = m_albedos[material.albedo].Sample(p.u, p.v) * material.tint;
      if (material.gloss >= 0) {
        const Texture2D<float> &gloss = m_gloss[material.gloss];
        color = color * (0.5f + gloss.Sample(p.u, 0.5f));
      }
      out[i] = color;
    }
  }

  void kernel1D_Average(uint32_t count, Color *means) {
    for (uint32_t i = 0; i < count; i++)
      means[i] = MeanOf(m_albedos[i]);
  }

private:
  static Color MeanOf(const Texture2D<Color> &texture) {
    Color sum;
    for (int y = 0; y < texture.Height(); y++)
      for (int x = 0; x < texture.Width(); x++)
        sum = sum + texture.At(x, y);
    return sum * (1.0f / float(texture.Width() * texture.Height()));
  }

  std::vector<Texture2D<Color>> m_albedos;
  Texture2D<float> m_gloss[2] = {Texture2D<float>(4, 1), Texture2D<float>(4, 1, Address::Wrap)};
  std::vector<Material> m_materials;
};
