// A picture in half, quarter and smaller sizes, one behind the other.
#pragma once
#include <vector>

class ImagePyramid {
public:
  ImagePyramid(int width, int height, int levels);
  virtual ~ImagePyramid() = default;

  virtual void Build(const float *picture);
  /// Adds up all levels, each enlarged to the first one's size, divided by how many they are.
  virtual void Blend(float *picture);

  struct Level {
    int offset, width, height;
  };

private:
  void kernel2D_Load(const float *picture, int width, int height);
  void kernel2D_Halve(int from, int fromWidth, int fromHeight, int to, int toWidth, int toHeight);
  void kernel2D_Blend(float *picture, int width, int height);
  float Pixel(const Level &level, int x, int y) const;

  int m_width, m_height, m_count;
  Level m_levels[12];
  std::vector<float> m_pixels;
};
