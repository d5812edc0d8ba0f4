// Sharpens pictures of the caller's.
#pragma once
#include <vector>

struct Picture {
  int width = 0, height = 0;
  std::vector<float> pixels;

  void Resize(int w, int h) {
    width = w;
    height = h;
    pixels.resize(w * h);
  }
  float &At(int x, int y) { return pixels[y * width + x]; }
  float At(int x, int y) const { return pixels[y * width + x]; }
  /// Beyond the border is what the border is.
  float Near(int x, int y) const;
};

/// Adds to each pixel what tells it from its surroundings.
class UnsharpMask {
public:
  virtual ~UnsharpMask() = default;

  virtual void Apply(const Picture &in, Picture &out, float amount);
  /// In place.
  virtual void Darken(Picture &picture, float factor);

protected:
  void kernel2D_Rows(const Picture &from, Picture &to);
  void kernel2D_Columns(const Picture &from, Picture &to);
  void kernel2D_Mask(const Picture &sharp, const Picture &soft, Picture &to, float amount);
  void kernel2D_Scale(Picture &picture, float factor);

private:
  Picture m_rows, m_soft;
};
