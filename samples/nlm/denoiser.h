// Takes the noise out of rendered pictures.
#pragma once

#include <glm/glm.hpp>

namespace render {

/// What a renderer knows of a pixel without noise.
struct Feature {
  glm::vec3 albedo;
  glm::vec3 normal;
  float depth;
};

/// Non-local means (Buades, Coll and Morel 2005): a pixel becomes the mean of those around it whose
/// neighbourhoods look alike, here also only of those that show the same surface.
class Denoiser {
public:
  /// Pixels up to `searchRadius` away are looked at, and compared by the pixels up to
  /// `patchRadius` around them. `noise`: the standard deviation of a colour.
  Denoiser(int searchRadius, int patchRadius, float noise)
      : m_searchRadius(searchRadius), m_patchRadius(patchRadius), m_variance(noise * noise) {}
  virtual ~Denoiser() = default;

  virtual void Denoise(const glm::vec3 *noisy, const Feature *features, glm::vec3 *clean, int width,
                       int height);

private:
  void kernel2D_Denoise(const glm::vec3 *noisy, const Feature *features, glm::vec3 *clean,
                        int width, int height);

  int m_searchRadius;
  int m_patchRadius;
  float m_variance;
};

} // namespace render
