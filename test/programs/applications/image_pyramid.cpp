// Origin: written from README.md and docs/Language.md before its first translation.
// Sizes that are halved in a loop of the control function, all levels in one vector.
// RUN: %check %s --class ImagePyramid --arg width=45 --arg height=26 --arg levels=5 --size picture=1170 -- -std=c++17
#include "image_pyramid.h"
#include <algorithm>

ImagePyramid::ImagePyramid(int width, int height, int levels) : m_width(width), m_height(height), m_count(levels), m_levels{} {
  int size = 0;
  for (int l = 0; l < levels; l++) {
    m_levels[l] = {size, width, height};
    size += width * height;
    width = std::max(width / 2, 1);
    height = std::max(height / 2, 1);
  }
  m_pixels.resize(size);
}

void ImagePyramid::kernel2D_Load(const float *picture, int width, int height) {
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      m_pixels[y * width + x] = picture[y * width + x];
}

void ImagePyramid::kernel2D_Halve(int from, int fromWidth, int fromHeight, int to, int toWidth, int toHeight) {
  for (int y = 0; y < toHeight; y++)
    for (int x = 0; x < toWidth; x++) {
      const int x0 = std::min(2 * x, fromWidth - 1), x1 = std::min(2 * x + 1, fromWidth - 1);
      const int y0 = std::min(2 * y, fromHeight - 1), y1 = std::min(2 * y + 1, fromHeight - 1);
      m_pixels[to + y * toWidth + x] = 0.25f * (m_pixels[from + y0 * fromWidth + x0] + m_pixels[from + y0 * fromWidth + x1] +
                                                m_pixels[from + y1 * fromWidth + x0] + m_pixels[from + y1 * fromWidth + x1]);
    }
}

float ImagePyramid::Pixel(const Level &level, int x, int y) const {
  return m_pixels[level.offset + std::min(y, level.height - 1) * level.width + std::min(x, level.width - 1)];
}

void ImagePyramid::kernel2D_Blend(float *picture, int width, int height) {
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      float sum = 0;
      for (int l = 0; l < m_count; l++)
        sum += Pixel(m_levels[l], x >> l, y >> l);
      picture[y * width + x] = sum / m_count;
    }
}

void ImagePyramid::Build(const float *picture) {
  kernel2D_Load(picture, m_width, m_height);
  int from = 0, width = m_width, height = m_height;
  for (int l = 1; l < m_count; l++) {
    const int to = from + width * height;
    const int nextWidth = std::max(width / 2, 1), nextHeight = std::max(height / 2, 1);
    kernel2D_Halve(from, width, height, to, nextWidth, nextHeight);
    from = to;
    width = nextWidth;
    height = nextHeight;
  }
}

void ImagePyramid::Blend(float *picture) { kernel2D_Blend(picture, m_width, m_height); }
