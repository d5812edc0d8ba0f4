// Rings on a pond.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

class Pond {
public:
  Pond(int width, int height)
      : m_width(width), m_height(height), m_level(width * height), m_speed(width * height) {}
  virtual ~Pond() = default;

  /// Lets a drop fall, which has to be ten pixels from the shore.
  void Drop(int column, int row) {
    for (int y = -9; y <= 9; y++)
      for (int x = -9; x <= 9; x++)
        m_level[(row + y) * m_width + column + x] -= std::exp(-0.1f * float(x * x + y * y));
  }

  /// Lets the water move for some steps of time, and draws it: a row of pixels for each row of the
  /// pond, with 8 bits each of red, green, blue and nothing, red lowest.
  virtual void Frame(uint32_t *picture, int steps);

  /// How fast the water moved in the last step: the sum of the squares.
  float Motion() const { return m_motion; }

private:
  void kernel2D_Pull();
  void kernel2D_Move();
  void kernel2D_Draw(uint32_t *picture);
  float Level(int column, int row) const;

  int m_width, m_height;
  float m_motion = 0.0f;
  std::vector<float> m_level, m_speed;
};
