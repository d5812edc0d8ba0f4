// Smooths a picture and keeps its edges.
#pragma once

struct Rgba {
  float r, g, b, a;
};

class BilateralFilter {
public:
  BilateralFilter(int radius, float sigmaSpace, float sigmaColour)
      : radius(radius), spaceScale(-0.5f / (sigmaSpace * sigmaSpace)), colourScale(-0.5f / (sigmaColour * sigmaColour)) {}
  virtual ~BilateralFilter() = default;

  virtual void Apply(const Rgba *in, Rgba *out, int width, int height);

private:
  void kernel2D_Filter(const Rgba *in, Rgba *out, int width, int height);

  int radius;
  float spaceScale, colourScale;
};
