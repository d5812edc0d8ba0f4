// Sharpens what it is given; images are objects of a class of the user's, which control functions pass on.
#pragma once
#include <vector>

class Picture {
public:
  Picture() = default;
  Picture(int width, int height) : m_pixels(width * height), m_width(width), m_height(height) {}

  int Width() const { return m_width; }
  int Height() const { return m_height; }
  void Resize(int width, int height);

  float &At(int x, int y) { return m_pixels[y * m_width + x]; }
  float At(int x, int y) const { return m_pixels[y * m_width + x]; }
  float Near(int x, int y) const;

private:
  std::vector<float> m_pixels;
  int m_width = 0, m_height = 0;
};

class Sharpener {
public:
  Sharpener(int width, int height);
  virtual ~Sharpener() = default;

  virtual void Sharpen(float amount, int passes);
  virtual void Undo();
  float Contrast() const { return m_contrast; }

protected:
  void Blur(const Picture &from, Picture &to);
  void Mask(const Picture &sharp, const Picture &soft, Picture &out, float amount);

  void kernel2D_Blur(const Picture &from, Picture &to, int dx, int dy);
  void kernel2D_Mask(const Picture &sharp, const Picture &soft, Picture &out, float amount);
  void kernel2D_Contrast(const Picture &picture);

private:
  float m_contrast = 0.0f;
  Picture m_picture, m_before, m_soft, m_rows;
};
