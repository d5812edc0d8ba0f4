// Each pixel is a point whose orbit is followed until it leaves for good.
#include "mandelbrot.h"

#include <algorithm>
#include <cmath>

namespace fractal {

static const uint32_t Black = 0xff000000;

static uint32_t Channel(float value) {
  return uint32_t(std::clamp(value, 0.0f, 1.0f) * 255.0f + 0.5f);
}

/// Colours that go round smoothly, from dark blue over white and gold.
static uint32_t Rainbow(float turns) {
  const float angle = 6.2831853f * turns;
  const uint32_t red = Channel(0.5f - 0.5f * std::cos(angle));
  const uint32_t green = Channel(0.5f - 0.5f * std::cos(angle + 0.35f));
  const uint32_t blue = Channel(0.55f - 0.45f * std::cos(angle + 1.1f));
  return red | green << 8 | blue << 16 | Black;
}

Mandelbrot::Orbit Mandelbrot::Follow(Complex start) const {
  // Far outside, so that the colours of neighbouring rounds meet.
  const float leftNorm = 256.0f;
  Complex z = {0.0f, 0.0f};
  int rounds = 0;
  while (rounds < m_mostRounds && Norm(z) < leftNorm) {
    z = z * z + start;
    rounds++;
  }
  return {rounds, z};
}

void Mandelbrot::kernel2D_Draw(uint32_t *picture, int width, int height, float pixelSize) {
  m_inside = 0;
  m_lastEscape = 0;
  for (int row = 0; row < height; row++) {
    for (int column = 0; column < width; column++) {
      const Complex offset = {float(2 * column - width + 1), float(height - 1 - 2 * row)};
      const Complex scale = {0.5f * pixelSize, 0.0f};
      const Orbit orbit = Follow(m_middle + offset * scale);

      uint32_t colour = Black;
      if (orbit.rounds < m_mostRounds) {
        // The part of a round that is left, from how far out the orbit ends.
        const float rest = std::log2(0.5f * std::log2(Norm(orbit.end)));
        colour = Rainbow(std::sqrt(0.003f * (float(orbit.rounds) + 3.0f - rest)));
        m_lastEscape = std::max(m_lastEscape, orbit.rounds);
      } else {
        m_inside++;
      }
      picture[row * width + column] = colour;
    }
  }
}

void Mandelbrot::Draw(uint32_t *picture, int width, int height) {
  kernel2D_Draw(picture, width, height, m_high / float(height));
}

} // namespace fractal
