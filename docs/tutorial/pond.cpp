// How the water moves, and what is seen of it.
#include "pond.h"

#include <algorithm>

void Pond::Frame(uint32_t *picture, int steps) {
  for (int step = 0; step < steps; step++) {
    kernel2D_Pull();
    kernel2D_Move();
  }
  kernel2D_Draw(picture);
}

/// The water's level; that of the shore is that of the water beside it.
float Pond::Level(int column, int row) const {
  column = std::clamp(column, 0, m_width - 1);
  row = std::clamp(row, 0, m_height - 1);
  return m_level[row * m_width + column];
}

void Pond::kernel2D_Pull() {
  for (int row = 0; row < m_height; row++)
    for (int column = 0; column < m_width; column++) {
      const float around = Level(column - 1, row) + Level(column + 1, row) +
                           Level(column, row - 1) + Level(column, row + 1);
      const int here = row * m_width + column;
      m_speed[here] = 0.995f * (m_speed[here] + 0.5f * (0.25f * around - m_level[here]));
    }
}

void Pond::kernel2D_Move() {
  m_motion = 0.0f;
  for (int row = 0; row < m_height; row++)
    for (int column = 0; column < m_width; column++) {
      const int here = row * m_width + column;
      m_level[here] += m_speed[here];
      m_motion += m_speed[here] * m_speed[here];
    }
}

void Pond::kernel2D_Draw(uint32_t *picture) {
  for (int row = 0; row < m_height; row++)
    for (int column = 0; column < m_width; column++) {
      // Light falls from the left.
      const float slope = Level(column + 1, row) - Level(column - 1, row);
      const uint32_t light = uint32_t(std::clamp(110.0f + 900.0f * slope, 0.0f, 255.0f));
      picture[row * m_width + column] = light / 2 | light * 3 / 4 << 8 | (80 + light * 2 / 3) << 16;
    }
}
