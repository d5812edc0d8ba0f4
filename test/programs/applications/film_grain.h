#pragma once
#include <array>
#include <cstdint>

// Smooths an image twice, there and back, and puts grain on it.
class FilmGrain {
public:
  using Taps = std::array<float, 5>;

  virtual ~FilmGrain() = default;
  virtual void Develop([[vkmorph::size("a_width * a_height")]] float *a_image,
                       [[vkmorph::size("a_width * a_height")]] float *a_scratch, int a_width, int a_height);
  virtual void Grade([[vkmorph::size("a_width * a_height")]] const float *a_image,
                     [[vkmorph::size("a_width * a_height")]] uint8_t *a_levels, int a_width, int a_height);

  virtual void kernel2D_Smooth(const float *a_from, float *a_to, int a_width, int a_height);
  virtual void kernel2D_Grade(const float *a_image, uint8_t *a_levels, int a_width, int a_height);

protected:
  Taps m_taps = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
  float m_gain = 1.0f;
  float m_brightest = 0.0f;
};
