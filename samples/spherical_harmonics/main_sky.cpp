// A sky with a low sun over a meadow.
#include "main_sky.h"

#include <algorithm>
#include <cmath>

#include <glm/glm.hpp>

static const double Pi = 3.141592653589793;

HdrPicture MakeSky(int width, int height) {
  HdrPicture sky;
  sky.width = width;
  sky.height = height;
  const glm::dvec3 sun = glm::normalize(glm::dvec3(-0.6, 0.9, 0.45));
  for (int row = 0; row < height; row++)
    for (int column = 0; column < width; column++) {
      const double polar = Pi * (row + 0.5) / height, azimuth = 2.0 * Pi * (column + 0.5) / width;
      const glm::dvec3 direction(std::sin(polar) * std::cos(azimuth),
                                 std::sin(polar) * std::sin(azimuth), std::cos(polar));
      const double toSun = std::max(glm::dot(direction, sun), 0.0), up = direction.z;
      glm::dvec3 light;
      if (up < 0.0)
        light = glm::dvec3(0.10, 0.16, 0.05) * (1.0 + 0.4 * up);
      else
        light = glm::mix(glm::dvec3(0.9, 0.6, 0.4), glm::dvec3(0.15, 0.3, 0.8), std::sqrt(up));
      if (up >= 0.0) {
        light += glm::dvec3(1.0, 0.5, 0.2) * std::pow(toSun, 20.0);
        light += glm::dvec3(900.0, 650.0, 350.0) * std::pow(toSun, 3000.0);
      }
      for (int channel = 0; channel < 3; channel++)
        sky.pixels.push_back(float(light[channel]));
    }
  return sky;
}

Picture Develop(const HdrPicture &hdr, double exposure) {
  Picture picture;
  picture.width = hdr.width;
  picture.height = hdr.height;
  const auto shown = [&](float light) {
    return std::pow(std::clamp(exposure * double(light), 0.0, 1.0), 1.0 / 2.2);
  };
  for (size_t i = 0; i < hdr.pixels.size(); i += 3)
    picture.pixels.push_back(
        Pixel(shown(hdr.pixels[i]), shown(hdr.pixels[i + 1]), shown(hdr.pixels[i + 2])));
  return picture;
}
