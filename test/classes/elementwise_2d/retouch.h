// Retouching pictures: one pixel in, one pixel out. Pixels are packed, red in the lowest byte.
#pragma once

#include <cstdint>

namespace imaging {

enum ColourChannel : uint32_t { Red = 0, Green = 8, Blue = 16, Alpha = 24 };

class Retouch {
public:
  virtual ~Retouch() = default;

  void SetGainAndBias(float gain, float bias) {
    m_gain = gain;
    m_bias = bias;
  }

  /// Brightens or darkens the colours; alpha stays.
  virtual void AdjustLevels(const uint32_t *src, uint32_t *dst, uint32_t width, uint32_t height);

  /// `weight` of `top` over the rest of `bottom`.
  virtual void Blend(const uint32_t *bottom, const uint32_t *top, uint32_t *dst, uint32_t width,
                     uint32_t height, float weight);

  /// Inverts the colours in place.
  virtual void InvertColours(uint32_t *pixels, uint32_t width, uint32_t height);

  /// Turns the picture by 90 degrees: `dst` is `height` wide.
  virtual void Turn(const uint32_t *src, uint32_t *dst, int width, int height);

  /// What a difference each pixel makes to its four neighbours; the border of `dst` is not written.
  virtual void FindEdges(const float *src, float *dst, int width, int height);

  /// Replaces each of the three colours by what the table has for it.
  virtual void Recolour(const uint32_t *src, [[vkmorph::size("256")]] const uint32_t *table,
                        uint32_t *dst, uint32_t width, uint32_t height);

  /// The mean of the 3 x 3 pixels around each pixel; beyond the border the border is repeated.
  virtual void Soften([[vkmorph::size("width*height")]] const float *src, float *dst, int width,
                      int height);

  /// A test picture: distance from the middle, in rows and columns.
  virtual void DrawTarget(int *dst, uint32_t width, uint32_t height);

protected:
  void kernel2D_AdjustLevels(const uint32_t *src, uint32_t *dst, uint32_t width, uint32_t height);
  void kernel2D_Blend(const uint32_t *bottom, const uint32_t *top, uint32_t *dst, uint32_t width,
                      uint32_t height, float weight);
  void kernel2D_InvertColours(uint32_t *pixels, uint32_t width, uint32_t height);
  void kernel2D_Turn(const uint32_t *src, uint32_t *dst, int width, int height);
  void kernel2D_FindEdges(const float *src, float *dst, int width, int height);
  void kernel2D_Recolour(const uint32_t *src, const uint32_t *table, uint32_t *dst, uint32_t width,
                         uint32_t height);
  void kernel2D_Soften(const float *src, float *dst, int width, int height);
  void kernel2D_DrawTarget(int *dst, uint32_t width, uint32_t height);

private:
  uint32_t AdjustChannel(uint32_t pixel, ColourChannel channel) const;

  float m_gain = 1.0f;
  float m_bias = 0.0f;
};

} // namespace imaging
