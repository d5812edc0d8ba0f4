// Draws the Mandelbrot set.
#pragma once

#include <cstdint>

namespace fractal {

struct Complex {
  float re, im;
};

inline Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
inline Complex operator*(Complex a, Complex b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
inline float Norm(Complex a) { return a.re * a.re + a.im * a.im; }

class Mandelbrot {
public:
  /// Pictures show a part of the plane, `high` from bottom to top. A point belongs to the set if it
  /// has not left after so many rounds.
  Mandelbrot(float middleRe, float middleIm, float high, int mostRounds)
      : m_middle{middleRe, middleIm}, m_high(high), m_mostRounds(mostRounds) {}
  virtual ~Mandelbrot() = default;

  /// Pictures are rows of pixels with 8 bits each of red, green, blue and alpha, red lowest.
  virtual void Draw(uint32_t *picture, int width, int height);

  /// Of the last picture: how many pixels are in the set, and after how many rounds the last of
  /// the others left.
  int Inside() const { return m_inside; }
  int LastEscape() const { return m_lastEscape; }

private:
  /// How many rounds a point takes to leave, and where it is then.
  struct Orbit {
    int rounds;
    Complex end;
  };

  void kernel2D_Draw(uint32_t *picture, int width, int height, float pixelSize);
  Orbit Follow(Complex start) const;

  Complex m_middle;
  float m_high;
  int m_mostRounds;
  int m_inside = 0;
  int m_lastEscape = 0;
};

} // namespace fractal
