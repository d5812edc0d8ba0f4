// A blurred image, sampled at any place.
#pragma once
#include "image2d.h"

// A photograph through a soft lens: a blur in two passes over an image, sampled at any place into the picture that is shown.
class SoftFocus {
public:
  SoftFocus(int width = 19, int height = 11, int mode = 0);
  virtual ~SoftFocus() = default;

  void SetZoom(float zoom) { m_zoom = zoom; }
  virtual void Blur(float strength);
  virtual void Show(float4 *picture, int width, int height);

protected:
  void kernel2D_Rows();
  void kernel2D_Columns(float strength);
  void kernel2D_Show(float4 *picture, int width, int height);

private:
  static constexpr int kRadius = 2;

  Image2D<float4> m_image, m_rows;
  Sampler m_sampler;
  float m_zoom = 1.75f;
};
