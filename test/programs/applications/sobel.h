// Edges of a grey picture: how steep, which way, and stretched to the whole range of bytes.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

class EdgeDetector {
public:
  enum Direction : uint8_t { None, Horizontal, Rising, Vertical, Falling };

  explicit EdgeDetector(float threshold) : m_threshold(threshold) {}
  virtual ~EdgeDetector() = default;

  void Resize(int width, int height) {
    m_width = width;
    m_height = height;
    m_steepness.assign(size_t(width) * height, 0.0f);
  }

  /// Pictures of the size that was set; rows from top to bottom.
  virtual void Detect(const uint8_t *grey, uint8_t *edges, Direction *directions);

  float Steepest() const { return m_steepest; }
  int EdgePixels() const { return m_edgePixels; }

protected:
  void kernel2D_Gradient(const uint8_t *grey, Direction *directions);
  void kernel1D_Stretch(uint8_t *edges);

private:
  int At(const uint8_t *grey, int x, int y) const {
    x = x < 0 ? 0 : x >= m_width ? m_width - 1 : x;
    y = y < 0 ? 0 : y >= m_height ? m_height - 1 : y;
    return grey[y * m_width + x];
  }
  static Direction Classify(float gx, float gy);

  int m_width = 0, m_height = 0;
  float m_threshold;
  float m_steepest = 0;
  int m_edgePixels = 0;
  std::vector<float> m_steepness;
};
